"""A page finds the wallet and connects, through nothing but the Wallet Standard."""

import base58
import pytest
from dapp import PAGE, DApp, unspell

pytestmark = pytest.mark.shared

SIGNING = {
    "solana:signAndSendAllTransactions", "solana:signAndSendTransaction", "solana:signIn", "solana:signMessage",
    "solana:signOffchainMessage", "solana:signTransaction", "sidekey:guardedTransactions",
}  # fmt: skip
CHAINS = ["solana:mainnet", "solana:devnet", "solana:testnet", "solana:localnet"]


def test_the_page_finds_a_frozen_wallet_without_accounts(stage):
    seen = DApp.open(stage).look()
    assert (seen["name"], seen["version"]) == ("Sidekey", "1.0.0")
    assert seen["icon"].startswith("data:image/svg+xml;base64,")
    assert seen["chains"] == CHAINS
    assert set(seen["features"]) == {"standard:connect", "standard:disconnect", "standard:events"} | SIGNING
    assert seen["transactionVersions"] == ["legacy", 0, 1]
    assert seen["accounts"] == []
    assert seen["frozen"]["wallet"] and seen["frozen"]["chains"] and seen["frozen"]["features"]


def test_connecting_shows_the_origin_and_gives_the_wallets_account(stage):
    dapp = DApp.open(stage)
    call = dapp.begin("connect")
    window = stage.approval()
    assert dapp.origin.removeprefix("http://") in window.words()
    assert not call.settled
    stage.picture(window, "approval-connect")
    stage.approve(window)
    (account,) = call.result()
    assert account["address"] == stage.wallet.public_key
    assert unspell(account["publicKey"]) == base58.b58decode(account["address"])
    assert account["label"] == "Account 1"
    assert set(account["chains"]) <= set(CHAINS)
    assert set(account["features"]) == SIGNING
    seen = dapp.look()
    assert [known["address"] for known in seen["accounts"]] == [account["address"]]
    assert seen["changes"] == [{"properties": ["accounts"], "accounts": [account["address"]]}]
    assert seen["frozen"]["accounts"] and seen["frozen"]["account"]


def test_rejecting_gives_the_page_4001_and_no_account(stage):
    dapp = DApp.open(stage)
    call = dapp.begin("connect")
    stage.reject()
    refused = call.refusal()
    assert refused.code == 4001 and refused.is_error
    assert dapp.accounts == []


def test_a_silent_connect_asks_nobody(stage):
    dapp = DApp.open(stage)
    assert dapp.begin("connect", silent=True).result() == []
    assert stage.approvals() == [] and stage.wallet.pending() == []


def test_a_connected_page_has_its_account_at_the_next_load_without_asking(stage):
    dapp = DApp.connected(stage)
    again = DApp.open(stage, dapp.origin)
    again.tab.wait_until(f"JSON.parse({PAGE}.look()).accounts.length === 1")
    assert again.accounts == [stage.wallet.public_key]
    (account,) = again.begin("connect", silent=True).result()
    assert account["address"] == stage.wallet.public_key
    assert stage.wallet.pending() == []


def test_the_account_stays_the_same_object(stage):
    dapp = DApp.connected(stage)
    dapp.tab.evaluate(f"{PAGE}.keep()")
    dapp.begin("connect", silent=True).result()
    assert dapp.tab.evaluate(f"{PAGE}.unchanged()")
    # One, or none where the page listened after it was told.
    changes = len(dapp.look()["changes"])
    signing = dapp.sign_message(b"same account")
    stage.approve()
    signing.result()
    assert dapp.tab.evaluate(f"{PAGE}.unchanged()")
    assert len(dapp.look()["changes"]) == changes


def test_disconnecting_ends_what_the_page_sees_and_the_next_connect_asks_nobody(stage):
    dapp = DApp.connected(stage)
    dapp.begin("disconnect").result()
    assert dapp.accounts == []
    assert dapp.look()["changes"][-1] == {"properties": ["accounts"], "accounts": []}
    again = DApp.open(stage, dapp.origin)
    again.tab.evaluate("new Promise((resolve) => setTimeout(resolve, 500))")
    assert again.accounts == [], "a page that logged out isn't connected by being loaded"
    (account,) = again.begin("connect").result()
    assert account["address"] == stage.wallet.public_key
    assert stage.wallet.pending() == [] and stage.approvals() == []


def test_what_the_user_takes_back_is_over(stage):
    dapp = DApp.connected(stage)
    stage.wallet.run("origins", "revoke", dapp.origin)
    dapp.tab.wait_until(f"JSON.parse({PAGE}.look()).accounts.length === 0")
    assert dapp.begin("connect", silent=True).result() == []


def test_two_tabs_of_one_origin_learn_of_each_others_grant(stage):
    first = DApp.open(stage)
    second = DApp.connected(stage, first.origin)
    first.begin("connect", silent=True).result()
    assert first.accounts == second.accounts == [stage.wallet.public_key]
    second.begin("disconnect").result()
    assert (first.accounts, second.accounts) == ([stage.wallet.public_key], [])
    stage.wallet.run("origins", "revoke", first.origin)
    first.tab.wait_until(f"JSON.parse({PAGE}.look()).accounts.length === 0")


@pytest.mark.parametrize("place", ["frame", "sandbox"])
def test_a_frame_finds_no_wallet(stage, place):
    dapp = DApp.open(stage)
    dapp.tab.run(
        f"""const frame = document.createElement("iframe");
        {'frame.sandbox = "allow-scripts allow-same-origin";' if place == "sandbox" else ""}
        frame.src = "dapp.html";
        const loaded = new Promise((resolve) => frame.addEventListener("load", resolve));
        document.body.append(frame);
        await loaded;"""
    )
    frame = "(window.wrappedJSObject ?? window).frames[0].dapp"
    dapp.tab.wait_until(f"Boolean({frame})")
    assert dapp.tab.evaluate(f"{frame}.look()") == "null"


def test_localhost_is_served_too_and_is_another_origin(stage):
    dapp = DApp.connected(stage)
    other = DApp.open(stage, dapp.origin.replace("127.0.0.1", "localhost"))
    assert other.begin("connect", silent=True).result() == []
    call = other.begin("connect")
    window = stage.approval()
    assert other.origin.removeprefix("http://") in window.words()
    stage.approve(window)
    assert call.result()[0]["address"] == stage.wallet.public_key


def test_nothing_is_posted_for_every_listener_of_the_page_to_hear(stage):
    dapp = DApp.open(stage)
    dapp.tab.run("""window.addEventListener("message", () => { document.title = "overheard"; });""")
    call = dapp.begin("connect")
    stage.approve()
    call.result()
    signing = dapp.sign_message(b"not for everyone")
    stage.approve()
    signing.result()
    assert dapp.tab.evaluate("document.title") == "Test dApp"
