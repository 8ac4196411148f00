"""Both halves on one machine: apps made of SolanaWalletAdapter against the real wallet, by the real `xdg-open`, with nothing between that isn't theirs."""

import shlex
import subprocess
from pathlib import Path

import base58
import pytest
from browsers import wait_for
from desktop import Desktop
from display import Display
from local_node import LocalNode
from solders.hash import Hash
from solders.message import Message
from solders.pubkey import Pubkey
from solders.signature import Signature
from solders.system_program import TransferParams, transfer
from solders.transaction import Transaction
from stage import Stage
from wallet import Wallet, programs
from wallet_screens import SOL, says

# What differs between browsers is tested elsewhere; the whole run has each case in both.
pytestmark = pytest.mark.shared

TITLE = "^Sidekey$"
KEYRING = "printf password | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1;"


@pytest.fixture
def display():
    with Display() as display:
        yield display


@pytest.fixture
def node():
    with LocalNode("--slot-ms", "400") as node:
        yield node


@pytest.fixture
def carol(node: LocalNode) -> Pubkey:
    return Pubkey.from_string(node.seeded["accounts"]["carol"]["publicKey"])


class App:
    """A program at work on the desktop, and what it has said so far."""

    def __init__(self, desktop: Desktop, said: Path, *command: object, keyring: bool = False):
        """Starts it; with `keyring` on a session bus of its own, with the user's keyring open."""
        said.write_text("")
        # The shell opens the program's output: what else a bus starts writes into that of the bus.
        shell = ["/bin/sh", "-c", f'{KEYRING if keyring else ""} exec "$0" "$@" > {shlex.quote(str(said))}', *command]
        bus = ["dbus-run-session", "--"] if keyring else []
        quiet = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)
        self.process = subprocess.Popen([*bus, *map(str, shell)], env=desktop.environment, **quiet)
        self.said, self.read = said, 0

    def more(self) -> list[str]:
        """The lines that are there and weren't read."""
        return self.said.read_text().split("\n")[self.read : -1]

    def next(self) -> str:
        """Its next line."""
        line = wait_for(self.more, f"line {self.read + 1} of the app")[0]
        self.read += 1
        return line

    def ended(self) -> list[str]:
        """What else it says until it ends."""
        self.process.wait(60)
        return self.said.read_text().splitlines()[self.read :]


class Prompts:
    """The user before the display: reads the window outside the browser, and types or not."""

    def __init__(self, display: Display, wallet: Wallet):
        self.display, self.wallet = display, wallet
        self.shown = 0

    def approve(self, app: App) -> str:
        """Goes on from page to page until the app has said what came of it."""
        while True:
            wait_for(lambda: app.more() or self.display.shows(TITLE), "a prompt, or an answer at the app")
            if app.more():
                return app.next()
            # A page without a field has its No chosen; in a field the two arrows undo each other.
            self._answer(lambda: self.display.type(self.wallet.passphrase), "Left", "Right", "Return")

    def reject(self) -> None:
        self._answer(lambda: None, "Escape")

    def _answer(self, fill, *keys: str) -> None:
        self.display.wait_for_window(TITLE)
        self.shown += 1
        self.display.picture(f"app-prompt-{self.shown}")
        windows = set(self.display.windows(TITLE))
        fill()
        self.display.press(*keys)
        wait_for(lambda: not windows & set(self.display.windows(TITLE)), "the window is gone")


def transferred(node: LocalNode, account: Pubkey, to: Pubkey, lamports: int) -> bytes:
    latest = node.ask("getLatestBlockhash", {"commitment": "processed"})["value"]["blockhash"]
    order = transfer(TransferParams(from_pubkey=account, to_pubkey=to, lamports=lamports))
    return bytes(Transaction.new_unsigned(Message.new_with_blockhash([order], account, Hash.from_string(latest))))


def spelled(*transactions: bytes) -> str:
    return ",".join(base58.b58encode(transaction).decode() for transaction in transactions)


def signed(text: str, asked: bytes) -> None:
    """Holds a transaction to what was asked for and to its signatures."""
    transaction = Transaction.from_bytes(base58.b58decode(text))
    transaction.verify()
    assert transaction.message_data() == Transaction.from_bytes(asked).message_data()


def balance(node: LocalNode, address: Pubkey) -> int:
    return node.ask("getBalance", str(address), {"commitment": "processed"})["value"]


def test_the_example_app_transfers_what_is_approved_in_the_browser(seat, display, node, carol, tmp_path):
    """`sidekey-transfer`, which has no scheme: its answers come to 127.0.0.1 by the user's browser."""
    with Wallet(network="loopback") as wallet:
        wallet.create()
        wallet.unlock()
        wallet.use_nodes(node.url)
        node.control(set=wallet.public_key, lamports=10 * SOL)
        before = balance(node, carol)
        desktop = Desktop(wallet, display.name)
        pages = desktop.take("http", "https")
        with Stage(seat, wallet) as stage:

            def answered() -> None:
                page = stage.browser.open(pages.next())
                says(page, "You can close this page")
                stage.picture(page, "app-answered")
                page.close()

            command = [programs() / "sidekey-transfer", node.url, carol, 5_000_000, "--wallet", "sidekey"]
            app = App(desktop, tmp_path / "said", *command)
            wait_for(wallet.pending, "the app's question")
            popup = stage.popup()
            says(popup, "https://transfer.example")
            says(popup, "http://127.0.0.1")
            stage.picture(popup, "app-connect")
            stage.approve(popup)
            answered()
            assert app.next() == f"connected {wallet.public_key}"
            wait_for(wallet.pending, "the app's transfer")
            # A new tab closes the popup.
            popup = stage.popup()
            says(popup, "0.005")
            stage.picture(popup, "app-transfer")
            stage.approve(popup)
            answered()
            assert [line.split()[0] for line in app.ended()] == ["sent", "confirmed"] and app.process.returncode == 0
            assert balance(node, carol) == before + 5_000_000

            # A no is the app's to hear, at the next start as well.
            app = App(desktop, tmp_path / "said-again", *command)
            wait_for(wallet.pending, "the app's question")
            stage.reject(stage.popup())
            answered()
            assert app.ended() == ["the wallet's user said no"] and app.process.returncode == 2


def test_an_app_with_a_scheme_is_answered_outside_the_browser_and_finds_its_connection_again(display, node, carol, tmp_path, monkeypatch):
    """Everything that an app can ask, by a scheme that the library registers, with the connection in a real keyring over three starts of the app."""
    # Prompts appear where the passphrase is given, not where the app runs.
    monkeypatch.setenv("DISPLAY", display.name)
    with Wallet(network="loopback") as wallet:
        wallet.create("native")
        wallet.unlock()
        # Every prompt takes the passphrase, so that one hand answers them all.
        wallet.run("policy", "set", "--approvals", "native", "--per-request", "--passphrase-file", str(wallet.passphrase_file))
        wallet.use_nodes(node.url)
        account = Pubkey.from_string(wallet.public_key)
        node.control(set=wallet.public_key, lamports=10 * SOL)
        desktop = Desktop(wallet, display.name)
        pages = desktop.take("https")
        user = Prompts(display, wallet)

        def start(*steps: str) -> App:
            return App(desktop, tmp_path / "said", programs() / "sidekey-adapter-steps", *steps, keyring=True)

        one, *several = [transferred(node, account, carol, lamports) for lamports in (1, 2, 3)]
        app = start(
            "scheme:stepsapp", "connect", "message:olá, κόσμε", f"sign:{spelled(one)}", f"all:{spelled(*several)}", "browse:https://shown.example/a?b=c"
        )
        assert app.next() == "registered"
        assert user.approve(app) == f"connected {account}"
        signature = Signature.from_string(user.approve(app).removeprefix("signature "))
        assert signature.verify(account, "olá, κόσμε".encode())
        signed(user.approve(app).removeprefix("transaction "), one)
        for text, asked in zip(user.approve(app).removeprefix("transactions ").split(","), several, strict=True):
            signed(text, asked)
        assert user.approve(app) == "opened"
        assert pages.next() == "https://shown.example/a?b=c"
        assert app.ended() == []
        (known,) = wallet.json("apps")
        assert (known["url"], known["redirect"], known["account"]) == ("https://steps.example", "stepsapp:", str(account))

        # Another process of the app finds the connection, and nobody is asked to connect.
        before = balance(node, carol)
        app = start("scheme:stepsapp", "recover", f"send:{spelled(transferred(node, account, carol, 7_000_000))}")
        assert [app.next(), app.next()] == ["registered", f"recovered {account}"]
        name = user.approve(app).removeprefix("signature ")
        assert app.ended() == []
        wait_for(lambda: balance(node, carol) == before + 7_000_000, "it is on the chain")
        assert node.ask("getSignatureStatuses", [name])["value"][0]["err"] is None

        # Taken back at the wallet, the app hears so at its next request; then its user says no, and then it is told to forget.
        wallet.run("apps", "revoke", known["app"])
        app = start("scheme:stepsapp", "recover", "message:never", "connect", "connect", "disconnect", "unscheme:stepsapp", "recover")
        assert [app.next(), app.next(), app.next()] == ["registered", f"recovered {account}", "refused 4100"]
        user.reject()
        assert app.next() == "refused 4001"
        assert user.approve(app) == f"connected {account}"
        assert [app.next(), *app.ended()] == ["disconnected", "unregistered", "recovered "]
        assert wallet.json("apps") == [] and not list(desktop.applications.glob("stepsapp*"))
