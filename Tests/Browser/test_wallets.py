"""Several wallets in the popup: added, named, switched; and what a connected page sees of it."""

import re

import pytest
from browsers import wait_for
from dapp import DApp
from seat import Seat
from stage import Stage
from wallet import Wallet
from wallet_screens import says

pytestmark = pytest.mark.shared

PASSPHRASE = "another horse battery"


@pytest.fixture(scope="module")
def two_stage(seat: Seat):
    with Wallet() as wallet:
        wallet.create()
        files = {name: wallet.folder / name for name in ("passphrase2", "phrase2")}
        for name, file in files.items():
            file.touch(0o600)
            if name == "passphrase2":
                file.write_text(PASSPHRASE + "\n")
        wallet.run("create", "--wallet", "Savings", "--passphrase-file", str(files["passphrase2"]), "--phrase-file", str(files["phrase2"]), "--approvals", "popup")
        wallet.run("wallets", "switch", "Wallet 1")
        wallet.unlock()
        with Stage(seat, wallet) as stage:
            yield stage


@pytest.fixture
def stage(two_stage: Stage):
    two_stage.wallet.run("wallets", "switch", "Wallet 1")
    two_stage.ensure_unlocked()
    yield two_stage
    two_stage.tidy()


def named(wallet: Wallet) -> str:
    return wallet.status["wallet"]["name"]


def opened(stage: Stage, popup, name: str) -> None:
    """Switches in the popup, and waits for the screen of the other wallet."""
    popup.click("button", f"Switch to {name}", "main")
    wait_for(lambda: named(stage.wallet) == name, f"{name} is open")
    popup.wait_until("(name) => document.querySelector('.wallet-shown:not([hidden])')?.textContent === name && document.querySelector('.unlock') !== null", name)


def test_a_switch_shows_the_other_wallet_and_takes_the_accounts_from_the_page(stage):
    first = stage.wallet.public_key
    dapp = DApp.connected(stage)
    assert dapp.accounts == [first]
    popup = stage.popup()
    popup.wait_until("document.querySelector('.wallet-shown:not([hidden])')?.textContent === 'Wallet 1'")
    popup.run("document.querySelector('.wallet-shown').click()")
    popup.wait_until("document.querySelectorAll('.wallets .account').length === 2")
    says(popup, "open now, 1 account")
    stage.picture(popup, "wallets")
    opened(stage, popup, "Savings")
    second = stage.wallet.public_key
    assert second != first
    # Nothing of the first is left: neither the account, nor its balance, nor the open session.
    popup.wait_until("(account) => document.querySelector('.switch-current .hidden')?.textContent === account", second)
    assert first not in popup.evaluate("document.documentElement.textContent")
    assert stage.wallet.status["vault"] == "locked"
    stage.picture(popup, "home-other-wallet")
    wait_for(lambda: dapp.accounts == [], "the page loses its accounts")

    # Its own passphrase opens it, and not the other's.
    popup.fill("Passphrase", stage.wallet.passphrase)
    popup.click("button", "Unlock")
    popup.wait_until("document.querySelector('.unlock .problem')?.textContent !== ''")
    assert stage.wallet.status["vault"] == "locked"
    popup.fill("Passphrase", PASSPHRASE)
    popup.click("button", "Unlock")
    wait_for(lambda: stage.wallet.status["vault"] == "unlocked", "the other one is open")
    assert stage.wallet.json("origins", "list") == []
    assert dapp.accounts == []
    popup.close()
    # The page asks again, and is shown the other wallet's account.
    call = dapp.begin("connect")
    window = stage.approval()
    assert first not in window.words()
    stage.approve(window)
    assert [account["address"] for account in call.result()] == [second]

    # The way back: the page is connected to the first still, and has that one's account once it is unlocked.
    popup = stage.popup()
    popup.wait_until("document.querySelector('.wallet-shown:not([hidden])') !== null")
    popup.run("document.querySelector('.wallet-shown').click()")
    opened(stage, popup, "Wallet 1")
    stage.unlock(popup)
    wait_for(lambda: dapp.accounts == [first], "the page has the first wallet's account")


def test_a_request_that_waits_is_ended_by_a_switch(stage):
    dapp = DApp.connected(stage)
    call = dapp.sign_message(b"hello")
    window = stage.approval()
    stage.wallet.run("wallets", "switch", "Savings")
    refused = call.refusal()
    assert refused.code == -32000
    wait_for(lambda: not stage.approvals(), "its window closes")
    assert window is not None
    assert stage.wallet.pending() == []


def test_a_wallet_is_added_set_up_or_left_again_and_renamed(stage):
    popup = stage.popup()
    stage.visit(popup, "Wallets")
    popup.wait_until("document.querySelectorAll('.wallets .account').length === 2")
    # A name that is taken is refused before anything is asked.
    popup.fill("Name", "savings")
    popup.click("button", "Add a wallet", "main")
    says(popup, "Another of your wallets has this name")
    popup.fill("Name", "Club")
    popup.click("button", "Add a wallet", "main")
    wait_for(lambda: named(stage.wallet) == "Club", "it is open")
    popup.find("button", "Create wallet")
    popup.find("button", "Switch to Savings")
    assert popup.evaluate("document.querySelector('.wallet-shown').textContent") == "Club"
    stage.picture(popup, "wallet-added")
    # Whoever gives up goes back, and the empty one goes.
    popup.click("button", "Switch to Wallet 1", "main")
    wait_for(lambda: [each["name"] for each in stage.wallet.json("wallets")] == ["Wallet 1", "Savings"], "the empty one goes")
    popup.wait_until("document.querySelector('.unlock') !== null")

    stage.visit(popup, "Wallets")
    popup.click("button", "Rename Savings", "main")
    popup.wait_until("document.querySelector('.wallets input') !== null")
    popup.run("(() => { const field = document.querySelector('.wallets input'); field.value = 'Cold store'; field.dispatchEvent(new Event('input')); })()")
    popup.click("button", "Save", "main")
    wait_for(lambda: [each["name"] for each in stage.wallet.json("wallets")] == ["Wallet 1", "Cold store"], "it has another name")
    popup.find("button", "Switch to Cold store")
    # Removing is for Sidekey's window alone.
    assert popup.evaluate("document.querySelectorAll('.wallets .actions')[0].textContent").count("Remove") == 0
    assert re.search("Remove", popup.evaluate("document.querySelectorAll('.wallets .actions')[1].textContent"))
    stage.wallet.run("wallets", "rename", "Cold store", "Savings")
