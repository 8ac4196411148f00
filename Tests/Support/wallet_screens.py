"""The wallet's own screens in a browser, with a node of the test's own behind them."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

from browsers import PATIENCE, Surface, wait_for
from certificate import write_certificate
from local_node import LocalNode
from seat import Seat
from stage import Stage
from wallet import Wallet

SOL = 1_000_000_000


@contextlib.contextmanager
def stage_on(
    browser: str | Seat, node: LocalNode, *contacts: tuple[str, str], trusts: str | None = None, programs: Path | None = None
) -> Iterator[Stage]:
    """A browser and a wallet that asks the node, unlocked for longer than a file of tests takes; contacts are addresses and names.

    - trusts: a host of this machine's with a certificate that the wallet trusts: `wallet.certificates`.
    - programs: the folder of the wallet's programs, where it isn't the built ones.
    """
    with Wallet(bin_folder=programs, network="loopback") as wallet:
        if trusts:
            wallet.certificates = write_certificate(wallet.folder / "server.pem", trusts)
        wallet.create()
        files = ["--passphrase-file", str(wallet.passphrase_file)]
        wallet.use_nodes(node.url)
        wallet.run("policy", "set", "--session", "3600", *files)
        wallet.unlock()
        for address, name in contacts:
            wallet.run("contacts", "add", address, name, *files)
        with Stage(browser, wallet) as stage:
            yield stage


class Screens:
    """The screens of a stage on a node, and what the chain says."""

    def __init__(self, stage: Stage, node: LocalNode):
        self.stage, self.node, self.wallet = stage, node, stage.wallet
        self.carol = node.seeded["accounts"]["carol"]["publicKey"]
        self.usdx = node.seeded["mints"]["USDX"]["address"]

    def open(self, *places: str):
        """The toolbar popup at a place: one of the bar's, or one behind "More"."""
        popup = self.stage.popup()
        for place in places:
            popup.click("button", place, within=".bar" if place in ("Send", "Activity", "More") else "main")
        return popup

    def held(self, address: str) -> int:
        return self.node.ask("getBalance", address, {"commitment": "processed"})["value"]

    def tokens(self, owner: str) -> list[dict]:
        """What an owner's accounts of USDX say."""
        options = {"encoding": "jsonParsed", "commitment": "processed"}
        found = self.node.ask("getTokenAccountsByOwner", owner, {"mint": self.usdx}, options)["value"]
        return [{"address": each["pubkey"], **each["account"]["data"]["parsed"]["info"]} for each in found]


def says(surface, words: str, timeout: float = PATIENCE) -> None:
    surface.wait_until("(words) => document.body.innerText.includes(words)", words, timeout=timeout)


def press_in_popup(stage: Stage, button: str) -> Surface:
    """Opens the toolbar popup and clicks a button of it."""
    popup = stage.popup()
    wait_for(lambda: popup.can_click("button", button), "the button is there")
    popup.click("button", button)
    return popup


def press(surface, name: str, within: str) -> None:
    """Clicks a button at the end of a place, scrolled out from under the bar."""
    surface.run("document.scrollingElement.scrollTo(0, 1e6)")
    surface.click("button", name, within=within)


def choose(surface, label: str, option: str) -> None:
    """Chooses the option of a field that has a text in it, as the keyboard does."""
    surface.evaluate(
        """([label, option]) => {
            const named = [...document.querySelectorAll("label")].find(({ textContent }) => textContent === label);
            const select = document.getElementById(named.htmlFor);
            select.value = [...select.options].find(({ textContent }) => textContent.includes(option)).value;
            select.dispatchEvent(new Event("change"));
        }""",
        [label, option],
    )
