#!/usr/bin/env python3
"""A Squads v4 multisig as its accounts on the chain, and votes on its proposals as another encoder writes them.

    squads.py MEMBER [--place N] [--members N] [--collector] [--authority] [--powers MASK]    prints one JSON object

    {"multisig", "createKey", "vault", "stranger", "threshold",
     "proposals": {INDEX: {"address", "transaction"}}, "accounts": [{"set", "lamports", "owner", "data"}, ...],
     "program": {"program", "elf"}, "votes": {NAME: {"accounts": [[KEY, SIGNER, WRITABLE], ...], "data": HEX}}}

`accounts` and `program` are controls of the local node. The layouts are those of Squads-Protocol/v4 (`state/*.rs`), spelled here once more with
`construct`, and the addresses are derived by `solders`. MEMBER stands at a place among the members that its key doesn't decide.

The program is a stand-in: it takes every instruction and changes nothing. Squads' own program isn't here, so what it does with a vote isn't
shown by any test; that a transaction calls it with the right bytes is.

| number | what it is |
|---|---|
| 1 | open, and stale: it would pay 1 SOL |
| 2 | executed |
| 3 | approved: it would make a stranger a member |
| 4 | open, approved by another: it would pay 7 SOL from the vault to a stranger |
| 5 | open: a batch |
| 6 | open: the account of its transaction belongs to another program |
"""

import argparse
import base64
import hashlib
import json

from construct import Byte, Bytes, Const, Int8ul, Int16ul, Int32ul, Int64sl, Int64ul, PrefixedArray, Struct, Switch, this
from sbf import Assembly
from solders.pubkey import Pubkey

SQUADS = Pubkey.from_string("SQDS4ep65T869zMMBKyuUq6aD6EgTu8psMjkvj52pCf")
SYSTEM = Pubkey.default()
SOL = 1_000_000_000
STRANGER = Pubkey.from_string("8nTQ3UjK2nqAHhkxCbg7Ttss3TyWhcZiz2JzH4kZqUCk")
STATUSES = {"draft": 0, "active": 1, "rejected": 2, "approved": 3, "executing": 4, "executed": 5, "cancelled": 6}

KEY = Bytes(32)
KEYS = PrefixedArray(Int32ul, KEY)
OPTION = Struct("some" / Byte, "value" / Switch(this.some, {1: KEY}))
MULTISIG = Struct(
    "create" / KEY, "authority" / KEY, "threshold" / Int16ul, "time_lock" / Int32ul, "index" / Int64ul, "stale" / Int64ul, "collector" / OPTION,
    "bump" / Byte, "members" / PrefixedArray(Int32ul, Struct("key" / KEY, "mask" / Int8ul)))
PROPOSAL = Struct(
    "multisig" / KEY, "index" / Int64ul, "status" / Byte, "time" / Int64sl, "bump" / Byte, "approved" / KEYS, "rejected" / KEYS, "cancelled" / KEYS)
COMPILED = Struct("program" / Byte, "accounts" / PrefixedArray(Int32ul, Byte), "data" / PrefixedArray(Int32ul, Byte))
LOOKUP = Struct("table" / KEY, "writable" / PrefixedArray(Int32ul, Byte), "readonly" / PrefixedArray(Int32ul, Byte))
MESSAGE = Struct(
    "signers" / Byte, "writable_signers" / Byte, "writable_others" / Byte, "keys" / KEYS, "instructions" / PrefixedArray(Int32ul, COMPILED),
    "lookups" / PrefixedArray(Int32ul, LOOKUP))
VAULT_TRANSACTION = Struct(
    "multisig" / KEY, "creator" / KEY, "index" / Int64ul, "bump" / Byte, "vault_index" / Byte, "vault_bump" / Byte,
    "ephemeral" / PrefixedArray(Int32ul, Byte), "message" / MESSAGE)
ADD_MEMBER = Struct("action" / Const(0, Byte), "key" / KEY, "mask" / Byte)
CONFIG_TRANSACTION = Struct(
    "multisig" / KEY, "creator" / KEY, "index" / Int64ul, "bump" / Byte, "actions" / PrefixedArray(Int32ul, ADD_MEMBER))
BATCH = Struct(
    "multisig" / KEY, "creator" / KEY, "index" / Int64ul, "bump" / Byte, "vault_index" / Byte, "vault_bump" / Byte, "size" / Int32ul, "executed" / Int32ul)
VOTE = Struct("memo" / Byte)


def named(kind: str, name: str) -> bytes:
    return hashlib.sha256(f"{kind}:{name}".encode()).digest()[:8]


def derived(*seeds: bytes) -> tuple[Pubkey, int]:
    return Pubkey.find_program_address([b"multisig", *seeds], SQUADS)


def accepting() -> bytes:
    """A program that takes every instruction."""
    code = Assembly()
    code.mov("r0", 0)
    code.exit()
    return code.elf()


class Scene:
    def __init__(self, member: Pubkey, place: int, members: int, has_collector: bool, has_authority: bool, powers: int):
        self.member, self.threshold, self.create = member, 2, bytes([41]) * 32
        self.others = [Pubkey(bytes([60 + each]) * 32) for each in range(members - 1)]
        self.multisig, bump = derived(b"multisig", self.create)
        self.vault, self.vault_bump = derived(bytes(self.multisig), b"vault", b"\0")
        listed = [{"key": bytes(each), "mask": 7} for each in self.others]
        listed.insert(place, {"key": bytes(member), "mask": powers})
        collector = {"some": 1, "value": bytes(STRANGER)} if has_collector else {"some": 0, "value": None}
        self.accounts: list[dict] = []
        # Room for more members follows, as the program leaves it.
        self.put(self.multisig, "Multisig", MULTISIG.build({
            "create": self.create, "authority": bytes(STRANGER if has_authority else SYSTEM), "threshold": self.threshold, "time_lock": 5400,
            "index": 6, "stale": 1, "collector": collector, "bump": bump, "members": listed,
        }) + bytes(33 * 4))
        self.proposals: dict[int, dict] = {}
        other = self.others[0]
        self.vault_transaction(1, "active", 1 * SOL)
        self.vault_transaction(2, "executed", 2 * SOL, approved=[other, member])
        actions = [{"action": 0, "key": bytes(STRANGER), "mask": 7}]
        self.transaction(3, "approved", "ConfigTransaction", lambda head, bump: CONFIG_TRANSACTION.build({**head, "bump": bump, "actions": actions}), approved=[other, member])
        self.vault_transaction(4, "active", 7 * SOL, approved=[other])
        batch = {"vault_index": 0, "vault_bump": self.vault_bump, "size": 2, "executed": 0}
        self.transaction(5, "active", "Batch", lambda head, bump: BATCH.build({**head, "bump": bump, **batch}))
        self.vault_transaction(6, "active", 9 * SOL, owner=SYSTEM)

    def put(self, address: Pubkey, name: str, data: bytes, owner: Pubkey = SQUADS) -> None:
        whole = named("account", name) + data
        self.accounts.append({"set": str(address), "lamports": SOL, "owner": str(owner), "data": base64.b64encode(whole).decode()})

    def transaction(self, index: int, status: str, name: str, build, owner: Pubkey = SQUADS, approved: list | None = None) -> None:
        seeds = [bytes(self.multisig), b"transaction", index.to_bytes(8, "little")]
        address, bump = derived(*seeds)
        proposal, proposal_bump = derived(*seeds, b"proposal")
        head = {"multisig": bytes(self.multisig), "creator": bytes(self.others[0]), "index": index}
        self.put(address, name, build(head, bump), owner)
        self.put(proposal, "Proposal", PROPOSAL.build({
            "multisig": bytes(self.multisig), "index": index, "status": STATUSES[status], "time": 1_790_000_000 + index, "bump": proposal_bump,
            "approved": [bytes(each) for each in approved or []], "rejected": [], "cancelled": [],
        }) + bytes(32 * 3))
        self.proposals[index] = {"address": str(proposal), "transaction": str(address)}

    def vault_transaction(self, index: int, status: str, lamports: int, **more) -> None:
        pay = list((2).to_bytes(4, "little") + lamports.to_bytes(8, "little"))
        message = {
            "signers": 1, "writable_signers": 1, "writable_others": 1, "keys": [bytes(self.vault), bytes(STRANGER), bytes(SYSTEM)],
            "instructions": [{"program": 2, "accounts": [0, 1], "data": pay}], "lookups": [],
        }
        rest = {"vault_index": 0, "vault_bump": self.vault_bump, "ephemeral": [], "message": message}
        self.transaction(index, status, "VaultTransaction", lambda head, bump: VAULT_TRANSACTION.build({**head, "bump": bump, **rest}), **more)

    def vote(self, name: str, index: int) -> dict:
        accounts = [[str(self.multisig), False, False], [str(self.member), True, True], [self.proposals[index]["address"], False, True]]
        return {"accounts": accounts, "data": (named("global", f"proposal_{name}") + VOTE.build({"memo": 0})).hex()}

    def json(self) -> dict:
        return {
            "multisig": str(self.multisig), "createKey": str(Pubkey(self.create)), "vault": str(self.vault), "stranger": str(STRANGER),
            "threshold": self.threshold, "proposals": self.proposals, "accounts": self.accounts,
            "program": {"program": str(SQUADS), "elf": base64.b64encode(accepting()).decode()},
            "votes": {name: self.vote(name, 4) for name in ("approve", "reject", "cancel")},
        }


def scene(member: str, place: int = 0, members: int = 3, has_collector: bool = False, has_authority: bool = False, powers: int = 7) -> dict:
    return Scene(Pubkey.from_string(member), place, members, has_collector, has_authority, powers).json()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("member")
    parser.add_argument("--place", type=int, default=0)
    parser.add_argument("--members", type=int, default=3)
    parser.add_argument("--collector", action="store_true")
    parser.add_argument("--authority", action="store_true")
    parser.add_argument("--powers", type=int, default=7)
    read = parser.parse_args()
    print(json.dumps(scene(read.member, read.place, read.members, read.collector, read.authority, read.powers)))
