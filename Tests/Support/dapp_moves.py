"""The moves of an honest or dishonest program as a plan has them, and where the accounts that they need stand among an instruction's."""

import re
import struct
from dataclasses import dataclass

from dapp_accounts import SOL, Asset
from dapp_programs import SYSTEM, TOKEN, Interface, Slot
from solders.instruction import AccountMeta
from solders.pubkey import Pubkey


@dataclass(frozen=True)
class Move:
    kind: str
    asset: Asset = SOL
    amount: int = 0
    other: Pubkey | None = None
    """Who pays or gets, where it isn't the program's vault or the user."""
    size: int = 0
    words: str = ""
    """What the account is called, as a pattern."""
    when: int = 0


def pay(asset: Asset, amount: float, to: Pubkey | None = None, when: int = 0) -> Move:
    return Move("pay", asset, asset.units(amount), to, when=when)


def get(asset: Asset, amount: float, to: Pubkey | None = None, when: int = 0) -> Move:
    return Move("get", asset, asset.units(amount), to, when=when)


def minted(asset: Asset, amount: float) -> Move:
    return Move("mint", asset, asset.units(amount))


def burned(asset: Asset, amount: float) -> Move:
    return Move("burn", asset, asset.units(amount))


def opened(size: int = 120, words: str = "") -> Move:
    """An account of the program's that the user pays the rent of."""
    return Move("open", size=size, words=words)


def closed(size: int = 120, words: str = "") -> Move:
    """The rent of such an account, given back."""
    return Move("close", size=size, words=words)


@dataclass
class Raw:
    """A step of a plan, with addresses instead of places."""

    kind: int
    a: Pubkey
    b: Pubkey | int = 0
    metas: tuple[tuple[Pubkey, bool, bool], ...] = ()
    data: bytes = b""
    when: int = 0


def lamports(source: Pubkey, to: Pubkey, amount: int, when: int = 0) -> Raw:
    return Raw(0, SYSTEM, metas=((source, True, True), (to, False, True)), data=struct.pack("<IQ", 2, amount), when=when)


def tokens(asset: Asset, source: Pubkey, to: Pubkey, authority: Pubkey, amount: int, when: int = 0) -> Raw:
    if asset.program == TOKEN:
        return Raw(0, TOKEN, metas=((source, False, True), (to, False, True), (authority, True, False)), data=struct.pack("<BQ", 3, amount), when=when)
    metas = ((source, False, True), (asset.mint, False, False), (to, False, True), (authority, True, False))
    return Raw(0, asset.program, metas=metas, data=struct.pack("<BQB", 12, amount, asset.decimals), when=when)


STATE = re.compile(r"pool|state|market|amm|whirlpool|pair|swap|bank|reserve|lending|global|group|house|candy|distribution|board|farm|quarry|curve|listing|escrow|order|loan|config|vault|realm|governance|custody|perpetuals|hylo|distributor|book|realm")
NOT_STATE = re.compile(r"token|mint|authority|program|user|fee|owner|recipient|receiver|wallet|oracle|feed|ata|metadata|signer|price|clock|history")
VAULT = re.compile(r"vault|reserve|reserves|custody|liquidity|supply|pool|escrow|curve|treasury|holding|leg|swap\w+")
# Which of two, in the names of accounts: a pool's tokens A and B, base and quote, in and out.
SIDES = ("a b", "x y", "0 1", "base quote", "coin pc", "in out", "supply borrow")
SAME_SIDE = {"input": "in", "output": "out", "inp": "in", "receiving": "in", "dispensing": "out", "source": "in", "destination": "out"}
PAIR = {side: pair for pair in SIDES for side in pair.split()}


def sides(slot: Slot) -> set[str]:
    return {word for word in (SAME_SIDE.get(each, each) for each in slot.words) if word in PAIR}


def differ(some: set[str], others: set[str]) -> bool:
    """One is on one side of a pair, the other on the other one."""
    return any(one != other and PAIR[one] == PAIR[other] for one in some for other in others) and not some & others


def likeness(slot: Slot, asset: Asset | None) -> int:
    """How much an account's name sounds like a vault of that asset."""
    is_account = bool(slot.words & {"token", "account", "associated", "ata", "ta"})
    found = 4 * bool(slot.words & {"vault", "supply", "reserve", "reserves"}) + 2 * bool(slot.words & {"vault", "supply"})
    return found + (0 if asset is None else (-8 if is_account else 2) if asset.is_native else 4 if is_account else 0)


class Assembled:
    """An instruction's accounts while places are given away."""

    def __init__(self, about: Interface | None, name: str, has_flags: bool = True):
        self.about, self.name = about, name
        self.slots = about.slots(name) if about else []
        self.given: list[Pubkey | None] = [about.well_known(slot) if "o" not in slot.flags else None for slot in self.slots]
        self.more: list[AccountMeta] = []
        self.assets: list[Asset | None] = [None] * len(self.slots)

    def index(self, name: str) -> int:
        return next(at for at, slot in enumerate(self.slots) if slot.name == name)

    def name_it(self, name: str, address: Pubkey, asset: Asset | None = None) -> None:
        at = self.index(name)
        self.given[at], self.assets[at] = address, asset

    def may(self, at: int, is_writable: bool) -> bool:
        return not is_writable or not self.about.knows_flags or "w" in self.slots[at].flags

    def free(self, at: int) -> bool:
        return self.given[at] is None and not set(self.slots[at].flags) & set("so")

    def has(self, address: Pubkey, is_writable: bool) -> bool:
        return any(given == address and self.may(at, is_writable) for at, given in enumerate(self.given)) or any(
            meta.pubkey == address and (meta.is_writable or not is_writable) for meta in self.more)

    def place(self, address: Pubkey, is_writable: bool, good: re.Pattern | None, bad: re.Pattern | None = None, side: set[str] = frozenset(), asset: Asset | None = None) -> None:
        """Puts an account into the place that its name fits best, else behind all others."""
        if self.has(address, is_writable):
            return
        best, most = None, 0
        for at, slot in enumerate(self.slots):
            if not self.free(at) or not self.may(at, is_writable) or not good or not good.search(slot.plain.lower()):
                continue
            if bad and any(bad.fullmatch(word) for word in slot.words):
                continue
            score = 20 + 20 * len(sides(slot) & side) - 30 * differ(sides(slot), side) + (likeness(slot, asset) if good is VAULT else 0)
            if score > most:
                best, most = at, score
        if best is None:
            self.more.append(AccountMeta(address, False, is_writable))
        else:
            self.given[best], self.assets[best] = address, asset


def wanted(step: Raw) -> list[tuple[Pubkey, bool, bool]]:
    """What a step needs of the instruction's accounts."""
    if step.kind == 0:
        return [(step.a, False, False), *step.metas]
    return [(step.a, False, True)] + ([(step.b, False, True)] if isinstance(step.b, Pubkey) else [])


def needs_of(step: Raw) -> list[tuple]:
    return [(address, is_writable, None, None, None) for address, _, is_writable in wanted(step)]


def needs_signature(steps: list[Raw], who: Pubkey) -> bool:
    return any(address == who and is_signer for step in steps for address, is_signer, _ in wanted(step))


def get_path(values: dict, path: str) -> object:
    for part in path.split("."):
        values = (values or {}).get(part)
    return values


def set_path(values: dict, path: str, value: object) -> None:
    *parts, last = path.split(".")
    for part in parts:
        values = values.setdefault(part, {})
    values.setdefault(last, value)
