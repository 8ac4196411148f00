"""Answers that tests give in the agent's place are answers that an agent gives: their shapes are compared with what one says of a node's chain."""

import json
import re
import struct
import subprocess
from pathlib import Path

import pytest
import squads
from browsers import wait_for
from deeplink_app import DeeplinkApp
from frames import encode
from local_node import LocalNode
from opened_links import Opened, connect
from probe import hello
from screens import SCREENS
from vectors_nfts import put
from wallet import IDS, ROOT, Wallet

PROTOCOL = (ROOT / "docs" / "protocol.md").read_text()
SPENDING = {"asset": "", "amount": "", "left": "", "symbol": "", "decimals": 1}
SUM = {"value": "", "price": "", "asOf": 1, "about": True}
# What the chain of the tests doesn't bring about; each is a member by docs/protocol.md.
RARE = {
    "portfolio.balance": {"unreadable": 1, "worth": {"currency": "", "instead": "", "unpriced": 1, "total": SUM, "sol": SUM}},
    "portfolio.tokens": {
        "tokens": [{"frozen": True, "delegate": "", "delegated": "", "worth": SUM, "known": {"symbol": "", "name": ""}, "hidden": ""}],
        "cursor": "",
        "currency": "",
    },
    "nfts.list": {"nfts": [{"hidden": ""}], "missing": [""], "partial": [""], "cursor": ""},
    "transfer.reclaimable": {"accounts": [{"account": "", "mint": "", "program": "", "lamports": "", "fault": ""}]},
    "portfolio.permissions": {"permissions": [{"closeAuthority": ""}], "cursor": ""},
    "stake.list": {"cursor": ""},
    "stake.validators": {"cursor": ""},
    "multisig.list": {"multisigs": [{"authority": ""}], "cursor": ""},
    "multisig.proposals": {"cursor": ""},
    "portfolio.history": {"entries": [{"failure": "", "omitted": 1, "movements": [{"others": 1}]}], "cursor": ""},
    "transfer.preview": {"findings": [{"address": ""}], "computeUnits": 1, "resolved": {"name": "", "nodes": [{"node": "", "slot": ""}]}, "claimed": {"name": "", "nodes": [{"node": "", "slot": ""}]}},
    "contacts.list": {"contacts": [{"name": ""}]},
    "accounts.list": {"watched": [{"publicKey": "", "label": "", "hidden": True, "watchOnly": True}]},
    "transfer.send": {"signature": ""},
    "network.status": {"nodes": [{"found": ""}]},
    "policy.get": {
        "network": {"endpoints": {"mainnet": [""], "devnet": [""], "testnet": [""]}},
        "budgets": [{"origin": "", "since": 1, "spend": [SPENDING]}],
        "pressAmounts": [SPENDING],
    },
    "vault.status": {"activityBreak": 1, "securityKeys": 1, "tpm": True, "fingerprint": True},
}
# What docs/protocol.md says may be missing, though all that was asked here had it.
OPTIONAL = {"fee", "paysFee", "signed", "movements", "marks", "time", "age", "decimals", "claims", "known", "hidden", "collection", "tokenAccount", "frozen", "more", "uri", "picture", "host", "name", "symbol", "delegate", "delegated", "from", "to"}


class Agent:
    """A host of the wallet's, asked as the extension asks it."""

    def __init__(self, wallet: Wallet):
        program = [str(wallet.bin / "sidekey-host"), f"chrome-extension://{IDS['chromium']}/"]
        self.host = subprocess.Popen(program, env=wallet.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.said: dict[str, list[dict]] = {}
        self.count = 0
        self.ask("hello", **hello("extension"))

    def begin(self, method: str, **params: object) -> str:
        self.count += 1
        self.host.stdin.write(encode({"jsonrpc": "2.0", "id": str(self.count), "method": method, "params": params}))
        self.host.stdin.flush()
        return str(self.count)

    def ask(self, method: str, **params: object) -> dict:
        identifier = self.begin(method, **params)
        while (answer := self._read()).get("id") != identifier:
            pass
        self.said.setdefault(method, []).append(answer["result"])
        return answer["result"]

    def _read(self) -> dict:
        (length,) = struct.unpack("<I", self.host.stdout.read(4))
        return json.loads(self.host.stdout.read(length))

    def close(self) -> None:
        self.host.stdin.close()
        self.host.wait(10)
        self.host.stdout.close()


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[dict]]:
    """What an agent answered to each method, of an account that got tokens and of one whose tokens somebody else may take."""
    with LocalNode("--slot-ms", "400") as node, Wallet(network="loopback") as wallet:
        wallet.create()
        wallet.unlock()
        wallet.use_nodes(node.url)
        passphrase = ["--passphrase-file", str(wallet.passphrase_file)]
        bob, carol = (node.seeded["accounts"][name] for name in ("bob", "carol"))
        key = Path(tmp_path_factory.mktemp("keys")) / "bob"
        key.touch(0o600)
        key.write_text(bob["secretKey"])
        wallet.run("account", "import", str(key), *passphrase)
        wallet.run("contacts", "add", carol["publicKey"], "Carol", *passphrase)
        node.control(set=wallet.public_key, lamports=10**10)
        for symbol in ("FEEX", "BOSS"):
            node.control(mint=symbol, to=wallet.public_key, amount=5 * 10**9)
        node.advance(3)
        agent = Agent(wallet)
        for _ in range(2):
            for account in (wallet.public_key, bob["publicKey"]):
                for name in ("balance", "tokens", "permissions", "history"):
                    agent.ask(f"portfolio.{name}", account=account)
            agent.ask("network.status")
            if node.control()["faults"] == []:
                put(node, wallet.public_key)
                for held in agent.ask("nfts.list")["nfts"]:
                    agent.ask("nfts.details", address=held["address"])
                group = squads.scene(wallet.public_key)
                for placed in group["accounts"]:
                    node.control(**placed)
                node.advance(3)
                agent.ask("multisig.list", account=wallet.public_key)
                agent.ask("multisig.proposals", account=wallet.public_key, multisig=group["multisig"], language="en")
                agent.ask("transfer.reclaimable")
                agent.ask("transfer.preview", to="Carol", amount="1")
                agent.ask("transfer.preview", to=bob["publicKey"], amount="1", mint=node.seeded["mints"]["FEEX"]["address"], memo="x")
            # What was saved is said with its age and the reason.
            node.fault("drop")
        for method in ("contacts.list", "accounts.list", "wallets.list", "policy.get", "vault.status", "settings.get"):
            agent.ask(method)
        agent.said["transfer.send"] = agent.said["transfer.preview"]
        app = connect(wallet, DeeplinkApp())
        for link in (app.sign_message(b"text"), app.connect(), app.link("browse/https%3A%2F%2Fa.example", ref=app.url).replace("/v1", "")):
            opened = Opened(wallet, link)
            (summary,) = wait_for(wallet.pending, "the request of an app")
            agent.ask("approvals.list")
            agent.ask("approvals.get", id=summary["id"], language="en")
            agent.ask("approvals.present", ids=[summary["id"]])
            wallet.run("reject", summary["id"])
            opened.answer()
        agent.ask("deeplinks.list")
        agent.close()
        return agent.said


def answers() -> list[tuple[str, str, dict]]:
    """Every answer of every screen: whose it is, its method and its kind."""
    return [(screen.name, method, kind) for screen in SCREENS for method, kind in screen.answers.items()]


def joined(samples: list) -> object:
    """The shape of values: for objects each member's with whether all had it, for lists that of all their elements."""
    if all(isinstance(sample, dict) for sample in samples):
        names = dict.fromkeys(name for sample in samples for name in sample)
        return {name: (joined([each[name] for each in samples if name in each]), all(name in each for each in samples)) for name in names}
    if all(isinstance(sample, list) for sample in samples):
        elements = [element for sample in samples for element in sample]
        return [joined(elements)] if elements else []
    return {type(sample) for sample in samples if sample is not None}


def faults(value: object, shape: object, place: str, is_part: bool = False) -> list[str]:
    """Where a value isn't of a shape; a part may lack members."""
    if isinstance(shape, dict) and isinstance(value, dict):
        found = [f"{place}.{name}: no agent says that" for name in value.keys() - shape.keys()]
        needed = {name for name, (_, is_always) in shape.items() if is_always} - OPTIONAL
        found += [] if is_part else [f"{place}.{name}: is missing" for name in needed - value.keys()]
        return found + [fault for name in value.keys() & shape.keys() for fault in faults(value[name], shape[name][0], f"{place}.{name}", is_part)]
    if isinstance(shape, list) and isinstance(value, list):
        return [fault for number, each in enumerate(value) for fault in (faults(each, shape[0], f"{place}[{number}]", is_part) if shape else [])]
    if isinstance(shape, set) and not isinstance(value, dict | list):
        return [] if value is None or type(value) in shape else [f"{place}: {value!r} is no {shape}"]
    return [f"{place}: {value!r} isn't of the shape {shape}"]


def shape_of(said: dict[str, list[dict]], method: str) -> object:
    """Of what was said, and of what is said seldom; the latter makes nothing needed."""
    shape = joined(said[method])
    extend(shape, RARE.get(method, {}))
    return shape


def extend(shape: dict, rare: dict) -> None:
    for name, value in rare.items():
        if name not in shape:
            shape[name] = ({} if isinstance(value, dict) else joined([value]), False)
            if isinstance(value, dict):
                extend(shape[name][0], value)
        elif isinstance(value, dict):
            extend(shape[name][0], value)
        elif isinstance(value, list) and shape[name][0]:
            extend(shape[name][0][0], value[0])


def test_what_is_answered_in_the_agents_place_has_the_agents_shape(said):
    found, compared = [], set()
    for screen, method, kind in answers():
        if method not in said or not {"result", "merge"} & kind.keys():
            continue
        compared.add(method)
        found += faults(kind.get("result", kind.get("merge")), shape_of(said, method), f"{screen}: {method}", is_part="merge" in kind)
    assert not found, "\n".join(found)
    assert {f"portfolio.{name}" for name in ("balance", "tokens", "permissions", "history")} | {"transfer.preview", "transfer.send", "contacts.list"} | {"approvals.list", "approvals.get", "deeplinks.list"} <= compared


def test_what_is_refused_in_the_agents_place_is_refused_for_a_reason_that_there_is():
    errors = [(screen, kind["error"]) for screen, _, kind in answers() if "error" in kind]
    assert errors
    table = {row.split("|")[1].strip(): row for row in PROTOCOL.splitlines() if re.match(r"\| -?\d+ \|", row)}
    found = [f"{screen}: {error}" for screen, error in errors if f"`{error['data']['reason']}`" not in table[str(error["code"])]]
    assert not found, "\n".join(found)
