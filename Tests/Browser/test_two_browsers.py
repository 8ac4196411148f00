"""One wallet, both browsers at once: each opens a window for its own requests, and shows the other's in its popup."""

import pytest
from browsers import wait_for
from conftest import BROWSERS
from dapp import DApp
from stage import Stage
from wallet import Wallet


@pytest.fixture
def both(request):
    if request.config.getoption("--browser"):
        pytest.skip("needs both browsers")
    with Wallet() as wallet:
        wallet.create()
        wallet.unlock()
        chromium, firefox = (Stage(name, wallet, profile=wallet.folder / name) for name in BROWSERS)
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
