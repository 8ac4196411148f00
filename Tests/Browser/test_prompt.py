"""Prompts outside the browser: Sidekey's own window, on a display of the test's own."""

import time

import pytest
from browsers import TimedOut, wait_for
from dapp import PAGES, DApp
from display import Display
from secret_search import search
from setup_screens import ABANDON, ADDRESS, SetupScreens
from stage import Stage
from wallet import Wallet
from wallet_screens import says

TITLE = "^Sidekey$"
TAB = "ui/wallet.html"


@pytest.fixture
def stage(display: Display, fresh_stage: Stage):
    """A browser whose user sits before the display."""
    return fresh_stage


def ask_outside(stage: Stage) -> None:
    """Clicks the button that has the agent ask, again where the guard's half second swallowed the click."""
    window = stage.approval()
    wait_for(lambda: window.can_click("button", "Open Sidekey's window"), "the button is there")
    window.click("button", "Open Sidekey's window")


@pytest.mark.shared
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


@pytest.mark.shared
def test_the_popup_unlocks_outside_the_browser(stage, display):
    stage.wallet.lock()
    popup = stage.popup()
    wait_for(lambda: popup.can_click("button", "Unlock in Sidekey's window"), "the button is there")
    popup.click("button", "Unlock in Sidekey's window")
    display.wait_for_window(TITLE)
    display.picture(f"unlock-{stage.browser.name}")
    # An empty field is no try: after the third the window would have ended.
    for _ in range(4):
        display.press("Return")
        time.sleep(0.7)
    assert display.shows(TITLE) and not any("wrong" in kind.lower() for kind, _ in stage.wallet.activity())
    display.type(stage.wallet.passphrase)
    display.press("Return")
    wait_for(lambda: stage.wallet.status["vault"] == "unlocked", "the wallet is unlocked")


PASSPHRASE = "a good long passphrase"


def begin(stage: Stage, button: str) -> None:
    popup = stage.popup()
    wait_for(lambda: popup.can_click("button", button), "the button is there")
    popup.click("button", button)


def crossed(wallet: Wallet) -> bytes:
    return wallet.recording.streams("to-host") + wallet.recording.streams("to-extension")


@pytest.mark.shared
def test_a_wallet_is_made_outside_the_browser_in_one_window(seat, desktop):
    with Wallet() as wallet:
        wallet.bus = desktop.address
        with Stage(seat, wallet) as stage:
            begin(stage, "Create wallet")
            tab = stage.browser.wait_for_surface(stage.browser.extension_url(stage.extension, TAB))
            says(tab, "Continue in Sidekey's window.")
            screens = SetupScreens(desktop)
            words = screens.write_down()
            desktop.display.picture(f"create-words-{seat.name}")
            window = desktop.display.windows(TITLE)
            screens.press("I wrote them down")
            screens.check(words)
            screens.choose(PASSPHRASE)
            screens.wait("Two last questions")
            desktop.display.picture(f"create-questions-{seat.name}")
            assert desktop.display.windows(TITLE) == window
            screens.finish()
            wait_for(lambda: wallet.status["vault"] == "unlocked", "the wallet is made, and open")
            says(tab, "Your wallet is ready.")
            # One window, one passphrase typed twice, three words, two presses.
            assert screens.presses == 2
            frames = [*wallet.recording.payloads("to-host"), *wallet.recording.payloads("to-extension"), crossed(wallet)]
            assert search(frames, {"passphrase": PASSPHRASE.encode()}, words) == []
            # The first site: one press in the browser.
            dapp = DApp.open(stage)
            call = dapp.begin("connect")
            stage.approve()
            assert call.result()


@pytest.mark.shared
def test_setting_up_that_is_given_up_makes_nothing(seat, desktop):
    with Wallet() as wallet:
        wallet.bus = desktop.address
        with Stage(seat, wallet) as stage:
            begin(stage, "Create wallet")
            tab = stage.browser.wait_for_surface(stage.browser.extension_url(stage.extension, TAB))
            SetupScreens(desktop).wait("Write these words down")
            desktop.display.press("Escape")
            says(tab, "No wallet was created.")
            stage.picture(tab, "create-given-up")
            assert wallet.status["vault"] == "none" and not desktop.display.shows(TITLE)


@pytest.mark.shared
def test_a_wallet_is_restored_outside_the_browser(seat, desktop):
    with Wallet() as wallet:
        wallet.bus = desktop.address
        with Stage(seat, wallet) as stage:
            begin(stage, "Restore wallet")
            screens = SetupScreens(desktop)
            screens.wait("Restore a wallet")
            desktop.display.picture(f"restore-{seat.name}")
            screens.restore(ABANDON, PASSPHRASE)
            screens.finish()
            wait_for(lambda: wallet.status["vault"] == "unlocked", "the wallet is made")
            assert wallet.public_key == ADDRESS
            assert b"vault.setup" in crossed(wallet)
            assert b"abandon" not in crossed(wallet) and PASSPHRASE.encode() not in crossed(wallet)


@pytest.mark.shared
def test_a_lost_passphrase_is_overcome_by_the_words(seat, desktop):
    with Wallet() as wallet:
        wallet.bus = desktop.address
        wallet.create()
        old = wallet.public_key
        with Stage(seat, wallet) as stage:
            wallet.seat()
            popup = stage.popup()
            wait_for(lambda: popup.can_click("button", "Forgot passphrase? Restore"), "the button is there")
            stage.picture(popup, "forgot-passphrase")
            popup.click("button", "Forgot passphrase? Restore")
            screens = SetupScreens(desktop)
            screens.wait("Replace your wallet?")
            desktop.display.picture(f"replace-{seat.name}")
            screens.press("Replace it")
            screens.restore(ABANDON, PASSPHRASE)
            screens.wait("Two last questions")
            assert desktop.accessible("write", "text", "walnut").strip() == "written"
            desktop.display.picture(f"recognition-{seat.name}")
            screens.press("Finish")
            wait_for(lambda: not desktop.display.shows(TITLE), "it is over")
            assert wallet.public_key == ADDRESS != old
            wallet.passphrase_file.write_text(f"{PASSPHRASE}\n")
            assert wallet.json("policy")["recognition"] == "walnut"
            assert any(path.name.startswith("vault.aside") for path in wallet.data.iterdir())


STRANGER = "B5k9UeTqgoZtqrXBrkxuxbgkrQki7maVbGtQrUKoY7FC"


@pytest.mark.shared
def test_the_address_book_is_changed_outside_the_browser(stage, display):
    def contacts() -> list[tuple[str, str]]:
        return [(each["address"], each["label"]) for each in stage.wallet.json("contacts")]

    def answer(passphrase: str) -> None:
        """Again, as a user does, where the window was drawn too late for the first keys: they don't count then."""
        display.wait_for_window(TITLE)
        for _ in range(3):
            display.press("ctrl+a")
            display.type(passphrase)
            display.press("Return")
            try:
                wait_for(lambda: not display.shows(TITLE), "the window has its answer", 10)
                return
            except TimedOut:
                continue
        raise AssertionError("the window takes no answer")

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
