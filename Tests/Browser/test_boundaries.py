"""Who is calling is decided by the connection: other extensions, hijacked parts of our own, and hostile pages."""

import json
import shutil
from pathlib import Path

import pytest
from browsers import Extension, Surface, wait_for
from dapp import DApp
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
    "approvals.list": {},
    "approvals.rejectAll": {"ids": []},
    "accounts.list": {},
    "origins.list": {},
    "origins.revoke": {"origin": "https://bank.example"},
    "settings.get": {},
    "policy.get": {},
    "activity.list": {},
}
TABLE_C = {
    "vault.create": {"phrase": "a", "passphrase": "b", "unattended": True},
    "records.get": {"id": "00000000-0000-0000-0000-000000000000"},
    "agent.status": {},
    "agent.stop": {},
}
ATTACH = {
    "arguments": [f"chrome-extension://{IDS['chromium']}/"],
    "browser": "chromium",
    "caller": f"chrome-extension://{IDS['chromium']}/",
    "environment": {},
    "version": "0.1.0",
}
NAMES_OF_OBJECTS = ["__proto__", "constructor", "toString", "hasOwnProperty", "prototype", ""]


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

    def request(self, method: str, params: dict) -> dict:
        """Sends one request and returns the response."""
        self.count += 1
        number = str(self.count)
        message = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
        self.call("send", json.dumps([message]))
        answers = wait_for(
            lambda: [message for message in self.heard()["received"] if message.get("id") == number] or self.ended(),
            f"an answer to {method}",
        )
        return answers[0]

    def ended(self) -> list[dict]:
        heard = self.heard()
        return [{"ended": heard["ended"]}] if heard["ended"] else []

    def external(self, identifier: str, message: dict) -> dict:
        ticket = self.call("external", identifier, json.dumps(message))
        return json.loads(wait_for(lambda: self.call("outcome", ticket), "an answer"))


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
    return Extension(folder, SIDEKEY.chromium_id, SIDEKEY.firefox_id)


@pytest.fixture(scope="module")
def rogue_stage(browser_name):
    """Both extensions in one browser; the host's manifest lets the other one in, as a careless installation might."""
    with Wallet() as wallet:
        wallet.create()
        lists = {
            "allowed_origins": [f"chrome-extension://{ROGUE.chromium_id}/"],
            "allowed_extensions": [ROGUE.firefox_id],
        }
        with Stage(browser_name, wallet, others=[ROGUE], **lists) as stage:
            yield stage


@pytest.fixture
def rogue(rogue_stage):
    rogue_stage.wallet.unlock()
    probe = Probe(rogue_stage.browser.open(rogue_stage.browser.extension_url(ROGUE, "probe.html")))
    yield probe
    rogue_stage.tidy()


def test_another_extension_cannot_say_that_it_is_the_command_line(rogue, rogue_stage):
    assert refused(rogue.request("hello", hello("cli"))) == -32600
    assert refused(rogue.request("vault.status", {})) == -32600, "hello first"
    assert rogue_stage.wallet.status["vault"] == "unlocked"


def test_another_extension_cannot_attach_as_the_wallets_own(rogue, rogue_stage):
    rogue.call("send", json.dumps([{"jsonrpc": "2.0", "method": "host.attach", "params": ATTACH}]))
    assert refused(rogue.request("host.attach", ATTACH)) in (-32600, -32601)
    rogue.request("hello", hello("extension"))
    assert refused(rogue.request("host.attach", ATTACH)) == -32601
    assert refused(rogue.request("vault.status", {})) == -32601


def test_another_extension_is_refused_every_method(rogue, rogue_stage):
    rogue.request("hello", hello("extension"))
    for method, params in {**TABLE_A, **TABLE_B, **TABLE_C}.items():
        assert refused(rogue.request(method, params)) == -32601, method
    assert rogue_stage.wallet.status["vault"] == "unlocked"
    assert rogue_stage.wallet.pending() == []


def test_another_extension_hears_nothing_of_what_happens(rogue, rogue_stage):
    rogue.request("hello", hello("extension"))
    before = len(rogue.heard()["received"])
    dapp = DApp.connected(rogue_stage)
    call = dapp.sign_message(b"between us")
    rogue_stage.approve()
    call.result()
    rogue_stage.wallet.lock()
    rogue.request("vault.status", {})
    heard = [message.get("method") for message in rogue.heard()["received"][before:] if "method" in message]
    assert heard in ([], ["vault.changed"])


def test_another_extension_gets_no_answer_from_ours(rogue, rogue_stage):
    identifier = IDS[rogue_stage.browser.name]
    assert "error" in rogue.external(identifier, {"method": "approvals.list", "id": "1", "params": {}})


def test_a_host_that_is_not_registered_for_an_extension_is_not_started(browser_name):
    with Wallet() as wallet, Stage(browser_name, wallet, others=[ROGUE]) as stage:
        probe = Probe(stage.browser.open(stage.browser.extension_url(ROGUE, "probe.html")))
        wait_for(lambda: probe.heard()["ended"], "the browser refuses")
        assert wallet.recording.hosts() == []


# Our own extension, taken over


@pytest.fixture(scope="module")
def hijacked_stage(browser_name):
    with Wallet() as wallet:
        wallet.create()
        extension = copied(wallet, "hijacked", {})
        for name in ("probe.html", "probe.js"):
            shutil.copy(ROGUE.folder / name, extension.folder / name)
        with Stage(browser_name, wallet, extension=extension) as stage:
            yield stage


@pytest.fixture
def hijacked(hijacked_stage):
    hijacked_stage.ensure_unlocked()
    yield hijacked_stage
    hijacked_stage.tidy()


def test_our_own_extension_cannot_become_the_command_line(hijacked):
    probe = Probe(hijacked.browser.open(hijacked.browser.extension_url(hijacked.extension, "probe.html")))
    assert refused(probe.request("hello", hello("cli"))) == -32600
    assert "result" in probe.request("hello", hello("extension"))
    assert refused(probe.request("host.attach", {**ATTACH, "caller": "sidekey"})) == -32601
    assert refused(probe.request("hello", hello("cli"))) == -32600
    for method, params in TABLE_C.items():
        assert refused(probe.request(method, params)) == -32601, method
    assert hijacked.wallet.agent() is not None and hijacked.wallet.status["vault"] == "unlocked"


def test_our_own_extension_cannot_decide_what_it_was_not_shown(hijacked):
    """Approving names the digest and the hash of the review; neither can be made up or taken from another request."""
    probe = Probe(hijacked.browser.open(hijacked.browser.extension_url(hijacked.extension, "probe.html")))
    probe.request("hello", hello("extension"))
    dapp = DApp.connected(hijacked)
    dapp.sign_message(b"one")
    dapp.sign_message(b"two")
    wait_for(lambda: len(hijacked.wallet.pending()) == 2, "both wait")
    one, two = (probe.request("approvals.get", {"id": item["id"]})["result"] for item in hijacked.wallet.pending())
    mixed = {"id": one["summary"]["id"], "digest": two["summary"]["digest"], "review": one["reviewHash"]}
    answer = probe.request("approvals.approve", mixed)
    assert answer["error"]["data"]["reason"] == "digest-mismatch"
    mixed = {"id": one["summary"]["id"], "digest": one["summary"]["digest"], "review": two["reviewHash"]}
    answer = probe.request("approvals.approve", mixed)
    assert answer["error"]["data"]["reason"] == "review-mismatch"
    assert len(hijacked.wallet.pending()) == 2


# A hostile page


@pytest.fixture(scope="module")
def hostile_stage(browser_name):
    """A page that got hold of the provider's port, and a relay in a renderer that was taken over."""
    patches = {
        "page/WalletStandardProvider.js": ("const port = channel.port1;", "const port = window.taken = channel.port1;"),
        "content/relay.js": (
            'window.addEventListener("message", takeOver);',
            """window.addEventListener("message", takeOver);
            document.addEventListener("hostile", ({ detail }) => {
                const port = api.runtime.connect({ name: "screen" });
                const heard = [];
                port.onMessage.addListener((message) => {
                    heard.push(message);
                    document.documentElement.dataset.heard = JSON.stringify(heard);
                });
                for (const message of JSON.parse(detail)) port.postMessage(message);
            });""",
        ),
    }
    with Wallet() as wallet:
        wallet.create()
        with Stage(browser_name, wallet, extension=copied(wallet, "hostile", patches)) as stage:
            yield stage


@pytest.fixture
def hostile(hostile_stage):
    hostile_stage.ensure_unlocked()
    yield hostile_stage
    hostile_stage.tidy()


def test_a_pages_method_name_cannot_leave_the_first_table(hostile):
    dapp = DApp.open(hostile)
    names = [
        *TABLE_B,
        *TABLE_C,
        "hello",
        "host.attach",
        "screen.holds",
        "tab.status",
        "tab.disconnect",
        *NAMES_OF_OBJECTS,
    ]
    for name in names:
        assert dapp.begin("raw", method=name, params={}).result()["error"]["code"] == -32601, name
    sent = {message["method"] for message in hostile.wallet.recording.messages("to-host")}
    assert sent.isdisjoint(set(names) - {"hello", "approvals.list", "vault.status"})
    assert hostile.wallet.status["vault"] == "unlocked"


def test_a_page_cannot_say_where_it_is(hostile):
    dapp = DApp.open(hostile)
    for name in ("origin", "tab", "document", "container", "private", "request", "profile", "id"):
        answer = dapp.begin("raw", method="connect", params={name: "https://bank.example"}).result()
        assert answer["error"]["code"] == -32602, name
    assert hostile.wallet.pending() == []


def test_the_origin_of_a_request_is_the_browsers_word(hostile):
    dapp = DApp.open(hostile)
    dapp.begin("raw", method="connect", params={})
    (request,) = wait_for(hostile.wallet.pending, "it waits")
    assert request["origin"] == dapp.origin
    frame = [message for message in hostile.wallet.recording.messages("to-host") if message["method"] == "connect"][-1]
    assert frame["params"]["origin"] == dapp.origin
    assert isinstance(frame["id"], str)


def test_a_relay_cannot_be_a_screen(hostile):
    """The relay has the extension's own id and chooses its port's name; only the origin tells it from a screen."""
    dapp = DApp.open(hostile)
    asked = [
        {"id": "1", "method": "approvals.list", "params": {}},
        {"id": "2", "method": "vault.lock", "params": {}},
        {"id": "3", "method": "vault.status", "params": {}},
        {"id": "4", "method": "screen.holds", "params": {"ids": []}},
    ]
    dapp.begin("tell", event="hostile", detail=json.dumps(asked))
    heard = dapp.tab.wait_until(
        "(count) => JSON.parse(document.documentElement.dataset.heard ?? '[]').filter(({ id }) => id).length === count"
        " && document.documentElement.dataset.heard",
        len(asked),
    )
    for message in json.loads(heard):
        assert message["error"]["code"] == -32601
    assert hostile.wallet.status["vault"] == "unlocked"


def test_a_port_that_a_page_hands_over_later_is_not_taken(stage):
    dapp = DApp.open(stage)
    assert dapp.begin("handOver", method="getAccounts").result() == "no answer"


def test_nothing_of_the_extension_is_open_to_pages(stage):
    dapp = DApp.open(stage)
    for path in ("manifest.json", "icons/sidekey.svg", "ui/popup.html"):
        assert dapp.begin("fetch", url=stage.browser.extension_url(stage.extension, path)).refusal()
