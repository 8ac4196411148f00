#!/usr/bin/env python3
"""Stakes as the chain's own Stake program works them out, and its instructions as another encoder writes them.

    vectors_stakes.py    prints JSON lines

    {"kind": "part", "account": HEX, "history": HEX, "epoch": N, "lamports": N, "withdrawable": N, "staked": N}
        `withdrawable` is found by asking the program in litesvm for more and less, until it refuses one lamport more; `staked` is what it
        keeps beside the rent deposit
    {"kind": "state", "account": HEX, "history": HEX, "epoch": N, "effective": N, "activating": N, "deactivating": N}
        by the published formula in floating point, written here anew
    {"kind": "instruction", "name": TEXT, "accounts": [[HEX, SIGNER, WRITABLE], ...], "data": HEX}
"""

import json
import random
import struct

from solders.account import Account
from solders.instruction import AccountMeta, Instruction
from solders.keypair import Keypair
from solders.litesvm import LiteSVM
from solders.message import Message
from solders.pubkey import Pubkey
from solders.stake_history import StakeHistory, StakeHistoryEntry
from solders.system_program import CreateAccountWithSeedParams, create_account_with_seed
from solders.transaction import VersionedTransaction
from solders.transaction_metadata import FailedTransactionMetadata

STAKE = Pubkey.from_string("Stake11111111111111111111111111111111111111")
CLOCK = Pubkey.from_string("SysvarC1ock11111111111111111111111111111111")
RENT = Pubkey.from_string("SysvarRent111111111111111111111111111111111")
HISTORY = Pubkey.from_string("SysvarStakeHistory1111111111111111111111111")
CONFIG = Pubkey.from_string("StakeConfig11111111111111111111111111111111")
NEVER = 2**64 - 1
RATE = 0.09
OWNER = Keypair.from_seed(bytes([7]) * 32)
VOTE = Pubkey(bytes([9]) * 32)


def account_of(reserve: int, lamports: int, activated: int, deactivated: int) -> bytes:
    head = struct.pack("<IQ", 2, reserve) + bytes(OWNER.pubkey()) * 2 + struct.pack("<qQ", 0, 0) + bytes(32)
    return head + bytes(VOTE) + struct.pack("<QQQdQ", lamports, activated, deactivated, 0.25, 0) + bytes(4)


def history_of(entries: dict[int, tuple[int, int, int]]) -> bytes:
    rows = [struct.pack("<QQQQ", epoch, *entries[epoch]) for epoch in sorted(entries, reverse=True)]
    return struct.pack("<Q", len(rows)) + b"".join(rows)


def warmed(lamports: int, activated: int, deactivated: int, epoch: int, entries: dict) -> tuple[int, int]:
    if activated == NEVER:
        return lamports, 0
    if activated == deactivated:
        return 0, 0
    if epoch == activated:
        return 0, lamports
    if epoch < activated:
        return 0, 0
    if activated not in entries:
        return lamports, 0
    before, effective = activated, 0
    while True:
        cluster, activating, _ = entries[before]
        if activating == 0:
            break
        part = int((lamports - effective) / activating * (cluster * RATE))
        effective = min(lamports, effective + max(part, 1))
        before += 1
        if effective == lamports or before >= epoch or before >= deactivated or before not in entries:
            break
    return effective, lamports - effective


def state_of(lamports: int, activated: int, deactivated: int, epoch: int, entries: dict) -> tuple[int, int, int]:
    effective, activating = warmed(lamports, activated, deactivated, epoch, entries)
    if epoch < deactivated:
        return effective, activating, 0
    if epoch == deactivated:
        return effective, 0, effective
    if deactivated not in entries:
        return 0, 0, 0
    before = deactivated
    while True:
        cluster, _, deactivating = entries[before]
        if deactivating == 0:
            break
        effective = max(0, effective - max(1, int(effective / deactivating * (cluster * RATE))))
        before += 1
        if effective == 0 or before >= epoch or before not in entries:
            break
    return effective, 0, effective


class Chain:
    def __init__(self) -> None:
        self.svm = LiteSVM().with_blockhash_check(False).with_sigverify(False).with_transaction_history(0)
        self.svm.airdrop(OWNER.pubkey(), 10**12)
        self.reserve = self.svm.minimum_balance_for_rent_exemption(200)
        self.count = 0

    def withdrawable(self, data: bytes, lamports: int, epoch: int, entries: dict) -> int:
        history = StakeHistory()
        for each in sorted(entries):
            effective, activating, deactivating = entries[each]
            history.add(each, StakeHistoryEntry(effective=effective, activating=activating, deactivating=deactivating))
        self.svm.set_stake_history(history)
        clock = self.svm.get_clock()
        clock.epoch = epoch
        self.svm.set_clock(clock)
        self.count += 1
        place = Pubkey(self.count.to_bytes(32, "little"))
        self.svm.set_account(place, Account(lamports, data, STAKE))
        if self.takes(place, lamports):
            return lamports
        least, most = 0, lamports - 1
        while least < most:
            middle = (least + most + 1) // 2
            least, most = (middle, most) if self.takes(place, middle) else (least, middle - 1)
        return least

    def takes(self, place: Pubkey, lamports: int) -> bool:
        message = Message([withdraw(place, lamports)], OWNER.pubkey())
        result = self.svm.simulate_transaction(VersionedTransaction(message, [OWNER]))
        if isinstance(result, FailedTransactionMetadata):
            assert "InsufficientFunds" in str(result.err()), (result.err(), result.meta().logs())
            return False
        return True


def withdraw(stake: Pubkey, lamports: int) -> Instruction:
    owner = OWNER.pubkey()
    accounts = [AccountMeta(stake, False, True), AccountMeta(owner, False, True), AccountMeta(CLOCK, False, False)]
    accounts += [AccountMeta(HISTORY, False, False), AccountMeta(owner, True, False)]
    return Instruction(STAKE, struct.pack("<IQ", 4, lamports), accounts)


def cases(chance: random.Random):
    """Stakes that warm up, stand, cool down and are over, in clusters in which much waits and in which nothing does."""
    for number in range(60):
        lamports = chance.choice([10**9, chance.randrange(10**9, 10**12), chance.randrange(10**14, 10**16)])
        first = chance.randrange(5, 20)
        activated = chance.choice([first, first, first, NEVER])
        last = first + chance.choice([0, 1, 2, 3, 20])
        deactivated = chance.choice([last, last, NEVER]) if number % 5 else NEVER
        epoch = max(first, 0 if deactivated == NEVER else deactivated) + chance.choice([0, 1, 1, 2, 5])
        waiting = chance.choice([10**12, 10**16, 4 * 10**17])
        # The sysvar ends with the epoch before the present one, and begins 512 epochs before that.
        entries = {each: (chance.randrange(10**16, 4 * 10**17), waiting + chance.randrange(10**12), waiting + chance.randrange(10**12)) for each in range(epoch)}
        if number % 7 == 0:
            entries = {each: (10**17, 0, 0) for each in entries}
        yield lamports, activated, deactivated, epoch, entries


def main() -> None:
    chain, chance = Chain(), random.Random(2026)
    for lamports, activated, deactivated, epoch, entries in cases(chance):
        data = account_of(chain.reserve, lamports, activated, deactivated)
        shown = {"account": data.hex(), "history": history_of(entries).hex(), "epoch": epoch}
        effective, activating, deactivating = state_of(lamports, activated, deactivated, epoch, entries)
        print(json.dumps({"kind": "state", **shown, "effective": effective, "activating": activating, "deactivating": deactivating}))
        # What was sent there besides can be taken out at any time.
        whole = lamports + chain.reserve + chance.choice([0, 5_000_000])
        free = chain.withdrawable(data, whole, epoch, entries)
        staked = 0 if free == whole else whole - free - chain.reserve
        print(json.dumps({"kind": "part", **shown, "lamports": whole, "withdrawable": free, "staked": staked}))
    owner, seed = OWNER.pubkey(), "0123456789abcdef0123456789abcdef"
    stake = Pubkey.create_with_seed(owner, seed, STAKE)
    instructions = {
        "create": create_account_with_seed(
            CreateAccountWithSeedParams(from_pubkey=owner, to_pubkey=stake, base=owner, seed=seed, lamports=2_002_282_880, space=200, owner=STAKE)
        ),
        "initialize": Instruction(
            STAKE, struct.pack("<I", 0) + bytes(owner) * 2 + struct.pack("<qQ", 0, 0) + bytes(32), [AccountMeta(stake, False, True), AccountMeta(RENT, False, False)]
        ),
        "delegate": Instruction(
            STAKE,
            struct.pack("<I", 2),
            [AccountMeta(stake, False, True), *(AccountMeta(each, False, False) for each in (VOTE, CLOCK, HISTORY, CONFIG)), AccountMeta(owner, True, False)],
        ),
        "deactivate": Instruction(STAKE, struct.pack("<I", 5), [AccountMeta(stake, False, True), AccountMeta(CLOCK, False, False), AccountMeta(owner, True, False)]),
        "withdraw": withdraw(stake, 2_002_282_880),
    }
    for name, each in instructions.items():
        accounts = [[bytes(account.pubkey).hex(), account.is_signer, account.is_writable] for account in each.accounts]
        print(json.dumps({"kind": "instruction", "name": name, "accounts": accounts, "data": bytes(each.data).hex()}))


if __name__ == "__main__":
    main()
