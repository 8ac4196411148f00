#!/usr/bin/env python3
"""Compiles instructions by PyPI's solders, and says what it makes of the same ones compiled by somebody else.

Reads one JSON object a line from standard input and answers each with one line:

    {"version": "legacy"|"0"|"1", "payer": HEX, "blockhash": HEX,
     "instructions": [{"program": HEX, "accounts": [[HEX, SIGNER, WRITABLE], ...], "data": HEX}, ...],
     "tables": [{"key": HEX, "addresses": [HEX, ...]}, ...], "config": [FEE, UNITS, BYTES, HEAP] | null, "wire": HEX | null}
 -> {"wire": HEX | null, "same": BOOL}

`wire` is solders' own transaction with empty slots, null where it refuses. `same` tells whether solders parses the other
wire, whole, into a message equal to its own that its sanitizer lets pass.
"""

import json
import sys

from solders.address_lookup_table_account import AddressLookupTableAccount
from solders.hash import Hash
from solders.instruction import AccountMeta, Instruction
from solders.message import Message, MessageV0, MessageV1, TransactionConfig
from solders.pubkey import Pubkey
from solders.signature import Signature
from solders.transaction import VersionedTransaction


def key(digits):
    return Pubkey(bytes.fromhex(digits))


def read_instruction(value):
    accounts = [AccountMeta(key(account), signer, writable) for account, signer, writable in value["accounts"]]
    return Instruction(key(value["program"]), bytes.fromhex(value["data"]), accounts)


def compile_message(value):
    payer, blockhash = key(value["payer"]), Hash(bytes.fromhex(value["blockhash"]))
    instructions = [read_instruction(instruction) for instruction in value["instructions"]]
    if value["version"] == "legacy":
        return Message.new_with_blockhash(instructions, payer, blockhash)
    if value["version"] == "0":
        tables = [
            AddressLookupTableAccount(key(table["key"]), [key(address) for address in table["addresses"]])
            for table in value["tables"]
        ]
        return MessageV0.try_compile(payer, instructions, tables, blockhash)
    fee, units, size, heap = value.get("config") or [None] * 4
    config = TransactionConfig(
        priority_fee=fee, compute_unit_limit=units, loaded_accounts_data_size_limit=size, heap_size=heap
    )
    return MessageV1.try_compile(payer, instructions, blockhash, config)


def answer(value):
    try:
        message = compile_message(value)
    except Exception:  # solders has an exception of its own for each refusal
        return {"wire": None, "same": False}
    slots = [Signature.default()] * message.header.num_required_signatures
    transaction = VersionedTransaction.populate(message, slots)
    other = value.get("wire")
    same = False
    if other is not None:
        raw = bytes.fromhex(other)
        parsed = VersionedTransaction.from_bytes(raw)
        parsed.sanitize()
        same = parsed.message == message and parsed.signatures == slots and bytes(parsed) == raw
    return {"wire": bytes(transaction).hex(), "same": same}


def main():
    for line in sys.stdin:
        sys.stdout.write(json.dumps(answer(json.loads(line)), separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
