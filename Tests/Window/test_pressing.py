"""When a press counts in Sidekey's window, and where what is typed goes: hands and programs that press before anybody can have read it."""

import secrets
import time

from desktop_session import Session, Window, button, heading, text
from test_window import PASSPHRASE, SWAP, focused, texts

TITLE = "^Sidekey$"
TOO_SOON = "That was too soon."


def then(session: Session, *commands: str) -> None:
    """Runs commands of xdotool in one go, with no more between two than it takes the display to say so."""
    session.display._run("xdotool", *" sleep 0.1 ".join(commands).split())


def counts_a_moment_later(window: Window, session: Session) -> bool:
    time.sleep(0.6)
    session.display.press("Return")
    return window.answer()["button"] == "approve"


def test_a_press_right_after_the_window_was_moved_does_not_count(x11: Session):
    with Window(x11) as window:
        window.show(*SWAP)
        x11.display.press("Tab")
        then(x11, f"windowmove {x11.display.windows(TITLE)[-1]} 200 60", "key Return")
        assert window.says_nothing() and TOO_SOON in texts(x11.tree())
        assert counts_a_moment_later(window, x11)


def test_a_press_right_after_the_window_came_to_the_front_does_not_count(x11: Session):
    with Window(x11) as window:
        window.show(*SWAP)
        x11.display.press("Tab")
        number = x11.display.windows(TITLE)[-1]
        x11.display._run("xdotool", "windowunmap", "--sync", number)
        then(x11, f"windowmap {number}", f"windowfocus {number}", "key Return")
        assert window.says_nothing()
        # Nothing is lost by that, but the place of the keyboard.
        assert focused(x11.tree()) in ([("push button", "Reject")], [("push button", "Approve")])
        x11.accessible("press", "push button", "Approve")
        assert window.answer()["button"] == "approve"


def test_a_press_right_after_another_window_had_the_keyboard_does_not_count(x11: Session):
    with Window(x11) as window:
        window.show(*SWAP)
        x11.display.press("Tab")
        number = x11.display.windows(TITLE)[-1]
        with Window(x11) as cover:
            # Over what is asked and not over the buttons, as somebody would place it who wants them pressed.
            cover.show(heading("You receive 1,000 SOL"), buttons=[button("ok", "OK")])
            above = next(each for each in x11.display.windows(TITLE) if each != number)
            then(x11, f"windowsize {above} 460 480", f"windowfocus {above}")
            x11.picture("covered")
            time.sleep(0.7)
            # The display doesn't say that the window is covered, but that it got the keyboard back.
            then(x11, f"windowfocus {number}", "key Return")
            assert window.says_nothing()
        assert TOO_SOON in texts(x11.tree())
        assert counts_a_moment_later(window, x11)


def test_a_key_that_is_held_down_approves_nothing(x11: Session):
    with Window(x11) as window:
        # Before there is anything to read, and all the while.
        x11.display._run("xdotool", "keydown", "Return")
        window.show(*SWAP)
        assert window.says_nothing(1.2)
        x11.display._run("xdotool", "keyup", "Return")
        assert window.says_nothing()


def test_a_blank_that_was_meant_for_something_else_approves_nothing(session: Session):
    with Window(session) as window:
        window.show(*SWAP, buttons=[button("reject", "Reject"), button("approve", "Approve", "primary")])
        # Typed words: what has the keyboard at first is Reject.
        session.display.type("my passphrase")
        assert window.answer()["button"] == "reject"


def test_what_is_typed_into_another_window_comes_to_no_field(x11: Session):
    secret = secrets.token_hex(8)
    with Window(x11) as window, Window(x11) as other:
        window.show(*SWAP, field=PASSPHRASE)
        number = x11.display.windows(TITLE)[-1]
        other.show(heading("Somebody else's"), buttons=[button("ok", "OK")])
        x11.display._run("xdotool", "windowfocus", "--sync", next(each for each in x11.display.windows(TITLE) if each != number))
        x11.display.type(secret)
        other.process.kill()
        other.process.wait(10)
        x11.display._run("xdotool", "windowfocus", "--sync", number)
        time.sleep(0.8)
        x11.display.press("Return")
        # There is nothing to hand over.
        assert window.says_nothing()
        x11.display.type("own")
        x11.display.press("Return")
        assert window.read() == b"own"
        assert window.answer()["secrets"] == 1


def test_what_is_typed_while_a_button_has_the_keyboard_comes_to_no_field(x11: Session):
    with Window(x11) as window:
        window.show(*SWAP, field=PASSPHRASE)
        x11.display.press("Tab")
        x11.display.type("elsewhere")
        x11.display.press("ISO_Left_Tab")
        x11.display.type("own")
        x11.display.press("Return")
        assert window.read() == b"own"
        assert window.answer() == {"screen": 1, "button": "approve", "secrets": 1, "values": {}}


def test_what_was_typed_for_one_request_is_not_in_the_field_of_the_next(session: Session):
    with Window(session) as window:
        window.show(*SWAP, field=PASSPHRASE)
        session.display.type("for the first")
        window.show(heading("drainer.example"), text("You send everything.", "sentence"), field=PASSPHRASE)
        session.display.press("Return")
        assert window.says_nothing()


def test_while_a_finger_is_waited_for_the_window_says_so_and_giving_up_is_all_that_is_left(session: Session):
    cancel, finger = button("cancel", "Cancel"), button("fingerprint", "Use fingerprint", "primary")
    with Window(session) as window:
        window.show(heading("Unlock the wallet?"), text('Press "Use fingerprint", then put your finger on the sensor.'), buttons=[cancel, finger])
        # Enter alone, as it may be on its way to another window, has no sensor wait.
        session.display.press("Return")
        assert window.says_nothing()
        session.press("Use fingerprint")
        assert window.answer()["button"] == "fingerprint"
        window.show(heading("Unlock the wallet?"), text("Put your finger on the sensor.", "note"), buttons=[cancel, finger | {"enabled": False}])
        session.picture("fingerprint-waiting")
        assert any("Put your finger on the sensor." in words for words in texts(session.tree()))
        session.display.press("Tab", "Return")
        assert window.says_nothing()
        session.display.press("Escape")
        assert window.answer()["button"] == "cancel"
