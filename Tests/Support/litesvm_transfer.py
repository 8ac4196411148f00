#!/usr/bin/env python3
"""A Solana chain in memory (solders.litesvm) on which a test's signed transactions really run.

As a module:

    chain = Chain()
    chain.airdrop(payer, 1_000_000_000)
    transfers = chain.transfers(payer)               # one for each version, unsigned
    ...                                              # have each transfer.wire signed
    execution = chain.execute(transfer, signed)      # raises ChainError where the chain refuses it
    assert execution.received == transfer.lamports

As a program, for a test in another language: prints one line of JSON with the unsigned transactions, reads one line
with the signed ones, executes them and prints one line with what moved.

    litesvm_transfer.py --payer KEY [--lamports N]
    -> {"transfers": [{"version": "legacy", "wire": BASE64, "recipient": KEY, "lamports": N}, ...]}
    <- {"signed": [BASE64, ...]}
    -> {"executions": [{"version": "legacy", "signature": BASE58, "spent": N, "received": N, "fee": N}, ...]}

What litesvm 0.15 (solders 0.29) does with v1: it parses the SIMD-0385 format, verifies its signatures and executes it.
It neither enforces a v1 message's compute limits nor charges its priority fee; the chain does both.
"""

import argparse
import base64
import json
import sys
from dataclasses import dataclass

from solders.address_lookup_table_account import AddressLookupTableAccount
from solders.keypair import Keypair
from solders.litesvm import LiteSVM
from solders.message import Message, MessageV0, MessageV1, TransactionConfig
from solders.null_signer import NullSigner
from solders.pubkey import Pubkey
from solders.system_program import (
    CreateLookupTableParams,
    ExtendLookupTableParams,
    TransferParams,
    create_lookup_table,
    extend_lookup_table,
    transfer,
)
from solders.transaction import VersionedTransaction
from solders.transaction_metadata import FailedTransactionMetadata

VERSIONS = ["legacy", "0", "1"]


class ChainError(Exception):
    """The chain refused a transaction, or it failed; the text is the chain's reason and its log."""


@dataclass(frozen=True)
class Transfer:
    """A transaction that moves lamports from `payer` to `recipient`, its one slot still empty."""

    version: str
    wire: bytes
    payer: str
    recipient: str
    lamports: int

    @property
    def wire_base64(self):
        return base64.b64encode(self.wire).decode()


@dataclass(frozen=True)
class Execution:
    """What a transaction that succeeded has moved."""

    version: str
    signature: str
    spent: int
    received: int
    fee: int


class Chain:
    """One chain with an operator of its own, who pays for lookup tables. Keys are base58, amounts lamports."""

    def __init__(self):
        self.svm = LiteSVM()
        self.operator = Keypair()
        self.svm.airdrop(self.operator.pubkey(), 100_000_000_000)

    def airdrop(self, key, lamports):
        self.svm.airdrop(Pubkey.from_string(key), lamports)

    def balance(self, key):
        return self.svm.get_balance(Pubkey.from_string(key)) or 0

    def blockhash(self):
        return str(self.svm.latest_blockhash())

    def new_recipient(self):
        """A fresh address that nobody has paid yet."""
        return str(Keypair().pubkey())

    def create_lookup_table(self, addresses):
        """Makes an address lookup table on the chain by the real instructions, and returns its address."""
        authority = self.operator.pubkey()
        # A table is named after a slot that is past, and its entries can be used from the slot after they were added.
        slot = self.svm.get_clock().slot
        self.svm.warp_to_slot(slot + 1)
        create, table = create_lookup_table(
            CreateLookupTableParams(authority_address=authority, payer_address=authority, recent_slot=slot)
        )
        extend = extend_lookup_table(
            ExtendLookupTableParams(
                lookup_table_address=table,
                authority_address=authority,
                payer_address=authority,
                new_addresses=[Pubkey.from_string(address) for address in addresses],
            )
        )
        message = MessageV0.try_compile(authority, [create, extend], [], self.svm.latest_blockhash())
        self._send(VersionedTransaction(message, [self.operator]))
        self.svm.warp_to_slot(slot + 2)
        return str(table)

    def transfer(self, version, payer, recipient, lamports, table=None):
        """Builds one transfer. A v0 transfer takes its recipient out of `table`, which is made where none is given."""
        payer_key = Pubkey.from_string(payer)
        recipient_key = Pubkey.from_string(recipient)
        instructions = [transfer(TransferParams(from_pubkey=payer_key, to_pubkey=recipient_key, lamports=lamports))]
        if version == "legacy":
            message = Message.new_with_blockhash(instructions, payer_key, self.svm.latest_blockhash())
        elif version == "0":
            table = table or self.create_lookup_table([recipient])
            lookup = AddressLookupTableAccount(Pubkey.from_string(table), [recipient_key])
            message = MessageV0.try_compile(payer_key, instructions, [lookup], self.svm.latest_blockhash())
            assert message.address_table_lookups and recipient_key not in message.account_keys
        elif version == "1":
            # On the real chain a limit that is left out is 0, and such a transaction fails.
            config = TransactionConfig(compute_unit_limit=10_000, loaded_accounts_data_size_limit=65_536)
            message = MessageV1.try_compile(payer_key, instructions, self.svm.latest_blockhash(), config)
        else:
            raise ValueError(f"no version {version}")
        wire = bytes(VersionedTransaction(message, [NullSigner(payer_key)]))
        return Transfer(version, wire, payer, recipient, lamports)

    def transfers(self, payer, lamports=1_000_000):
        """One transfer of each version, each to a recipient of its own."""
        return [self.transfer(version, payer, self.new_recipient(), lamports) for version in VERSIONS]

    def execute(self, unsigned, signed):
        """Runs the signed bytes of a transfer, after checking that only its signature was filled in."""
        before, after = (VersionedTransaction.from_bytes(wire) for wire in (unsigned.wire, signed))
        if before.message != after.message or len(unsigned.wire) != len(signed):
            raise ChainError("the signed message is not the one that was handed out")
        payer, recipient = self.balance(unsigned.payer), self.balance(unsigned.recipient)
        result = self._send(after)
        return Execution(
            version=unsigned.version,
            signature=str(result.signature()),
            spent=payer - self.balance(unsigned.payer),
            received=self.balance(unsigned.recipient) - recipient,
            fee=result.fee(),
        )

    def _send(self, transaction):
        result = self.svm.send_transaction(transaction)
        if isinstance(result, FailedTransactionMetadata):
            raise ChainError(f"{result.err()}: {'; '.join(result.meta().logs())}")
        return result


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--payer", required=True, help="the fee payer's public key in base58")
    parser.add_argument("--lamports", type=int, default=1_000_000, help="what each transfer moves")
    arguments = parser.parse_args()

    chain = Chain()
    chain.airdrop(arguments.payer, 10 * arguments.lamports + 1_000_000_000)
    transfers = chain.transfers(arguments.payer, arguments.lamports)
    lines = [
        {"version": x.version, "wire": x.wire_base64, "recipient": x.recipient, "lamports": x.lamports}
        for x in transfers
    ]
    print(json.dumps({"transfers": lines}), flush=True)

    signed = json.loads(sys.stdin.readline())["signed"]
    executions = [chain.execute(x, base64.b64decode(wire)) for x, wire in zip(transfers, signed, strict=True)]
    print(json.dumps({"executions": [vars(x) for x in executions]}), flush=True)


if __name__ == "__main__":
    main()
