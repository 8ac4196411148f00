"""Validators: vote accounts that are put onto the chain, for nobody votes here.

The layout is `solana-vote-interface`'s VoteStateV3 (version 2), 3,762 bytes:

    u32 2, node 32, withdrawer 32, commission u8, votes u64 0, root u8 0, authorized voters u64 1 {epoch u64, voter 32},
    prior voters 32 x 48, u64 31, u8 1, epoch credits u64 n {epoch u64, credits u64, before u64}, last timestamp {slot u64, i64}
"""

import struct
from dataclasses import dataclass

from solders.account import Account
from solders.pubkey import Pubkey

PROGRAM = Pubkey.from_string("Vote111111111111111111111111111111111111111")
SIZE = 3_762
LAMPORTS = 27_074_400
CREDITS_AT = 4 + 32 + 32 + 1 + 8 + 1 + 8 + 8 + 32 + 32 * 48 + 8 + 1
NOT_DELINQUENT = 128


@dataclass(frozen=True)
class Validator:
    """What the node tells of a vote account besides what is in it."""

    vote: Pubkey
    staked: int
    is_delinquent: bool


def contents(node: Pubkey, commission: int, credits: list[tuple[int, int, int]]) -> bytes:
    head = struct.pack("<I", 2) + bytes(node) * 2 + bytes([commission]) + struct.pack("<QBQQ", 0, 0, 1, 0) + bytes(node)
    data = head + bytes(32 * 48) + struct.pack("<QB", 31, 1) + struct.pack("<Q", len(credits))
    data += b"".join(struct.pack("<QQQ", *each) for each in credits) + bytes(16)
    return data.ljust(SIZE, b"\0")


def account(node: Pubkey, commission: int, earned: list[int]) -> Account:
    """A vote account whose epochs, from 0 on, earned so many credits each."""
    credits, sum_of = [], 0
    for epoch, each in enumerate(earned):
        credits.append((epoch, sum_of + each, sum_of))
        sum_of += each
    return Account(LAMPORTS, contents(node, commission, credits), PROGRAM)


def described(validator: Validator, account: Account, slot: int) -> dict:
    """RpcVoteAccountInfo of what stands in the account."""
    data = account.data
    (count,) = struct.unpack_from("<Q", data, CREDITS_AT)
    credits = [list(struct.unpack_from("<QQQ", data, CREDITS_AT + 8 + 24 * each)) for each in range(count)]
    last = slot - NOT_DELINQUENT - 1 if validator.is_delinquent else slot
    return {
        "votePubkey": str(validator.vote),
        "nodePubkey": str(Pubkey(data[4:36])),
        "activatedStake": validator.staked,
        "commission": data[68],
        "epochVoteAccount": True,
        "epochCredits": credits[-5:],
        "lastVote": max(0, last),
        "rootSlot": max(0, last - 31),
    }
