"""The wallet's own screens send, list and revoke, against a node: the chain and the command line say whether it is so."""

import re

import pytest
from browsers import wait_for
from dapp import DApp
from local_node import LocalNode
from seat import Seat
from stage import Stage
from wallet_screens import SOL, Screens, press, says, stage_on

pytestmark = pytest.mark.shared


@pytest.fixture(scope="module")
def node():
    with LocalNode("--slot-ms", "400") as node:
        yield node


@pytest.fixture(scope="module")
def reaching_stage(seat: Seat, node: LocalNode):
    """10 SOL, 25 USDX and a contact."""
    with stage_on(seat, node, (node.seeded["accounts"]["carol"]["publicKey"], "Carol <b>")) as stage:
        node.control(set=stage.wallet.public_key, lamports=10 * SOL)
        node.control(mint="USDX", to=stage.wallet.public_key, amount=25_000_000)
        node.advance(2)
        yield stage


@pytest.fixture
def screens(reaching_stage: Stage, node: LocalNode):
    reaching_stage.ensure_unlocked()
    yield Screens(reaching_stage, node)
    reaching_stage.tidy()


def test_sol_is_sent_to_a_contact_and_the_history_tells_it(screens):
    before = screens.held(screens.carol)
    popup = screens.open("Send")
    popup.wait_until("document.querySelector('form .field input') !== null")
    screens.stage.picture(popup, "send-form")
    press(popup, "Preview", within="form")
    says(popup, "Paste the recipient's address, or type a .sol or .sns name or the name of a contact.")
    popup.fill("To", "carol <b>")
    says(popup, screens.carol)
    popup.fill("Amount", "0.0000000001")
    says(popup, "Use at most 9 digits after the decimal point.")
    screens.stage.picture(popup, "send-refused")
    popup.fill("Amount", "0.25")
    popup.press("Enter")
    says(popup, "Total")
    words = popup.words()
    assert screens.carol in words and screens.wallet.public_key in words and "0.250005 SOL of" in words
    assert "The recipient is in your address book." in words and "Carol <b>" in words
    assert screens.wallet.pending() == []
    screens.stage.picture(popup, "send-preview")
    press(popup, "Send", within=".preview")
    wait_for(screens.wallet.pending, "it waits in the queue")
    screens.stage.approve(popup)
    says(popup, "Sent and confirmed", timeout=60)
    screens.stage.picture(popup, "send-done")
    assert screens.held(screens.carol) == before + SOL // 4
    screens.node.advance(2)
    popup.click("button", "Activity", within=".bar")
    says(popup, "0.25 SOL")
    newest = popup.wait_until("document.querySelector('.line[data-row] summary')?.innerText")
    assert "Sent 0.25 SOL" in newest and "Carol <b>" in newest
    signature = popup.evaluate("document.querySelector('.line').dataset.row")
    assert signature == screens.wallet.json("history", "--cluster", "localnet")["entries"][0]["signature"]
    screens.stage.picture(popup, "activity-transactions")


def test_a_site_is_told_at_once_when_its_connection_ends(screens):
    dapp = DApp.connected(screens.stage)
    origin = dapp.origin
    popup = screens.open("More", "Connected sites")
    says(popup, origin)
    assert "Account 1" in popup.words()
    screens.stage.picture(popup, "sites")
    popup.click("button", f"Disconnect {origin}")
    says(popup, "No site is connected.")
    assert screens.wallet.json("origins") == []
    wait_for(lambda: dapp.accounts == [], "the page has no account any more")
    screens.stage.picture(popup, "sites-empty")


def test_the_record_of_requests_is_filtered_and_unfolds_whole(screens):
    dapp = DApp.connected(screens.stage)
    popup = screens.open("Activity")
    popup.click("tab", "Requests")
    says(popup, "Connected")
    # Asked, approved and answered are the steps of one request, which is one row.
    rows = popup.evaluate("(origin) => [...document.querySelectorAll('.panel:not([hidden]) .line')].filter((row) => row.innerText.includes(origin)).length", dapp.origin)
    assert rows == 1
    screens.stage.picture(popup, "activity-requests")
    popup.evaluate("""(origin) => {
        const select = document.querySelector('.panel:not([hidden]) select');
        select.value = origin;
        select.dispatchEvent(new Event('change'));
    }""", dapp.origin)
    popup.wait_until(
        "(origin) => { const rows = [...document.querySelectorAll('.panel:not([hidden]) .line')];"
        " return rows.length > 0 && rows.every((row) => row.innerText.includes(origin)); }",
        dapp.origin,
    )
    popup.evaluate("document.querySelector('.panel:not([hidden]) .line summary').click()")
    unfolded = str(popup.wait_until("document.querySelector('.panel:not([hidden]) .line[data-row] details[open]')?.innerText"))
    assert re.search(r"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$", unfolded, re.MULTILINE) and "\nconnect\n" in unfolded
    screens.stage.picture(popup, "activity-unfolded")


def test_where_no_window_can_be_shown_a_contact_is_a_command(screens):
    popup = screens.open("More", "Address book")
    says(popup, "Carol <b>")
    screens.stage.picture(popup, "contacts")
    popup.run("document.querySelector('.contacts summary').click()")
    popup.fill("Address", screens.wallet.public_key)
    popup.fill("Name", "It's me")
    press(popup, "Add to address book", within="main")
    says(popup, "Sidekey's window couldn't open.")
    says(popup, f"sidekey contacts add {screens.wallet.public_key} 'It'\\''s me'")
    screens.stage.picture(popup, "contacts-command")
    assert [each["label"] for each in screens.wallet.json("contacts")] == ["Carol <b>"]


def test_what_is_settled_elsewhere_is_shown(screens):
    popup = screens.open("More")
    popup.click("button", "Network", within="main")
    popup.click("button", "Check the nodes of A node on this computer")
    says(popup, f"{screens.node.url} answers: version")
    screens.stage.picture(popup, "network")
    popup.click("button", "More", within=".bar")
    popup.click("button", "About", within="main")
    says(popup, "protocol 1")
    assert str(screens.wallet.data) in popup.words()
    screens.stage.picture(popup, "about")
    popup.click("button", "More", within=".bar")
    popup.click("button", "Token permissions", within="main")
    says(popup, "No one but you has permission to take your tokens.")
    screens.stage.picture(popup, "permissions-empty")
