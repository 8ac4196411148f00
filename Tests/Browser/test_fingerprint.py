"""A finger from the popup of both browsers: the real agent and Sidekey's window, and fprintd played on a bus of its own (`Tests/Support/fprint.py`)."""

import subprocess
import time

import pytest
from browsers import wait_for
from dapp import PAGES, DApp
from display import Display
from seat import Seat
from stage import Stage
from wallet import ROOT, Wallet
from wallet_screens import press_in_popup, says

TITLE = "^Sidekey$"
BUTTON = "Unlock with fingerprint"


class Sensor:
    """A sensor that is told what it sees."""

    def __init__(self):
        command = ["/usr/bin/python3", str(ROOT / "Tests/Support/fprint.py")]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().strip()
        assert self.address.startswith("unix:"), "is python3-dbusmock installed?"

    def does(self, word: str) -> list[str]:
        """Has something happen, and returns the calls that fprintd has got."""
        self.process.stdin.write(word + "\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().split()

    @property
    def waits(self) -> bool:
        calls = self.does("-")
        return calls.count("VerifyStart") > calls.count("VerifyStop")

    def sees(self, word: str) -> None:
        """Has a finger come once the sensor waits."""
        wait_for(lambda: self.waits, "the sensor waits")
        self.does(word)

    def close(self) -> None:
        self.process.stdin.close()
        self.process.wait(20)
        self.process.stdout.close()


@pytest.fixture
def sensor():
    made = Sensor()
    yield made
    made.close()


@pytest.fixture
def stage(seat: Seat, display: Display, sensor: Sensor):
    with Wallet() as wallet:
        wallet.desktop = sensor.address
        wallet.create()
        wallet.unlock()
        with Stage(seat, wallet) as stage:
            yield stage


def turn_on(stage: Stage) -> None:
    stage.wallet.run("fingerprint", "on", "--passphrase-file", str(stage.wallet.passphrase_file))
    stage.wallet.lock()


def use_finger(display: Display) -> None:
    """Presses "Use fingerprint" in the window, once somebody can have read it."""
    display.wait_for_window(TITLE)
    time.sleep(1)
    display.press("Tab", "Return")


def test_a_finger_unlocks_once_sidekeys_window_was_pressed(stage, sensor, display):
    turn_on(stage)
    popup = stage.popup()
    wait_for(lambda: popup.can_click("button", BUTTON), "the button is there")
    stage.picture(popup, "unlock-fingerprint")
    popup.close()
    press_in_popup(stage, BUTTON)
    display.wait_for_window(TITLE)
    time.sleep(1)
    display.picture(f"fingerprint-press-{stage.browser.name}")
    # The browser has asked, and the sensor isn't even claimed.
    assert "Claim" not in sensor.does("-")
    use_finger(display)
    wait_for(lambda: sensor.waits, "the sensor waits")
    time.sleep(0.5)
    display.picture(f"fingerprint-waiting-{stage.browser.name}")
    sensor.does("no-match")
    wait_for(lambda: not sensor.waits, "the sensor is let go")
    assert stage.wallet.status["vault"] == "locked"
    time.sleep(1)
    display.picture(f"fingerprint-no-match-{stage.browser.name}")
    display.press("Tab", "Return")
    sensor.sees("match")
    wait_for(lambda: stage.wallet.status["vault"] == "unlocked", "the finger unlocks")
    wait_for(lambda: not display.shows(TITLE), "the window goes")
    assert [each["kind"] for each in stage.wallet.json("vault", "openings") if "last" in each] == ["passphrase", "fingerprint"]


def test_the_wait_ends_with_the_popup_and_the_fifth_wrong_finger_asks_for_the_passphrase(stage, sensor, display):
    turn_on(stage)
    popup = press_in_popup(stage, BUTTON)
    use_finger(display)
    wait_for(lambda: sensor.waits, "the sensor waits")
    popup.click("button", "Stop waiting")
    wait_for(lambda: not sensor.waits, "the sensor is let go")
    wait_for(lambda: not display.shows(TITLE), "the window goes")
    assert stage.wallet.status["vault"] == "locked"
    popup.close()
    # The prompt before was closed, and the next one has to wait a few seconds.
    time.sleep(5.5)
    popup = press_in_popup(stage, BUTTON)
    display.wait_for_window(TITLE)
    for _ in range(5):
        time.sleep(1)
        display.press("Tab", "Return")
        sensor.sees("no-match")
        wait_for(lambda: not sensor.waits, "the sensor is let go")
    time.sleep(1)
    display.picture(f"fingerprint-over-{stage.browser.name}")
    display.press("Escape")
    says(popup, "Unlock with your passphrase: five fingers did not match.")
    wait_for(lambda: not popup.can_click("button", BUTTON), "the button goes")
    stage.wallet.unlock()


def test_without_an_enrolled_finger_there_is_no_button(stage, sensor):
    turn_on(stage)
    sensor.does("forget")
    popup = stage.popup()
    wait_for(lambda: popup.can_click("button", "Unlock in Sidekey's window"), "the popup is there")
    assert not popup.can_click("button", BUTTON)


@pytest.mark.shared
def test_the_settings_turn_it_on_with_the_passphrase_and_off_without(stage, sensor, display):
    tab = stage.browser.open(stage.browser.extension_url(stage.extension, "ui/wallet.html"))
    stage.visit(tab, "How this wallet opens")
    says(tab, "An administrator of this computer can say yes without your finger.")
    tab.click("button", "Turn on fingerprint")
    display.wait_for_window(TITLE)
    time.sleep(1)
    display.picture(f"fingerprint-addition-{stage.browser.name}")
    display.type(stage.wallet.passphrase)
    display.press("Return")
    wait_for(lambda: stage.wallet.json("fingerprint")["on"], "it is on")
    wait_for(lambda: tab.can_click("button", "Turn off fingerprint"), "the tab shows it")
    stage.picture(tab, "fingerprint")
    tab.click("button", "Turn off fingerprint")
    wait_for(lambda: not stage.wallet.json("fingerprint")["on"], "it is off")


@pytest.mark.shared
def test_a_finger_approves_in_sidekeys_window_where_each_approval_takes_a_proof(stage, sensor, display):
    dapp = DApp.connected(stage, stage.site(PAGES).origin)
    turn_on(stage)
    stage.wallet.run("policy", "tighten", "--approvals", "native", "--per-request")
    call = dapp.sign_message(b"by finger")
    display.wait_for_window(TITLE)
    time.sleep(1)
    display.picture(f"approve-by-finger-{stage.browser.name}")
    display.press("Tab", "Tab", "Return")
    wait_for(lambda: sensor.waits, "the sensor waits")
    time.sleep(0.5)
    display.picture(f"approve-by-finger-waiting-{stage.browser.name}")
    sensor.does("match")
    assert call.result()[0]["signature"]
    stage.wait_for_rest()
    # No session was opened by it.
    assert stage.wallet.status["vault"] == "locked"
