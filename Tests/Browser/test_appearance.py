"""The wallet's looks: by the system or by choice, at once on every open screen, and from the first paint on the next one."""

import pytest
from browsers import Appearance, Surface, wait_for
from stage import POPUP, Stage

pytestmark = pytest.mark.shared

LIGHT, DARK = "rgb(243, 245, 247)", "rgb(15, 21, 27)"
PAGE = "ui/wallet.html"


def ground(surface: Surface) -> str:
    return surface.evaluate("getComputedStyle(document.body).backgroundColor")


def wears(surface: Surface, colour: str) -> None:
    wait_for(lambda: ground(surface) == colour, f"the ground is {colour}")


def kept(surface: Surface, name: str) -> object:
    """What the local storage has under a name."""
    page = "const page = window.wrappedJSObject ?? window;"
    return surface.run(f"{page} return (await (page.browser ?? page.chrome).storage.local.get('{name}'))['{name}'] ?? null;")


def test_a_theme_that_is_chosen_holds_on_every_screen_and_from_the_start_on_the_next(stage: Stage):
    page = stage.browser.open(stage.browser.extension_url(stage.extension, PAGE))
    popup = stage.popup()
    stage.visit(popup, "Appearance and explorer")
    wears(page, LIGHT)
    popup.click("radio", "Dark")
    wears(popup, DARK)
    wears(page, DARK)
    stage.picture(popup, "appearance-dark")
    wait_for(lambda: kept(popup, "theme") == "dark", "it is kept")
    # The copy that is read before anything is painted: without it the first paint of the next screen would be light.
    wait_for(lambda: popup.evaluate("localStorage.getItem('theme')") == "dark", "there is a copy")
    again = stage.browser.open(stage.browser.extension_url(stage.extension, POPUP))
    wears(again, DARK)
    stage.visit(again, "Appearance and explorer")
    again.click("radio", "Light")
    wears(page, LIGHT)
    again.click("radio", "Same as the system")
    wait_for(lambda: not page.evaluate("document.documentElement.hasAttribute('data-theme')"), "the system decides")
    assert page.evaluate("localStorage.getItem('theme')") is None


def test_the_explorer_that_is_chosen_is_kept_by_the_agent(stage: Stage):
    popup = stage.popup()
    stage.visit(popup, "Appearance and explorer")
    popup.click("radio", "solscan.io")
    popup.click("button", "Back")
    stage.visit(popup, "Appearance and explorer")
    popup.wait_until("document.getElementById('explorer-solscan.io')?.checked")


def test_the_places_stand_below_the_head_in_a_low_tab(stage: Stage):
    page = stage.browser.open(stage.browser.extension_url(stage.extension, PAGE))
    page.wait_until("document.querySelector('#screen > .bar:not([hidden])') !== null && document.querySelector('.head') !== null")
    page.appear(Appearance(width=900, height=400))
    stage.picture(page, "low-tab")
    gap = page.evaluate("document.querySelector('.bar').getBoundingClientRect().top - document.querySelector('#screen > header').getBoundingClientRect().bottom")
    assert gap >= 0
    page.appear(Appearance())
