"""The corpus of dApps' transactions: that it is what it says, held against the table of programs and against the accounts themselves."""

import base64
import json
import re
import struct
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import base58
import pytest
from dapp_accounts import ME, SOL, USDC
from dapp_honest import PRICES
from dapp_scene import AccountMeta, Scene, get, pay
from program_table import ProgramTable
from sbf import Assembly
from solders.instruction import Instruction
from solders.keypair import Keypair
from solders.litesvm import LiteSVM
from solders.message import Message
from solders.pubkey import Pubkey
from solders.transaction import VersionedTransaction

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "Tests" / "Support" / "dapp_corpus.py"
TOKEN_PROGRAMS = {"TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA", "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb"}
WRAPPED = "So11111111111111111111111111111111111111112"
HONEST = {"pool", "launchpad", "lender", "staker", "bridge", "order", "market", "claim", "vote", "name", "unknown", "careless", "near"}
DANGEROUS = {"drainer", "authority", "sweep", "approval", "memo", "nonce", "misdirected", "overtaken", "robbed", "market", "changing"}


def printed(*names: str) -> list[dict]:
    return json.loads(subprocess.run([sys.executable, SCRIPT, *names], check=True, capture_output=True, timeout=300).stdout)


@pytest.fixture(scope="module")
def corpus() -> list[dict]:
    return printed()


@dataclass
class Called:
    program: str
    data: bytes
    accounts: list[str]


def transaction(entry: dict) -> VersionedTransaction:
    return VersionedTransaction.from_bytes(base64.b64decode(entry["transaction"]))


def keys(entry: dict) -> list[str]:
    """A transaction's accounts, also those that stand in a lookup table."""
    message = transaction(entry).message
    found = [str(key) for key in message.account_keys]
    lookups = getattr(message, "address_table_lookups", [])
    for places in ("writable_indexes", "readonly_indexes"):
        for lookup in lookups:
            data = contents(entry["before"][str(lookup.account_key)])
            found += [str(Pubkey(data[56 + 32 * at : 88 + 32 * at])) for at in getattr(lookup, places)]
    return found


def called(entry: dict) -> list[Called]:
    known = keys(entry)
    return [Called(known[each.program_id_index], bytes(each.data), [known[at] for at in each.accounts]) for each in transaction(entry).message.instructions]


def contents(account: dict | None) -> bytes:
    return base64.b64decode(account["data"]) if account else b""


def token_accounts(accounts: dict) -> Iterator[tuple[str, str, str, int]]:
    """Address, mint, holder and amount of each."""
    for address, account in accounts.items():
        data = contents(account)
        if account and account["program"] in TOKEN_PROGRAMS and (len(data) == 165 or len(data) > 165 and data[165] == 2):
            yield address, base58.b58encode(data[:32]).decode(), base58.b58encode(data[32:64]).decode(), int.from_bytes(data[64:72], "little")


def moved(entry: dict) -> Counter[str]:
    found = Counter({each["asset"]: int(each["amount"]) for each in entry["gains"]})
    found.subtract({each["asset"]: int(each["amount"]) for each in entry["loses"]})
    return found


def test_there_are_enough_of_each_kind(corpus: list[dict]) -> None:
    calls = Counter(entry["call"] for entry in corpus)
    assert len(corpus) >= 400 and set(calls) == {"honest", "warning", "danger"}
    assert calls["honest"] >= 220 and calls["danger"] >= 100 and calls["warning"] >= 10
    assert len({entry["program"] for entry in corpus if entry["call"] == "honest" and entry["program"]}) >= 80
    kinds = Counter((entry["call"] == "danger", entry["kind"]) for entry in corpus)
    assert {kind for is_danger, kind in kinds if not is_danger} == HONEST and {kind for is_danger, kind in kinds if is_danger} == DANGEROUS
    assert min(kinds.values()) >= 4, kinds


def test_each_has_a_name_and_one_sentence_of_its_own(corpus: list[dict]) -> None:
    assert len({entry["name"] for entry in corpus}) == len(corpus)
    for entry in corpus:
        assert re.fullmatch(r"[A-Z0-9].{15,200}\.", entry["why"]), entry["why"]
        assert entry["name"].startswith("danger: ") == (entry["call"] == "danger")


def test_each_is_a_signed_transaction_that_a_chain_takes(corpus: list[dict]) -> None:
    versions: Counter[str] = Counter()
    for entry in corpus:
        made = transaction(entry)
        raw = base64.b64decode(entry["transaction"])
        assert bytes(made) == raw
        assert all(made.verify_with_results()), entry["name"]
        kind = type(made.message).__name__
        versions[kind] += 1
        versions["tables"] += bool(getattr(made.message, "address_table_lookups", []))
        assert len(raw) <= (4_096 if kind == "MessageV1" else 1_232), entry["name"]
        needed = made.message.header.num_required_signatures
        assert entry["user"] in [str(key) for key in made.message.account_keys[:needed]], entry["name"]
    assert min(versions.values()) >= 40 and set(versions) == {"Message", "MessageV0", "MessageV1", "tables"}, versions


def test_the_accounts_of_each_are_told_before_and_after(corpus: list[dict]) -> None:
    for entry in corpus:
        assert entry["before"].keys() == entry["after"].keys()
        assert set(keys(entry)) <= entry["before"].keys(), entry["name"]


def test_each_instruction_of_a_known_program_is_read_to_its_last_byte(corpus: list[dict], table: ProgramTable, files: dict[str, dict]) -> None:
    read: set[str] = set()
    for entry in corpus:
        programs = {call.program for call in called(entry)}
        if entry["program"]:
            assert files[f"{entry['program']}.json"]["id"] in programs, entry["name"]
        for call in called(entry):
            row = table.find(call.program)
            if row and row.record:
                table.decoded(call.program, call.data)
                read.add(f"{call.program} {table.decoded(call.program, call.data).instruction}")
            else:
                assert entry["program"] is None or row or entry["call"] == "danger", entry["name"]
    assert len(read) >= 170


def test_what_is_lost_and_gained_adds_up(corpus: list[dict]) -> None:
    for entry in corpus:
        for told in (entry, entry.get("later")):
            if told:
                check_sums(entry["user"], told, entry["name"])


def check_sums(user: str, told: dict, name: str) -> None:
    before, after = told["before"], told["after"]
    wallet = [(side[user] or {"lamports": 0})["lamports"] if not side[user] or side[user]["program"] == "1" * 32 else 0 for side in (before, after)]
    net = moved(told)
    assert wallet[1] - wallet[0] == net["SOL"] - int(told["fee"]) - int(told["rent"]), name
    tokens: Counter[str] = Counter()
    supplies: Counter[str] = Counter()
    for side, sign in ((before, -1), (after, 1)):
        for _, mint, holder, amount in token_accounts(side):
            supplies[mint] += sign * amount
            tokens[mint] += sign * amount * (holder == user)
        for address, account in side.items():
            if account and account["program"] in TOKEN_PROGRAMS and len(contents(account)) in (82, *range(166, 10_000)) and not (len(contents(account)) > 165 and contents(account)[165] == 2):
                supplies[address] -= sign * int.from_bytes(contents(account)[36:44], "little")
    for mint in {*tokens, *(asset for asset in net if asset != "SOL" and asset in before and asset in tokens)}:
        assert tokens[mint] == net[mint], (name, mint)
    # Nothing comes out of nowhere: but for what is minted and burned, tokens only change hands. Wrapped SOL is lamports.
    assert not any(amount for mint, amount in supplies.items() if mint != WRAPPED), name
    lamports = sum(account["lamports"] for account in after.values() if account) - sum(account["lamports"] for account in before.values() if account)
    assert -30_000 < lamports <= -5_000, name


def bound(amount: str, arguments: dict) -> int | None:
    """What an amount of a role comes to; None for the whole balance."""
    if amount == "all":
        return None
    if amount.isdigit():
        return int(amount)
    if found := re.fullmatch(r"bps(Up|Down)\((.*),(\w+)\)", amount):
        inner, points = bound(found[2], arguments), int(arguments[found[3]])
        return -(-inner * (10_000 + points) // 10_000) if found[1] == "Up" else inner * max(10_000 - points, 0) // 10_000
    for part in amount.split("."):
        arguments = arguments[part]
    return int(arguments)


def of_role(entry: dict, table: ProgramTable, files: dict[str, dict]) -> Iterator[tuple[dict, dict, dict[str, str]]]:
    """The roles that instructions of the entry's program have: case, arguments, accounts by name."""
    if not entry["program"]:
        return
    file = files[f"{entry['program']}.json"]
    for call in called(entry):
        if call.program != file["id"]:
            continue
        read = table.decoded(call.program, call.data)
        names = dict(zip(table.names(call.program, call.data, len(call.accounts)), call.accounts))
        for case in file.get("roles", {}).get(read.instruction, []):
            wanted = {path: value if isinstance(value, list) else [value] for path, value in case.get("when", {}).items()}
            if all(read.arguments.get(path) in values for path, values in wanted.items()):
                yield case, read.arguments, names


def broken(entry: dict, case: dict, arguments: dict, names: dict[str, str]) -> bool:
    """Returns whether more leaves, or less arrives, than a role of the instruction says."""
    held = [{address: (mint, amount) for address, mint, _, amount in token_accounts(side)} for side in (entry["before"], entry["after"])]
    net = moved(entry)
    for way, movements in ((-1, case.get("out") or []), (1, case.get("in") or [])):
        for movement in movements:
            kind = next((each for each in ("exact", "max", "min") if each in movement), None)
            if kind is None:
                continue
            limit = bound(movement[kind], arguments)
            holders = movement.get("token") or movement.get("sol") or movement.get("from")
            if holders is None:
                continue
            holder = next((names[each] for each in (holders if isinstance(holders, list) else [holders]) if names.get(each, entry["user"]) in held[1] or each not in names), entry["user"])
            holder = next((names[each] for each in (holders if isinstance(holders, list) else [holders]) if names.get(each) in (*held[0], *held[1], entry["user"])), holder)
            mint = (held[1].get(holder) or held[0].get(holder) or ("SOL", 0))[0]
            # Wrapped on the way and unwrapped at the end: then it is SOL that the user pays or gets.
            key = "SOL" if mint == WRAPPED and not net[WRAPPED] else mint
            change = net[key] * way
            if limit is not None and way < 0 and kind in ("exact", "max") and change > limit:
                return True
            if limit is not None and way > 0 and kind in ("exact", "min") and change < limit:
                return True
    return False


SEVERAL = {"raydium-amm-v4: swapBaseIn with a tip", "jupiter-v6: sharedAccountsRoute with a platform's fee"}


def test_honest_programs_keep_within_their_roles(corpus: list[dict], table: ProgramTable, files: dict[str, dict]) -> None:
    checked = 0
    for entry in corpus:
        # A near miss does something beside what its program says.
        if entry["call"] == "danger" or entry["kind"] == "near" or entry["kind"] == "lender" and "lent" in entry["name"] or entry["name"] in SEVERAL | {"two swaps into one token"}:
            continue
        for case, arguments, names in of_role(entry, table, files):
            if case.get("user"):
                # A stake pool names nobody but the account that gets the pool's tokens.
                mine = {address for address, _, holder, _ in token_accounts(entry["after"]) if holder == entry["user"]}
                assert names[case["user"]] in mine | {entry["user"]}, entry["name"]
            assert not broken(entry, case, arguments, names), (entry["name"], case)
            checked += 1
    assert checked >= 170


def test_programs_that_were_taken_over_do_not(corpus: list[dict], table: ProgramTable, files: dict[str, dict]) -> None:
    found = [entry for entry in corpus if entry["kind"] == "overtaken"]
    assert len(found) >= 10
    for entry in found:
        assert any(broken(entry, case, arguments, names) for case, arguments, names in of_role(entry, table, files)), entry["name"]


def test_an_honest_swap_of_known_tokens_is_fair(corpus: list[dict]) -> None:
    tokens = json.loads((ROOT / "Programs" / "tokens.json").read_text())["tokens"]
    worth = {each["mint"]: PRICES[each["symbol"]] / 10 ** each["decimals"] for each in tokens if each["symbol"] in PRICES} | {"SOL": PRICES["SOL"] / 10**9}
    fair = unfair = 0
    for entry in corpus:
        if not entry["loses"] or not entry["gains"] or not all(each["asset"] in worth for each in entry["loses"] + entry["gains"]):
            continue
        paid, got = (sum(int(each["amount"]) * worth[each["asset"]] for each in entry[side]) for side in ("loses", "gains"))
        if entry["call"] == "honest" and entry["kind"] in ("pool", "staker", "unknown"):
            assert 0.95 < got / paid < 1.05, (entry["name"], paid, got)
            fair += 1
        if entry["kind"] in ("overtaken", "robbed", "drainer"):
            assert got / paid < 0.6, (entry["name"], paid, got)
            unfair += 1
    assert fair >= 90 and unfair >= 12


def test_a_danger_takes_something_or_some_power(corpus: list[dict]) -> None:
    for entry in corpus:
        if entry["call"] == "danger" and entry["kind"] in ("drainer", "sweep", "memo", "overtaken", "robbed", "market"):
            assert entry["loses"], entry["name"]
        if entry["kind"] == "approval" or entry["kind"] == "authority" and "delegate of" in entry["name"]:
            mine = {address for address, _, holder, _ in token_accounts(entry["before"]) if holder == entry["user"]}
            delegates = [{address for address in mine if contents(side[address])[72]} for side in (entry["before"], entry["after"])]
            assert delegates[0] < delegates[1], entry["name"]


def test_no_honest_one_gives_away_a_power(corpus: list[dict]) -> None:
    for entry in corpus:
        if entry["call"] == "danger":
            continue
        holders = [{address: (holder, contents(side[address])[72:108], contents(side[address])[129:165]) for address, _, holder, _ in token_accounts(side)} for side in (entry["before"], entry["after"])]
        for address, was in holders[0].items():
            if was[0] == entry["user"] and entry["after"][address]:
                assert holders[1][address] == was, entry["name"]
        assert entry["after"][entry["user"]]["program"] == "1" * 32


def test_what_changes_a_moment_later_takes_more_than_it_showed(corpus: list[dict]) -> None:
    changing = [entry for entry in corpus if "later" in entry]
    assert {entry["kind"] for entry in changing} == {"changing"} and len(changing) >= 5
    for entry in changing:
        assert sum(int(each["amount"]) for each in entry["later"]["loses"]) > sum(int(each["amount"]) for each in entry["loses"])
        assert not entry["later"]["gains"]
        # The program's own state is all that differs beforehand.
        assert sum(entry["before"][address] != entry["later"]["before"][address] for address in entry["before"]) == 1


def test_every_run_gives_the_same_bytes(corpus: list[dict]) -> None:
    again = printed("pump", "mpl-core")
    assert len(again) >= 8
    assert again == [entry for entry in corpus if "pump" in entry["name"] or "mpl-core" in entry["name"]]


def test_a_difference_between_what_is_said_and_what_happens_is_an_error() -> None:
    stage = Scene()
    stage.call("raydium-amm-v4", "swapBaseIn", [pay(USDC, 100), get(SOL, 0)])
    stage.gains["SOL"] += 1
    with pytest.raises(ValueError, match="expected"):
        stage.entry("a lie", "pool", "honest", "It says that a lamport arrives.")


def test_a_step_whose_time_has_not_come_is_left_out() -> None:
    stage = Scene()
    stage.raw(Pubkey.from_bytes(bytes([9]) * 32), b"\1", [AccountMeta(ME, True, True)], [pay(SOL, 1, when=2)])
    assert not stage.entry("nothing", "unknown", "honest", "Nothing happens in this state.")["loses"]


@pytest.mark.parametrize("value, is_taken", [(0, True), (7, False)])
def test_a_program_written_by_hand_runs(value: int, is_taken: bool) -> None:
    code = Assembly()
    code.mov("r1", 3)
    code.label("again")
    code.sub("r1", 1)
    code.ne("r1", 0, "again")
    code.mov("r0", value)
    code.exit()
    chain, payer, address = LiteSVM(), Keypair.from_seed(bytes([3]) * 32), Pubkey.from_bytes(bytes([9]) * 32)
    chain.airdrop(payer.pubkey(), 10**9)
    chain.add_program(address, code.elf())
    message = Message.new_with_blockhash([Instruction(address, struct.pack("<Q", 0), [])], payer.pubkey(), chain.latest_blockhash())
    result = chain.send_transaction(VersionedTransaction(message, [payer]))
    assert (type(result).__name__ == "TransactionMetadata") == is_taken
    if not is_taken:
        assert "Custom(7)" in str(result.err())
