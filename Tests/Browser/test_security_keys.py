"""Security keys from the popup of both browsers: the real agent and a confined `sidekey-device`, whose key is in software."""

import time

import pytest
from browsers import wait_for
from dapp import PAGES, DApp
from display import Display
from software_devices import SoftwareKey
from stage import Stage
from wallet_screens import press_in_popup, says

TITLE = "^Sidekey$"
BUTTON = "Unlock with security key"
PIN, WRONG = "864209", "111111"


@pytest.fixture
def key(tmp_path):
    made = SoftwareKey(tmp_path)
    yield made
    made.close()


@pytest.fixture
def wallet_programs(key: SoftwareKey):
    return key.programs


@pytest.fixture
def stage(display: Display, fresh_stage: Stage):
    return fresh_stage


def add(stage: Stage, *options: str) -> None:
    stage.wallet.run("security-key", "add", "Blue key", "--passphrase-file", str(stage.wallet.passphrase_file), *options)
    stage.wallet.lock()


def test_a_touch_unlocks_from_the_popup_each_time(stage, key):
    key.plug()
    add(stage)
    popup = stage.popup()
    wait_for(lambda: popup.can_click("button", BUTTON), "the button is there")
    stage.picture(popup, "unlock-security-key")
    popup.close()
    for _ in range(2):
        press_in_popup(stage, BUTTON).close()
        wait_for(lambda: stage.wallet.status["vault"] == "unlocked", "the touch unlocks")
        stage.wallet.lock()
    key.pull()
    says(press_in_popup(stage, BUTTON), "No security key is plugged in. Plug it in and try again.")
    assert stage.wallet.status["vault"] == "locked"


def test_the_wait_for_a_touch_can_be_ended(stage, key):
    key.plug()
    add(stage)
    key.plug("--touch", "never")
    popup = press_in_popup(stage, BUTTON)
    says(popup, "Touch your security key.")
    stage.picture(popup, "touch-security-key")
    popup.click("button", "Stop waiting")
    says(popup, "The security key was not used: it was cancelled.")
    assert stage.wallet.status["vault"] == "locked"


def test_the_pin_is_typed_in_sidekeys_window_and_never_crosses_the_browser(stage, key, display, tmp_path):
    file = tmp_path / "pin"
    file.touch(0o600)
    file.write_text(PIN + "\n")
    key.plug("--pin", PIN)
    add(stage, "--pin-file", str(file))
    press_in_popup(stage, BUTTON)
    display.wait_for_window(TITLE)
    display.picture(f"security-key-pin-{stage.browser.name}")
    first = display.program(TITLE)
    display.type(WRONG)
    display.press("Return")
    display.wait_for_next_window(TITLE, first)
    display.picture(f"security-key-pin-again-{stage.browser.name}")
    display.type(PIN)
    display.press("Return")
    wait_for(lambda: stage.wallet.status["vault"] == "unlocked", "PIN and touch unlock")
    crossed = stage.wallet.recording.streams("to-host") + stage.wallet.recording.streams("to-extension")
    for secret in (PIN, WRONG):
        assert secret.encode() not in crossed


@pytest.mark.shared
def test_the_settings_add_and_remove_a_key_with_the_passphrase_in_sidekeys_window(stage, key, display):
    key.plug()
    tab = stage.browser.open(stage.browser.extension_url(stage.extension, "ui/wallet.html"))
    stage.visit(tab, "How this wallet opens")
    says(tab, "A security key unlocks this wallet in every browser and in the terminal.")
    tab.fill("Name of the key", "My <b>key")
    tab.click("button", "Add security key")
    display.wait_for_window(TITLE)
    display.picture(f"security-key-addition-{stage.browser.name}")
    display.type(stage.wallet.passphrase)
    display.press("Return")
    wait_for(lambda: stage.wallet.json("security-key", "list"), "the key is added")
    says(tab, "My <b>key")
    stage.picture(tab, "security-keys")
    tab.click("button", "Remove My <b>key")
    display.wait_for_window(TITLE)
    display.type(stage.wallet.passphrase)
    display.press("Return")
    wait_for(lambda: not stage.wallet.json("security-key", "list"), "the key is removed")


def ask(stage: Stage, dapp: DApp, display: Display, words: bytes):
    """Has the site ask, and presses "Use security key" in the window that opens."""
    call = dapp.sign_message(words)
    display.wait_for_window(TITLE)
    # A press counts once somebody can have read the window.
    time.sleep(1)
    display.picture(f"approve-by-touch-{words.decode()}-{stage.browser.name}")
    display.press("Tab", "Tab", "Return")
    return call


@pytest.mark.shared
def test_a_touch_approves_in_sidekeys_window_where_each_approval_takes_a_proof(stage, key, display):
    dapp = DApp.connected(stage, stage.site(PAGES).origin)
    key.plug()
    add(stage)
    stage.wallet.run("policy", "tighten", "--approvals", "native", "--per-request")
    assert ask(stage, dapp, display, b"first").result()[0]["signature"]
    stage.wait_for_rest()
    # No session was opened by it: the next one takes another touch.
    assert stage.wallet.status["vault"] == "locked"

    key.plug("--touch", "never")
    call = ask(stage, dapp, display, b"second")
    assert key.says() == "waiting"
    time.sleep(1)
    display.picture(f"approve-by-touch-waiting-{stage.browser.name}")
    # Back from the key, and the passphrase is as good as before.
    display.press("Tab", "Return")
    assert key.says() == "cancelled"
    time.sleep(1)
    display.type(stage.wallet.passphrase)
    display.press("Return")
    assert call.result()[0]["signature"]
    stage.wait_for_rest()

    key.plug("--touch", "pulled")
    call = ask(stage, dapp, display, b"third")
    time.sleep(2)
    display.picture(f"approve-by-touch-pulled-{stage.browser.name}")
    display.press("Escape")
    assert call.refusal().code == 4001
