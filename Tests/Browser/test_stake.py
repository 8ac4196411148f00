"""A stake from its validator's check to the withdrawal, on the wallet's own screens, and the sites of liquid staking."""

import pytest
from browsers import wait_for
from local_node import LocalNode
from seat import Seat
from stage import Stage
from wallet_screens import SOL, Screens, press, says, stage_on

pytestmark = pytest.mark.shared

VOTE = "9QU2QSxhb24FUX3Tu2FpczXjpK3VYrvRudywSZaM29mF"
BEHIND = "4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM"
EPOCH = 432_000
DEPOSIT = 2_282_880


@pytest.fixture(scope="module")
def node():
    with LocalNode("--slot-ms", "400") as node:
        yield node


@pytest.fixture(scope="module")
def stake_stage(seat: Seat, node: LocalNode):
    with stage_on(seat, node) as stage:
        yield stage


@pytest.fixture
def screens(stake_stage: Stage, node: LocalNode):
    stake_stage.ensure_unlocked()
    node.control(clear=True)
    node.control(set=stake_stage.wallet.public_key, lamports=10 * SOL)
    for vote, is_behind in ((VOTE, False), (BEHIND, True)):
        node.control(validator=vote, commission=5, credits=[100, 200], staked=1_000 * SOL, delinquent=is_behind)
    node.advance(2)
    yield Screens(stake_stage, node)
    node.control(clear=True)
    stake_stage.tidy()


def check(popup, vote: str) -> None:
    popup.fill("Vote account of the validator", vote)
    popup.click("button", "Check the validator", within="main")


def test_a_stake_is_made_after_its_validator_was_seen_and_comes_back(screens):
    before = screens.held(screens.wallet.public_key)
    popup = screens.open("More", "Stake SOL")
    says(popup, "You have no stakes.")
    popup.click("button", "Choose from a list", within="main")
    says(popup, "These earned the most in the last full epoch after their commission, as your node says.")
    screens.stage.picture(popup, "stake-choices")
    popup.click("button", f"Choose {VOTE}", within=".validators")
    for words in ("commission 5%", "epoch 1: 200 credits", "You can stake 1 SOL or more."):
        says(popup, words)
    screens.stage.picture(popup, "stake-validator")
    popup.fill("SOL to stake", "2")
    press(popup, "Stake", within=".stake-form")
    wait_for(screens.wallet.pending, "it waits in the queue")
    says(popup, "You stake 2.00228288 SOL with the validator")
    screens.stage.picture(popup, "stake-approval")
    screens.stage.approve(popup)
    says(popup, "2 SOL is staked. It earns rewards from the next epoch on.", timeout=60)
    screens.stage.picture(popup, "stake-begun")
    (stake,) = screens.wallet.json("stake")
    assert stake["state"] == "activating" and stake["vote"] == VOTE
    ends = f"{stake['address'][:4]}…{stake['address'][-4:]}"
    screens.node.advance(EPOCH)
    popup = screens.open("More", "Stake SOL")
    popup.click("button", f"Stop staking 2 SOL in {ends}")
    wait_for(screens.wallet.pending, "it waits in the queue")
    screens.stage.approve(popup)
    says(popup, "The staking of 2 SOL ends.", timeout=60)
    screens.node.advance(EPOCH)
    popup = screens.open("More", "Stake SOL")
    says(popup, "not staked")
    screens.stage.picture(popup, "stake-free")
    popup.click("button", f"Withdraw 2.00228288 SOL from {ends}")
    wait_for(screens.wallet.pending, "it waits in the queue")
    screens.stage.approve(popup)
    says(popup, "2.00228288 SOL is back in your account.", timeout=60)
    assert before - 400_000 < screens.held(screens.wallet.public_key) < before
    assert screens.wallet.json("stake") == []


def test_a_validator_that_is_behind_is_warned_of_and_no_other_address_is_taken(screens):
    popup = screens.open("More", "Stake SOL")
    check(popup, BEHIND)
    says(popup, "This validator is behind. Your stake would earn nothing until it catches up.")
    says(popup, "Stake with it all the same")
    screens.stage.picture(popup, "stake-behind")
    check(popup, screens.carol)
    says(popup, "There is no validator's vote account at this address.")
    assert screens.wallet.pending() == []
    assert popup.evaluate("[...document.querySelectorAll('.liquid button')].map((each) => each.textContent)") == ["Open marinade.finance", "Open sanctum.so", "Open www.jito.network"]
