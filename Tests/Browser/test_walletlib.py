"""An extension of somebody else's at the wallet: Examples/ping, and walletlib.js against the Swift side, in both browsers."""

import base64
import json
import shutil
from pathlib import Path

import pytest
from browsers import Extension, Surface, wait_for
from display import Display
from solders.pubkey import Pubkey
from solders.signature import Signature
from solders.transaction import VersionedTransaction
from stage import Stage
from transactions import payment
from wallet import ROOT, Wallet, programs
from wallet_screens import says

# What differs between browsers is tested elsewhere; the whole run has each case in both.
pytestmark = pytest.mark.shared

FOLDER = ROOT / "Examples" / "ping" / "extension"
PING = Extension(FOLDER, "egcclelolioibjapbemghdleefhipofl", "ping@sidekey.example")
METHOD = "MY_CUSTOM_PING_RPC_METHOD"
LAB = """
import * as walletlib from "./walletlib.js";

const api = globalThis.browser ?? globalThis.chrome;
const outcomes = [];

function later(promise) {
    const ticket = outcomes.push(null) - 1;
    promise.then((value) => { outcomes[ticket] = JSON.stringify({ value: value ?? null }); }, (error) => {
        outcomes[ticket] = JSON.stringify({ error: { name: error.name, code: error.code, message: error.message, data: error.data } });
    });
    return ticket;
}

/** Says to the host what walletlib.js wouldn't, after its own `hello`; resolves with every answer that came before that to a last request. */
function raw(messages) {
    return new Promise((resolve) => {
        const heard = [];
        const port = api.runtime.connectNative("app.sidekey.host");
        port.onMessage.addListener((message) => {
            if (message.id !== "last") return heard.push(message);
            port.disconnect();
            resolve(heard);
        });
        port.onDisconnect.addListener(() => resolve(heard));
        const names = { profile: crypto.randomUUID(), connectionKey: crypto.randomUUID() };
        port.postMessage({ jsonrpc: "2.0", id: "hello", method: "hello", params: { protocol: 1, client: "extension", version: "1", ...names } });
        for (const message of messages) port.postMessage(message);
        port.postMessage({ jsonrpc: "2.0", id: "last", method: "NATIVE_GET_ACCOUNTS_METHOD" });
    });
}

window.lab = {
    call: (name, given) => later(walletlib[name](...JSON.parse(given))),
    raw: (messages) => later(raw(JSON.parse(messages))),
    outcome: (ticket) => outcomes[ticket],
};
"""


def ping_programs(folder: Path) -> Path:
    """The wallet's programs, with the example's agent in the place of its own."""
    folder.mkdir()
    for name in ("sidekey", "sidekey-host", "sidekey-rpc", "sidekey-picture", "sidekey-device"):
        shutil.copy(programs() / name, folder / name)
    shutil.copy(programs() / "sidekey-ping-agent", folder / "sidekey-agent")
    return folder


def lists(extension: Extension) -> dict[str, list[str]]:
    """What `install.sh --allow-extension` adds to the manifests."""
    return {"allowed_origins": [f"chrome-extension://{extension.chromium_id}/"], "allowed_extensions": [extension.firefox_id]}


class Lab:
    """A page of the other extension in which a test calls walletlib.js."""

    def __init__(self, stage: Stage, extension: Extension):
        self.tab = stage.browser.open(stage.browser.extension_url(extension, "lab.html"))
        self.tab.wait_until("(window.wrappedJSObject ?? window).lab !== undefined")

    def begin(self, name: str, *arguments: object) -> int:
        given = json.dumps(json.dumps(arguments))
        return self.tab.evaluate(f"(window.wrappedJSObject ?? window).lab.call({json.dumps(name)}, {given})")

    def outcome(self, ticket: int) -> dict:
        return json.loads(wait_for(lambda: self.tab.evaluate(f"(window.wrappedJSObject ?? window).lab.outcome({ticket})"), "an outcome"))

    def call(self, name: str, *arguments: object) -> dict:
        return self.outcome(self.begin(name, *arguments))

    def rpc(self, **request: object) -> dict:
        return self.call("sendNativeRpcRequest", request)["value"]

    def raw(self, *messages: dict) -> list[dict]:
        ticket = self.tab.evaluate(f"(window.wrappedJSObject ?? window).lab.raw({json.dumps(json.dumps(messages))})")
        return self.outcome(ticket)["value"]


def identifier(stage: Stage) -> str:
    return PING.chromium_id if stage.browser.name == "chromium" else PING.firefox_id


def allow(stage: Stage, *options: str) -> None:
    stage.wallet.run("extensions", "allow", identifier(stage), *options, "--passphrase-file", str(stage.wallet.passphrase_file))


@pytest.fixture(scope="module")
def ping_stage(browser_name, tmp_path_factory):
    """The wallet with the example's agent, and two extensions: the wallet's own, and the example with a page for tests in it."""
    folder = tmp_path_factory.mktemp("ping")
    extension = Extension(shutil.copytree(FOLDER, folder / "extension"), PING.chromium_id, PING.firefox_id)
    (extension.folder / "lab.js").write_text(LAB)
    (extension.folder / "lab.html").write_text('<!doctype html><title>Lab</title><script type="module" src="lab.js"></script>')
    with Wallet(bin_folder=ping_programs(folder / "bin")) as wallet:
        wallet.create()
        # Nobody sits before a display: what isn't allowed in a terminal isn't allowed.
        with Stage(browser_name, wallet, others=[extension], **lists(extension)) as stage:
            stage.other = extension
            yield stage


@pytest.fixture
def lab(ping_stage):
    ping_stage.wallet.unlock()
    yield Lab(ping_stage, ping_stage.other)
    ping_stage.wallet.run("extensions", "revoke", identifier(ping_stage), check=False)
    ping_stage.tidy()


def test_the_example_has_the_library_as_it_is():
    assert (FOLDER / "walletlib.js").read_text() == (ROOT / "extension" / "lib" / "walletlib.js").read_text()


def test_nothing_is_let_through_that_was_not_allowed(lab, ping_stage):
    for method in (METHOD, "NATIVE_GET_ACCOUNTS_METHOD"):
        error = lab.rpc(method=method)["error"]
        assert error["data"]["reason"] == "prompt-unavailable", error
        assert error["data"]["command"] == f"sidekey extensions allow {identifier(ping_stage)}"
    assert lab.rpc(method="vault.status")["error"]["code"] == -32601
    assert ping_stage.wallet.json("extensions") == []


def test_a_module_of_somebodys_own_answers_an_extension_of_their_own(lab, ping_stage):
    allow(ping_stage, "--method", METHOD)
    (grant,) = ping_stage.wallet.json("extensions")
    assert (grant["extension"], grant["methods"]) == (identifier(ping_stage), [METHOD])
    params = {"pingParam1": "hello", "pingParam2": ["to", "you"]}
    for given in (params, json.dumps(params)):
        answer = lab.rpc(method=METHOD, params=given, id="mine")
        assert answer["id"] == "mine" and json.loads(answer["result"]) == {"pong": "hello to you"}
    # What doesn't fit the handler's params, and an error of the handler's own.
    for given in ({"pingParam1": "hello"}, {}, None):
        assert lab.rpc(method=METHOD, params=given)["error"]["code"] == -32602
    assert lab.rpc(method=METHOD, params={"pingParam1": "quiet", "pingParam2": []})["error"] == {"code": 1, "message": "nobody says pong to quiet"}
    # Only what was granted; and what is taken back is over with the next call.
    assert lab.rpc(method="NATIVE_GET_ACCOUNTS_METHOD")["error"]["data"]["reason"] == "prompt-unavailable"
    ping_stage.wallet.run("extensions", "revoke", identifier(ping_stage))
    assert lab.rpc(method=METHOD, params=params)["error"]["data"]["reason"] == "prompt-unavailable"


def test_ids_are_texts_of_a_bounded_length(lab, ping_stage):
    allow(ping_stage)
    for bad in (1.5, 7, "", "x" * 129, {}):
        assert lab.rpc(method="NATIVE_GET_ACCOUNTS_METHOD", id=bad)["error"]["code"] == -32600, bad
    assert lab.rpc(method="NATIVE_GET_ACCOUNTS_METHOD", id="x" * 128)["id"] == "x" * 128
    made = {lab.rpc(method="NATIVE_GET_ACCOUNTS_METHOD")["id"] for _ in range(3)}
    assert len(made) == 3
    # The agent refuses by itself what the library wouldn't send.
    request = {"jsonrpc": "2.0", "method": "NATIVE_GET_ACCOUNTS_METHOD"}
    for bad in (1.5, 7, 2**60, "", "x" * 129, None, {}):
        answers = lab.raw({**request, "id": bad})
        assert [answer["error"]["data"]["reason"] for answer in answers if "error" in answer] == ["id-invalid"], bad
    assert [answer["id"] for answer in lab.raw(request)] == ["hello"], "a notification is answered by nobody"
    key = address(ping_stage)
    sign = {"jsonrpc": "2.0", "id": "twice", "method": "NATIVE_SIGN_PAYLOADS_METHOD", "params": {"address": key, "payloads": ["AAAA"]}}
    answers = lab.raw(sign, {**request, "id": "twice"})
    assert [answer["error"]["data"]["reason"] for answer in answers if "error" in answer] == ["id-invalid"]


def address(stage: Stage) -> str:
    return base64.b64encode(bytes(Pubkey.from_string(stage.wallet.public_key))).decode()


def test_accounts_and_signatures_by_walletlibs_names(lab, ping_stage):
    wallet = ping_stage.wallet
    allow(ping_stage)
    assert lab.call("sendNativeGetAccountsRequest")["value"] == {"addresses": [address(ping_stage)]}

    message = "a message of another extension's ✓".encode()
    ticket = sign(lab, ping_stage, message)
    (request,) = wait_for(wallet.pending, "it waits")
    assert (request["origin"], request["method"]) == (f"extension:{identifier(ping_stage)}", "NATIVE_SIGN_PAYLOADS_METHOD")
    wallet.run("approve", request["id"], "--yes")
    (signed,) = lab.outcome(ticket)["value"]["signed_payloads"]
    assert Signature(base64.b64decode(signed)).verify(Pubkey.from_string(wallet.public_key), message)

    transaction = payment(wallet.public_key)
    ticket = sign(lab, ping_stage, bytes(transaction))
    (request,) = wait_for(wallet.pending, "it waits")
    shown = wallet.run("approve", request["id"], "--yes").stdout
    assert "System" in shown, shown
    (signed,) = lab.outcome(ticket)["value"]["signed_payloads"]
    read = VersionedTransaction.from_bytes(base64.b64decode(signed))
    assert all(read.verify_with_results())

    ticket = sign(lab, ping_stage, message)
    (request,) = wait_for(wallet.pending, "it waits")
    wallet.run("reject", request["id"])
    error = lab.outcome(ticket)["error"]
    assert (error["name"], error["code"], error["message"], error["data"]) == ("WalletlibRpcError", -3, "payload not signed", {"reason": "rejected"})

    # Taken back while it waits.
    ticket = sign(lab, ping_stage, message)
    wait_for(wallet.pending, "it waits")
    wallet.run("extensions", "revoke", identifier(ping_stage))
    error = lab.outcome(ticket)["error"]
    assert (error["code"], error["data"]) == (-3, {"reason": "cancelled"})
    assert wallet.pending() == []


def sign(lab: Lab, stage: Stage, payload: bytes) -> int:
    payloads = [base64.b64encode(payload).decode()]
    return lab.begin("sendNativeSignPayloadsRequest", {"address": address(stage), "payloads": payloads, "extra_data": {}})


def test_the_wallets_screen_lists_what_is_allowed_and_takes_it_back(lab, ping_stage):
    allow(ping_stage)
    popup = ping_stage.popup()
    ping_stage.visit(popup, "Connected sites")
    says(popup, "Other extensions")
    says(popup, identifier(ping_stage))
    says(popup, METHOD)
    ping_stage.picture(popup, "other-extensions")
    popup.click("button", f"Revoke the permissions of {identifier(ping_stage)}")
    says(popup, f"{identifier(ping_stage)} can no longer use the wallet.")
    assert ping_stage.wallet.json("extensions") == []
    assert lab.rpc(method=METHOD)["error"]["data"]["reason"] == "prompt-unavailable"
    popup.close()


# With somebody before the display


@pytest.fixture
def seen_stage(browser_name, tmp_path, monkeypatch):
    with Display() as display, Wallet(bin_folder=ping_programs(tmp_path / "bin")) as wallet:
        monkeypatch.setenv("DISPLAY", display.name)
        wallet.create()
        with Stage(browser_name, wallet, others=[PING], **lists(PING)) as stage:
            wallet.seat()
            stage.display = display
            yield stage


def test_the_example_is_allowed_in_a_window_outside_the_browser(seen_stage):
    stage, display = seen_stage, seen_stage.display
    page: Surface = stage.browser.open(stage.browser.extension_url(PING, "ping.html"))
    page.click("button", "Ping")
    display.wait_for_window("^Sidekey$")
    display.picture(f"extension-asks-{stage.browser.name}")
    assert stage.wallet.json("extensions") == []
    display.type(stage.wallet.passphrase)
    display.press("Return")
    says(page, "pong: hello from an extension")
    (grant,) = stage.wallet.json("extensions")
    assert (grant["extension"], grant["methods"], grant["accounts"]) == (identifier(stage), [METHOD], [])
    assert [kind for kind, _ in stage.wallet.activity() if kind == "granted"] == ["granted"]
    # The accounts are another module's: a no, which isn't asked about again.
    page.click("button", "Which accounts may I see?")
    display.wait_for_window("^Sidekey$")
    display.press("Escape")
    says(page, "error 4100")
    page.click("button", "Which accounts may I see?")
    wait_for(lambda: "just before" in page.words(), "the no is remembered")
    assert not display.shows("^Sidekey$")
    page.click("button", "Ping")
    says(page, "pong: hello from an extension")
    crossed = stage.wallet.recording.streams("to-host") + stage.wallet.recording.streams("to-extension")
    assert stage.wallet.passphrase.encode() not in crossed
