#!/usr/bin/env python3
"""Interfaces as authors publish them: one JSON object a line.

    Tests/Support/published_interfaces.py interfaces   the registry's own, written as Codama's, Anchor's and Anchor's older ones
    Tests/Support/published_interfaces.py accounts     accounts that hold one, whole and spoilt

    {"program": id, "form": …, "instructions": [names], "text": JSON as text}
    {"name": …, "program": hex, "owner": hex, "place": "program-metadata" or "anchor", "data": base64, "expected": code or null}

What a form can't say is left out, so `instructions` names what is in it. Nothing of the wallet's code or of `Programs/*.py` is used.
"""

import base64
import gzip
import hashlib
import json
import re
import struct
import sys
import zlib
from pathlib import Path

from program_vectors import split

INTERFACES = Path(__file__).resolve().parents[2] / "Programs" / "interfaces"
NUMBERS = {"u8", "u16", "u32", "u64", "u128", "i8", "i16", "i32", "i64", "i128", "f32", "f64"}


class Unsaid(Exception):
    """The form has no words for it."""


def number(name, **more):
    return {"kind": "numberTypeNode", "format": name, "endian": "le", **more}


class Codama:
    form = "codama"

    def __init__(self, interface):
        self.interface = interface

    def type(self, text):
        name, inner = split(text)
        if name in NUMBERS:
            return number(name)
        if name == "array":
            return {"kind": "arrayTypeNode", "item": self.type(inner[0]), "count": {"kind": "fixedCountNode", "value": int(inner[1])}}
        if name == "tuple":
            return {"kind": "tupleTypeNode", "items": [self.type(each) for each in inner]}
        counts = {"vec": "u32", "vec64": "u64", "vecs": "shortU16"}
        if name in counts:
            return {"kind": "arrayTypeNode", "item": self.type(inner[0]), "count": {"kind": "prefixedCountNode", "prefix": number(counts[name])}}
        if name == "rest" and inner:
            return {"kind": "arrayTypeNode", "item": self.type(inner[0]), "count": {"kind": "remainderCountNode"}}
        if name == "map":
            count = {"kind": "prefixedCountNode", "prefix": number("u32")}
            return {"kind": "mapTypeNode", "key": self.type(inner[0]), "value": self.type(inner[1]), "count": count}
        if name == "option":
            return {"kind": "optionTypeNode", "fixed": False, "item": self.type(inner[0]), "prefix": number("u8")}
        if name in ("zoption", "tail"):
            kind = {"zoption": "zeroableOptionTypeNode", "tail": "remainderOptionTypeNode"}[name]
            return {"kind": kind, "item": self.type(inner[0])}
        text_, bytes_ = {"kind": "stringTypeNode", "encoding": "utf8"}, {"kind": "bytesTypeNode"}
        plain = {
            "bool": {"kind": "booleanTypeNode", "size": number("u8")},
            "pubkey": {"kind": "publicKeyTypeNode"},
            "string": {"kind": "sizePrefixTypeNode", "type": text_, "prefix": number("u32")},
            "string64": {"kind": "sizePrefixTypeNode", "type": text_, "prefix": number("u64")},
            "bytes": {"kind": "sizePrefixTypeNode", "type": bytes_, "prefix": number("u32")},
            "bytes8": {"kind": "sizePrefixTypeNode", "type": bytes_, "prefix": number("u8")},
            "utf8rest": text_,
            "rest": bytes_,
        }
        if name in plain:
            return plain[name]
        if name not in self.interface["types"]:
            raise Unsaid(name)
        return {"kind": "definedTypeLinkNode", "name": name}

    def fields(self, fields):
        return [{"kind": "structFieldTypeNode", "name": each.split(":")[0], "type": self.type(each.split(":", 1)[1])} for each in fields]

    def definition(self, name, entry):
        if "struct" in entry:
            said = {"kind": "structTypeNode", "fields": self.fields(entry["struct"])}
        elif "alias" in entry:
            said = self.type(entry["alias"])
        else:
            values = entry.get("values", list(range(len(entry["enum"]))))
            variants = []
            for value, (variant, *fields) in zip(values, entry["enum"], strict=True):
                one = {"kind": "enumEmptyVariantTypeNode", "name": variant, "discriminator": value}
                if fields:
                    one |= {"kind": "enumStructVariantTypeNode", "struct": {"kind": "structTypeNode", "fields": self.fields(fields)}}
                variants.append(one)
            said = {"kind": "enumTypeNode", "variants": variants, "size": number(entry.get("tag", "u8"))}
        return {"kind": "definedTypeNode", "name": name, "type": said}

    def instruction(self, one):
        accounts = []
        for each in one["accounts"]:
            name, _, flags = each.partition(":")
            if "." in name:
                raise Unsaid(name)
            signer = "either" if "e" in flags else "s" in flags
            node = {"kind": "instructionAccountNode", "name": name, "isSigner": signer, "isWritable": "w" in flags, "isOptional": "o" in flags}
            accounts.append(node)
        constant = {"kind": "bytesValueNode", "data": one["disc"], "encoding": "base16"}
        node = {"kind": "instructionNode", "name": one["name"], "accounts": accounts, "arguments": []}
        if one["disc"]:
            first = {"kind": "fixedSizeTypeNode", "size": len(one["disc"]) // 2, "type": {"kind": "bytesTypeNode"}}
            argument = {"kind": "instructionArgumentNode", "name": "itsFirstBytes", "type": first, "defaultValue": constant}
            node["arguments"].append(argument | {"defaultValueStrategy": "omitted"})
            node["discriminators"] = [{"kind": "fieldDiscriminatorNode", "name": "itsFirstBytes", "offset": 0}]
        node["arguments"] += [each | {"kind": "instructionArgumentNode"} for each in self.fields(one["args"])]
        if one.get("omit") or self.interface.get("optionalAccounts") == "omitted":
            node["optionalAccountStrategy"] = "omitted"
        if one.get("more"):
            node["remainingAccounts"] = [{"kind": "instructionRemainingAccountsNode", "value": {"kind": "argumentValueNode", "name": one["more"]}}]
        return node

    def whole(self, instructions, types):
        program = {"kind": "programNode", "name": "some", "publicKey": self.interface["id"], "instructions": instructions, "definedTypes": types}
        return {"kind": "rootNode", "standard": "codama", "version": "1.7.0", "program": program}


def snake(name):
    return re.sub(r"([A-Z])([A-Z][a-z])", r"\1_\2", re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", name)).lower()


class Anchor:
    form = "anchor"

    def __init__(self, interface):
        self.interface = interface

    def type(self, text):
        name, inner = split(text)
        if name in NUMBERS | {"bool", "string", "bytes"}:
            return name
        if name == "pubkey":
            return self.key
        if name in ("option", "vec"):
            return {name: self.type(inner[0])}
        if name == "array":
            return {"array": [self.type(inner[0]), int(inner[1])]}
        if name == "map":
            return {"hashMap": [self.type(each) for each in inner]}
        if name == "tuple":
            return {"tuple": [self.type(each) for each in inner]}
        if name not in self.interface["types"]:
            raise Unsaid(name)
        return self.defined(name)

    key = "pubkey"

    def defined(self, name):
        return {"defined": {"name": name}}

    def fields(self, fields):
        return [{"name": each.split(":")[0], "type": self.type(each.split(":", 1)[1])} for each in fields]

    def definition(self, name, entry):
        if "struct" in entry:
            return {"name": name, "type": {"kind": "struct", "fields": self.fields(entry["struct"])}}
        if "alias" in entry:
            return {"name": name, "type": {"kind": "type", "alias": self.type(entry["alias"])}}
        if entry.get("tag", "u8") != "u8" or "values" in entry:
            raise Unsaid(name)
        variants = [{"name": variant} | ({"fields": self.fields(fields)} if fields else {}) for variant, *fields in entry["enum"]]
        return {"name": name, "type": {"kind": "enum", "variants": variants}}

    def accounts(self, accounts, words=("signer", "writable", "optional")):
        found = []
        for each in accounts:
            name, _, flags = each.partition(":")
            if "e" in flags:
                raise Unsaid(name)
            at = found
            *groups, last = name.split(".")
            for group in groups:
                if not (at and at[-1]["name"] == group):
                    at.append({"name": group, "accounts": []})
                at = at[-1]["accounts"]
            at.append({"name": last} | {word: letter in flags for word, letter in zip(words, "swo", strict=True)})
        return found

    def instruction(self, one):
        if not one["disc"] or one.get("more") or one.get("omit") or self.interface.get("optionalAccounts") == "omitted":
            raise Unsaid(one["name"])
        first = list(bytes.fromhex(one["disc"]))
        return {"name": one["name"], "discriminator": first, "accounts": self.accounts(one["accounts"]), "args": self.fields(one["args"])}

    def whole(self, instructions, types):
        metadata = {"name": "some", "version": "0.1.0", "spec": "0.1.0"}
        return {"address": self.interface["id"], "metadata": metadata, "instructions": instructions, "types": types}


class OlderAnchor(Anchor):
    form = "anchor-legacy"
    key = "publicKey"

    def defined(self, name):
        return {"defined": name}

    def instruction(self, one):
        said = super().instruction(one)
        if bytes(said.pop("discriminator")) != hashlib.sha256(f"global:{snake(one['name'])}".encode()).digest()[:8]:
            raise Unsaid(one["name"])
        return said | {"accounts": self.accounts(one["accounts"], ("isSigner", "isMut", "isOptional"))}

    def whole(self, instructions, types):
        return {"version": "0.1.0", "name": "some", "instructions": instructions, "types": types, "metadata": {"address": self.interface["id"]}}


def words(entry):
    fields = entry.get("struct") or [text for variant in entry.get("enum", []) for text in variant[1:]]
    texts = [entry["alias"]] if "alias" in entry else [each.split(":", 1)[1] for each in fields]
    return set(re.findall(r"\w+", " ".join(texts)))


def written(interface, form):
    writer = form(interface)
    types, unsaid = {}, set()
    for name, entry in interface["types"].items():
        try:
            types[name] = writer.definition(name, entry)
        except Unsaid:
            unsaid.add(name)
    # What needs a type that isn't there isn't there either.
    while more := {name for name in types if words(interface["types"][name]) & unsaid}:
        unsaid |= more
        types = {name: said for name, said in types.items() if name not in unsaid}
    instructions, names = [], []
    for one in interface["instructions"]:
        try:
            if words({"struct": one["args"]}) & unsaid:
                raise Unsaid(one["name"])
            instructions.append(writer.instruction(one))
            names.append(one["name"])
        except Unsaid:
            continue
    text = json.dumps(writer.whole(instructions, list(types.values())))
    return {"program": interface["id"], "form": form.form, "instructions": names, "text": text}


def interfaces():
    for path in sorted(INTERFACES.glob("*.json")):
        interface = json.loads(path.read_text())
        interface.setdefault("types", {})
        for form in (Codama, Anchor, OlderAnchor):
            found = written(interface, form)
            if found["instructions"]:
                yield found


# Accounts

def accounts():
    program, stranger = bytes([7]) * 32, bytes([9]) * 32
    owner = base58("ProgM6JCCvbYkfKqJYHePx4xxSUSqJp7rh8Lyv7nk7S")
    value = {"address": text58(program), "metadata": {"name": "some", "spec": "0.1.0"}, "types": []}
    value["instructions"] = [{"name": "go", "discriminator": [1, 2, 3, 4, 5, 6, 7, 8], "accounts": [], "args": [{"name": "amount", "type": "u64"}]}]
    text = json.dumps(value).encode()

    def metadata(data=None, **more):
        data = zlib.compress(text) if data is None else data
        said = {"kind": 2, "program": program, "authority": stranger, "mutable": 1, "canonical": 1, "seed": b"idl", "encoding": 1}
        said |= {"compression": 2, "format": 1, "source": 0, "length": len(data)} | more
        head = bytes([said["kind"]]) + said["program"] + said["authority"] + bytes([said["mutable"], said["canonical"]])
        head += said["seed"].ljust(16, b"\0") + bytes([said[name] for name in ("encoding", "compression", "format", "source")])
        return head + struct.pack("<I", said["length"]) + bytes(5) + data

    def legacy(data):
        return bytes.fromhex("184662bf3a907b9e") + stranger + struct.pack("<I", len(data)) + data

    def row(name, data, expected=None, place="program-metadata", whose=owner):
        rest = {"place": place, "data": base64.b64encode(data).decode(), "expected": expected}
        return {"name": name, "program": program.hex(), "owner": whose.hex()} | rest

    packed = zlib.compress(text)
    bomb = zlib.compress(bytes(5 << 20), 9)
    yield row("zlib", metadata())
    yield row("gzip", metadata(gzip.compress(text), compression=1))
    yield row("not compressed", metadata(text, compression=0))
    yield row("with room behind", metadata() + bytes(1000))
    yield row("another owner", metadata(), "owner", whose=stranger)
    yield row("a buffer", metadata(kind=1), "kind")
    yield row("empty", metadata(kind=0), "kind")
    yield row("another program", metadata(program=stranger), "program")
    yield row("not canonical", metadata(canonical=0), "not-canonical")
    yield row("canonical by another number", metadata(canonical=2), "not-canonical")
    yield row("another seed", metadata(seed=b"security"), "seed")
    yield row("a seed that begins alike", metadata(seed=b"idl2"), "seed")
    yield row("a web address", metadata(b"https://some.example/idl.json", source=1, compression=0), "url")
    yield row("another account", metadata(bytes(40), source=2, compression=0), "external")
    yield row("a source of the future", metadata(source=3), "member")
    yield row("base64", metadata(encoding=3), "encoding")
    yield row("yaml", metadata(format=2), "format")
    yield row("a compression of the future", metadata(compression=3), "compression")
    yield row("a header alone", metadata()[:96], "truncated")
    yield row("half a header", metadata()[:50], "truncated")
    yield row("a length beyond the end", metadata(length=len(packed) + 1), "truncated")
    yield row("a length of 4 GiB", metadata(length=0xFFFFFFFF), "compressed-size")
    yield row("a stream cut off", metadata(packed[:-10]), "truncated")
    yield row("a stream cut by the length", metadata(length=20), "truncated")
    yield row("a damaged stream", metadata(packed[:10] + bytes([packed[10] ^ 0xFF]) + packed[11:]), "compressed")
    yield row("a wrong checksum", metadata(packed[:-1] + bytes([packed[-1] ^ 1])), "compressed")
    yield row("bytes behind the stream", metadata(packed + b"\0"), "trailing")
    yield row("two streams", metadata(gzip.compress(text[:20]) + gzip.compress(text[20:]), compression=1), "trailing")
    yield row("zlib called gzip", metadata(compression=1), "compressed")
    yield row("a bomb", metadata(bomb), "size")
    yield row("a bomb in gzip", metadata(gzip.compress(bytes(5 << 20)), compression=1), "size")
    yield row("more than 512 KiB", metadata(bytes(range(256)) * 2049, compression=0), "compressed-size")
    yield row("a million values", metadata(zlib.compress(b"[" + b"0," * 1_000_000 + b"0]")), "size")
    yield row("no JSON", metadata(zlib.compress(b"hello")), "json")
    yield row("no UTF-8", metadata(zlib.compress(b'{"a":"\xff"}')), "json")
    yield row("a name twice", metadata(zlib.compress(b'{"a":1,"a":2}')), "json")
    yield row("deep nesting", metadata(zlib.compress(b"[" * 65 + b"]" * 65)), "json")
    yield row("another form", metadata(zlib.compress(b'{"a":1}')), "form")
    yield row("about another program", metadata(zlib.compress(text.replace(text58(program).encode(), text58(stranger).encode()))), "address")
    yield row("Anchor's", legacy(packed), None, "anchor", program)
    yield row("Anchor's of another owner", legacy(packed), "owner", "anchor", stranger)
    yield row("Anchor's with another mark", bytes([1]) + legacy(packed)[1:], "kind", "anchor", program)
    yield row("Anchor's without a text", legacy(b""), "truncated", "anchor", program)
    yield row("Anchor's in gzip", legacy(gzip.compress(text)), "compressed", "anchor", program)
    yield row("metadata where Anchor's should be", metadata(), "owner", "anchor")


ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"


def base58(text):
    value = 0
    for letter in text:
        value = value * 58 + ALPHABET.index(letter)
    return value.to_bytes(32, "big")


def text58(key):
    value, out = int.from_bytes(key, "big"), ""
    while value:
        value, rest = divmod(value, 58)
        out = ALPHABET[rest] + out
    return out


if __name__ == "__main__":
    for line in {"interfaces": interfaces, "accounts": accounts}[sys.argv[1]]():
        print(json.dumps(line))
