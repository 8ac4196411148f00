"""A site's budget: offered in Sidekey's window with the passphrase, spent in the popup, listed and made smaller in "Protection"."""

import json
import time

import pytest
from browsers import wait_for
from dapp import PAGES, DApp
from desktop_session import X11, Session
from seat import Seat
from setup_screens import SetupScreens
from stage import Stage
from transactions import payment, token_payment
from wallet import Wallet
from wallet_screens import says

pytestmark = pytest.mark.shared

SOL = 1_000_000_000
SPENT, FEE = SOL // 2, 5_000
DOLLAR, DOLLARS = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v", 3_000_000
REMOVED = "No site has a budget."


@pytest.fixture(scope="module")
def desk(seat: Seat):
    """Of a user with the usual policy."""
    with X11() as display, Session(display) as session, Wallet() as wallet, pytest.MonkeyPatch.context() as patch:
        patch.setenv("DISPLAY", display.name)
        wallet.bus = session.address
        wallet.create("risky")
        wallet.unlock()
        with Stage(seat, wallet) as stage:
            yield stage, session


def budgets(wallet: Wallet) -> list[dict]:
    return wallet.json("policy").get("budgets", [])


def amounts(wallet: Wallet) -> list[tuple[str, int, int]]:
    return [(each["asset"], int(each["amount"]), int(each["left"])) for budget in budgets(wallet) for each in budget["spend"]]


def test_a_budget_is_chosen_in_the_window_spent_in_the_popup_and_taken_away_in_the_settings(desk: tuple[Stage, Session]):
    stage, session = desk
    wallet, screens = stage.wallet, SetupScreens(session)
    site = stage.site(PAGES).origin
    dapp = DApp.connected(stage, site)
    host = site.removeprefix("https://").removeprefix("http://")
    stage.ensure_unlocked()

    # Half a SOL is more than the allowance.
    call = dapp.sign_transaction(payment(wallet.public_key, SPENT))
    screens.wait("It exceeds your allowance for approvals in the browser.")
    session.display.picture(f"budget-request-{stage.browser.name}")
    assert budgets(wallet) == []
    screens.press("Approve and allow more")
    screens.wait("Up to 5 SOL in 24 hours")
    session.display.picture(f"budget-offer-{stage.browser.name}")
    screens.choose_one("Up to 5 SOL in 24 hours")
    screens.prove(wallet.passphrase)
    assert call.result(30)[0]["signedTransaction"]
    assert [each["origin"] for each in budgets(wallet)] == [site]
    assert amounts(wallet) == [("SOL", 5 * SOL, 5 * SOL)]
    stage.wait_for_rest()

    # The same again stays in the browser, which says why.
    call = dapp.sign_transaction(payment(wallet.public_key, SPENT))
    surface = stage.approval()
    says(surface, f"This is within what you let {host} spend today.")
    stage.picture(surface, "budget-popup")
    stage.approve(surface)
    assert call.result(30)[0]["signedTransaction"]
    assert amounts(wallet) == [("SOL", 5 * SOL, 5 * SOL - SPENT - FEE)]
    stage.wait_for_rest()

    popup = stage.popup()
    stage.visit(popup, "Protection")
    says(popup, "4.499995 SOL left")
    says(popup, "That is 5.1 SOL, and no tokens.")
    popup.run("document.querySelector('.budgets').scrollIntoView()")
    stage.picture(popup, "budgets")
    # More is Sidekey's window's.
    popup.fill("SOL in 24 hours", "6")
    popup.click("button", "Confirm in Sidekey's window")
    screens.wait("Change the rules?")
    assert any("5 SOL → 6 SOL" in text for text in screens.texts), screens.texts
    session.display.picture(f"budget-wider-{stage.browser.name}")
    session.display.press("Escape")
    says(popup, "Nothing was changed.")
    assert amounts(wallet) == [("SOL", 5 * SOL, 5 * SOL - SPENT - FEE)]
    # Less holds at once, for what has been spent too.
    popup.fill("SOL in 24 hours", "0.6")
    popup.click("button", "Protect more", ".budget")
    wait_for(lambda: amounts(wallet) == [("SOL", 600_000_000, 100_000_000 - FEE)], "the budget is smaller")
    says(popup, "0.099995 SOL left")
    popup.click("button", f"Remove the budget of {site}")
    wait_for(lambda: budgets(wallet) == [], "the budget is gone")
    says(popup, REMOVED)
    # One for a site that has none is Sidekey's window's too. After the window that was closed, the next waits for five seconds.
    popup.run("const form = [...document.querySelectorAll('.budgets details')].at(-1); form.open = true; form.scrollIntoView();")
    popup.wait_until("(site) => [...document.querySelectorAll('.budgets option')].some(({ value }) => value === site)", site)
    popup.run(f"const select = document.querySelector('.budgets select'); select.value = {json.dumps(site)}; select.dispatchEvent(new Event('change'));")
    popup.fill("SOL in 24 hours", "3")
    stage.picture(popup, "budget-new")
    time.sleep(5)
    popup.click("button", "Confirm in Sidekey's window")
    screens.wait("Change the rules?")
    assert any(site in text for text in screens.texts), screens.texts
    screens.prove(wallet.passphrase)
    popup.click("button", f"Remove the budget of {site}")
    wait_for(lambda: budgets(wallet) == [], "the budget is gone again")
    popup.close()

    # What only the budget let through isn't the popup's any more; a terminal names the command that sets one.
    call = dapp.sign_transaction(payment(wallet.public_key, SPENT))
    (request,) = wait_for(wallet.pending, "it waits")
    assert wallet.json("review", request["id"])["reasons"] == ["allowance"]
    said = wallet.run("approve", request["id"], "--yes", "--passphrase-file", str(wallet.passphrase_file)).stdout
    assert f'sidekey policy limit --site {site} --spend "AMOUNT SOL/24h"' in " ".join(said.split())
    assert call.result(30)[0]["signedTransaction"]
    assert budgets(wallet) == []


def test_tokens_get_a_budget_of_their_own_where_they_are_asked_for(desk: tuple[Stage, Session]):
    stage, session = desk
    wallet, screens = stage.wallet, SetupScreens(session)
    dapp = DApp.connected(stage, stage.site(PAGES).origin)
    stage.ensure_unlocked()

    # No amount of USDC is a press's yet, in the popup or in the window.
    call = dapp.sign_transaction(token_payment(wallet.public_key, DOLLAR, DOLLARS))
    screens.wait("Approve and allow more")
    screens.press("Approve and allow more")
    screens.wait("Up to 5 USDC in 24 hours")
    assert "Let any site spend by a click in this window:" in screens.texts
    session.display.picture(f"budget-tokens-{stage.browser.name}")
    # The least that fits is chosen already, for this site alone.
    screens.prove(wallet.passphrase)
    assert call.result(30)[0]["signedTransaction"]
    assert amounts(wallet) == [(DOLLAR, 5_000_000, 5_000_000)]
    assert wallet.json("policy").get("pressAmounts", []) == []
    stage.wait_for_rest()

    call = dapp.sign_transaction(token_payment(wallet.public_key, DOLLAR, DOLLARS))
    surface = stage.approval()
    stage.approve(surface)
    assert call.result(30)[0]["signedTransaction"]
    assert amounts(wallet) == [(DOLLAR, 5_000_000, 5_000_000 - DOLLARS)]
    stage.wait_for_rest()

    # Once more is more than is left: the window's, and its press is worth nothing without the passphrase.
    call = dapp.sign_transaction(token_payment(wallet.public_key, DOLLAR, DOLLARS))
    screens.wait("Passphrase:")
    (request,) = wallet.pending()
    wallet.run("reject", request["id"])
    assert call.refusal(30).code == 4001
