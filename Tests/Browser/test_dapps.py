"""What the code of dApps' own libraries expects of a wallet, with agent, browser and extension going away in the middle."""

import time

import base58
import pytest
from browsers import wait_for
from dapp import PAGE, DApp, Refused, spell, unspell
from nacl.signing import VerifyKey
from stage import POPUP
from test_sign import payment


def connects_by_itself(stage, dapp: DApp) -> str:
    """wallet-adapter's autoConnect: silently at load; an empty list makes it forget the wallet."""
    accounts = dapp.begin_untouched("connect", silent=True).result()
    assert accounts, "an adapter that is given no account forgets the wallet"
    return accounts[0]["address"]


def test_a_site_stays_connected_while_the_wallet_is_locked(stage):
    dapp = DApp.connected(stage)
    stage.wallet.run("lock")
    again = DApp.open(stage, dapp.origin)
    assert connects_by_itself(stage, again) == connects_by_itself(stage, dapp) == stage.wallet.public_key


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


def test_an_older_dapp_that_is_trusted_hears_the_event_it_waits_for(stage):
    dapp = DApp.connected(stage)
    again = DApp.open(stage, dapp.origin)
    assert again.begin_untouched("eager").result() == {"address": stage.wallet.public_key, "listeners": 0}


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


def test_a_call_that_is_given_up_is_withdrawn(stage):
    dapp = DApp.connected(stage)
    call = dapp.begin("abandoned", message=spell(b"given up"))
    stage.approval()
    dapp.tab.evaluate(f"{PAGE}.abandon()")
    assert "abort" in call.refusal().message.lower()
    wait_for(lambda: stage.wallet.pending() == [], "the request is withdrawn")
    stage.wait_for_rest()


@pytest.mark.parametrize("cut", ["host", "background"])
def test_what_an_older_dapp_asks_by_request_outlives_what_stands_between(stage, cut):
    dapp = DApp.connected(stage)
    transaction = payment(stage)
    text = base58.b58encode(bytes(transaction.message)).decode()
    call = dapp.begin("olderRequest", method="signTransaction", params={"message": text})
    stage.approval()
    if cut == "host":
        stage.wallet.kill_hosts()
    else:
        stage.browser.kill_background(stage.extension)
    wait_for(lambda: stage.wallet.pending(), "it waits")
    stage.approve(stage.approval())
    assert call.result()["publicKey"] == stage.wallet.public_key
    assert connects_by_itself(stage, dapp) == stage.wallet.public_key


def test_one_sidekey_is_in_an_apps_list_after_an_update(stage):
    dapp = DApp.connected(stage)
    stage.browser.reload_extension(stage.extension, POPUP)
    if stage.browser.name == "firefox":
        # Firefox injects into tabs that are open already: the new wallet takes the old one's place.
        wait_for(lambda: answers(dapp), "the new wallet answers")
    assert dapp.begin_untouched("names").result() == ["Sidekey"]
    assert DApp.open(stage, dapp.origin).begin_untouched("names").result() == ["Sidekey"]


def answers(dapp: DApp) -> bool:
    """Whether the wallet that the page finds now is the new one: until then the old one says that it is gone."""
    try:
        return bool(dapp.begin_untouched("connect", silent=True).result())
    except Refused:
        return False
