"""The driver's half of pages/dapp.js: a dApp in a tab that calls the wallet through the Wallet Standard."""

import base64
import json
from pathlib import Path

from browsers import PATIENCE, Surface, wait_for
from stage import Stage

PAGES = Path(__file__).with_name("pages")
PAGE = "(window.wrappedJSObject ?? window).dapp"


class Refused(Exception):
    """The wallet's promise was rejected; `code` and `message` are the error's own."""

    def __init__(self, error: dict):
        super().__init__(f"{error.get('code')}: {error.get('message')}")
        self.code = error.get("code")
        self.message = error.get("message")
        self.is_error = error.get("isError")


class Call:
    """A call that is under way in the page."""

    def __init__(self, dapp: "DApp", name: str, ticket: int):
        self.dapp = dapp
        self.name = name
        self.ticket = ticket

    @property
    def settled(self) -> bool:
        return self._outcome() is not None

    def _outcome(self) -> dict | None:
        text = self.dapp.tab.evaluate(f"(ticket) => {PAGE}.outcome(ticket)", self.ticket)
        return json.loads(text) if text else None

    def result(self, timeout: float = PATIENCE):
        """What the promise gave; raises `Refused` where it was rejected."""
        outcome = wait_for(self._outcome, f"an answer to {self.name}", timeout)
        if "error" in outcome:
            raise Refused(outcome["error"])
        return outcome["value"]

    def refusal(self, timeout: float = PATIENCE) -> Refused:
        """The error that the promise was rejected with; fails where it was fulfilled."""
        try:
            value = self.result(timeout)
        except Refused as refused:
            return refused
        raise AssertionError(f"{self.name} was not refused but gave {value!r}")


class DApp:
    """A page with a minimal app in it."""

    def __init__(self, tab: Surface, origin: str):
        self.tab = tab
        self.origin = origin

    @classmethod
    def open(cls, stage: Stage, origin: str | None = None) -> "DApp":
        """A tab with the dApp at a new origin, or once more at one that is there."""
        origin = origin or stage.site(PAGES).origin
        return cls(stage.browser.open(f"{origin}/dapp.html"), origin).wait_for_wallet()

    @classmethod
    def connected(cls, stage: Stage, origin: str | None = None) -> "DApp":
        """A dApp that the user has connected, with the approval window closed again.

        Left out, the origin is one that the stage keeps, which is asked about only where it isn't connected any more.
        """
        dapp = cls.open(stage, origin or stage.familiar(PAGES).origin)
        if dapp.begin("connect", silent=True).result():
            return dapp
        call = dapp.begin("connect")
        # A window that comes after the decision stays for a while to tell it.
        stage.approval()
        (request,) = [request for request in stage.wallet.pending() if request["origin"] == dapp.origin]
        stage.wallet.run("approve", request["id"], "--yes")
        call.result()
        stage.wait_for_rest()
        return dapp

    @classmethod
    def stranger(cls, stage: Stage) -> "DApp":
        """As `connected`, at an origin of its own."""
        return cls.connected(stage, stage.site(PAGES).origin)

    def wait_for_wallet(self, timeout: float = PATIENCE) -> "DApp":
        self.tab.wait_until(f"{PAGE} && {PAGE}.look() !== 'null'", timeout=timeout)
        return self

    def begin(self, name: str, **parameters: object) -> Call:
        """Calls the wallet, as a page does whose button was pressed."""
        self.tab.touch()
        return self.begin_untouched(name, **parameters)

    def begin_untouched(self, name: str, **parameters: object) -> Call:
        """Calls the wallet, as a page may do by itself."""
        script = f"(name, parameters) => {PAGE}.begin(name, parameters)"
        return Call(self, name, self.tab.evaluate(script, name, json.dumps(parameters)))

    def look(self) -> dict:
        """What the page sees of the wallet without asking it anything."""
        return json.loads(self.tab.evaluate(f"{PAGE}.look()"))

    @property
    def accounts(self) -> list[str]:
        return [account["address"] for account in self.look()["accounts"]]

    def sign_message(self, *messages: bytes, **also: object) -> Call:
        return self.begin("signMessage", messages=[spell(message) for message in messages], **also)

    def sign_transaction(self, *transactions: bytes, **also: object) -> Call:
        return self.begin("signTransaction", transactions=[spell(bytes(item)) for item in transactions], **also)


def spell(data: bytes) -> str:
    return base64.b64encode(data).decode()


def unspell(text: str) -> bytes:
    return base64.b64decode(text, validate=True)
