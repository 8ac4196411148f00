"""Prompts outside the browser: pinentry's own window, on a display of the test's own."""

import time

import pytest
from browsers import wait_for
from dapp import PAGES, DApp
from display import Display
from seat import Seat
from stage import Stage
from wallet import Wallet
from wallet_screens import says

TITLE = "^Sidekey$"
TAB = "ui/wallet.html"


@pytest.fixture
def display(monkeypatch):
    with Display() as display:
        monkeypatch.setenv("DISPLAY", display.name)
        yield display


@pytest.fixture
def stage(seat: Seat, display: Display):
    """A browser whose user sits before the display."""
    with Wallet() as wallet:
        wallet.create()
        wallet.unlock()
        with Stage(seat, wallet) as stage:
            yield stage


def ask_outside(stage: Stage) -> None:
    """Clicks the button that has the agent ask, again where the guard's half second swallowed the click."""
    window = stage.approval()
    wait_for(lambda: window.can_click("button", "Open Sidekey's window"), "the button is there")
    window.click("button", "Open Sidekey's window")


def test_a_request_is_decided_outside_the_browser(stage, display):
    dapp = DApp.connected(stage, stage.site(PAGES).origin)
    stage.wallet.lock()
    call = dapp.sign_message(b"<b>hello</b> &amp; goodbye")
    ask_outside(stage)
    display.wait_for_window(TITLE)
    display.picture(f"prompt-{stage.browser.name}")
    stage.picture(stage.approval(), "decide-outside")
    display.answer(TITLE, "not the passphrase")
    wait_for(lambda: any("wrong" in kind.lower() for kind, _ in stage.wallet.activity()), "it was tried")
    display.wait_for_window(TITLE)
    display.picture(f"prompt-again-{stage.browser.name}")
    display.type(stage.wallet.passphrase)
    display.press("Return")
    assert call.result()[0]["signature"]
    # One passphrase, not two.
    assert stage.wallet.status["vault"] == "unlocked"
    stage.wait_for_rest()

    call = dapp.sign_message(b"not this one")
    ask_outside(stage)
    display.wait_for_window(TITLE)
    display.press("Escape")
    assert call.refusal().code == 4001
    stage.wait_for_rest()

    # The next one has to wait, and the window says for how long. What is decided in the browser takes it away.
    call = dapp.sign_message(b"nor this one")
    ask_outside(stage)
    wait_for(lambda: "Sidekey's window can open again in" in stage.approval().words(), "it says how long to wait")
    stage.picture(stage.approval(), "prompt-cooldown")
    assert not display.shows(TITLE)
    time.sleep(6)
    ask_outside(stage)
    display.wait_for_window(TITLE)
    stage.reject()
    assert call.refusal().code == 4001
    wait_for(lambda: not display.shows(TITLE), "the window is gone")


def test_the_popup_unlocks_outside_the_browser(stage, display):
    stage.wallet.lock()
    popup = stage.popup()
    wait_for(lambda: popup.can_click("button", "Unlock in Sidekey's window"), "the button is there")
    popup.click("button", "Unlock in Sidekey's window")
    display.wait_for_window(TITLE)
    display.picture(f"unlock-{stage.browser.name}")
    display.type(stage.wallet.passphrase)
    display.press("Return")
    wait_for(lambda: stage.wallet.status["vault"] == "unlocked", "the wallet is unlocked")


def test_making_a_wallet_begins_outside_the_browser(seat, display):
    with Wallet() as wallet, Stage(seat, wallet) as stage:
        popup = stage.popup()
        wait_for(lambda: popup.can_click("button", "Create wallet"), "the button is there")
        popup.click("button", "Create wallet")
        tab = stage.browser.wait_for_surface(stage.browser.extension_url(stage.extension, TAB))
        says(tab, "Continue in Sidekey's window.")
        display.wait_for_window(TITLE)
        display.picture(f"create-{seat.name}")
        display.answer(TITLE, "12+")
        display.wait_for_window(TITLE)
        display.picture(f"create-begin-{seat.name}")
        display.press("Escape")
        wait_for(lambda: not display.shows(TITLE), "it is over")
        says(tab, "No wallet was created.")
        stage.picture(tab, "create-given-up")
        assert wallet.status["vault"] == "none"


def test_a_wallet_is_restored_outside_the_browser(seat, display):
    with Wallet() as wallet, Stage(seat, wallet) as stage:
        popup = stage.popup()
        wait_for(lambda: popup.can_click("button", "Restore wallet"), "the button is there")
        popup.click("button", "Restore wallet")
        # How many words, the words, no BIP-39 passphrase, the first account, the passphrase twice, no word.
        answers = ["12", *["aban"] * 11, "about", "", "", "a good long passphrase", "a good long passphrase", ""]
        for number, answer in enumerate(answers):
            display.wait_for_window(TITLE)
            if number in (0, 3, 13, 14, 17):
                display.picture(f"restore-{number}-{seat.name}")
            display.answer(TITLE, answer)
        wait_for(lambda: wallet.status["vault"] == "locked", "the wallet is made")
        assert wallet.public_key == "HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk"
        crossed = wallet.recording.streams("to-host") + wallet.recording.streams("to-extension")
        assert b"vault.setup" in crossed
        assert b"abandon" not in crossed and b"a good long passphrase" not in crossed


def test_a_lost_passphrase_is_overcome_by_the_words(seat, display):
    with Wallet() as wallet:
        wallet.create()
        old = wallet.public_key
        with Stage(seat, wallet) as stage:
            wallet.seat()
            popup = stage.popup()
            wait_for(lambda: popup.can_click("button", "Forgot passphrase? Restore"), "the button is there")
            stage.picture(popup, "forgot-passphrase")
            popup.click("button", "Forgot passphrase? Restore")
            answers = ["replace", "12", *["aban"] * 11, "about", "", "", "a good long passphrase", "a good long passphrase", "walnut"]
            for number, answer in enumerate(answers):
                display.wait_for_window(TITLE)
                if number == 0:
                    display.picture(f"replace-{seat.name}")
                display.answer(TITLE, answer)
            display.wait_for_window(TITLE)
            display.picture(f"recognition-{seat.name}")
            display.press("Tab", "Tab", "Return")
            wait_for(lambda: not display.shows(TITLE), "it is over")
            assert wallet.status["vault"] == "locked"
            assert wallet.public_key == "HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk" != old
            # What is kept under the vault's code is known once it is open.
            wallet.passphrase_file.write_text("a good long passphrase\n")
            wallet.unlock()
            assert wallet.json("policy")["recognition"] == "walnut"
            assert any(path.name.startswith("vault.aside") for path in wallet.data.iterdir())


STRANGER = "B5k9UeTqgoZtqrXBrkxuxbgkrQki7maVbGtQrUKoY7FC"


def test_the_address_book_is_changed_outside_the_browser(stage, display):
    def contacts() -> list[tuple[str, str]]:
        return [(each["address"], each["label"]) for each in stage.wallet.json("contacts")]

    def answer(*typed: str) -> None:
        display.wait_for_window(TITLE)
        for text in typed:
            display.type(text)
        display.press("Return")

    popup = stage.popup()
    stage.visit(popup, "Address book")
    says(popup, "No contacts yet.")
    popup.run("document.querySelector('.contacts summary').click()")
    popup.fill("Address", f" {STRANGER} ")
    popup.fill("Name", "Ann <b>")
    popup.click("button", "Add to address book")
    says(popup, "Answer in Sidekey's window.")
    display.wait_for_window(TITLE)
    display.picture(f"contact-add-{stage.browser.name}")
    stage.picture(popup, "contact-asking")
    assert contacts() == []
    display.press("Escape")
    says(popup, "Sidekey's window was closed. Nothing was changed.")
    stage.picture(popup, "contact-refused")
    # What was typed is still there; the next window has to wait.
    popup.click("button", "Add to address book")
    says(popup, "Sidekey's window can open again in")
    says(popup, f"sidekey contacts add {STRANGER} 'Ann <b>'")
    stage.picture(popup, "contact-cooldown")
    time.sleep(6)
    popup.click("button", "Add to address book")
    answer(stage.wallet.passphrase)
    says(popup, "Ann <b> is in your address book now.")
    assert contacts() == [(STRANGER, "Ann <b>")]
    popup.wait_until("document.activeElement?.tagName === 'H1'")
    stage.picture(popup, "contact-added")

    popup.click("button", "Rename Ann <b>")
    popup.fill("New name", "Best friend")
    popup.press("Enter")
    display.wait_for_window(TITLE)
    display.picture(f"contact-rename-{stage.browser.name}")
    answer(stage.wallet.passphrase)
    says(popup, "The contact is now called Best friend.")
    assert contacts() == [(STRANGER, "Best friend")]

    popup.click("button", "Remove Best friend")
    display.wait_for_window(TITLE)
    display.picture(f"contact-remove-{stage.browser.name}")
    answer(stage.wallet.passphrase)
    says(popup, "Best friend isn't in your address book any more.")
    says(popup, "No contacts yet.")
    assert contacts() == []
    crossed = stage.wallet.recording.streams("to-host") + stage.wallet.recording.streams("to-extension")
    assert b"contacts.remove" in crossed and stage.wallet.passphrase.encode() not in crossed
