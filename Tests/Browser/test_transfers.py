"""Tokens sent and permissions taken back on the wallet's own screens, what looks like somebody else, and what is refused before anybody is asked."""

import base64

import base58
import pytest
from browsers import wait_for
from local_node import LocalNode
from seat import Seat
from stage import Stage
from wallet import Wallet
from wallet_screens import SOL, Screens, choose, press, says, stage_on

pytestmark = pytest.mark.shared

TOKEN_PROGRAM = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA"


def lookalike(address: str) -> str:
    """Another address that begins and ends as this one, as whoever poisons a history grinds it."""
    for digit in "23456789ABCDEFGH":
        other = address[:4] + digit * (len(address) - 8) + address[-4:]
        if other != address and len(base58.b58decode(other)) == 32:
            return other
    raise AssertionError(f"no address like {address}")


def delegate(node: LocalNode, account: str, to: str, amount: int) -> None:
    """Lets somebody take from a token account, as its owner's earlier signature would have."""
    info = node.ask("getAccountInfo", account, {"encoding": "base64", "commitment": "processed"})["value"]
    data = bytearray(base64.b64decode(info["data"][0]))
    data[72:108] = (1).to_bytes(4, "little") + base58.b58decode(to)
    data[121:129] = amount.to_bytes(8, "little")
    node.control(set=account, lamports=info["lamports"], owner=TOKEN_PROGRAM, data=base64.b64encode(data).decode())
    node.advance(2)


@pytest.fixture(scope="module")
def node():
    with LocalNode("--slot-ms", "400") as node:
        yield node


@pytest.fixture(scope="module")
def holding_stage(seat: Seat, node: LocalNode):
    """10 SOL, 25 USDX and a contact who has never had a token."""
    with stage_on(seat, node, (node.seeded["accounts"]["carol"]["publicKey"], "Carol")) as stage:
        yield stage


@pytest.fixture
def screens(holding_stage: Stage, node: LocalNode):
    holding_stage.ensure_unlocked()
    node.control(clear=True)
    node.control(set=holding_stage.wallet.public_key, lamports=10 * SOL)
    screens = Screens(holding_stage, node)
    missing = 25_000_000 - sum(int(each["tokenAmount"]["amount"]) for each in screens.tokens(holding_stage.wallet.public_key))
    if missing > 0:
        node.control(mint="USDX", to=holding_stage.wallet.public_key, amount=missing)
    node.advance(2)
    yield screens
    node.control(clear=True)
    holding_stage.tidy()


def begin(screens: Screens, token: str | None = None):
    """The form, with what the wallet holds read."""
    popup = screens.open("Send")
    popup.wait_until("document.querySelectorAll('form select')[1]?.options.length > 1")
    if token:
        choose(popup, "What", token)
    return popup


def units(screens: Screens, owner: str) -> int:
    return sum(int(each["tokenAmount"]["amount"]) for each in screens.tokens(owner))


def test_a_token_is_sent_to_a_contact_whose_account_is_made(screens):
    popup = begin(screens, "USDX")
    says(popup, screens.usdx)
    screens.stage.picture(popup, "send-token-form")
    popup.fill("To", "carol")
    popup.fill("Amount", "2.0000001")
    says(popup, "Use at most 6 digits after the decimal point.")
    popup.fill("Amount", "2,5")
    says(popup, "Enter the amount in digits with at most one decimal point, such as 0.5.")
    screens.stage.picture(popup, "send-token-refused")
    popup.fill("Amount", "25.000001")
    popup.press("Enter")
    says(popup, "You don't have enough to send this")
    screens.stage.picture(popup, "send-token-too-much")
    popup.fill("Amount", "2.5")
    popup.press("Enter")
    says(popup, "For the recipient's new token account")
    words = popup.words()
    assert screens.usdx in words and screens.carol in words and "2.5" in words and screens.wallet.pending() == []
    screens.stage.picture(popup, "send-token-preview")
    press(popup, "Send", within=".preview")
    wait_for(screens.wallet.pending, "it waits in the queue")
    screens.stage.picture(popup, "send-token-approval")
    screens.stage.approve(popup)
    says(popup, "Sent and confirmed", timeout=60)
    assert units(screens, screens.carol) == 2_500_000 and units(screens, screens.wallet.public_key) == 22_500_000
    # The record says what was sent, and to which network.
    popup.click("button", "Activity", within=".bar")
    popup.click("tab", "Requests")
    says(popup, "Confirmed")
    confirmed = next(line for line in screens.wallet.json("activity") if line["kind"] == "confirmed")
    assert confirmed["cluster"] == "solana:localnet"


def begun(screens: Screens, amount: str) -> dict:
    """Sends from a popup that closes then, as one does when another window takes the keyboard, and returns what waits."""
    popup = begin(screens)
    popup.fill("To", "carol")
    popup.fill("Amount", amount)
    press(popup, "Preview", within="form")
    says(popup, "Total")
    press(popup, "Send", within=".preview")
    (request,) = wait_for(screens.wallet.pending, "it waits in the queue")
    popup.close()
    return request


def test_the_popup_that_is_opened_next_says_what_became_of_what_was_sent(screens):
    request = begun(screens, "0.25")
    screens.wallet.run("approve", request["id"], "--yes")
    wait_for(lambda: any(line["kind"] == "confirmed" and line.get("request") == request["id"] for line in screens.wallet.json("activity")), "it is confirmed")
    screens.stage.wait_for_rest()
    signature = next(line["signature"] for line in screens.wallet.json("activity") if line["kind"] == "confirmed")
    popup = screens.stage.popup()
    says(popup, "Sent 0.25 SOL to Carol.")
    assert signature in popup.words()
    screens.stage.picture(popup, "popup-tells-sent")
    popup.click("button", "Got it: Sent 0.25 SOL to Carol.")
    assert signature not in popup.words()
    popup.close()
    # Once: what was read isn't told again.
    request = begun(screens, "0.5")
    screens.wallet.run("reject", request["id"])
    screens.stage.wait_for_rest()
    popup = screens.stage.popup()
    says(popup, "You rejected it. Nothing was signed.")
    assert "Your transfer to" in popup.words() and "Sent 0.25" not in popup.words()
    screens.stage.picture(popup, "popup-tells-not-sent")


def test_all_of_it_leaves_nothing_behind(screens):
    popup = begin(screens)
    popup.fill("To", screens.carol)
    popup.evaluate("document.querySelector('form .tick input').click()")
    assert popup.evaluate("[...document.querySelectorAll('form input')].some((field) => field.disabled)")
    press(popup, "Preview", within="form")
    says(popup, "9.999995")
    screens.stage.picture(popup, "send-all-preview")
    popup.click("button", "Change", within=".preview")
    choose(popup, "What", "USDX")
    press(popup, "Preview", within="form")
    says(popup, "Total")
    press(popup, "Send", within=".preview")
    wait_for(screens.wallet.pending, "it waits in the queue")
    screens.stage.approve(popup)
    says(popup, "Sent and confirmed", timeout=60)
    assert units(screens, screens.wallet.public_key) == 0


def test_who_looks_like_a_contact_is_a_danger_before_and_when_it_is_approved(screens):
    thief = lookalike(screens.carol)
    popup = begin(screens)
    popup.fill("To", thief)
    says(popup, "Not in your address book. Compare every character")
    popup.fill("Amount", "1")
    popup.press("Enter")
    says(popup, f"The recipient looks like Carol ({screens.carol}), which you know, but is a different address.")
    first = popup.evaluate("document.querySelector('.findings li').className")
    assert "danger" in first and thief in popup.words()
    screens.stage.picture(popup, "send-lookalike")
    press(popup, "Send", within=".preview")
    wait_for(screens.wallet.pending, "it waits in the queue")
    popup.wait_until("document.querySelector('.unlocking:not([hidden]) input') !== null")
    assert not popup.can_click("button", "Approve")
    screens.stage.picture(popup, "send-lookalike-approval")
    screens.stage.reject(popup)
    says(popup, "You rejected it. Nothing was signed.")
    screens.stage.picture(popup, "send-rejected")
    assert screens.held(thief) == 0


def test_what_nothing_is_sent_to_is_said(screens):
    popup = begin(screens)
    (account,) = screens.tokens(screens.wallet.public_key)
    told = {
        screens.wallet.public_key: "This is the account you are sending from.",
        screens.usdx: "This is the token's own address.",
        account["address"]: screens.wallet.public_key,
    }
    popup.fill("Amount", "0.1")
    for address, words in told.items():
        popup.fill("To", address)
        popup.press("Enter")
        says(popup, words)
    # The address in it is longer than a line.
    assert popup.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    screens.stage.picture(popup, "send-recipient-refused")
    popup.fill("To", screens.carol[:-1] + "0")
    says(popup, "0")
    assert popup.evaluate("document.querySelectorAll('[aria-invalid=true]').length") == 1
    popup.fill("To", screens.carol)
    popup.fill("Amount", "9.9999")
    popup.press("Enter")
    says(popup, "The account would keep too little to stay open.")
    popup.fill("Amount", "11")
    popup.press("Enter")
    says(popup, "You don't have enough: you need")
    screens.stage.picture(popup, "send-too-much")
    assert screens.wallet.pending() == []


def test_a_delegate_loses_what_it_might_have_taken(screens):
    (account,) = screens.tokens(screens.wallet.public_key)
    delegate(screens.node, account["address"], screens.carol, 7_000_000)
    popup = screens.open("More", "Token permissions")
    says(popup, screens.carol)
    words = popup.words()
    assert "Carol" in words and "7" in words and account["address"] in words
    screens.stage.picture(popup, "permissions")
    popup.click("button", "Revoke the permission for USDX")
    wait_for(screens.wallet.pending, "it waits in the queue")
    screens.stage.picture(popup, "permissions-approval")
    screens.stage.approve(popup)
    says(popup, "1 permission was revoked.", timeout=60)
    says(popup, "No one but you has permission to take your tokens.")
    screens.stage.picture(popup, "permissions-revoked")
    (account,) = screens.tokens(screens.wallet.public_key)
    assert "delegate" not in account


@pytest.mark.parametrize(
    ("end", "words"),
    [
        (Wallet.stop_agent, "The request was cancelled before you approved it. Nothing was signed."),
        (Wallet.kill_agent, "The wallet's program stopped in the meantime. Check the activity before you send again."),
    ],
    ids=["stopped", "killed"],
)
def test_an_agent_that_ends_while_a_transfer_waits_is_told_and_nothing_is_sent(screens, end, words):
    sent = len(screens.node.control()["sent"])
    popup = begin(screens)
    popup.fill("To", "Carol")
    popup.fill("Amount", "0.5")
    popup.press("Enter")
    says(popup, "Total")
    press(popup, "Send", within=".preview")
    wait_for(screens.wallet.pending, "it waits in the queue")
    end(screens.wallet)
    says(popup, words, timeout=60)
    screens.stage.picture(popup, f"send-agent-{end.__name__}")
    assert len(screens.node.control()["sent"]) == sent
    screens.wallet.unlock()
    popup.click("button", "Activity", within=".preview")
    popup.click("tab", "Requests")
    says(popup, "Interrupted")


def test_a_node_that_dies_before_the_preview_is_told_and_the_form_stays(screens):
    popup = begin(screens)
    popup.fill("To", "Carol")
    popup.fill("Amount", "0.5")
    screens.node.fault("drop")
    popup.press("Enter")
    says(popup, "No node answers. Check your internet connection and try again.", timeout=60)
    screens.stage.picture(popup, "send-offline")
    assert popup.evaluate("document.querySelector('form .field input').value") == "Carol"
    screens.node.control(clear=True)
    press(popup, "Preview", within="form")
    says(popup, "Total")
