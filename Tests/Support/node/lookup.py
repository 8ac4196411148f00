"""Lookup tables and the keys of a transaction: who is named, who signs, who may be written."""

from collections.abc import Callable
from dataclasses import dataclass

from solders.account import Account
from solders.message import MessageV0
from solders.pubkey import Pubkey
from solders.transaction import VersionedTransaction

PROGRAM = Pubkey.from_string("AddressLookupTab1e1111111111111111111111111")
# Before the addresses: state, slots of deactivation and extension, authority (LOOKUP_TABLE_META_SIZE).
HEADER_SIZE = 56

AccountAt = Callable[[Pubkey], Account | None]


class NotExecutable(Exception):
    """A transaction that no block will hold; the text is a name of TransactionError."""


@dataclass(frozen=True)
class Keys:
    """The accounts of a transaction in their order: the message's, then loaded writable, then loaded read-only ones."""

    static: list[Pubkey]
    writable: list[Pubkey]
    readonly: list[Pubkey]
    signers: int
    readonly_signers: int
    readonly_others: int

    @property
    def all(self) -> list[Pubkey]:
        return self.static + self.writable + self.readonly

    def is_writable(self, index: int) -> bool:
        if index < self.signers:
            return index < self.signers - self.readonly_signers
        if index < len(self.static):
            return index < len(self.static) - self.readonly_others
        return index < len(self.static) + len(self.writable)


def addresses(account: Account | None) -> list[Pubkey]:
    """The addresses in a table."""
    if account is None:
        raise NotExecutable("AddressLookupTableNotFound")
    if account.owner != PROGRAM:
        raise NotExecutable("InvalidAddressLookupTableOwner")
    if len(account.data) < HEADER_SIZE or account.data[0] != 1:
        raise NotExecutable("InvalidAddressLookupTableData")
    body = account.data[HEADER_SIZE:]
    return [Pubkey(body[at : at + 32]) for at in range(0, len(body) - 31, 32)]


def keys(transaction: VersionedTransaction, account: AccountAt) -> Keys:
    """The transaction's accounts, with those that it takes out of lookup tables."""
    message = transaction.message
    writable: list[Pubkey] = []
    readonly: list[Pubkey] = []
    if isinstance(message, MessageV0):
        for lookup in message.address_table_lookups:
            entries = addresses(account(lookup.account_key))
            try:
                writable += [entries[index] for index in bytes(lookup.writable_indexes)]
                readonly += [entries[index] for index in bytes(lookup.readonly_indexes)]
            except IndexError:
                raise NotExecutable("InvalidAddressLookupTableIndex") from None
    header = message.header
    return Keys(
        static=list(message.account_keys),
        writable=writable,
        readonly=readonly,
        signers=header.num_required_signatures,
        readonly_signers=header.num_readonly_signed_accounts,
        readonly_others=header.num_readonly_unsigned_accounts,
    )


def version(transaction: VersionedTransaction) -> int | str:
    """The version as the RPC names it: `legacy`, 0 or 1."""
    found = transaction.version()
    return found if isinstance(found, int) else "legacy"
