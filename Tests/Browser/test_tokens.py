"""Tokens in their list, hidden and burned, and the rent deposits of empty accounts, on the wallet's own screens."""

import base64

import base58
import pytest
from browsers import wait_for
from local_node import LocalNode
from seat import Seat
from stage import Stage
from wallet_screens import SOL, Screens, press, says, stage_on

pytestmark = pytest.mark.shared

TOKEN_PROGRAM = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA"
USDC = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"
RENT = 2_039_280


@pytest.fixture(scope="module")
def node():
    with LocalNode("--slot-ms", "400") as node:
        yield node


@pytest.fixture(scope="module")
def token_stage(seat: Seat, node: LocalNode):
    with stage_on(seat, node) as stage:
        yield stage


@pytest.fixture
def screens(token_stage: Stage, node: LocalNode):
    token_stage.ensure_unlocked()
    node.control(clear=True)
    node.control(set=token_stage.wallet.public_key, lamports=10 * SOL)
    node.advance(2)
    yield Screens(token_stage, node)
    node.control(clear=True)
    token_stage.tidy()


def put(node: LocalNode, address: str, data: bytes) -> None:
    node.control(set=address, lamports=RENT, owner=TOKEN_PROGRAM, data=base64.b64encode(data).decode())


def hold(screens: Screens, mint: str, amount: int, seed: int) -> str:
    """Puts a token account of the wallet's onto the chain."""
    data = base58.b58decode(mint) + base58.b58decode(screens.wallet.public_key) + amount.to_bytes(8, "little") + bytes(36) + b"\1" + bytes(56)
    address = base58.b58encode(bytes([seed]) * 32).decode()
    put(screens.node, address, data)
    return address


def test_known_tokens_stand_before_others_and_hidden_ones_are_folded_everywhere(screens):
    # A token of the registry, with six decimals, and one that calls itself something.
    put(screens.node, USDC, bytes(36) + bytes(8) + bytes([6, 1]) + bytes(36))
    hold(screens, USDC, 25_000_000, 200)
    screens.node.control(mint="USDX", to=screens.wallet.public_key, amount=7_000_000)
    screens.node.advance(2)
    popup = screens.stage.popup()
    says(popup, "Other tokens")
    words = popup.evaluate("document.querySelector('.tokens').innerText")
    assert words.index("USDC") < words.index("Other tokens") < words.index("USDX")
    assert popup.evaluate("[...document.querySelectorAll('.tokens q')].map((each) => each.textContent)") == ["USDX"]
    popup.run("document.querySelector('.tokens').scrollIntoView()")
    screens.stage.picture(popup, "tokens-known")
    press(popup, "Manage tokens", within=".tokens")
    popup.click("button", "Mark token USDX as spam")
    says(popup, "marked as spam")
    screens.stage.picture(popup, "tokens-hidden")
    popup.click("button", "Home", within=".bar")
    says(popup, "1 hidden token")
    popup.run("document.querySelector('.tokens').scrollIntoView()")
    screens.stage.picture(popup, "tokens-folded")
    # The terminal says the same, and Send doesn't offer it.
    assert "and 1 hidden token" in screens.wallet.run("tokens").stdout
    popup.click("button", "Send", within=".bar")
    popup.wait_until("[...document.querySelectorAll('form select')].some((each) => each.textContent.includes('USDC'))")
    assert not popup.evaluate("[...document.querySelectorAll('form select')].some((each) => each.textContent.includes('USDX'))")
    screens.wallet.run("tokens", "show", screens.usdx)
    popup.wait_until("[...document.querySelectorAll('form select')].some((each) => each.textContent.includes('USDX'))")


def test_twenty_empty_accounts_give_their_rent_back_by_one_approval(screens):
    for seed in range(20, 40):
        hold(screens, screens.usdx, 0, seed)
    screens.node.advance(2)
    before = screens.held(screens.wallet.public_key)
    popup = screens.open("More", "Manage tokens")
    says(popup, "Reclaim 0.0407856 SOL from 20 empty accounts")
    screens.stage.picture(popup, "reclaim")
    popup.click("button", "Reclaim 0.0407856 SOL from 20 empty accounts")
    wait_for(screens.wallet.pending, "it waits in the queue")
    popup.wait_until("document.querySelector('.request .summary, .request h2, .request') !== null")
    screens.stage.picture(popup, "reclaim-approval")
    screens.stage.approve(popup)
    says(popup, "20 accounts were closed. 0.0407856 SOL came back to you.", timeout=60)
    screens.stage.picture(popup, "reclaim-done")
    after = screens.held(screens.wallet.public_key)
    assert before + 20 * RENT - 110_000 < after < before + 20 * RENT
    assert screens.wallet.json("reclaim", "--dry-run")["count"] == 0


def test_a_known_token_is_burned_only_after_a_warning_and_a_review(screens):
    put(screens.node, USDC, bytes(36) + bytes(8) + bytes([6, 1]) + bytes(36))
    hold(screens, USDC, 25_000_000, 200)
    screens.node.advance(2)
    popup = screens.open("More", "Manage tokens")
    popup.click("button", "Burn token USDC…")
    says(popup, "USDC is a known token and may be worth money.")
    screens.stage.picture(popup, "burn-warning")
    popup.click("button", "Keep the token")
    assert screens.wallet.pending() == []
    popup.click("button", "Burn token USDC…")
    popup.click("button", "Burn all of it")
    (request,) = wait_for(screens.wallet.pending, "it waits in the queue")
    says(popup, "USDC")
    screens.stage.picture(popup, "burn-approval")
    screens.wallet.run("reject", request["id"])
    says(popup, "You rejected it. Nothing was signed.")
