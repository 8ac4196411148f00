"""Our own extension, taken over: what it can do is what docs/threat-model.md says, and no more."""

import base64
import json

import pytest
from browsers import wait_for
from dapp import DApp, unspell
from litesvm_transfer import Chain
from probe import ATTACH, ORIGIN, TABLE_C, hello, open_probe, refused, taken_over
from stage import Stage
from wallet import Wallet

pytestmark = pytest.mark.shared

# Names that a later part may have, and guesses; none of them is to be had by guessing.
NOT_THERE = [
    *("vault.addSlot", "vault.removeSlot", "vault.export", "passkey.add"),
    *("policy.loosen", "accounts.export", "session.extend", "transfer.sign", "network.fetch", "sign"),
    *("permissions.grant", "NATIVE_GET_ACCOUNTS_METHOD", "NATIVE_SIGN_PAYLOADS_METHOD"),
    *("deeplink.connect", "deeplink.signMessage", "deeplink.signAndSendTransaction", "deeplink.browse"),
]


@pytest.fixture(scope="module")
def hijacked_stage(browser_name):
    with Wallet() as wallet:
        wallet.create()
        with Stage(browser_name, wallet, extension=taken_over(wallet)) as stage:
            yield stage


@pytest.fixture
def hijacked(hijacked_stage):
    hijacked_stage.ensure_unlocked()
    yield hijacked_stage
    hijacked_stage.tidy()


@pytest.fixture
def probe(hijacked):
    """The probe, with `hello` behind it."""
    opened = open_probe(hijacked)
    assert "result" in opened.request("hello", hello("extension"))
    return opened


def approval(probe, identifier: str) -> dict:
    """What `approvals.approve` takes for a request."""
    shown = probe.request("approvals.get", {"id": identifier})["result"]
    return {"id": identifier, "digest": shown["summary"]["digest"], "review": shown["reviewHash"]}


def reason(answer: dict) -> str:
    assert "result" not in answer, answer
    return answer["error"]["data"]["reason"]


def test_our_own_extension_cannot_become_the_command_line(hijacked):
    probe = open_probe(hijacked)
    assert refused(probe.request("hello", hello("cli"))) == -32600
    assert "result" in probe.request("hello", hello("extension"))
    assert refused(probe.request("host.attach", {**ATTACH, "caller": "sidekey"})) == -32601
    assert refused(probe.request("hello", hello("cli"))) == -32600
    for method, params in TABLE_C.items():
        assert refused(probe.request(method, params)) == -32601, method
    assert hijacked.wallet.agent() is not None and hijacked.wallet.status["vault"] == "unlocked"


def test_our_own_extension_cannot_decide_what_it_was_not_shown(hijacked, probe):
    """Approving names the digest and the hash of the review; neither can be made up or taken from another request."""
    dapp = DApp.connected(hijacked)
    dapp.sign_message(b"one")
    dapp.sign_message(b"two")
    wait_for(lambda: len(hijacked.wallet.pending()) == 2, "both wait")
    one, two = (probe.request("approvals.get", {"id": item["id"]})["result"] for item in hijacked.wallet.pending())
    mixed = {"id": one["summary"]["id"], "digest": two["summary"]["digest"], "review": one["reviewHash"]}
    answer = probe.request("approvals.approve", mixed)
    assert answer["error"]["data"]["reason"] == "digest-mismatch"
    mixed = {"id": one["summary"]["id"], "digest": one["summary"]["digest"], "review": two["reviewHash"]}
    answer = probe.request("approvals.approve", mixed)
    assert answer["error"]["data"]["reason"] == "review-mismatch"
    assert len(hijacked.wallet.pending()) == 2


def test_a_decided_request_and_one_that_never_was_cannot_be_approved(hijacked, probe):
    dapp = DApp.connected(hijacked)
    call = dapp.sign_message(b"once")
    (request,) = wait_for(hijacked.wallet.pending, "it waits")
    decision = approval(probe, request["id"])
    stranger = {**decision, "id": "00000000-0000-4000-8000-000000000000"}
    assert reason(probe.request("approvals.approve", stranger)) == "not-pending"
    assert "result" in probe.request("approvals.approve", decision)
    assert call.result()[0]["signature"]
    assert reason(probe.request("approvals.approve", decision)) == "not-pending"
    assert reason(probe.request("approvals.reject", {"id": request["id"]})) == "not-pending"
    again = dapp.sign_message(b"once")
    (request,) = wait_for(hijacked.wallet.pending, "the same bytes wait again")
    assert reason(probe.request("approvals.approve", {**decision, "id": request["id"]})) == "digest-mismatch"
    hijacked.wallet.run("approve", request["id"], "--yes")
    assert again.result()[0]["signature"]


def test_under_the_policy_popup_it_signs_what_it_likes_for_any_origin_as_the_threat_model_says(hijacked, probe):
    assert probe.request("policy.get", {})["result"]["approvals"] == "popup"
    connects(hijacked, probe)
    decides(hijacked, probe, "signMessage", {"message": "aGVsbG8="})


def decides(hijacked, probe, method: str, also: dict) -> None:
    """Asks in a site's name and approves it itself."""
    asked = probe.start(method, {**ORIGIN, **also})
    (request,) = wait_for(hijacked.wallet.pending, f"{method} waits")
    assert request["origin"] == ORIGIN["origin"]
    assert "result" in probe.request("approvals.approve", approval(probe, request["id"]))
    assert "result" in probe.answer(asked)


def connects(hijacked, probe) -> None:
    """Connects a site that isn't connected; whether it was is the command line's word."""
    hijacked.wallet.run("origins", "revoke", ORIGIN["origin"], check=False)
    decides(hijacked, probe, "connect", {})


def test_under_the_policy_popup_a_danger_takes_the_passphrase_that_it_does_not_have(hijacked, probe):
    assert probe.request("policy.get", {})["result"]["approvals"] == "popup"
    connects(hijacked, probe)
    probe.start("signMessage", {**ORIGIN, "message": "/w=="})
    (request,) = wait_for(hijacked.wallet.pending, "it waits")
    assert reason(probe.request("approvals.approve", approval(probe, request["id"]))) == "passphrase-required"
    assert [waiting["id"] for waiting in hijacked.wallet.pending()] == [request["id"]]


def test_what_it_takes_stays_within_the_allowance(browser_name):
    """The policy that a wallet begins with: the chain says what was taken."""
    with Wallet() as wallet:
        wallet.create(approvals="risky")
        wallet.unlock()
        payer, funds, chain = wallet.public_key, 2_000_000_000, Chain()
        chain.airdrop(payer, funds)
        with Stage(browser_name, wallet, extension=taken_over(wallet)) as stage:
            probe = open_probe(stage)
            assert "result" in probe.request("hello", hello("extension"))
            asked = 0

            def takes(method: str, also: dict, origin: str = ORIGIN["origin"]) -> dict | None:
                """Asks and approves by itself; what was signed, or nothing where the agent refused."""
                nonlocal asked
                asked += 1
                page = {**ORIGIN, "origin": origin, "request": str(asked)}
                call = probe.start(method, {**page, **also})
                (request,) = wait_for(wallet.pending, f"{method} waits")
                answer = probe.request("approvals.approve", approval(probe, request["id"]))
                if "result" in answer:
                    return probe.answer(call)["result"]
                assert reason(answer) == "native-only"
                assert "result" in probe.request("cancel", {**page, "id": call})
                probe.answer(call)
                return None

            def take_lamports(lamports: int, origin: str = ORIGIN["origin"]) -> bool:
                transfer = chain.transfer("legacy", payer, chain.new_recipient(), lamports)
                signed = takes("signTransaction", {"tx": base64.b64encode(transfer.wire).decode()}, origin)
                if signed:
                    chain.execute(transfer, unspell(signed["signedTransaction"]))
                return signed is not None

            assert takes("connect", {})
            assert takes("signMessage", {"message": "aGVsbG8="}) is None, "an origin's first signature"
            first = probe.start("signMessage", {**ORIGIN, "message": "aGVsbG8=", "request": "first"})
            (request,) = wait_for(wallet.pending, "it waits")
            wallet.run("approve", request["id"], "--yes")
            assert "result" in probe.answer(first)

            order = base64.b64encode(b"9f3c" * 16).decode()
            assert takes("signMessage", {"message": "aGVsbG8="}) is None, "a text"
            assert takes("signMessage", {"message": order}) is None, "somebody's order, in hex"
            assert takes("signAllMessages", {"messages": [order] * 500}) is None, "500 of them at once"
            assert takes("signIn", {"nonce": "12345678"}), "a sign-in at a site for which the user has signed before"

            taken = [take_lamports(lamports) for lamports in (30_000_000, 30_000_000, 60_000_000, 30_000_000, 20_000_000)]
            assert taken == [True, True, False, True, False]
            assert takes("connect", {}, "https://other.example")
            assert not take_lamports(1, "https://other.example"), "another origin's first signature"
            assert takes("signMessage", {"message": "AAEC"}) is None, "bytes that aren't text"
            for loosened in ({"allowance": "100000001"}, {"approvals": "popup"}):
                assert reason(probe.request("policy.tighten", loosened)) == "native-only"
            # A proof outside the browser is the user's own and gives the extension nothing back, and neither does a new session.
            second = probe.start("signMessage", {**ORIGIN, "message": "aGVsbG8=", "request": "second"})
            (request,) = wait_for(wallet.pending, "it waits")
            wallet.run("approve", request["id"], "--yes")
            assert "result" in probe.answer(second)
            assert not take_lamports(20_000_000), "the user's own approval is no new allowance"
            assert probe.request("vault.lock", {})
            typed = probe.sealed("vault.unlock", "passphrase", wallet.passphrase)
            assert probe.request("vault.unlock", {"passphrase": typed})["result"]["vault"] == "unlocked"
            assert not take_lamports(20_000_000), "a new session is no new allowance"
            assert funds - chain.balance(payer) <= 100_000_000


def test_locked_it_signs_nothing_and_nothing_that_it_may_call_unlocks_or_prolongs(hijacked, probe):
    dapp = DApp.connected(hijacked)
    before = hijacked.wallet.status["session"]["remaining"]
    for method, params in {"vault.status": {}, "approvals.list": {}, "settings.set": {"theme": "dark"}, "accounts.list": {}}.items():
        assert "result" in probe.request(method, params), method
    assert hijacked.wallet.status["session"]["remaining"] <= before
    dapp.sign_message(b"locked")
    (request,) = wait_for(hijacked.wallet.pending, "it waits")
    decision = approval(probe, request["id"])
    probe.request("vault.lock", {})
    assert refused(probe.request("approvals.approve", decision)) == 4101
    guess = {"unlock": {"passphrase": probe.sealed("approvals.approve", "unlock.passphrase", "guess")}}
    assert reason(probe.request("approvals.approve", {**decision, **guess})) == "wrong-passphrase"
    assert reason(probe.request("approvals.approve", {**decision, **guess})) == "sealed-replayed"
    # Sealed for one method, it opens in no other, and in clear text it is no passphrase.
    assert reason(probe.request("vault.unlock", {"passphrase": probe.sealed("approvals.approve", "unlock.passphrase", "guess")})) == "sealed-invalid"
    assert reason(probe.request("vault.unlock", {"passphrase": "guess"})) == "param-type"
    assert reason(probe.request("vault.unlock", {"passphrase": probe.sealed("vault.unlock", "passphrase", "guess")})) == "wrong-passphrase"
    assert hijacked.wallet.status["vault"] == "locked"
    assert [waiting["id"] for waiting in hijacked.wallet.pending()] == [request["id"]]


def test_a_passphrase_that_it_kept_opens_a_session_as_the_threat_model_says(hijacked, probe):
    hijacked.wallet.lock()
    answer = probe.request("vault.unlock", {"passphrase": probe.sealed("vault.unlock", "passphrase", hijacked.wallet.passphrase)})
    assert answer["result"]["vault"] == "unlocked"
    assert hijacked.wallet.passphrase not in json.dumps(probe.heard())


def test_it_adds_no_way_to_unlock_changes_no_policy_and_reads_no_secret(hijacked, probe):
    policy = probe.request("policy.get", {})["result"]
    vault = [file for file in hijacked.wallet.data.rglob("*") if file.is_file() and "vault" in file.name]
    assert vault
    before = {file: file.read_bytes() for file in vault}
    for method in (*TABLE_C, *NOT_THERE):
        assert refused(probe.request(method, TABLE_C.get(method, {}))) == -32601, method
    for name in ("approvals", "session", "allowance", "labels"):
        assert refused(probe.request("settings.set", {name: "popup"})) == -32602, name
    for loosened in ({"allowance": "100000001"}, {"session": 900_001}):
        assert reason(probe.request("policy.tighten", loosened)) == "native-only"
    assert probe.request("policy.get", {})["result"] == policy
    assert {file: file.read_bytes() for file in vault} == before
