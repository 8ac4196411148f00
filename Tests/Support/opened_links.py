"""Links of apps, opened by the real `sidekey open-url` and decided by the command line."""

import subprocess

from browsers import wait_for
from deeplink_app import DeeplinkApp
from wallet import Wallet


class Opened:
    """`sidekey open-url` at work."""

    def __init__(self, wallet: Wallet, link: str, *options: str):
        # Where no prompt can be shown: what is decided is decided by the test.
        environment = {name: value for name, value in wallet.environment.items() if "DISPLAY" not in name}
        command = [str(wallet.bin / "sidekey"), "open-url", link, *(options or ["--print"])]
        self.process = subprocess.Popen(
            command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        self.errors = ""

    def answer(self, timeout: float = 60) -> str:
        """The link that it would open; an empty text where it would open none."""
        output, self.errors = self.process.communicate(timeout=timeout)
        return output.strip()


def waiting(wallet: Wallet, origin: str) -> dict:
    found = wait_for(lambda: [each for each in wallet.pending() if each["origin"] == origin], f"a request of {origin}")
    return found[0]


def approve(wallet: Wallet, app: DeeplinkApp) -> dict:
    summary = waiting(wallet, app.origin)
    wallet.run("approve", summary["id"], "--yes", "--passphrase-file", str(wallet.passphrase_file))
    return summary


def ask(wallet: Wallet, app: DeeplinkApp, link: str) -> str:
    """Opens a link, approves what it asks, and gives the answer's link."""
    opened = Opened(wallet, link)
    approve(wallet, app)
    return opened.answer()


def connect(wallet: Wallet, app: DeeplinkApp) -> DeeplinkApp:
    app.connected(ask(wallet, app, app.connect()))
    return app
