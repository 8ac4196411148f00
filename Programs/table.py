"""The table that the registry is compiled into: `programs.bin`, whose form README.md has."""

from collections import Counter

from language import ARRAY, MAP, NAMED, OF_ONE, PLAIN, TAGS, TUPLE, Type
from registry import BASES, BOUNDS, HOLDERS, KINDS, SKIPS, TERMS, Case, Definition, Display, Field, Instruction, Movement, Path_, Program, Reference, Registry

MAGIC = b"SIDEKEYP"
VERSION = 1
HEADER = 64
NO_ORDINAL = 0xFFFFFFFF


def varint(number: int) -> bytes:
    out = bytearray()
    while number >= 0x80:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)


def fixed(number: int, size: int = 4) -> bytes:
    return number.to_bytes(size, "little")


class Strings:
    """The texts, each once. The most used stand first, where references are short."""

    def __init__(self) -> None:
        self.uses: Counter[str] = Counter()
        self.places: dict[str, int] = {}
        self.bytes = b""

    def lay_out(self) -> None:
        out = bytearray(b"\0")
        self.places = {"": 0}
        for text, _ in sorted(self.uses.items(), key=lambda entry: (-entry[1], entry[0].encode())):
            if text:
                self.places[text] = len(out)
                out += varint(len(text.encode())) + text.encode()
        self.bytes = bytes(out)

    def place(self, text: str) -> int:
        """Where a text stands. While texts are still counted, nobody knows."""
        if self.places:
            return self.places[text]
        self.uses[text] += 1
        return 0

    def ref(self, text: str) -> bytes:
        return varint(self.place(text))

    def ref32(self, text: str) -> bytes:
        return fixed(self.place(text))


class Writer:
    """Writes one program's record."""

    def __init__(self, program: Program, strings: Strings):
        self.program = program
        self.ref = strings.ref
        self.indices = {name: at for at, name in enumerate(program.types)}

    def record(self) -> bytes:
        program = self.program
        flags = program.has_account_flags | program.is_omitting << 1 | bool(program.partial) << 2
        head = b"".join(self.ref(text) for text in (program.publisher, program.site, program.source, program.licence, program.partial))
        head += bytes([flags])
        instructions = [self.instruction(each) for each in program.instructions]
        types = [self.definition(each) for each in program.types.values()]
        at = 8 + 4 * (len(instructions) + 1 + len(types) + 1) + len(head)
        offsets = b""
        for parts in (instructions, types):
            for part in parts:
                offsets += fixed(at)
                at += len(part)
            offsets += fixed(at)
        return fixed(at) + fixed(len(instructions), 2) + fixed(len(types), 2) + offsets + head + b"".join(instructions + types)

    def type(self, one: Type) -> bytes:
        name = one[0]
        if name == "name":
            return bytes([NAMED]) + varint(self.indices[one[1]])
        if name in PLAIN:
            return bytes([PLAIN[name]])
        if name in OF_ONE:
            return bytes([OF_ONE[name]]) + self.type(one[1])
        if name == "array":
            return bytes([ARRAY]) + varint(one[2]) + self.type(one[1])
        if name == "map":
            return bytes([MAP]) + self.type(one[1]) + self.type(one[2])
        return bytes([TUPLE]) + varint(len(one) - 1) + b"".join(self.type(each) for each in one[1:])

    def fields(self, fields: list[Field]) -> bytes:
        return varint(len(fields)) + b"".join(self.ref(each.name) + self.type(each.type) for each in fields)

    def definition(self, one: Definition) -> bytes:
        if one.alias:
            return bytes([2]) + self.ref(one.name) + self.type(one.alias)
        if one.variants is None:
            return bytes([0]) + self.ref(one.name) + self.fields(one.fields or [])
        out = bytes([1]) + self.ref(one.name) + bytes([TAGS[one.tag], one.has_values]) + varint(len(one.variants))
        for each in one.variants:
            out += self.ref(each.name) + (varint(each.value) if one.has_values else b"") + self.fields(each.fields)
        return out

    def instruction(self, one: Instruction) -> bytes:
        flags = one.is_omitting | (len(one.lists) > 1) << 1 | bool(one.more) << 2 | bool(one.nested) << 3
        flags |= bool(one.roles) << 4 | bool(one.display) << 5
        out = bytes([len(one.discriminator)]) + one.discriminator + self.ref(one.name) + bytes([flags]) + self.fields(one.fields)
        lists = [varint(len(each)) + b"".join(self.ref(account.name) + bytes([account.flags]) for account in each) for each in one.lists]
        out += lists[0]
        if len(lists) > 1:
            out += varint(len(lists) - 1) + b"".join(lists[1:])
        if one.more:
            out += self.ref(one.more)
        if one.nested:
            out += b"".join(varint(each) for each in one.nested)
        if one.roles:
            out += measured(varint(len(one.roles)) + b"".join(measured(self.case(each)) for each in one.roles))
        if one.display:
            out += measured(self.display(one.display))
        return out

    def account(self, one: Reference) -> bytes:
        return b"".join(varint(each) for each in one)

    def path(self, one: Path_) -> bytes:
        return self.ref(one.name) + varint(len(one.steps)) + b"".join(varint(step) for step in one.steps)

    def place(self, one: tuple | None) -> bytes:
        if one is None:
            return bytes([0])
        if one[0] == "account":
            return bytes([1]) + self.account(one[1])
        if one[0] == "argument":
            return bytes([2]) + self.path(one[1])
        return bytes([3]) + self.account(one[1]) + self.path(one[2])

    def amount(self, one: tuple) -> bytes:
        if one[0] == "number":
            return bytes([0]) + varint(one[1])
        if one[0] == "argument":
            return bytes([1]) + self.path(one[1])
        if one[0] == "all":
            return bytes([2])
        return bytes([3 if one[0] == "bpsDown" else 4]) + self.amount(one[1]) + self.amount(one[2])

    def movement(self, one: Movement) -> bytes:
        out = bytes([BOUNDS.index(one.bound) + 1 if one.bound else 0, one.has_all])
        if one.amount:
            out += self.amount(one.amount)
        out += bytes([HOLDERS.index(one.holder) + 1]) + varint(len(one.accounts)) + b"".join(self.account(each) for each in one.accounts)
        return out + self.place(one.mint) + self.place(one.authority)

    def condition(self, path: Path_, values: list) -> bytes:
        out = self.path(path) + varint(len(values))
        for value in values:
            if value is None or isinstance(value, bool):
                out += bytes([0 if value is None else 1 + value])
            else:
                out += bytes([3]) + varint(value)
        return out

    def terms(self, terms: list[tuple]) -> bytes:
        out = varint(len(terms))
        for name, said in terms:
            out += bytes([TERMS.index(name) + 1])
            if said[0] == "argument":
                out += bytes([1]) + self.path(said[1])
            elif said[0] == "account":
                out += bytes([2]) + self.account(said[1])
            else:
                out += bytes([3])
        return out

    def case(self, one: Case) -> bytes:
        out = bytes([KINDS.index(one.kind) + 1, BASES.index(one.basis)]) + self.ref(one.why) + self.ref(one.note) + self.account(one.user)
        out += varint(len(one.when)) + b"".join(self.condition(path, values) for path, values in one.when)
        for side in (one.leaving, one.arriving):
            out += varint(len(side)) + b"".join(self.movement(each) for each in side)
        return out + self.place(one.asset) + self.place(one.to) + self.terms(one.price) + self.terms(one.order)

    def subject(self, one: tuple) -> bytes:
        return bytes([1]) + self.path(one[1]) if one[0] == "argument" else bytes([2]) + self.account(one[1])

    def display(self, one: Display) -> bytes:
        out = self.ref(one.intent) + varint(len(one.sentence))
        for part in one.sentence:
            out += bytes([0]) + self.ref(part[1]) if part[0] == "text" else self.subject(part)
        out += varint(len(one.labels)) + b"".join(self.subject(each) + self.ref(label) for each, label in one.labels)
        out += varint(len(one.skips)) + b"".join(self.subject(each) + bytes([SKIPS.index(way) + 1]) for each, way in one.skips)
        out += varint(len(one.numbers))
        for each, form, said, unit in one.numbers:
            out += self.subject(each) + bytes([("plain", "decimals", "argument", "mint", "time", "duration").index(form)])
            if form == "argument":
                out += self.path(said)
            elif form == "mint":
                out += self.account(said)
            elif form != "plain":
                out += varint(said)
            out += self.ref(unit)
        return out


def measured(part: bytes) -> bytes:
    return varint(len(part)) + part


def laid_out(registry: Registry, strings: Strings) -> tuple[bytes, ...]:
    """The sections but the strings, and the number of ordinals."""
    records = bytearray(4)
    rows: dict[bytes, bytes] = {}
    ordinal = 0
    for program in sorted(registry.programs, key=lambda each: each.id):
        where = fixed(len(records)) + fixed(ordinal)
        for one, name in [(program.id, program.name), *program.also]:
            rows[one] = strings.ref32(name) + where + fixed(0)
        records += Writer(program, strings).record()
        ordinal += len(program.instructions)
    for one, name, source in registry.names:
        rows[one] = strings.ref32(name) + fixed(0) + fixed(NO_ORDINAL) + strings.ref32(source)
    tokens = b"".join(
        token.mint + strings.ref32(token.symbol) + strings.ref32(token.name) + strings.ref32(token.category) + bytes([token.decimals, token.program, token.is_scaled, 0])
        for token in sorted(registry.tokens, key=lambda each: each.mint)
    )
    addresses = b"".join(one + strings.ref32(name) + strings.ref32(category) for one, name, category in sorted(registry.addresses))
    return b"".join(one + rows[one] for one in sorted(rows)), bytes(records), tokens, addresses, fixed(ordinal)


def compiled(registry: Registry) -> bytes:
    """The whole table."""
    strings = Strings()
    # Once to count the texts, which decides where they stand, and once with that.
    laid_out(registry, strings)
    strings.lay_out()
    programs, records, tokens, addresses, ordinals = laid_out(registry, strings)
    body = b""
    header = b""
    for section, row in ((strings.bytes, 1), (programs, 48), (records, 1), (tokens, 48), (addresses, 40)):
        body += bytes(-len(body) % 4)
        header += fixed(HEADER + len(body)) + fixed(len(section) // row)
        body += section
    whole = MAGIC + fixed(VERSION, 2) + fixed(0, 2) + fixed(HEADER + len(body)) + header + ordinals + fixed(0)
    return whole + body
