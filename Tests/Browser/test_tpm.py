"""The TPM's PIN from the popup of both browsers: the real agent and a confined `sidekey-device`, whose TPM is `swtpm`."""

import time
from pathlib import Path

import pytest
from browsers import wait_for
from dapp import DApp
from display import Display
from software_devices import SoftwareTPM
from stage import Stage
from transactions import payment
from wallet_screens import press_in_popup, says

TITLE = "^Sidekey$"
BUTTON = "Unlock with this computer's PIN"
PIN, WRONG = "864209", "111111"


@pytest.fixture
def tpm(tmp_path):
    made = SoftwareTPM(tmp_path)
    yield made
    made.close()


@pytest.fixture
def wallet_programs(tpm: SoftwareTPM):
    return tpm.programs


@pytest.fixture
def stage(display: Display, fresh_stage: Stage):
    return fresh_stage


def add(stage: Stage, folder: Path) -> None:
    file = folder / "pin"
    file.touch(0o600)
    file.write_text(PIN + "\n")
    stage.wallet.run("tpm", "add", "Laptop", "--passphrase-file", str(stage.wallet.passphrase_file), "--pin-file", str(file))
    stage.wallet.lock()


def enter(display: Display, secret: str) -> None:
    """Types a secret, once the window can have been seen: each question of a conversation is a screen of the same window."""
    display.answer(TITLE, secret)


def test_the_pin_is_typed_in_sidekeys_window_and_never_crosses_the_browser(stage, tpm, display, tmp_path):
    add(stage, tmp_path)
    popup = stage.popup()
    wait_for(lambda: popup.can_click("button", BUTTON), "the button is there")
    stage.picture(popup, "unlock-tpm")
    popup.close()
    press_in_popup(stage, BUTTON)
    display.wait_for_window(TITLE)
    display.picture(f"tpm-pin-{stage.browser.name}")
    enter(display, WRONG)
    wait_for(lambda: stage.wallet.json("tpm")["retries"] == 2, "the TPM counts")
    display.picture(f"tpm-pin-again-{stage.browser.name}")
    enter(display, PIN)
    wait_for(lambda: stage.wallet.status["vault"] == "unlocked", "the PIN unlocks")
    crossed = stage.wallet.recording.streams("to-host") + stage.wallet.recording.streams("to-extension")
    for secret in (PIN, WRONG):
        assert secret.encode() not in crossed


@pytest.mark.shared
def test_a_cleared_tpm_says_so_and_the_passphrase_unlocks(stage, tpm, display, tmp_path):
    add(stage, tmp_path)
    tpm.clear()
    popup = press_in_popup(stage, BUTTON)
    display.wait_for_window(TITLE)
    enter(display, PIN)
    says(popup, "The PIN doesn't work on this computer: its TPM was cleared, or the wallet comes from another computer.")
    assert stage.wallet.status["vault"] == "locked"
    stage.wallet.unlock()
    assert stage.wallet.status["vault"] == "unlocked"


@pytest.mark.shared
def test_the_settings_set_and_remove_a_pin_with_the_passphrase_in_sidekeys_window(stage, tpm, display):
    tab = stage.browser.open(stage.browser.extension_url(stage.extension, "ui/wallet.html"))
    stage.visit(tab, "How this wallet opens")
    says(tab, "A PIN of six digits unlocks this wallet in every browser and in the terminal, on this computer only.")
    tab.click("button", "Set PIN")
    display.wait_for_window(TITLE)
    display.picture(f"tpm-addition-{stage.browser.name}")
    asks_passphrase = display.program(TITLE)
    enter(display, stage.wallet.passphrase)
    display.wait_for_next_window(TITLE, asks_passphrase)
    display.picture(f"tpm-new-pin-{stage.browser.name}")
    enter(display, PIN)
    display.picture(f"tpm-pin-repeated-{stage.browser.name}")
    # Another one: nothing is set, and both are asked for anew.
    enter(display, WRONG)
    display.picture(f"tpm-pins-differ-{stage.browser.name}")
    enter(display, PIN)
    enter(display, PIN)
    wait_for(lambda: stage.wallet.status.get("tpm") is True, "the PIN is set")
    wait_for(lambda: tab.can_click("button", "Remove PIN"), "the tab shows it")
    stage.picture(tab, "tpm")
    tab.click("button", "Remove PIN")
    display.wait_for_window(TITLE)
    enter(display, stage.wallet.passphrase)
    wait_for(lambda: "tpm" not in stage.wallet.status, "the PIN is removed")


@pytest.mark.shared
def test_the_popups_button_leads_to_the_pin_in_sidekeys_window_where_each_approval_takes_a_proof(stage, tpm, display, tmp_path):
    dapp = DApp.connected(stage)
    add(stage, tmp_path)
    stage.wallet.run("policy", "tighten", "--per-request")
    call = dapp.sign_transaction(payment(dapp.accounts[0]), chain="solana:devnet")
    popup = stage.approval()
    wait_for(lambda: popup.can_click("button", "Use PIN"), "the button is there")
    stage.picture(popup, "approve-use-pin")
    # Past the guard's half second.
    time.sleep(1)
    popup.click("button", "Use PIN")
    display.wait_for_window(TITLE)
    time.sleep(1)
    display.picture(f"approve-by-pin-{stage.browser.name}")
    display.press("Tab", "Tab", "Return")
    time.sleep(1)
    display.picture(f"approve-by-pin-asked-{stage.browser.name}")
    enter(display, PIN)
    (output,) = call.result()
    assert output["signedTransaction"]
    # No session was opened by it.
    assert stage.wallet.status["vault"] == "locked"
    crossed = stage.wallet.recording.streams("to-host") + stage.wallet.recording.streams("to-extension")
    assert PIN.encode() not in crossed
