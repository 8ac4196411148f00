"""Apps that ask by links: an independent app in Python against the real agent and `sidekey open-url`, decided in a terminal and in each browser."""

import json
import os
from subprocess import DEVNULL, PIPE, Popen

import base58
import pytest
from dapp import DApp
from deeplink_app import DeeplinkApp, Refused
from desktop import Desktop
from opened_links import Opened, approve, ask, connect, waiting
from solders.pubkey import Pubkey
from solders.signature import Signature
from solders.transaction import Transaction
from transactions import payment
from wallet import Wallet
from wallet_screens import says

# What differs between browsers is tested elsewhere; the whole run has each case in both.
pytestmark = pytest.mark.shared


def refusal(app: DeeplinkApp, answer: str) -> int:
    with pytest.raises(Refused) as refused:
        app.parameters(answer)
    return refused.value.code


@pytest.fixture(scope="module")
def shared():
    """A wallet for all that changes nothing of it but who is connected."""
    with Wallet() as wallet:
        wallet.create()
        wallet.unlock()
        yield wallet


@pytest.fixture(scope="module")
def app(shared):
    return connect(shared, DeeplinkApp())


@pytest.fixture(autouse=True)
def unlocked(request):
    if "shared" in request.fixturenames:
        request.getfixturevalue("shared").unlock()


def test_an_app_connects_and_has_a_message_signed(shared, app):
    assert app.account == shared.public_key
    assert (shown := shared.json("apps", "list")[0])["app"] == app.name
    assert (shown["url"], shown["redirect"], shown["account"]) == (app.url, "testapp:", app.account)
    assert shown["expires"] - shown["used"] == 7 * 86_400_000
    message = "olá, κόσμε".encode()
    said = app.opened(ask(shared, app, app.sign_message(message)))
    signature = Signature.from_bytes(base58.b58decode(said["signature"]))
    assert set(said) == {"signature"} and signature.verify(Pubkey.from_string(app.account), message)


def test_transactions_come_back_signed_in_their_order(shared, app):
    one = payment(app.account, 1)
    signed = Transaction.from_bytes(base58.b58decode(app.opened(ask(shared, app, app.sign_transaction(one)))["transaction"]))
    assert signed.message_data() == Transaction.from_bytes(one).message_data()
    signed.verify()
    several = [payment(app.account, lamports) for lamports in (2, 3, 4)]
    given = app.opened(ask(shared, app, app.sign_all(several)))["transactions"]
    for wanted, text in zip(several, given, strict=True):
        signed = Transaction.from_bytes(base58.b58decode(text))
        signed.verify()
        assert signed.message_data() == Transaction.from_bytes(wanted).message_data()


def test_a_no_is_told_where_the_user_saw_that_answers_go(shared):
    app = DeeplinkApp(redirect="other.app://back?own=1#end")
    opened = Opened(shared, app.connect())
    shared.run("reject", waiting(shared, app.origin)["id"])
    answer = opened.answer()
    assert answer.startswith("other.app://back?own=1&errorCode=4001&errorMessage=") and answer.endswith("#end")
    assert "rejected" in opened.errors and opened.process.returncode != 0
    assert not [each for each in shared.json("apps") if each["app"] == app.name]


def test_the_review_shows_who_it_claims_to_be_and_where_answers_go(shared):
    app = DeeplinkApp(redirect="https://back.example/a?b", url="https://claimed.example")
    opened = Opened(shared, app.connect())
    summary = waiting(shared, app.origin)
    shown = shared.run("review", summary["id"]).stdout
    for words in (app.name, "https://claimed.example", "(not verified)", "https://back.example"):
        assert words in shown, shown
    shared.run("reject", summary["id"])
    assert refusal(app, opened.answer()) == 4001


@pytest.mark.parametrize(
    "redirect", ["file:///etc/passwd", "javascript:alert(1)", "data:text/html,x", "about:blank", "http://app.example/", "sidekey://v1/connect"]
)
def test_no_answer_goes_where_something_runs(shared, redirect):
    opened = Opened(shared, DeeplinkApp(redirect=redirect).connect())
    assert opened.answer() == "" and opened.process.returncode != 0 and "redirect_link" in opened.errors


def test_a_session_is_its_own_apps_and_its_own_places(shared, app):
    stranger = DeeplinkApp()
    stranger.box, stranger.session = app.box, app.session
    # Another key with the session: the box doesn't open, and no other program is started to say so.
    opened = Opened(shared, stranger.sign_message(b"x"))
    assert opened.answer() == "" and "not connected" in opened.errors
    stranger.redirect = "https://page.example/"
    assert refusal(stranger, Opened(shared, stranger.sign_message(b"x")).answer()) == 4100
    # The app's own key with answers to somebody else.
    assert Opened(shared, app.sign_message(b"x", redirect_link="evil://x")).answer() == ""
    # Another app's session in the app's own box.
    other = connect(shared, DeeplinkApp(redirect="third://x"))
    assert refusal(app, Opened(shared, app.sign_message(b"x", session=other.session)).answer()) == 4100
    for forged in ("x", app.session[:-1], app.session[:-1] + ("1" if app.session[-1] != "1" else "2")):
        assert refusal(app, Opened(shared, app.sign_message(b"x", session=forged)).answer()) == 4100
    assert not shared.pending()


def test_a_link_counts_once_and_whole(shared, app):
    link = app.sign_message(b"once")
    app.opened(ask(shared, app, link))
    again = Opened(shared, link)
    assert refusal(app, again.answer()) == -32000 and "opened before" in again.errors
    assert not shared.pending()
    fresh = app.sign_message(b"cut")
    # What was cut or bent anywhere: an error, or nothing, and never a request.
    for broken in (fresh[:-1], fresh[:-30], fresh[: len(fresh) // 2], fresh.replace("payload=", "payload=1"), fresh + "&nonce=1", fresh + "%"):
        opened = Opened(shared, broken)
        answer = opened.answer()
        assert opened.process.returncode != 0
        assert answer == "" or refusal(app, answer) in (4100, -32000)
    assert not shared.pending()


def test_errors_have_phantoms_numbers(shared, app):
    assert refusal(app, Opened(shared, app.sealed("signEverything", {})).answer()) == -32601
    assert refusal(app, Opened(shared, app.sealed("signTransaction", {"transaction": "1"})).answer()) == -32000
    assert refusal(app, Opened(shared, app.sealed("signMessage", {})).answer()) == -32000
    # There is no network, so nothing can be sent.
    assert refusal(app, Opened(shared, app.send(payment(app.account))).answer()) == 4900
    # A message that is a sign-in is for a site, and an app is none.
    text = f"app.example wants you to sign in with your Solana account:\n{app.account}\n\nURI: https://app.example\nVersion: 1"
    assert refusal(app, Opened(shared, app.sign_message(text.encode())).answer()) == -32000


def test_another_wallets_universal_links_are_answered_by_its_names(shared):
    app = connect(shared, DeeplinkApp(base="https://phantom.app/ul/v1", wallet="phantom", redirect="phantomapp://x"))
    assert "signature" in app.opened(ask(shared, app, app.sign_message(b"by phantom's link")))
    assert Opened(shared, app.disconnect()).answer() == "phantomapp://x"
    assert not [each for each in shared.json("apps") if each["app"] == app.name]
    assert refusal(app, Opened(shared, app.sign_message(b"after")).answer()) == 4100


def test_an_address_is_opened_once_the_user_says_so(shared):
    opened = Opened(shared, "sidekey://browse/https%3A%2F%2Fpage.example%2Fx?ref=https%3A%2F%2Fapp.example")
    summary = waiting(shared, "app:unknown")
    assert "https://page.example/x" in shared.run("review", summary["id"]).stdout
    shared.run("approve", summary["id"], "--yes", "--passphrase-file", str(shared.passphrase_file))
    assert opened.answer() == "https://page.example/x"


def test_revoked_while_it_waits(shared):
    app = connect(shared, DeeplinkApp(redirect="revoked://x"))
    opened = Opened(shared, app.sign_message(b"never"))
    waiting(shared, app.origin)
    shared.run("apps", "revoke", app.name)
    assert refusal(app, opened.answer()) == -32000
    assert refusal(app, Opened(shared, app.sign_message(b"later")).answer()) == 4100
    assert shared.run("apps", "revoke", app.name, check=False).returncode != 0


def test_a_session_outlives_the_agent_and_a_connect_ends_the_one_before(wallet):
    app = connect(wallet, DeeplinkApp())
    wallet.kill_agent()
    # Nobody has unlocked since: without a prompt the app hears that, since its session is claimed, and nothing is signed.
    assert refusal(app, Opened(wallet, app.sign_message(b"locked")).answer()) == 4100
    wallet.unlock()
    assert "signature" in app.opened(ask(wallet, app, app.sign_message(b"again")))
    old, key = app.session, app.box.shared_key()
    connect(wallet, app)
    assert app.box.shared_key() == key and app.session != old
    assert refusal(app, Opened(wallet, app.sign_message(b"old", session=old)).answer()) == 4100
    files = ["--passphrase-file", str(wallet.passphrase_file)]
    wallet.run("vault", "rotate", *files)
    wallet.unlock()
    assert wallet.json("apps") == []
    assert Opened(wallet, app.sign_message(b"rotated")).answer() == ""
    connect(wallet, app)
    assert app.box.shared_key() != key


def test_what_was_written_into_the_database_by_others_connects_nobody(wallet):
    app = connect(wallet, DeeplinkApp())
    wallet.stop_agent()
    wallet.edit("UPDATE protected SET policy = CAST(replace(CAST(policy AS TEXT), 'testapp:', 'evilapp:') AS BLOB)")
    wallet.unlock()
    assert wallet.json("apps") == []
    # The session was one of this wallet's, so that the app hears that it is none any more.
    assert refusal(app, Opened(wallet, app.sign_message(b"x")).answer()) == 4100 and not wallet.pending()


def test_the_desktop_hands_links_over_and_takes_the_answers(wallet):
    """The real xdg-open on both ways: app, handler, `sidekey open-url`, approval, handler, app."""
    desktop = Desktop(wallet, os.environ.get("DISPLAY", ":99"))
    links = desktop.take("testapp")
    app = DeeplinkApp()
    process = Popen(["xdg-open", app.connect()], env=desktop.environment, stdout=DEVNULL, stderr=DEVNULL)
    approve(wallet, app)
    assert app.connected(links.next()) == wallet.public_key
    process.wait(60)
    # A no is an answer too: the link was opened, which is what the status tells the desktop.
    asked = Popen([wallet.bin / "sidekey", "open-url", app.connect()], env=desktop.environment, stderr=PIPE, stdout=DEVNULL, text=True)
    wallet.run("reject", waiting(wallet, app.origin)["id"])
    assert refusal(app, links.next()) == 4001
    assert "rejected" in asked.communicate(timeout=60)[1] and asked.returncode == 0
    doctor = {each["id"]: each for each in json.loads(wallet.run("doctor", "--json", check=False).stdout)["checks"]}
    assert doctor["scheme"]["status"] == "ok"


def test_a_grant_is_an_apps_or_a_pages_and_never_both(stage):
    """The same address as a page and as an app's `app_url`."""
    stranger = DApp.open(stage)
    app = connect(stage.wallet, DeeplinkApp(url=stranger.origin, redirect="grants://x"))
    # The app's grant is none of the page's.
    assert stranger.begin("connect", silent=True).result() == []
    page = DApp.connected(stage)
    twin = DeeplinkApp(url=page.origin)
    # Nor the page's the app's: it is asked, and has no session to ask with.
    opened = Opened(stage.wallet, twin.connect())
    stage.wallet.run("reject", waiting(stage.wallet, twin.origin)["id"])
    assert refusal(twin, opened.answer()) == 4001
    origins = {each["origin"] for each in stage.wallet.json("origins")}
    assert page.origin in origins and not any(origin.startswith("app:") for origin in origins)
    stage.wallet.run("origins", "revoke", page.origin)
    assert "signature" in app.opened(ask(stage.wallet, app, app.sign_message(b"still mine")))
    stage.wallet.run("apps", "revoke", app.name)


def test_the_browser_decides_about_an_app_too(stage):
    app = DeeplinkApp(redirect="inbrowser://x", url="https://claimed.example")
    opened = Opened(stage.wallet, app.connect())
    waiting(stage.wallet, app.origin)
    popup = stage.popup()
    says(popup, "https://claimed.example")
    says(popup, "inbrowser:")
    stage.approve(popup)
    assert app.connected(opened.answer()) == stage.wallet.public_key
    opened = Opened(stage.wallet, app.sign_message(b"from an app"))
    shown = stage.wallet.run("review", waiting(stage.wallet, app.origin)["id"]).stdout
    says(popup, "from an app")
    # Its key alone would tell nobody who asks.
    says(popup, "https://claimed.example")
    assert "https://claimed.example" in shown and "inbrowser:" in shown
    stage.approve(popup)
    assert "signature" in app.opened(opened.answer())
