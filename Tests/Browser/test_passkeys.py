"""Passkeys in real Chromium, with the DevTools protocol's virtual authenticator; in Firefox there are none, and the popup says so."""

import json

import pytest
from browsers import wait_for
from dapp import DApp
from display import Display
from secret_search import search
from stage import Stage
from wallet import Wallet

PAGE = "ui/passkey.html"
TITLE = "^Sidekey$"
COMMAND = "try again here within two minutes: sidekey passkey allow"


class Authenticator:
    """A virtual authenticator behind one tab: with resident keys, user verification, and PRF unless told otherwise."""

    def __init__(self, tab, prf: bool = True, transport: str = "internal"):
        self.tab = tab
        tab.send("WebAuthn.enable")
        options = {
            "protocol": "ctap2",
            "ctap2Version": "ctap2_1",
            "transport": transport,
            "hasResidentKey": True,
            "hasUserVerification": True,
            "isUserVerified": True,
            "automaticPresenceSimulation": True,
            "hasPrf": prf,
        }
        self.id = tab.send("WebAuthn.addVirtualAuthenticator", options=options)["authenticatorId"]

    def credentials(self) -> list[dict]:
        return self.tab.send("WebAuthn.getCredentials", authenticatorId=self.id)["credentials"]

    def forget(self) -> None:
        self.tab.send("WebAuthn.clearCredentials", authenticatorId=self.id)

    def touch(self, touched: bool) -> None:
        """Returns whether the user touches it when it asks for that."""
        self.tab.send("WebAuthn.setAutomaticPresenceSimulation", authenticatorId=self.id, enabled=touched)

    def verify(self, verified: bool) -> None:
        self.tab.send("WebAuthn.setUserVerified", authenticatorId=self.id, isUserVerified=verified)

    def remove(self) -> None:
        self.tab.send("WebAuthn.removeVirtualAuthenticator", authenticatorId=self.id)


# Stands in front of the browser's own `get`: what a page that misuses an assertion could do with it.
TAMPER = """
const own = (window.own ??= navigator.credentials.get.bind(navigator.credentials));
window.kept ??= [];
navigator.credentials.get = async (options) => {
    (%s)(options.publicKey);
    const credential = await own(options);
    const results = credential.getClientExtensionResults();
    window.kept.push({ first: results.prf?.results?.first?.slice(0), second: results.prf?.results?.second?.slice(0) });
    const given = (%s)(results, credential);
    credential.getClientExtensionResults = () => given;
    return credential;
};
"""


@pytest.fixture
def wallet():
    with Wallet() as made:
        made.create()
        yield made


@pytest.fixture
def stage(seat, wallet, monkeypatch):
    """A browser whose user sits where no prompt can be shown: the passphrase is given in a terminal."""
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    with Stage(seat, wallet) as opened:
        yield opened


@pytest.fixture
def chromium(browser_name):
    if browser_name != "chromium":
        pytest.skip("Firefox gives an extension no rp id of its own")


def opened(stage, path: str = PAGE):
    tab = stage.browser.open(stage.browser.extension_url(stage.extension, path))
    tab.wait_until("document.querySelector('h1') !== null")
    return tab


def says(tab, text: str) -> None:
    tab.wait_until("(text) => document.body.innerText.includes(text)", text)


def allow(wallet) -> None:
    wallet.run("passkey", "allow", "--passphrase-file", str(wallet.passphrase_file))


def register(stage, tab, name: str) -> None:
    allow(stage.wallet)
    tab.fill("Name of the new passkey", name)
    tab.click("button", "Add a passkey")
    says(tab, "The passkey was added.")


def unlock(stage, tab) -> None:
    tab.click("button", "Unlock with a passkey")
    wait_for(lambda: stage.wallet.status["vault"] == "unlocked", "the passkey unlocks")


def refused(stage, tab, text: str = "The wallet didn't accept that passkey.") -> None:
    tab.click("button", "Unlock with a passkey")
    says(tab, text)
    assert stage.wallet.status["vault"] == "locked"


def names(wallet) -> list[str]:
    return [passkey["name"] for passkey in wallet.json("passkey", "list")]


def test_firefox_has_none_and_the_popup_says_so(stage, browser_name):
    popup = stage.popup()
    stage.visit(popup, "How this wallet opens")
    if browser_name == "firefox":
        says(popup, "Passkeys for the wallet don't work in this browser.")
        assert not popup.has("button", "Passkeys…")
    else:
        popup.click("button", "Passkeys…")
        wait_for(lambda: stage.browser.at(stage.browser.extension_url(stage.extension, PAGE)), "the tab of passkeys is open")


def test_a_passkey_is_added_and_unlocks_again_and_again(chromium, stage):
    tab = opened(stage)
    Authenticator(tab)
    register(stage, tab, "This computer")
    stage.picture(tab, "passkeys")
    assert names(stage.wallet) == ["This computer"]
    for _ in range(3):
        unlock(stage, tab)
        stage.wallet.lock()
    # The passphrase goes on to unlock, and neither output nor passphrase stands in a frame.
    stage.wallet.unlock()
    kinds = [kind for kind, _ in stage.wallet.activity()]
    assert kinds.count("passkey-added") == 1


def test_adding_takes_the_passphrase_outside_the_browser_once_for_each(chromium, stage):
    tab = opened(stage)
    Authenticator(tab)
    tab.fill("Name of the new passkey", "Too early")
    tab.click("button", "Add a passkey")
    says(tab, COMMAND)
    register(stage, tab, "One")
    tab.fill("Name of the new passkey", "Two")
    tab.click("button", "Add a passkey")
    says(tab, COMMAND)
    assert names(stage.wallet) == ["One"]


def test_the_passphrase_is_asked_for_in_a_window_of_the_wallets_own(chromium, seat, wallet, monkeypatch):
    with Display() as display:
        monkeypatch.setenv("DISPLAY", display.name)
        with Stage(seat, wallet) as stage:
            tab = opened(stage)
            # Prompts appear where the passphrase was proven.
            wallet.seat()
            Authenticator(tab)
            tab.fill("Name of the new passkey", "This <b>computer")
            tab.click("button", "Add a passkey")
            display.wait_for_window(TITLE)
            display.picture("passkey-prompt")
            stage.picture(tab, "passkey-asking")
            display.type(wallet.passphrase)
            display.press("Return")
            says(tab, "The passkey was added.")
            assert names(wallet) == ["This <b>computer"]
            unlock(stage, tab)
            wallet.lock()
            tab.click("button", "Remove This <b>computer")
            display.wait_for_window(TITLE)
            display.picture("passkey-removal-prompt")
            display.type(wallet.passphrase)
            display.press("Return")
            says(tab, "The passkey was removed.")
            assert names(wallet) == []
            tab.fill("Name of the new passkey", "Not this one")
            tab.click("button", "Add a passkey")
            display.wait_for_window(TITLE)
            display.press("Escape")
            says(tab, "Sidekey's window was closed.")
            assert names(wallet) == []
            crossed = wallet.recording.streams("to-host") + wallet.recording.streams("to-extension")
            assert b"passkey.begin" in crossed and wallet.passphrase.encode() not in crossed


def test_an_output_that_was_seen_opens_nothing_later(chromium, stage):
    tab = opened(stage)
    Authenticator(tab)
    register(stage, tab, "Seen")
    tab.run(TAMPER % ("() => {}", "(results) => results"))
    unlock(stage, tab)
    stage.wallet.lock()
    # The outputs of the use before, with a fresh assertion over a fresh challenge.
    copies = "const [first, second] = [window.kept[0].first.slice(0), window.kept[0].second.slice(0)];"
    replay = f"(results) => {{ {copies} return {{ prf: {{ results: {{ first, second }} }} }}; }}"
    tab.run(TAMPER % ("() => {}", replay))
    refused(stage, tab)
    # Only the second of them is good now, and only once: in the first one's place it opens.
    again = "(results) => ({ prf: { results: { first: window.kept[0].second.slice(0), second: results.prf.results.second } } })"
    tab.run(TAMPER % ("() => {}", again))
    unlock(stage, tab)
    stage.wallet.lock()
    refused(stage, tab)


def test_an_assertion_over_another_challenge_or_without_verification_is_refused(chromium, stage):
    tab = opened(stage)
    authenticator = Authenticator(tab)
    register(stage, tab, "One")
    tab.run(TAMPER % ("(asked) => { asked.challenge = new Uint8Array(32); }", "(results) => results"))
    refused(stage, tab)
    tab.reload()
    tab.wait_until("document.querySelector('h1') !== null")
    tab.run(TAMPER % ("(asked) => { asked.userVerification = 'discouraged'; }", "(results) => results"))
    authenticator.verify(False)
    tab.click("button", "Unlock with a passkey")
    wait_for(lambda: "didn't accept" in tab.words() or "didn't provide a passkey" in tab.words(), "it is refused")
    assert stage.wallet.status["vault"] == "locked"


def test_another_credential_opens_nothing(chromium, stage):
    tab = opened(stage)
    authenticator = Authenticator(tab)
    register(stage, tab, "One")
    assert len(authenticator.credentials()) == 1
    # A credential of the same rp id that the vault doesn't know.
    made = """const made = await navigator.credentials.create({ publicKey: {
        challenge: new Uint8Array(32), rp: { id: location.host, name: "x" }, user: { id: new Uint8Array([9]), name: "x", displayName: "x" },
        pubKeyCredParams: [{ type: "public-key", alg: -7 }], authenticatorSelection: { residentKey: "required", userVerification: "required" },
        extensions: { prf: {} },
    }});
    window.foreign = made.rawId;"""
    tab.run(made)
    swap = """(asked) => {
        const [evaluated] = Object.values(asked.extensions.prf.evalByCredential);
        asked.allowCredentials = [{ type: "public-key", id: window.foreign }];
        asked.extensions = { prf: { eval: evaluated } };
    }"""
    tab.run(TAMPER % (swap, "(results) => results"))
    refused(stage, tab, "It didn't work: no such passkey")
    authenticator.forget()
    refused(stage, tab, "The browser didn't provide a passkey.")


def test_each_of_two_unlocks_until_it_is_removed(chromium, stage):
    tab = opened(stage)
    first = Authenticator(tab)
    register(stage, tab, "One")
    # An authenticator holds one passkey of the wallet; a second one is another's.
    second = Authenticator(tab, transport="usb")
    first.touch(False)
    two = "Two\u202e"
    register(stage, tab, two)
    wait_for(lambda: tab.has("button", r"Remove Two\u{202e}"), "a name is spelled out")
    unlock(stage, tab)
    stage.wallet.lock()
    second.touch(False)
    first.touch(True)
    unlock(stage, tab)
    stage.wallet.lock()
    tab.click("button", "Remove One")
    says(tab, COMMAND)
    assert names(stage.wallet) == ["One", two]
    allow(stage.wallet)
    tab.click("button", "Remove One")
    says(tab, "The passkey was removed.")
    assert names(stage.wallet) == [two]
    second.touch(True)
    unlock(stage, tab)
    stage.wallet.lock()
    # What is left in the authenticator of the one that went isn't even asked for.
    second.remove()
    refused(stage, tab, "The browser didn't provide a passkey.")


def test_an_authenticator_without_prf_is_told_and_adds_nothing(chromium, stage):
    tab = opened(stage)
    Authenticator(tab, prf=False)
    allow(stage.wallet)
    tab.fill("Name of the new passkey", "Old key")
    tab.click("button", "Add a passkey")
    says(tab, "This authenticator can't open the wallet")
    assert names(stage.wallet) == []


def test_a_request_is_approved_by_an_assertion_over_its_digest_and_by_no_other(chromium, stage):
    tab = opened(stage)
    Authenticator(tab)
    register(stage, tab, "One")
    stage.wallet.unlock()
    dapp = DApp.connected(stage)
    stage.wallet.lock()
    call = dapp.sign_message(b"by passkey")
    stage.approval()
    # The virtual authenticator lives behind its tab: the approval window's page is opened there.
    tab.run("location.href = 'approval.html'")
    tab.wait_until("[...document.querySelectorAll('button')].some((button) => button.textContent === 'Approve with a passkey')")
    tab.run(TAMPER % ("(asked) => { asked.challenge = asked.challenge.map((byte) => byte ^ 1); }", "(results) => results"))
    tab.click("button", "Approve with a passkey")
    says(tab, "The wallet didn't accept that passkey.")
    assert len(stage.wallet.pending()) == 1
    tab.reload()
    tab.wait_until("[...document.querySelectorAll('button')].some((button) => button.textContent === 'Approve with a passkey')")
    tab.click("button", "Approve with a passkey")
    assert call.result()[0]["signature"]


def test_with_a_proof_for_every_request_each_takes_an_assertion_of_its_own(chromium, stage):
    wallet = stage.wallet
    tab = opened(stage)
    Authenticator(tab)
    register(stage, tab, "One")
    wallet.unlock()
    # Before each approval takes a proof, which this one hasn't.
    dapp = DApp.connected(stage)
    wallet.run("policy", "set", "--approvals", "popup", "--per-request", "--passphrase-file", str(wallet.passphrase_file))
    for vault in ("unlocked", "locked"):
        if vault == "locked":
            wallet.lock()
        call = dapp.sign_message(f"while {vault}".encode())
        stage.approval()
        # The virtual authenticator lives behind its tab: the approval window's page is opened there.
        tab.run("location.href = 'approval.html'")
        tab.wait_until("[...document.querySelectorAll('button')].some((button) => button.textContent === 'Approve with a passkey')")
        assert not tab.can_click("button", "Approve")
        # An assertion over another request's digest, as a page that kept one would have.
        tab.run(TAMPER % ("(asked) => { asked.challenge = asked.challenge.map((byte) => byte ^ 1); }", "(results) => results"))
        tab.click("button", "Approve with a passkey")
        says(tab, "The wallet didn't accept that passkey.")
        assert len(wallet.pending()) == 1 and not call.settled
        tab.reload()
        tab.wait_until("[...document.querySelectorAll('button')].some((button) => button.textContent === 'Approve with a passkey')")
        # As the window it stands for, the page would close itself, and the authenticator with it.
        tab.run("window.close = () => {}")
        tab.click("button", "Approve with a passkey")
        assert call.result()[0]["signature"]
        assert wallet.status["vault"] == vault
        tab.run("location.href = 'passkey.html'")
        stage.wait_for_rest()


def test_no_output_of_an_authenticator_stands_in_a_frame(chromium, stage):
    tab = opened(stage)
    Authenticator(tab)
    register(stage, tab, "One")
    tab.run(TAMPER % ("() => {}", "(results) => results"))
    unlock(stage, tab)
    kept = tab.evaluate("window.kept.map(({ first, second }) => [first, second].map((each) => [...new Uint8Array(each)]))")
    secrets = {f"output {number}": bytes(output) for number, output in enumerate(kept[0])}
    assert all(len(secret) == 32 for secret in secrets.values())
    payloads = [*stage.wallet.recording.payloads("to-host"), *stage.wallet.recording.payloads("to-extension")]
    assert any("passkey" in json.loads(payload).get("params", {}) for payload in payloads)
    assert search(payloads, secrets, stage.wallet.phrase) == []
