"""Breaks in the middle: of the host, the agent, the background, the browser, and an installation without a host."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from browsers import wait_for
from dapp import PAGE, DApp
from stage import POPUP, Stage
from wallet import Wallet


@pytest.fixture
def dapp(stage):
    return DApp.connected(stage)


@pytest.mark.shared
def test_a_request_survives_the_death_of_the_host_and_stays_one(stage, dapp):
    call = dapp.sign_message(b"host killed")
    stage.approval()
    (before,) = stage.wallet.pending()
    assert stage.wallet.kill_hosts() == 1
    wait_for(lambda: stage.wallet.living_hosts(), "another host is started")
    stage.approve(stage.approval())
    assert call.result()[0]["signature"]
    assert stage.wallet.pending() == []
    assert stage.wallet.json("records", before["id"])["response"]["result"]["signature"]


@pytest.mark.shared
def test_the_page_is_told_when_the_agent_dies_and_can_ask_again(stage, dapp):
    call = dapp.sign_message(b"agent killed")
    stage.approval()
    stage.wallet.kill_agent()
    # A new agent never goes on with what the old one had: the request is sent again and is a new one, or it is refused.
    wait_for(lambda: stage.wallet.status["vault"] == "locked", "another agent is there")
    if wait_for(lambda: call.settled or stage.wallet.pending(), "the request ends or waits again") is True:
        assert call.refusal().code == 4900
        call = dapp.sign_message(b"again")
    window = stage.approval()
    window.fill("Passphrase", stage.wallet.passphrase)
    stage.approve(window)
    assert call.result()[0]["signature"]


def test_a_request_survives_the_death_of_the_background(stage, dapp):
    call = dapp.sign_message(b"background killed")
    stage.approval()
    (before,) = stage.wallet.pending()
    stage.browser.kill_background(stage.extension)
    wait_for(lambda: [request["id"] for request in stage.wallet.pending()] == [before["id"]], "the request waits")
    stage.approve(stage.approval())
    assert call.result()[0]["signature"]
    assert len(stage.approvals()) <= 1


@pytest.mark.parametrize("moment", ["on the way there", "on the way back"])
def test_a_background_that_dies_with_a_request_in_its_hands_brings_no_signature_without_a_decision(stage, dapp, moment):
    """What is sent again joins the first while that is unfinished; once it was answered to nobody, it is asked anew."""
    before = len(stage.wallet.activity())
    call = dapp.sign_message(moment.encode())
    if moment == "on the way back":
        (request,) = wait_for(stage.wallet.pending, "it waits")
        with ThreadPoolExecutor(1) as command_line:
            command_line.submit(stage.wallet.run, "approve", request["id"], "--yes", check=False)
            stage.browser.kill_background(stage.extension)
    else:
        stage.browser.kill_background(stage.extension)

    def is_answered() -> bool:
        for request in stage.wallet.pending():
            stage.wallet.run("approve", request["id"], "--yes", check=False)
        return call.settled

    wait_for(is_answered, "the page is answered")
    assert call.result()[0]["signature"]
    assert stage.wallet.pending() == []
    log = stage.wallet.activity()[before:]
    approved = [request for kind, request in log if kind == "approved"]
    assert len(approved) == len(set(approved)) <= 2
    assert [request for kind, request in log if kind == "answered"] == approved


@pytest.mark.shared
def test_the_account_is_still_there_after_the_background_died(stage, dapp):
    # The account came before the page listened, or after.
    told = dapp.look()["changes"]
    stage.browser.kill_background(stage.extension)
    assert dapp.begin("connect", silent=True).result()[0]["address"] == dapp.accounts[0]
    assert dapp.look()["changes"] == told


@pytest.mark.shared
def test_a_window_that_closed_while_the_background_was_away_still_rejects(stage, dapp):
    call = dapp.sign_message(b"closed behind its back")
    window = stage.approval()
    stage.browser.kill_background(stage.extension)
    window.close()
    assert call.refusal().code == 4001


@pytest.mark.shared
def test_killing_the_browser_cancels_what_it_asked(own_stage):
    dapp = DApp.connected(own_stage)
    dapp.sign_message(b"browser killed")
    own_stage.approval()
    own_stage.browser.kill()
    wait_for(lambda: not own_stage.wallet.living_hosts(), "the host ends with its browser")
    wait_for(lambda: not own_stage.wallet.pending(), "the request is cancelled", 20)
    own_stage.browser.start()
    again = DApp.open(own_stage, dapp.origin)
    assert again.begin("connect", silent=True).result()[0]["address"] == own_stage.wallet.public_key


@pytest.mark.shared
def test_without_a_host_the_page_hears_4900_and_the_popup_says_what_to_do(seat):
    with Wallet() as wallet, Stage(seat, wallet, registered=False) as stage:
        dapp = DApp.open(stage)
        refused = dapp.begin("connect").refusal()
        assert refused.code == 4900
        assert stage.approvals() == []
        popup = stage.popup()
        popup.wait_until("document.body.innerText.includes('install')")
        assert not popup.has("button", "Unlock")
        stage.picture(popup, "popup-host-missing")
        # It notices by itself when the host is there.
        wallet.create()
        wallet.register_host(stage.profile)
        popup.find("button", "Unlock", timeout=15)


@pytest.mark.shared
def test_before_there_is_a_wallet_the_popup_says_so(seat):
    with Wallet() as wallet, Stage(seat, wallet) as stage:
        popup = stage.popup()
        popup.wait_until("document.body.innerText.includes('sidekey create')")
        stage.picture(popup, "popup-no-wallet")
        wallet.create()
        popup.find("button", "Unlock", timeout=15)


@pytest.mark.shared
def test_no_process_outlives_the_browser_but_the_agent(own_stage):
    DApp.connected(own_stage)
    (host,) = own_stage.wallet.living_hosts()
    own_stage.browser.stop()
    wait_for(lambda: not host.is_alive, "the host ends with its browser", 5)


@pytest.mark.parametrize("waiting", [False, True], ids=["idle", "waiting"])
def test_a_page_from_before_a_reload_of_the_extension_gets_an_answer(stage, dapp, waiting):
    """Its relay lost the extension: what it asks must end in an error and not hang."""
    if waiting:
        call = dapp.sign_message(b"asked before")
        stage.approval()
    stage.browser.reload_extension(stage.extension, POPUP)
    if waiting:
        assert call.refusal().code == 4900
    if stage.browser.name == "firefox":
        # Firefox injects into tabs that are open already: a new wallet takes the old one's place, and nothing hangs.
        dapp.tab.wait_until(f"JSON.parse({PAGE}.look())?.accounts.length === 1")
    else:
        assert dapp.sign_message(b"asked after").refusal().code == 4900
    again = DApp.open(stage, dapp.origin)
    again.tab.wait_until(f"JSON.parse({PAGE}.look()).accounts.length === 1")


def test_the_popup_offers_to_reload_a_tab_that_was_open_before(stage, dapp):
    stage.browser.reload_extension(stage.extension, POPUP)
    dapp.tab.bring_to_front()
    popup = stage.popup()
    if stage.browser.name == "firefox":
        # Firefox injects into tabs that are open already.
        popup.wait_until("document.body.innerText.includes('Connected')")
        return
    popup.find("button", "Reload this tab")
    stage.picture(popup, "popup-reload-tab")
    popup.click("button", "Reload this tab")
    dapp.wait_for_wallet()
    dapp.tab.wait_until(f"JSON.parse({PAGE}.look()).accounts.length === 1")
