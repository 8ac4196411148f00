"""Sidekey's own window: what it draws and says, driven by the keyboard and as a screen reader drives it."""

import os
import secrets
import subprocess
import time
from pathlib import Path

import pytest
from desktop_session import Session, Window, button, heading, row, text
from memory_of import holds

ADDRESS = "B5k9UeTqgoZtqrXBrkxuxbgkrQki7maVbGtQrUKoY7FC"
SWAP = [
    text("your word: walnut", "muted"),
    heading("jup.ag"),
    text("You pay at most 5 SOL and receive at least 648.31 USDC.", "sentence"),
    {"kind": "amount", "direction": "leaving", "text": "5 SOL"},
    {"kind": "amount", "direction": "arriving", "text": "648.31 USDC"},
    {"kind": "finding", "level": "danger", "name": "Danger", "text": f"Somebody else can then take tokens out of {ADDRESS}."},
    row("Account", f"{ADDRESS} “Savings”", address=True),
    row("Network", "Mainnet"),
    {"kind": "section", "title": "Transaction details", "open": False, "parts": [row("to", ADDRESS, address=True)]},
]
PASSPHRASE = {"label": "Passphrase"}


def walk(node: dict):
    yield node
    for child in node["children"]:
        yield from walk(child)


def texts(tree: dict) -> list[str]:
    return [node["text"] for node in walk(tree) if "text" in node]


def focused(tree: dict) -> list[tuple[str, str]]:
    return [(node["role"], node["name"]) for node in walk(tree) if "focused" in node["states"]]


def test_a_request_is_read_from_the_top_and_rejecting_is_the_default(session: Session):
    with Window(session) as window:
        window.show(*SWAP)
        session.picture("approval")
        tree = session.tree()
        said = [words for words in texts(tree) if words]
        wanted = [part.get("text") or part.get("value") or part.get("title") for part in SWAP]
        places = [next(index for index, words in enumerate(said) if whole in words) for whole in wanted]
        assert places == sorted(places)
        assert said[-2:] == ["Reject", "Approve"]
        assert focused(tree) == [("push button", "Reject")]
        assert [node["name"] for node in walk(tree) if node["role"] == "push button"] == ["Transaction details", "Reject", "Approve"]
        # A screen reader's links would be of this kind.
        assert not [node for node in walk(tree) if "Hypertext" in node["interfaces"] or node["role"] == "link"]
        # Enter alone presses nothing, and Escape is Reject.
        session.display.press("Return")
        assert window.says_nothing()
        session.display.press("Escape")
        assert window.answer() == {"screen": 1, "button": "reject", "secrets": 0, "values": {}}


def test_the_keyboard_alone_approves(session: Session):
    with Window(session) as window:
        window.show(*SWAP)
        session.display.press("Tab", "Return")
        assert window.answer()["button"] == "approve"
        window.show(*SWAP)
        session.display.press("Escape")
        assert window.answer() == {"screen": 2, "button": "reject", "secrets": 0, "values": {}}


def test_a_screen_reader_presses_and_unfolds(session: Session):
    with Window(session) as window:
        window.show(*SWAP)
        session.accessible("press", "push button", "Transaction details")
        time.sleep(0.5)
        assert "to" in texts(session.tree())
        session.press("Approve")
        assert window.answer()["button"] == "approve"


def test_what_comes_before_anyone_can_have_read_it_does_not_count(session: Session):
    with Window(session) as window:
        window.show(*SWAP)
        # Another request takes its place under a hand that is about to press.
        session.display.press("Tab")
        window.show(heading("drainer.example"), text("You send everything.", "sentence"), seen=False)
        session.display.press("Tab", "Return")
        assert window.says_nothing()
        assert "That was too soon." in texts(session.tree())
        time.sleep(0.6)
        session.display.press("Return")
        assert window.answer() == {"screen": 2, "button": "approve", "secrets": 0, "values": {}}


def test_a_button_that_is_not_enabled_yet_is_pressed_by_nothing(session: Session):
    with Window(session) as window:
        window.show(*SWAP, buttons=[button("reject", "Reject"), button("approve", "Approve", "primary", enabled=False)])
        (approve,) = (node for node in walk(session.tree()) if (node["role"], node["name"]) == ("push button", "Approve"))
        assert "sensitive" not in approve["states"]
        # Past it, to what unfolds.
        session.display.press("Tab", "Return")
        assert window.says_nothing()
        # The next screen has it in its place.
        window.show(*SWAP)
        session.press("Approve")
        assert window.answer() == {"screen": 2, "button": "approve", "secrets": 0, "values": {}}


def test_a_press_right_after_the_window_changed_its_size_does_not_count(x11: Session):
    with Window(x11) as window:
        window.show(*SWAP)
        x11.display.press("Tab")
        number = x11.display.windows("^Sidekey$")[-1]
        x11.display._run("sh", "-c", f"xdotool windowsize {number} 700 700; sleep 0.15; xdotool key Return")
        assert window.says_nothing()
        time.sleep(0.6)
        x11.display.press("Return")
        assert window.answer()["button"] == "approve"


def test_the_passphrase_is_handed_over_and_nobody_else_reads_it(session: Session):
    secret = secrets.token_hex(12)
    with Window(session) as window:
        window.show(*SWAP, field=PASSPHRASE)
        assert focused(session.tree()) == [("text", "Passphrase")]
        # Nothing that approves by Enter alone.
        session.display.press("Return")
        assert window.says_nothing()
        session.display.type(f"x{secret}y")
        session.display.press("BackSpace", "Home")
        session.picture("passphrase")
        tree = session.tree()
        (field,) = [node for node in walk(tree) if node["role"] == "text"]
        assert "Text" not in field["interfaces"] and "EditableText" not in field["interfaces"]
        assert not any(secret in f"{node}" for node in walk(tree))
        assert session.accessible("write", "text", "mine").strip() == "closed"
        session.display.press("Return")
        assert window.read() == f"x{secret}".encode()
        assert window.answer() == {"screen": 1, "button": "approve", "secrets": 1, "values": {}}
        # Gone from its memory, all of it.
        assert os.geteuid() != 0 or not holds(window.process.pid, secret.encode())


def test_a_passphrase_that_is_given_up_is_forgotten(x11: Session):
    secret = secrets.token_hex(12)
    with Window(x11) as window:
        window.show(*SWAP, field=PASSPHRASE)
        x11.display.type(secret)
        x11.display.press("Escape")
        assert window.answer() == {"screen": 1, "button": "reject", "secrets": 0, "values": {}}
        assert os.geteuid() != 0 or not holds(window.process.pid, secret.encode())


def test_a_new_passphrase_is_typed_twice_and_measured(session: Session):
    with Window(session) as window:
        field = {"label": "Passphrase", "measured": True, "repetition": {"label": "Once more", "mismatch": "The two don't match."}}
        window.show(heading("Choose a passphrase"), field=field, buttons=[button("cancel", "Cancel"), button("next", "Continue", "next", True)])
        session.display.type("correct horse")
        # What was typed until the first rest, then the rest of it.
        measured = []
        while b"correct horse" not in measured:
            measured.append(window.read())
            assert window.read() == {"jsonrpc": "2.0", "method": "typed", "params": {"screen": 1}}
        window.send("measure", {"screen": 1, "level": 2, "text": "Fair"})
        session.display.press("Return")
        session.display.type("correct hors")
        session.display.press("Return")
        time.sleep(0.5)
        assert {"Fair", "The two don't match."} <= set(texts(session.tree()))
        session.picture("new-passphrase")
        session.display.type("correct horse")
        session.display.press("Return")
        assert window.read() == b"correct horse"
        assert window.answer()["secrets"] == 1


def choose(session: Session, role: str, name: str) -> None:
    """Goes to a mark and presses it."""
    for _ in range(12):
        if focused(session.tree()) == [(role, name)]:
            break
        session.display.press("Tab")
    for _ in range(3):
        session.display.press("space")
        time.sleep(0.3)
        if [node for node in walk(session.tree()) if (node["role"], node["name"]) == (role, name) and "checked" in node["states"]]:
            break


WORDS = b"abandon ability able about above absent absorb abstract absurd abuse access zoo"


def test_words_are_shown_and_typed_with_completion(session: Session):
    with Window(session) as window:
        following = [button("cancel", "Cancel"), button("back", "Back"), button("next", "Continue", "next", True)]
        window.show(heading("Write these words down"), {"kind": "words"}, secret=WORDS, buttons=following)
        session.picture("words")
        assert [words for words in texts(session.tree()) if words.encode() in WORDS.split()] == WORDS.decode().split()
        listed = {"kind": "wordFields", "labels": ["Word 1:", "Word 2:", "Word 3:"], "list": WORDS.decode().split()}
        window.show(heading("Check your paper"), listed, buttons=following)
        assert focused(session.tree()) == [("text", "Word 1:")]
        session.display.type("aban abil zo")
        session.picture("check")
        session.display.press("Return")
        assert window.read() == b"abandon ability zoo"
        assert window.answer()["button"] == "next"
        # What was typed before comes back in the frame that only the window reads.
        window.show(heading("Check your paper"), listed, secret=b"abandon qqq", buttons=following)
        assert not any("abandon" in words or "qqq" in words for words in texts(session.tree()))
        session.accessible("press", "push button", "Continue")
        assert window.read() == b"abandon qqq"


def test_words_behind_a_button_are_seen_while_it_is_held(x11: Session):
    with Window(x11) as window:
        window.show(heading("Recovery phrase"), {"kind": "words", "reveal": "Hold to see"}, secret=WORDS, buttons=[button("done", "Done")])

        def seen() -> bool:
            return any(node["name"] == "abandon" for node in walk(x11.tree()))

        assert not seen()
        x11.display._run("xdotool", "mousemove", "100", "70", "mousedown", "1")
        time.sleep(0.3)
        x11.picture("held")
        pressed = seen()
        x11.display._run("xdotool", "mouseup", "1")
        time.sleep(0.3)
        assert pressed and not seen()


def test_choices_and_lines_are_answered_by_their_ids(x11: Session):
    with Window(x11) as window:
        sizes = [{"id": "12", "label": "12 words"}, {"id": "24", "label": "24 words"}]
        size = {"kind": "choice", "id": "size", "label": "How many words?", "options": sizes, "chosen": "24"}
        accounts = [{"id": "a", "label": "First", "detail": ADDRESS}, {"id": "b", "label": "Second"}]
        window.show(
            heading("Two last questions"),
            size | {"atOnce": False},
            {"kind": "selection", "id": "accounts", "label": "", "options": accounts, "chosen": ["a"]},
            {"kind": "entry", "id": "word", "label": "Your word", "text": "walnut", "maximum": 32},
            buttons=[button("cancel", "Cancel"), button("next", "Finish", "next")],
        )
        x11.picture("choices")
        # By the keyboard: the toolkit gives a mark no action on the accessibility bus.
        choose(x11, "radio button", "12 words")
        choose(x11, "check box", "Second")
        x11.accessible("press", "push button", "Finish")
        assert window.answer()["values"] == {"size": ["12"], "accounts": ["a", "b"], "word": ["walnut"]}
        window.show(size | {"atOnce": True}, buttons=[button("cancel", "Cancel")])
        choose(x11, "radio button", "12 words")
        assert window.answer() == {"screen": 2, "button": "size", "secrets": 0, "values": {"size": ["12"]}}


@pytest.mark.parametrize("hostile", ["<b>bold</b> &amp; <a href='https://x'>link</a>", "Approve\n\nReject", "a" * 4000, "%s %n _Approve"])
def test_a_text_is_shown_as_it_is(x11: Session, hostile: str):
    with Window(x11) as window:
        window.show(heading(hostile), {"kind": "section", "title": hostile, "open": True, "parts": [row(hostile, hostile)]})
        said = texts(x11.tree())
        assert said.count(hostile) == 4
        # Nothing pushes the buttons out of the window.
        shown = [node["name"] for node in walk(x11.tree()) if node["role"] == "push button" and "sensitive" in node["states"]]
        assert shown[-2:] == ["Reject", "Approve"]


def test_no_text_makes_the_window_wider(x11: Session):
    """A window that grew would have its buttons outside the screen, where nobody looks for them."""
    long = "Lets another account spend up to 18,446,744,073,709,551,615 of a token's smallest unit, " * 3
    with Window(x11) as window:
        inside = [row(long, ADDRESS * 3, address=True), {"kind": "section", "title": long, "open": True, "parts": []}]
        folded = {"kind": "section", "title": long, "sentence": long, "open": False, "parts": []}
        window.show(
            heading(long), {"kind": "section", "title": long, "open": True, "parts": inside}, folded,
            {"kind": "choice", "id": "size", "label": long, "options": [{"id": "a", "label": long, "detail": ADDRESS}], "chosen": "a", "atOnce": False},
        )
        assert shape(x11) == (480, 640)


def shape(session: Session) -> tuple[int, int]:
    """The width and height of the window."""
    said = session.display._run("xdotool", "getwindowgeometry", "--shell", session.display.windows("^Sidekey$")[-1])
    size = dict(line.split("=") for line in said.split())
    return int(size["WIDTH"]), int(size["HEIGHT"])


def test_large_texts_open_a_large_window_that_fits_the_screen(x11: Session):
    x11.display.set_resolution(192)
    with Window(x11) as window:
        window.show(*SWAP, field=PASSPHRASE)
        width, height = shape(x11)
        assert 480 < width < 1024 and 640 < height < 768


def test_large_texts_on_a_long_button_do_not_make_a_small_window_wider(x11: Session):
    x11.display.set_resolution(192)
    with Window(x11) as window:
        window.show(heading("Write these words down"), buttons=[button("cancel", "Cancel"), button("next", "I wrote them down", "primary")])
        x11.display.resize("^Sidekey$", 360, 480)
        assert shape(x11) == (360, 480)


def test_a_word_of_the_phrase_is_never_broken(x11: Session):
    """Half a word on paper is none."""
    with Window(x11) as window:
        window.show({"kind": "words"}, secret=b"abandon " + b"m" * 40)
        assert shape(x11)[0] > 480


def test_it_ends_with_its_agent(x11: Session):
    with Window(x11) as window:
        window.show(*SWAP, field=PASSPHRASE)
        x11.display.type("half of it")
        window.process.stdin.close()
        assert window.process.wait(5) == 0


@pytest.mark.parametrize("frame", [b"{}", b"nonsense", b'{"jsonrpc":"2.0","method":"show","params":{"number":1}}', b""])
def test_what_is_no_screen_ends_it(x11: Session, frame: bytes):
    with Window(x11) as window:
        window.write(frame)
        assert window.process.wait(5) == 0


def test_it_is_confined_and_small(session: Session):
    with Window(session) as window:
        window.show(*SWAP, field=PASSPHRASE)
        status = Path(f"/proc/{window.process.pid}/status").read_text()
        assert "NoNewPrivs:\t1" in status and "Seccomp:\t2" in status
        assert window.resident < 80_000
        opened = [os.readlink(path) for path in Path(f"/proc/{window.process.pid}/fd").iterdir()]
        assert not [path for path in opened if path.startswith((str(Path.home()), "/work", "/home"))]


def test_without_a_display_it_says_so():
    done = subprocess.run([Window.program()], env={"PATH": "/usr/bin"}, stdin=subprocess.PIPE, capture_output=True, timeout=20)
    assert done.returncode == 69 and b"there is no display" in done.stderr


APPEARANCES = {"light": {}, "dark": {"dark": True}, "contrast": {"contrast": True}, "large": {"scale": 2.0}}


@pytest.mark.parametrize("name", APPEARANCES)
def test_it_looks_as_the_desktop_says(session: Session, name: str):
    session.offer_settings(**APPEARANCES[name])
    with Window(session) as window:
        window.show(*SWAP, field=PASSPHRASE)
        picture = session.picture(name)
        shade = subprocess.run(["convert", str(picture), "-crop", "1x1+30+2", "-format", "%[fx:mean]", "info:"], capture_output=True, text=True)
        if session.display.kind == "x11":
            assert (float(shade.stdout) < 0.5) == (name == "dark")
        # Whatever the size of the texts, the decision stays on the screen.
        buttons = [node for node in walk(session.tree()) if node["role"] == "push button"]
        assert [each["name"] for each in buttons[-2:]] == ["Reject", "Approve"]
