"""Attacks of a hostile page without any fault in the browser: its own world's built-ins, buffers, frames, floods, leaving."""

import time

import base58
import pytest
from browsers import SurfaceGone, wait_for
from dapp import PAGE, PAGES, DApp, spell, unspell
from nacl.signing import VerifyKey
from stage import APPROVAL, POPUP

FRAMES = [
    *("same origin", "other origin", "sandboxed", "sandboxed, same origin", "srcdoc", "about:blank", "data:", "blob:"),
    *("object", "embed"),
]
ISOLATED = {"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp"}


def verify(stage, signature: bytes, message: bytes) -> None:
    VerifyKey(base58.b58decode(stage.wallet.public_key)).verify(message, signature)


@pytest.fixture
def dapp(stage):
    return DApp.connected(stage)


# Its own world


@pytest.mark.parametrize("moment", ["before the wallet is asked for", "after"])
def test_a_page_that_replaced_every_built_in_reaches_nothing_of_the_wallets(stage, moment):
    origin = DApp.connected(stage).origin
    tab = stage.browser.open(f"{origin}/tampered.html{'' if moment == 'after' else '?at-once'}")
    tampered = "(window.wrappedJSObject ?? window).tampered"
    tab.wait_until(f"{tampered}.count() === 1")
    tab.evaluate(f"{tampered}.sign()")
    (request,) = wait_for(stage.wallet.pending, "the request waits")
    stage.wallet.run("approve", request["id"], "--yes")
    outcome = tab.wait_until("document.documentElement.dataset.outcome")
    signature, failure, reached = outcome.split(";", 2)
    assert (failure, reached) == ("", "")
    verify(stage, bytes.fromhex(signature), b"abcdefgh")


def test_the_pages_first_script_does_not_overhear_the_handover(stage):
    origin = stage.familiar(PAGES).origin
    tab = stage.browser.open(f"{origin}/early.html")
    tab.wait_until("(window.wrappedJSObject ?? window).early.found === 1")
    # A message of the page's own comes after everything that was posted before it.
    tab.evaluate("window.postMessage('the page itself')")
    tab.wait_until("(window.wrappedJSObject ?? window).early.heard.includes('the page itself')")
    assert tab.evaluate("[...(window.wrappedJSObject ?? window).early.heard]") == ["the page itself"]


@pytest.mark.shared
def test_a_wallet_that_a_page_registers_under_our_name_changes_nothing_of_ours(stage, dapp):
    """A page can fool itself. What the user decides about is in the wallet's own window, and that opens for ours alone."""
    seen = dapp.begin("impostor").result()
    assert seen == {"named": 2, "asked": "impostor", "frozen": True, "genuine": True}
    assert stage.wallet.pending() == [] and stage.approvals() == []
    call = dapp.sign_message(b"with the genuine one")
    stage.approve()
    verify(stage, unspell(call.result()[0]["signature"]), b"with the genuine one")


# Bytes


@pytest.mark.shared
@pytest.mark.parametrize("way", ["detached", "shrunk"])
def test_a_buffer_that_is_gone_before_the_call_is_refused(stage, dapp, way):
    assert dapp.begin("signMoving", message=spell(b"never"), way=way).refusal().code == -32602
    assert stage.wallet.pending() == []


@pytest.mark.shared
@pytest.mark.parametrize("way", ["detached after", "shrunk after"])
def test_a_buffer_that_goes_after_the_call_is_signed_as_it_was(stage, dapp, way):
    call = dapp.begin("signMoving", message=spell(b"as it was"), way=way)
    stage.approve()
    output = call.result()
    assert unspell(output["signedMessage"]) == b"as it was"
    verify(stage, unspell(output["signature"]), b"as it was")


@pytest.mark.shared
def test_bytes_that_another_thread_changes_all_the_while_are_shown_and_signed_as_one_copy(stage):
    site = stage.site(PAGES, headers=ISOLATED)
    dapp = DApp.connected(stage, site.origin)
    call = dapp.begin("signMoving", message=spell(b"\x60" * 64), way="shared")
    window = stage.approval()
    shown = window.evaluate("document.querySelector('pre.message').innerText")
    stage.approve(window)
    output = call.result()
    signed = unspell(output["signedMessage"])
    assert shown.encode() == signed
    assert len(signed) == 64 and set(signed) <= {0x60, 0x61}
    verify(stage, unspell(output["signature"]), signed)


# Frames and opaque origins


@pytest.mark.parametrize("kind", FRAMES)
def test_no_frame_finds_a_wallet_or_gets_a_port(stage, dapp, kind):
    report = dapp.begin("frame", kind=kind, elsewhere=stage.familiar(PAGES).localhost).result()
    # It hears the port that it posts to itself, and nothing else.
    assert report["found"] == 0
    assert report["heard"] == [{"data": "sidekey:handover", "ports": 1}]
    if kind in ("sandboxed", "data:"):
        assert report["origin"] == "null"
    assert stage.wallet.pending() == []
    assert dapp.begin("connect", silent=True).result()[0]["address"] == stage.wallet.public_key


def test_a_page_with_an_opaque_origin_finds_no_wallet(stage):
    site = stage.site(PAGES, headers={"Content-Security-Policy": "sandbox allow-scripts"})
    tab = stage.browser.open(f"{site.origin}/dapp.html")
    tab.wait_until(f"Boolean({PAGE})")
    assert tab.evaluate("self.origin") == "null"
    assert tab.evaluate(f"{PAGE}.look()") == "null"


def test_a_document_without_an_address_of_its_own_finds_no_wallet(stage, dapp):
    dapp.begin("goToBlob")
    dapp.tab.wait_until(f"location.protocol === 'blob:' && document.readyState === 'complete' && Boolean({PAGE})")
    assert dapp.tab.evaluate(f"{PAGE}.look()") == "null"


@pytest.mark.parametrize("page", [APPROVAL, POPUP, "ui/wallet.html", "ui/passkey.html"])
def test_a_page_can_neither_frame_nor_open_the_wallets_screens(stage, dapp, page):
    call = dapp.sign_message(b"decide about me")
    stage.approval()
    address = stage.browser.extension_url(stage.extension, page)
    script = """(address) => {
        const frame = Object.assign(document.createElement("iframe"), { src: address });
        document.body.append(frame);
        const link = Object.assign(document.createElement("a"), { href: address, target: "_blank", rel: "opener", textContent: "Prize" });
        document.body.append(link);
    }"""
    dapp.tab.evaluate(script, address)
    dapp.tab.click("link", "Prize")
    dapp.begin("openWindow", url=address).result()
    deadline = time.monotonic() + 0.4
    while time.monotonic() < deadline:
        assert sum(is_screen(surface) for surface in stage.browser.at(address)) == (page == APPROVAL)
    assert not call.settled and len(stage.wallet.pending()) == 1
    dapp.tab.evaluate("(address) => { try { location.href = address; } catch { /* Firefox says so at once. */ } }", address)
    deadline = time.monotonic() + 0.4
    while time.monotonic() < deadline:
        assert not is_screen(dapp.tab) and sum(is_screen(surface) for surface in stage.browser.surfaces()) <= 1


def is_screen(surface) -> bool:
    """Returns whether the wallet's own document is drawn there, and not the browser's page that says no."""
    try:
        return bool(surface.evaluate("document.getElementById('screen')?.childElementCount > 0"))
    except SurfaceGone:
        return False


@pytest.mark.shared
def test_a_site_whose_opener_offers_it_ports_without_end_is_connected_to_its_own_wallet(stage, dapp):
    victim = stage.familiar(PAGES).localhost
    dapp.begin("besiege", url=f"{victim}/dapp.html").result()
    dapp.tab.click("button", "Besiege")
    tab = stage.browser.wait_for_surface(f"{victim}/dapp.html")
    page = "(window.wrappedJSObject ?? window).besieged"
    dapp.tab.wait_until(f"{page}.offers > 50")
    besieged = DApp(tab, victim).wait_for_wallet()
    assert besieged.begin("connect", silent=True).result() == []
    assert dapp.tab.evaluate(f"{page}.heard") == 0
    assert stage.wallet.pending() == []


# Leaving


@pytest.mark.parametrize("way", ["reload", "another page and back"])
def test_an_answer_never_reaches_the_next_document(stage, dapp, way):
    """The next document counts its requests from 1 too, and its request has the same id as the one before."""
    before = dapp.sign_message(b"of the document before")
    (left,) = wait_for(stage.wallet.pending, "it waits")
    if way == "reload":
        dapp.tab.reload()
    else:
        dapp.tab.run("location.href = 'frame.html'")
        dapp.tab.wait_until("document.title === 'Frame' && document.readyState === 'complete'")
        dapp.tab.run("history.back()")
    wait_for(lambda: not stage.wallet.pending(), "the request is cancelled")
    assert stage.wallet.run("approve", left["id"], "--yes", check=False).returncode != 0
    dapp.wait_for_wallet()
    dapp.tab.wait_until(f"JSON.parse({PAGE}.look()).accounts.length === 1")
    # A page that comes back from the browser's cache is the one before: it has heard that its request was cancelled.
    if dapp.tab.evaluate(f"{PAGE}.outcome({before.ticket}) !== undefined"):
        assert before.refusal().code == -32000
    call = dapp.sign_message(b"of the next document")
    (request,) = wait_for(stage.wallet.pending, "the next one waits")
    assert not call.settled
    stage.wallet.run("approve", request["id"], "--yes")
    (output,) = call.result()
    assert unspell(output["signedMessage"]) == b"of the next document"
    verify(stage, unspell(output["signature"]), b"of the next document")
    assert stage.wallet.json("records", left["id"])["response"]["error"]["data"]["reason"] == "cancelled"


# Floods


@pytest.mark.shared
def test_ten_thousand_requests_are_answered_but_ten_and_nobody_else_suffers(stage, dapp):
    begun = time.monotonic()
    call = dapp.begin("flood", count=10_000, kept=10)
    other = DApp.open(stage, stage.site(PAGES).origin)
    assert other.begin("connect", silent=True).result(60) == []
    assert stage.wallet.status["vault"] == "unlocked"
    assert call.result(120) == {"-32002": 9_990}
    assert len(stage.wallet.pending()) == 10
    print(f"10,000 requests in {stage.browser.name}: {time.monotonic() - begun:.1f} s")
    dapp.tab.close()
    wait_for(lambda: not stage.wallet.pending(), "leaving cancels the ten")
    stage.wait_for_rest()
