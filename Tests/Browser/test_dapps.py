"""Expectations of dApps' own libraries, with agent, browser and extension going away in the middle."""

import time
from itertools import product

import base58
import pytest
from browsers import wait_for
from conftest import BROWSERS
from dapp import PAGE, DApp, Refused, spell, unspell
from extent import whole
from nacl.signing import VerifyKey
from stage import POPUP
from test_sign import payment


def connects_by_itself(stage, dapp: DApp) -> str:
    """wallet-adapter's autoConnect: silently at load; an empty list makes it forget the wallet."""
    accounts = dapp.begin_untouched("connect", silent=True).result()
    assert accounts, "an adapter that is given no account forgets the wallet"
    return accounts[0]["address"]


@pytest.mark.shared
def test_a_site_stays_connected_while_the_wallet_is_locked(stage):
    dapp = DApp.connected(stage)
    stage.wallet.run("lock")
    again = DApp.open(stage, dapp.origin)
    assert connects_by_itself(stage, again) == connects_by_itself(stage, dapp) == stage.wallet.public_key


@pytest.mark.shared
@pytest.mark.parametrize("end", ["killed", "stopped"])
def test_a_site_stays_connected_when_the_agent_goes_and_before_anybody_unlocks(stage, end):
    dapp = DApp.connected(stage)
    told = dapp.look()["changes"]
    if end == "killed":
        stage.wallet.kill_agent()
    else:
        stage.wallet.run("stop")
    assert dapp.accounts == [stage.wallet.public_key]
    again = DApp.open(stage, dapp.origin)
    assert connects_by_itself(stage, again) == connects_by_itself(stage, dapp) == stage.wallet.public_key
    assert stage.wallet.status["vault"] == "locked"
    assert DApp.open(stage).begin_untouched("connect", silent=True).result() == [], "a stranger learns nothing"
    # The end of an agent is no change of accounts.
    assert dapp.look()["changes"] == told and dapp.accounts == [stage.wallet.public_key]
    # What it asks now waits for an agent and for the passphrase.
    call = dapp.sign_message(b"after the agent's end")
    window = stage.approval()
    window.fill("Passphrase", stage.wallet.passphrase)
    stage.approve(window)
    assert call.result()[0]["signature"]


def test_a_page_that_connects_at_load_is_told_to_ask_on_a_click_and_may(stage):
    dapp = DApp.open(stage)
    began = time.monotonic()
    refused = dapp.begin_untouched("connect").refusal()
    assert refused.code == 4100 and "clicks" in refused.message
    assert time.monotonic() - began < 10
    assert stage.approvals() == [] and stage.wallet.pending() == []
    # A page can make an event, and not a person's.
    dapp.tab.run("for (const type of ['pointerdown', 'keydown']) window.dispatchEvent(new Event(type, { bubbles: true }));")
    assert dapp.begin_untouched("connect").refusal().code == 4100
    dapp.tab.click("button", "Press")
    call = dapp.begin_untouched("connect")
    stage.approve()
    assert call.result()[0]["address"] == stage.wallet.public_key


def test_a_touch_ends_with_its_document(stage):
    dapp = DApp.open(stage)
    dapp.tab.click("button", "Press")
    dapp.tab.run("document.body.dataset.before = 'yes'; location.reload();")
    dapp.tab.wait_until(f"document.readyState === 'complete' && document.body.dataset.before === undefined && Boolean({PAGE})")
    dapp.wait_for_wallet()
    assert dapp.begin_untouched("connect").refusal().code == 4100
    assert stage.approvals() == []


@pytest.mark.shared
def test_an_older_dapp_that_is_trusted_hears_the_event_it_waits_for(stage):
    dapp = DApp.connected(stage)
    again = DApp.open(stage, dapp.origin)
    assert again.begin_untouched("eager").result() == {"address": stage.wallet.public_key, "listeners": 0}


@pytest.mark.shared
@pytest.mark.parametrize("form", ["message", "transaction"])
def test_an_older_dapp_asks_by_request_with_a_message_or_a_transaction(stage, form):
    dapp = DApp.connected(stage)
    transaction = payment(stage)
    given = bytes(transaction.message) if form == "message" else bytes(transaction)
    call = dapp.begin("olderRequest", method="signTransaction", params={"message": base58.b58encode(given).decode()})
    stage.approve()
    answer = call.result()
    assert answer["publicKey"] == stage.wallet.public_key
    VerifyKey(base58.b58decode(stage.wallet.public_key)).verify(bytes(transaction.message), base58.b58decode(answer["signature"]))


@pytest.mark.shared
def test_kit_hands_a_whole_off_chain_message_to_sign_message(stage):
    dapp = DApp.connected(stage)
    key = base58.b58decode(stage.wallet.public_key)
    envelope = b"\xffsolana offchain\x01\x01" + key + "Grüße aus kit".encode()
    call = dapp.sign_message(envelope)
    window = stage.approval()
    assert "Grüße aus kit" in window.words() and "\ufffd" not in window.words()
    stage.approve(window)
    (output,) = call.result()
    VerifyKey(key).verify(envelope, unspell(output["signature"]))
    half = envelope[: envelope.index("ü".encode()) + 1]
    assert dapp.sign_message(half).refusal().code == -32000, "half a character is no text"


@pytest.mark.shared
def test_a_call_that_is_given_up_is_withdrawn(stage):
    dapp = DApp.connected(stage)
    call = dapp.begin("abandoned", message=spell(b"given up"))
    stage.approval()
    dapp.tab.evaluate(f"{PAGE}.abandon()")
    assert "abort" in call.refusal().message.lower()
    wait_for(lambda: stage.wallet.pending() == [], "the request is withdrawn")
    stage.wait_for_rest()


# What each client's code does once it is connected, call after call; what comes of a call verifies under the wallet's key.


def adapters_message(stage, dapp: DApp, _):
    return dapp.sign_message(b"as wallet-adapter asks"), lambda outputs: verify(stage, outputs[0]["signature"], b"as wallet-adapter asks")


def adapters_transaction(stage, dapp: DApp, transaction):
    return dapp.sign_transaction(transaction), lambda outputs: verify_signed(stage, unspell(outputs[0]["signedTransaction"]))


def kits_transaction(stage, dapp: DApp, transaction):
    call = dapp.sign_transaction(transaction, chain="solana:localnet")
    return call, lambda outputs: verify_signed(stage, unspell(outputs[0]["signedTransaction"]))


def kits_message(stage, dapp: DApp, _):
    text = "as kit asks"
    envelope = b"\xffsolana offchain\x01\x01" + base58.b58decode(stage.wallet.public_key) + text.encode()
    return dapp.begin("signOffchainMessage", messages=[text]), lambda outputs: verify(stage, outputs[0]["signature"], envelope)


def web3s_transaction(stage, dapp: DApp, transaction):
    call = dapp.begin("older", method="signTransaction", transaction=spell(bytes(transaction)))
    return call, lambda output: (output["same"], verify(stage, output["signature"], bytes(transaction.message)))


def web3s_message(stage, dapp: DApp, _):
    call = dapp.begin("older", method="signMessage", message=spell(b"as an older dApp asks"))
    return call, lambda output: verify(stage, output["signature"], b"as an older dApp asks")


def requested_message(_, dapp: DApp, transaction):
    text = base58.b58encode(bytes(transaction.message)).decode()
    call = dapp.begin("olderRequest", method="signTransaction", params={"message": text})
    return call, lambda answer: VerifyKey(base58.b58decode(answer["publicKey"])).verify(bytes(transaction.message), base58.b58decode(answer["signature"]))


CLIENTS = {
    "wallet-adapter": [adapters_message, adapters_transaction],
    "kit": [kits_transaction, kits_message],
    "web3.js": [web3s_transaction, web3s_message],
    "request": [requested_message, requested_message],
}


def verify(stage, signature: str, message: bytes) -> None:
    VerifyKey(base58.b58decode(stage.wallet.public_key)).verify(message, unspell(signature))


def verify_signed(stage, transaction: bytes) -> None:
    """One signature, and then the message."""
    assert transaction[0] == 1
    VerifyKey(base58.b58decode(stage.wallet.public_key)).verify(transaction[65:], transaction[1:65])


CUTS = ["host", "background", "agent", "update"]


def cuts() -> list[tuple[str, str, str]]:
    """Each end in the middle of each client's calls in each browser; in the usual run each browser has each client and each end once."""
    if whole():
        return list(product(BROWSERS, CLIENTS, CUTS))
    places = [(client, cut) for client in range(len(CLIENTS)) for cut in range(len(CUTS)) if (client + cut) % 2 == 0]
    return [(BROWSERS[(client // 2 + cut // 2) % 2], list(CLIENTS)[client], CUTS[cut]) for client, cut in places]


def test_the_usual_extent_has_each_client_and_each_end_in_each_browser():
    for other in (list(CLIENTS), CUTS):
        assert {(browser, each) for browser, client, cut in cuts() for each in (client, cut) if each in other} == set(product(BROWSERS, other))


@pytest.mark.parametrize(("browser_name", "client", "cut"), cuts(), scope="session")
def test_a_clients_calls_outlive_what_ends_in_the_middle_of_each(stage, client, cut):
    dapp = DApp.connected(stage)
    for step in CLIENTS[client]:
        transaction = payment(stage)
        call, check = step(stage, dapp, transaction)
        window = stage.approval()
        if cut == "host":
            stage.wallet.kill_hosts()
            wait_for(stage.wallet.pending, "it waits on")
        elif cut == "background":
            stage.browser.kill_background(stage.extension)
            wait_for(stage.wallet.pending, "it waits on")
        elif cut == "agent":
            stage.wallet.kill_agent()
            wait_for(lambda: stage.wallet.status["vault"] == "locked", "another agent is there")
            # It is sent again as a new request, or the dApp hears 4900 and asks again: nothing goes on that nobody decided.
            if wait_for(lambda: call.settled or stage.wallet.pending(), "the request ends or waits again") is True:
                assert call.refusal().code == 4900
                call, check = step(stage, dapp, transaction)
            window = stage.approval()
            window.fill("Passphrase", stage.wallet.passphrase)
        else:
            stage.browser.reload_extension(stage.extension, POPUP)
            assert call.refusal().code == 4900
            wait_for(lambda: stage.wallet.pending() == [], "what its page can't hear of any more is over")
            if stage.browser.name == "firefox":
                wait_for(lambda: answers(dapp), "the new wallet answers")
            else:
                # Chromium gives no new script to an open page: the dApp is told to be loaded again, and is connected then.
                dapp = DApp.open(stage, dapp.origin)
            assert connects_by_itself(stage, dapp) == stage.wallet.public_key
            call, check = step(stage, dapp, transaction)
        stage.approve(window if cut == "agent" else stage.approval())
        check(call.result())
        assert connects_by_itself(stage, dapp) == stage.wallet.public_key
        stage.wait_for_rest()


def test_one_sidekey_is_in_an_apps_list_after_an_update(stage):
    dapp = DApp.connected(stage)
    stage.browser.reload_extension(stage.extension, POPUP)
    if stage.browser.name == "firefox":
        # Firefox injects into tabs that are open already: the new wallet takes the old one's place.
        wait_for(lambda: answers(dapp), "the new wallet answers")
    assert dapp.begin_untouched("names").result() == ["Sidekey"]
    assert DApp.open(stage, dapp.origin).begin_untouched("names").result() == ["Sidekey"]


def answers(dapp: DApp) -> bool:
    """Returns whether the wallet that the page finds now is the new one: until then the old one says that it is gone."""
    try:
        return bool(dapp.begin_untouched("connect", silent=True).result())
    except Refused:
        return False
