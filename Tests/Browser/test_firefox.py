"""Features that only Firefox has: containers, a private window with the wallet in it, sites that its user took away."""

import json
from collections.abc import Callable

import pytest
from browsers import Surface
from dapp import PAGE, PAGES, DApp
from stage import Stage
from wallet import Wallet


@pytest.fixture(scope="module")
def firefox(request):
    """Firefox with an unlocked wallet, and the wallet's extension allowed in private windows."""
    if request.config.getoption("--browser") == "chromium":
        pytest.skip("needs Firefox")
    with Wallet() as wallet:
        wallet.create()
        with Stage("firefox", wallet) as stage:
            stage.browser.allow_in_private_windows(stage.extension)
            yield stage


@pytest.fixture
def stage(firefox):
    firefox.ensure_unlocked()
    yield firefox
    firefox.tidy()


def open_in(place: Callable[[str], Surface], origin: str) -> DApp:
    tab = place(f"{origin}/dapp.html")
    tab.wait_until("document.readyState === 'complete' && location.href !== 'about:blank'")
    return DApp(tab, origin).wait_for_wallet()


def connect(stage: Stage, dapp: DApp, words: str) -> None:
    """Connects after looking whether the request says where it comes from."""
    call = dapp.begin("connect")
    window = stage.approval()
    assert words in window.words()
    stage.approve(window)
    assert call.result()[0]["address"] == stage.wallet.public_key


def test_a_container_has_a_grant_of_its_own(stage):
    usual = DApp.connected(stage)
    boxed = open_in(lambda url: stage.browser.new_container_tab(url, 2), usual.origin)
    assert boxed.begin("connect", silent=True).result() == []
    assert boxed.accounts == []
    connect(stage, boxed, "firefox-container-2")
    elsewhere = open_in(lambda url: stage.browser.new_container_tab(url, 3), usual.origin)
    assert elsewhere.begin("connect", silent=True).result() == []
    boxed.begin("disconnect").result()
    assert usual.begin("connect", silent=True).result()[0]["address"] == stage.wallet.public_key
    usual.begin("disconnect").result()


def test_a_private_window_is_never_silent_and_its_grant_counts_only_there(stage):
    usual = DApp.connected(stage)
    secret = open_in(stage.browser.new_private_tab, usual.origin)
    assert secret.begin("connect", silent=True).result() == []
    assert secret.accounts == []
    connect(stage, secret, "private window")
    stage.wallet.run("origins", "revoke", usual.origin, "--container", "default")
    call = secret.sign_message(b"in private")
    stage.approve()
    assert call.result()[0]["signature"]
    assert usual.begin("connect", silent=True).result() == []
    again = open_in(stage.browser.new_private_tab, usual.origin)
    assert again.begin("connect", silent=True).result() == []


def test_the_popup_says_that_the_sites_were_taken_away_and_asks_for_them(stage):
    sites = json.loads((stage.extension.folder / "manifest.json").read_text())["content_scripts"][0]["matches"]
    stage.browser.take_sites_away(stage.extension, sites)
    tab = stage.browser.open(f"{stage.familiar(PAGES).origin}/dapp.html")
    tab.wait_until(f"Boolean({PAGE})")
    assert tab.evaluate(f"{PAGE}.look()") == "null"
    popup = stage.popup()
    popup.wait_until("document.body.innerText.includes(\"isn't allowed on all sites\")")
    popup.find("button", "Allow on sites")
    stage.picture(popup, "popup-sites-taken-away")
