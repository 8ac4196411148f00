"""Transactions whose program behaves while it is tried, and then doesn't: what guards are for.

    guard_scenes.py make SEED COUNT     prints a line of JSON a scene: what a wallet sees, and what no guard can hold
    guard_scenes.py judge SEED COUNT    reads a line of JSON a scene, {guarded: base64 or null}, and prints what the chain makes of it

A scene is drawn at random. The user has SOL and tokens of several kinds; one program (plan_program.py) takes and gives as a swap does, and its state says whether it
behaves. In `make` it behaves, and the accounts before and after are those of a simulation. In `judge` the guarded transaction is simulated twice: with the same state it must
succeed, and with the other it must fail or leave what was shown. What was shown is worked out here, apart from the wallet.
"""

import base64
import json
import random
import struct
import sys
from dataclasses import dataclass, field

from dapp_accounts import MAXIMUM, rent, shown
from plan_program import Plan, Step, program
from solders.account import Account
from solders.address_lookup_table_account import AddressLookupTableAccount
from solders.compute_budget import set_compute_unit_limit, set_compute_unit_price
from solders.hash import Hash
from solders.instruction import AccountMeta, Instruction
from solders.keypair import Keypair
from solders.litesvm import LiteSVM
from solders.message import Message, MessageV0, MessageV1, TransactionConfig
from solders.pubkey import Pubkey
from solders.signature import Signature
from solders.transaction import VersionedTransaction
from solders.transaction_metadata import FailedTransactionMetadata

SYSTEM = Pubkey.default()
TOKEN = Pubkey.from_string("TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA")
TOKEN_2022 = Pubkey.from_string("TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb")
LOOKUP = Pubkey.from_string("AddressLookupTab1e1111111111111111111111111")
STAKE = Pubkey.from_string("Stake11111111111111111111111111111111111111")
NATIVE = Pubkey.from_string("So11111111111111111111111111111111111111112")
ELF = program()
SOL = 1_000_000_000
FEE = 5_000
"""Without a price, in lamports."""
TOLERANCE = 100
"""Of what arrives, in hundredths of a percent."""

ALWAYS, HONEST, HIJACKED = 0, 1, 2


def key(rng: random.Random) -> Pubkey:
    return Pubkey(bytes(rng.randrange(256) for _ in range(32)))


def extension(kind: int, value: bytes) -> bytes:
    return struct.pack("<HH", kind, len(value)) + value


@dataclass
class Mint:
    address: Pubkey
    program: Pubkey
    decimals: int
    more: bytes = b""
    """Extensions of the mint."""
    each: bytes = b""
    """Extensions of each account of it."""

    def data(self, authority: Pubkey) -> bytes:
        data = struct.pack("<I", 1) + bytes(authority) + struct.pack("<QBB", 10**15, self.decimals, 1) + bytes(36)
        return data + (bytes(83) + b"\1" + self.more if self.more else b"")

    @property
    def is_native(self) -> bool:
        return self.address == NATIVE

    def holding(self, owner: Pubkey, amount: int, delegate: Pubkey | None = None, closer: Pubkey | None = None, is_frozen: bool = False) -> Account:
        option = lambda value: struct.pack("<I", 1) + bytes(value) if value else bytes(36)
        size = 165 + (1 + len(self.each) if self.each else 0)
        native = struct.pack("<IQ", 1, rent(size)) if self.is_native else bytes(12)
        data = bytes(self.address) + bytes(owner) + struct.pack("<Q", amount) + option(delegate) + bytes([2 if is_frozen else 1]) + native
        data += struct.pack("<Q", amount // 2 if delegate else 0) + option(closer)
        data += b"\2" + self.each if self.each else b""
        return Account(lamports=rent(size) + (amount if self.is_native else 0), data=data, owner=self.program, executable=False, rent_epoch=MAXIMUM)


@dataclass
class Holding:
    """A token account of the user's, one of the program's and one of the thief's."""

    mint: Mint
    account: Pubkey
    amount: int
    vault: Pubkey
    thief: Pubkey


@dataclass
class Scene:
    rng: random.Random
    svm: LiteSVM
    plan: Plan
    user: Keypair
    accounts: list[AccountMeta] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    inner: list[Step] = field(default_factory=list)
    gaps: dict[str, str] = field(default_factory=dict)
    attacks: list[str] = field(default_factory=list)

    def place(self, address: Pubkey, is_writable: bool = False, is_signer: bool = False) -> int:
        for at, meta in enumerate(self.accounts):
            if meta.pubkey == address:
                if is_writable > meta.is_writable or is_signer > meta.is_signer:
                    self.accounts[at] = AccountMeta(address, meta.is_signer or is_signer, meta.is_writable or is_writable)
                return at
        self.accounts.append(AccountMeta(address, is_signer, is_writable))
        return len(self.accounts) - 1

    def call(self, target: Pubkey, metas: list[tuple[Pubkey, bool, bool]], data: bytes, when: int, to: list[Step] | None = None) -> None:
        """A step that calls a program; an address for which the program signs isn't a signer outside."""
        own = self.plan.address("vault")
        places = tuple(
            (self.place(address, is_writable, is_signer and address != own), is_signer, is_writable) for address, is_signer, is_writable in metas)
        (self.steps if to is None else to).append(Step(0, self.place(target), 0, places, data, when))

    def lamports(self, source: Pubkey, to: Pubkey, amount: int, when: int, into: list[Step] | None = None) -> None:
        self.call(SYSTEM, [(source, True, True), (to, False, True)], struct.pack("<IQ", 2, amount), when, into)

    def tokens(self, mint: Mint, source: Pubkey, to: Pubkey, authority: Pubkey, amount: int, when: int, into: list[Step] | None = None) -> None:
        metas = [(source, False, True), (mint.address, False, False), (to, False, True), (authority, True, False)]
        self.call(mint.program, metas, struct.pack("<BQB", 12, amount, mint.decimals), when, into)

    def of_account(self, holding: Holding, data: bytes, when: int, *more: tuple[Pubkey, bool, bool], into: list[Step] | None = None) -> None:
        self.call(holding.mint.program, [(holding.account, False, True), *more, (self.user.pubkey(), True, False)], data, when, into)


class Stage:
    """One chain for all scenes."""

    def __init__(self, seed: int):
        self.rng = random.Random(seed)
        self.svm = LiteSVM().with_sigverify(False).with_blockhash_check(False)
        self.program, self.thief = key(self.rng), key(self.rng)
        self.svm.add_program(self.program, ELF)
        self.plan = Plan(self.program)
        self.vault = self.plan.address("vault")
        for address in (self.thief, self.vault):
            self.svm.set_account(address, Account(lamports=1_000 * SOL, data=b"", owner=SYSTEM, executable=False, rent_epoch=MAXIMUM))
        fee = bytes(64) + struct.pack("<Q", 0) + struct.pack("<QQH", 0, 10**9, 100) * 2
        self.mints = [
            Mint(key(self.rng), TOKEN, 6), Mint(key(self.rng), TOKEN, 0), Mint(key(self.rng), TOKEN_2022, 9),
            Mint(key(self.rng), TOKEN_2022, 6, extension(1, fee), extension(2, bytes(8))),
            Mint(key(self.rng), TOKEN_2022, 2, extension(14, bytes(32) + bytes(self.program)), extension(15, b"\0")),
            Mint(NATIVE, TOKEN, 9)]
        for mint in self.mints:
            self.put(mint.address, mint.data(self.thief), mint.program)

    def put(self, address: Pubkey, data: bytes, owner: Pubkey, lamports: int | None = None) -> None:
        self.svm.set_account(address, Account(lamports=lamports or rent(len(data)), data=data, owner=owner, executable=False, rent_epoch=MAXIMUM))

    def scene(self, seed: int):
        rng = random.Random(seed)
        plan = Plan(self.program, labels=list(self.plan.labels))
        scene = Scene(rng, self.svm, plan, Keypair.from_seed(bytes(rng.randrange(256) for _ in range(32))))
        user, vault, thief = scene.user.pubkey(), self.vault, self.thief
        self.put(user, b"", SYSTEM, rng.randrange(SOL // 10, 20 * SOL))
        state = key(rng)
        scene.place(state)
        scene.place(user, True, True)

        holdings: list[Holding] = []
        for mint in rng.sample(self.mints, rng.randrange(1, 4)):
            holding = Holding(mint, key(rng), rng.choice([0, 1, rng.randrange(10**6), rng.randrange(10**9)]), key(rng), key(rng))
            marks = {}
            if rng.random() < 0.08:
                marks["delegate"], scene.gaps[str(holding.account)] = key(rng), "delegate"
            elif rng.random() < 0.05 and not mint.is_native:
                marks["closer"], scene.gaps[str(holding.account)] = thief, "close-authority"
            elif rng.random() < 0.04:
                marks["is_frozen"], scene.gaps[str(holding.account)] = True, "unmovable"
            self.svm.set_account(holding.account, mint.holding(user, holding.amount, **marks))
            self.svm.set_account(holding.vault, mint.holding(vault, 10**10))
            self.svm.set_account(holding.thief, mint.holding(thief, 0))
            scene.place(holding.account, True)
            holdings.append(holding)
        movable = [each for each in holdings if scene.gaps.get(str(each.account)) != "unmovable" and not (each.mint.more and each.mint.each == extension(15, b"\0"))]
        if rng.random() < 0.15:
            # Something of the user's that no guard can hold.
            account = key(rng)
            if rng.random() < 0.5:
                self.put(account, struct.pack("<II", 1, 1) + bytes(user) + bytes(32) + struct.pack("<Q", 5000), SYSTEM, SOL)
            else:
                meta = struct.pack("<IQ", 1, 2_282_880) + bytes(user) * 2 + struct.pack("<qQ", 0, 0) + bytes(32)
                self.put(account, meta + bytes(200 - len(meta)), STAKE, SOL)
            scene.place(account, True)
            scene.gaps[str(account)] = "authority"
        if rng.random() < 0.1:
            # A record of another program that names the user.
            account = key(rng)
            self.put(account, b"position" + bytes(user) + bytes(40), self.program)
            scene.place(account, True)
            scene.gaps[str(account)] = "record"
        if rng.random() < 0.5:
            account = key(rng)
            self.put(account, b"pool    " + bytes(key(rng)) + bytes(200), self.program)
            scene.place(account, True)

        # What is shown takes all SOL, and what happens takes the wallet itself: the chain refuses a transfer from a program's account, but not one of nothing.
        is_emptied = rng.random() < 0.06
        self.honest(scene, movable, is_emptied)
        if is_emptied:
            scene.gaps[str(user)] = "emptied"
            scene.call(SYSTEM, [(user, True, True)], struct.pack("<I", 1) + bytes(self.program), HIJACKED)
            scene.attacks.append("assign, emptied")
        else:
            for _ in range(rng.randrange(1, 4)):
                self.attack(scene, holdings, movable)
        if scene.inner:
            plan.scripts.append((b"inner\0\0\0", scene.inner))
            # It calls itself, with everything that it was given.
            metas = [(meta.pubkey, meta.is_signer, meta.is_writable) for meta in scene.accounts]
            scene.call(self.program, metas, b"inner\0\0\0", HIJACKED)
        plan.scripts.append((b"swap\0\0\0\0", scene.steps))
        self.state, self.current = state, plan
        self.set_mode(0)
        return scene, self.compiled(scene, has_price=not is_emptied)

    def set_mode(self, mode: int) -> None:
        self.current.mode = mode
        self.put(self.state, bytes(self.current), self.program)

    def honest(self, scene: Scene, movable: list[Holding], is_emptied: bool) -> None:
        """What is shown: it takes and gives; some of what it gives it leaves out later, or gives less of."""
        rng, user, vault = scene.rng, scene.user.pubkey(), self.vault
        if is_emptied:
            scene.lamports(user, vault, self.svm.get_balance(user) - FEE, HONEST)
        for _ in range(0 if is_emptied else rng.randrange(0, 3)):
            amount = rng.randrange(1, SOL // 100)
            scene.lamports(user, vault, amount, ALWAYS)
        for holding in rng.sample(movable, rng.randrange(0, len(movable) + 1)):
            if holding.amount > 1:
                taken = rng.choice([holding.amount, rng.randrange(1, holding.amount)])
                scene.tokens(holding.mint, holding.account, holding.vault, user, taken, ALWAYS)
        for _ in range(0 if is_emptied else rng.randrange(0, 2)):
            amount = rng.randrange(10, SOL)
            self.given(scene, amount, lambda amount, when: scene.lamports(vault, user, amount, when))
        for holding in rng.sample(movable, rng.randrange(0, len(movable) + 1)):
            amount = rng.randrange(10, 10**7)
            self.given(scene, amount, lambda amount, when: scene.tokens(holding.mint, holding.vault, holding.account, vault, amount, when))

    def given(self, scene: Scene, amount: int, give) -> None:
        kind = scene.rng.choice(["as shown", "as shown", "less", "not at all"])
        give(amount, ALWAYS if kind == "as shown" else HONEST)
        if kind == "less":
            give(scene.rng.randrange(1, amount), HIJACKED)
        if kind != "as shown":
            scene.attacks.append("a worse price")

    def attack(self, scene: Scene, holdings: list[Holding], movable: list[Holding]) -> None:
        rng, user, thief = scene.rng, scene.user.pubkey(), self.thief
        into = scene.inner if rng.random() < 0.25 else None
        when = HIJACKED if into is None else ALWAYS
        holding = rng.choice(holdings)
        is_free = holding in movable
        kind = rng.choice(["sol", "tokens", "owner", "assign", "approve", "closer", "close", "rent", "burn", "little"])
        match kind:
            case "sol": scene.lamports(user, thief, rng.randrange(1, SOL // 20), when, into)
            case "little": scene.lamports(user, thief, 1, when, into)
            case "assign": scene.call(SYSTEM, [(user, True, True)], struct.pack("<I", 1) + bytes(self.program), when, into)
            case "rent":
                metas = [(user, True, True), (thief, False, True)]
                scene.call(SYSTEM, metas, struct.pack("<IQ", 2, rent(rng.randrange(0, 500))), when, into)
            case "tokens" if is_free and holding.amount:
                scene.tokens(holding.mint, holding.account, holding.thief, user, rng.randrange(1, holding.amount + 1), when, into)
            case "burn" if is_free and holding.amount and not holding.mint.is_native:
                scene.of_account(holding, struct.pack("<BQ", 8, rng.randrange(1, holding.amount + 1)), when, (holding.mint.address, False, True), into=into)
            case "owner" if is_free: scene.of_account(holding, bytes([6, 2, 1]) + bytes(thief), when, into=into)
            case "closer" if is_free: scene.of_account(holding, bytes([6, 3, 1]) + bytes(thief), when, into=into)
            case "approve" if is_free: scene.of_account(holding, struct.pack("<BQ", 4, MAXIMUM), when, (thief, False, False), into=into)
            case "close" if is_free and (holding.mint.is_native or not holding.amount):
                scene.of_account(holding, bytes([9]), when, (thief, False, True), into=into)
            case _:
                scene.lamports(user, thief, rng.randrange(1, 5_000), when, into)
                kind = "sol"
        scene.attacks.append(kind + (" by an inner call" if into is not None else ""))

    def compiled(self, scene: Scene, has_price: bool) -> VersionedTransaction:
        rng, user = scene.rng, scene.user.pubkey()
        # Placed last, so that what the steps call is among them.
        instructions = [Instruction(self.program, b"swap\0\0\0\0", scene.accounts)]
        blockhash = Hash(bytes(rng.randrange(256) for _ in range(32)))
        limit, price = rng.choice([(None, None), (400_000, None)] + [(400_000, 50_000), (None, 20_000)] * has_price)
        version = rng.choice(["legacy", "v0", "tables", "tables", "v1"])
        if version == "v1":
            config = TransactionConfig(compute_unit_limit=limit or 600_000, priority_fee=price or 0)
            message = MessageV1.try_compile(user, instructions, blockhash, config)
        else:
            if price:
                instructions.insert(0, set_compute_unit_price(price))
            if limit:
                instructions.insert(0, set_compute_unit_limit(limit))
            if version == "legacy":
                message = Message.new_with_blockhash(instructions, user, blockhash)
            else:
                tables = [self.table(rng, scene)] if version == "tables" else []
                message = MessageV0.try_compile(user, instructions, tables, blockhash)
        return VersionedTransaction.populate(message, [Signature.default()])

    def table(self, rng: random.Random, scene: Scene) -> AddressLookupTableAccount:
        inside = [meta.pubkey for meta in scene.accounts if not meta.is_signer and rng.random() < 0.8] + [key(rng)]
        address = key(rng)
        data = struct.pack("<IQQBB", 1, MAXIMUM, 0, 0, 0) + bytes(32) + bytes(2)
        data += b"".join(bytes(each) for each in inside)
        self.put(address, data, LOOKUP)
        self.table_address = address
        return AddressLookupTableAccount(address, inside)

    def simulated(self, transaction: VersionedTransaction):
        tried = self.svm.simulate_transaction(transaction)
        if isinstance(tried, FailedTransactionMetadata):
            return None, str(tried.err())
        return {str(address): account if isinstance(account, Account) else Account.from_bytes(bytes(account)) for address, account in tried.post_accounts()}, ""


def least(before: int, after: int) -> int:
    """What has to be left, by the promise: what was shown, and of what arrives all but the tolerance."""
    return after if after <= before else after - (after - before) * TOLERANCE // 10_000


def token(account: Account | None) -> tuple | None:
    """Mint, owner, amount, delegate, closer."""
    if account is None or account.owner not in (TOKEN, TOKEN_2022) or len(account.data) < 165:
        return None
    data = bytes(account.data)
    if len(data) > 165 and data[165] != 2:
        return None
    return data[:32], data[32:64], int.from_bytes(data[64:72], "little"), data[72:76] != bytes(4), data[129:133] != bytes(4)


def make(stage: Stage, seed: int) -> dict:
    scene, transaction = stage.scene(seed)
    addresses = {meta.pubkey for meta in scene.accounts} | set(transaction.message.account_keys)
    addresses |= {Pubkey(part) for each in scene.accounts if (data := token(stage.svm.get_account(each.pubkey))) for part in data[:2]}
    for lookup in getattr(transaction.message, "address_table_lookups", []):
        addresses.add(lookup.account_key)
    before = {str(address): shown(stage.svm.get_account(address)) for address in addresses}
    after, error = stage.simulated(transaction)
    return {
        "transaction": base64.b64encode(bytes(transaction)).decode(), "user": str(scene.user.pubkey()), "gaps": scene.gaps, "attacks": scene.attacks, "error": error,
        "before": before, "after": None if after is None else before | {address: shown(account) for address, account in after.items()}}


def judge(stage: Stage, seed: int, answer: dict) -> dict:
    scene, transaction = stage.scene(seed)
    user = str(scene.user.pubkey())
    own = {str(meta.pubkey) for meta in scene.accounts if (held := token(stage.svm.get_account(meta.pubkey))) and held[1] == bytes(scene.user.pubkey())} | {user}
    before = {address: stage.svm.get_account(Pubkey.from_string(address)) for address in own}
    promised, _ = stage.simulated(transaction)
    guarded = VersionedTransaction.from_bytes(base64.b64decode(answer["guarded"]))
    honest, refusal = stage.simulated(guarded)
    stage.set_mode(1)
    bare, _ = stage.simulated(transaction)
    later, _ = stage.simulated(guarded)
    result = {"honest": honest is not None, "refusal": refusal, "bare": bare is not None and differs(own, user, scene, before, promised, bare), "attack": later is not None, "assigned": False, "broken": []}
    if later is not None:
        wallet = later.get(user)
        result["assigned"] = wallet is not None and wallet.owner != SYSTEM
        result["broken"] = broken(own, user, scene, before, promised, later)
    return result


def broken(own: set[str], user: str, scene: Scene, before: dict, promised: dict, later: dict) -> list[str]:
    """The promises that the outcome breaks."""
    found = []
    for address in sorted(own):
        was, will, now = before[address], promised.get(address, before[address]), later.get(address, before[address])
        if address == user and user in scene.gaps:
            continue
        if address == user:
            # The fee may be higher by what the guards cost.
            if now is None or now.owner != SYSTEM or now.lamports + 40_000 < least(was.lamports, will.lamports):
                found.append(f"wallet: {was.lamports} {will.lamports} {now and now.lamports}")
            continue
        one, two, three = token(was), token(will), token(now)
        if two is None or two[1] != one[1]:
            continue
        if three is None or three[1] != one[1] or three[2] < least(one[2], two[2]):
            found.append(f"tokens of {address}: {one[2]} {two[2]} {three and three[2]}")
        elif scene.gaps.get(address) != "delegate" and three[3] and not two[3]:
            found.append(f"delegate of {address}")
        elif scene.gaps.get(address) != "close-authority" and three[4] and not two[4]:
            found.append(f"close authority of {address}")
    return found


def differs(own: set[str], user: str, scene: Scene, before: dict, promised: dict, bare: dict) -> bool:
    return bool(broken(own, user, scene, before, promised, bare))


def main() -> None:
    step, seed, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    stage = Stage(seed)
    for at in range(count):
        if step == "make":
            print(json.dumps(make(stage, seed * 1_000_003 + at)))
        else:
            answer = json.loads(sys.stdin.readline())
            print(json.dumps(judge(stage, seed * 1_000_003 + at, answer) if answer.get("guarded") else None))


if __name__ == "__main__":
    main()
