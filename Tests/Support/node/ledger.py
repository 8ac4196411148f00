"""The past: transactions by signature, slot and address, and accounts as they were at slots not yet final."""

import bisect
from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from solders.account import Account
from solders.pubkey import Pubkey
from solders.transaction import VersionedTransaction

from .lookup import Keys


@dataclass(frozen=True)
class Record:
    """A transaction that is in a block, whether it succeeded or not."""

    number: int
    slot: int
    index: int
    transaction: VersionedTransaction
    keys: Keys
    signature: str
    error: Any
    memo: str | None
    meta: dict[str, Any]
    # What it paid for a compute unit beyond the base fee, in micro-lamports.
    price: int


class Ledger:
    """Every transaction since the start, oldest first."""

    def __init__(self) -> None:
        self.records: list[Record] = []
        # Counts what came, and stays where it is when something is forgotten.
        self.count = 0
        self.by_signature: dict[str, Record] = {}
        self.by_slot: dict[int, list[Record]] = defaultdict(list)
        self.by_address: dict[Pubkey, list[Record]] = defaultdict(list)

    def add(self, record: Record) -> None:
        self.records.append(record)
        self.count += 1
        self.by_signature[record.signature] = record
        self.by_slot[record.slot].append(record)
        for address in set(record.keys.all):
            self.by_address[address].append(record)

    def page(self, address: Pubkey, newest: int, before: str | None, until: str | None, limit: int) -> list[Record]:
        """Transactions that name an address, newest first: older than `before`, newer than `until`, none too new."""
        found = self.by_address.get(address, [])
        end = bisect.bisect_right(found, newest, key=lambda each: each.slot)
        if before is not None:
            # A signature that the node doesn't know begins nowhere, and so has nothing before it.
            known = self.by_signature.get(before)
            end = min(end, bisect.bisect_left(found, known.number, key=lambda each: each.number) if known else 0)
        start = 0
        if until is not None and (known := self.by_signature.get(until)):
            start = bisect.bisect_right(found, known.number, key=lambda each: each.number)
        return found[max(start, end - limit) : end][::-1]

    def forget(self, signature: str) -> None:
        """Takes a transaction out of the history, as a node without it would answer."""
        record = self.by_signature.pop(signature, None)
        if record is None:
            return
        for shelf in (self.records, self.by_slot[record.slot], *(self.by_address[x] for x in set(record.keys.all))):
            shelf.remove(record)


class Versions:
    """Accounts at each slot since the last final one. An account without lamports is none."""

    def __init__(self) -> None:
        self.changes: dict[Pubkey, list[tuple[int, Account | None]]] = {}

    def begin(self, address: Pubkey, account: Account | None) -> None:
        """Says what an account is before it is changed for the first time."""
        self.changes.setdefault(address, [(0, account)])

    def end(self, address: Pubkey, account: Account | None, slot: int, final: int) -> None:
        """Says what an account is after a transaction of a slot."""
        changes = self.changes[address]
        if changes[-1][1] == account:
            return
        if changes[-1][0] == slot:
            changes.pop()
        changes.append((slot, account))
        while len(changes) > 1 and changes[1][0] <= final:
            changes.pop(0)

    def at(self, address: Pubkey, slot: int) -> tuple[int, Account | None] | None:
        """The slot of the last change up to a slot, and the account since; None for what nobody has changed."""
        changes = self.changes.get(address)
        if changes is None:
            return None
        for changed, account in reversed(changes):
            if changed <= slot:
                return changed, account
        return 0, None
