"""The wallet in its languages: chosen in the popup, followed at once by every open screen, and cut on none."""

import json

import pytest
from browsers import Surface, wait_for
from dapp import DApp
from stage import APPROVAL, Stage
from wallet import ROOT

pytestmark = pytest.mark.shared

LOCALES = ROOT / "extension" / "_locales"
NAMES = {"en": "English", "pt_BR": "Português (Brasil)", "el": "Ελληνικά", "tr": "Türkçe"}

# What has to be moved sideways to be read, or leaves the window.
WIDE = """(() => {
    const root = document.documentElement;
    const faults = root.scrollWidth > root.clientWidth ? [`${root.scrollWidth} px in ${root.clientWidth}`] : [];
    for (const element of document.body.querySelectorAll("*")) {
        const style = getComputedStyle(element);
        if (!element.checkVisibility() || style.clipPath !== "none" || element.matches("input, select, textarea")) continue;
        const { right, left, width } = element.getBoundingClientRect();
        const isCut = style.overflowX !== "visible" && element.scrollWidth > element.clientWidth + 1;
        if (width > 0 && (right > root.clientWidth + 1 || left < -1 || isCut)) {
            faults.push(`${element.localName}.${element.className}: ${element.textContent.slice(0, 40)}`);
        }
    }
    return faults;
})()"""

# As a choice that was made on another screen arrives.
CHOOSE = """
    const page = window.wrappedJSObject ?? window;
    const chosen = page.JSON.parse('{"language": "%s"}');
    await (page.browser ?? page.chrome).storage.local.set(chosen);
"""


def text(language: str, key: str) -> str:
    return json.loads((LOCALES / language / "messages.json").read_text())[key]["message"]


def speaks(surface: Surface, language: str) -> None:
    """Waits until a screen is drawn in a language."""
    drawn = "(tag) => document.documentElement.lang === tag && document.querySelector('button') !== null"
    surface.wait_until(drawn, language.replace("_", "-"))


def choose(popup: Surface, now: str, wanted: str | None) -> None:
    """Goes to the list of languages by buttons in the language that holds, and picks one by its own name."""
    if popup.evaluate("document.querySelector('.language') === null"):
        popup.click("button", text(now, "place_more"), ".bar")
        popup.click("button", text(now, "place_language"), "main")
    popup.click("radio", NAMES[wanted] if wanted else text(now, "languageOfBrowser"))
    speaks(popup, wanted or "en")


def approval(stage: Stage, language: str) -> Surface:
    """The approval window, once it shows a request in a language."""
    window = stage.browser.wait_for_surface(stage.browser.extension_url(stage.extension, APPROVAL))
    speaks(window, language)
    window.find("button", text(language, "reject"))
    return window


def looked_at(stage: Stage, surface: Surface, name: str) -> None:
    stage.picture(surface, name)
    assert surface.evaluate(WIDE) == []


@pytest.mark.parametrize("language", NAMES)
def test_the_files_are_those_that_are_tested(language):
    assert {folder.name for folder in LOCALES.iterdir()} == set(NAMES)
    assert text(language, "languageTag").replace("-", "_") == language


@pytest.mark.parametrize("language", ["pt_BR", "el", "tr"])
def test_every_open_screen_follows_the_choice_and_cuts_nothing(stage, language):
    dapp = DApp.open(stage)
    page = stage.browser.open(stage.browser.extension_url(stage.extension, "ui/wallet.html"))
    popup = stage.popup()
    choose(popup, "en", language)
    speaks(page, language)
    # The list of languages is in view again, with what was chosen.
    popup.wait_until("document.querySelector('.language input:checked') !== null")
    looked_at(stage, popup, f"language-{language}")
    assert popup.evaluate("document.querySelector('.language input:checked').id") == f"language-{language}"

    popup.click("button", text(language, "place_home"), ".bar")
    looked_at(stage, popup, f"home-{language}")
    popup.click("button", text(language, "place_more"), ".bar")
    looked_at(stage, popup, f"more-{language}")
    popup.click("button", text(language, "place_protection"), "main")
    popup.wait_until("document.querySelector('.claim') !== null")
    looked_at(stage, popup, f"protection-{language}")

    popup.close()
    call = dapp.begin("connect")
    window = approval(stage, language)
    looked_at(stage, window, f"approval-{language}")
    # Approved: a third rejection within half a minute would have the site wait.
    window.click("button", text(language, "approve"))
    assert call.result()
    stage.wait_for_rest()

    stage.wallet.run("lock")
    popup = stage.popup()
    speaks(popup, language)
    popup.find("textbox", text(language, "passphrase"))
    looked_at(stage, popup, f"locked-{language}")
    popup.fill(text(language, "passphrase"), stage.wallet.passphrase)
    popup.press("Enter")
    wait_for(lambda: stage.wallet.status["vault"] == "unlocked", "the session is open")
    choose(popup, language, None)
    speaks(page, "en")


def test_a_language_that_the_terminal_sets_reaches_every_open_screen(stage):
    page = stage.browser.open(stage.browser.extension_url(stage.extension, "ui/wallet.html"))
    popup = stage.popup()
    for language in ["tr", "el", "auto"]:
        speaks(popup, "en" if language == "tr" else "tr" if language == "el" else "el")
        stage.wallet.run("settings", "set", "--language", language)
        wanted = "en" if language == "auto" else language
        speaks(popup, wanted)
        speaks(page, wanted)


def test_a_choice_that_changes_nothing_leaves_the_user_where_they_are(stage):
    """A new screen hears now and then of the choice that it was opened after."""
    page = stage.browser.open(stage.browser.extension_url(stage.extension, "ui/wallet.html"))
    stage.visit(page, "Address book")
    page.run("window.isBefore = true")
    for language in ["en", "en", ""]:
        page.run(CHOOSE % language)
    # What follows a choice has read it by then.
    page.run("await new Promise((resolve) => setTimeout(resolve, 1000))")
    assert page.evaluate("window.isBefore === true")
    page.run(CHOOSE % "el")
    speaks(page, "el")
    assert page.evaluate("window.isBefore === undefined")
    page.run(CHOOSE % "")
    speaks(page, "en")


def test_an_approval_window_follows_and_loses_no_request(stage):
    call = DApp.open(stage).begin("connect")
    window = approval(stage, "en")
    for language in ["el", "tr", "en"]:
        window.run(CHOOSE % language)
        speaks(window, language)
        window.find("button", text(language, "reject"))
    assert not call.settled
    window.click("button", text("en", "reject"))
    assert call.refusal().code == 4001
    stage.wait_for_rest()
