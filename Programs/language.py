"""Types of arguments: the closed language in which interfaces say how values stand in bytes.

A type in words, `vec<option<u64>>`, is `("vec", ("option", ("u64",)))` here; a name of the interface's own is `("name", "RouteStep")`
and a number, as in `array<u8,32>`, an int.
"""

import re

# What each is called, by its opcode in the table.
PLAIN = {
    name: code
    for code, name in enumerate(
        "u8 u16 u32 u64 u128 i8 i16 i32 i64 i128 f32 f64 bool pubkey string string64 bytes bytes8 bytesl utf8rest rest leb128".split(), start=1
    )
}
NAMED = 0
OF_ONE = {name: code for code, name in enumerate("option zoption tail vec vec64 vecl vecs restOf".split(), start=32)}
ARRAY, MAP, TUPLE = 40, 41, 42
# How tags of enums and lengths stand.
TAGS = {"u8": 1, "u16": 2, "u32": 3, "u64": 4}
UNSIGNED = {"u8": 8, "u16": 16, "u32": 32, "u64": 64, "u128": 128, "leb128": 64}
SIGNED = {"i8": 8, "i16": 16, "i32": 32, "i64": 64, "i128": 128}
FIXED = {"u8": 1, "u16": 2, "u32": 4, "u64": 8, "u128": 16, "i8": 1, "i16": 2, "i32": 4, "i64": 8, "i128": 16, "f32": 4, "f64": 8, "bool": 1, "pubkey": 32}
# The fewest bytes that one of varying length takes.
LEAST = {"string": 4, "string64": 8, "bytes": 4, "bytes8": 1, "bytesl": 1, "utf8rest": 0, "rest": 0, "leb128": 1}
LEAST |= {"option": 1, "vec": 4, "vec64": 8, "vecl": 1, "vecs": 1, "restOf": 0, "tail": 0}
# Each takes whatever is left.
GREEDY = {"utf8rest", "rest", "restOf"}
LISTS = {"vec", "vec64", "vecl", "vecs", "restOf"}
DEEPEST = 12

Type = tuple


class Fault(Exception):
    """What is wrong with the data, and where, in words for whoever changed it."""


def parse(text: str) -> Type:
    """The type that a text names."""
    words = re.findall(r"[A-Za-z0-9_]+|[<>,]", text)
    if "".join(words) != text:
        raise Fault(f"{text!r} is no type")
    found, end = parse_at(words, 0, text)
    if end != len(words):
        raise Fault(f"{text!r} is no type: it goes on after its end")
    return found


def parse_at(words: list[str], at: int, text: str) -> tuple[Type, int]:
    if at >= len(words) or words[at] in "<>,":
        raise Fault(f"{text!r} is no type")
    name, at = words[at], at + 1
    inner: list = []
    if at < len(words) and words[at] == "<":
        while True:
            at += 1
            if at < len(words) and words[at].isdigit():
                inner.append(int(words[at]))
                at += 1
            else:
                one, at = parse_at(words, at, text)
                inner.append(one)
            if at >= len(words) or words[at] not in ",>":
                raise Fault(f"{text!r} is no type: a bracket stays open")
            if words[at] == ">":
                break
        at += 1
    return shaped(name, inner, text), at


def shaped(name: str, inner: list, text: str) -> Type:
    """A type by its name, with as many types and numbers as it takes."""
    kinds = [type(each) for each in inner]
    if name == "rest" and kinds == [tuple]:
        return ("restOf", inner[0])
    if name in PLAIN and not inner:
        return (name,)
    if name in OF_ONE and name != "restOf" and kinds == [tuple]:
        return (name, inner[0])
    if name == "array" and kinds == [tuple, int]:
        return ("array", inner[0], inner[1])
    if name == "map" and kinds == [tuple, tuple]:
        return ("map", inner[0], inner[1])
    if name == "tuple" and inner and set(kinds) == {tuple}:
        return ("tuple", *inner)
    if not inner and re.fullmatch(r"[A-Z][A-Za-z0-9]*", name):
        return ("name", name)
    raise Fault(f"{text!r}: there is no type {name} of {len(inner)}")


def written(one: Type) -> str:
    """The text that names a type."""
    if one[0] == "name":
        return one[1]
    head = "rest" if one[0] == "restOf" else one[0]
    return head + (f"<{','.join(str(each) if isinstance(each, int) else written(each) for each in one[1:])}>" if len(one) > 1 else "")


def inside(one: Type) -> list[Type]:
    """The types that one is made of directly."""
    return [each for each in one[1:] if isinstance(each, tuple)]


def names(one: Type) -> set[str]:
    """The interface's own types that one names."""
    return {one[1]} if one[0] == "name" else set().union(*(names(each) for each in inside(one)))
