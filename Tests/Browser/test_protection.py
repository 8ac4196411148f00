"""The popup's "Protection": what a hijacked extension can take, less at once, and more in Sidekey's own window."""

import shlex
import subprocess

import pytest
from browsers import wait_for
from dapp import PAGE, DApp

pytestmark = pytest.mark.shared


def settle(wallet, *words: str) -> None:
    wallet.run("policy", "set", *words, "--passphrase-file", str(wallet.passphrase_file))


@pytest.fixture
def popup(fresh_stage):
    """The popup under the policy `risky`, with 0.1 SOL."""
    settle(fresh_stage.wallet, "--approvals", "risky", "--allowance", "0.1", "--session", "120", "--no-per-request")
    popup = fresh_stage.popup()
    fresh_stage.visit(popup, "Protection")
    popup.wait_until("document.querySelector('.claim') !== null")
    return popup


def says(popup, text: str) -> None:
    popup.wait_until("(text) => document.body.innerText.includes(text)", text)


def test_what_is_settled_is_said_and_less_is_done_at_once(fresh_stage, popup):
    says(popup, "In 24 hours, a hijacked extension can take at most what you let the browser approve.")
    says(popup, "That is 0.1 SOL, and no tokens.")
    fresh_stage.picture(popup, "protection")
    popup.fill("Allowance, in SOL", "0.050000001")
    popup.click("button", "Protect more")
    wait_for(lambda: fresh_stage.wallet.json("policy")["allowance"] == "50000001", "the allowance is smaller")
    says(popup, "That is 0.050000001 SOL, and no tokens.")
    popup.click("radio", "All in Sidekey's window")
    popup.click("checkbox", "Passphrase or passkey for every request")
    fresh_stage.picture(popup, "protection-tightens")
    popup.click("button", "Protect more")
    says(popup, "A hijacked extension can sign nothing.")
    policy = fresh_stage.wallet.json("policy")
    assert (policy["approvals"], policy["perRequest"]) == ("native", True)


def test_more_is_confirmed_in_sidekeys_window(fresh_stage, popup):
    wallet = fresh_stage.wallet
    before = wallet.json("policy")
    popup.click("radio", "All here in the browser")
    popup.fill("Allowance, in SOL", "2.5")
    assert not popup.has("button", "Protect more")
    fresh_stage.picture(popup, "protection-loosens")
    popup.click("button", "Confirm in Sidekey's window")
    # No window can be shown here: the terminal's command does the same, and until then nothing changes.
    said = popup.wait_until("document.querySelector('.outside.problem')?.innerText")
    assert wallet.json("policy") == before
    assert "sidekey policy set" in said
    settle(wallet, "--approvals", "popup", "--allowance", "2.5")
    fresh_stage.visit(popup, "Home")
    fresh_stage.visit(popup, "Protection")
    says(popup, "A hijacked extension can take everything while your wallet is unlocked.")
    fresh_stage.picture(popup, "protection-popup")


def test_the_popup_knows_that_there_is_a_recognition_word_and_not_which(fresh_stage):
    wallet = fresh_stage.wallet
    popup = fresh_stage.popup()
    fresh_stage.visit(popup, "Protection")
    says(popup, "Sidekey's window can show a word that only you and it know.")
    choose_word(wallet, "heronsleg")
    popup.click("button", "Back")
    popup.click("button", "Protection", "main")
    says(popup, "Sidekey's window shows the word you chose.")
    assert wallet.json("policy")["recognition"] == "heronsleg"
    answers = wallet.recording.streams("to-extension")
    assert b'"recognitionSet":true' in answers and b"heronsleg" not in answers


def choose_word(wallet, word: str) -> None:
    """Types the word into a terminal, which is the one place where it is asked for."""
    command = [str(wallet.bin / "sidekey"), "policy", "set", "--recognition", "--passphrase-file", str(wallet.passphrase_file)]
    subprocess.run(
        ["script", "-qec", shlex.join(command), "/dev/null"],
        input=f"{word}\n", env=wallet.environment, stdout=subprocess.DEVNULL, text=True, timeout=60, check=True,
    )  # fmt: skip


def test_a_passphrase_for_every_request_opens_no_session(fresh_stage):
    wallet = fresh_stage.wallet
    dapp = DApp.connected(fresh_stage)
    settle(wallet, "--approvals", "popup", "--per-request")
    wallet.lock()
    call = dapp.sign_message(b"one")
    window = fresh_stage.approval()
    assert not window.has("button", "Unlock") and not window.can_click("button", "Approve")
    fresh_stage.picture(window, "approval-per-request")
    window.fill("Passphrase", "not the passphrase")
    window.click("button", "Approve")
    says(window, "That isn't the passphrase.")
    window.fill("Passphrase", wallet.passphrase)
    fresh_stage.approve(window)
    assert call.result()[0]["signature"]
    assert wallet.status["vault"] == "locked"
    fresh_stage.wait_for_rest()

    # An open session changes nothing about it, and a passphrase given for one request doesn't prolong or end it.
    wallet.unlock()
    call = dapp.sign_message(b"two")
    window = fresh_stage.approval()
    window.find("textbox", "Passphrase")
    assert not window.can_click("button", "Approve")
    window.fill("Passphrase", wallet.passphrase)
    fresh_stage.approve(window)
    assert call.result()[0]["signature"]
    assert wallet.status["vault"] == "unlocked"


def test_nor_does_the_first_passphrase_after_the_agents_start(fresh_stage):
    """What was settled is known only once that passphrase has opened it."""
    wallet = fresh_stage.wallet
    dapp = DApp.connected(fresh_stage)
    settle(wallet, "--approvals", "popup", "--per-request")
    wallet.stop_agent()
    dapp.tab.reload()
    dapp.wait_for_wallet()
    dapp.tab.wait_until(f"JSON.parse({PAGE}.look()).accounts.length === 1")
    call = dapp.sign_message(b"the first thing")
    window = fresh_stage.approval()
    says(window, "The wallet hasn't been unlocked since its program started.")
    window.fill("Passphrase", wallet.passphrase)
    fresh_stage.approve(window)
    assert call.result()[0]["signature"]
    wait_for(lambda: wallet.status["vault"] == "locked", "no session stays open")


def test_before_the_first_unlock_the_popup_knows_no_rules_and_the_site_sees_its_account(fresh_stage):
    dapp = DApp.connected(fresh_stage)
    fresh_stage.wallet.stop_agent()
    dapp.tab.bring_to_front()
    popup = fresh_stage.popup()
    says(popup, "Connected sites still see their accounts. Signing needs the passphrase.")
    says(popup, "Connected. The site sees:")
    fresh_stage.picture(popup, "popup-unverified")
    fresh_stage.visit(popup, "Protection")
    says(popup, "Sidekey reads your rules when you unlock the wallet.")
    assert not popup.has("textbox", "Allowance, in SOL")
    fresh_stage.visit(popup, "Home")
    fresh_stage.unlock(popup)
    says(popup, "Connected. The site sees:")


def test_records_that_something_else_changed_are_told_everywhere(fresh_stage):
    """The database is edited while no agent runs, by a program of the same user."""
    wallet = fresh_stage.wallet
    dapp = DApp.connected(fresh_stage)
    wallet.stop_agent()
    wallet.edit("UPDATE connected_origin SET accounts = accounts || ' ' || accounts")
    wallet.unlock()
    assert "changed outside Sidekey" in wallet.run("status").stdout
    doctor = wallet.run("doctor", check=False).stdout
    assert "FAILURE  someone else changed your rules and connections" in doctor
    popup = fresh_stage.popup()
    says(popup, "Something other than Sidekey changed its connections and rules, so Sidekey deleted them.")
    fresh_stage.picture(popup, "popup-reset")
    popup.close()
    call = DApp.open(fresh_stage, dapp.origin).begin("connect")
    window = fresh_stage.approval()
    says(window, "Something other than Sidekey changed its connections and rules, so Sidekey deleted them.")
    assert "You chose" not in window.words()
    assert not window.has("button", "Approve")
    fresh_stage.picture(window, "approval-reset")
    fresh_stage.reject(window)
    assert call.refusal().code == 4001
