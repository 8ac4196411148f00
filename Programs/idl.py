"""Interfaces as programs publish them, brought into the registry's own form.

Anchor's (from 0.30, and the form before), Shank's, and Codama's (before that Kinobi's). Whatever the form of a program's file can't
say is refused: a guess would read wrong amounts.
"""

import base64
import hashlib
import re

from language import FIXED, Fault, Type, names, parse, written
from registry import BASE58, key

# What Anchor and Shank call types.
SAME = {"bool", "u8", "u16", "u32", "u64", "u128", "i8", "i16", "i32", "i64", "i128", "f32", "f64", "string", "bytes"}
ANCHOR_NAMES = {"publicKey": "pubkey", "pubkey": "pubkey"} | {name: name for name in SAME}


def camel(text: str) -> str:
    """A name as the registry writes it."""
    words = [word for word in re.split(r"[^A-Za-z0-9]+", text) if word]
    if not words:
        raise Fault(f"{text!r} is no name")
    if text.isdigit():
        return text
    joined = words[0] + "".join(word[0].upper() + word[1:] for word in words[1:])
    return joined[0].lower() + joined[1:]


def upper(text: str) -> str:
    one = camel(text)
    return one[0].upper() + one[1:]


def snake(text: str) -> str:
    """The name of the function in Rust that Anchor's older form writes otherwise."""
    return re.sub(r"([A-Z])([A-Z][a-z])", r"\1_\2", re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", text)).lower()


class Interface:
    """What is gathered of a program's interface: instructions, and the types that they use."""

    def __init__(self) -> None:
        self.instructions: list[dict] = []
        self.types: dict[str, dict] = {}
        self.id: str | None = None
        self.form = ""
        self.has_optional = False

    def field(self, name: str, kind: Type) -> str:
        return f"{camel(name)}:{written(kind)}"

    def define(self, name: str, entry: dict, place: str) -> Type:
        if self.types.setdefault(name, entry) != entry:
            raise Fault(f"{place}: there are two types {name}")
        return ("name", name)

    def used(self) -> dict[str, dict]:
        """The types that instructions use, in the order in which they do."""
        found: dict[str, dict] = {}

        def visit(fields: list[str]) -> None:
            for text in fields:
                for name in sorted(names(parse(text.split(":", 1)[1]))):
                    if name not in self.types:
                        raise Fault(f"the type {name} is not there")
                    if name not in found:
                        found[name] = self.types[name]
                        visit(parts(self.types[name]))

        for one in self.instructions:
            visit(one["args"])
        return found


def parts(entry: dict) -> list[str]:
    """A type's fields, with those of all its variants."""
    if "alias" in entry:
        return [f"alias:{entry['alias']}"]
    return entry.get("struct", []) + [text for variant in entry.get("enum", []) for text in variant[1:]]


def flags(is_signer: object, is_writable: object, is_optional: object) -> str:
    letters = ("s" if is_signer is True else "e" if is_signer else "") + ("w" if is_writable else "") + ("o" if is_optional else "")
    return f":{letters}" if letters else ""


# Anchor and Shank


class AnchorReader:
    """Anchor's interfaces, and Shank's, which have the same types."""

    def __init__(self, value: dict):
        self.value = value
        self.found = Interface()
        metadata = value.get("metadata") or {}
        self.is_shank = metadata.get("origin") == "shank"
        self.is_new = "address" in value
        self.found.id = value.get("address") or metadata.get("address")
        self.found.form = "Shank IDL" if self.is_shank else "Anchor IDL (0.30)" if self.is_new else "Anchor IDL (legacy)"

    def read(self) -> Interface:
        for entry in self.value.get("types", []):
            # One that no instruction uses may be whatever it likes.
            try:
                self.found.types[upper(entry["name"])] = self.definition(entry, f"types.{entry['name']}")
            except Fault as fault:
                self.found.types[upper(entry["name"])] = {"struct": [], "fault": str(fault)}
        for entry in self.value["instructions"]:
            self.found.instructions.append(self.instruction(entry, f"instructions.{entry['name']}"))
        for name, entry in self.found.used().items():
            if "fault" in entry:
                raise Fault(entry["fault"])
        return self.found

    def instruction(self, entry: dict, place: str) -> dict:
        one: dict = {"name": camel(entry["name"]), "disc": self.discriminator(entry, place).hex()}
        one["args"] = [self.found.field(each["name"], self.type(each["type"], f"{place}.{each['name']}")) for each in entry.get("args", [])]
        one["accounts"] = self.accounts(entry.get("accounts", []), "", place)
        if self.is_shank and entry.get("legacyOptionalAccountsStrategy") and any("o" in text.partition(":")[2] for text in one["accounts"]):
            one["omit"] = True
        return one

    def discriminator(self, entry: dict, place: str) -> bytes:
        if self.is_shank:
            said = entry.get("discriminant")
            if not isinstance(said, dict) or said.get("type") not in ("u8", "u16", "u32", "u64"):
                raise Fault(f"{place}: has no discriminant")
            return said["value"].to_bytes(FIXED[said["type"]], "little")
        if self.is_new:
            if not entry.get("discriminator"):
                raise Fault(f"{place}: has no discriminator")
            return bytes(entry["discriminator"])
        return hashlib.sha256(f"global:{snake(entry['name'])}".encode()).digest()[:8]

    def accounts(self, value: list, group: str, place: str) -> list[str]:
        found = []
        for each in value:
            name = group + camel(each["name"])
            if "accounts" in each:
                found += self.accounts(each["accounts"], f"{name}.", place)
                continue
            signer = each.get("signer", each.get("isSigner", False))
            writable, optional = each.get("writable", each.get("isMut")), each.get("optional", each.get("isOptional"))
            if each.get("isOptionalSigner"):
                signer = "either"
            self.found.has_optional |= bool(optional)
            found.append(name + flags(signer, writable, optional))
        return found

    def definition(self, entry: dict, place: str) -> dict:
        said = entry["type"]
        if entry.get("generics"):
            raise Fault(f"{place}: is generic")
        if said["kind"] == "struct":
            return {"struct": self.fields(said.get("fields") or [], place)}
        if said["kind"] == "enum":
            return {"enum": [[upper(each["name"]), *self.fields(each.get("fields") or [], place)] for each in said["variants"]]}
        if said["kind"] in ("type", "alias"):
            return {"alias": written(self.type(said.get("alias") or said.get("value"), place))}
        raise Fault(f"{place}: is a {said['kind']}")

    def fields(self, value: list, place: str) -> list[str]:
        """Fields with names, or those of a tuple."""
        named = [each if isinstance(each, dict) and "name" in each and "type" in each else {"name": str(at), "type": each} for at, each in enumerate(value)]
        return [self.found.field(each["name"], self.type(each["type"], f"{place}.{each['name']}")) for each in named]

    def type(self, said: object, place: str) -> Type:
        if isinstance(said, str):
            if said not in ANCHOR_NAMES:
                raise Fault(f"{place}: there is no type {said}")
            return (ANCHOR_NAMES[said],)
        if not isinstance(said, dict) or len(said) != 1:
            raise Fault(f"{place}: {said!r} is no type")
        ((kind, inner),) = said.items()
        if kind == "defined":
            if isinstance(inner, dict) and inner.get("generics"):
                raise Fault(f"{place}: is of a generic type")
            return ("name", upper(inner["name"] if isinstance(inner, dict) else inner))
        if kind in ("option", "vec"):
            return (kind, self.type(inner, place))
        if kind == "array":
            if not isinstance(inner[1], int):
                raise Fault(f"{place}: is an array of no certain length")
            return ("array", self.type(inner[0], place), inner[1])
        if kind in ("hashMap", "bTreeMap"):
            return ("map", self.type(inner[0], place), self.type(inner[1], place))
        if kind in ("hashSet", "bTreeSet"):
            return ("vec", self.type(inner, place))
        if kind == "tuple":
            return ("tuple", *(self.type(each, place) for each in inner))
        raise Fault(f"{place}: there is no type {kind}")


# Codama

COUNTS = {"u32": "vec", "u64": "vec64", "shortU16": "vecs"}
STRINGS = {"u32": "string", "u64": "string64"}
BYTES = {"u32": "bytes", "u8": "bytes8"}


class CodamaReader:
    """Codama's tree of nodes."""

    def __init__(self, value: dict):
        self.program = value["program"]
        self.found = Interface()
        self.found.id = self.program.get("publicKey")
        self.found.form = "Codama IDL"

    def read(self) -> Interface:
        waiting = {upper(node["name"]): node for node in self.program.get("definedTypes", [])}
        for node in self.program["instructions"]:
            self.found.instructions.append(self.instruction(node, f"instructions.{node['name']}"))
        # Only those that are used: others may be in a form that arguments never have.
        while True:
            missing = [name for name in self.linked() if name not in self.found.types]
            if not missing:
                return self.found
            for name in missing:
                if name not in waiting:
                    raise Fault(f"definedTypes: the type {name} is not there")
                self.found.types[name] = self.definition(waiting[name]["type"], name, f"definedTypes.{name}")

    def linked(self) -> list[str]:
        texts = [text for one in self.found.instructions for text in one["args"]]
        texts += [text for entry in self.found.types.values() for text in parts(entry)]
        return sorted(set().union(*(names(parse(text.split(":", 1)[1])) for text in texts)))

    def instruction(self, node: dict, place: str) -> dict:
        discriminator, arguments = self.discriminator(node, place)
        one: dict = {"name": camel(node["name"]), "disc": discriminator.hex()}
        one["args"] = [self.argument(each, upper(node["name"]), place) for each in arguments]
        one["accounts"] = []
        for each in node.get("accounts", []):
            self.found.has_optional |= bool(each.get("isOptional"))
            one["accounts"].append(camel(each["name"]) + flags(each.get("isSigner"), each.get("isWritable"), each.get("isOptional")))
        if node.get("optionalAccountStrategy") == "omitted" and any("o" in text.partition(":")[2] for text in one["accounts"]):
            one["omit"] = True
        # Where several kinds may follow, the number alone doesn't tell which is which.
        rest = node.get("remainingAccounts", [])
        if len(rest) == 1:
            one["more"] = camel(rest[0]["value"]["name"])
        return one

    def argument(self, node: dict, owner: str, place: str) -> str:
        return self.found.field(node["name"], self.type(node["type"], owner + upper(node["name"]), f"{place}.{node['name']}"))

    def discriminator(self, node: dict, place: str) -> tuple[bytes, list[dict]]:
        """The bytes that every such instruction begins with, and the arguments after them."""
        arguments = list(node.get("arguments", []))
        wanted = {}
        constant = b""
        for each in node.get("discriminators", []):
            if each["kind"] == "fieldDiscriminatorNode":
                wanted[each["name"]] = each.get("offset", 0)
            elif each["kind"] == "constantDiscriminatorNode" and not each.get("offset"):
                constant = self.constant(each["constant"]["value"], each["constant"]["type"], place)
            elif each["kind"] != "sizeDiscriminatorNode":
                raise Fault(f"{place}: {each['kind']} tells nothing about the first bytes")
        found = b""
        while arguments and arguments[0]["name"] in wanted:
            first = arguments.pop(0)
            if wanted.pop(first["name"]) != len(found) or "defaultValue" not in first:
                raise Fault(f"{place}.{first['name']}: does not stand where it says")
            found += self.constant(first["defaultValue"], first["type"], place)
        if wanted:
            raise Fault(f"{place}: {', '.join(wanted)} tells it from others, and stands after other arguments")
        if constant and found and constant != found:
            raise Fault(f"{place}: has two discriminators")
        return found or constant, arguments

    def constant(self, value: dict, kind: dict, place: str) -> bytes:
        if value["kind"] == "numberValueNode" and kind["kind"] == "numberTypeNode" and kind.get("endian", "le") == "le":
            return value["number"].to_bytes(FIXED[kind["format"]], "little")
        if value["kind"] == "bytesValueNode":
            return {"base16": bytes.fromhex, "base64": base64.b64decode, "utf8": str.encode, "base58": from_base58}[value["encoding"]](value["data"])
        raise Fault(f"{place}: {value['kind']} is no discriminator")

    def definition(self, node: dict, name: str, place: str) -> dict:
        if node["kind"] == "structTypeNode":
            return {"struct": [self.argument(each, name, place) for each in node["fields"]]}
        if node["kind"] == "enumTypeNode":
            variants = [self.variant(each, name, place) for each in node["variants"]]
            values = [each.get("discriminator", at) for at, each in enumerate(node["variants"])]
            tag = self.number(node.get("size", {"kind": "numberTypeNode", "format": "u8"}), place)
            entry: dict = {"enum": variants}
            if tag != "u8":
                entry["tag"] = tag
            return entry | ({"values": values} if values != list(range(len(values))) else {})
        return {"alias": written(self.type(node, name, place))}

    def variant(self, node: dict, name: str, place: str) -> list[str]:
        title = upper(node["name"])
        if node["kind"] == "enumEmptyVariantTypeNode":
            return [title]
        if node["kind"] == "enumStructVariantTypeNode":
            return [title, *(self.argument(each, name + title, place) for each in node["struct"]["fields"])]
        items = node["tuple"]["items"]
        return [title, *(self.found.field(str(at), self.type(each, f"{name}{title}{at}", place)) for at, each in enumerate(items))]

    def number(self, node: dict, place: str) -> str:
        node = node.get("number", node)
        if node["kind"] != "numberTypeNode" or node.get("endian", "le") != "le":
            raise Fault(f"{place}: is no little-endian number")
        return node["format"]

    def type(self, node: dict, hint: str, place: str) -> Type:
        """A node's type; one that is defined in place gets a name made of where it stands."""
        kind = node["kind"]
        if kind in ("numberTypeNode", "amountTypeNode", "solAmountTypeNode", "dateTimeTypeNode"):
            name = self.number(node, place)
            if name not in FIXED:
                raise Fault(f"{place}: {name} is no number of a certain size")
            return (name,)
        if kind == "booleanTypeNode" and self.number(node.get("size", {"kind": "numberTypeNode", "format": "u8"}), place) == "u8":
            return ("bool",)
        if kind == "definedTypeLinkNode":
            return ("name", upper(node["name"]))
        if kind in ("publicKeyTypeNode", "stringTypeNode", "bytesTypeNode"):
            return ({"publicKeyTypeNode": "pubkey", "stringTypeNode": "utf8rest", "bytesTypeNode": "rest"}[kind],)
        if kind == "sizePrefixTypeNode":
            table = {"stringTypeNode": STRINGS, "bytesTypeNode": BYTES}.get(node["type"]["kind"], {})
            length = self.number(node["prefix"], place)
            if length not in table:
                raise Fault(f"{place}: there is no {node['type']['kind']} with its length in {length}")
            return (table[length],)
        if kind == "fixedSizeTypeNode" and node["type"]["kind"] in ("bytesTypeNode", "stringTypeNode"):
            return ("array", ("u8",), node["size"])
        if kind in ("arrayTypeNode", "setTypeNode"):
            return self.several(node["count"], self.type(node["item"], hint, place), place)
        if kind == "mapTypeNode" and self.count(node["count"], place) == "u32":
            return ("map", self.type(node["key"], f"{hint}Key", place), self.type(node["value"], f"{hint}Value", place))
        if kind == "optionTypeNode" and not node.get("fixed") and self.number(node.get("prefix", {"kind": "numberTypeNode", "format": "u8"}), place) == "u8":
            return ("option", self.type(node["item"], hint, place))
        if kind == "zeroableOptionTypeNode" and "zeroValue" not in node:
            return ("zoption", self.type(node["item"], hint, place))
        if kind == "remainderOptionTypeNode":
            return ("tail", self.type(node["item"], hint, place))
        if kind == "tupleTypeNode":
            return ("tuple", *(self.type(each, f"{hint}{at}", place) for at, each in enumerate(node["items"])))
        if kind in ("structTypeNode", "enumTypeNode"):
            return self.found.define(hint, self.definition(node, hint, place), place)
        raise Fault(f"{place}: a {kind} of this kind can't be said in a program's file")

    def count(self, node: dict, place: str) -> str:
        if node["kind"] != "prefixedCountNode":
            raise Fault(f"{place}: is not counted in front")
        return self.number(node["prefix"], place)

    def several(self, count: dict, item: Type, place: str) -> Type:
        if count["kind"] == "fixedCountNode":
            return ("array", item, count["value"])
        if count["kind"] == "remainderCountNode":
            return ("restOf", item)
        if self.count(count, place) not in COUNTS:
            raise Fault(f"{place}: there is no list with its length in {self.count(count, place)}")
        return (COUNTS[self.count(count, place)], item)


def from_base58(text: str) -> bytes:
    number = 0
    for letter in text:
        number = number * 58 + BASE58.index(letter)
    return bytes(len(text) - len(text.lstrip("1"))) + number.to_bytes((number.bit_length() + 7) // 8, "big")


def read_interface(value: object) -> Interface:
    """A published interface of whichever form."""
    if not isinstance(value, dict):
        raise Fault("the interface is no object")
    try:
        if value.get("kind") == "rootNode":
            found = CodamaReader(value).read()
        elif "instructions" in value:
            found = AnchorReader(value).read()
        else:
            raise Fault("the interface is neither Anchor's nor Shank's nor Codama's")
    except (KeyError, TypeError, IndexError, AttributeError, OverflowError, ValueError) as error:
        raise Fault(f"the interface is not in the form that it seems to be in: {error!r}") from error
    if found.id is not None:
        key(found.id, "the interface's address")
    return found
