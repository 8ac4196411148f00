"""The registry's data: what it has, and what the generator refuses, each with the mistake put into a small program's file."""

import copy
import json
from collections.abc import Callable
from pathlib import Path

import jsonschema
import pytest
from add import file_text
from language import Fault
from registry import Registry, program_of, read

ROOT = Path(__file__).resolve().parents[2]


def test_every_file_fits_the_schema(files: dict[str, dict]) -> None:
    schema = json.loads((ROOT / "Programs" / "schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    faults = {name: [f"{error.json_path}: {error.message[:200]}" for error in validator.iter_errors(content)] for name, content in files.items()}
    assert not {name: each for name, each in faults.items() if each}


def test_every_file_is_written_as_add_writes_it(files: dict[str, dict]) -> None:
    written = {name: (ROOT / "Programs" / "interfaces" / name).read_text() for name in files}
    assert [name for name, content in files.items() if file_text(content) != written[name]] == []


def test_the_registry_has_what_it_promises(registry: Registry) -> None:
    assert len(registry.programs) >= 194
    assert sum(len(each.instructions) for each in registry.programs) >= 4200
    assert len(registry.tokens) >= 230
    assert len(registry.addresses) >= 140
    assert len(registry.names) >= 330


def test_what_stands_under_a_licence_that_forbids_a_copy_is_a_name_alone(registry: Registry) -> None:
    """The interface of such a program never comes in; its name and address are facts."""
    assert {each.licence for each in registry.programs} <= {"Apache-2.0", "MIT", "ISC", "MPL-2.0", "LGPL-2.1", "Metaplex NFT OSL 1.0"}


def test_a_small_program_is_taken(program: dict, folder: Callable[..., Path]) -> None:
    found = program_of(program, "small-swap.json")
    assert [each.name for each in found.instructions] == ["swap", "batch"]
    assert found.instructions[1].nested == (0, 0, 1)
    case = found.instructions[0].roles[0]
    assert case.leaving[0].amount is not None
    assert case.leaving[0].amount[1].steps == [0, 0]
    assert case.arriving[0].accounts == [[5], [3]]
    assert read(folder()).programs[0].name == "Small Swap"


Change = Callable[[dict], object]


def swap(program: dict) -> dict:
    return program["instructions"][0]


def case(program: dict) -> dict:
    return program["roles"]["swap"][0]


def second_case(program: dict, **changes: object) -> None:
    program["roles"]["swap"].append(copy.deepcopy(case(program)) | changes)


MISTAKES: dict[str, tuple[Change, str]] = {
    "an unknown member": (lambda p: p.update(docs="x"), "nobody reads docs"),
    "a missing member": (lambda p: p.pop("types"), "types is missing"),
    "another schema": (lambda p: p.update(schema="other/1"), "is not written by"),
    "an id that is no key": (lambda p: p.update(id="Swap0"), "is no key"),
    "an id that is too long": (lambda p: p.update(id="z" * 44), "is no key of 32 bytes"),
    "a name that does not print": (lambda p: p.update(name="Small\u202eSwap"), "does not print: U\\+202E"),
    "a name with a space that is none": (lambda p: p.update(name="Small\u00a0Swap"), "does not print"),
    "a name with letters that look like others": (lambda p: p.update(name="Smаll Swap"), "look like others"),
    "a name that is empty": (lambda p: p.update(name=""), "a text is missing"),
    "a name with two spaces": (lambda p: p.update(name="Small  Swap"), "has spaces"),
    "a sentence in the other direction": (lambda p: p["display"]["swap"].update(sentence="\u200fswap"), "does not print"),
    "a site that is none": (lambda p: p.update(site="javascript:alert(1)"), "is no address of a site"),
    "a commit that is short": (lambda p: p["source"].update(commit="012345"), "is no commit"),
    "a licence that forbids a copy": (lambda p: p["source"].update(licence="GPL-3.0"), "the licence 'GPL-3.0'"),
    "a source without a licence": (lambda p: p["source"].pop("licence"), "licence is missing"),
    "no instructions": (lambda p: p.update(instructions=[], roles={}, display={}), "is no list with something in it"),
    "two instructions of one name": (lambda p: p["instructions"][1].update(name="swap"), "instruction 'swap' stands twice"),
    "two instructions of one discriminator": (lambda p: p["instructions"][1].update(disc="f8c69e91e17587c8"), "discriminator 'f8c69e91e17587c8' stands twice"),
    "a discriminator of half a byte": (lambda p: swap(p).update(disc="f8c"), "is no discriminator"),
    "a discriminator of nine bytes": (lambda p: swap(p).update(disc="00" * 9), "is no discriminator"),
    "two arguments of one name": (lambda p: swap(p)["args"].insert(0, "isExactIn:bool"), "the name 'isExactIn' stands twice"),
    "an argument without a type": (lambda p: swap(p)["args"].insert(0, "one"), "has no type"),
    "an argument of a type that is not there": (lambda p: swap(p)["args"].insert(0, "one:Other"), "the type Other is not there"),
    "an argument of no type": (lambda p: swap(p)["args"].insert(0, "one:u65"), "there is no type u65"),
    "a type that stays open": (lambda p: swap(p)["args"].insert(0, "one:vec<u8"), "a bracket stays open"),
    "a type with an argument too many": (lambda p: swap(p)["args"].insert(0, "one:option<u8,u8>"), "there is no type option of 2"),
    "an array without a length": (lambda p: swap(p)["args"].insert(0, "one:array<u8>"), "there is no type array of 1"),
    "a type that holds itself": (lambda p: p["types"].update(Amount={"struct": ["next:option<Params>"]}), "holds itself"),
    "a field of a type that is not there": (lambda p: p["types"].update(Amount={"alias": "Money"}), "the type Money is not there"),
    "a type that nothing uses": (lambda p: p["types"].update(Other={"alias": "u8"}), "nothing uses it"),
    "a type of two kinds": (lambda p: p["types"].update(Amount={"alias": "u8", "struct": []}), "is not one of struct, enum, alias"),
    "a type nested too deep": (lambda p: swap(p)["args"].insert(0, "one:" + "option<" * 12 + "u8" + ">" * 12), "nested more than 12 deep"),
    "elements that take no bytes": (
        lambda p: (swap(p)["args"].insert(0, "one:vec<Nothing>"), p["types"].update(Nothing={"struct": []})),
        "may take no bytes",
    ),
    "what takes the rest in front": (lambda p: swap(p)["args"].insert(0, "one:rest"), "stands after one, which has no end"),
    "a tail behind what takes the rest": (lambda p: swap(p).update(args=["params:Params", "isExactIn:bool", "one:rest", "two:tail<u8>"]), "nothing is left after one"),
    "what may be missing in front": (lambda p: swap(p)["args"].insert(0, "one:tail<u8>"), "stands after one"),
    "what takes the rest in a list": (lambda p: swap(p)["args"].insert(0, "one:vec<utf8rest>"), "has no end of its own"),
    "a zoption without a size": (lambda p: swap(p)["args"].insert(0, "one:zoption<string>"), "what has no fixed size"),
    "an enum with two variants of one name": (lambda p: p["types"].update(Side={"enum": [["Bid"], ["Bid"]]}), "the variant 'Bid' stands twice"),
    "an enum with two values alike": (lambda p: p["types"]["Side"].update(values=[1, 1]), "the value 1 stands twice"),
    "an enum with a value too large": (lambda p: p["types"]["Side"].update(values=[1, 256]), "are not one u8 a variant"),
    "an enum without variants": (lambda p: p["types"].update(Side={"enum": []}), "is no list with something in it"),
    "an enum with a tag that is none": (lambda p: p["types"]["Side"].update(tag="i8"), "is no tag"),
    "two accounts of one name": (lambda p: swap(p)["accounts"].append("user"), "the account 'user' stands twice"),
    "an unknown flag": (lambda p: swap(p)["accounts"].append("other:x"), "has unknown flags"),
    "an account that signs and may not": (lambda p: swap(p)["accounts"].append("other:se"), "always signs and may not"),
    "lists of one length": (lambda p: swap(p).update(alt=[["a", "b", "c", "d", "e"]]), "of length 5 stands twice"),
    "an optional account of unknown looks": (lambda p: p.pop("optionalAccounts"), "doesn't say how an absent one looks"),
    "nested in no list": (lambda p: p["instructions"][1]["nested"].update(list="other"), "is no list of instructions"),
    "nested without data": (lambda p: p["instructions"][1]["nested"].update(data="accountCount"), "is not what data are"),
    "roles of no instruction": (lambda p: p["roles"].update(other=[]), "there is no such instruction"),
    "a role of no kind": (lambda p: case(p).update(kind="gift"), "there is no kind 'gift'"),
    "a role on no basis": (lambda p: case(p).update(basis="hope"), "there is no basis 'hope'"),
    "a role without a reason": (lambda p: case(p).pop("why"), "why is missing"),
    "a role with a reason that is no place": (lambda p: case(p).update(why="everybody knows"), "is no place in a source"),
    "a user that is no account": (lambda p: case(p).update(user="nobody"), "'nobody' names no account"),
    "an amount that is no argument": (lambda p: case(p)["out"][0].update(exact="params.amount"), "'params.amount' names no argument"),
    "an amount that is no number": (lambda p: case(p)["out"][0].update(exact="isExactIn"), "is no unsigned number"),
    "an amount that ends at a variant": (lambda p: case(p)["out"][0].update(exact="params.side.Ask"), "ends at a variant"),
    "an amount of a variant that is not there": (lambda p: case(p)["out"][0].update(exact="params.side.Buy.price"), "names no variant"),
    "an amount with a zero in front": (lambda p: case(p)["out"][0].update(exact="01"), "is no amount"),
    "an amount beyond 64 bits": (lambda p: case(p)["out"][0].update(exact=str(1 << 64)), "is no amount"),
    "two bounds": (lambda p: case(p)["out"][0].update(max="1"), "says not one of max, exact, min"),
    "no bound": (lambda p: case(p)["out"][0].pop("exact"), "says not one of max, exact, min"),
    "two holders": (lambda p: case(p)["out"][0].update(sol="user"), "says not one of token"),
    "a holder that is no account": (lambda p: case(p)["out"][0].update(token="other"), "'other' names no account"),
    "an authority without a stake account": (lambda p: case(p)["out"][0].update(authority="user"), "only a stake account"),
    "a mint that is nothing": (lambda p: case(p)["in"][0].update(mint="gold"), "names no account and no argument"),
    "a condition on what is not there": (lambda p: case(p).update(when={"other": True}), "names no argument"),
    "a condition that never holds": (lambda p: case(p).update(when={"isExactIn": 1}), "is never 1"),
    "a condition that something is absent that never is": (lambda p: case(p).update(when={"isExactIn": None}), "is never None"),
    "two cases that hold together": (lambda p: second_case(p), "holds together with a case before it"),
    "a case beside one that always holds": (lambda p: (case(p).pop("when"), second_case(p, when={"isExactIn": True})), "holds together"),
    "two cases that share one of several values": (
        lambda p: (case(p).update(when={"params.amountIn": [5, 7]}), second_case(p, when={"params.amountIn": [7, 9]})),
        "holds together",
    ),
    "two cases that look at different arguments": (lambda p: second_case(p, when={"params.amountIn": 5}), "holds together"),
    "a term that nobody reads": (lambda p: case(p).update(price={"euros": "params.amountIn"}), "nobody reads euros"),
    "a sentence of what is not there": (lambda p: p["display"]["swap"].update(sentence="${data.amount}"), "names no argument"),
    "a sentence of something else": (lambda p: p["display"]["swap"].update(sentence="${sysvar.clock}"), "is neither data nor an account"),
    "a way to skip that is none": (lambda p: p["display"]["swap"].update(skip={"accounts.user": "often"}), "there is no 'often'"),
    "a number with two looks": (lambda p: p["display"]["swap"].update(numbers={"data.until": {"decimals": 9, "time": 1}}), "is not one thing"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_in_a_program_is_refused_with_its_file(program: dict, mistake: str) -> None:
    change, words = MISTAKES[mistake]
    change(program)
    with pytest.raises(Fault, match=f"small-swap.json.*{words}"):
        program_of(program, "small-swap.json")


def test_two_cases_that_exclude_each_other_are_taken(program: dict) -> None:
    second_case(program, when={"isExactIn": False})
    assert len(program_of(program, "small-swap.json").instructions[0].roles) == 2


def test_a_path_through_a_variant_may_lead_to_nothing(program: dict) -> None:
    case(program).update(when={"params.side.Ask.price": None})
    second_case(program, when={"params.side.Ask.price": [5, 7]})
    found = program_of(program, "small-swap.json").instructions[0].roles
    assert [(each.when[0][0].steps, each.when[0][1]) for each in found] == [([0, 2, 1, 0], [None]), ([0, 2, 1, 0], [5, 7])]


MINT = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"
OTHER = "Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB"
TOKEN = {"mint": MINT, "symbol": "USDC", "name": "USD Coin", "decimals": 6, "category": "stablecoin", "sources": ["a/b@0123456:c"]}
ADDRESS = {"address": OTHER, "name": "Somebody", "category": "exchange", "sources": ["a/b@0123456:c"]}
SOURCES = {"here": {"repo": "a/b", "path": "c", "commit": "0" * 40, "licence": None}}

LISTS: dict[str, tuple[dict, str]] = {
    "two symbols that look alike": ({"tokens": [TOKEN, TOKEN | {"mint": OTHER, "symbol": "USDc"}]}, "USDc looks like USDC"),
    "a symbol with a digit for a letter": ({"tokens": [TOKEN | {"symbol": "BOLD"}, TOKEN | {"mint": OTHER, "symbol": "B0LD"}]}, "B0LD looks like BOLD"),
    "a symbol in other letters": ({"tokens": [TOKEN | {"symbol": "USDС"}]}, "look like others"),
    "a symbol that is a web address": ({"tokens": [TOKEN | {"symbol": "usdc.io/claim"}]}, "is no symbol"),
    "a mint that stands twice": ({"tokens": [TOKEN, TOKEN | {"symbol": "EURC"}]}, "its key stands in tokens.json: USDC too"),
    "a mint that is a known address": ({"tokens": [TOKEN | {"mint": OTHER}], "addresses": [ADDRESS]}, "its key stands in tokens.json: USDC too"),
    "decimals beyond a byte": ({"tokens": [TOKEN | {"decimals": 256}]}, "is no number of decimals"),
    "a token program that is none": ({"tokens": [TOKEN | {"program": "Token-2023"}]}, "there is no token program"),
    "amounts that the older program scales": ({"tokens": [TOKEN | {"program": "Token", "scaled": True}]}, "only Token-2022 scales"),
    "a token without a source": ({"tokens": [TOKEN | {"sources": []}]}, "is no list with something in it"),
    "an address without a source": ({"addresses": [{name: each for name, each in ADDRESS.items() if name != "sources"}]}, "sources is missing"),
    "two addresses of one name": ({"addresses": [ADDRESS, ADDRESS | {"address": MINT}]}, "the name 'Somebody' stands twice"),
    "a name from nowhere": ({"names": {OTHER: ["Other", "there"]}}, "is not a name and a source"),
    "a name that does not print": ({"names": {OTHER: ["Oth\u200ber", "here"]}}, "does not print"),
    "a name of a program that has an interface": (
        {"names": {"Swap111111111111111111111111111111111111111": ["Other", "here"]}},
        "its key stands in small-swap.json too",
    ),
}


@pytest.mark.parametrize("mistake", LISTS)
def test_a_mistake_in_the_lists_is_refused(folder: Callable[..., Path], mistake: str) -> None:
    change, words = LISTS[mistake]
    others = {
        "names": {"schema": "sidekey-program-names/1", "sources": SOURCES, "names": change.get("names", {})},
        "tokens": {"schema": "sidekey-tokens/1", "tokens": change.get("tokens", [])},
        "addresses": {"schema": "sidekey-addresses/1", "addresses": change.get("addresses", [])},
    }
    with pytest.raises(Fault, match=words):
        read(folder(**others))


def test_a_member_that_stands_twice_is_refused(folder: Callable[..., Path]) -> None:
    path = folder() / "interfaces" / "small-swap.json"
    path.write_text(path.read_text().replace('"name": "Small Swap"', '"name": "Other", "name": "Small Swap"'))
    with pytest.raises(Fault, match="small-swap.json: the member 'name' stands twice"):
        read(path.parents[1])


def test_a_program_in_two_files_is_refused(folder: Callable[..., Path], program: dict) -> None:
    where = folder()
    (where / "interfaces" / "other.json").write_text(json.dumps(program | {"name": "Other"}))
    with pytest.raises(Fault, match="small-swap.json: its key stands in other.json too"):
        read(where)
