"""Every screen in every state, looked at by measurement: whole at each width and zoom, legible, and usable by keyboard and screen reader alone."""

import json
import os
from pathlib import Path

import pytest
from axe_playwright_python.base import AXE_FILE_PATH
from browsers import Appearance, Surface, wait_for
from screens import EVERYTHING, PAGE, SCREENS, Screen, Tour
from stage import POPUP
from wallet import Wallet

OTHER_LANGUAGES = ["pt_BR", "el", "tr"]
AXE = Path(AXE_FILE_PATH).read_text()
# Beside what axe holds a page to by itself.
MORE_RULES = {"target-size": {"enabled": True}}
HEIGHT = 640
# A popup, the narrowest that WCAG 1.4.10 asks for, and an approval window at 200 %.
SIZES = [
    Appearance(width=360, height=HEIGHT),
    Appearance(width=320, height=HEIGHT, zoom=2),
    Appearance(width=192, height=HEIGHT // 2, zoom=2),
    Appearance(width=1024, height=HEIGHT),
]
USUAL = SIZES[0]
# Nothing lies under what stays in place.
TALL = Appearance(width=360, height=3000)
DARK = Appearance(width=360, height=3000, dark=True)
# A page in a tab: on a usual screen, where its menu stands beside, where it just doesn't, and as narrow as a popup.
TAB_SIZES = [Appearance(width=1280, height=800), Appearance(width=719, height=800), USUAL]


@pytest.fixture(scope="module")
def tour(browser_name: str):
    with Wallet() as wallet:
        tour = Tour(browser_name, wallet)
        yield tour
        tour.close()


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.name)
def test_a_screen_is_whole_legible_and_usable(tour: Tour, screen: Screen):
    tour.speak("en")
    with tour.at(screen) as surface:
        surface.appear(TALL)
        faults = [*silence(surface, screen), *axe(surface)]
        surface.appear(USUAL)
        faults += keyboard(tour, surface)
        picture(tour, surface, screen.name)
        for size in SIZES:
            surface.appear(size)
            faults += [f"{size.width} px: {fault}" for fault in tour.measure(surface, "layoutFaults()")]
            if size.width == 192:
                picture(tour, surface, f"{screen.name}-192")
        surface.appear(DARK)
        picture(tour, surface, f"{screen.name}-dark")
        faults += [f"dark: {fault}" for fault in [*contrast(surface), *tour.measure(surface, "fieldFaults()")]]
        for dark in (False, True) if screen.fullest else ():
            surface.appear(Appearance(width=360, height=3000, dark=dark, more_contrast=True))
            assert surface.evaluate("matchMedia('(prefers-contrast: more)').matches")
            faults += [f"more contrast, {'dark' if dark else 'light'}: {fault}" for fault in contrast(surface, "color-contrast-enhanced")]
        surface.appear(Appearance(width=360, height=HEIGHT, forced_colors=True, still=True))
        faults += tour.measure(surface, "[...layoutFaults(), ...edgeFaults(), ...choiceFaults(), ...motionFaults()]")
        picture(tour, surface, f"{screen.name}-forced")
    assert not faults, "\n".join(sorted(set(faults)))


@pytest.mark.parametrize("language", OTHER_LANGUAGES)
def test_every_screen_is_whole_in_another_language(tour: Tour, language: str):
    """The browsers take turns, from screen to screen and from language to language: both draw with the same fonts."""
    tour.speak(language)
    turn = OTHER_LANGUAGES.index(language) + (tour.stage.browser.name == "firefox")
    faults = []
    for screen in [screen for screen in SCREENS if screen.fullest][turn % 2 :: 2]:
        with tour.at(screen, by_keyboard=False) as surface:
            said = surface.evaluate("document.documentElement.lang")
            if said != language.replace("_", "-"):
                faults.append(f"{screen.name}: speaks {said}")
            for size in SIZES:
                surface.appear(size)
                faults += [f"{screen.name}, {size.width} px: {fault}" for fault in tour.measure(surface, "layoutFaults()")]
            surface.appear(USUAL)
            picture(tour, surface, f"{screen.name}-{language}")
    assert not faults, "\n".join(sorted(set(faults)))


def test_every_way_is_walked_by_mouse(tour: Tour):
    """And back again; by keyboard the screens above are come to."""
    tour.speak("en")
    ways = dict.fromkeys(screen.way for screen in SCREENS if screen.page == POPUP and all(key.startswith("place_") for key in screen.way))
    with tour.at(Screen("mouse", ".home .balance")) as surface:
        for way in filter(None, ways):
            for key, within in zip(way, (".bar", "main"), strict=False):
                surface.click("button", tour.text(key), within)
                arrived(tour, surface, key)
            if len(way) > 1:
                surface.click("button", tour.text("back"), ".head")
                arrived(tour, surface, way[0])


def test_every_place_is_whole_on_a_page_of_its_own(tour: Tour):
    """In a tab every place has its button, where it is wide enough: they are pressed by mouse."""
    tour.speak("en")
    faults = []
    with tour.at(Screen("page", ".home .balance", page=PAGE, answers=EVERYTHING)) as surface:
        surface.appear(TAB_SIZES[0])
        places = surface.evaluate("[...document.querySelectorAll('.bar-entry')].map((each) => each.innerText.trim())")
        keys = {tour.text(key): key for key in ("place_home", *{key for screen in SCREENS for key in screen.way if key.startswith("place_")})}
        assert set(places) == set(keys)
        for place in places:
            surface.appear(TAB_SIZES[0])
            surface.click("button", place, ".bar")
            arrived(tour, surface, keys[place])
            surface.wait_until("![...document.querySelectorAll('.busy')].some((each) => each.checkVisibility())")
            faults += [f"{place}: {fault}" for fault in axe(surface)]
            for size in TAB_SIZES:
                surface.appear(size)
                faults += [f"{place}, {size.width} px: {fault}" for fault in tour.measure(surface, "layoutFaults()")]
                picture(tour, surface, f"page-{keys[place]}-{size.width}")
    assert not faults, "\n".join(sorted(set(faults)))


def arrived(tour: Tour, surface: Surface, key: str) -> None:
    """The place with that name has come into view, and the title says so."""
    title = tour.text("name") if key == "place_home" else tour.text("titled").replace("$1", tour.text(key)).replace("$2", tour.text("name"))
    surface.wait_until("(title) => document.title === title && document.querySelector('main h1') !== null", title)


def axe(surface: Surface, rules: list[str] | None = None) -> list[str]:
    """What axe-core finds; with rules, by these alone."""
    if not surface.evaluate("typeof axe === 'object'"):
        surface.run(AXE)
    options = {"runOnly": rules} if rules else {"rules": MORE_RULES}
    found = surface.evaluate(
        """async (options) => {
            const { violations } = await axe.run(document, { ...options, resultTypes: ["violations"] });
            return violations.flatMap(({ id, nodes }) => nodes.map(({ html, any, all, none }) =>
                `${id}: ${html.slice(0, 120)}: ${[...any, ...all, ...none].map(({ message }) => message).join("; ")}`));
        }""",
        options,
    )
    return list(found)


def contrast(surface: Surface, rule: str = "color-contrast") -> list[str]:
    return axe(surface, [rule])


def silence(surface: Surface, screen: Screen) -> list[str]:
    """A live region that should hold words and holds none."""
    said = "(regions) => [...document.querySelectorAll(regions)].some(({ innerText }) => innerText.trim() !== '')"
    if not screen.heard or surface.evaluate(said, screen.heard):
        return []
    return [f"{screen.heard} says nothing"]


def keyboard(tour: Tour, surface: Surface) -> list[str]:
    """Every control is reached by Tab, in the order in which it stands, and shows it."""
    wait_for(lambda: surface.bring_to_front() or surface.evaluate("document.hasFocus()"), "it has the focus")
    # A window that gets the focus enables its buttons half a second later.
    surface.run("await new Promise((resolve) => setTimeout(resolve, document.querySelector('.request') ? 700 : 0))")
    count = tour.measure(surface, "stops().length")
    places, faults = [], []
    for _ in range(count + 3):
        if not surface.evaluate("document.hasFocus()"):
            # Behind the last one lies the browser's own bar.
            surface.bring_to_front()
        surface.press("Tab")
        focus = tour.measure(surface, "await focusPlace()")
        faults += focus["faults"]
        if focus["place"] >= 0:
            places.append(focus["place"])
    missing = set(range(count)) - set(places)
    faults += [f"Tab never reaches {tour.measure(surface, f'named(stops()[{place}])')}" for place in missing]
    # One round, wherever it began; a window that the focus comes back to has its guard again, and fewer buttons.
    order = places[:count]
    start = order.index(min(order, default=0)) if order else 0
    if order[start:] + order[:start] != sorted(order):
        faults.append(f"Tab goes round in the order {places}")
    return faults


def picture(tour: Tour, surface: Surface, name: str) -> None:
    if gallery := os.environ.get("SIDEKEY_GALLERY"):
        surface.screenshot(Path(gallery) / f"screen-{name}-{tour.stage.browser.name}.png")
