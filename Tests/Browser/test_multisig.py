"""A vote in a Squads multisig on the wallet's own screens: what the proposal does stands above the vote, and in its review."""

import pytest
from browsers import wait_for
from local_node import LocalNode
from seat import Seat
from squads import scene
from stage import Stage
from wallet_screens import SOL, Screens, says, stage_on

pytestmark = pytest.mark.shared


@pytest.fixture(scope="module")
def node():
    with LocalNode("--slot-ms", "400") as node:
        yield node


@pytest.fixture(scope="module")
def group_stage(seat: Seat, node: LocalNode):
    with stage_on(seat, node) as stage:
        yield stage


@pytest.fixture(scope="module")
def group(group_stage: Stage, node: LocalNode):
    placed = scene(group_stage.wallet.public_key)
    node.control(**placed["program"])
    for account in placed["accounts"]:
        node.control(**account)
    node.advance(2)
    return placed


@pytest.fixture
def screens(group_stage: Stage, group: dict, node: LocalNode):
    group_stage.ensure_unlocked()
    node.control(set=group_stage.wallet.public_key, lamports=10 * SOL)
    node.advance(2)
    yield Screens(group_stage, node)
    group_stage.tidy()


def ends(address: str) -> str:
    return f"{address[:4]}…{address[-4:]}"


def test_a_member_sees_what_a_proposal_does_and_votes_for_it(screens, group):
    popup = screens.open("More", "Multisigs")
    says(popup, "Members: 3. Approvals that a proposal needs: 2.")
    says(popup, "An approved proposal waits 1 h 30 min before anyone can execute it.")
    screens.stage.picture(popup, "multisigs")
    popup.click("button", f"Show the proposals of {ends(group['multisig'])}")
    says(popup, "Proposal 4")
    for words in ("7 SOL", group["stranger"], "It changes the multisig itself.", "It is a batch of several transactions", "Nobody can vote for it or against it any more."):
        says(popup, words)
    popup.run("document.querySelector('.proposals [data-row=\"4\"]').scrollIntoView()")
    screens.stage.picture(popup, "multisig-proposals")
    popup.click("button", "Vote for proposal 4")
    wait_for(screens.wallet.pending, "it waits in the queue")
    says(popup, "You vote at Squads v4.")
    says(popup, "A node says that this is what it does:")
    says(popup, "7 SOL")
    popup.run("document.querySelector('.review').scrollIntoView()")
    screens.stage.picture(popup, "multisig-vote")
    screens.stage.approve(popup)
    says(popup, "You voted for proposal 4.", timeout=60)
    screens.stage.picture(popup, "multisig-voted")


def test_a_vote_that_came_too_late_says_so(screens, group, node):
    popup = screens.open("More", "Multisigs")
    popup.click("button", f"Show the proposals of {ends(group['multisig'])}")
    says(popup, "Proposal 4")
    # Meanwhile it was decided.
    executed = next(each for each in group["accounts"] if each["set"] == group["proposals"][2]["address"])
    node.control(**{**executed, "set": group["proposals"][4]["address"]})
    node.advance(2)
    popup.click("button", "Vote against proposal 4")
    says(popup, "This proposal is no longer there.")
    assert screens.wallet.pending() == []


def test_a_multisig_is_looked_up_by_its_address(screens, group):
    popup = screens.open("More", "Multisigs")
    popup.fill("Address of the multisig", screens.carol)
    popup.click("button", "Look up", within="main")
    says(popup, "There is no Squads multisig at this address.")
    popup.fill("Address of the multisig", group["multisig"])
    popup.click("button", "Look up", within="main")
    says(popup, "Show proposals")
    (listed,) = screens.wallet.json("multisig")
    assert listed["address"] == group["multisig"] and listed["threshold"] == 2
