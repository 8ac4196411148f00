"""Watch-only accounts: added and looked at in the popup, marked on each of its screens, and never given to a site."""

import pytest
from browsers import wait_for
from dapp import DApp
from local_node import LocalNode
from seat import Seat
from stage import Stage
from wallet_screens import SOL, Screens, says, stage_on

pytestmark = pytest.mark.shared


@pytest.fixture(scope="module")
def node():
    with LocalNode("--slot-ms", "400") as node:
        yield node


@pytest.fixture(scope="module")
def watch_stage(seat: Seat, node: LocalNode):
    with stage_on(seat, node) as stage:
        yield stage


@pytest.fixture
def screens(watch_stage: Stage, node: LocalNode):
    watch_stage.ensure_unlocked()
    node.control(clear=True)
    node.control(set=watch_stage.wallet.public_key, lamports=10 * SOL)
    node.advance(2)
    yield Screens(watch_stage, node)
    node.control(clear=True)
    watch_stage.tidy()


def watched(stage: Stage) -> list[dict]:
    return [row for row in stage.wallet.json("account", "list") if row.get("watchOnly")]


def test_an_address_is_watched_looked_at_and_given_to_no_site(screens):
    stage, carol = screens.stage, screens.carol
    screens.node.control(set=carol, lamports=3 * SOL)
    screens.node.advance(2)
    popup = stage.popup()
    stage.visit(popup, "Accounts")
    popup.wait_until("document.querySelector('.watch-only summary') !== null")
    popup.run("document.querySelector('.watch-only summary').click()")
    popup.fill("Address or .sol name", carol)
    popup.run("document.querySelector('.watch-only form').scrollIntoView()")
    # Two fields are called so: the one in this form is meant.
    popup.run("(() => { const field = document.querySelectorAll('.watch-only form input')[1]; field.value = 'Cold store'; field.dispatchEvent(new Event('input')); })()")
    stage.picture(popup, "accounts-watching")
    popup.click("button", "Watch")
    wait_for(lambda: [row["label"] for row in watched(stage)] == ["Cold store"], "it is watched")
    popup.find("button", "Stop watching Cold store")
    stage.picture(popup, "accounts-watched")

    # On Home it stands behind the wallet's own, with its mark and what it holds.
    stage.visit(popup, "Home")
    popup.wait_until("document.querySelector('button.switch-current') !== null")
    popup.run("document.querySelector('button.switch-current').click()")
    popup.wait_until("document.querySelectorAll('.switch-entry').length === 2")
    assert popup.evaluate("document.querySelectorAll('.switch-entry')[1].innerText").split("\n")[0].startswith("Cold store")
    popup.run("document.querySelectorAll('.switch-entry')[1].click()")
    popup.wait_until("document.querySelector('.switch-current .flag') !== null && document.querySelector('.balance').innerText.includes('3')")
    assert popup.evaluate("document.querySelector('.switch-current .flag').innerText") == "watch-only"
    stage.picture(popup, "home-watch-only")

    # Receive warns, and Send says why it can't.
    stage.visit(popup, "Receive")
    says(popup, "This account is watch-only. You can't spend with Sidekey")
    assert popup.evaluate("document.querySelector('.whole-address').innerText") == carol
    stage.picture(popup, "receive-watch-only")
    stage.visit(popup, "Send")
    says(popup, "This account is watch-only. Sidekey has no key for it")
    assert not popup.can_click("button", "Preview")
    stage.picture(popup, "send-watch-only")

    # An open popup shows a request itself.
    popup.close()
    # A site is offered the wallet's own alone: there is nothing to choose.
    dapp = DApp.open(stage)
    call = dapp.begin("connect")
    window = stage.approval()
    assert "Cold store" not in window.words() and carol not in window.words()
    stage.approve(window)
    assert [account["address"] for account in call.result()] == [stage.wallet.public_key]
    assert dapp.sign_message(b"hello", address=carol).refusal().code == 4100

    # Send offers the wallet's own as a recipient, and no watch-only one.
    popup = stage.popup()
    stage.visit(popup, "Send")
    popup.wait_until("document.querySelector('.recipients')?.textContent.includes('Account 1')")
    assert "Cold store" not in popup.evaluate("document.querySelector('.recipients').textContent")

    stage.wallet.run("account", "unwatch", "Cold store")
    assert watched(stage) == []
    stage.visit(popup, "Home")
    popup.wait_until("document.querySelector('.switch-current') !== null")
    popup.wait_until("document.querySelector('.switch-list') === null")
