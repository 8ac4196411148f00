#!/usr/bin/env python3
"""Random instructions of every program of the registry, as its file says that they are encoded: one JSON object a line.

    Tests/Support/program_vectors.py [--seed N] [--each N]

    {"program": id, "instruction": name, "data": hex, "accounts": how many are given, "names": [name or null of each], "arguments": {…}}

The encoder reads the files of Programs/interfaces and none of the code there. Arguments: a struct is an object; integers are decimal
texts, floats, keys and bytes (also lists of u8) hexadecimal ones, lists and tuples arrays, maps arrays of pairs, an absent option null,
a variant an object with its name alone and its fields in that; a `tail` that is absent is no member.
"""

import argparse
import json
import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path

INTERFACES = Path(__file__).resolve().parents[2] / "Programs" / "interfaces"
SIZES = {"8": 1, "16": 2, "32": 4, "64": 8, "128": 16}
ALPHABET = "abcXYZ019 .,-_éßжλ漢🙂"
# A transaction has no room for more.
LARGEST = 1100
ABSENT = object()


def varint(number: int) -> bytes:
    out = b""
    while number > 127:
        out += bytes([number % 128 + 128])
        number //= 128
    return out + bytes([number])


def split(text: str) -> tuple[str, list[str]]:
    """A type's name, and what stands between its brackets."""
    found = re.fullmatch(r"(\w+)(?:<(.*)>)?", text)
    if not found:
        raise ValueError(text)
    parts, depth = [""], 0
    for letter in found[2] or "":
        depth += (letter == "<") - (letter == ">")
        if letter == "," and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return found[1], parts if found[2] else []


class Encoder:
    """Makes up values and encodes them at once."""

    def __init__(self, interface: dict, chance: random.Random):
        self.types, self.chance = interface["types"], chance
        self.has_ended = False
        self.longest = 3

    def fields(self, fields: list[str]) -> tuple[bytes, dict]:
        out, values = b"", {}
        for name, kind in (each.split(":", 1) for each in fields):
            part, value = self.value(kind)
            out += part
            if value is not ABSENT:
                values[name] = value
        return out, values

    def count(self) -> int:
        return self.chance.randint(0, self.longest)

    def integer(self, kind: str) -> tuple[bytes, str]:
        size, signed = SIZES[kind[1:]], kind[0] == "i"
        bits = self.chance.choice((3, 8 * size - 1, 8 * size))
        number = self.chance.getrandbits(min(bits, 8 * size)) - ((1 << 8 * size - 1) if signed and bits > 3 else 0)
        number = min(number, (1 << 8 * size - signed) - 1)
        return number.to_bytes(size, "little", signed=signed), str(number)

    def string(self) -> str:
        return "".join(self.chance.choice(ALPHABET) for _ in range(self.count() * 2))

    def several(self, kind: str, count: int) -> tuple[bytes, object]:
        if kind == "u8":
            data = self.chance.randbytes(count)
            return data, data.hex()
        made = [self.value(kind) for _ in range(count)]
        return b"".join(part for part, _ in made), [value for _, value in made]

    def value(self, text: str) -> tuple[bytes, object]:
        kind, inner = split(text)
        if re.fullmatch(r"[ui](8|16|32|64|128)", kind):
            return self.integer(kind)
        if kind in ("f32", "f64", "pubkey"):
            data = self.chance.randbytes({"f32": 4, "f64": 8, "pubkey": 32}[kind])
            return data, data.hex()
        if kind == "bool":
            value = self.chance.random() < 0.5
            return bytes([value]), value
        if kind in ("string", "string64", "utf8rest"):
            word = self.string()
            length = {"string": 4, "string64": 8, "utf8rest": 0}[kind]
            return (len(word.encode()).to_bytes(length, "little") if length else b"") + word.encode(), word
        if kind in ("bytes", "bytes8", "bytesl"):
            data = self.chance.randbytes(self.count())
            head = {"bytes": len(data).to_bytes(4, "little"), "bytes8": bytes([len(data)]), "bytesl": varint(len(data))}[kind]
            return head + data, data.hex()
        if kind == "leb128":
            number = self.chance.getrandbits(self.chance.choice((3, 14, 64)))
            return varint(number), str(number)
        if kind == "option":
            if self.chance.random() < 0.4:
                return b"\0", None
            part, value = self.value(inner[0])
            return b"\1" + part, value
        if kind == "zoption":
            part, value = self.value(inner[0])
            return (bytes(len(part)), None) if self.chance.random() < 0.4 or not any(part) else (part, value)
        if kind == "tail":
            # After one that is absent all are.
            part, value = (b"", ABSENT) if self.has_ended or self.chance.random() < 0.3 else self.value(inner[0])
            self.has_ended |= not part
            return (part, value) if part else (b"", ABSENT)
        if kind in ("vec", "vec64", "vecl", "vecs"):
            count = self.count()
            part, values = self.several(inner[0], count)
            return {"vec": count.to_bytes(4, "little"), "vec64": count.to_bytes(8, "little")}.get(kind, varint(count)) + part, values
        if kind == "rest":
            return self.several(inner[0] if inner else "u8", self.count())
        if kind == "array":
            return self.several(inner[0], int(inner[1]))
        if kind == "map":
            pairs = [(self.value(inner[0]), self.value(inner[1])) for _ in range(self.count())]
            return len(pairs).to_bytes(4, "little") + b"".join(a[0] + b[0] for a, b in pairs), [[a[1], b[1]] for a, b in pairs]
        if kind == "tuple":
            made = [self.value(each) for each in inner]
            return b"".join(part for part, _ in made), [value for _, value in made]
        return self.named(self.types[kind])

    def named(self, one: dict) -> tuple[bytes, object]:
        if "alias" in one:
            return self.value(one["alias"])
        if "struct" in one:
            return self.fields(one["struct"])
        index = self.chance.randrange(len(one["enum"]))
        name, *fields = one["enum"][index]
        part, values = self.fields(fields)
        tag = one.get("values", range(len(one["enum"])))[index]
        return tag.to_bytes(SIZES[one.get("tag", "u8")[1:]], "little") + part, {name: values}


def encoded(interface: dict, instruction: dict, chance: random.Random) -> tuple[bytes, dict]:
    """An instruction that fits a transaction and that no longer discriminator takes for its own."""
    own = bytes.fromhex(instruction["disc"])
    others = [bytes.fromhex(each["disc"]) for each in interface["instructions"] if len(each["disc"]) > len(instruction["disc"])]
    for attempt in range(60):
        encoder = Encoder(interface, chance)
        encoder.longest = (3, 2, 1, 0)[min(attempt // 15, 3)]
        part, values = encoder.fields(instruction["args"])
        data = own + part
        if len(data) <= LARGEST and not any(data.startswith(other) for other in others):
            return data, values
    raise ValueError(f"{interface['name']}: {instruction['name']} does not fit")


def counted(interface: dict, instruction: dict, chance: random.Random) -> tuple[int, list[str | None]]:
    """A number of accounts, and what each is called then; None where nobody knows."""
    lists = [[text.split(":")[0] for text in each] for each in [instruction["accounts"], *instruction.get("alt", [])]]
    optional = [at for at, text in enumerate(instruction["accounts"]) if "o" in text.partition(":")[2]]
    more = instruction.get("more")
    names: list[str | None] = list(chance.choice(lists))
    if not optional or not ("omit" in instruction or interface.get("optionalAccounts") == "omitted"):
        # With other lists the number decides which it is.
        names += [more] * chance.randint(0, 2) if len(lists) == 1 else []
    elif optional[0] == len(names) - len(optional):
        names = names[: len(names) - chance.randint(0, len(optional))]
    elif more:
        names = [name if at < optional[0] else None for at, name in enumerate(names)]
    elif chance.random() < 0.5:
        names = [name for at, name in enumerate(names) if at not in optional]
    return len(names), names


def vectors(seed: int, each: int, interfaces: Path = INTERFACES) -> Iterator[dict]:
    for path in sorted(interfaces.glob("*.json")):
        interface = json.loads(path.read_text())
        chance = random.Random(f"{seed} {path.name}")
        for instruction in interface["instructions"]:
            for _ in range(each):
                data, values = encoded(interface, instruction, chance)
                count, names = counted(interface, instruction, chance)
                yield {
                    "program": interface["id"],
                    "instruction": instruction["name"],
                    "data": data.hex(),
                    "accounts": count,
                    "names": names,
                    "arguments": values,
                }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=2, help="how many an instruction")
    arguments = parser.parse_args()
    for one in vectors(arguments.seed, arguments.each):
        sys.stdout.write(json.dumps(one, ensure_ascii=False) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
