"""When a window comes by itself, several requests at once, and sites that ask too often."""

import json

import pytest
from browsers import SurfaceGone, wait_for
from dapp import DApp, spell


@pytest.fixture
def dapp(stage):
    return DApp.connected(stage)


def test_a_page_that_nobody_touched_gets_a_number_and_no_window(fresh_stage):
    stage = fresh_stage
    origin = DApp.connected(stage).origin
    stage.tidy()
    dapp = DApp.open(stage, origin)
    assert dapp.tab.evaluate("navigator.userActivation.hasBeenActive") is False
    # Its accounts come a moment after the wallet, and nothing can be asked without one.
    wait_for(lambda: dapp.accounts, "it knows its account")
    call = dapp.begin_untouched("signMessage", messages=[spell(b"by itself")])
    wait_for(stage.wallet.pending, "it waits")
    # What the user touches in another tab doesn't count for this one.
    DApp.open(stage).tab.touch()
    dapp.tab.evaluate("new Promise((resolve) => setTimeout(resolve, 1500))")
    assert stage.approvals() == [] and len(stage.wallet.pending()) == 1
    assert badge(stage) == "1"
    # The button shows it to whoever wants to know.
    popup = stage.popup()
    stage.approve(popup)
    assert call.result()[0]["signature"]
    # Firefox without a screen leaves it open, and what it shows needs no window.
    popup.close()

    dapp.tab.bring_to_front()
    dapp.tab.click("button", "Press")
    call = dapp.begin_untouched("signMessage", messages=[spell(b"after a click")])
    stage.approve()
    assert call.result()[0]["signature"]


def test_what_became_of_a_request_is_told_by_the_screen_that_is_opened_next(fresh_stage):
    stage = fresh_stage
    origin = DApp.connected(stage).origin
    # What was told before is read.
    stage.popup().find("button", "Send", ".acts")
    stage.tidy()
    dapp = DApp.open(stage, origin)
    wait_for(lambda: dapp.accounts, "it knows its account")
    host = origin.removeprefix("http://")

    def decided(command: str, *more: str) -> None:
        """By another surface, while this browser shows nothing: no window comes for a page that nobody touched."""
        call = dapp.begin_untouched("signMessage", messages=[spell(b"elsewhere")])
        (request,) = wait_for(stage.wallet.pending, "it waits")
        stage.wallet.run(command, request["id"], *more)
        wait_for(lambda: call.settled, "the page has its answer")

    decided("approve", "--yes")
    assert stage.approvals() == []
    if stage.browser.name == "chromium":
        assert desktop(stage)[1] == ["ended"]
    popup = stage.popup()
    popup.wait_until("(host) => document.querySelector('.ending')?.innerText.includes(host)", host)
    assert "Approved" in popup.evaluate("document.querySelector('.ending').innerText")
    stage.picture(popup, "popup-tells-approved")
    popup.close()
    if stage.browser.name == "chromium":
        assert desktop(stage)[1] == []
    # The page of approvals, opened by hand, says it too; nothing is told twice.
    decided("reject")
    page = stage.browser.open(stage.browser.extension_url(stage.extension, "ui/approval.html"))
    page.wait_until("(host) => document.querySelector('.outcome')?.innerText.includes(host) && document.querySelector('.outcome').innerText.includes('Rejected')", host)
    stage.picture(page, "approval-tells-rejected")
    page.close()
    popup = stage.popup()
    popup.find("button", "Send", ".acts")
    assert popup.evaluate("document.querySelector('.ending') === null")


def badge(stage) -> str:
    """What stands on the toolbar button."""
    return told(stage, "return JSON.stringify([await api.action.getBadgeText(given({}))]);")[0]


@pytest.mark.shared
def test_all_that_wait_can_be_rejected_at_once(stage, dapp):
    calls = [dapp.sign_message(f"text {number}".encode()) for number in range(3)]
    wait_for(lambda: len(stage.wallet.pending()) == 3, "all wait")
    window = stage.approval()
    window.wait_until("document.body.innerText.includes('Request 1 of 3')")
    stage.picture(window, "approval-three-waiting")
    window.click("button", "Reject all")
    assert [call.refusal().code for call in calls] == [4001] * 3
    assert stage.wallet.pending() == []
    stage.wait_for_rest()
    # It was one no, and the site may ask again.
    call = dapp.sign_message(b"once more")
    stage.approve()
    assert call.result()[0]["signature"]


@pytest.mark.shared
def test_a_site_that_is_rejected_again_and_again_can_be_blocked_for_good(fresh_stage):
    stage = fresh_stage
    dapp = DApp.connected(stage)
    for number in range(3):
        call = dapp.sign_message(f"again {number}".encode())
        stage.reject()
        assert call.refusal().code == 4001
        if number < 2:
            stage.wait_for_rest()
    assert dapp.sign_message(b"too often").refusal().code == -32002
    site = dapp.origin.removeprefix("http://")
    window = wait_for(lambda: next((each for each in stage.approvals() if offers(each, site)), None), "the window offers it")
    stage.picture(window, "approval-offers-block")
    window.click("button", f"Block {site} for good")
    window.wait_until("(site) => document.body.innerText.includes(`${site} is blocked`)", site)
    stage.picture(window, "approval-blocked")
    refusal = dapp.sign_message(b"never").refusal()
    assert (refusal.code, refusal.message) == (4100, "the user has blocked this site")
    assert stage.wallet.json("origins", "blocked")[0]["site"] == site
    # Over a restart of the agent too, and until the user says otherwise.
    stage.wallet.stop_agent()
    stage.wallet.unlock()
    dapp.tab.reload()
    dapp.wait_for_wallet()
    wait_for(lambda: dapp.accounts, "it knows its account")
    assert dapp.sign_message(b"never").refusal().code == 4100
    popup = stage.popup()
    stage.visit(popup, "Connected sites")
    popup.wait_until("document.querySelector('.blocked-sites li') !== null")
    stage.picture(popup, "popup-blocked-sites")
    popup.click("button", f"Let {site} ask again")
    popup.wait_until("document.body.innerText.includes('may ask again')")
    popup.close()
    call = dapp.sign_message(b"once more")
    stage.approve()
    assert call.result()[0]["signature"]


def offers(window, site: str) -> bool:
    try:
        return window.has("button", f"Block {site} for good")
    except SurfaceGone:
        return False


def told(stage, script: str) -> list:
    """What a page of the extension's own answers, as JSON, to a script that has the browser's `api`."""
    tab = stage.browser.open(stage.browser.extension_url(stage.extension, "ui/passkey.html"))
    begin = """
        const page = window.wrappedJSObject ?? window;
        const api = page.browser ?? page.chrome;
        const given = (value) => page.JSON.parse(JSON.stringify(value));"""
    try:
        return json.loads(str(tab.run(begin + script)))
    finally:
        tab.close()


def desktop(stage) -> tuple[set[str], list[str]]:
    """What the toolbar button is called in the tabs, and which notifications stand on the desktop."""
    titles, notices = told(stage, """
        const titles = [];
        for (const { id } of await api.tabs.query(given({}))) {
            // A window may close between the two.
            await api.action.getTitle(given({ tabId: id })).then((title) => titles.push(title), () => {});
        }
        return JSON.stringify([titles, Object.keys(await api.notifications.getAll())]);""")
    return set(titles), notices


def test_the_button_of_a_tab_says_whether_its_page_is_connected(fresh_stage):
    stage = fresh_stage
    connected = "Sidekey – connected to this site"
    DApp.open(stage)
    assert desktop(stage)[0] == {"Sidekey"}
    dapp = DApp.stranger(stage)
    wait_for(lambda: desktop(stage)[0] == {"Sidekey", connected}, "the button says so in its tab")
    dapp.tab.reload()
    dapp.wait_for_wallet()
    wait_for(lambda: connected in desktop(stage)[0], "and again after a reload")
    stage.wallet.run("origins", "revoke", dapp.origin)
    wait_for(lambda: desktop(stage)[0] == {"Sidekey"}, "the button is plain again")


def test_a_notification_goes_when_nothing_waits_any_more(fresh_stage):
    """That it comes is for node's tests: without a screen every window that is asked up comes up."""
    stage = fresh_stage
    if stage.browser.name == "firefox":
        pytest.skip("without a screen Firefox shows no notifications: with one, see test_popup_closes.py")
    dapp = DApp.connected(stage)
    call = dapp.sign_message(b"behind")
    window = stage.approval()
    notice = {"type": "basic", "iconUrl": "/icons/sidekey-128.png", "title": "A request is waiting for you", "message": "Press here."}
    told(stage, f"""
        await api.notifications.create("request", given({json.dumps(notice)}));
        return "[]";""")
    assert desktop(stage)[1] == ["request"]
    stage.approve(window)
    assert call.result()[0]["signature"]
    wait_for(lambda: desktop(stage)[1] == [], "it goes when nothing waits any more")


def test_a_window_at_the_front_needs_no_notification(fresh_stage):
    stage = fresh_stage
    dapp = DApp.connected(stage)
    call = dapp.sign_message(b"in front")
    window = stage.approval()
    window.evaluate("new Promise((resolve) => setTimeout(resolve, 2000))")
    assert desktop(stage)[1] == []
    stage.approve(window)
    assert call.result()[0]["signature"]
