#!/usr/bin/env python3
"""Transactions of all three versions as PyPI's solders writes and judges them, one JSON object a line.

    vectors_transactions.py values [--count N] [--seed S]     transactions, with every field, to be read and written
    vectors_transactions.py mutants [--count N] [--seed S]    damaged ones, each with a verdict
    vectors_transactions.py differences                       the rules that solders lacks, each with its reason

A verdict is solders' own (parsed and sanitized) unless a rule in DIFFERENCES says that Sidekey must refuse what solders
lets pass; then the line names the rule. Nothing is accepted that solders refuses.
"""

import argparse
import json
import random
import sys

from solders.hash import Hash
from solders.instruction import CompiledInstruction
from solders.message import (
    Message,
    MessageAddressTableLookup,
    MessageHeader,
    MessageV0,
    MessageV1,
    TransactionConfig,
    to_bytes_versioned,
)
from solders.pubkey import Pubkey
from solders.signature import Signature
from solders.transaction import VersionedTransaction

# Explained in docs/transaction-differences.md, by the same names.
DIFFERENCES = {
    "trailing-bytes": "solders reads a transaction from the front and leaves what follows; then its sender and its reader "
    "would mean different bytes by it",
    "too-large": "solders parses any number of bytes; the network carries 1,232 (legacy, v0) or 4,096 (v1)",
    "duplicate-account": "solders leaves this to the bank, which refuses to lock an account twice (v1: in the format)",
    "duplicate-lookup": "an entry of a lookup table taken twice is one account twice, which the bank refuses",
}

LIMITS = {"legacy": 1232, "0": 1232, "1": 4096}
VERSIONS = ["legacy", "0", "1"]


class Generator:
    """Makes valid transactions: few or many accounts, instructions, signers and bytes, up to the limits."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def key(self):
        return Pubkey(self.random.randbytes(32))

    def below(self, limit):
        """A number from 0 to limit, small ones more often."""
        return self.random.randint(0, self.random.randint(0, limit))

    def transaction(self, version):
        while True:
            transaction = self.attempt(version)
            if len(bytes(transaction)) <= LIMITS[version]:
                return transaction

    def attempt(self, version):
        rng = self.random
        signers = 1 + self.below(11)
        others = self.below(64 - signers if version == "1" else 30)
        keys = [self.key() for _ in range(signers + others)]
        header = MessageHeader(signers, self.below(signers - 1), self.below(others))
        lookups = []
        if version == "0" and rng.random() < 0.7:
            for _ in range(1 + self.below(4)):
                entries = rng.sample(range(256), 1 + self.below(40))
                cut = rng.randint(0, len(entries))
                lookups.append(MessageAddressTableLookup(self.key(), bytes(entries[:cut]), bytes(entries[cut:])))
        total = min(256, len(keys) + sum(len(x.writable_indexes) + len(x.readonly_indexes) for x in lookups))
        instructions = []
        if len(keys) > 1:
            for _ in range(self.below(64 if version == "1" else 20)):
                accounts = bytes(rng.randrange(total) for _ in range(self.below(24)))
                data = rng.randbytes(self.below(2000 if version == "1" else 600))
                instructions.append(CompiledInstruction(rng.randrange(1, len(keys)), data, accounts))
        blockhash = Hash(rng.randbytes(32))
        if version == "legacy":
            message = Message.new_with_compiled_instructions(
                header.num_required_signatures,
                header.num_readonly_signed_accounts,
                header.num_readonly_unsigned_accounts,
                keys,
                blockhash,
                instructions,
            )
        elif version == "0":
            message = MessageV0(header, keys, blockhash, instructions, lookups)
        else:
            message = MessageV1(header, self.config(), blockhash, keys, instructions)
        return self.with_signatures(message)

    def with_signatures(self, message):
        rng = self.random
        signatures = [
            Signature(bytes(64) if rng.random() < 0.5 else rng.randbytes(64))
            for _ in range(message.header.num_required_signatures)
        ]
        return VersionedTransaction.populate(message, signatures)

    def config(self):
        rng = self.random
        return TransactionConfig(
            priority_fee=rng.choice([None, 0, 1, rng.getrandbits(64), 2**64 - 1]),
            compute_unit_limit=rng.choice([None, 0, rng.getrandbits(32), 2**32 - 1]),
            loaded_accounts_data_size_limit=rng.choice([None, 0, rng.getrandbits(32)]),
            heap_size=rng.choice([None, 32768, 1024 * rng.randint(32, 256), 262144]),
        )

    def filled(self, version, excess):
        """A transaction of exactly the largest size, or some bytes more or fewer."""
        keys = [self.key(), self.key()]
        header = MessageHeader(1, 0, 1)

        def build(count):
            instruction = CompiledInstruction(1, self.random.randbytes(count), bytes([0]))
            blockhash = Hash(self.random.randbytes(32))
            if version == "legacy":
                message = Message.new_with_compiled_instructions(1, 0, 1, keys, blockhash, [instruction])
            elif version == "0":
                message = MessageV0(header, keys, blockhash, [instruction], [])
            else:
                message = MessageV1(header, TransactionConfig(), blockhash, keys, [instruction])
            return self.with_signatures(message)

        # 200 bytes of data and more make the count's spelling as long as it will be.
        return build(200 + LIMITS[version] - len(bytes(build(200))) + excess)


def version_of(message):
    return {Message: "legacy", MessageV0: "0", MessageV1: "1"}[type(message)]


def describe(transaction, generator):
    """Everything that stands in a transaction, and one signature put into one slot of it."""
    message = transaction.message
    version = version_of(message)
    signer = generator.random.randrange(message.header.num_required_signatures)
    placed = Signature(generator.random.randbytes(64))
    signatures = transaction.signatures
    signatures[signer] = placed
    value = {
        "version": version,
        "wire": bytes(transaction).hex(),
        "message": to_bytes_versioned(message).hex(),
        "header": [
            message.header.num_required_signatures,
            message.header.num_readonly_signed_accounts,
            message.header.num_readonly_unsigned_accounts,
        ],
        "accountKeys": [str(key) for key in message.account_keys],
        "lifetime": str(message.lifetime_specifier if version == "1" else message.recent_blockhash),
        "instructions": [
            [ix.program_id_index, bytes(ix.accounts).hex(), bytes(ix.data).hex()] for ix in message.instructions
        ],
        "signatures": [str(signature) for signature in transaction.signatures],
        "lookups": [],
        "config": [],
        "signer": signer,
        "placed": str(placed),
        "wireWithPlaced": bytes(VersionedTransaction.populate(message, signatures)).hex(),
    }
    if version == "0":
        value["lookups"] = [
            [str(x.account_key), bytes(x.writable_indexes).hex(), bytes(x.readonly_indexes).hex()]
            for x in message.address_table_lookups
        ]
    if version == "1":
        config = message.config
        # Strings: a u64 isn't safe as a JSON number.
        value["config"] = [
            None if field is None else str(field)
            for field in [
                config.priority_fee,
                config.compute_unit_limit,
                config.loaded_accounts_data_size_limit,
                config.heap_size,
            ]
        ]
    return value


def judge_solders(raw):
    """The transaction, where solders reads the bytes and finds it sane."""
    try:
        transaction = VersionedTransaction.from_bytes(raw)
        transaction.sanitize()
    except Exception:  # solders has several error types, none of them shared
        return None
    return transaction


def judge(raw):
    """Returns whether Sidekey must accept the bytes, whether solders does, and the rule that makes them differ."""
    transaction = judge_solders(raw)
    if transaction is None:
        return False, False, None
    message = transaction.message
    version = version_of(message)
    keys = message.account_keys
    difference = None
    if not raw.startswith(bytes(transaction)):
        # A second spelling that solders reads: nobody has seen one, so there is no rule for it, and the test fails.
        return False, True, None
    if len(set(keys)) != len(keys):
        difference = "duplicate-account"
    elif version == "0":
        entries = [
            (x.account_key, index)
            for x in message.address_table_lookups
            for index in bytes(x.writable_indexes) + bytes(x.readonly_indexes)
        ]
        if len(set(entries)) != len(entries):
            difference = "duplicate-lookup"
    if difference is None and len(raw) > len(bytes(transaction)):
        difference = "trailing-bytes"
    if difference is None and len(raw) > LIMITS[version]:
        difference = "too-large"
    return difference is None, True, difference


class Mutator:
    """Damages a transaction at random, or where damage is likely to pass a careless parser."""

    def __init__(self, generator):
        self.generator = generator
        self.random = generator.random

    def mutate(self, transaction):
        kinds = [
            self.flip_bit, self.set_byte, self.truncate, self.extend, self.insert, self.delete, self.respell,
            self.header, self.header, self.index, self.index, self.repeat_key, self.repeat_lookup, self.config,
            self.signature_byte, self.swap_prefix,
        ]  # fmt: skip
        raw = bytes(self.random.choice(kinds)(transaction))
        # Damage on damage: what one rule lets pass by mistake, the next may not notice.
        for _ in range(self.random.choice([0, 0, 0, 1, 2, 4])):
            raw = self.damage(raw)
        return raw

    def damage(self, raw):
        """One change to bytes that may be no transaction any more."""
        rng = self.random
        raw = bytearray(raw or b"\0")
        place = rng.randrange(len(raw))
        # Counts and indexes stand near the beginning, and just behind the accounts.
        if rng.random() < 0.5:
            place = min(place, rng.randrange(140))
        kind = rng.randrange(5)
        if kind == 0:
            raw[place] ^= 1 << rng.randrange(8)
        elif kind == 1:
            raw[place] = rng.choice([0, 1, 2, 0x7F, 0x80, 0x81, 0xFF])
        elif kind == 2:
            raw[place:place] = rng.choice([b"\0", b"\x80", b"\x80\0", rng.randbytes(1), rng.randbytes(32)])
        elif kind == 3:
            del raw[place : place + rng.choice([1, 1, 2, 32, 64])]
        else:
            source = rng.randrange(len(raw))
            raw[place : place + 32] = raw[source : source + 32]
        return bytes(raw)

    def flip_bit(self, transaction):
        raw = bytearray(bytes(transaction))
        raw[self.random.randrange(len(raw))] ^= 1 << self.random.randrange(8)
        return raw

    def set_byte(self, transaction):
        raw = bytearray(bytes(transaction))
        raw[self.random.randrange(len(raw))] = self.random.choice([0, 1, 0x7F, 0x80, 0x81, 0xFF])
        return raw

    def truncate(self, transaction):
        raw = bytes(transaction)
        return raw[: self.random.randrange(len(raw))]

    def extend(self, transaction):
        return bytes(transaction) + self.random.randbytes(self.random.choice([1, 1, 2, 32, 64]))

    def insert(self, transaction):
        raw = bytearray(bytes(transaction))
        raw.insert(self.random.randrange(len(raw)), self.random.randrange(256))
        return raw

    def delete(self, transaction):
        raw = bytearray(bytes(transaction))
        del raw[self.random.randrange(len(raw))]
        return raw

    def message_offset(self, transaction):
        return 0 if version_of(transaction.message) == "1" else 1 + 64 * len(transaction.signatures)

    def header_offset(self, transaction):
        return self.message_offset(transaction) + (0 if version_of(transaction.message) == "legacy" else 1)

    def respell(self, transaction):
        """A second spelling of the number of accounts: `n` as `n|80 00` or `n|80 80 00`."""
        raw = bytearray(bytes(transaction))
        if version_of(transaction.message) == "1":
            return self.config(transaction)
        place = self.header_offset(transaction) + 3
        raw[place] |= 0x80
        raw[place + 1 : place + 1] = self.random.choice([b"\x00", b"\x80\x00", b"\x00\x00"])
        return raw

    def header(self, transaction):
        raw = bytearray(bytes(transaction))
        raw[self.header_offset(transaction) + self.random.randrange(3)] = self.random.choice(
            [0, 1, 2, len(transaction.message.account_keys), self.random.randrange(16), 255]
        )
        return raw

    def rebuild(self, transaction, **changes):
        message = transaction.message
        parts = {"header": message.header, "keys": message.account_keys, "instructions": message.instructions}
        parts.update(changes)
        if isinstance(message, Message):
            rebuilt = Message.new_with_compiled_instructions(
                parts["header"].num_required_signatures,
                parts["header"].num_readonly_signed_accounts,
                parts["header"].num_readonly_unsigned_accounts,
                parts["keys"],
                message.recent_blockhash,
                parts["instructions"],
            )
        elif isinstance(message, MessageV0):
            lookups = parts.get("lookups", message.address_table_lookups)
            rebuilt = MessageV0(
                parts["header"], parts["keys"], message.recent_blockhash, parts["instructions"], lookups
            )
        else:
            rebuilt = MessageV1(
                parts["header"], message.config, message.lifetime_specifier, parts["keys"], parts["instructions"]
            )
        return bytes(VersionedTransaction.populate(rebuilt, transaction.signatures))

    def index(self, transaction):
        """An index at, below or above its limit."""
        message = transaction.message
        instructions = message.instructions
        if not instructions:
            return self.set_byte(transaction)
        place = self.random.randrange(len(instructions))
        old = instructions[place]
        program, accounts = old.program_id_index, bytearray(old.accounts)
        total = len(message.account_keys)
        if isinstance(message, MessageV0):
            total += sum(len(x.writable_indexes) + len(x.readonly_indexes) for x in message.address_table_lookups)
        edges = [0, 1, len(message.account_keys) - 1, len(message.account_keys), total - 1, total]
        value = min(255, self.random.choice(edges))
        if accounts and self.random.random() < 0.5:
            accounts[self.random.randrange(len(accounts))] = value
        else:
            program = value
        instructions[place] = CompiledInstruction(program, bytes(old.data), bytes(accounts))
        return self.rebuild(transaction, instructions=instructions)

    def repeat_key(self, transaction):
        keys = transaction.message.account_keys
        if len(keys) < 2:
            return self.flip_bit(transaction)
        source, target = self.random.sample(range(len(keys)), 2)
        keys[target] = keys[source]
        return self.rebuild(transaction, keys=keys)

    def repeat_lookup(self, transaction):
        """An entry twice in one lookup, a table twice with other entries (which is allowed), or an empty lookup."""
        if not isinstance(transaction.message, MessageV0) or not transaction.message.address_table_lookups:
            return self.header(transaction)
        lookups = transaction.message.address_table_lookups
        old = self.random.choice(lookups)
        entries = bytes(old.writable_indexes) + bytes(old.readonly_indexes)
        free = [entry for entry in range(256) if entry not in entries]
        added = self.random.choice([bytes(self.random.sample(free, 1)), entries[:1], b""])
        if self.random.random() < 0.5:
            lookups.append(MessageAddressTableLookup(old.account_key, added, b""))
        else:
            lookups.append(MessageAddressTableLookup(old.account_key, b"", added))
        return self.rebuild(transaction, lookups=lookups)

    def config(self, transaction):
        """Bits of a v1 message's mask, or its heap size."""
        message = transaction.message
        if not isinstance(message, MessageV1):
            return self.respell(transaction)
        raw = bytearray(bytes(transaction))
        if message.config.heap_size is not None and self.random.random() < 0.7:
            mask_to_values = 4 + 4 + 32 + 2 + 32 * len(message.account_keys)
            before = 8 * (message.config.priority_fee is not None) + 4 * sum(
                value is not None
                for value in [message.config.compute_unit_limit, message.config.loaded_accounts_data_size_limit]
            )
            place = mask_to_values + before
            size = self.random.choice([0, 1024, 31744, 32768, 32769, 262144, 263168, 2**32 - 1024])
            raw[place : place + 4] = size.to_bytes(4, "little")
        else:
            raw[4 + self.random.randrange(4)] ^= 1 << self.random.randrange(8)
        return raw

    def signature_byte(self, transaction):
        """Damage that a parser must not mind."""
        raw = bytearray(bytes(transaction))
        start = 1 if self.message_offset(transaction) else len(raw) - 64 * len(transaction.signatures)
        raw[start + self.random.randrange(64 * len(transaction.signatures))] ^= 0xFF
        return raw

    def swap_prefix(self, transaction):
        """Another version byte, in front of the transaction or of its message."""
        raw = bytearray(bytes(transaction))
        place = self.random.choice([0, self.message_offset(transaction)])
        raw[place] = self.random.choice([0x80, 0x81, 0x82, 0xFF, 0x00, 0x01])
        return raw


def print_line(value):
    sys.stdout.write(json.dumps(value, separators=(",", ":")) + "\n")


def print_values(count, seed):
    generator = Generator(seed)
    for index in range(count):
        version = VERSIONS[index % 3]
        print_line(describe(generator.transaction(version), generator))
    for version in VERSIONS:
        print_line(describe(generator.filled(version, 0), generator))


def print_mutants(count, seed):
    generator = Generator(seed)
    mutator = Mutator(generator)
    cases = [bytes(generator.filled(version, excess)) for version in VERSIONS for excess in (-1, 0, 1, 2)]
    for index in range(count):
        if index % 8 == 0:
            transaction = generator.transaction(VERSIONS[index // 8 % 3])
        cases.append(mutator.mutate(transaction))
    for raw in cases:
        accept, solders, difference = judge(raw)
        print_line({"wire": raw.hex(), "accept": accept, "solders": solders, "difference": difference})


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=["values", "mutants", "differences"])
    parser.add_argument("--count", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=385)
    arguments = parser.parse_args()
    if arguments.what == "values":
        print_values(arguments.count, arguments.seed)
    elif arguments.what == "mutants":
        print_mutants(arguments.count, arguments.seed)
    else:
        print_line(DIFFERENCES)


if __name__ == "__main__":
    main()
