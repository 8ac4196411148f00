"""One wallet, both browsers and the command line at once: one queue, and every request decided once."""

import random
from concurrent.futures import ThreadPoolExecutor

import pytest
from browsers import wait_for
from conftest import BROWSERS
from dapp import PAGES, DApp, Refused
from probe import hello, open_probe, taken_over
from stage import Stage

# Requests of each browser by the site that asks: ten a tab and twenty a site are the most there may be.
ASKED = {"127.0.0.1": 8, "localhost": 7}


@pytest.fixture
def shared(request, wallet):
    """The wallet of both browsers."""
    if request.config.getoption("--browser"):
        pytest.skip("needs both browsers")
    return wallet


@pytest.fixture
def both(shared, seats):
    chromium, firefox = (Stage(seats[name], shared) for name in BROWSERS)
    with chromium, firefox:
        yield chromium, firefox


def test_a_request_opens_a_window_only_where_it_was_made_and_can_be_decided_in_either(both):
    for asking, other in (both, both[::-1]):
        dapp = DApp.connected(asking)
        # The other browser has a page of its own that keeps it in touch with the agent.
        DApp.connected(other)
        call = dapp.sign_message(b"from the other browser")
        asking.approval()
        assert other.approvals() == []
        popup = other.popup()
        popup.wait_until("document.body.innerText.includes('from the other browser')")
        other.picture(popup, "popup-request-of-another-browser")
        other.approve(popup)
        assert call.result()[0]["signature"]
        asking.wait_for_rest()
        asking.tidy()
        other.tidy()


def test_closing_a_window_leaves_the_other_browsers_requests_alone(both):
    first, second = both
    calls = [DApp.connected(stage).sign_message(b"mine") for stage in both]
    windows = [stage.approval() for stage in both]
    wait_for(lambda: len(first.wallet.pending()) == 2, "both wait")
    windows[0].close()
    assert calls[0].refusal().code == 4001
    assert not calls[1].settled
    second.approve(windows[1])
    assert calls[1].result()[0]["signature"]


@pytest.fixture
def racing(shared):
    """Both browsers, each with something in the wallet's extension that decides as fast as a machine can."""
    extension = taken_over(shared)
    stages = [Stage(name, shared, extension=extension, profile=shared.folder / name) for name in BROWSERS]
    with stages[0], stages[1]:
        yield stages


def test_thirty_requests_that_both_browsers_and_the_command_line_race_for_are_each_decided_once(racing):
    wallet = racing[0].wallet
    dapps = [(DApp.connected(stage, stage.site(PAGES).at(host)), count) for stage in racing for host, count in ASKED.items()]
    calls = [dapp.sign_message(f"{dapp.origin} {number}".encode()) for dapp, count in dapps for number in range(count)]
    waiting = wait_for(lambda: len(found := wallet.pending()) == 30 and found, "thirty wait")
    ids = [request["id"] for request in waiting]
    assert [len(stage.approvals()) for stage in racing] == [1, 1]

    def decisions() -> list[dict]:
        return [{"id": each, "approve": random.random() < 0.5} for each in random.sample(ids, len(ids))]

    def decide(decision: dict) -> bool:
        arguments = ("approve", decision["id"], "--yes") if decision["approve"] else ("reject", decision["id"])
        return wallet.run(*arguments, check=False).returncode == 0

    probes = [open_probe(stage) for stage in racing]
    for probe in probes:
        assert "result" in probe.request("hello", hello("extension"))
    chosen = [decisions() for _ in range(3)]
    with ThreadPoolExecutor(2) as command_line:
        by_command = command_line.map(decide, chosen[2])
        tickets = [probe.race(each) for probe, each in zip(probes, chosen, strict=False)]
        won = [probe.won(ticket) for probe, ticket in zip(probes, tickets, strict=True)]
        won.append([decision["id"] for decision, first in zip(chosen[2], by_command, strict=True) if first])

    assert sorted(each for winner in won for each in winner) == sorted(ids), "each was decided, and once"
    approved = {
        decision["id"] for winner, each in zip(won, chosen, strict=True) for decision in each
        if decision["approve"] and decision["id"] in winner
    }  # fmt: skip
    for identifier in ids:
        response = wallet.json("records", identifier)["response"]
        assert ("result" in response) == (identifier in approved)
        assert identifier in approved or response["error"]["code"] == 4001
    assert sum(is_signed(call) for call in calls) == len(approved)
    assert wallet.pending() == []
    for stage in racing:
        stage.wait_for_rest()


def is_signed(call) -> bool:
    """Returns whether the page got a signature; where it didn't, it was told no."""
    try:
        return bool(call.result()[0]["signature"])
    except Refused as refused:
        assert refused.code == 4001
        return False
