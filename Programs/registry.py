"""The registry as it stands in the files, read and checked: every name resolved, every inconsistency a `Fault`.

What is read here can be written into the table without another question.
"""

import json
import re
import unicodedata
from dataclasses import dataclass, field
from pathlib import Path

from language import DEEPEST, FIXED, GREEDY, LEAST, LISTS, TAGS, UNSIGNED, Fault, Type, inside, names, parse

HERE = Path(__file__).resolve().parent
SCHEMA = "sidekey-program-interface/1"
LICENCES = {"Apache-2.0", "MIT", "ISC", "MPL-2.0", "LGPL-2.1", "Metaplex NFT OSL 1.0"}
BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
NAME = re.compile(r"[a-z][A-Za-z0-9]*(\.[a-z][A-Za-z0-9]*)*")
FIELD = re.compile(r"[a-z][A-Za-z0-9]*|\d+")
TYPE_NAME = re.compile(r"[A-Z][A-Za-z0-9]*")
COMMIT = re.compile(r"[0-9a-f]{40}")
REPOSITORY = re.compile(r"[A-Za-z0-9_.-]+/[A-Za-z0-9_.-]+")
# `owner/repository@commit:path`, and a line where there is one.
PLACE = re.compile(r"[A-Za-z0-9_.-]+/[A-Za-z0-9_.-]+@[0-9a-f]{7,40}:[^:\s][^:]*(:[0-9]+(-[0-9]+)?)?")
FLAGS = {"s": 1, "w": 2, "o": 4, "e": 8}
KINDS = (
    "swap buy sell deposit withdraw stake unstake borrow repay borrowPosition perpOpen order bridge list delist bid transferNft burnNft delegateNft "
    "claim vote propose"
).split()
BASES = ("program", "interface")
TERMS = "lamports amount currency until each quantity min mint token perCycle everySeconds claimLater chain".split()
BOUNDS = ("max", "exact", "min")
HOLDERS = ("token", "sol", "from", "stakeAccount")
SKIPS = ("always", "whenInjected", "flatten")
TOKEN_PROGRAMS = ("Token", "Token-2022")


@dataclass
class Field:
    name: str
    type: Type


@dataclass
class Account:
    name: str
    flags: int


@dataclass
class Variant:
    name: str
    value: int
    fields: list[Field]


@dataclass
class Definition:
    """A type that an interface names: exactly one of `fields`, `variants` and `alias` is there."""

    name: str
    fields: list[Field] | None = None
    variants: list[Variant] | None = None
    alias: Type | None = None
    tag: str = "u8"
    has_values: bool = False


@dataclass
class Path_:
    """The way to an argument: what it is called, and the steps of the table."""

    name: str
    steps: list[int]


# An account of an instruction: for each of its lists the place + 1, or 0.
Reference = list[int]


@dataclass
class Movement:
    bound: str | None
    amount: tuple | None
    has_all: bool
    holder: str
    accounts: list[Reference]
    mint: tuple | None
    authority: tuple | None


@dataclass
class Case:
    kind: str
    basis: str
    why: str
    note: str
    user: Reference
    when: list[tuple[Path_, list]]
    leaving: list[Movement]
    arriving: list[Movement]
    asset: tuple | None
    to: tuple | None
    price: list[tuple]
    order: list[tuple]


@dataclass
class Display:
    intent: str
    sentence: list[tuple]
    labels: list[tuple]
    skips: list[tuple]
    numbers: list[tuple]


@dataclass
class Instruction:
    name: str
    discriminator: bytes
    fields: list[Field]
    lists: list[list[Account]]
    is_omitting: bool
    more: str | None
    nested: tuple[int, int, int] | None
    roles: list[Case] = field(default_factory=list)
    display: Display | None = None


@dataclass
class Program:
    file: str
    id: bytes
    also: list[tuple[bytes, str]]
    name: str
    publisher: str
    site: str
    source: str
    licence: str
    partial: str
    has_account_flags: bool
    is_omitting: bool
    instructions: list[Instruction]
    types: dict[str, Definition]


@dataclass
class Token:
    mint: bytes
    symbol: str
    name: str
    category: str
    decimals: int
    program: int
    is_scaled: bool


@dataclass
class Registry:
    programs: list[Program]
    # Programs of which only the name is known: id, name, source.
    names: list[tuple[bytes, str, str]]
    tokens: list[Token]
    addresses: list[tuple[bytes, str, str]]


def key(text: object, place: str) -> bytes:
    """The 32 bytes of a base58 key."""
    if not isinstance(text, str) or not re.fullmatch(f"[{BASE58}]{{32,44}}", text):
        raise Fault(f"{place}: {text!r} is no key")
    number = 0
    for letter in text:
        number = number * 58 + BASE58.index(letter)
    zeros = len(text) - len(text.lstrip("1"))
    count = (number.bit_length() + 7) // 8
    if zeros + count != 32:
        raise Fault(f"{place}: {text!r} is no key of 32 bytes")
    return number.to_bytes(32, "big")


def printing(text: object, place: str, longest: int = 120, may_be_empty: bool = False) -> str:
    """A text that people may read: nothing in it is invisible, changes the direction or could be written otherwise."""
    if not isinstance(text, str) or (not text and not may_be_empty):
        raise Fault(f"{place}: a text is missing")
    for letter in text:
        if letter != " " and unicodedata.category(letter)[0] in "CZ":
            raise Fault(f"{place}: {text!r} has a character that does not print: U+{ord(letter):04X}")
    if text != text.strip() or "  " in text or unicodedata.normalize("NFC", text) != text:
        raise Fault(f"{place}: {text!r} has spaces at its ends or twice, or is not NFC")
    if len(text) > longest:
        raise Fault(f"{place}: {len(text)} characters are more than {longest}")
    return text


def name_of(text: object, place: str) -> str:
    """A proper name. Plain letters only: others look like them."""
    if not printing(text, place).isascii():
        raise Fault(f"{place}: {text!r} has letters that look like others")
    return str(text)


def matching(pattern: re.Pattern, text: object, place: str, what: str) -> str:
    if not isinstance(text, str) or not pattern.fullmatch(text):
        raise Fault(f"{place}: {text!r} is no {what}")
    return text


def closed(value: object, needed: str, others: str, place: str) -> dict:
    """An object that has every needed member and no unknown one."""
    if not isinstance(value, dict):
        raise Fault(f"{place}: is no object")
    for name in needed.split():
        if name not in value:
            raise Fault(f"{place}: {name} is missing")
    for name in value:
        if name not in f"{needed} {others}".split():
            raise Fault(f"{place}: nobody reads {name}")
    return value


def listed(value: object, place: str, may_be_empty: bool = True) -> list:
    if not isinstance(value, list) or not (value or may_be_empty):
        raise Fault(f"{place}: is no list" + ("" if may_be_empty else " with something in it"))
    return value


def differing(values: list, place: str, what: str) -> None:
    for value in values:
        if values.count(value) > 1:
            raise Fault(f"{place}: {what} {value!r} stands twice")


def load(path: Path) -> dict:
    """A file's object. A member that stands twice would hide the first in silence."""

    def pairs(members: list[tuple[str, object]]) -> dict:
        differing([name for name, _ in members], path.name, "the member")
        return dict(members)

    try:
        found = json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=pairs)
    except ValueError as error:
        raise Fault(f"{path.name}: {error}") from None
    return closed_object(found, path.name)


def closed_object(found: object, place: str) -> dict:
    if not isinstance(found, dict):
        raise Fault(f"{place}: is no object")
    return found


def fields_of(value: object, pattern: re.Pattern, place: str) -> list[Field]:
    found = []
    for text in listed(value, place):
        name, colon, kind = text.partition(":") if isinstance(text, str) else ("", "", "")
        matching(pattern, name, f"{place}: {text!r}", "name")
        if not colon:
            raise Fault(f"{place}: {text!r} has no type")
        try:
            found.append(Field(name, parse(kind)))
        except Fault as fault:
            raise Fault(f"{place}.{name}: {fault}") from None
    differing([each.name for each in found], place, "the name")
    return found


def accounts_of(value: object, place: str) -> list[Account]:
    found = []
    for text in listed(value, place):
        name, _, flags = text.partition(":") if isinstance(text, str) else ("", "", "")
        matching(NAME, name, f"{place}: {text!r}", "name")
        if not set(flags) <= set(FLAGS) or len(set(flags)) != len(flags) or text.endswith(":"):
            raise Fault(f"{place}: {text!r} has unknown flags")
        if "s" in flags and "e" in flags:
            raise Fault(f"{place}: {text!r} always signs and may not sign")
        found.append(Account(name, sum(FLAGS[flag] for flag in flags)))
    differing([each.name for each in found], place, "the account")
    return found


class Shapes:
    """The types of an interface: what they take, and whether they can be read at all."""

    def __init__(self, value: object, place: str):
        self.types: dict[str, Definition] = {}
        self.place = place
        for name, entry in closed_object(value, place).items():
            matching(TYPE_NAME, name, place, "name of a type")
            self.types[name] = self.definition(name, entry, f"{place}.{name}")
        for name in self.types:
            self.unwound(name, ())

    def definition(self, name: str, entry: object, place: str) -> Definition:
        kinds = [kind for kind in ("struct", "enum", "alias") if kind in closed_object(entry, place)]
        if len(kinds) != 1:
            raise Fault(f"{place}: is not one of struct, enum, alias")
        if kinds == ["struct"]:
            return Definition(name, fields=fields_of(closed(entry, "struct", "", place)["struct"], FIELD, place))
        if kinds == ["alias"]:
            return Definition(name, alias=parse(matching(re.compile(".+"), closed(entry, "alias", "", place)["alias"], place, "type")))
        closed(entry, "enum", "tag values", place)
        tag = entry.get("tag", "u8")
        if tag not in TAGS:
            raise Fault(f"{place}: {tag!r} is no tag")
        said = listed(entry["enum"], place, may_be_empty=False)
        values = entry.get("values", list(range(len(said))))
        if len(values) != len(said) or not all(type(value) is int and 0 <= value < 1 << 8 * FIXED[tag] for value in values):
            raise Fault(f"{place}: the values are not one {tag} a variant")
        differing(values, place, "the value")
        variants = []
        for variant, number in zip(said, values):
            title = matching(TYPE_NAME, listed(variant, place, may_be_empty=False)[0], place, "name of a variant")
            variants.append(Variant(title, number, fields_of(variant[1:], FIELD, f"{place}.{title}")))
        differing([variant.name for variant in variants], place, "the variant")
        return Definition(name, variants=variants, tag=tag, has_values="values" in entry)

    def direct(self, one: Definition) -> list[Type]:
        """The types that a definition names directly."""
        if one.alias:
            return [one.alias]
        return [each.type for each in one.fields or []] + [each.type for variant in one.variants or [] for each in variant.fields]

    def unwound(self, name: str, above: tuple[str, ...]) -> None:
        """A type that holds itself has no end that a reader could foresee."""
        if name in above:
            raise Fault(f"{self.place}.{name}: holds itself")
        for one in self.direct(self.types[name]):
            for other in names(one):
                if other not in self.types:
                    raise Fault(f"{self.place}.{name}: the type {other} is not there")
                self.unwound(other, (*above, name))

    def known(self, fields: list[Field], place: str) -> None:
        for each in fields:
            for name in names(each.type):
                if name not in self.types:
                    raise Fault(f"{place}.{each.name}: the type {name} is not there")

    def least(self, one: Type) -> int:
        """The fewest bytes that a value takes."""
        if one[0] in FIXED or one[0] in LEAST:
            return FIXED.get(one[0]) or LEAST.get(one[0], 0)
        if one[0] == "zoption":
            return self.least(one[1])
        if one[0] == "array":
            return self.least(one[1]) * one[2]
        if one[0] == "map":
            return 4
        if one[0] == "tuple":
            return sum(self.least(each) for each in one[1:])
        named = self.types[one[1]]
        if named.alias:
            return self.least(named.alias)
        if named.variants:
            return FIXED[named.tag] + min(sum(self.least(each.type) for each in variant.fields) for variant in named.variants)
        return sum(self.least(each.type) for each in named.fields or [])

    def is_fixed(self, one: Type) -> bool:
        if one[0] in FIXED:
            return True
        if one[0] in ("zoption", "array"):
            return self.is_fixed(one[1])
        if one[0] == "tuple":
            return all(self.is_fixed(each) for each in one[1:])
        if one[0] == "name":
            named = self.types[one[1]]
            return named.variants is None and all(self.is_fixed(each) for each in self.direct(named))
        return False

    def depth(self, one: Type) -> int:
        deeper = self.direct(self.types[one[1]]) if one[0] == "name" else inside(one)
        return 1 + max((self.depth(each) for each in deeper), default=0)

    def is_open(self, one: Type) -> bool:
        """Its end is told by the end of the data."""
        if one[0] in GREEDY or one[0] == "tail":
            return True
        deeper = self.direct(self.types[one[1]]) if one[0] == "name" else inside(one)
        return any(self.is_open(each) for each in deeper)

    def check(self, one: Type, place: str) -> None:
        """That a reader can read it: bounded, and with an end that it finds."""
        if self.depth(one) > DEEPEST:
            raise Fault(f"{place}: is nested more than {DEEPEST} deep")
        for each in inside(one):
            self.check(each, place)
        if one[0] in LISTS or one[0] == "map":
            if any(self.is_open(each) for each in inside(one)):
                raise Fault(f"{place}: an element has no end of its own")
            if sum(self.least(each) for each in inside(one)) == 0:
                raise Fault(f"{place}: an element may take no bytes, so any number of them does")
        if one[0] in ("array", "tuple", "zoption"):
            if any(self.is_open(each) for each in inside(one)):
                raise Fault(f"{place}: an element has no end of its own")
        if one[0] == "zoption" and not self.is_fixed(one[1]):
            raise Fault(f"{place}: zoption of what has no fixed size")
        if one[0] == "array" and one[2] > 0xFFFF:
            raise Fault(f"{place}: an array of {one[2]}")
        if one[0] == "name":
            named = self.types[one[1]]
            if named.alias:
                self.check(named.alias, place)
            if named.fields is not None:
                self.sequence(named.fields, place)
            for variant in named.variants or []:
                self.sequence(variant.fields, place)

    def sequence(self, fields: list[Field], place: str) -> None:
        """Fields one after the other: what takes the rest, or may be missing, is followed by what may be missing too."""
        open_field = None
        for each in fields:
            here = f"{place}.{each.name}"
            self.check(each.type, here)
            if open_field and each.type[0] != "tail":
                raise Fault(f"{here}: stands after {open_field.name}, which has no end of its own")
            if open_field and open_field.type[0] != "tail":
                raise Fault(f"{here}: nothing is left after {open_field.name}")
            if self.is_open(each.type):
                open_field = each

    def bare(self, one: Type) -> tuple[Type, bool]:
        """The type that a path sees: without aliases, options and tails; and whether it may be absent."""
        may_be_absent = False
        while True:
            if one[0] in ("option", "zoption", "tail"):
                one, may_be_absent = one[1], True
            elif one[0] == "name" and self.types[one[1]].alias:
                one = self.types[one[1]].alias or one
            else:
                return one, may_be_absent

    def resolve(self, fields: list[Field], text: str, place: str) -> tuple[Path_, Type, bool]:
        """The way that `params.amount` says, the type at its end, and whether it may be absent there."""
        steps: list[int] = []
        found: Type | None = None
        may_be_absent = False
        inner: list[Field] | None = fields
        variants: list[Variant] | None = None
        for word in text.split("."):
            if variants is not None:
                index = next((index for index, variant in enumerate(variants) if variant.name == word), None)
                if index is None:
                    raise Fault(f"{place}: {text!r} names no variant")
                steps.append(index)
                found, inner, variants, may_be_absent = None, variants[index].fields, None, True
                continue
            index = next((index for index, each in enumerate(inner or []) if each.name == word), None)
            if inner is None or index is None:
                raise Fault(f"{place}: {text!r} names no argument")
            steps.append(index)
            found, is_optional = self.bare(inner[index].type)
            may_be_absent |= is_optional
            named = self.types[found[1]] if found[0] == "name" else None
            inner = named.fields if named else None
            variants = named.variants if named else None
        if found is None:
            raise Fault(f"{place}: {text!r} ends at a variant")
        return Path_(text, steps), found, may_be_absent


class Subject:
    """An instruction while what is said of it is resolved: its arguments and its accounts."""

    def __init__(self, instruction: Instruction, shapes: Shapes):
        self.instruction = instruction
        self.shapes = shapes

    def path(self, text: object, place: str) -> Path_:
        return self.shapes.resolve(self.instruction.fields, matching(re.compile("[A-Za-z0-9.]+"), text, place, "path"), place)[0]

    def number(self, text: object, place: str) -> Path_:
        path, found, _ = self.shapes.resolve(self.instruction.fields, matching(re.compile("[A-Za-z0-9.]+"), text, place, "path"), place)
        if found[0] not in UNSIGNED:
            raise Fault(f"{place}: {text!r} is no unsigned number")
        return path

    def has_account(self, text: object) -> bool:
        return any(account.name == text for account in self.instruction.lists[0])

    def account(self, text: object, place: str) -> Reference:
        if not self.has_account(text):
            raise Fault(f"{place}: {text!r} names no account")
        return [next((at + 1 for at, account in enumerate(each) if account.name == text), 0) for each in self.instruction.lists]

    def place(self, text: object, place: str) -> tuple:
        """An account, `tree#nonce`, or an argument; an account where both are called so."""
        if isinstance(text, str) and "#" in text:
            tree, nonce = text.split("#", 1)
            return ("leaf", self.account(tree, place), self.number(nonce, place))
        if self.has_account(text):
            return ("account", self.account(text, place))
        try:
            return ("argument", self.path(text, place))
        except Fault:
            raise Fault(f"{place}: {text!r} names no account and no argument") from None

    def amount(self, text: object, place: str) -> tuple:
        if not isinstance(text, str):
            raise Fault(f"{place}: {text!r} is no amount")
        if text.isdigit():
            if str(int(text)) != text or int(text) >= 1 << 64:
                raise Fault(f"{place}: {text!r} is no amount")
            return ("number", int(text))
        if text == "all":
            return ("all",)
        found = re.fullmatch(r"(bpsDown|bpsUp)\((.*),([A-Za-z0-9.]+)\)", text)
        if found:
            return (found[1], self.amount(found[2], place), self.amount(found[3], place))
        return ("argument", self.number(text, place))

    def movement(self, value: object, place: str) -> Movement:
        closed(value, "", "max exact min token sol from stakeAccount mint authority maxU64", place)
        bounds = [name for name in BOUNDS if name in value]
        holders = [name for name in HOLDERS if name in value]
        if len(holders) != 1:
            raise Fault(f"{place}: says not one of {', '.join(HOLDERS)}")
        if len(bounds) > 1 or (not bounds and holders != ["stakeAccount"]):
            raise Fault(f"{place}: says not one of {', '.join(BOUNDS)}")
        if value.get("maxU64", "all") != "all":
            raise Fault(f"{place}: maxU64 stands for all or for itself")
        if "authority" in value and holders != ["stakeAccount"]:
            raise Fault(f"{place}: only a stake account gets an authority")
        named = value[holders[0]]
        accounts = [self.account(each, place) for each in (listed(named, place, False) if isinstance(named, list) else [named])]
        return Movement(
            bound=bounds[0] if bounds else None,
            amount=self.amount(value[bounds[0]], place) if bounds else None,
            has_all="maxU64" in value,
            holder=holders[0],
            accounts=accounts,
            mint=self.place(value["mint"], f"{place}.mint") if "mint" in value else None,
            authority=self.place(value["authority"], f"{place}.authority") if "authority" in value else None,
        )

    def terms(self, value: object, place: str) -> list[tuple]:
        found = []
        for name, said in closed_object(value, place).items():
            if name not in TERMS:
                raise Fault(f"{place}: nobody reads {name}")
            found.append((name, ("true",) if said is True else self.place(said, f"{place}.{name}")))
        return found

    def condition(self, text: str, value: object, place: str) -> tuple[Path_, list]:
        path, found, may_be_absent = self.shapes.resolve(self.instruction.fields, text, place)
        values = value if isinstance(value, list) else [value]
        for one in listed(values, place, may_be_empty=False):
            fits = may_be_absent if one is None else found[0] == "bool" if isinstance(one, bool) else type(one) is int and one >= 0 and found[0] in UNSIGNED
            if not fits:
                raise Fault(f"{place}: {text!r} is never {one!r}")
        return path, values

    def case(self, value: object, place: str) -> Case:
        closed(value, "kind basis why user", "when out in asset to price order note", place)
        if value["kind"] not in KINDS:
            raise Fault(f"{place}: there is no kind {value['kind']!r}")
        if value["basis"] not in BASES:
            raise Fault(f"{place}: there is no basis {value['basis']!r}")
        matching(PLACE, value["why"], f"{place}.why", "place in a source")
        movements = {side: [self.movement(each, f"{place}.{side}[{at}]") for at, each in enumerate(listed(value.get(side, []), place))] for side in ("out", "in")}
        return Case(
            kind=value["kind"],
            basis=value["basis"],
            why=value["why"],
            note=printing(value.get("note", ""), f"{place}.note", 400, may_be_empty=True),
            user=self.account(value["user"], f"{place}.user"),
            when=[self.condition(text, one, f"{place}.when") for text, one in closed_object(value.get("when", {}), place).items()],
            leaving=movements["out"],
            arriving=movements["in"],
            asset=self.place(value["asset"], f"{place}.asset") if "asset" in value else None,
            to=self.place(value["to"], f"{place}.to") if "to" in value else None,
            price=self.terms(value.get("price", {}), f"{place}.price"),
            order=self.terms(value.get("order", {}), f"{place}.order"),
        )

    def cases(self, value: object, place: str) -> list[Case]:
        found = [self.case(each, f"{place}[{at}]") for at, each in enumerate(listed(value, place, may_be_empty=False))]
        for at, one in enumerate(found):
            for other in found[:at]:
                if not excluding(one, other):
                    raise Fault(f"{place}[{at}]: holds together with a case before it")
        return found

    def shown(self, text: object, place: str) -> tuple:
        """What `data.amount` or `accounts.mint` names."""
        side, _, rest = text.partition(".") if isinstance(text, str) else ("", "", "")
        if side == "data":
            return ("argument", self.path(rest, place))
        if side == "accounts":
            return ("account", self.account(rest, place))
        raise Fault(f"{place}: {text!r} is neither data nor an account")

    def display(self, value: object, place: str) -> Display:
        closed(value, "", "intent sentence labels skip numbers", place)
        sentence = []
        for at, part in enumerate(re.split(r"\$\{([^}]*)\}", printing(value.get("sentence", ""), f"{place}.sentence", 200, may_be_empty=True))):
            if at % 2:
                sentence.append(self.shown(part, f"{place}.sentence"))
            elif part:
                sentence.append(("text", part))
        labels = [(self.shown(each, place), printing(label, f"{place}.labels")) for each, label in closed_object(value.get("labels", {}), place).items()]
        skips = [(self.shown(each, place), way) for each, way in closed_object(value.get("skip", {}), place).items()]
        for _, way in skips:
            if way not in SKIPS:
                raise Fault(f"{place}.skip: there is no {way!r}")
        numbers = [self.figure(each, said, f"{place}.numbers") for each, said in closed_object(value.get("numbers", {}), place).items()]
        return Display(printing(value.get("intent", ""), f"{place}.intent", may_be_empty=True), sentence, labels, skips, numbers)

    def figure(self, text: str, value: object, place: str) -> tuple:
        closed(value, "", "decimals unit time duration", place)
        ways = [name for name in ("decimals", "time", "duration") if name in value]
        if len(ways) > 1 or not value:
            raise Fault(f"{place}: {text!r} is not one thing")
        subject, unit = self.shown(text, place), printing(value.get("unit", ""), place, may_be_empty=True)
        if not ways:
            return (subject, "plain", None, unit)
        said = value[ways[0]]
        if type(said) is int and 0 <= said < 1 << 32:
            return (subject, ways[0], said, unit)
        if ways == ["decimals"] and isinstance(said, str) and said.startswith("data."):
            return (subject, "argument", self.number(said.removeprefix("data."), place), unit)
        if ways == ["decimals"] and isinstance(said, str) and re.fullmatch(r"accounts\..*\.decimals", said):
            return (subject, "mint", self.account(said.removeprefix("accounts.").removesuffix(".decimals"), place), unit)
        raise Fault(f"{place}: {said!r} is no number of decimals")


def excluding(one: Case, other: Case) -> bool:
    """Some argument can't have what both want."""
    for path, values in one.when:
        for their_path, their_values in other.when:
            if path.name == their_path.name and not any(value in their_values for value in values):
                return True
    return False


def instruction_of(value: object, shapes: Shapes, optional: str | None, place: str) -> Instruction:
    closed(value, "name disc args accounts", "alt omit more nested", place)
    name = matching(NAME, value["name"], place, "name")
    place = f"{place}.{name}"
    if not isinstance(value["disc"], str) or not re.fullmatch("([0-9a-f]{2}){0,8}", value["disc"]):
        raise Fault(f"{place}: {value['disc']!r} is no discriminator")
    fields = fields_of(value["args"], NAME, f"{place}.args")
    shapes.known(fields, place)
    shapes.sequence(fields, place)
    lists = [accounts_of(value["accounts"], f"{place}.accounts")]
    lists += [accounts_of(each, f"{place}.alt[{at}]") for at, each in enumerate(listed(value.get("alt", []), place))]
    differing([len(each) for each in lists], place, "a list of accounts of length")
    if value.get("omit", True) is not True:
        raise Fault(f"{place}: omit is true or not there")
    if optional is None and "omit" not in value and any(account.flags & FLAGS["o"] for each in lists for account in each):
        raise Fault(f"{place}: an account is optional, and the file doesn't say how an absent one looks")
    nested = None
    if "nested" in value:
        said = closed(value["nested"], "list accounts data", "", f"{place}.nested")
        nested = nested_of(said, fields, shapes, f"{place}.nested")
    more = matching(NAME, value["more"], f"{place}.more", "name") if "more" in value else None
    return Instruction(name, bytes.fromhex(value["disc"]), fields, lists, "omit" in value, more, nested)


def nested_of(said: dict, fields: list[Field], shapes: Shapes, place: str) -> tuple[int, int, int]:
    """Where the inner instructions stand: the argument that lists them, and the fields of an element."""
    at = next((at for at, each in enumerate(fields) if each.name == said["list"]), None)
    if at is None or fields[at].type[0] not in LISTS or fields[at].type[1][0] != "name":
        raise Fault(f"{place}: {said['list']!r} is no list of instructions")
    inner = shapes.types[fields[at].type[1][1]].fields or []
    found = []
    for part, kinds in (("accounts", UNSIGNED), ("data", ("bytes", "bytes8", "bytesl"))):
        index = next((index for index, each in enumerate(inner) if each.name == said[part]), None)
        if index is None or inner[index].type[0] not in kinds:
            raise Fault(f"{place}: {said[part]!r} is not what {part} are")
        found.append(index)
    return (at, found[0], found[1])


def source_of(value: object, place: str) -> tuple[str, str]:
    """`repo@commit:path`, and the licence."""
    closed(value, "repo path commit licence", "licenceAt form note for discriminatorsEqual argumentsEqual", place)
    matching(REPOSITORY, value["repo"], place, "repository")
    matching(COMMIT, value["commit"], place, "commit")
    if value["licence"] not in LICENCES:
        raise Fault(f"{place}: the licence {value['licence']!r} is none that a copy may stand under here")
    return f"{value['repo']}@{value['commit']}:{printing(value['path'], place, 200)}", value["licence"]


def program_of(value: dict, file: str) -> Program:
    """A program's file, with every name in it resolved."""
    closed(
        value,
        "schema id name publisher source instructions types",
        "alsoAt site alsoFrom partial accountFlags optionalAccounts checkedAgainst realInstructionsDecoded roles display",
        file,
    )
    if value["schema"] != SCHEMA:
        raise Fault(f"{file}: is not written by {SCHEMA}")
    source, licence = source_of(value["source"], f"{file}: source")
    for each in listed(value.get("alsoFrom", []), f"{file}: alsoFrom"):
        source_of(each, f"{file}: alsoFrom")
    optional = value.get("optionalAccounts")
    if optional not in (None, "programId", "omitted"):
        raise Fault(f"{file}: optionalAccounts: there is no {optional!r}")
    if value.get("accountFlags", False) is not False:
        raise Fault(f"{file}: accountFlags is false or not there")
    shapes = Shapes(value["types"], f"{file}: types")
    instructions = [instruction_of(each, shapes, optional, f"{file}: instructions") for each in listed(value["instructions"], file, False)]
    differing([each.name for each in instructions], file, "the instruction")
    differing([each.discriminator.hex() for each in instructions], file, "the discriminator")
    used: set[str] = set().union(*(names(each.type) for one in instructions for each in one.fields))
    while True:
        more = set().union(used, *(names(each) for name in used for each in shapes.direct(shapes.types[name])))
        if more == used:
            break
        used = more
    for name in shapes.types:
        if name not in used:
            raise Fault(f"{file}: types.{name}: nothing uses it")
    by_name = {each.name: Subject(each, shapes) for each in instructions}
    for part in ("roles", "display"):
        for name, said in closed_object(value.get(part, {}), f"{file}: {part}").items():
            place = f"{file}: {part}.{name}"
            if name not in by_name:
                raise Fault(f"{place}: there is no such instruction")
            if part == "roles":
                by_name[name].instruction.roles = by_name[name].cases(said, place)
            else:
                by_name[name].instruction.display = by_name[name].display(said, place)
    also = [closed(each, "id name", "", f"{file}: alsoAt") for each in listed(value.get("alsoAt", []), f"{file}: alsoAt")]
    return Program(
        file=file,
        id=key(value["id"], f"{file}: id"),
        also=[(key(each["id"], f"{file}: alsoAt"), name_of(each["name"], f"{file}: alsoAt")) for each in also],
        name=name_of(value["name"], f"{file}: name"),
        publisher=name_of(value["publisher"], f"{file}: publisher"),
        site=matching(re.compile(r"(https://[a-z0-9.-]+(/[A-Za-z0-9._/-]*)?)?"), value.get("site", ""), f"{file}: site", "address of a site"),
        source=source,
        licence=licence,
        partial=printing(value.get("partial", ""), f"{file}: partial", 400, may_be_empty=True),
        has_account_flags="accountFlags" not in value,
        is_omitting=optional == "omitted",
        instructions=instructions,
        types=shapes.types,
    )


def names_of(value: dict, file: str) -> list[tuple[bytes, str, str]]:
    closed(value, "schema sources names", "", file)
    sources = {}
    for short, said in closed_object(value["sources"], f"{file}: sources").items():
        # Only a name is taken from there, which no licence holds.
        closed(said, "repo path commit licence", "note", f"{file}: sources.{short}")
        matching(REPOSITORY, said["repo"], f"{file}: sources.{short}", "repository")
        sources[short] = f"{said['repo']}@{matching(COMMIT, said['commit'], f'{file}: sources.{short}', 'commit')}:{said['path']}"
    found = []
    for text, entry in closed_object(value["names"], f"{file}: names").items():
        place = f"{file}: names.{text}"
        if not isinstance(entry, list) or len(entry) != 2 or entry[1] not in sources:
            raise Fault(f"{place}: is not a name and a source that stands above")
        found.append((key(text, place), name_of(entry[0], place), sources[entry[1]]))
    return found


def skeleton(symbol: str) -> str:
    """How a symbol looks at a glance."""
    return symbol.lower().replace("rn", "m").replace("vv", "w").translate(str.maketrans("015i|", "olsll"))


def tokens_of(value: dict, file: str) -> list[Token]:
    closed(value, "schema tokens", "", file)
    found: list[Token] = []
    looks: dict[str, str] = {}
    for at, said in enumerate(listed(value["tokens"], file)):
        place = f"{file}: tokens[{at}]"
        closed(said, "mint symbol name decimals category sources", "program scaled note derived", place)
        symbol = name_of(said["symbol"], place)
        if not re.fullmatch(r"[A-Za-z0-9.$-]{1,16}", symbol):
            raise Fault(f"{place}: {symbol!r} is no symbol")
        if skeleton(symbol) in looks:
            raise Fault(f"{place}: {symbol} looks like {looks[skeleton(symbol)]}")
        looks[skeleton(symbol)] = symbol
        if type(said["decimals"]) is not int or not 0 <= said["decimals"] <= 255:
            raise Fault(f"{place}: {said['decimals']!r} is no number of decimals")
        program = said.get("program")
        if program not in (None, *TOKEN_PROGRAMS):
            raise Fault(f"{place}: there is no token program {program!r}")
        if said.get("scaled", True) is not True or ("scaled" in said and program == "Token"):
            raise Fault(f"{place}: only Token-2022 scales amounts")
        places_of(said["sources"], place)
        program_number = TOKEN_PROGRAMS.index(program) + 1 if program else 0
        found.append(Token(key(said["mint"], place), symbol, name_of(said["name"], place), name_of(said["category"], place), said["decimals"], program_number, "scaled" in said))
    return found


def places_of(value: object, place: str) -> None:
    for each in listed(value, place, may_be_empty=False):
        matching(PLACE, each, f"{place}: sources", "place in a source")


def addresses_of(value: dict, file: str) -> list[tuple[bytes, str, str]]:
    closed(value, "schema addresses", "", file)
    found = []
    for at, said in enumerate(listed(value["addresses"], file)):
        place = f"{file}: addresses[{at}]"
        closed(said, "address name category sources", "derived note disputed", place)
        places_of(said["sources"], place)
        found.append((key(said["address"], place), name_of(said["name"], place), name_of(said["category"], place)))
    differing([name for _, name, _ in found], file, "the name")
    return found


def read(folder: Path = HERE) -> Registry:
    """The whole registry. What stands twice in different files is found here."""
    programs = []
    for path in sorted((folder / "interfaces").glob("*.json")):
        matching(re.compile(r"[a-z0-9]+(-[a-z0-9]+)*\.json"), path.name, path.name, "name of a file")
        programs.append(program_of(load(path), path.name))
    found = Registry(
        programs=programs,
        names=names_of(load(folder / "names.json"), "names.json"),
        tokens=tokens_of(load(folder / "tokens.json"), "tokens.json"),
        addresses=addresses_of(load(folder / "addresses.json"), "addresses.json"),
    )
    seen: dict[bytes, str] = {}
    rows = [(one.id, one.file) for one in programs] + [(other, one.file) for one in programs for other, _ in one.also]
    rows += [(one, f"names.json: {name}") for one, name, _ in found.names] + [(one.mint, f"tokens.json: {one.symbol}") for one in found.tokens]
    rows += [(one, f"addresses.json: {name}") for one, name, _ in found.addresses]
    for one, place in rows:
        if one in seen:
            raise Fault(f"{place}: its key stands in {seen[one]} too")
        seen[one] = place
    differing([one.name for one in programs], "interfaces", "the name")
    return found
