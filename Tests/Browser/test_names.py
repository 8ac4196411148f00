"""Names on the wallet's own screens: what a typed one stands for, what an address calls itself, who says so, and what is said of a change or a likeness."""

import base64

import pytest
from browsers import wait_for
from dapp import DApp
from local_node import LocalNode
from seat import Seat
from stage import Stage
from vectors_names import NAMES, OFFERS, REVERSE_CLASS, ROOT, SRS, name_data, pda, sns_parts, sol_data, sol_record
from wallet_screens import SOL, Screens, press, says, stage_on

from solders.hash import Hash
from solders.keypair import Keypair
from solders.message import Message
from solders.pubkey import Pubkey
from solders.system_program import TransferParams, transfer
from solders.transaction import Transaction

pytestmark = pytest.mark.shared


def plant(node: LocalNode, label: str, owner: str) -> None:
    """Has a `.sol` name stand for an address."""
    data = sol_data(label, Pubkey.from_string(owner))
    node.control(set=str(sol_record(label)), lamports=10_000_000, owner=str(SRS), data=base64.b64encode(data).decode())
    node.advance(2)


def call(node: LocalNode, label: str, seed: int) -> str:
    """An address that has chosen a `.sns` name for itself, which leads back to it."""
    address = Keypair.from_seed(bytes([seed]) * 32).pubkey()
    parts = sns_parts(label + ".sns")
    account, text = parts["account"], label.encode()
    reverse = name_data(bytes(32), bytes(32), len(text).to_bytes(4, "little") + text, REVERSE_CLASS)
    for key, program, data in [
        (account, NAMES, name_data(ROOT, address)),
        (parts["reverse"], NAMES, reverse),
        (pda(OFFERS, b"favourite_domain", address), OFFERS, b"\4" + bytes(account)),
    ]:
        node.control(set=str(key), lamports=10_000_000, owner=str(program), data=base64.b64encode(data).decode())
    node.control(set=str(address), lamports=SOL)
    node.advance(2)
    return str(address)


@pytest.fixture(scope="module")
def node():
    with LocalNode("--slot-ms", "400", "--endpoints", "2") as node:
        yield node


@pytest.fixture(scope="module")
def naming_stage(seat: Seat, node: LocalNode):
    with stage_on(seat, node) as stage:
        stage.wallet.use_nodes(*(each["url"] for each in node.seeded["endpoints"]))
        stage.wallet.unlock()
        yield stage


@pytest.fixture
def screens(naming_stage: Stage, node: LocalNode):
    naming_stage.ensure_unlocked()
    node.control(set=naming_stage.wallet.public_key, lamports=10 * SOL)
    node.advance(2)
    yield Screens(naming_stage, node)
    naming_stage.tidy()


def preview(screens: Screens, to: str):
    popup = screens.open("Send")
    popup.wait_until("document.querySelectorAll('form select')[1]?.options.length > 0")
    popup.fill("To", to)
    popup.fill("Amount", "0.01")
    popup.press("Enter")
    return popup


def test_a_name_is_paid_at_the_address_beside_it_and_a_change_of_it_is_a_danger(screens, node):
    bob = node.seeded["accounts"]["bob"]["publicKey"]
    plant(node, "bob", bob)
    popup = preview(screens, "bоb.sol")
    says(popup, "Letters that look alike aren't allowed.")
    screens.stage.picture(popup, "send-name-refused")
    popup.fill("To", "bob.sol")
    says(popup, "The preview shows the address of this name.")
    popup.press("Enter")
    says(popup, "Paid by name")
    words = popup.words()
    # Whose word it is stands beside it, and the whole address.
    assert "bob.sol" in words and bob in words
    assert all(each["url"] in words for each in node.seeded["endpoints"])
    screens.stage.picture(popup, "send-name-preview")
    press(popup, "Send", within=".preview")
    (request,) = wait_for(screens.wallet.pending, "it waits in the queue")
    shown = screens.wallet.run("review", request["id"]).stdout
    assert "bob.sol" in shown and bob in shown
    screens.stage.picture(popup, "send-name-approval")
    screens.stage.approve(popup)
    says(popup, "Sent and confirmed", timeout=60)
    popup.close()

    plant(node, "bob", screens.carol)
    popup = preview(screens, "bob.sol")
    says(popup, "This name stands for another address than before")
    assert bob in popup.words() and screens.carol in popup.words()
    screens.stage.picture(popup, "send-name-changed")
    press(popup, "Send", within=".preview")
    (request,) = wait_for(screens.wallet.pending, "it waits in the queue")
    # A click isn't enough for it.
    popup.wait_until("document.querySelector('.unlocking:not([hidden]) input') !== null")
    assert not popup.can_click("button", "Approve")
    screens.stage.picture(popup, "send-name-danger")
    shown = screens.wallet.run("review", request["id"]).stdout
    assert "stands for another address now" in shown
    screens.stage.reject(popup)
    says(popup, "You rejected it. Nothing was signed.")
    popup.close()


def test_a_pasted_address_is_shown_with_what_it_calls_itself_and_a_likeness_is_a_warning(screens, node):
    dora = call(node, "dora", 51)
    popup = preview(screens, dora)
    says(popup, "Calls itself")
    words = popup.words()
    assert "\u201cdora.sns\u201d" in words and dora in words and "Paid by name" not in words
    assert all(each["url"] in words for each in node.seeded["endpoints"])
    screens.stage.picture(popup, "send-claimed-name")
    popup.close()
    shown = screens.wallet.run("send", "0.01", dora, "--dry-run", "--cluster", "localnet").stdout
    assert "\u201cdora.sns\u201d" in shown and dora in shown

    friend = str(Keypair.from_seed(bytes([52]) * 32).pubkey())
    files = ["--passphrase-file", str(screens.wallet.passphrase_file)]
    screens.wallet.run("contacts", "add", friend, "D0ra", *files)
    popup = preview(screens, dora)
    says(popup, "This address chose a name that looks like the name of")
    words = popup.words()
    assert "Calls itself" not in words and "dora.sns" not in words and friend in words and "D0ra" in words
    screens.stage.picture(popup, "send-claimed-name-like")
    popup.close()
    screens.wallet.run("contacts", "remove", "D0ra", *files)

    added = screens.wallet.run("contacts", "add", dora, "Neighbour", *files).stdout
    assert "This address calls itself \u201cdora.sns\u201d" in added
    popup = screens.open("More", "Address book")
    says(popup, "Neighbour")
    popup.click("button", "Check the name of Neighbour")
    says(popup, "This address calls itself \u201cdora.sns\u201d")
    screens.stage.picture(popup, "contacts-claimed-name")
    popup.close()
    screens.wallet.run("contacts", "remove", "Neighbour", *files)


def test_a_sites_recipient_is_reviewed_with_what_it_calls_itself_beside_the_address(screens, node):
    eve = call(node, "eve", 53)
    dapp = DApp.connected(screens.stage)
    account = Pubkey.from_string(screens.wallet.public_key)
    latest = node.ask("getLatestBlockhash", {"commitment": "processed"})["value"]["blockhash"]
    payment = transfer(TransferParams(from_pubkey=account, to_pubkey=Pubkey.from_string(eve), lamports=1_000_000))
    message = Message.new_with_blockhash([payment], account, Hash.from_string(latest))
    asked = dapp.sign_transaction(bytes(Transaction.new_unsigned(message)), chain="solana:localnet")
    window = screens.stage.approval()
    says(window, "calls itself \u201ceve.sns\u201d")
    sentence = window.words().split("\n")
    assert any(eve in line and "calls itself" in line for line in sentence)
    screens.stage.picture(window, "approval-claimed-name")
    (request,) = screens.wallet.pending()
    assert f"{eve} (calls itself \u201ceve.sns\u201d)" in screens.wallet.run("review", request["id"]).stdout
    screens.stage.approve(window)
    asked.result()
