"""A browser, a terminal and a desktop of one user, whose account is the corpus's and who confirms everything in Sidekey's window."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

import base58
import pytest
import transaction_corpus as corpus
from browsers import wait_for
from dapp import PAGES, DApp
from desktop_session import X11, Session
from local_node import LocalNode
from seat import Seat
from stage import Stage
from wallet import Wallet

TITLE = "^Sidekey$"
SOL = 1_000_000_000
USER = str(corpus.USER.pubkey())
# By which the user knows the window.
WORD = "walnut"


class Desk:
    def __init__(self, stage: Stage, session: Session):
        self.stage, self.session, self.wallet = stage, session, stage.wallet
        self.dapp = DApp.open(stage, stage.familiar(PAGES).origin)

    def told(self, request: str) -> dict:
        """What the agent has said of a request to the browser, in the language of its screens."""
        answers = [each["result"] for each in self.wallet.recording.messages("to-extension") if "shown" in (each.get("result") or {})]
        whole = [each for each in answers if each["summary"]["id"] == request and "next" not in each]
        assert whole, "the browser has read it, in one answer"
        return whole[-1]

    def wait_for_window(self) -> None:
        wait_for(lambda: self.session.display.shows(TITLE), "Sidekey's window opens")

    def approve(self, request: str) -> None:
        """In a terminal, with the passphrase; the windows close by it."""
        self.wallet.run("approve", request, "--yes", *proof(self.wallet))
        wait_for(lambda: not self.session.display.shows(TITLE), "Sidekey's window is gone")

    def clear(self) -> None:
        """Rejects what a test that failed has left."""
        for left in self.wallet.pending():
            self.wallet.run("reject", left["id"])
            self.stage.wait_for_rest()


def proof(wallet: Wallet) -> list[str]:
    return ["--passphrase-file", str(wallet.passphrase_file)]


@contextmanager
def funded(seat: Seat, node: LocalNode, *urls: str) -> Iterator[tuple[Stage, Session]]:
    """The desktop of a user with the usual policy and 10 SOL at these nodes, whose browser has asked for nothing yet."""
    with X11() as display, Session(display) as session, Wallet(network="loopback") as wallet, pytest.MonkeyPatch.context() as patch:
        patch.setenv("DISPLAY", display.name)
        wallet.bus = session.address
        wallet.create("risky")
        wallet.unlock()
        wallet.use_nodes(*urls)
        node.control(set=wallet.public_key, lamports=10 * SOL)
        node.advance(2)
        with Stage(seat, wallet) as stage:
            yield stage, session


@contextmanager
def sitting(seat: Seat, network: str = "off") -> Iterator[Desk]:
    with X11() as display, Session(display) as session, Wallet(network=network) as wallet, pytest.MonkeyPatch.context() as patch:
        patch.setenv("DISPLAY", display.name)
        wallet.bus = session.address
        wallet.create("native")
        wallet.unlock()
        key = wallet.folder / "key"
        key.touch(0o600)
        key.write_text(base58.b58encode(bytes(corpus.USER)).decode())
        wallet.run("account", "import", str(key), *proof(wallet))
        wallet.run("account", "move", "2", "1", *proof(wallet))
        wallet.run("account", "label", "1", "Savings")
        choose_word(wallet)
        with Stage(seat, wallet) as stage:
            yield Desk(stage, session)


def choose_word(wallet: Wallet) -> None:
    """It is asked for in a terminal of the user's alone."""
    command = " ".join([str(wallet.bin / "sidekey"), "policy", "set", "--recognition", *proof(wallet)])
    terminal = ["script", "--quiet", "--return", "--command", command, "/dev/null"]
    done = subprocess.run(terminal, env=wallet.environment | {"TERM": "dumb"}, input=f"{WORD}\n", capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr
