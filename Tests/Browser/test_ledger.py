"""A Ledger in both browsers: the real agent and a confined `sidekey-device`, whose Ledger is in software (`Tests/Support/ledger.py`)."""

import time

import base58
import pytest
from browsers import wait_for
from dapp import DApp, unspell
from local_node import LocalNode
from nacl.signing import VerifyKey
from software_devices import SoftwareLedger
from solders.transaction import VersionedTransaction
from stage import Stage
from transactions import payment
from wallet_screens import SOL, Screens, press, says, stage_on

PATH = "m/44'/501'/0'"


@pytest.fixture
def ledger():
    made = SoftwareLedger()
    yield made
    made.close()


@pytest.fixture
def wallet_programs(ledger: SoftwareLedger):
    return ledger.programs


@pytest.fixture
def stage(fresh_stage: Stage):
    return fresh_stage


def ledgers(stage: Stage) -> list[dict]:
    return [row for row in stage.wallet.json("account", "list") if row.get("signer") == "ledger"]


def only_ledger(stage: Stage) -> str:
    """Adds an account on the Ledger and hides the wallet's own, so that a site gets that one."""
    stage.wallet.run("ledger", "add", PATH)
    stage.wallet.run("account", "hide", "1")
    return ledgers(stage)[0]["publicKey"]


def approve(stage: Stage, window, words: str) -> None:
    """Approves, and again where the guard swallowed the click, until the window says these words."""
    stage.prove(window)

    def is_said() -> bool:
        if words in window.words():
            return True
        if window.can_click("button", "Approve"):
            window.click("button", "Approve")
        return False

    wait_for(is_said, f"the window says: {words}")


def test_an_account_is_added_in_the_popup_once_its_address_was_confirmed(stage, ledger):
    popup = stage.popup()
    stage.visit(popup, "Accounts")
    wait_for(lambda: popup.can_click("button", "Show its accounts"), "the part is there")
    popup.click("button", "Show its accounts")
    says(popup, "No Ledger is plugged in.")
    ledger.plug("--user", "reject")
    popup.click("button", "Show its accounts")
    wait_for(lambda: popup.can_click("button", f"Add the account at {PATH}"), "the accounts are listed")
    stage.picture(popup, "ledger-accounts")
    popup.click("button", f"Add the account at {PATH}")
    says(popup, "You rejected it on your Ledger.")
    assert ledgers(stage) == []
    ledger.plug()
    popup.click("button", f"Add the account at {PATH}")
    wait_for(lambda: ledgers(stage), "it is added")
    says(popup, "on a Ledger")
    stage.picture(popup, "ledger-account-added")


def test_a_page_gets_the_signature_that_was_confirmed_on_the_device(stage, ledger):
    ledger.plug("--slow", "3")
    account = only_ledger(stage)
    dapp = DApp.connected(stage)
    assert dapp.accounts == [account]
    transaction = payment(account)
    call = dapp.sign_transaction(transaction, chain="solana:devnet")
    window = stage.approval()
    assert "your Ledger, after you approve here" in window.words()
    stage.picture(window, "ledger-approval")
    approve(stage, window, "Confirm on your Ledger.")
    stage.picture(window, "ledger-confirm")
    (output,) = call.result()
    signed = VersionedTransaction.from_bytes(unspell(output["signedTransaction"]))
    # One signature of 64 bytes stands before the message.
    VerifyKey(base58.b58decode(account)).verify(transaction[1 + 64 :], bytes(signed.signatures[0]))


@pytest.mark.shared
def test_what_the_device_refuses_ends_the_request_and_what_is_wrong_with_it_does_not(stage, ledger):
    ledger.plug()
    account = only_ledger(stage)
    dapp = DApp.connected(stage)
    call = dapp.sign_transaction(payment(account), chain="solana:devnet")
    window = stage.approval()
    ledger.plug("--locked")
    approve(stage, window, "Your Ledger is locked.")
    assert len(stage.wallet.pending()) == 1
    ledger.plug("--user", "reject")
    stage.approve(window)
    assert call.refusal().code == 4001
    # A message without an envelope is refused before anybody is asked.
    refused = dapp.sign_message(b"hello").refusal()
    assert refused.code == -32000
    assert stage.wallet.pending() == []


@pytest.mark.shared
def test_a_payment_from_the_popup_is_confirmed_once_the_device_has_signed(seat, ledger):
    with LocalNode("--slot-ms", "400") as node, stage_on(seat, node, programs=ledger.programs) as stage:
        ledger.plug("--slow", "3")
        account = only_ledger(stage)
        node.control(set=account, lamports=10 * SOL)
        node.advance(2)
        screens = Screens(stage, node)
        popup = screens.open("Send")
        popup.fill("To", screens.carol)
        popup.fill("Amount", "0.5")
        press(popup, "Preview", within="form")
        says(popup, "Total")
        press(popup, "Send", within=".preview")
        wait_for(stage.wallet.pending, "it waits in the queue")
        approve(stage, popup, "Confirm on your Ledger.")
        stage.picture(popup, "ledger-payment-confirm")
        # Every surface knows what it waits for.
        assert [request["awaits"] for request in stage.wallet.pending()] == ["ledger"]
        assert "waits for your Ledger" in stage.wallet.run("pending").stdout
        says(popup, "Sent and confirmed", timeout=60)
        stage.picture(popup, "ledger-payment-confirmed")
        assert 9.49 * SOL < screens.held(account) < 9.5 * SOL
        assert next(line for line in stage.wallet.json("vault", "openings") if line["kind"] == "ledger")["last"] > 0


@pytest.mark.shared
def test_after_an_approval_in_sidekeys_window_it_and_the_browser_say_that_the_ledger_asks(display, stage, ledger):
    ledger.plug()
    account = only_ledger(stage)
    dapp = DApp.connected(stage)
    stage.wallet.run("policy", "tighten", "--approvals", "native")
    stage.wallet.lock()
    ledger.plug("--user", "never")
    call = dapp.sign_transaction(payment(account), chain="solana:devnet")
    window = stage.approval()
    display.answer("^Sidekey$", stage.wallet.passphrase)
    assert ledger.says() == "waiting"
    says(window, "Confirm on your Ledger.")
    stage.picture(window, "ledger-confirm-outside")
    display.wait_for_window("^Sidekey$")
    time.sleep(1)
    display.picture(f"ledger-confirm-window-{stage.browser.name}")
    assert not window.can_click("button", "Approve") and not window.can_click("button", "Reject")
    window.click("button", "Stop waiting")
    assert call.refusal().code == 4100
    wait_for(lambda: not display.shows("^Sidekey$"), "the note goes with the request")
