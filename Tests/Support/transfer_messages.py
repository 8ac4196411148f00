#!/usr/bin/env python3
"""Makes the message of a transfer as PyPI's solders and solana (spl.token) do.

Reads one JSON object a line from standard input and answers each with one line, the v0 message in hex:

    {"from": ADDRESS, "blockhash": HASH, "units": N | null, "price": N, "memo": TEXT | null,
     "sol": {"to": ADDRESS, "lamports": N}
     | "token": {"program": ADDRESS, "mint": ADDRESS, "to": ADDRESS, "create": BOOL, "amount": N, "decimals": N}
     | "revoke": [{"program": ADDRESS, "account": ADDRESS}, ...]}
"""

import json
import sys

from solders.compute_budget import set_compute_unit_limit, set_compute_unit_price
from solders.hash import Hash
from solders.instruction import AccountMeta, Instruction
from solders.message import MessageV0, to_bytes_versioned
from solders.pubkey import Pubkey
from solders.system_program import TransferParams, transfer
from spl.token.instructions import (
    create_idempotent_associated_token_account,
    get_associated_token_address,
    revoke,
    transfer_checked,
)
from spl.token.models import RevokeParams, TransferCheckedParams

MEMO = Pubkey.from_string("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr")


def instructions(value):
    key = Pubkey.from_string
    sender = key(value["from"])
    steps = []
    if value["units"] is not None:
        steps += [set_compute_unit_limit(value["units"]), set_compute_unit_price(value["price"])]
    memo = []
    if value["memo"] is not None:
        memo = [Instruction(MEMO, value["memo"].encode(), [AccountMeta(sender, True, False)])]
    if "sol" in value:
        params = TransferParams(
            from_pubkey=sender, to_pubkey=key(value["sol"]["to"]), lamports=value["sol"]["lamports"]
        )
        return [*steps, *memo, transfer(params)]
    if "revoke" in value:
        for each in value["revoke"]:
            steps.append(revoke(RevokeParams(program_id=key(each["program"]), account=key(each["account"]), owner=sender)))
        return steps
    token = value["token"]
    program, mint, to = key(token["program"]), key(token["mint"]), key(token["to"])
    source, dest = (get_associated_token_address(owner, mint, program) for owner in (sender, to))
    if token["create"]:
        steps.append(create_idempotent_associated_token_account(sender, to, mint, program))
    params = TransferCheckedParams(
        program_id=program,
        source=source,
        mint=mint,
        dest=dest,
        owner=sender,
        amount=token["amount"],
        decimals=token["decimals"],
    )
    return [*steps, *memo, transfer_checked(params)]


for line in sys.stdin:
    wanted = json.loads(line)
    blockhash = Hash.from_string(wanted["blockhash"])
    message = MessageV0.try_compile(Pubkey.from_string(wanted["from"]), instructions(wanted), [], blockhash)
    print(to_bytes_versioned(message).hex())
