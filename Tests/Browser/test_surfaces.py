"""The places where the user decides: the approval window, the toolbar popup, the command line; and a locked wallet."""

import time

import pytest
from browsers import SurfaceGone, wait_for
from dapp import PAGE, PAGES, DApp

# Approve is enabled once the guard's half second is over.
ARMED = """[...document.querySelectorAll("button")].some(
    ({ innerText, disabled, ariaDisabled }) => innerText === "Approve" && !disabled && ariaDisabled !== "true")"""


@pytest.fixture
def dapp(stage):
    return DApp.connected(stage)


def test_the_toolbar_popup_approves_in_place(stage, dapp):
    call = dapp.sign_message(b"from the popup")
    stage.approval()
    dapp.tab.bring_to_front()
    popup = stage.popup()
    popup.wait_until("document.body.innerText.includes('from the popup')")
    stage.picture(popup, "popup-request")
    stage.approve(popup)
    assert call.result()[0]["signature"]
    stage.wait_for_rest()


def test_the_toolbar_popup_rejects_in_place(stage, dapp):
    call = dapp.sign_message(b"not from the popup")
    stage.approval()
    dapp.tab.bring_to_front()
    stage.reject(stage.popup())
    assert call.refusal().code == 4001


@pytest.mark.shared
def test_approving_on_the_command_line_answers_the_page_and_closes_the_window(stage, dapp):
    call = dapp.sign_message(b"from the terminal")
    stage.approval()
    (request,) = stage.wallet.pending()
    assert (request["origin"], request["method"]) == (dapp.origin, "signMessage")
    stage.wallet.run("approve", request["id"], "--yes")
    assert call.result()[0]["signature"]
    stage.wait_for_rest()


@pytest.mark.shared
def test_closing_the_window_rejects_what_it_showed(stage):
    dapp = DApp.connected(stage, stage.site(PAGES).localhost)
    calls = [dapp.sign_message(b"first"), dapp.sign_message(b"second")]
    window = stage.approval()
    wait_for(lambda: len(stage.wallet.pending()) == 2, "both wait")
    window.wait_until("document.body.innerText.includes('2')")
    window.close()
    assert [call.refusal().code for call in calls] == [4001, 4001]
    assert stage.wallet.pending() == []


def test_the_keyboard_alone_approves(stage, dapp):
    call = dapp.sign_message(b"by keyboard")
    window = stage.approval()
    window.bring_to_front()
    window.wait_until(ARMED)

    def focused() -> bool:
        window.press("Tab")
        return window.evaluate("document.activeElement.innerText?.trim() === 'Approve'")

    wait_for(focused, "the focus reaches Approve")
    window.press("Enter")
    assert call.result()[0]["signature"]


def test_enter_alone_approves_nothing(stage, dapp):
    call = dapp.sign_message(b"only enter")
    window = stage.approval()
    window.wait_until(ARMED)
    window.press("Enter")
    deadline = time.monotonic() + 0.5
    while time.monotonic() < deadline:
        assert not call.settled and len(stage.wallet.pending()) == 1
    stage.approve(window)
    call.result()


@pytest.mark.shared
def test_a_locked_wallet_asks_for_the_passphrase_with_the_approval(stage, dapp):
    stage.wallet.lock()
    call = dapp.sign_message(b"while locked")
    window = stage.approval()
    stage.picture(window, "approval-locked")
    window.fill("Passphrase", stage.wallet.passphrase)
    stage.approve(window)
    assert call.result()[0]["signature"]


@pytest.mark.shared
def test_the_window_unlocks_first_and_is_asked_for_approval_then(stage, dapp):
    stage.wallet.lock()
    call = dapp.sign_message(b"unlock, then approve")
    window = stage.approval()
    stage.unlock(window)
    assert not call.settled and len(stage.wallet.pending()) == 1
    stage.approve(window)
    assert call.result()[0]["signature"]


@pytest.mark.shared
def test_a_wrong_passphrase_is_told_and_the_request_stays(stage, dapp):
    stage.wallet.lock()
    call = dapp.sign_message(b"wrong first")
    window = stage.approval()
    window.fill("Passphrase", "not the passphrase")
    window.click("button", "Approve")
    window.wait_until("document.querySelector('[role=alert]')?.innerText.includes('passphrase')")
    stage.picture(window, "approval-wrong-passphrase")
    assert len(stage.wallet.pending()) == 1 and not call.settled
    window.fill("Passphrase", stage.wallet.passphrase)
    stage.approve(window)
    assert call.result()[0]["signature"]


@pytest.mark.shared
def test_connecting_to_a_locked_wallet_asks_to_unlock(stage):
    stage.wallet.lock()
    dapp = DApp.open(stage)
    call = dapp.begin("connect")
    window = stage.approval()
    window.fill("Passphrase", stage.wallet.passphrase)
    stage.approve(window)
    assert call.result()[0]["address"] == stage.wallet.public_key


@pytest.mark.shared
def test_a_connected_page_keeps_its_account_while_the_wallet_is_locked(stage, dapp):
    stage.wallet.lock()
    again = DApp.open(stage, dapp.origin)
    (account,) = again.begin("connect", silent=True).result()
    assert account["address"] == again.accounts[0]


@pytest.mark.shared
def test_locking_while_a_request_waits_makes_the_window_ask_for_the_passphrase(stage, dapp):
    call = dapp.sign_message(b"locked in between")
    window = stage.approval()
    window.find("button", "Approve")
    stage.wallet.lock()
    window.fill("Passphrase", stage.wallet.passphrase)
    stage.approve(window)
    assert call.result()[0]["signature"]


def test_the_popup_unlocks_locks_and_says_whether_this_tab_is_connected(stage, dapp):
    stage.wallet.lock()
    dapp.tab.bring_to_front()
    popup = stage.popup()
    popup.find("button", "Unlock")
    stage.picture(popup, "popup-locked")
    stage.unlock(popup)
    popup.wait_until("(host) => document.body.innerText.includes(host)", dapp.origin.removeprefix("http://"))
    assert "Connected" in popup.words()
    stage.picture(popup, "popup-unlocked-connected")
    popup.click("button", "Lock")
    wait_for(lambda: stage.wallet.status["vault"] == "locked", "the wallet is locked")
    popup.find("button", "Unlock")


@pytest.mark.shared
def test_the_popup_disconnects_this_tab(stage, dapp):
    popup = stage.popup()
    popup.click("button", "Disconnect")
    popup.wait_until("document.body.innerText.includes('Not connected')")
    stage.picture(popup, "popup-not-connected")
    dapp.tab.wait_until(f"JSON.parse({PAGE}.look()).accounts.length === 0")


def test_the_popup_says_where_the_wallet_is_not_in_the_tab(stage):
    stage.browser.new_tab("about:blank")
    popup = stage.popup()
    popup.find("button", "Reload this tab")
    assert not popup.has("button", "Disconnect") and "Connected" not in popup.words()
    stage.picture(popup, "popup-not-in-this-tab")


@pytest.mark.shared
def test_two_dapps_at_once_each_get_their_own_answer(stage):
    first, second = DApp.connected(stage), DApp.stranger(stage)
    calls = {first.origin: first.sign_message(b"for the first"), second.origin: second.sign_message(b"for the second")}
    wait_for(lambda: len(stage.wallet.pending()) == 2, "both wait")
    stage.picture(stage.approval(), "approval-two-waiting")
    # The later one is decided first, so that answers can't be told apart by their order.
    earlier, later = stage.wallet.pending()
    stage.wallet.run("approve", later["id"], "--yes")
    assert calls[later["origin"]].result()[0]["signature"]
    assert len(stage.approvals()) == 1
    assert not calls[earlier["origin"]].settled
    stage.wallet.run("reject", earlier["id"])
    assert calls[earlier["origin"]].refusal().code == 4001


@pytest.mark.shared
def test_the_window_works_through_what_waits_one_after_the_other(stage):
    dapps = [DApp.connected(stage), DApp.stranger(stage)]
    calls = [dapp.sign_message(f"text {number}".encode()) for number, dapp in enumerate(dapps)]
    wait_for(lambda: len(stage.wallet.pending()) == 2, "both wait")
    window = stage.approval()
    stage.approve(window)
    stage.approve(window)
    for call in calls:
        assert call.result()[0]["signature"]
    stage.wait_for_rest()


@pytest.mark.shared
def test_a_request_that_comes_while_the_window_closes_is_shown_all_the_same(stage, dapp):
    """The window closes by itself half a second after the last decision; the next request comes before, during and after."""
    for after in (0.35, 0.45, 0.5, 0.53, 0.56, 0.6, 0.7):
        call = dapp.sign_message(b"the one before")
        window = stage.approval()
        (request,) = stage.wallet.pending()
        stage.wallet.run("approve", request["id"], "--yes")
        window.wait_until("document.querySelector('.outcome') !== null")
        time.sleep(after)
        call.result()
        call = dapp.sign_message(f"{after} s later".encode())
        shown = f"document.querySelector('pre.message')?.innerText === '{after} s later'"

        def is_shown(shown: str = shown) -> bool:
            try:
                return any(each.evaluate(shown) for each in stage.approvals())
            except SurfaceGone:
                return False

        wait_for(is_shown, f"what comes {after} s later is shown")
        assert not call.settled
        stage.wallet.run("approve", stage.wallet.pending()[0]["id"], "--yes")
        call.result()
        stage.wait_for_rest()


@pytest.mark.shared
@pytest.mark.parametrize("leaving", ["closing the tab", "going elsewhere", "reloading"])
def test_leaving_the_page_cancels_its_request(stage, dapp, leaving):
    dapp.sign_message(b"never mind")
    stage.approval()
    if leaving == "closing the tab":
        dapp.tab.close()
    elif leaving == "going elsewhere":
        dapp.tab.run("location.href = 'about:blank'")
    else:
        dapp.tab.reload()
    wait_for(lambda: not stage.wallet.pending(), "the request is cancelled")
    stage.wait_for_rest()
