"""Advice for a new user: what a recovery phrase is, how to connect a site, and how to keep the wallet's button in sight."""

import time
from dataclasses import replace

import pytest
from browsers import Surface, wait_for
from dapp import DApp
from seat import Seat
from stage import POPUP, SIDEKEY, Stage
from wallet import Wallet
from wallet_screens import says

# What differs between browsers is tested elsewhere; the whole run has each case in both.
pytestmark = pytest.mark.shared

CONNECT, PIN = "Connecting to a site", "Keep the wallet in sight"


def at_home(stage: Stage) -> Surface:
    popup = stage.popup()
    popup.find("button", "Send", ".acts")
    return popup


def tells(surface: Surface, title: str) -> bool:
    return surface.evaluate("(title) => [...document.querySelectorAll('.tip')].some((hint) => hint.checkVisibility() && hint.querySelector('h2').textContent === title)", title)


def test_the_first_site_is_explained_until_there_is_one(fresh_stage: Stage):
    popup = at_home(fresh_stage)
    wait_for(lambda: tells(popup, CONNECT), "it is told how to connect")
    fresh_stage.picture(popup, "home-new")
    popup.close()
    DApp.connected(fresh_stage)
    popup = at_home(fresh_stage)
    popup.wait_until("document.querySelector('.tab .site') !== null")
    assert not tells(popup, CONNECT)


def test_a_hint_that_was_read_stays_away(fresh_stage: Stage):
    popup = at_home(fresh_stage)
    wait_for(lambda: tells(popup, CONNECT), "it is told how to connect")
    popup.click("button", f"Got it: {CONNECT}")
    assert not tells(popup, CONNECT)
    popup.close()
    again = fresh_stage.browser.open(fresh_stage.browser.extension_url(fresh_stage.extension, POPUP))
    again.find("button", "Send", ".acts")
    again.wait_until("document.querySelector('.claim') !== null")
    assert not tells(again, CONNECT)


def test_the_toolbar_is_spoken_of_while_the_button_is_not_in_it(own_stage: Stage):
    own_stage.browser.unpin(own_stage.extension)
    page = own_stage.browser.open(own_stage.browser.extension_url(own_stage.extension, POPUP))
    wait_for(lambda: tells(page, PIN), "it is told how to pin")
    own_stage.picture(page, "home-unpinned")
    # Each browser has a way of its own.
    assert page.evaluate("(own) => document.body.innerText.includes(own)", "gear" if own_stage.browser.name == "firefox" else "then the pin")
    page.click("button", f"Got it: {PIN}")
    assert not tells(page, PIN) and tells(page, CONNECT)


def test_a_wallet_is_made_after_its_phrase_was_explained(seat: Seat):
    with Wallet() as wallet, Stage(seat, wallet) as stage:
        popup = stage.popup()
        popup.find("button", "Create wallet")
        assert "12 to 24 words" in popup.words() and "wants to rob you" in popup.words()
        stage.picture(popup, "no-wallet-explained")


def test_the_wallet_opens_in_a_tab_after_the_installation_and_never_again(browser_name: str):
    with Wallet() as wallet, Stage(browser_name, wallet, extension=replace(SIDEKEY, welcome="")) as stage:
        page = stage.browser.extension_url(stage.extension, "ui/wallet.html")
        tab = stage.browser.wait_for_surface(page)
        says(tab, "Welcome to Sidekey")
        tab.find("button", "Create wallet")
        assert "Your keys stay in a program on this computer." in tab.words()
        stage.picture(tab, "welcome")
        tab.click("button", "Got it: Welcome to Sidekey")
        assert "Welcome" not in tab.words()
        tab.reload()
        tab.find("button", "Create wallet")
        assert "Welcome" not in tab.words() and len(stage.browser.at(page)) == 1
        tab.close()
        # Firefox installs a temporary extension anew at each start.
        stage.browser.restart()
        stage.popup().find("button", "Create wallet")
        time.sleep(1)
        assert stage.browser.at(page) == []
