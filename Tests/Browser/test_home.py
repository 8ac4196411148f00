"""The wallet's own screen: what an account holds, as a node says it or as it was saved; which account is shown; the page in a tab."""

import os
import signal
import time

import pytest
from browsers import wait_for
from dapp import PAGES, DApp
from local_node import LocalNode
from read_screen import codes
from seat import Seat
from stage import Stage
from wallet import Wallet
from wallet_screens import says, stage_on

pytestmark = pytest.mark.shared

LAMPORTS = 12_480_000_001
DAY = 24 * 60 * 60 * 1000
PAGE = "ui/wallet.html"


def amount(surface) -> str:
    """The number in large letters, with its unit."""
    return str(surface.wait_until("document.querySelector('.balance .amount')?.innerText"))


@pytest.fixture(scope="module")
def node():
    with LocalNode("--slot-ms", "400") as node:
        yield node


@pytest.fixture(scope="module")
def home_stage(seat: Seat, node: LocalNode):
    with stage_on(seat, node) as stage:
        stage.wallet.run("account", "add")
        yield stage


@pytest.fixture
def home(home_stage: Stage, node: LocalNode):
    """A stage whose first account has some SOL and two tokens, and whose second has nothing."""
    home_stage.ensure_unlocked()
    node.control(clear=True)
    node.control(set=home_stage.wallet.public_key, lamports=LAMPORTS)
    node.advance(2)
    yield home_stage
    node.control(clear=True)
    home_stage.tidy()


def holding(popup, lamports: int) -> None:
    whole, rest = divmod(lamports, 10**9)
    shown = f"{whole:,}.{rest:09}".rstrip("0").rstrip(".")
    wait_for(lambda: amount(popup) == f"{shown} SOL", f"the popup says {shown} SOL and not {amount(popup)}")


def test_a_balance_is_told_to_the_last_lamport_and_follows_the_chain(home, node):
    popup = home.popup()
    holding(popup, LAMPORTS)
    says(popup, "A node on this computer")
    assert not popup.has("button", "Try again")
    home.picture(popup, "home")
    node.control(set=home.wallet.public_key, lamports=2**64 - 1 - 10**15)
    node.advance(2)
    holding(popup, 2**64 - 1 - 10**15)
    home.picture(popup, "home-much")


def test_the_popup_shows_at_once_what_it_showed_last(home, node):
    """The agent stands still, so nothing else can have said it: neither a node nor the agent is waited for."""
    popup = home.popup()
    holding(popup, LAMPORTS)
    popup.close()
    label = home.wallet.status["accounts"][0]["label"]
    agent = home.wallet.agent().number
    os.kill(agent, signal.SIGSTOP)
    try:
        popup = home.popup()
        assert popup.wait_until("document.querySelector('.kept .amount')?.innerText") == "12.480000001 SOL"
        assert popup.evaluate("document.querySelector('.kept bdi').textContent") == label
        assert popup.evaluate("document.querySelector('.kept').lang") == "en"
        home.picture(popup, "home-kept")
    finally:
        os.kill(agent, signal.SIGCONT)
    popup.wait_until("!document.querySelector('.kept') && document.querySelector('.home .balance .amount')?.innerText")
    holding(popup, LAMPORTS)


def test_tokens_stand_with_their_mint_and_their_names_as_their_own_words(home, node):
    for symbol, units in (("FEEX", 1_500_000_000), ("BOSS", 12_345)):
        node.control(mint=symbol, to=home.wallet.public_key, amount=units)
    node.advance(2)
    popup = home.popup()
    rows = "[...document.querySelectorAll('.tokens .row')].map((row) => row.innerText.replace(/\\s+/g, ' ').trim())"
    popup.wait_until("document.querySelectorAll('.tokens .row').length >= 2")
    told = popup.evaluate(rows)
    mints = {symbol: node.seeded["mints"][symbol]["address"] for symbol in ("FEEX", "BOSS")}
    shown = {symbol: next(row for row in told if mint in row) for symbol, mint in mints.items()}
    assert shown["FEEX"].endswith(" 1.5") and shown["BOSS"].endswith(" 123.45")
    says(popup, "Anyone can give a token any name.")
    assert popup.evaluate("[...document.querySelectorAll('.tokens q')].some((name) => name.textContent === 'FEEX')")
    popup.run("document.querySelector('.tokens').scrollIntoView()")
    home.picture(popup, "home-tokens")


def test_the_account_that_is_shown_is_chosen_and_remembered_by_its_key(home):
    first, second = (account["publicKey"] for account in home.wallet.status["accounts"])
    shown = "document.querySelector('.switch-current .hidden').textContent"
    popup = home.popup()
    # What was kept of the balance is there before Home.
    popup.wait_until("document.querySelector('.switch-current .hidden') !== null")
    holding(popup, LAMPORTS)
    assert popup.evaluate(shown) == first
    popup.run("document.querySelector('.switch-current').click()")
    home.picture(popup, "home-accounts")
    popup.run("[...document.querySelectorAll('.switch-entry')][1].click()")
    holding(popup, 0)
    assert popup.evaluate(shown) == second
    popup.close()
    home.wallet.run("account", "label", second, "Savings")
    popup = home.popup()
    popup.wait_until(f"document.querySelector('.switch-current') && {shown} === '{second}'")
    assert popup.evaluate("document.querySelector('.switch-current bdi').textContent") == "Savings"
    popup.run("document.querySelector('.switch-current').click()")
    popup.run("[...document.querySelectorAll('.switch-entry')][0].click()")
    holding(popup, LAMPORTS)


def test_a_node_that_is_gone_leaves_what_was_saved_with_its_age_and_a_way_to_try_again(home, node):
    popup = home.popup()
    holding(popup, LAMPORTS)
    popup.close()
    node.fault("drop")
    popup = home.popup()
    says(popup, "No node answers.")
    assert amount(popup) == "12.480000001 SOL" and "Read " in popup.words()
    home.picture(popup, "home-offline")
    popup.click("button", "Try again")
    popup.find("button", "Try again")
    assert amount(popup) == "12.480000001 SOL"
    node.control(clear=True)
    node.control(set=home.wallet.public_key, lamports=7)
    node.advance(2)
    # The agent may have noticed before the user does.
    popup.run("document.querySelector('.balance button')?.click()")
    holding(popup, 7)
    assert "No node answers." not in popup.words()


def test_what_is_too_old_is_no_number(home, node):
    popup = home.popup()
    holding(popup, LAMPORTS)
    popup.close()
    node.fault("drop")
    home.wallet.edit(f"UPDATE portfolio_balance SET time = time - {8 * DAY}")
    popup = home.popup()
    says(popup, "is too old to rely on.")
    says(popup, "No node answers.")
    assert amount(popup) == "Balance unknown" and "12.48" not in popup.words()
    home.picture(popup, "home-too-old")


def test_without_a_network_the_popup_says_why_there_is_no_balance(seat):
    with Wallet() as wallet:
        wallet.create()
        wallet.unlock()
        with Stage(seat, wallet) as stage:
            popup = stage.popup()
            says(popup, "No node is set.")
            assert amount(popup) == "Balance unknown"
            stage.picture(popup, "home-no-network")
            wallet.stop_agent()
            popup.close()
            popup = stage.popup()
            says(popup, "Unlock the wallet so that Sidekey can ask your nodes again.")
            stage.picture(popup, "home-unverified")


def test_a_locked_wallet_shows_what_it_holds_and_asks_for_the_passphrase(home):
    home.wallet.lock()
    popup = home.popup()
    popup.wait_until("document.activeElement?.type === 'password'")
    holding(popup, LAMPORTS)
    assert not popup.has("button", "Lock")
    home.picture(popup, "home-locked")
    home.unlock(popup)
    popup.find("button", "Lock")
    assert not popup.has("textbox", "Passphrase")


def test_the_address_stands_there_whole_and_says_that_it_was_copied(home):
    popup = home.popup()
    home.visit(popup, "Receive")
    popup.wait_until("document.activeElement?.tagName === 'H1'")
    address = home.wallet.public_key
    assert popup.wait_until("document.querySelector('.whole-address')?.textContent") == address
    inside = "(element) => element.scrollWidth <= element.clientWidth && element.scrollHeight <= element.clientHeight"
    assert popup.evaluate(f"({inside})(document.querySelector('.whole-address'))")
    popup.wait_until("document.querySelector('.receive .qr') !== null")
    # As a phone reads it from the screen.
    assert codes(popup.picture()) == [address]
    home.picture(popup, "receive")
    popup.bring_to_front()
    popup.click("button", "Copy address")
    popup.wait_until("['Copied', 'Couldn\\'t copy'].includes(document.querySelector('.receiving [role=status]').textContent)")


# In a tab


def open_page(stage: Stage):
    return stage.browser.open(stage.browser.extension_url(stage.extension, PAGE))


def test_the_popup_opens_the_same_in_a_tab(home):
    popup = home.popup()
    popup.click("button", "Open in a tab", ".head")
    page = home.browser.wait_for_surface(home.browser.extension_url(home.extension, PAGE))
    holding(page, LAMPORTS)
    assert not page.has("button", "Open in a tab")
    # There is no tab beside it to speak of, and every place has its button.
    assert "This tab" not in page.words() and page.has("button", "Protection", ".bar")
    home.picture(page, "page")
    page.click("button", "Protection", ".bar")
    page.wait_until("document.title === 'Protection – Sidekey'")
    home.picture(page, "page-protection")


def test_the_page_is_used_by_the_keyboard_alone(home):
    page = open_page(home)
    page.bring_to_front()
    holding(page, LAMPORTS)

    def focused(name: str) -> bool:
        page.press("Tab")
        return page.evaluate(f"document.activeElement.closest('.bar') !== null && document.activeElement.innerText.trim() === '{name}'")

    wait_for(lambda: focused("Accounts"), "the focus reaches Accounts")
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid"
    page.press("Enter")
    page.wait_until("document.activeElement.tagName === 'H1' && document.activeElement.textContent === 'Accounts'")
    page.press("Escape")
    page.wait_until("document.title === 'Sidekey' && document.querySelector('.view.home') !== null")


def test_what_waits_comes_first_in_the_tab_too_and_the_page_behind_it_stays(home):
    page = open_page(home)
    page.click("button", "Protection", ".bar")
    page.wait_until("document.querySelector('.claim') !== null")
    dapp = DApp.open(home, home.site(PAGES).origin)
    call = dapp.begin("connect")
    page.wait_until("document.querySelector('.request') !== null")
    assert not page.evaluate("document.querySelector('.bar').checkVisibility()")
    home.picture(page, "page-request")
    home.reject(home.approval())
    assert call.refusal().code == 4001
    page.wait_until("document.querySelector('.claim') !== null && document.querySelector('.request') === null")


def test_the_session_counts_down_and_a_second_click_goes_nowhere_else(home):
    page = open_page(home)
    holding(page, LAMPORTS)
    left = "document.querySelector('.session .left').textContent"
    before = page.wait_until(f"{left} !== '' && {left}")
    deadline = time.monotonic() + 10
    page.wait_until(f"{left} !== '{before}'")
    assert time.monotonic() < deadline
    page.run("const [more] = [...document.querySelectorAll('.bar-entry')].slice(-1); more.click(); more.click(); more.click();")
    page.wait_until("document.activeElement.tagName === 'H1'")
    page.press("Escape")
    assert page.evaluate("document.activeElement.tagName") == "H1"
