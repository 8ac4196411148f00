"""Speaks to the wallet's host as another extension would, or the wallet's own when it was taken over."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

from browsers import Extension, Surface, wait_for
from sealing import sealed
from stage import SIDEKEY, Stage
from wallet import IDS, Wallet

ROGUE = Extension(Path(__file__).with_name("rogue"), "opacnhohgpeonclhdknogmaggldkgmbk", "rogue@sidekey.test")
ORIGIN = {"origin": "https://bank.example", "tab": 1, "document": "d", "request": "1"}
TABLE_A = {
    "connect": ORIGIN,
    "getAccounts": ORIGIN,
    "signMessage": {**ORIGIN, "message": "AAAA"},
    "signTransaction": {**ORIGIN, "tx": "AAAA"},
}
TABLE_B = {
    "vault.status": {},
    "vault.unlock": {"passphrase": "guess"},
    "vault.lock": {},
    "vault.ceremony": {"kind": "phrase"},
    "approvals.list": {},
    "approvals.rejectAll": {"ids": []},
    "accounts.list": {},
    "origins.list": {},
    "origins.revoke": {"origin": "https://bank.example"},
    "origins.set": {"origin": "https://bank.example", "accounts": []},
    "origins.blocks": {},
    "origins.block": {"site": "bank.example"},
    "origins.unblock": {"site": "bank.example"},
    "sites.lists": {},
    "sites.update": {"name": "a"},
    "permissions.list": {},
    "permissions.revoke": {"extension": "a@b"},
    "deeplinks.list": {},
    "deeplinks.revoke": {"app": "8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR9"},
    "settings.get": {},
    "settings.set": {"theme": "dark"},
    "updates.status": {},
    "policy.get": {},
    "activity.list": {},
    "activity.verify": {},
    "outstanding.list": {},
    "outstanding.void": {"signature": "1"},
    "outstanding.controlled": {},
    "agent.about": {},
    "modules.list": {},
    "accounts.qr": {"publicKey": "11111111111111111111111111111111"},
    "accounts.watch": {"address": "11111111111111111111111111111111"},
    "wallets.list": {},
    "wallets.add": {"name": "a"},
    "wallets.switch": {"wallet": "first"},
    "wallets.rename": {"wallet": "first", "name": "a"},
    "accounts.unwatch": {"publicKey": "11111111111111111111111111111111"},
    **{f"portfolio.{name}": {} for name in ("balance", "tokens", "permissions", "history")},
    **{name: {} for name in ("network.status", "transfer.preview", "transfer.send", "transfer.revoke", "transfer.reclaimable", "transfer.reclaim", "portfolio.hidden", "stake.list", "stake.validators", "stake.liquid", "stake.delegate")},
    **{name: {"stake": "11111111111111111111111111111111"} for name in ("stake.deactivate", "stake.withdraw")},
    "nfts.list": {},
    **{f"nfts.{name}": {"address": "11111111111111111111111111111111"} for name in ("details", "picture")},
    **{name: {"mint": "11111111111111111111111111111111"} for name in ("portfolio.hide", "portfolio.show", "transfer.burn")},
    **{f"contacts.{name}": {} for name in ("list", "add", "update", "remove")},
}
TABLE_C = {
    "vault.create": {"phrase": "a", "passphrase": "b", "unattended": True},
    **{f"vault.{name}": {} for name in ("discover", "changePassphrase", "rotate", "backup", "restore", "inspect", "sheet", "reveal")},
    **{name: {} for name in ("accounts.import", "accounts.remove", "policy.set", "offchain.sign", "sites.add", "sites.remove")},
    "message.sign": {"message": "aGk="},
    **{name: {} for name in ("accounts.import", "accounts.remove", "policy.set", "offchain.sign", "permissions.allow")},
    "records.get": {"id": "00000000-0000-0000-0000-000000000000"},
    "deeplinks.open": {"url": "sidekey://v1/connect"},
    "portfolio.airdrop": {"lamports": "1"},
    "agent.status": {},
    "agent.metrics": {},
    "agent.stop": {},
    "updates.check": {},
}
ATTACH = {
    "arguments": [f"chrome-extension://{IDS['chromium']}/"],
    "browser": "chromium",
    "caller": f"chrome-extension://{IDS['chromium']}/",
    "environment": {},
    "version": "0.1.0",
}


def hello(client: str) -> dict:
    names = {"profile": "5b1c9e0e-1111-4222-8333-444455556666", "connectionKey": "5b1c9e0e-1111-4222-8333-444455556667"}
    return {"protocol": 1, "client": client, "version": "0.1.0", **(names if client == "extension" else {})}


class Probe:
    """The driver's half of rogue/probe.js."""

    def __init__(self, tab: Surface):
        self.tab = tab
        self.count = 0
        self.call("open")

    def call(self, name: str, *arguments: object) -> object:
        given = ", ".join(json.dumps(argument) for argument in arguments)
        return self.tab.evaluate(f"(window.wrappedJSObject ?? window).probe.{name}({given})")

    def heard(self) -> dict:
        return json.loads(self.call("heard"))

    def sealed(self, method: str, parameter: str, secret: str) -> dict:
        """A secret sealed to what the last `hello` answered."""
        keys = [message["result"]["sealingKey"] for message in self.heard()["received"] if "sealingKey" in message.get("result", {})]
        return sealed(keys[-1], method, parameter, secret)

    def start(self, method: str, params: dict) -> str:
        """Sends one request and returns its id."""
        self.count += 1
        message = {"jsonrpc": "2.0", "id": str(self.count), "method": method, "params": params}
        self.call("send", json.dumps([message]))
        return str(self.count)

    def answer(self, identifier: str) -> dict:
        """The response to a request that was sent."""

        def found() -> list[dict]:
            heard = self.heard()["received"]
            return [message for message in heard if message.get("id") == identifier] or self.ended()

        return wait_for(found, f"an answer to request {identifier}")[0]

    def request(self, method: str, params: dict) -> dict:
        """Sends one request and returns the response."""
        return self.answer(self.start(method, params))

    def ended(self) -> list[dict]:
        heard = self.heard()
        return [{"ended": heard["ended"]}] if heard["ended"] else []

    def external(self, identifier: str, message: dict, way: str = "external") -> dict:
        """What another extension answers to a message."""
        ticket = self.call(way, identifier, json.dumps(message))
        return json.loads(wait_for(lambda: self.call("outcome", ticket), "an answer"))

    def race(self, decisions: list[dict]) -> int:
        """Begins to decide requests one after the other; `won` tells of how many it was the first to."""
        return self.call("race", json.dumps(decisions))

    def won(self, ticket: int) -> list[str]:
        return json.loads(wait_for(lambda: self.call("outcome", ticket), "the race is over", 60))

    def dial(self, identifier: str, message: dict) -> dict:
        """As `external`, by a port."""
        return self.external(identifier, message, "dial")


def refused(answer: dict) -> int:
    assert "result" not in answer, answer
    return answer["error"]["code"]


def copied(wallet: Wallet, name: str, patches: dict[str, tuple[str, str]]) -> Extension:
    """The wallet's own extension, taken over: files with a passage replaced, under the same id."""
    folder = wallet.folder / name
    shutil.copytree(SIDEKEY.folder, folder)
    for path, (passage, replacement) in patches.items():
        text = (folder / path).read_text()
        assert text.count(passage) == 1, f"{passage!r} in {path}"
        (folder / path).write_text(text.replace(passage, replacement))
    return replace(SIDEKEY, folder=folder)


def taken_over(wallet: Wallet) -> Extension:
    """The wallet's own extension with the probe in it: as after a malicious update."""
    extension = copied(wallet, "hijacked", {})
    for name in ("probe.html", "probe.js"):
        shutil.copy(ROGUE.folder / name, extension.folder / name)
    return extension


def open_probe(stage: Stage, extension: Extension | None = None) -> Probe:
    """A tab with the probe, in the stage's own extension unless another is named."""
    return Probe(stage.browser.open(stage.browser.extension_url(extension or stage.extension, "probe.html")))
