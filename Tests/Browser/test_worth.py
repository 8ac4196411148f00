"""What an account's assets are worth: in the popup and the terminal, by price accounts of a node that says it is mainnet's."""

import base64
import struct
import time

import pytest
from local_node import LocalNode
from seat import Seat
from solders.pubkey import Pubkey
from stage import Stage
from vectors_prices import account_of, price_update
from wallet import Wallet
from wallet_screens import says

pytestmark = pytest.mark.shared

MAINNET = "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d"
RECEIVER = "rec2HHDDnjLfj4kE7VyEtFA1HPGQLK33259532cRyHp"
TOKEN = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA"
USDC = Pubkey.from_string("EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v")
SOL_USD = bytes.fromhex("ef0d8b6fda2ceba41da15d4095d1da392a0d2f8ed0c6c7bc0f4cfac8c280b56d")
USDC_USD = bytes.fromhex("eaa020c61cc479712813461ce153894a96a6c00b21ed0cfc2798d1f9a9e9c94a")
USD_BRL = bytes.fromhex("d2db4dbf1aea74e0f666b0e8f73b9580d407f5e5cf931940b06dc633d7a95906")


def put(node: LocalNode, address: Pubkey, owner: str, data: bytes) -> None:
    node.control(set=str(address), lamports=3_000_000, owner=owner, data=base64.b64encode(data).decode())


def price(node: LocalNode, feed: bytes, price: int, exponent: int = -8, width: int = 0, age: int = 0) -> None:
    put(node, account_of(feed), RECEIVER, price_update(feed, price, width, exponent, int(time.time()) - age))
    node.advance(2)


@pytest.fixture(scope="module")
def node():
    with LocalNode("--slot-ms", "400") as node:
        node.fault("genesis", result=MAINNET)
        yield node


@pytest.fixture(scope="module")
def rich_stage(seat: Seat, node: LocalNode):
    """A wallet whose only node says that it is mainnet's, with SOL and USDC."""
    with Wallet(network="loopback") as wallet:
        wallet.create()
        files = ["--passphrase-file", str(wallet.passphrase_file)]
        wallet.run("network", "endpoints", "mainnet", node.url, *files)
        wallet.run("network", "use", "mainnet", *files)
        wallet.unlock()
        node.control(set=wallet.public_key, lamports=12_500_000_000)
        put(node, USDC, TOKEN, bytes(36) + struct.pack("<QBB", 10**12, 6, 1) + bytes(36))
        held = bytes(USDC) + bytes(Pubkey.from_string(wallet.public_key)) + struct.pack("<Q", 40_000_000) + bytes(36) + b"\x01"
        put(node, Pubkey(bytes([9]) * 32), TOKEN, held.ljust(165, b"\0"))
        node.advance(2)
        with Stage(seat, wallet) as stage:
            yield stage


@pytest.fixture
def stage(rich_stage: Stage):
    rich_stage.ensure_unlocked()
    yield rich_stage
    rich_stage.wallet.run("settings", "set", "--currency", "USD")
    rich_stage.tidy()


def test_worth_stands_beside_amounts_and_says_how_old_and_how_wide_its_prices_are(stage, node):
    price(node, SOL_USD, 20_012_345_678)
    price(node, USDC_USD, 99_980_000)
    popup = stage.popup()
    says(popup, "In all 2,541.53 USD")
    says(popup, "1 SOL is 200.123 USD")
    says(popup, "39.99 USD")
    says(popup, "0.9998 USD each")
    stage.picture(popup, "worth")
    popup.run("document.querySelector('.tokens').scrollIntoView()")
    stage.picture(popup, "worth-tokens")
    told = stage.wallet.run("balance").stdout
    assert "Worth 2541.53 USD" in told and "12.5  SOL  (2501.54 USD, 200.123 USD each)" in told
    popup.close()
    price(node, SOL_USD, 20_000_000_000, width=1_000_000_000, age=300)
    popup = stage.popup()
    says(popup, "In all about 2,539.99 USD as of ")
    stage.picture(popup, "worth-stale")
    popup.close()
    price(node, SOL_USD, 20_000_000_000, age=700)
    popup = stage.popup()
    says(popup, "1 more asset has no known price.")
    assert "1 SOL is" not in popup.words() and "In all 39.99 USD" in popup.words()
    stage.picture(popup, "worth-too-old")


def test_the_currency_is_chosen_in_the_browser_and_off_asks_nobody(stage, node):
    price(node, SOL_USD, 20_000_000_000)
    price(node, USDC_USD, 100_000_000)
    popup = stage.popup()
    stage.visit(popup, "Appearance and explorer")
    popup.wait_until("document.querySelector('#currency-BRL') && (document.querySelector('#currency-BRL').click(), true)")
    popup.run("document.querySelector('#currency-BRL').scrollIntoView()")
    stage.picture(popup, "worth-currency")
    popup.close()
    popup = stage.popup()
    says(popup, "There is no current rate for BRL, so this is in US dollars.")
    stage.picture(popup, "worth-no-rate")
    popup.close()
    price(node, USD_BRL, 540_000, -5)
    popup = stage.popup()
    says(popup, "In all 13,716.00 BRL")
    popup.close()
    stage.wallet.run("settings", "set", "--currency", "off")
    # A token's mint and its name: two questions, and none for prices.
    asked = node.control()["requests"]["getMultipleAccounts"]
    told = stage.wallet.json("balance")
    assert "worth" not in told and all("worth" not in token for token in told["tokens"])
    assert (node.control()["requests"]["getMultipleAccounts"] - asked) % 2 == 0
    popup = stage.popup()
    popup.wait_until("document.querySelectorAll('.tokens .row').length === 1")
    assert not popup.evaluate("document.querySelector('.worth') !== null")


def test_a_node_that_is_gone_leaves_the_kept_worth_with_its_time(stage, node):
    price(node, SOL_USD, 20_000_000_000, age=150)
    price(node, USDC_USD, 100_000_000)
    popup = stage.popup()
    says(popup, "In all 2,540.00 USD as of ")
    popup.close()
    node.fault("drop")
    popup = stage.popup()
    says(popup, "No node answers.")
    says(popup, "In all 2,540.00 USD as of ")
    stage.picture(popup, "worth-offline")
    node.control(clear=True)
    node.fault("genesis", result=MAINNET)
