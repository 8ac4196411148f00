"""The TPM's PIN from the popup of both browsers: the real agent and a confined `sidekey-device`, whose TPM is `swtpm`."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from browsers import wait_for
from display import Display
from seat import Seat
from stage import Stage
from wallet import Wallet, programs
from wallet_screens import says

TITLE = "^Sidekey$"
BUTTON = "Unlock with this computer's PIN"
PIN, WRONG = "864209", "111111"


class SoftwareTPM:
    """A folder of programs in which `sidekey-device` has a TPM in software, and that TPM."""

    def __init__(self, folder: Path):
        # Linked and not copied, and so on the same disk.
        self.programs = programs() / f"t{os.getpid()}"
        self.state = folder / "tpm"
        self.tpm: subprocess.Popen | None = None
        self.state.mkdir()
        self.programs.mkdir(mode=0o700)
        for name in ("sidekey", "sidekey-host", "sidekey-agent", "sidekey-rpc", "sidekey-picture", "sidekey-window"):
            os.link(programs() / name, self.programs / name)
        os.link(programs() / "sidekey-software-device", self.programs / "sidekey-device")
        self.start()

    @property
    def socket(self) -> Path:
        return self.programs / "tpm"

    def start(self) -> None:
        servers = ["--server", f"type=unixio,path={self.socket}", "--ctrl", f"type=unixio,path={self.socket}.ctrl"]
        command = ["swtpm", "socket", "--tpm2", "--tpmstate", f"dir={self.state}", *servers, "--flags", "not-need-init,startup-clear"]
        self.tpm = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_for(self.socket.exists, "the TPM listens")

    def clear(self) -> None:
        subprocess.run(["tpm2_clear", "-c", "l"], env=os.environ | {"TPM2TOOLS_TCTI": f"swtpm:path={self.socket}"}, check=True)

    def close(self) -> None:
        self.tpm.kill()
        self.tpm.wait()
        shutil.rmtree(self.programs)


@pytest.fixture
def tpm(tmp_path):
    made = SoftwareTPM(tmp_path)
    yield made
    made.close()


@pytest.fixture
def display(monkeypatch):
    with Display() as display:
        monkeypatch.setenv("DISPLAY", display.name)
        yield display


@pytest.fixture
def stage(seat: Seat, display: Display, tpm: SoftwareTPM):
    with Wallet(bin_folder=tpm.programs) as wallet:
        wallet.create()
        wallet.unlock()
        with Stage(seat, wallet) as stage:
            yield stage


def add(stage: Stage, folder: Path) -> None:
    file = folder / "pin"
    file.touch(0o600)
    file.write_text(PIN + "\n")
    stage.wallet.run("tpm", "add", "Laptop", "--passphrase-file", str(stage.wallet.passphrase_file), "--pin-file", str(file))
    stage.wallet.lock()


def press(stage: Stage):
    popup = stage.popup()
    wait_for(lambda: popup.can_click("button", BUTTON), "the button is there")
    popup.click("button", BUTTON)
    return popup


def enter(display: Display, secret: str) -> None:
    """Types a secret, once the window can have been seen: each question of a conversation is a screen of the same window."""
    display.answer(TITLE, secret)


def test_the_pin_is_typed_in_sidekeys_window_and_never_crosses_the_browser(stage, tpm, display, tmp_path):
    add(stage, tmp_path)
    popup = stage.popup()
    wait_for(lambda: popup.can_click("button", BUTTON), "the button is there")
    stage.picture(popup, "unlock-tpm")
    popup.close()
    press(stage)
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


def test_a_cleared_tpm_says_so_and_the_passphrase_unlocks(stage, tpm, display, tmp_path):
    add(stage, tmp_path)
    tpm.clear()
    popup = press(stage)
    display.wait_for_window(TITLE)
    enter(display, PIN)
    says(popup, "The PIN doesn't work on this computer: its TPM was cleared, or the wallet comes from another computer.")
    assert stage.wallet.status["vault"] == "locked"
    stage.wallet.unlock()
    assert stage.wallet.status["vault"] == "unlocked"


def test_the_settings_set_and_remove_a_pin_with_the_passphrase_in_sidekeys_window(stage, tpm, display):
    tab = stage.browser.open(stage.browser.extension_url(stage.extension, "ui/wallet.html"))
    stage.visit(tab, "How this wallet opens")
    says(tab, "A PIN of six digits unlocks this wallet in every browser and in the terminal, on this computer only.")
    tab.click("button", "Set PIN")
    display.wait_for_window(TITLE)
    display.picture(f"tpm-addition-{stage.browser.name}")
    enter(display, stage.wallet.passphrase)
    wait_for(lambda: not display.shows(TITLE), "the window goes with the passphrase")
    display.wait_for_window(TITLE)
    display.picture(f"tpm-new-pin-{stage.browser.name}")
    enter(display, PIN)
    display.picture(f"tpm-pin-repeated-{stage.browser.name}")
    enter(display, PIN)
    wait_for(lambda: stage.wallet.status.get("tpm") is True, "the PIN is set")
    wait_for(lambda: tab.can_click("button", "Remove PIN"), "the tab shows it")
    stage.picture(tab, "tpm")
    tab.click("button", "Remove PIN")
    display.wait_for_window(TITLE)
    enter(display, stage.wallet.passphrase)
    wait_for(lambda: "tpm" not in stage.wallet.status, "the PIN is removed")
