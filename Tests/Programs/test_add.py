"""Adding a program from the interface that it published: Anchor's two forms, Shank's and Codama's."""

import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from add import add, file_text
from idl import camel, read_interface, snake
from language import Fault, Type, parse
from registry import program_of

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = "Swap111111111111111111111111111111111111111"
SOURCE = {"repo": "small/swap", "path": "idl.json", "commit": "0" * 40, "licence": "MIT", "licenceAt": "LICENSE"}
SAID = {"name": "Small Swap", "publisher": "Small Team", "site": "https://small.example"}

ANCHOR = {
    "address": PROGRAM,
    "metadata": {"name": "small_swap", "version": "0.1.0", "spec": "0.1.0"},
    "instructions": [
        {
            "name": "swap_exact_in",
            "docs": ["Swaps."],
            "discriminator": [104, 104, 131, 86, 161, 189, 180, 216],
            "accounts": [
                {"name": "user_authority", "signer": True, "writable": True},
                {"name": "pool_state", "accounts": [{"name": "vault", "writable": True}, {"name": "mint"}]},
                {"name": "referrer", "writable": True, "optional": True},
                {"name": "token_2022_program", "address": "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb"},
            ],
            "args": [
                {"name": "amount_in", "type": "u64"},
                {"name": "params", "type": {"option": {"defined": {"name": "swap_params"}}}},
                {"name": "route", "type": {"vec": {"defined": {"name": "Hop"}}}},
                {"name": "seed", "type": {"array": ["u8", 32]}},
            ],
        }
    ],
    "accounts": [{"name": "Pool", "discriminator": [1, 2, 3, 4, 5, 6, 7, 8]}],
    "types": [
        {
            "name": "swap_params",
            "type": {"kind": "struct", "fields": [{"name": "min_out", "type": "u64"}, {"name": "payer", "type": "pubkey"}, {"name": "label", "type": "string"}]},
        },
        {"name": "Hop", "type": {"kind": "enum", "variants": [{"name": "Direct"}, {"name": "ViaPool", "fields": ["u8", "bool"]}, {"name": "Priced", "fields": [{"name": "price_x64", "type": "u128"}]}]}},
        {"name": "Pool", "generics": [{"kind": "type", "name": "T"}], "type": {"kind": "struct", "fields": [{"name": "inner", "type": {"generic": "T"}}]}},
    ],
}

EXPECTED = [
    {
        "name": "swapExactIn",
        "disc": "68688356a1bdb4d8",
        "args": ["amountIn:u64", "params:option<SwapParams>", "route:vec<Hop>", "seed:array<u8,32>"],
        "accounts": ["userAuthority:sw", "poolState.vault:w", "poolState.mint", "referrer:wo", "token2022Program"],
    }
]
TYPES = {
    "SwapParams": {"struct": ["minOut:u64", "payer:pubkey", "label:string"]},
    "Hop": {"enum": [["Direct"], ["ViaPool", "0:u8", "1:bool"], ["Priced", "priceX64:u128"]]},
}

LEGACY = {
    "version": "0.1.0",
    "name": "small_swap",
    "instructions": [
        {
            "name": "swapExactIn",
            "accounts": [
                {"name": "userAuthority", "isMut": True, "isSigner": True},
                {"name": "poolState", "accounts": [{"name": "vault", "isMut": True, "isSigner": False}, {"name": "mint", "isMut": False, "isSigner": False}]},
                {"name": "referrer", "isMut": True, "isSigner": False, "isOptional": True},
                {"name": "token2022Program", "isMut": False, "isSigner": False},
            ],
            "args": [
                {"name": "amountIn", "type": "u64"},
                {"name": "params", "type": {"option": {"defined": "SwapParams"}}},
                {"name": "route", "type": {"vec": {"defined": "Hop"}}},
                {"name": "seed", "type": {"array": ["u8", 32]}},
            ],
        }
    ],
    "types": [
        {
            "name": "SwapParams",
            "type": {"kind": "struct", "fields": [{"name": "minOut", "type": "u64"}, {"name": "payer", "type": "publicKey"}, {"name": "label", "type": "string"}]},
        },
        {"name": "Hop", "type": {"kind": "enum", "variants": [{"name": "Direct"}, {"name": "ViaPool", "fields": ["u8", "bool"]}, {"name": "Priced", "fields": [{"name": "priceX64", "type": "u128"}]}]}},
    ],
    "metadata": {"address": PROGRAM},
}

SHANK = {
    "version": "1.0.0",
    "name": "small_nft",
    "instructions": [
        {
            "name": "Mint",
            "accounts": [
                {"name": "metadata", "isMut": True, "isSigner": False, "desc": "Metadata"},
                {"name": "authority", "isMut": False, "isSigner": True, "isOptionalSigner": True},
                {"name": "record", "isMut": False, "isSigner": False, "isOptional": True},
            ],
            "args": [{"name": "mintArgs", "type": {"defined": "MintArgs"}}],
            "discriminant": {"type": "u8", "value": 43},
        },
        {
            "name": "OldMint",
            "accounts": [{"name": "record", "isMut": False, "isSigner": False, "isOptional": True}],
            "args": [],
            "discriminant": {"type": "u8", "value": 44},
            "legacyOptionalAccountsStrategy": True,
        },
    ],
    "types": [{"name": "MintArgs", "type": {"kind": "enum", "variants": [{"name": "V1", "fields": [{"name": "amount", "type": "u64"}, {"name": "data", "type": {"option": {"hashMap": ["string", "u8"]}}}]}]}}],
    "metadata": {"origin": "shank", "address": PROGRAM},
}


def number(name: str) -> dict:
    return {"kind": "numberTypeNode", "format": name, "endian": "le"}


def link(name: str) -> dict:
    return {"kind": "definedTypeLinkNode", "name": name}


def field(name: str, kind: dict, **more: object) -> dict:
    return {"kind": "instructionArgumentNode", "name": name, "type": kind} | more


def constant(name: str, value: int, **more: object) -> dict:
    return field(name, number("u8"), defaultValueStrategy="omitted", defaultValue={"kind": "numberValueNode", "number": value}, **more)


def codama(instructions: list[dict], types: list[dict]) -> dict:
    return {
        "kind": "rootNode",
        "standard": "codama",
        "version": "1.0.0",
        "program": {"kind": "programNode", "name": "small", "publicKey": PROGRAM, "instructions": instructions, "definedTypes": types, "accounts": [], "pdas": [], "errors": []},
        "additionalPrograms": [],
    }


CODAMA = codama(
    [
        {
            "kind": "instructionNode",
            "name": "setFee",
            "optionalAccountStrategy": "omitted",
            "accounts": [
                {"kind": "instructionAccountNode", "name": "mint", "isWritable": True, "isSigner": False, "isOptional": False},
                {"kind": "instructionAccountNode", "name": "authority", "isWritable": False, "isSigner": "either", "isOptional": False},
                {"kind": "instructionAccountNode", "name": "guard", "isWritable": False, "isSigner": True, "isOptional": True},
            ],
            "remainingAccounts": [{"kind": "instructionRemainingAccountsNode", "value": {"kind": "argumentValueNode", "name": "multiSigners"}, "isOptional": True, "isSigner": True}],
            "arguments": [
                constant("discriminator", 26),
                constant("feeDiscriminator", 5),
                field("basisPoints", number("u16")),
                field("maximum", {"kind": "amountTypeNode", "decimals": 0, "number": number("u64")}),
                field("owner", {"kind": "zeroableOptionTypeNode", "item": {"kind": "publicKeyTypeNode"}}),
                field("names", {"kind": "arrayTypeNode", "item": {"kind": "sizePrefixTypeNode", "type": {"kind": "stringTypeNode", "encoding": "utf8"}, "prefix": number("u64")}, "count": {"kind": "prefixedCountNode", "prefix": number("u32")}}),
                field("limits", {"kind": "structTypeNode", "fields": [{"kind": "structFieldTypeNode", "name": "epoch", "type": number("u64")}]}),
                field("state", {"kind": "optionTypeNode", "item": link("state"), "prefix": number("u8"), "fixed": False}),
                field("until", {"kind": "remainderOptionTypeNode", "item": number("i64")}),
            ],
            "discriminators": [
                {"kind": "fieldDiscriminatorNode", "name": "discriminator", "offset": 0},
                {"kind": "fieldDiscriminatorNode", "name": "feeDiscriminator", "offset": 1},
            ],
        },
        {
            "kind": "instructionNode",
            "name": "log",
            "accounts": [],
            "arguments": [field("text", {"kind": "stringTypeNode", "encoding": "utf8"})],
            "discriminators": [{"kind": "constantDiscriminatorNode", "offset": 0, "constant": {"kind": "constantValueNode", "type": {"kind": "bytesTypeNode"}, "value": {"kind": "bytesValueNode", "data": "f1f2", "encoding": "base16"}}}],
        },
    ],
    [
        {
            "kind": "definedTypeNode",
            "name": "state",
            "type": {
                "kind": "enumTypeNode",
                "size": number("u32"),
                "variants": [
                    {"kind": "enumEmptyVariantTypeNode", "name": "open"},
                    {"kind": "enumTupleVariantTypeNode", "name": "closed", "discriminator": 7, "tuple": {"kind": "tupleTypeNode", "items": [{"kind": "fixedSizeTypeNode", "size": 4, "type": {"kind": "bytesTypeNode"}}]}},
                ],
            },
        },
        # An account's, in a form that no argument has.
        {"kind": "definedTypeNode", "name": "unused", "type": {"kind": "sentinelTypeNode"}},
    ],
)


def added(idl: dict, tmp_path: Path, **said: str) -> dict:
    add(idl, "small-swap", SAID | said, SOURCE, tmp_path)
    return json.loads((tmp_path / "small-swap.json").read_text())


def test_anchors_interface_becomes_a_file(tmp_path: Path) -> None:
    found = added(ANCHOR, tmp_path)
    assert (found["instructions"], found["types"]) == (EXPECTED, TYPES)
    assert (found["id"], found["optionalAccounts"], found["source"]["form"]) == (PROGRAM, "programId", "Anchor IDL (0.30)")


def test_anchors_older_form_becomes_the_same_file(tmp_path: Path) -> None:
    found = added(LEGACY, tmp_path)
    assert (found["instructions"], found["types"]) == (EXPECTED, TYPES)
    assert found["source"]["form"] == "Anchor IDL (legacy)"
    assert EXPECTED[0]["disc"] == hashlib.sha256(b"global:swap_exact_in").hexdigest()[:16]


def test_shanks_interface_becomes_a_file(tmp_path: Path) -> None:
    found = added(SHANK, tmp_path)
    assert found["instructions"] == [
        {"name": "mint", "disc": "2b", "args": ["mintArgs:MintArgs"], "accounts": ["metadata:w", "authority:e", "record:o"]},
        {"name": "oldMint", "disc": "2c", "args": [], "accounts": ["record:o"], "omit": True},
    ]
    assert found["types"] == {"MintArgs": {"enum": [["V1", "amount:u64", "data:option<map<string,u8>>"]]}}
    assert found["source"]["form"] == "Shank IDL"


def test_codamas_interface_becomes_a_file(tmp_path: Path) -> None:
    found = added(CODAMA, tmp_path)
    assert found["instructions"] == [
        {
            "name": "setFee",
            "disc": "1a05",
            "args": ["basisPoints:u16", "maximum:u64", "owner:zoption<pubkey>", "names:vec<string64>", "limits:SetFeeLimits", "state:option<State>", "until:tail<i64>"],
            "accounts": ["mint:w", "authority:e", "guard:so"],
            "omit": True,
            "more": "multiSigners",
        },
        {"name": "log", "disc": "f1f2", "args": ["text:utf8rest"], "accounts": []},
    ]
    assert found["types"] == {
        "SetFeeLimits": {"struct": ["epoch:u64"]},
        "State": {"enum": [["Open"], ["Closed", "0:array<u8,4>"]], "tag": "u32", "values": [0, 7]},
    }


def test_accounts_of_several_kinds_that_may_follow_have_no_name(tmp_path: Path) -> None:
    idl = json.loads(json.dumps(CODAMA))
    rest = idl["program"]["instructions"][0]["remainingAccounts"]
    rest.append({"kind": "instructionRemainingAccountsNode", "value": {"kind": "argumentValueNode", "name": "sources"}})
    assert "more" not in added(idl, tmp_path)["instructions"][0]


def test_a_wide_discriminator_stands_with_its_low_byte_first(tmp_path: Path) -> None:
    idl = json.loads(json.dumps(CODAMA))
    one = idl["program"]["instructions"][0]
    one["arguments"] = [constant("discriminator", 258) | {"type": number("u32")}]
    one["discriminators"] = one["discriminators"][:1]
    assert added(idl, tmp_path)["instructions"][0]["disc"] == "02010000"
    shank = json.loads(json.dumps(SHANK))
    shank["instructions"][0]["discriminant"] = {"type": "u16", "value": 258}
    assert read_interface(shank).instructions[0]["disc"] == "0201"


def changed(idl: dict, find: str, other: str) -> dict:
    text = json.dumps(idl)
    assert find in text
    return json.loads(text.replace(find, other, 1))


REFUSED = {
    "no interface at all": ({"openapi": "3.1.0"}, "neither Anchor's nor Shank's nor Codama's"),
    "a list": ([], "is no object"),
    "an address that is none": (changed(ANCHOR, PROGRAM, "Swap0"), "is no key"),
    "a type that is not there": (changed(ANCHOR, '"defined": {"name": "Hop"}', '"defined": {"name": "Leap"}'), "the type Leap is not there"),
    "a generic type": (changed(ANCHOR, '{"name": "Hop"}', '{"name": "Hop", "generics": [{"kind": "type", "type": "u8"}]}'), "of a generic type"),
    "an unknown number": (changed(ANCHOR, '"type": "u128"', '"type": "u512"'), "there is no type u512"),
    "no discriminator": (changed(ANCHOR, "[104, 104, 131, 86, 161, 189, 180, 216]", "[]"), "has no discriminator"),
    "bytes beyond a byte": (changed(ANCHOR, "[104, 104,", "[104, 1040,"), "not in the form"),
    "no discriminant": (changed(SHANK, '"discriminant": {"type": "u8", "value": 43}', '"docs": []'), "has no discriminant"),
    "a number with its high byte first": (changed(CODAMA, '"format": "u16", "endian": "le"', '"format": "u16", "endian": "be"'), "no little-endian number"),
    "a string without a known length": (changed(CODAMA, '"encoding": "utf8"}, "prefix": {"kind": "numberTypeNode", "format": "u64"', '"encoding": "utf8"}, "prefix": {"kind": "numberTypeNode", "format": "u16"'), "with its length in u16"),
    "a discriminator in the middle": (changed(CODAMA, '"name": "feeDiscriminator", "offset": 1', '"name": "maximum", "offset": 4'), "stands after other arguments"),
    "a discriminator in another place": (changed(CODAMA, '"offset": 1', '"offset": 3'), "does not stand where it says"),
    "an enum that is no enum": (changed(CODAMA, '"name": "state", "type": {"kind": "enumTypeNode"', '"name": "state", "type": {"kind": "dateEnumNode"'), "can't be said"),
    "a name that is none": (changed(ANCHOR, '"amount_in"', '"\\u202e"'), "is no name"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_an_interface_that_can_not_be_said_is_refused(tmp_path: Path, case: str) -> None:
    idl, words = REFUSED[case]
    with pytest.raises(Fault, match=words):
        add(idl, "small-swap", SAID, SOURCE, tmp_path)  # type: ignore[arg-type]
    assert not list(tmp_path.iterdir())


def test_a_new_program_needs_its_name(tmp_path: Path) -> None:
    with pytest.raises(Fault, match="say --name"):
        add(ANCHOR, "small-swap", {}, SOURCE, tmp_path)


def test_an_update_keeps_what_is_known_besides(tmp_path: Path, program: dict) -> None:
    """The roles of instructions that are still there, and the names; not that another version was checked."""
    program["realInstructionsDecoded"] = {"distinct": 5, "kinds": 2, "notWhole": 0}
    program["instructions"][0]["name"] = "swapExactIn"
    program["instructions"][0]["args"][0] = "amountIn:u64"
    program["types"] = {"Inner": program["types"]["Inner"]}
    program["roles"] = {
        "swapExactIn": [{"kind": "swap", "user": "userAuthority", "out": [{"exact": "amountIn", "sol": "userAuthority"}], "basis": "program", "why": "small/swap@01234567:src/lib.rs:7"}]
    }
    program["display"] = {"batch": {"intent": "Several"}}
    (tmp_path / "small-swap.json").write_text(json.dumps(program))
    lines = add(ANCHOR, "small-swap", {}, SOURCE, tmp_path)
    found = json.loads((tmp_path / "small-swap.json").read_text())
    assert lines == ["changed: swapExactIn", "gone: batch", "display gone: batch"]
    assert found["roles"] == program["roles"]
    assert (found["name"], found["publisher"]) == ("Small Swap", "Small Team")
    assert "display" not in found
    assert "realInstructionsDecoded" not in found


def test_an_update_that_roles_do_not_fit_leaves_the_file(tmp_path: Path, program: dict) -> None:
    """An amount that has another name now must be looked at by somebody."""
    program["roles"] = {"swapExactIn": program["roles"]["swap"]}
    del program["display"]
    before = json.dumps(program)
    (tmp_path / "small-swap.json").write_text(before)
    with pytest.raises(Fault, match="roles.swapExactIn"):
        add(ANCHOR, "small-swap", {}, SOURCE, tmp_path)
    assert (tmp_path / "small-swap.json").read_text() == before


def test_an_update_from_another_program_is_refused(tmp_path: Path, program: dict) -> None:
    (tmp_path / "small-swap.json").write_text(json.dumps(program | {"id": "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA"}))
    with pytest.raises(Fault, match="the interface is that of Swap1"):
        add(ANCHOR, "small-swap", {}, SOURCE, tmp_path)


def test_the_script_says_what_it_lacks(tmp_path: Path) -> None:
    idl = tmp_path / "idl.json"
    idl.write_text(json.dumps(ANCHOR))
    command = [sys.executable, str(ROOT / "Programs" / "add.py"), str(idl), "--file", "small-swap", "--repo", "small/swap"]
    command += ["--path", "idl.json", "--commit", "0" * 40, "--licence", "GPL-3.0", "--name", "Small Swap", "--publisher", "Small Team"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("Programs: small-swap.json: source: the licence 'GPL-3.0'")
    assert not (ROOT / "Programs" / "interfaces" / "small-swap.json").exists()


# What stands in the registry, written in each form and read again.


def anchor_type(one: Type, is_new: bool) -> object:
    if one[0] == "name":
        return {"defined": {"name": one[1]} if is_new else one[1]}
    if one[0] == "pubkey":
        return "pubkey" if is_new else "publicKey"
    if one[0] in ("option", "vec"):
        return {one[0]: anchor_type(one[1], is_new)}
    if one[0] == "array":
        return {"array": [anchor_type(one[1], is_new), one[2]]}
    if one[0] == "map":
        return {"hashMap": [anchor_type(one[1], is_new), anchor_type(one[2], is_new)]}
    if one[0] == "tuple":
        return {"tuple": [anchor_type(each, is_new) for each in one[1:]]}
    if re.fullmatch(r"[uif]\d+|bool|string|bytes", one[0]):
        return one[0]
    raise NotImplementedError(one[0])


def anchor_fields(fields: list[str], is_new: bool) -> list:
    pairs = [text.split(":", 1) for text in fields]
    if pairs and pairs[0][0] == "0":
        return [anchor_type(parse(kind), is_new) for _, kind in pairs]
    return [{"name": name, "type": anchor_type(parse(kind), is_new)} for name, kind in pairs]


def anchor_account(text: str, is_new: bool) -> dict:
    name, _, flags = text.partition(":")
    if "e" in flags:
        raise NotImplementedError(text)
    words = ("writable", "signer", "optional") if is_new else ("isMut", "isSigner", "isOptional")
    return {"name": name} | {word: letter in flags for word, letter in zip(words, "wso")}


def anchor_accounts(accounts: list[str], is_new: bool) -> list[dict]:
    """With the accounts of a group in it again."""
    found: list[dict] = []
    for text in accounts:
        group, dot, rest = text.partition(".")
        if not dot or dot and ":" in group:
            found.append(anchor_account(text, is_new))
        elif found and found[-1]["name"] == group and "accounts" in found[-1]:
            found[-1]["accounts"].append(rest)
        else:
            found.append({"name": group, "accounts": [rest]})
    for each in found:
        if "accounts" in each:
            each["accounts"] = anchor_accounts(each["accounts"], is_new)
    return found


def as_anchor(file: dict, is_new: bool) -> dict:
    types = []
    for name, entry in file["types"].items():
        if "struct" in entry:
            kind: dict = {"kind": "struct", "fields": anchor_fields(entry["struct"], is_new)}
        elif "alias" in entry:
            kind = {"kind": "type", "alias": anchor_type(parse(entry["alias"]), is_new)}
        elif len(entry) > 1:
            raise NotImplementedError(name)
        else:
            kind = {"kind": "enum", "variants": [{"name": variant[0]} | ({"fields": anchor_fields(variant[1:], is_new)} if variant[1:] else {}) for variant in entry["enum"]]}
        types.append({"name": name, "type": kind})
    instructions = []
    for one in file["instructions"]:
        if {"alt", "omit", "more", "nested"} & set(one):
            raise NotImplementedError(one["name"])
        entry = {"name": snake(one["name"]) if is_new else one["name"], "args": anchor_fields(one["args"], is_new), "accounts": anchor_accounts(one["accounts"], is_new)}
        if is_new:
            entry["discriminator"] = list(bytes.fromhex(one["disc"]))
        elif hashlib.sha256(f"global:{snake(one['name'])}".encode()).hexdigest()[:16] != one["disc"]:
            raise NotImplementedError(one["name"])
        if is_new and camel(entry["name"]) != one["name"]:
            entry["name"] = one["name"]
        instructions.append(entry)
    return {"instructions": instructions, "types": types} | ({"address": file["id"]} if is_new else {"metadata": {"address": file["id"]}})


def as_shank(file: dict) -> dict:
    idl = as_anchor(file, True)
    del idl["address"]
    for entry in idl["instructions"]:
        if len(entry["discriminator"]) != 1:
            raise NotImplementedError(entry["name"])
        entry["discriminant"] = {"type": "u8", "value": entry.pop("discriminator")[0]}
    return idl | {"metadata": {"origin": "shank", "address": file["id"]}}


def codama_type(one: Type) -> dict:
    def prefixed(kind: str, prefix: str) -> dict:
        return {"kind": "sizePrefixTypeNode", "type": {"kind": kind}, "prefix": number(prefix)}

    plain = {"pubkey": {"kind": "publicKeyTypeNode"}, "bool": {"kind": "booleanTypeNode", "size": number("u8")}, "utf8rest": {"kind": "stringTypeNode"}, "rest": {"kind": "bytesTypeNode"}}
    plain |= {"string": prefixed("stringTypeNode", "u32"), "string64": prefixed("stringTypeNode", "u64"), "bytes": prefixed("bytesTypeNode", "u32"), "bytes8": prefixed("bytesTypeNode", "u8")}
    if one[0] in plain:
        return plain[one[0]]
    if re.fullmatch(r"[uif]\d+", one[0]):
        return number(one[0])
    if one[0] == "name":
        return link(one[1][0].lower() + one[1][1:])
    counts = {"vec": "u32", "vec64": "u64", "vecs": "shortU16"}
    if one[0] in counts:
        return {"kind": "arrayTypeNode", "item": codama_type(one[1]), "count": {"kind": "prefixedCountNode", "prefix": number(counts[one[0]])}}
    if one[0] == "array":
        return {"kind": "arrayTypeNode", "item": codama_type(one[1]), "count": {"kind": "fixedCountNode", "value": one[2]}}
    if one[0] == "restOf":
        return {"kind": "arrayTypeNode", "item": codama_type(one[1]), "count": {"kind": "remainderCountNode"}}
    if one[0] in ("option", "zoption", "tail"):
        return {"kind": {"option": "optionTypeNode", "zoption": "zeroableOptionTypeNode", "tail": "remainderOptionTypeNode"}[one[0]], "item": codama_type(one[1])}
    if one[0] == "map":
        return {"kind": "mapTypeNode", "key": codama_type(one[1]), "value": codama_type(one[2]), "count": {"kind": "prefixedCountNode", "prefix": number("u32")}}
    if one[0] == "tuple":
        return {"kind": "tupleTypeNode", "items": [codama_type(each) for each in one[1:]]}
    raise NotImplementedError(one[0])


def codama_fields(fields: list[str]) -> list[dict]:
    return [{"kind": "structFieldTypeNode", "name": name, "type": codama_type(parse(kind))} for name, kind in (text.split(":", 1) for text in fields)]


def as_codama(file: dict) -> dict:
    types = []
    for name, entry in file["types"].items():
        if "struct" in entry:
            node: dict = {"kind": "structTypeNode", "fields": codama_fields(entry["struct"])}
        elif "alias" in entry:
            node = codama_type(parse(entry["alias"]))
        else:
            node = {"kind": "enumTypeNode", "variants": [], "size": number(entry.get("tag", "u8"))}
            for variant in entry["enum"]:
                title, fields = variant[0], codama_fields(variant[1:])
                node["variants"].append({"name": title, "kind": "enumStructVariantTypeNode", "struct": {"kind": "structTypeNode", "fields": fields}})
                if not fields:
                    node["variants"][-1] = {"name": title, "kind": "enumEmptyVariantTypeNode"}
                elif fields[0]["name"] == "0":
                    node["variants"][-1] = {"name": title, "kind": "enumTupleVariantTypeNode", "tuple": {"kind": "tupleTypeNode", "items": [each["type"] for each in fields]}}
        types.append({"kind": "definedTypeNode", "name": name[0].lower() + name[1:], "type": node})
    instructions = []
    for one in file["instructions"]:
        if {"alt", "nested"} & set(one):
            raise NotImplementedError(one["name"])
        value = {"kind": "bytesValueNode", "data": one["disc"], "encoding": "base16"}
        node = {"kind": "instructionNode", "name": one["name"], "arguments": codama_fields(one["args"]), "accounts": []}
        node["discriminators"] = [{"kind": "constantDiscriminatorNode", "offset": 0, "constant": {"value": value, "type": {"kind": "bytesTypeNode"}}}]
        for name, _, flags in (text.partition(":") for text in one["accounts"]):
            signer = "either" if "e" in flags else "s" in flags
            node["accounts"].append({"kind": "instructionAccountNode", "name": name, "isWritable": "w" in flags, "isSigner": signer, "isOptional": "o" in flags})
            if "." in name:
                raise NotImplementedError(name)
        node["optionalAccountStrategy"] = "omitted" if "omit" in one else "programId"
        if "more" in one:
            node["remainingAccounts"] = [{"kind": "instructionRemainingAccountsNode", "value": {"kind": "argumentValueNode", "name": one["more"]}}]
        instructions.append(node)
    idl = codama(instructions, types)
    idl["program"]["publicKey"] = file["id"]
    return idl


FORMS = {
    "Anchor IDL (0.30)": (lambda file: as_anchor(file, True), 165),
    "Anchor IDL (legacy)": (lambda file: as_anchor(file, False), 125),
    "Shank IDL": (as_shank, 30),
    "Codama IDL": (as_codama, 165),
}


@pytest.mark.parametrize("form", FORMS)
def test_programs_of_the_registry_survive_each_form_that_can_say_them(files: dict[str, dict], form: str) -> None:
    write, least = FORMS[form]
    said = 0
    for name, file in files.items():
        try:
            idl = write(file)
        except NotImplementedError:
            continue
        found = read_interface(json.loads(json.dumps(idl)))
        assert (found.id, found.form) == (file["id"], form), name
        assert [normal(one) for one in found.instructions] == [normal(one) for one in file["instructions"]], name
        assert found.used() == file["types"], name
        said += 1
    assert said >= least


def normal(one: dict) -> dict:
    """The same with an account's flags in one order."""
    return one | {"accounts": [":".join([name, "".join(sorted(flags))]) for name, _, flags in (text.partition(":") for text in one["accounts"])]}


def test_what_add_writes_the_generator_takes(tmp_path: Path) -> None:
    for idl in (ANCHOR, LEGACY, SHANK, CODAMA):
        value = added(idl, tmp_path)
        assert program_of(value, "small-swap.json").name == "Small Swap"
        assert (tmp_path / "small-swap.json").read_text() == file_text(value)
        (tmp_path / "small-swap.json").unlink()
