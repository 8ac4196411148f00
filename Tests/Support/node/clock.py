"""Slots, block heights, commitments and blockhashes: the node's time, which passes by itself or when it is told to."""

import functools
import hashlib
import os
import struct
import time

from solders.hash import Hash

from .errors import CONTEXT_SLOT_NOT_REACHED, RPCError, invalid

FIRST_SLOT = 1_000
# A chain has fewer blocks than slots, because some slots have none; who takes one for the other finds out here.
SKIPPED_SLOTS = 250
# A blockhash can be used in so many blocks after its own (MAX_PROCESSING_AGE), and is forgotten after twice as many.
BLOCKHASH_LIFE = 150
SLOTS_AN_EPOCH = 432_000
# By how many slots a commitment is behind the newest one.
LAGS = {"processed": 0, "confirmed": 1, "finalized": 32}
OLD_NAMES = {"recent": "processed", "single": "confirmed", "root": "finalized", "max": "finalized"}


class Clock:
    """The slot that is being filled, and what follows from it."""

    def __init__(self, slot_seconds: float = 0.4):
        self.slot = FIRST_SLOT
        self.slot_seconds = slot_seconds
        # No two chains share blockhashes: what was signed for one is nothing on another.
        self.salt = os.urandom(16)
        self.started = time.time()
        self.slots_by_hash: dict[Hash, int] = {}
        self.blockhash = functools.lru_cache(1_024)(self._blockhash)
        self.advance(0)

    def advance(self, slots: int) -> None:
        self.slot += slots
        known = self.slots_by_hash.values()
        oldest = max(FIRST_SLOT - LAGS["finalized"], self.slot - 2 * BLOCKHASH_LIFE)
        first = max(max(known, default=0) + 1, oldest)
        self.slots_by_hash.update((self.blockhash(slot), slot) for slot in range(first, self.slot + 1))
        for old in [each for each, slot in self.slots_by_hash.items() if slot < oldest]:
            del self.slots_by_hash[old]

    def _blockhash(self, slot: int) -> Hash:
        return Hash(hashlib.sha256(self.salt + slot.to_bytes(8, "little")).digest())

    def height(self, slot: int) -> int:
        return slot - SKIPPED_SLOTS

    def block_time(self, slot: int) -> int:
        """Seconds since 1970: 400 ms for each slot, however fast they pass."""
        return int(self.started + (slot - FIRST_SLOT) * 0.4)

    def last_valid_height(self, slot: int) -> int:
        """The last block height at which the slot's blockhash can be used."""
        return self.height(slot) + BLOCKHASH_LIFE

    def recent_blockhashes(self, slot: int) -> bytes:
        """The sysvar's data: a u64 count, then the newest 150 hashes first, each with its fee."""
        hashes = [self.blockhash(each) for each in range(slot, max(slot - BLOCKHASH_LIFE, -1), -1)]
        return struct.pack("<Q", len(hashes)) + b"".join(bytes(each) + struct.pack("<Q", 5_000) for each in hashes)

    def at(self, commitment: str | None) -> int:
        """The newest slot with a commitment; finalized where none is named."""
        name = OLD_NAMES.get(commitment or "finalized", commitment or "finalized")
        if name not in LAGS:
            names = "`processed`, `confirmed`, `finalized`"
            raise invalid(f"Invalid params: unknown variant `{commitment}`, expected one of {names}.")
        return self.slot - LAGS[name]

    def status(self, slot: int) -> str:
        """What a transaction of a slot is by now."""
        return next(name for name in ("finalized", "confirmed", "processed") if slot <= self.slot - LAGS[name])

    def bank(self, options: dict) -> int:
        """The slot that a request with `commitment` and `minContextSlot` reads."""
        slot = self.at(options.get("commitment"))
        wanted = options.get("minContextSlot")
        if wanted is not None and slot < wanted:
            raise RPCError(
                CONTEXT_SLOT_NOT_REACHED, "Minimum context slot has not been reached", {"contextSlot": slot}
            )
        return slot

    def is_valid(self, blockhash: Hash, bank: int) -> bool:
        """Returns whether a transaction with this blockhash can still be put into the block after a bank's."""
        slot = self.slots_by_hash.get(blockhash)
        return slot is not None and slot <= bank and bank - slot <= BLOCKHASH_LIFE
