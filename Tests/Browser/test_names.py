"""Sent to a name on the wallet's own screens: what it stands for, who says so, and what is said once it stands for another address."""

import base64

import pytest
from browsers import wait_for
from local_node import LocalNode
from seat import Seat
from stage import Stage
from vectors_names import SRS, sol_data, sol_record
from wallet_screens import SOL, Screens, press, says, stage_on

from solders.pubkey import Pubkey

pytestmark = pytest.mark.shared


def plant(node: LocalNode, label: str, owner: str) -> None:
    """Has a `.sol` name stand for an address."""
    data = sol_data(label, Pubkey.from_string(owner))
    node.control(set=str(sol_record(label)), lamports=10_000_000, owner=str(SRS), data=base64.b64encode(data).decode())
    node.advance(2)


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
