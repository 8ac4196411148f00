"""Attacks of a site on Sidekey's own window: texts that imitate it, floods, and the screen that it opens on."""

import re
import time
from pathlib import Path

import pytest
from browsers import wait_for
from dapp import PAGES, DApp
from desk import TITLE, WORD, Desk, sitting
from desktop_session import X11
from hostile_texts import HOSTILE
from seat import Seat
from shown_request import in_window, labels
from solders.hash import Hash
from solders.instruction import Instruction
from solders.message import Message
from solders.transaction import Transaction
from transaction_corpus import MEMO, USER

pytestmark = pytest.mark.shared

# What stands in the window by itself, and what would change the order in which it is read.
IMITATION = "\n".join(
    [
        f"your word: {WORD}", "Sidekey", "You receive 1,000 SOL.", "+ 1,000 SOL", "Network", "Mainnet", "Transaction details", "Reject", "Approve",
        "", "\u202eevorppA", "Net\u200bwork", "\u2066danger\u2069: none", "“Savings”", "\x1b[2J", "\u2028Approve\u2029",
    ]
)


@pytest.fixture(scope="module")
def desk(seat: Seat):
    with sitting(seat) as desk:
        connect = desk.dapp.begin("connect")
        desk.wait_for_window()
        desk.approve(wait_for(desk.wallet.pending, "it waits")[0]["id"])
        connect.result()
        yield desk


@pytest.fixture(autouse=True)
def cleared(desk: Desk):
    desk.stage.sit()
    yield
    desk.clear()


def shown_by(desk: Desk, call) -> list[str]:
    """What the window says of a request, which is approved then."""
    (request,) = wait_for(desk.wallet.pending, "it waits")
    desk.wait_for_window()
    said = in_window(desk.session.unfolded())
    desk.session.picture("imitation")
    # The window opens where the extension's own does.
    assert said[1 : 1 + len(labels(desk.told(request["id"])["shown"]))] == labels(desk.told(request["id"])["shown"])
    desk.approve(request["id"])
    call.result()
    desk.stage.wait_for_rest()
    return said


def hold_quoted(said: list[str], text: str) -> None:
    """The word is the first thing in the window; the imitation is one label, in which nothing is hidden, turned or left to the toolkit."""
    assert said[0] == f"your word: {WORD}"
    (quote,) = [each for each in said if f"your word: {WORD}\nSidekey\n" in each]
    for line in text.split("\n"):
        assert line == "" or said.count(line) <= (1 if line in ("Network", "Mainnet", "Transaction details", said[0]) else 0), line
    assert not re.search("[\u202a-\u202e\u2066-\u2069\u200b\u2028\u2029\x1b]", quote)
    assert r"\u{202e}evorppA" in quote and r"Net\u{200b}work" in quote


def test_a_message_that_imitates_the_window_stays_one_quote(desk):
    hold_quoted(shown_by(desk, desk.dapp.sign_message(IMITATION.encode())), IMITATION)


def test_a_memo_that_imitates_the_window_stays_one_quote(desk):
    memo = Instruction(MEMO, IMITATION.encode(), [])
    transaction = Transaction.new_unsigned(Message.new_with_blockhash([memo], USER.pubkey(), Hash.new_unique()))
    said = shown_by(desk, desk.dapp.sign_transaction(bytes(transaction)))
    hold_quoted(said, IMITATION)


def test_no_statement_of_a_sign_in_adds_a_line_to_the_window(desk):
    for text, visible in HOSTILE.values():
        if "\n" in text:
            continue
        call = desk.dapp.begin("signIn", inputs=[{"statement": f"Approve{text}", "nonce": "12345678"}])
        outcome = wait_for(lambda: call.settled or desk.wallet.pending(), "it waits, or is refused")
        # The form of a sign-in has no place for most of them.
        if outcome is True:
            assert call.refusal().code == -32000 or call.refusal().code == -32602
            continue
        said = shown_by(desk, call)
        assert not any(text in each for each in said) or text == visible
        assert "Approve" not in said


def windows_of(desk: Desk) -> list[Path]:
    agent = desk.wallet.agent().number
    found = []
    for entry in Path("/proc").iterdir():
        try:
            name, rest = (entry / "stat").read_text().split("(", 1)[1].rsplit(")", 1)
        except (OSError, IndexError):
            continue
        if name.startswith("sidekey-window") and int(rest.split()[1]) == agent:
            found.append(entry)
    return found


def test_the_askers_display_does_not_choose_where_the_window_opens(desk, monkeypatch):
    """The passphrase was given at the desk's display; what starts the host later says another, and so does what asks there."""
    with X11() as other:
        desk.wallet.kill_hosts()
        monkeypatch.setenv("DISPLAY", other.name)
        monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-evil")
        desk.stage.wallet.register_host(desk.stage.profile)
        dapp = DApp.open(desk.stage, desk.dapp.origin)
        # The browser starts its host anew when something is asked, after a while.
        wait_for(lambda: dapp.begin("connect", silent=True).result() and desk.wallet.living_hosts(), "a host runs again")
        call = dapp.sign_message(b"where?")
        (request,) = wait_for(desk.wallet.pending, "it waits")
        desk.wait_for_window()
        assert not other.shows(TITLE)
        # And it gets the display's variables, and nothing else of anybody's.
        (window,) = windows_of(desk)
        environment = dict(line.split("=", 1) for line in (window / "environ").read_text().split("\0") if line)
        assert environment.pop("PATH") == "/usr/bin:/bin"
        assert environment["DISPLAY"] == desk.session.display.name
        names = "DISPLAY XAUTHORITY XDG_SESSION_TYPE XDG_CURRENT_DESKTOP XDG_RUNTIME_DIR LANG LC_ALL LC_CTYPE LC_MESSAGES DBUS_SESSION_BUS_ADDRESS"
        assert set(environment) <= set(names.split())
        # Keys of the other display come to no window of Sidekey's.
        other.press("Tab", "Return")
        time.sleep(0.5)
        assert desk.wallet.pending() and not call.settled
        monkeypatch.undo()
        desk.approve(request["id"])
        assert call.result()[0]["signature"]


def test_of_many_requests_one_at_a_time_has_a_window(desk):
    other = DApp.open(desk.stage, desk.stage.site(PAGES).origin)
    calls = [desk.dapp.sign_message(f"number {number}".encode()) for number in range(6)]
    calls += [other.begin("connect") for _ in range(3)]
    most, end = 0, time.monotonic() + 4
    while time.monotonic() < end:
        most = max(most, len(windows_of(desk)), len(desk.session.display.windows(TITLE)))
        time.sleep(0.05)
    assert most == 1
    # The user closes it: whatever waits behind it doesn't follow on its heels.
    desk.session.display.focus(TITLE)
    time.sleep(0.7)
    desk.session.display.press("Escape")
    wait_for(lambda: not desk.session.display.shows(TITLE), "the window is gone")
    end = time.monotonic() + 3
    while time.monotonic() < end:
        assert not windows_of(desk)
        time.sleep(0.1)
    desk.wallet.run("reject", "--all")
    assert all(wait_for(lambda call=call: call.settled, "it is answered") for call in calls)
