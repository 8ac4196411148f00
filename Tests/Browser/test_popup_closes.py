"""Questions in Sidekey's window when the toolbar popup closes under it, as it does on a desktop: browser and window are on one display."""

import ctypes
import json
import time

import pytest
from browsers import Surface, wait_for
from dapp import DApp, spell
from desktop_session import X11, Session
from extent import whole
from setup_screens import ABANDON, SetupScreens
from stage import POPUP, Stage
from wallet import Wallet
from wallet_screens import says

# The whole run has each case in both browsers.
pytestmark = pytest.mark.shared

TITLE = "^Sidekey$"
TAB = "ui/wallet.html"
# Longer than an idle host is kept, and than a browser keeps an idle background.
LONG = 35
# The usual run waits so once, while a wallet is made; what comes after it finds the popup closed all the same.
AGAIN = LONG if whole() else 1


@pytest.fixture
def desk(browser_name, monkeypatch):
    with X11() as display, Session(display) as session, Wallet() as wallet:
        monkeypatch.setenv("DISPLAY", display.name)
        wallet.bus = session.address
        with Stage(browser_name, wallet, headless=False) as stage:
            stage.display = display
            stage.session = session
            yield stage


def press(stage: Stage, surface: Surface, button: str) -> None:
    """Presses a button of the popup, and has the prompt that it brings take the keyboard from it: the popup closes."""
    surface.click("button", button)
    stage.display.wait_for_window(TITLE)
    stage.display.focus(TITLE)
    # Chromium keeps a popup open that DevTools look at; its document goes all the same.
    if stage.browser.name == "chromium" and surface.is_open:
        surface.close()
    wait_for(lambda: not stage.browser.at(stage.browser.extension_url(stage.extension, POPUP)), "the popup is closed")
    stage.display.focus(TITLE)


def test_a_wallet_is_made_from_a_popup_that_closes(desk: Stage):
    popup = desk.popup()
    popup.find("button", "Restore wallet")
    desk.display.picture(f"popup-{desk.browser.name}")
    press(desk, popup, "Restore wallet")
    desk.display.picture(f"popup-closed-{desk.browser.name}")
    time.sleep(LONG)
    screens = SetupScreens(desk.session)
    screens.restore(ABANDON, "correct horse battery")
    screens.finish()
    wait_for(lambda: desk.wallet.status["vault"] == "unlocked", "the wallet is made")
    tab = desk.browser.wait_for_surface(desk.browser.extension_url(desk.extension, TAB))
    says(tab, "Your wallet is ready.")
    desk.picture(tab, "made-outside")


def test_the_popup_that_is_opened_next_says_how_it_ended(desk: Stage):
    wallet, display = desk.wallet, desk.display
    wallet.create()
    wallet.seat()
    press(desk, desk.popup(), "Unlock in Sidekey's window")
    time.sleep(AGAIN)
    display.press("Escape")
    wait_for(lambda: not display.shows(TITLE), "the window is closed")
    popup = desk.popup()
    says(popup, "Sidekey's window was closed.")
    display.picture(f"popup-tells-{desk.browser.name}")
    # What was shown once isn't shown again.
    popup.close()
    popup = desk.popup()
    popup.find("button", "Unlock in Sidekey's window")
    assert "was closed" not in popup.words()
    # The next has to wait.
    time.sleep(6)
    press(desk, popup, "Unlock in Sidekey's window")
    time.sleep(AGAIN)
    display.answer(TITLE, wallet.passphrase)
    wait_for(lambda: wallet.status["vault"] == "unlocked", "the wallet is unlocked")

    popup = desk.popup()
    desk.visit(popup, "Address book")
    says(popup, "No contacts yet.")
    popup.run("document.querySelector('.contacts summary').click()")
    popup.fill("Address", "B5k9UeTqgoZtqrXBrkxuxbgkrQki7maVbGtQrUKoY7FC")
    popup.fill("Name", "Ann")
    press(desk, popup, "Add to address book")
    time.sleep(AGAIN)
    display.answer(TITLE, wallet.passphrase)
    wait_for(lambda: [each["label"] for each in wallet.json("contacts")] == ["Ann"], "the contact is there")
    says(desk.popup(), "Ann is in your address book now.")
    display.picture(f"popup-tells-contact-{desk.browser.name}")


def test_a_ceremony_that_the_popup_started_goes_on_without_it(desk: Stage):
    """The next popup says how it ended, whichever place it opens at."""
    wallet, screens = desk.wallet, SetupScreens(desk.session)
    wallet.create(approvals="risky")
    wallet.unlock()
    popup = desk.popup()
    desk.visit(popup, "Protection")
    popup.fill("Allowance, in SOL", "2")
    press(desk, popup, "Confirm in Sidekey's window")
    popup = desk.popup()
    says(popup, "Look for Sidekey's window and answer there.")
    popup.close()
    screens.wait("Change the rules?")
    time.sleep(AGAIN)
    screens.prove(wallet.passphrase)
    wait_for(lambda: wallet.json("policy")["allowance"] == "2000000000", "the new rules apply")
    popup = desk.popup()
    says(popup, "The new rules apply now.")
    desk.display.picture(f"popup-tells-ceremony-{desk.browser.name}")


def test_no_other_window_comes_while_sidekeys_window_decides(desk: Stage):
    """The popup that showed the request closes under it; the browser's own window would only cover it."""
    wallet, display = desk.wallet, desk.display
    wallet.create()
    wallet.seat()
    wallet.unlock()
    dapp = DApp.open(desk)
    dapp.tab.click("button", "Press")
    popup = desk.popup()
    popup.find("button", "Send", ".acts")
    call = dapp.begin_untouched("connect")
    popup.find("button", "Approve")
    assert desk.approvals() == []
    press(desk, popup, "Open Sidekey's window")
    time.sleep(3)
    assert desk.approvals() == []
    display.picture(f"popup-closed-deciding-{desk.browser.name}")
    SetupScreens(desk.session).press("Approve")
    assert [account["address"] for account in call.result()] == [wallet.public_key]
    assert desk.approvals() == [] and wallet.pending() == []


def test_a_notification_tells_what_became_of_a_request_where_no_screen_is_open(desk: Stage):
    # Firefox has notifications from the desktop alone, by way of libnotify; without it none is shown, and the promise is kept all the same.
    if desk.browser.name == "firefox" and not has_libnotify():
        pytest.skip("libnotify isn't installed, without which Firefox shows no notifications")
    wallet = desk.wallet
    desk.session.offer_notifications()
    wallet.create()
    wallet.seat()
    wallet.unlock()
    origin = DApp.connected(desk).origin
    # What was told before is read.
    desk.popup().find("button", "Send", ".acts")
    desk.tidy()
    dapp = DApp.open(desk, origin)
    wait_for(lambda: dapp.accounts, "it knows its account")
    call = dapp.begin_untouched("signMessage", messages=[spell(b"elsewhere")])
    (request,) = wait_for(wallet.pending, "it waits")
    wallet.run("approve", request["id"], "--yes")
    assert call.result()[0]["signature"]
    assert desk.approvals() == []
    wait_for(lambda: notices(desk) == ["ended"], "the notification is there")
    time.sleep(1)
    desk.display.picture(f"notification-{desk.browser.name}")
    # Who has read it needs it no more.
    popup = desk.popup()
    popup.wait_until("(host) => document.querySelector('.ending')?.innerText.includes(host)", origin.removeprefix("http://"))
    popup.close()
    wait_for(lambda: notices(desk) == [], "the notification is gone")


def has_libnotify() -> bool:
    try:
        ctypes.CDLL("libnotify.so.4")
    except OSError:
        return False
    return True


def notices(stage: Stage) -> list[str]:
    """The names of the extension's notifications that stand on the desktop."""
    tab = stage.browser.open(stage.browser.extension_url(stage.extension, "ui/passkey.html"))
    try:
        return json.loads(str(tab.run("const page = window.wrappedJSObject ?? window; return JSON.stringify(Object.keys(await (page.browser ?? page.chrome).notifications.getAll()));")))
    finally:
        tab.close()
