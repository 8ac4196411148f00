"""One table of hostile texts on all three surfaces: the approval window, the terminal, and the prompt outside the browser."""

import os
from pathlib import Path

import pytest
from browsers import wait_for
from certificate import write_certificate
from dapp import PAGES, DApp
from display import Display
from hostile_texts import HOST, HOSTILE, LABEL
from seat import Seat
from solders.hash import Hash
from solders.instruction import Instruction
from solders.message import Message
from solders.pubkey import Pubkey
from solders.transaction import Transaction
from stage import Stage
from wallet import Wallet

pytestmark = pytest.mark.shared

MEMO = Pubkey.from_string("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr")
# Short enough for one line of a prompt, which breaks longer ones.
NOTED = ["right-to-left override", "zero width", "markup"]


@pytest.fixture
def stage(seat: Seat, monkeypatch):
    """A browser before a display of its own, with a hostile label on the wallet's account."""
    with Display() as display, Wallet() as wallet:
        monkeypatch.setenv("DISPLAY", display.name)
        wallet.create()
        wallet.unlock()
        wallet.run("account", "label", "1", LABEL[0])
        with Stage(seat, wallet) as stage:
            stage.display = display
            yield stage


def connected(stage: Stage) -> DApp:
    stage.ensure_unlocked()
    certificate = write_certificate(stage.wallet.folder / "certificate.pem", HOST[1], "*.localhost")
    site = stage.site(PAGES, certificate=certificate)
    # The address is typed as the user sees it; what comes to the wallet is the browser's own spelling.
    tab = stage.browser.open(f"{site.at(HOST[0])}/dapp.html")
    dapp = DApp(tab, site.at(HOST[1])).wait_for_wallet()
    call = dapp.begin("connect")
    window = stage.approval()
    window.wait_until("document.querySelector('.origin') !== null")
    stage.picture(window, "hostile-origin")
    assert HOST[1] in window.words() and HOST[0] not in window.words()
    assert "can look like others" in window.words()
    stage.wallet.run("approve", stage.wallet.pending()[0]["id"], "--yes")
    call.result()
    stage.wait_for_rest()
    return dapp


def terminal(stage: Stage) -> str:
    """What `sidekey approve` shows before it asks; without a terminal it can't ask, and stops there."""
    (request,) = stage.wallet.pending()
    done = stage.wallet.run("approve", request["id"], check=False)
    assert done.returncode != 0 and [each["id"] for each in stage.wallet.pending()] == [request["id"]]
    return done.stdout


def prompt(stage: Stage, name: str) -> bytes | None:
    """The memory of the window that shows the request; None where it can't be read."""
    window = stage.approval()
    wait_for(lambda: window.can_click("button", "Open Sidekey's window"), "the button is there")
    window.click("button", "Open Sidekey's window")
    stage.display.wait_for_window("^Sidekey$")
    stage.display.picture(f"{name}-prompt-{stage.browser.name}")
    memory = memory_of(window_of(stage)) if os.geteuid() == 0 else None
    stage.display.press("Escape")
    return memory


def window_of(stage: Stage) -> int:
    agent = stage.wallet.agent().number

    def found() -> list[int]:
        every = [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]
        return [number for number in every if is_window_of(number, agent)]

    return wait_for(found, "the agent's window runs")[0]


def is_window_of(number: int, agent: int) -> bool:
    try:
        name, rest = Path(f"/proc/{number}/stat").read_text().split("(", 1)[1].rsplit(")", 1)
    except OSError:
        return False
    return name.startswith("sidekey-window") and int(rest.split()[1]) == agent


def memory_of(number: int) -> bytes:
    """Everything that a process can write to."""
    parts = []
    with open(f"/proc/{number}/mem", "rb", buffering=0) as memory:
        for line in Path(f"/proc/{number}/maps").read_text().splitlines():
            span, rights = line.split()[:2]
            start, end = (int(address, 16) for address in span.split("-"))
            if rights.startswith("rw") and end - start < 64 << 20:
                memory.seek(start)
                try:
                    parts.append(memory.read(end - start))
                except OSError:
                    continue  # A part that only the kernel reads.
    return b"\n".join(parts)


def test_a_message_of_hostile_texts_reads_the_same_everywhere(stage):
    dapp = connected(stage)
    message = "\n".join(text for text, _ in HOSTILE.values())
    shown = [visible for _, visible in HOSTILE.values()]
    call = dapp.sign_message(message.encode())

    window = stage.approval()
    assert window.evaluate("document.querySelector('pre.message').textContent") == "\n".join(shown)
    assert window.evaluate("document.querySelector('pre.message').children.length") == 0
    assert LABEL[1] in window.words() and HOST[1] in window.words()
    stage.picture(window, "hostile-message")

    written = terminal(stage)
    assert [line.removeprefix("  | ") for line in written.splitlines() if line.startswith("  | ")] == shown
    assert HOST[1] in written and HOST[0] not in written
    assert "\x1b" not in written and "\r" not in written

    memory = prompt(stage, "hostile-message")
    assert call.refusal().code == 4001
    if memory is None:
        pytest.skip("what a prompt holds is read from its memory, which takes root")
    missing = [visible for _, visible in HOSTILE.values() if visible.encode() not in memory]
    obeyed = [visible for text, visible in HOSTILE.values() if text != visible and text.encode() in memory]
    assert (missing, obeyed) == ([], [])


def test_a_hostile_memo_and_label_read_the_same_everywhere(stage):
    dapp = connected(stage)
    signer = Pubkey.from_string(stage.wallet.public_key)
    memo = "\n".join(HOSTILE[name][0] for name in NOTED)
    shown = [HOSTILE[name][1] for name in NOTED]
    instruction = Instruction(MEMO, memo.encode(), [])
    transaction = Transaction.new_unsigned(Message.new_with_blockhash([instruction], signer, Hash.new_unique()))
    call = dapp.sign_transaction(bytes(transaction))

    window = stage.approval()
    assert window.evaluate("[...document.querySelectorAll('.instruction pre.message')].map((quote) => quote.textContent)") == ["\n".join(shown)]
    assert LABEL[1] in window.words() and LABEL[0] not in window.words()
    stage.picture(window, "hostile-memo")

    written = terminal(stage)
    # Each line of it has its bar, and the label its quotation marks.
    assert [line.removeprefix("     | ") for line in written.splitlines() if line.startswith("     | ")] == shown
    assert f"“{LABEL[1]}”" in " ".join(written.split())
    assert LABEL[1] in stage.wallet.run("account", "list").stdout
    assert LABEL[1] in stage.wallet.run("status").stdout

    memory = prompt(stage, "hostile-memo")
    assert call.refusal().code == 4001
    if memory is None:
        pytest.skip("what a prompt holds is read from its memory, which takes root")
    assert [each for each in shown if each.encode() not in memory] == []
    assert memo.encode() not in memory


def test_a_hostile_label_is_written_out_wherever_the_popup_shows_it(stage):
    dapp = connected(stage)
    dapp.tab.bring_to_front()
    popup = stage.popup()
    popup.wait_until("document.querySelector('.site-accounts') !== null")
    places = popup.evaluate("[...document.querySelectorAll('main bdi')].map((name) => name.textContent)")
    # The account that is shown, and what this tab's site sees.
    assert places == [LABEL[1], LABEL[1]]
    # A long name pushes nothing out of sight.
    right = "(element) => element.getBoundingClientRect().right"
    assert popup.evaluate(f"[...document.querySelectorAll('main *')].every((each) => ({right})(each) <= ({right})(document.body) + 1)")
    stage.picture(popup, "hostile-label")
    stage.visit(popup, "Accounts")
    popup.wait_until("document.querySelector('.account bdi') !== null")
    assert popup.evaluate("document.querySelector('.account bdi').textContent") == LABEL[1]
    assert LABEL[0] not in popup.words()
