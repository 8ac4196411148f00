"""Reads Sources/CProgramTable/programs.bin by the form that Programs/README.md gives, without any of the code that writes it.

`ProgramTable.decoded` reads an instruction's bytes; `ProgramTable.interface` puts a program's file together again from the table.
Values are as in program_vectors.py.
"""

from dataclasses import dataclass
from pathlib import Path

import base58

TABLE = Path(__file__).resolve().parents[2] / "Sources" / "CProgramTable" / "programs.bin"
INTEGERS = {1: 1, 2: 2, 3: 4, 4: 8, 5: 16, 6: -1, 7: -2, 8: -4, 9: -8, 10: -16}
PLAIN = ["", "u8", "u16", "u32", "u64", "u128", "i8", "i16", "i32", "i64", "i128", "f32", "f64", "bool", "pubkey", "string", "string64", "bytes"]
PLAIN += ["bytes8", "bytesl", "utf8rest", "rest", "leb128"]
OF_ONE = {32: "option", 33: "zoption", 34: "tail", 35: "vec", 36: "vec64", 37: "vecl", 38: "vecs", 39: "rest"}
KINDS = ["", "swap", "buy", "sell", "deposit", "withdraw", "stake", "unstake", "borrow", "repay", "borrowPosition", "perpOpen", "order", "bridge", "list"]
KINDS += ["delist", "bid", "transferNft", "burnNft", "delegateNft", "claim", "vote", "propose"]
TERMS = ["", "lamports", "amount", "currency", "until", "each", "quantity", "min", "mint", "token", "perCycle", "everySeconds", "claimLater", "chain"]
ABSENT = object()


class NotRead(Exception):
    """Bytes that are no such instruction, or a table that is torn."""


class Bytes:
    """Bytes that are taken from the front."""

    def __init__(self, data: bytes, at: int = 0, end: int | None = None):
        self.data, self.at = data, at
        self.end = len(data) if end is None else end
        if not 0 <= at <= self.end <= len(data):
            raise NotRead("torn")

    @property
    def left(self) -> int:
        return self.end - self.at

    def take(self, count: int) -> bytes:
        if count > self.left:
            raise NotRead("too short")
        self.at += count
        return self.data[self.at - count : self.at]

    def number(self, size: int, signed: bool = False) -> int:
        return int.from_bytes(self.take(size), "little", signed=signed)

    def varint(self, longest: int = 10) -> int:
        found = 0
        for at in range(longest):
            byte = self.number(1)
            found |= (byte & 0x7F) << 7 * at
            if byte < 0x80:
                if (at and not byte) or found >> 64:
                    break
                return found
        raise NotRead("no varint")

    def compact(self) -> int:
        found = self.varint(3)
        if found > 0xFFFF:
            raise NotRead("no compact number")
        return found


@dataclass
class Row:
    id: bytes
    name: str
    record: int
    ordinal: int
    source: str


@dataclass
class Decoded:
    instruction: str
    ordinal: int
    arguments: dict


@dataclass
class Record:
    at: int
    instructions: list[int]
    types: list[int]
    head: dict


class ProgramTable:
    def __init__(self, data: bytes | None = None):
        self.data = TABLE.read_bytes() if data is None else data
        head = Bytes(self.data)
        if head.take(8) != b"SIDEKEYP" or head.number(2) != 1 or head.number(2) or head.number(4) != len(self.data):
            raise NotRead("no table")
        names = ("strings", "programs", "records", "tokens", "addresses")
        self.sections = {name: (head.number(4), head.number(4)) for name in names}
        self.ordinals = head.number(4)
        self.texts: dict[int, str] = {}
        self.records: dict[int, Record] = {}
        for name, row in zip(names, (1, 48, 1, 48, 40)):
            at, count = self.sections[name]
            if at + count * row > len(self.data):
                raise NotRead("torn")

    def text(self, place: int) -> str:
        if place not in self.texts:
            at, length = self.sections["strings"]
            found = Bytes(self.data, at + place, at + length)
            self.texts[place] = found.take(found.varint()).decode()
        return self.texts[place]

    def row(self, index: int) -> Row:
        found = Bytes(self.data, self.sections["programs"][0] + 48 * index)
        return Row(found.take(32), self.text(found.number(4)), found.number(4), found.number(4), self.text(found.number(4)))

    def rows(self) -> list[Row]:
        return [self.row(index) for index in range(self.sections["programs"][1])]

    def find(self, program: bytes | str) -> Row | None:
        """By halving, as a reader does that doesn't look at every row."""
        wanted = base58.b58decode(program) if isinstance(program, str) else program
        low, high = 0, self.sections["programs"][1]
        while low < high:
            middle = (low + high) // 2
            here = self.row(middle)
            if here.id == wanted:
                return here
            low, high = (middle + 1, high) if here.id < wanted else (low, middle)
        return None

    def tokens(self) -> list[dict]:
        found, out = Bytes(self.data, self.sections["tokens"][0]), []
        for _ in range(self.sections["tokens"][1]):
            mint, texts = found.take(32), [self.text(found.number(4)) for _ in range(3)]
            numbers = found.number(1), found.number(1), found.number(2)
            out.append({"mint": mint, "symbol": texts[0], "name": texts[1], "category": texts[2], "decimals": numbers[0], "program": numbers[1], "flags": numbers[2]})
        return out

    def addresses(self) -> list[tuple[bytes, str, str]]:
        found = Bytes(self.data, self.sections["addresses"][0])
        return [(found.take(32), self.text(found.number(4)), self.text(found.number(4))) for _ in range(self.sections["addresses"][1])]

    # A record

    def record(self, row: Row) -> Record:
        if row.record not in self.records:
            self.records[row.record] = self.opened(row)
        return self.records[row.record]

    def opened(self, row: Row) -> Record:
        base, length = self.sections["records"]
        start = base + row.record
        found = Bytes(self.data, start, base + length)
        found = Bytes(self.data, found.at + 4, found.at + found.number(4))
        instructions, types = found.number(2), found.number(2)
        starts = [start + found.number(4) for _ in range(instructions + 1)]
        kinds = [start + found.number(4) for _ in range(types + 1)]
        head = {name: self.text(found.varint()) for name in ("publisher", "site", "source", "licence", "partial")}
        return Record(start, starts, kinds, head | {"flags": found.number(1)})

    def choose(self, record: Record, data: bytes) -> int:
        """The instruction whose discriminator is the longest that the data begins with."""
        best, longest = None, -1
        for index, at in enumerate(record.instructions[:-1]):
            found = Bytes(self.data, at)
            discriminator = found.take(found.number(1))
            if data.startswith(discriminator) and len(discriminator) > longest:
                best, longest = index, len(discriminator)
        if best is None:
            raise NotRead("no such instruction")
        return best

    def decoded(self, program: bytes | str, data: bytes) -> Decoded:
        """What an instruction's bytes say; refused unless every byte is read."""
        row = self.find(program)
        if not row or not row.record:
            raise NotRead("no such program")
        record = self.record(row)
        index = self.choose(record, data)
        found = Bytes(self.data, record.instructions[index], record.instructions[index + 1])
        left = Bytes(data, found.number(1))
        found.take(left.at)
        name = self.text(found.varint())
        found.number(1)
        arguments = self.values(found, left, record)
        if left.left:
            raise NotRead("bytes are left")
        return Decoded(name, row.ordinal + index, arguments)

    def names(self, program: bytes | str, data: bytes, count: int) -> list[str | None]:
        """What each of so many accounts of an instruction is called; None where nobody knows."""
        row = self.find(program)
        record = self.record(row)
        index = self.choose(record, data)
        one = self.instruction(record, index, [], {}, {})
        accounts = next((each for each in [one["accounts"], *one.get("alt", [])] if len(each) == count), one["accounts"])
        titles = [text.split(":")[0] for text in accounts]
        is_optional = ["o" in text.partition(":")[2] for text in accounts]
        more = one.get("more")
        if any(is_optional) and ("omit" in one or record.head["flags"] & 2):
            first = is_optional.index(True)
            required = [title for title, optional in zip(titles, is_optional) if not optional]
            if titles[:first] != required:
                whole = {len(titles): titles, len(required): required}.get(count) if not more else None
                titles, more = whole or titles[:first], None
        return (titles + [more] * count)[:count]

    def values(self, found: Bytes, data: Bytes, record: Record) -> dict:
        out = {}
        for _ in range(found.varint()):
            name = self.text(found.varint())
            value = self.value(found, data, record)
            if value is not ABSENT:
                out[name] = value
        return out

    def value(self, found: Bytes, data: Bytes, record: Record):
        """The value whose type is told at `found`, which stands after the type then."""
        code = found.number(1)
        if code == 0:
            index = found.varint()
            return self.named(Bytes(self.data, record.types[index], record.types[index + 1]), data, record)
        if code in INTEGERS:
            return str(data.number(abs(INTEGERS[code]), INTEGERS[code] < 0))
        if code in (11, 12, 14):
            return data.take({11: 4, 12: 8, 14: 32}[code]).hex()
        if code == 13:
            return (False, True)[one_of(data.number(1), 2)]
        if code in (15, 16, 20):
            return utf8(data.take(data.left if code == 20 else data.number(4 if code == 15 else 8)))
        if code in (17, 18, 19, 21):
            return data.take({17: lambda: data.number(4), 18: lambda: data.number(1), 19: data.varint, 21: lambda: data.left}[code]()).hex()
        if code == 22:
            return str(data.varint())
        if code == 32:
            return self.if_there(one_of(data.number(1), 2), None, found, data, record)
        if code == 33:
            before = data.at
            value = self.value(found, data, record)
            return value if any(data.data[before : data.at]) else None
        if code == 34:
            return self.if_there(data.left, ABSENT, found, data, record)
        if 35 <= code <= 40:
            return self.several(code, found, data, record)
        if code == 41:
            count, start, pairs = data.number(4), found.at, []
            for _ in range(count):
                found.at = start
                pairs.append([self.value(found, data, record), self.value(found, data, record)])
            self.pass_over(found, start, 2)
            return pairs
        if code == 42:
            return [self.value(found, data, record) for _ in range(found.varint())]
        raise NotRead(f"no type {code}")

    def if_there(self, is_there, otherwise, found: Bytes, data: Bytes, record: Record):
        start = found.at
        if is_there:
            return self.value(found, data, record)
        self.pass_over(found, start, 1)
        return otherwise

    def several(self, code: int, found: Bytes, data: Bytes, record: Record):
        count = found.varint() if code == 40 else None if code == 39 else {35: lambda: data.number(4), 36: lambda: data.number(8), 37: data.varint, 38: data.compact}[code]()
        start = found.at
        if found.data[start] == 1:
            found.at += 1
            return data.take(data.left if count is None else count).hex()
        if count is not None and code != 40 and count > data.left:
            raise NotRead("too short")
        values = []
        while len(values) < count if count is not None else data.left:
            found.at = start
            values.append(self.value(found, data, record))
        self.pass_over(found, start, 1)
        return values

    def pass_over(self, found: Bytes, start: int, count: int) -> None:
        """Goes behind types that stand at `start`."""
        found.at = start
        for _ in range(count):
            self.type(found, [])

    def named(self, found: Bytes, data: Bytes, record: Record):
        kind = found.number(1)
        found.varint()
        if kind == 0:
            return self.values(found, data, record)
        if kind == 2:
            return self.value(found, data, record)
        tag, has_values = found.number(1), found.number(1)
        wanted = data.number(1 << tag - 1)
        for index in range(found.varint()):
            name = self.text(found.varint())
            value = found.varint() if has_values else index
            if value == wanted:
                return {name: self.values(found, data, record)}
            for _ in range(found.varint()):
                found.varint()
                self.type(found, [])
        raise NotRead("no such variant")

    # A program's file, put together again

    def interface(self, row: Row) -> dict:
        record = self.record(row)
        names = [self.type_name(at) for at in record.types[:-1]]
        roles, display = {}, {}
        instructions = [self.instruction(record, index, names, roles, display) for index in range(len(record.instructions) - 1)]
        types = {name: self.definition(Bytes(self.data, at, end), names) for name, at, end in zip(names, record.types, record.types[1:])}
        return {"name": row.name, **record.head, "instructions": instructions, "types": types, "roles": roles, "display": display}

    def instruction(self, record: Record, index: int, names: list[str], roles: dict, display: dict) -> dict:
        """An instruction of the file; what its roles and its display say goes into these."""
        found = Bytes(self.data, record.instructions[index], record.instructions[index + 1])
        one: dict = {"disc": found.take(found.number(1)).hex(), "name": self.text(found.varint())}
        flags = found.number(1)
        one["args"] = self.fields(found, names)
        lists = [self.accounts(found)]
        if flags & 2:
            lists += [self.accounts(found) for _ in range(found.varint())]
            one["alt"] = lists[1:]
        one["accounts"] = lists[0]
        if flags & 1:
            one["omit"] = True
        if flags & 4:
            one["more"] = self.text(found.varint())
        if flags & 8:
            one["nested"] = [found.varint() for _ in range(3)]
        titles = [[account.split(":")[0] for account in each] for each in lists]
        if flags & 16:
            roles[one["name"]] = Roles(self, found, titles).cases()
        if flags & 32:
            display[one["name"]] = Roles(self, found, titles).display()
        if found.left:
            raise NotRead("bytes are left in an instruction")
        return one

    def type_name(self, at: int) -> str:
        found = Bytes(self.data, at + 1)
        return self.text(found.varint())

    def accounts(self, found: Bytes) -> list[str]:
        out = []
        for _ in range(found.varint()):
            name, flags = self.text(found.varint()), found.number(1)
            letters = "".join(letter for bit, letter in ((1, "s"), (8, "e"), (2, "w"), (4, "o")) if flags & bit)
            out.append(name + (f":{letters}" if letters else ""))
        return out

    def fields(self, found: Bytes, names: list[str]) -> list[str]:
        return [f"{self.text(found.varint())}:{self.type(found, names)}" for _ in range(found.varint())]

    def type(self, found: Bytes, names: list[str]) -> str:
        code = found.number(1)
        if code == 0:
            index = found.varint()
            return names[index] if names else ""
        if code < len(PLAIN):
            return PLAIN[code]
        if code in OF_ONE:
            return f"{OF_ONE[code]}<{self.type(found, names)}>"
        if code == 40:
            count = found.varint()
            return f"array<{self.type(found, names)},{count}>"
        if code in (41, 42):
            count = 2 if code == 41 else found.varint()
            return ("map" if code == 41 else "tuple") + f"<{','.join(self.type(found, names) for _ in range(count))}>"
        raise NotRead(f"no type {code}")

    def definition(self, found: Bytes, names: list[str]) -> dict:
        kind = found.number(1)
        found.varint()
        if kind == 0:
            return {"struct": self.fields(found, names)}
        if kind == 2:
            return {"alias": self.type(found, names)}
        tag, has_values = found.number(1), found.number(1)
        variants, values = [], []
        for _ in range(found.varint()):
            title = self.text(found.varint())
            if has_values:
                values.append(found.varint())
            variants.append([title, *self.fields(found, names)])
        out: dict = {"enum": variants}
        if tag != 1:
            out["tag"] = ("", "u8", "u16", "u32", "u64")[tag]
        return out | ({"values": values} if has_values else {})


class Roles:
    """What is said of one instruction, in the words of its file."""

    def __init__(self, table: ProgramTable, found: Bytes, lists: list[list[str]]):
        self.text, self.lists = table.text, lists
        self.found = Bytes(found.data, found.at, found.end)
        length = self.found.varint()
        self.found.end = self.found.at + length
        found.at = self.found.at
        found.take(length)

    def cases(self) -> list[dict]:
        out = []
        for _ in range(self.found.varint()):
            end = self.found.varint()
            end += self.found.at
            out.append(self.case())
            if self.found.at != end:
                raise NotRead("a case is longer than it says")
        return out

    def ref(self) -> str:
        return self.text(self.found.varint())

    def account(self) -> str | None:
        places = [self.found.varint() for _ in self.lists]
        titles = {each[place - 1] for each, place in zip(self.lists, places) if place}
        if len(titles) > 1:
            raise NotRead("an account has two names")
        return titles.pop() if titles else None

    def path(self) -> str:
        name = self.ref()
        steps = [self.found.varint() for _ in range(self.found.varint())]
        if len(steps) != name.count(".") + 1:
            raise NotRead("a path has other steps than its name")
        return name

    def case(self) -> dict:
        kind, basis = self.found.number(1), self.found.number(1)
        out: dict = {"kind": KINDS[kind], "basis": ("program", "interface")[basis], "why": self.ref()}
        note, out["user"] = self.ref(), self.account()
        when = {self.path(): self.wanted() for _ in range(self.found.varint())}
        sides = {side: [self.movement() for _ in range(self.found.varint())] for side in ("out", "in")}
        places = {name: self.place() for name in ("asset", "to")}
        terms = {name: self.terms() for name in ("price", "order")}
        extra = {"note": note, "when": when, **sides, **places, **terms}
        return out | {name: value for name, value in extra.items() if value}

    def wanted(self):
        values = []
        for _ in range(self.found.varint()):
            kind = self.found.number(1)
            values.append(self.found.varint() if kind == 3 else (None, False, True)[kind])
        return values if len(values) > 1 else values[0]

    def place(self) -> str | None:
        form = self.found.number(1)
        if form == 0:
            return None
        if form == 1:
            return self.account()
        if form == 2:
            return self.path()
        return f"{self.account()}#{self.path()}"

    def amount(self) -> str:
        form = self.found.number(1)
        if form == 0:
            return str(self.found.varint())
        if form == 1:
            return self.path()
        if form == 2:
            return "all"
        return f"{('bpsDown', 'bpsUp')[form - 3]}({self.amount()},{self.amount()})"

    def movement(self) -> dict:
        bound, flags = self.found.number(1), self.found.number(1)
        out: dict = {("", "max", "exact", "min")[bound]: self.amount()} if bound else {}
        holder = ("", "token", "sol", "from", "stakeAccount")[self.found.number(1)]
        accounts = [self.account() for _ in range(self.found.varint())]
        out[holder] = accounts if len(accounts) > 1 else accounts[0]
        rest = {"mint": self.place(), "authority": self.place(), "maxU64": "all" if flags else None}
        return out | {name: value for name, value in rest.items() if value}

    def terms(self) -> dict:
        out = {}
        for _ in range(self.found.varint()):
            key, form = TERMS[self.found.number(1)], self.found.number(1)
            out[key] = self.path() if form == 1 else self.account() if form == 2 else True
        return out

    def subject(self, form: int) -> str:
        return f"data.{self.path()}" if form == 1 else f"accounts.{self.account()}"

    def display(self) -> dict:
        out: dict = {"intent": self.ref(), "sentence": ""}
        for _ in range(self.found.varint()):
            form = self.found.number(1)
            out["sentence"] += "${" + self.subject(form) + "}" if form else self.ref()
        out["labels"] = {self.subject(self.found.number(1)): self.ref() for _ in range(self.found.varint())}
        ways = ("", "always", "whenInjected", "flatten")
        out["skip"] = {self.subject(self.found.number(1)): ways[self.found.number(1)] for _ in range(self.found.varint())}
        out["numbers"] = dict(self.figure() for _ in range(self.found.varint()))
        if self.found.left:
            raise NotRead("bytes are left in a display")
        return {name: value for name, value in out.items() if value}

    def figure(self) -> tuple[str, dict]:
        subject, form = self.subject(self.found.number(1)), self.found.number(1)
        said: dict = {}
        if form in (1, 4, 5):
            said[("", "decimals", "", "", "time", "duration")[form]] = self.found.varint()
        elif form == 2:
            said["decimals"] = f"data.{self.path()}"
        elif form == 3:
            said["decimals"] = f"accounts.{self.account()}.decimals"
        unit = self.ref()
        return subject, said | ({"unit": unit} if unit else {})


def one_of(number: int, count: int) -> int:
    if number >= count:
        raise NotRead(f"no value {number}")
    return number


def utf8(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise NotRead("no UTF-8") from None
