#!/usr/bin/env python3
"""A node's answers about transactions of the corpus: accounts before and after, from a chain in this process.

    chain_facts.py    prints a JSON list: {name, kind, transaction: base64, user, slot, before: {ADDRESS: account}, after: {ADDRESS: account}}

An account is {lamports, program, executable, data: base64}, or null where there is none; a program's
data is left out. The kinds:

    honest      what wallets send
    hidden      a trick with its accounts behind a lookup table
    odd         a trick whose instruction has an account or a byte too many: its program executes it, and nobody who reads it to its end knows it
    extended    an honest transfer of a Token-2022 token with a permanent delegate and a transfer fee
"""

import base64
import json
import struct
import sys

from solders.account import Account
from solders.instruction import AccountMeta, Instruction
from solders.pubkey import Pubkey
from solders.system_program import CreateAccountParams, create_account
from solders.transaction import VersionedTransaction
from spl.token import instructions as token
from spl.token.constants import TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID, WRAPPED_SOL_MINT

import transaction_corpus as corpus
from transaction_corpus import FRIEND, MINTS, NONCE, SPARE, STAKED, THIEF, USER, World

FEE_MINT = corpus.keypair(60)
PEOPLE = [USER, FRIEND, THIEF, SPARE]


def everything() -> list[Pubkey]:
    """All that somebody may ask for."""
    accounts = [person.pubkey() for person in (*PEOPLE, corpus.COSIGNER, NONCE, STAKED, corpus.THIEFS_NONCE, corpus.keypair(40), FEE_MINT)]
    mints = [(mint.pubkey(), program) for program, mint in MINTS.items()] + [
        (WRAPPED_SOL_MINT, TOKEN_PROGRAM_ID), (FEE_MINT.pubkey(), TOKEN_2022_PROGRAM_ID)]
    for mint, program in mints:
        accounts += [mint, *(token.get_associated_token_address(person.pubkey(), mint, program) for person in PEOPLE)]
    seeded = Pubkey.create_with_seed(USER.pubkey(), "stash", corpus.SYSTEM)
    return [*accounts, corpus.TABLE, seeded, corpus.keypair(41).pubkey(), corpus.keypair(42).pubkey()]


def shown(account: Account | None) -> dict | None:
    if account is None or account.lamports == 0:
        return None
    return {
        "lamports": account.lamports, "program": str(account.owner), "executable": account.executable,
        "data": "" if account.executable else base64.b64encode(bytes(account.data)).decode(),
    }


def entry(name: str, kind: str, world: World, transaction: VersionedTransaction) -> dict:
    addresses = sorted({*everything(), *transaction.message.account_keys}, key=str)
    before = {str(address): shown(world.chain.get_account(address)) for address in addresses}
    # A table's entries can be used from the slot after they were added.
    slot = world.chain.get_clock().slot + 1
    world.send(transaction)
    after = {str(address): shown(world.chain.get_account(address)) for address in addresses}
    return {
        "name": name, "kind": kind, "transaction": base64.b64encode(bytes(transaction)).decode(),
        "user": str(USER.pubkey()), "slot": slot, "before": before, "after": after,
    }


def too_long(instruction: Instruction) -> Instruction:
    if instruction.program_id not in MINTS:
        return Instruction(instruction.program_id, bytes(instruction.data) + b"\0", instruction.accounts)
    batch = instruction if instruction.data[0] == 255 else corpus.batch(instruction.program_id, instruction)
    return corpus.more(batch, AccountMeta(corpus.MEMO, False, False))


def fee_transfer(world: World) -> VersionedTransaction:
    """Sends the user's tokens, of which a part is kept back and which somebody may take at any time."""
    program, mint = TOKEN_2022_PROGRAM_ID, FEE_MINT.pubkey()
    mine, theirs = (token.get_associated_token_address(person.pubkey(), mint, program) for person in (USER, FRIEND))
    begin = [
        bytes([35]) + bytes(THIEF.pubkey()),
        bytes([26, 0, 0, 0]) + struct.pack("<HQ", 250, 9_000),
        bytes([20, 6]) + bytes(USER.pubkey()) + b"\0",
    ]
    write = AccountMeta(mint, False, True)
    world.run(
        [
            create_account(CreateAccountParams(
                from_pubkey=USER.pubkey(), to_pubkey=mint, lamports=10**8, space=166 + 36 + 112, owner=program)),
            *(Instruction(program, data, [write]) for data in begin),
            *(token.create_associated_token_account(USER.pubkey(), person.pubkey(), mint, program) for person in (USER, FRIEND)),
            Instruction(program, bytes([7]) + struct.pack("<Q", 10_000), [
                write, AccountMeta(mine, False, True), AccountMeta(USER.pubkey(), True, False)]),
        ], FEE_MINT)
    send = Instruction(program, bytes([12]) + struct.pack("<QB", 1_000, 6), [
        AccountMeta(mine, False, True), AccountMeta(mint, False, False), AccountMeta(theirs, False, True),
        AccountMeta(USER.pubkey(), True, False)])
    return corpus.Way("legacy").build(world, [send], [])


def main() -> None:
    found = []
    for name, (instructions, signers) in corpus.honest().items():
        world = World()
        found.append(entry(name, "honest", world, corpus.Way("legacy").build(world, instructions, signers)))
    for name, (instructions, signers) in corpus.tricks().items():
        world = World()
        found.append(entry(name, "hidden", world, corpus.Way("v0", has_tables=True).build(world, instructions, signers)))
        world = World()
        odd = [too_long(instruction) for instruction in instructions]
        found.append(entry(name, "odd", world, corpus.Way("legacy").build(world, odd, signers)))
    for name, instruction in {"SOL sent": corpus.pay(THIEF.pubkey(), corpus.SOL), "tokens sent": corpus.send_tokens(THIEF, 5)}.items():
        world = World()
        found.append(entry(name, "odd", world, corpus.Way("legacy").build(world, [too_long(instruction)], [])))
    world = World()
    found.append(entry("fee and permanent delegate", "extended", world, fee_transfer(world)))
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main()
