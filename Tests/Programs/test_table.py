"""The compiled table: that it is what the data says, that it reads every instruction, and that it refuses what is none."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import base58
import generate
import pytest
from program_table import NotRead, ProgramTable
from program_vectors import vectors
from registry import Registry, read
from table import compiled

ROOT = Path(__file__).resolve().parents[2]
SEED = 22


def test_the_committed_table_is_what_the_data_says(registry: Registry, table: ProgramTable) -> None:
    assert compiled(registry) == table.data


def test_the_table_takes_less_than_two_megabytes(table: ProgramTable) -> None:
    assert len(table.data) < 1 << 20


def test_a_check_fails_when_the_data_has_changed(folder: Callable[..., Path], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture) -> None:
    where = folder()
    monkeypatch.setattr(generate, "HERE", where)
    monkeypatch.setattr(generate, "TABLE", where / "programs.bin")
    monkeypatch.setattr(generate, "read", lambda: read(where))
    monkeypatch.setattr(sys, "argv", ["generate.py", "--check"])
    assert generate.main() == 1
    monkeypatch.setattr(sys, "argv", ["generate.py"])
    assert generate.main() == 0
    monkeypatch.setattr(sys, "argv", ["generate.py", "--check"])
    assert generate.main() == 0
    path = where / "interfaces" / "small-swap.json"
    path.write_text(path.read_text().replace("Small Swap", "Smaller Swap"))
    assert generate.main() == 1
    assert "run Programs/generate.py" in capsys.readouterr().err


def test_every_program_is_found_by_its_id(registry: Registry, table: ProgramTable) -> None:
    ids = [row.id for row in table.rows()]
    assert ids == sorted(set(ids))
    for program in registry.programs:
        for one, name in [(program.id, program.name), *program.also]:
            row = table.find(one)
            assert row is not None
            assert (row.name, bool(row.record)) == (name, True)
    for one, name, source in registry.names:
        row = table.find(one)
        assert row is not None
        assert (row.name, row.record, row.ordinal, row.source) == (name, 0, 0xFFFFFFFF, source)
    assert len(ids) == len(registry.programs) + sum(len(each.also) for each in registry.programs) + len(registry.names)
    assert table.find(bytes(31) + b"\1") is None


def test_each_instruction_of_each_program_has_a_number_of_its_own(registry: Registry, table: ProgramTable) -> None:
    numbers: list[int] = []
    for program in registry.programs:
        rows = [table.find(one) for one in (program.id, *(one for one, _ in program.also))]
        # A program at several addresses is one program.
        assert len({(row.record, row.ordinal) for row in rows if row}) == 1
        numbers += range(rows[0].ordinal, rows[0].ordinal + len(program.instructions)) if rows[0] else []
    assert sorted(numbers) == list(range(table.ordinals))


def test_a_program_comes_out_of_the_table_as_it_went_in(files: dict[str, dict], table: ProgramTable) -> None:
    for name, file in files.items():
        row = table.find(file["id"])
        assert row is not None
        found = table.interface(row)
        source = file["source"]
        flags = ("accountFlags" not in file) | (file.get("optionalAccounts") == "omitted") << 1 | ("partial" in file) << 2
        head = {"name": file["name"], "publisher": file["publisher"], "site": file.get("site", ""), "partial": file.get("partial", "")}
        head |= {"source": f"{source['repo']}@{source['commit']}:{source['path']}", "licence": source["licence"], "flags": flags}
        assert {part: found[part] for part in head} == head, name
        for part in ("types", "roles", "display"):
            assert found[part] == ordered(file.get(part, {})), name
        for one, wanted in zip(found["instructions"], file["instructions"], strict=True):
            if "nested" in wanted:
                inner = [each.split(":")[0] for each in file["types"]["BatchData"]["struct"]]
                wanted = wanted | {"nested": [0, inner.index(wanted["nested"]["accounts"]), inner.index(wanted["nested"]["data"])]}
            assert one == ordered(wanted), name


def ordered(value: object) -> object:
    """The same with an account's flags in one order, and amounts without a difference in how they are written."""
    if isinstance(value, dict):
        return {name: ordered(each) for name, each in value.items()}
    if isinstance(value, list):
        return [ordered(each) for each in value]
    if isinstance(value, str) and value.partition(":")[2] in ("ws", "ow", "we"):
        return value.partition(":")[0] + ":" + "".join(sorted(value.partition(":")[2], key="sewo".index))
    return value


def test_tokens_and_addresses_come_out_as_they_went_in(table: ProgramTable) -> None:
    tokens = json.loads((ROOT / "Programs" / "tokens.json").read_text())["tokens"]
    programs = {None: 0, "Token": 1, "Token-2022": 2}
    wanted = [
        {"mint": base58.b58decode(each["mint"]), "symbol": each["symbol"], "name": each["name"], "category": each["category"]}
        | {"decimals": each["decimals"], "program": programs[each.get("program")], "flags": int("scaled" in each)}
        for each in tokens
    ]
    assert table.tokens() == sorted(wanted, key=lambda each: each["mint"])
    addresses = json.loads((ROOT / "Programs" / "addresses.json").read_text())["addresses"]
    assert table.addresses() == sorted((base58.b58decode(each["address"]), each["name"], each["category"]) for each in addresses)


def test_random_arguments_of_every_instruction_are_read_as_they_were_encoded(table: ProgramTable, files: dict[str, dict]) -> None:
    seen = set()
    for one in vectors(SEED, 2):
        data = bytes.fromhex(one["data"])
        found = table.decoded(one["program"], data)
        assert (found.instruction, found.arguments) == (one["instruction"], one["arguments"])
        assert table.names(one["program"], data, one["accounts"]) == one["names"]
        seen.add(found.ordinal)
    assert seen == set(range(table.ordinals))


def test_a_byte_more_or_less_is_never_read_as_the_same(table: ProgramTable) -> None:
    """What reads the rest reads another value then; everything else is refused."""
    refused = read_otherwise = 0
    for one in vectors(SEED + 1, 1):
        data = bytes.fromhex(one["data"])
        # One instruction has no bytes at all, so none can be taken away.
        for changed in {data + b"\0", data[:-1]} - {data}:
            try:
                found = table.decoded(one["program"], changed)
            except NotRead:
                refused += 1
                continue
            read_otherwise += 1
            assert (found.instruction, found.arguments) != (one["instruction"], one["arguments"])
    assert refused > 50 * read_otherwise


def test_instructions_that_another_implementation_builds_are_read_whole(table: ProgramTable) -> None:
    script = ROOT / "Tests" / "Support" / "program_instructions.py"
    printed = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=True).stdout
    found = {}
    for line in printed.splitlines():
        one = json.loads(line)
        program, data = bytes.fromhex(one["program"]), bytes.fromhex(one["data"])
        decoded = table.decoded(program, data)
        found[one["name"]] = (decoded.instruction, decoded.arguments, table.names(program, data, len(one["accounts"])))
    key = {letter: (bytes([0xA0 + index]) * 32).hex() for index, letter in enumerate("ABCD")}
    assert found["System.transfer"] == ("transferSol", {"amount": str(2**64 - 1)}, ["source", "destination"])
    seeded = {"base": key["B"], "seed": "σπόρος", "amount": "7", "space": "8", "programAddress": key["C"]}
    assert found["System.createAccountWithSeed"] == ("createAccountWithSeed", seeded, ["payer", "newAccount", "baseAccount"])
    assert found["System.createAccountWithSeed.own"][2] == ["payer", "newAccount"]
    assert found["Token.setAuthority"][:2] == ("setAuthority", {"authorityType": {"AccountOwner": {}}, "newAuthority": key["D"]})
    assert found["Token.multisig.transferChecked"][2] == ["source", "mint", "destination", "authority", *["multiSigners"] * 3]
    # Signers and token accounts may follow, and nothing tells which.
    assert found["TransferFee.withdrawWithheldTokensFromAccounts"][2][3:] == [None, None]
    assert found["Associated.Token.createIdempotent"][0] == "createIdempotent"
    assert found["Memo.memo"] == ("addMemo", {"memo": "χαίρε"}, ["signers"])
    assert len(found) > 90


def small(folder: Callable[..., Path]) -> ProgramTable:
    return ProgramTable(compiled(read(folder())))


SWAP = bytes.fromhex("f8c69e91e17587c8")
PROGRAM = "Swap111111111111111111111111111111111111111"


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"\1", "no such instruction"),
        (SWAP[:7], "no such instruction"),
        (SWAP, "too short"),
        (SWAP + bytes(8) + b"\2" + bytes(9) + b"\0\1", "no value 2"),
        (SWAP + bytes(8) + b"\0" + b"\2" + b"\1", "no such variant"),
        (SWAP + bytes(8) + b"\0" + b"\0" + b"\2", "no value 2"),
        (SWAP + bytes(8) + b"\0" + b"\0" + b"\1" + bytes(7), "too short"),
        (SWAP + bytes(8) + b"\0" + b"\0" + b"\1" + bytes(9), "bytes are left"),
        (b"\xff\2\3\1\2", "too short"),
    ],
)
def test_bytes_that_are_no_instruction_are_refused(folder: Callable[..., Path], data: bytes, why: str) -> None:
    with pytest.raises(NotRead, match=why):
        small(folder).decoded(PROGRAM, data)


def test_an_argument_that_older_clients_do_not_send_may_be_missing(folder: Callable[..., Path]) -> None:
    table = small(folder)
    data = SWAP + (5).to_bytes(8, "little") + b"\0" + b"\1" + (7).to_bytes(8, "little") + b"\1"
    params = {"amountIn": "5", "minimumOut": None, "side": {"Ask": {"price": "7"}}}
    assert table.decoded(PROGRAM, data).arguments == {"params": params, "isExactIn": True}
    assert table.decoded(PROGRAM, data + (9).to_bytes(8, "little")).arguments == {"params": params, "isExactIn": True, "until": "9"}
    assert table.decoded(PROGRAM, b"\xff\2\1\7\0\0").arguments == {"inner": [{"accountCount": "2", "data": "07"}, {"accountCount": "0", "data": ""}]}


def test_a_torn_table_is_refused(table: ProgramTable) -> None:
    for size in (0, 7, 63, 64, len(table.data) - 1):
        with pytest.raises(NotRead):
            ProgramTable(table.data[:size])
    with pytest.raises(NotRead):
        ProgramTable(b"SIDEKEYQ" + table.data[8:])
