"""Several accounts: which of them a site sees, chosen when it connects and changed later."""

import pytest
from browsers import wait_for
from dapp import PAGE, DApp

pytestmark = pytest.mark.shared


@pytest.fixture
def accounts(stage) -> list[str]:
    """The public keys of a wallet that has three accounts, in their order."""
    # What is done in the popup takes a browser its time; the session isn't to end in the middle.
    stage.wallet.run("policy", "set", "--session", "3600", "--passphrase-file", str(stage.wallet.passphrase_file))
    stage.wallet.unlock()
    while len(stage.wallet.status["accounts"]) < 3:
        stage.wallet.run("account", "add")
    return [account["publicKey"] for account in stage.wallet.status["accounts"]]


def connect(stage, dapp: DApp, *labels: str):
    """Connects with these accounts and no others; the first is ticked from the beginning."""
    call = dapp.begin("connect")
    window = stage.approval()
    if "Account 1" not in labels:
        window.click("checkbox", "Account 1")
    for label in labels:
        if label != "Account 1":
            window.click("checkbox", label)
    stage.picture(window, f"approval-connect-{len(labels)}-accounts")
    stage.approve(window)
    shared = call.result()
    stage.wait_for_rest()
    return shared


def test_a_site_sees_the_accounts_that_were_chosen_and_no_others(stage, accounts):
    dapp = DApp.open(stage)
    shared = connect(stage, dapp, "Account 1", "Account 3")
    assert [account["address"] for account in shared] == [accounts[0], accounts[2]]
    # The site doesn't learn that there is one in between.
    assert [account["label"] for account in shared] == ["Account 1", "Account 2"]
    assert dapp.accounts == [accounts[0], accounts[2]]


def test_the_first_account_need_not_be_among_them(stage, accounts):
    dapp = DApp.open(stage)
    assert [account["address"] for account in connect(stage, dapp, "Account 2")] == [accounts[1]]


def test_no_account_at_all_can_not_be_approved(stage, accounts):
    call = DApp.open(stage).begin("connect")
    window = stage.approval()
    wait_for(lambda: window.can_click("button", "Approve"), "the guard is over")
    window.click("checkbox", "Account 1")
    assert not window.can_click("button", "Approve")
    window.click("checkbox", "Account 2")
    stage.approve(window)
    assert [account["address"] for account in call.result()] == [accounts[1]]


def test_a_named_account_that_was_not_granted_is_refused(stage, accounts):
    dapp = DApp.open(stage)
    connect(stage, dapp, "Account 2")
    for foreign in (accounts[0], "11111111111111111111111111111111"):
        assert dapp.sign_message(b"hello", address=foreign).refusal().code == 4100
    assert stage.wallet.pending() == [] and stage.approvals() == []


def test_one_account_leaves_nothing_to_choose(stage, accounts):
    for account in accounts[1:]:
        stage.wallet.run("account", "hide", account)
    try:
        call = DApp.open(stage).begin("connect")
        window = stage.approval()
        assert not window.has("checkbox", "Account 1") and accounts[0] in window.words()
        stage.approve(window)
        assert [account["address"] for account in call.result()] == [accounts[0]]
    finally:
        for account in accounts[1:]:
            stage.wallet.run("account", "show", account)


# Afterwards, in the toolbar popup


def popup_for(stage, dapp: DApp):
    """The toolbar popup over a connected site, with its accounts to be changed."""
    dapp.tab.bring_to_front()
    popup = stage.popup()
    popup.wait_until("document.querySelector('.site-accounts summary') !== null")
    popup.run("document.querySelector('.site-accounts summary').click()")
    return popup


def test_the_popup_shows_a_site_fewer_accounts_and_the_page_hears_at_once(stage, accounts):
    dapp = DApp.open(stage)
    connect(stage, dapp, "Account 1", "Account 2", "Account 3")
    popup = popup_for(stage, dapp)
    assert not popup.can_click("button", "Show only these")
    popup.click("checkbox", "Account 1")
    stage.picture(popup, "popup-site-fewer")
    popup.click("button", "Show only these")
    dapp.tab.wait_until(f"JSON.parse({PAGE}.look()).accounts.length === 2")
    assert dapp.accounts == [accounts[1], accounts[2]]
    assert dapp.look()["changes"][-1] == {"properties": ["accounts"], "accounts": [accounts[1], accounts[2]]}
    assert dapp.sign_message(b"hello", address=accounts[0]).refusal().code == 4100
    assert not any(request["origin"] == dapp.origin for request in stage.wallet.pending())


def test_more_accounts_take_more_than_the_popup(stage, accounts):
    """Sidekey's window, in test_ceremonies.py; or a terminal."""
    dapp = DApp.open(stage)
    connect(stage, dapp, "Account 2")
    popup = popup_for(stage, dapp)
    popup.click("checkbox", "Account 3")
    assert not popup.can_click("button", "Show only these")
    assert popup.can_click("button", "Confirm in Sidekey's window")
    stage.picture(popup, "popup-site-more")
    stage.wallet.run("origins", "set", dapp.origin, "--account", "2", "--account", "3", "--passphrase-file", str(stage.wallet.passphrase_file))
    dapp.tab.wait_until(f"JSON.parse({PAGE}.look()).accounts.length === 2")
    assert dapp.look()["changes"][-1]["accounts"] == [accounts[1], accounts[2]]


def test_a_site_can_not_be_left_connected_without_any_account(stage, accounts):
    dapp = DApp.open(stage)
    connect(stage, dapp, "Account 1", "Account 2")
    popup = popup_for(stage, dapp)
    for label in ("Account 1", "Account 2"):
        popup.click("checkbox", label)
    assert not popup.can_click("button", "Show only these")
    popup.click("button", "Disconnect")
    dapp.tab.wait_until(f"JSON.parse({PAGE}.look()).accounts.length === 0")


# The wallet's own list; these stand last, for they change what the others rely on


def labels(stage) -> list[str]:
    return [account["label"] for account in stage.wallet.status["accounts"]]


def test_the_popup_orders_names_hides_and_adds_accounts(stage, accounts):
    popup = stage.popup()
    stage.visit(popup, "Accounts")
    popup.click("button", "Move Account 3 up")
    # The first account is what sites get: the order takes the passphrase outside the browser, here in a terminal.
    popup.wait_until("document.querySelector('.view .problem').innerText.includes('sidekey account move')")
    command = popup.evaluate("document.querySelector('.view .problem').innerText").split("sidekey ")[1].split()
    assert labels(stage) == ["Account 1", "Account 2", "Account 3"]
    stage.wallet.run(*command, "--passphrase-file", str(stage.wallet.passphrase_file))
    popup = stage.popup()
    stage.visit(popup, "Accounts")
    wait_for(lambda: labels(stage) == ["Account 1", "Account 3", "Account 2"], "the order is another")
    popup.wait_until("[...document.querySelectorAll('.account bdi')].map((name) => name.textContent).join() === 'Account 1,Account 3,Account 2'")
    popup.click("button", "Rename Account 3")
    popup.fill("Name", "Savings")
    popup.click("button", "Save")
    wait_for(lambda: labels(stage) == ["Account 1", "Savings", "Account 2"], "it has its name")
    popup.find("button", "Rename Savings")
    popup.click("button", "Hide Account 2")
    popup.find("button", "Show Account 2")
    popup.click("button", "Add an account")
    wait_for(lambda: len(labels(stage)) == 4, "there is one more")
    stage.picture(popup, "popup-accounts")
    assert stage.wallet.status["accounts"][2]["hidden"]
    stage.visit(popup, "Home")
    popup.wait_until("document.querySelectorAll('.switch-list bdi').length === 3")
    assert popup.evaluate("[...document.querySelectorAll('.switch-list bdi')].map((name) => name.textContent)")[:2] == ["Account 1", "Savings"]


def test_a_locked_wallet_changes_no_account(stage, accounts):
    popup = stage.popup()
    stage.visit(popup, "Accounts")
    popup.find("button", "Add an account")
    stage.wallet.lock()
    popup.find("button", "Unlock")
    assert not popup.has("button", "Add an account")
