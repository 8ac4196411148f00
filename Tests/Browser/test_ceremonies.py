"""Ceremonies that the popup starts and Sidekey's own window does: the passphrase, the phrase, accounts, rules, limits, the network and backups."""

from itertools import pairwise

import pytest
from browsers import Surface, wait_for
from dapp import DApp
from desktop_session import Session
from seat import Seat
from setup_screens import SetupScreens
from stage import Stage
from wallet import Wallet
from wallet_screens import says

# What differs between browsers is tested elsewhere; the whole run has each case in both.
pytestmark = pytest.mark.shared

KEYS, METHOD = "How this wallet opens", "vault.ceremony"
NOTICE = "document.querySelector('.outside.problem')"


def ceremonies(wallet: Wallet) -> list[dict]:
    """The parameters of each ceremony that the browser has asked for."""
    return [message["params"] for message in wallet.recording.messages("to-host") if message.get("method") == METHOD]


def start(stage: Stage, surface: Surface, button: str) -> dict:
    """Presses a button; returns what the browser asked for."""
    before = len(ceremonies(stage.wallet))
    wait_for(lambda: surface.can_click("button", button), f"{button} is there")
    surface.run("document.scrollingElement.scrollTo(0, 1e6)")
    surface.click("button", button)
    return wait_for(lambda: ceremonies(stage.wallet)[before:], f"{button} asks")[0]


# Where no window can be shown


def test_each_button_starts_its_ceremony_and_says_what_to_do_where_no_window_can_be_shown(fresh_stage: Stage):
    wallet = fresh_stage.wallet
    wallet.run("account", "add")
    wallet.run("policy", "limit", "--ceiling", "1")
    second = wallet.status["accounts"][1]["publicKey"]
    popup = fresh_stage.popup()

    def asks(button: str, **params: object) -> None:
        assert start(fresh_stage, popup, button) == params
        # The notice comes into sight, wherever the button stands.
        popup.wait_until(f"{NOTICE}?.innerText.includes('sidekey ') && {NOTICE}.getBoundingClientRect().top >= 0")

    fresh_stage.visit(popup, KEYS)
    fresh_stage.picture(popup, "keys")
    asks("Change passphrase…", kind="passphrase")
    fresh_stage.picture(popup, "keys-no-window")
    asks("Show recovery phrase…", kind="phrase")
    asks("Check my words…", kind="words")
    asks("Save a backup…", kind="backup")
    asks("Restore a backup…", kind="restore")
    fresh_stage.visit(popup, "Accounts")
    asks("Import…", kind="import")
    asks("Remove Account 2…", kind="remove", account=second)
    fresh_stage.visit(popup, "Network")
    asks("Change network…", kind="network")
    fresh_stage.visit(popup, "Protection")
    asks("Choose the word…", kind="recognition")
    asks("Add a limit…", kind="limit")
    asks("Remove limit 1…", kind="unlimit", limit=1)
    popup.fill("Allowance, in SOL", "2.5")
    popup.fill("Seconds from your last approval until the wallet locks (10 to 28800)", "1200")
    asks("Confirm in Sidekey's window", kind="protection", allowance="2500000000", session=1_200_000)


# On a desktop


PROTECTION = "Change the rules?"
ALLOWANCE, CONFIRM = "Allowance, in SOL", "Confirm in Sidekey's window"


@pytest.fixture
def stage(seat: Seat, desktop: Session):
    """A browser whose user sits before the desktop's display, with two accounts."""
    with Wallet() as wallet:
        wallet.bus = desktop.address
        wallet.create(approvals="risky")
        wallet.unlock()
        wallet.run("account", "add")
        with Stage(seat, wallet) as stage:
            yield stage


@pytest.fixture
def screens(desktop: Session) -> SetupScreens:
    return SetupScreens(desktop)


def crossed(wallet: Wallet) -> bytes:
    return wallet.recording.streams("to-host") + wallet.recording.streams("to-extension")


def picture(stage: Stage, screens: SetupScreens, name: str) -> None:
    screens.session.display.picture(f"{name}-{stage.browser.name}")


def test_the_passphrase_is_changed_from_the_popup(stage: Stage, screens: SetupScreens):
    wallet, old, new = stage.wallet, stage.wallet.passphrase, "seven brave otters dance"
    popup = stage.popup()
    stage.visit(popup, KEYS)
    start(stage, popup, "Change passphrase…")
    says(popup, "Look for Sidekey's window and answer there.")
    stage.picture(popup, "keys-asking")
    screens.wait("Change your passphrase")
    picture(stage, screens, "ceremony-passphrase")
    screens.prove(old)
    screens.choose(new)
    says(popup, "You have a new passphrase. Use it from now on.")
    stage.picture(popup, "keys-done")
    wallet.lock()
    assert wallet.run("unlock", "--passphrase-file", str(wallet.passphrase_file), check=False).returncode != 0
    wallet.passphrase_file.write_text(f"{new}\n")
    wallet.unlock()
    assert wallet.status["vault"] == "unlocked"
    assert not any(secret.encode() in crossed(wallet) for secret in (old, new))


def test_the_recovery_phrase_is_shown_in_the_window_and_nowhere_else(stage: Stage, screens: SetupScreens):
    wallet = stage.wallet
    popup = stage.popup()
    stage.visit(popup, KEYS)
    start(stage, popup, "Show recovery phrase…")
    screens.wait("Show your recovery phrase")
    picture(stage, screens, "ceremony-phrase")
    screens.prove(wallet.passphrase)
    screens.wait("Hold to see")
    assert not any(word in screens.texts for word in wallet.phrase)
    picture(stage, screens, "ceremony-phrase-covered")
    screens.press("Done")
    says(popup, "Sidekey's window showed your recovery phrase.")
    assert wallet.passphrase.encode() not in crossed(wallet)
    # One word alone can be anything: "account" is one.
    assert not any(" ".join(pair).encode() in crossed(wallet) for pair in pairwise(wallet.phrase))
    assert any("phrase" in kind.lower() for kind, _ in wallet.activity())


def test_half_a_year_after_the_last_proof_the_words_are_asked_for_in_the_window_alone(stage: Stage, screens: SetupScreens):
    wallet = stage.wallet
    popup = stage.popup()
    popup.wait_until("document.querySelector('.home .balance') !== null")
    assert popup.evaluate("document.querySelector('[data-row=drill]') === null")
    wallet.stop_agent()
    wallet.date_back(days=200)
    wallet.unlock()
    assert "do you still have the words?" in wallet.run("status").stdout
    popup.reload()
    popup.wait_until("document.querySelector('[data-row=drill]') !== null")
    stage.picture(popup, "home-drill")
    start(stage, popup, "Check my words…")
    screens.wait("Check your recovery phrase")
    picture(stage, screens, "ceremony-words")
    screens.prove(wallet.passphrase)
    screens.wait("Check your recovery phrase")
    screens.type_asked(["zoo"] * 24)
    wait_for(lambda: "That doesn't match. Look at your paper again." in screens.look(), "it says so")
    picture(stage, screens, "ceremony-words-wrong")
    screens.type_asked(wallet.phrase)
    wait_for(lambda: "Your words are right." in screens.look(), "it says so")
    picture(stage, screens, "ceremony-words-right")
    screens.press("Done")
    says(popup, "You have the right words.")
    popup.wait_until("document.querySelector('[data-row=drill]') === null")
    assert wallet.json("status")["phrase"]["due"] is False
    assert not any(" ".join(pair).encode() in crossed(wallet) for pair in pairwise(wallet.phrase))


def test_an_account_is_removed_from_the_popup(stage: Stage, screens: SetupScreens):
    wallet = stage.wallet
    first, second = (account["publicKey"] for account in wallet.status["accounts"])
    popup = stage.popup()
    stage.visit(popup, "Accounts")
    assert start(stage, popup, "Remove Account 2…") == {"kind": "remove", "account": second}
    screens.wait("Remove an account")
    assert second in screens.texts and first not in screens.texts
    picture(stage, screens, "ceremony-remove")
    screens.prove(wallet.passphrase)
    says(popup, "The account isn't in this wallet any more.")
    popup.wait_until("document.querySelectorAll('.account').length === 1")
    assert [account["publicKey"] for account in wallet.status["accounts"]] == [first]
    # The last one stays.
    assert not popup.has("button", "Remove Account 1…")
    stage.picture(popup, "accounts-removed")


def test_looser_rules_are_confirmed_in_the_window_or_not_at_all(stage: Stage, screens: SetupScreens):
    wallet = stage.wallet
    popup = stage.popup()
    stage.visit(popup, "Protection")
    says(popup, "That is 0.1 SOL, and no tokens.")
    popup.fill(ALLOWANCE, "2.5")
    start(stage, popup, CONFIRM)
    screens.wait(PROTECTION)
    assert any("0.1 SOL" in text and "2.5 SOL" in text for text in screens.texts), screens.texts
    picture(stage, screens, "ceremony-protection")
    screens.prove(wallet.passphrase)
    says(popup, "The new rules apply now.")
    says(popup, "That is 2.5 SOL, and no tokens.")
    assert wallet.json("policy")["allowance"] == "2500000000"
    stage.picture(popup, "protection-loosened")
    popup.fill(ALLOWANCE, "5")
    start(stage, popup, CONFIRM)
    screens.wait(PROTECTION)
    screens.session.display.press("Escape")
    says(popup, "Nothing was changed.")
    assert wallet.json("policy")["allowance"] == "2500000000"
    # What was chosen is still there, for another try.
    assert popup.has("button", CONFIRM)


def test_the_network_is_chosen_in_the_window(stage: Stage, screens: SetupScreens):
    wallet = stage.wallet
    popup = stage.popup()
    stage.visit(popup, "Network")
    popup.wait_until("document.querySelector('.cluster .flag') !== null")
    start(stage, popup, "Change network…")
    screens.wait("Choose the network")
    picture(stage, screens, "ceremony-network")
    screens.choose_one("Devnet (test tokens)")
    screens.press("Continue")
    screens.wait("Addresses of your own nodes, a space between two. Empty: the public node")
    picture(stage, screens, "ceremony-network-nodes")
    screens.prove(wallet.passphrase)
    says(popup, "Sidekey uses your new network settings now.")
    popup.wait_until("document.querySelector('.cluster h2').innerText.includes('Devnet') && document.querySelector('.cluster .flag') !== null")
    assert wallet.json("policy")["network"]["cluster"] == "devnet"
    stage.picture(popup, "network-changed")


def test_a_site_is_shown_more_accounts_from_the_popup(stage: Stage, screens: SetupScreens):
    """The window names the site and each account; the page learns of them at once."""
    wallet = stage.wallet
    dapp = DApp.connected(stage)
    first, second = [account["publicKey"] for account in wallet.status["accounts"]]
    assert dapp.accounts == [first]
    popup = stage.popup()
    stage.visit(popup, "Connected sites")
    popup.wait_until("document.querySelector('.site-accounts summary')?.click() ?? document.querySelector('.site-accounts details[open]') !== null")
    popup.wait_until("document.querySelectorAll('.site-accounts input').length === 2")
    popup.run("document.querySelectorAll('.site-accounts input')[1].click()")
    stage.picture(popup, "sites-more-accounts")
    asked = start(stage, popup, CONFIRM)
    assert (asked["kind"], asked["origin"], asked["accounts"]) == ("site", dapp.origin, [first, second])
    screens.wait("Show a site more accounts?")
    picture(stage, screens, "ceremony-site")
    shown = " ".join(screens.texts)
    assert dapp.origin in shown and first in shown and second in shown
    screens.prove(wallet.passphrase)
    says(popup, "The site sees the accounts that you chose.")
    wait_for(lambda: dapp.accounts == [first, second], "the page knows both")
    (site,) = wallet.json("origins")
    assert site["accounts"] == [first, second]
