"""Vote accounts that a control puts onto the chain, and the clock of another epoch."""

import base64
import struct

import pytest
from local_node import LocalNode

VOTE = "9QU2QSxhb24FUX3Tu2FpczXjpK3VYrvRudywSZaM29mF"
BEHIND = "4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM"
CLOCK = "SysvarC1ock11111111111111111111111111111111"
PROCESSED = {"commitment": "processed"}


@pytest.fixture(scope="module")
def node():
    with LocalNode("--slot-ms", "0") as node:
        yield node


def test_validators_are_told_as_their_accounts_say(node):
    node.control(validator=VOTE, commission=5, credits=[10, 20], staked=7)
    node.control(validator=BEHIND, commission=100, credits=[], staked=0, delinquent=True)
    told = node.ask("getVoteAccounts", PROCESSED)
    (current,) = told["current"]
    assert (current["votePubkey"], current["commission"], current["activatedStake"]) == (VOTE, 5, 7)
    assert current["epochCredits"] == [[0, 10, 0], [1, 30, 10]]
    # One without stake is left out if it is behind, as agave does, unless it is asked for.
    assert told["delinquent"] == []
    asked = node.ask("getVoteAccounts", {**PROCESSED, "votePubkey": BEHIND, "keepUnstakedDelinquents": True})
    assert asked["current"] == [] and asked["delinquent"][0]["votePubkey"] == BEHIND
    assert node.ask("getVoteAccounts", {**PROCESSED, "votePubkey": CLOCK}) == {"current": [], "delinquent": []}


def test_the_clock_of_a_later_epoch_is_told_at_every_commitment(node):
    node.advance(432_000)
    for commitment in ("processed", "confirmed"):
        value = node.ask("getAccountInfo", CLOCK, {"commitment": commitment, "encoding": "base64"})["value"]
        (epoch,) = struct.unpack_from("<Q", base64.b64decode(value["data"][0]), 16)
        assert epoch == 1
