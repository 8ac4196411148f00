"""Every screen in every state, looked at by measurement: whole at each width and zoom, legible, and usable by keyboard and screen reader alone."""

import os
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from axe_playwright_python.base import AXE_FILE_PATH
from browsers import Appearance, Surface, wait_for
from conftest import BROWSERS
from extent import whole
from screens import EVERYTHING, PAGE, SCREENS, Screen, Tour
from stage import POPUP
from wallet import Wallet

LANGUAGES = ["en", "pt_BR", "el", "tr"]
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
# How colours can be, beside light, which every screen is drawn in; each with what is measured then.
SCHEMES = {
    "dark": (replace(TALL, dark=True), lambda tour, surface: [*contrast(surface), *tour.measure(surface, "fieldFaults()")]),
    "contrast": (replace(TALL, more_contrast=True), lambda _, surface: contrast(surface, "color-contrast-enhanced")),
    "dark-contrast": (replace(TALL, dark=True, more_contrast=True), lambda _, surface: contrast(surface, "color-contrast-enhanced")),
    "forced": (
        replace(USUAL, forced_colors=True, still=True),
        lambda tour, surface: tour.measure(surface, "[...layoutFaults(), ...edgeFaults(), ...choiceFaults(), ...motionFaults()]"),
    ),
}
# A page in a tab: on a usual screen, where its menu stands beside, where it just doesn't, and as narrow as a popup.
TAB_SIZES = [Appearance(width=1280, height=800), Appearance(width=719, height=800), USUAL]


Visit = tuple[str, str, tuple[str, ...], Screen]


def covered() -> list[Visit]:
    """Each screen once: its place says in which browser, language and colours, so that all three meet in each of their products."""
    rows = list(product(SCHEMES, LANGUAGES, BROWSERS))
    drawn = [(*rows[place % len(rows)], screen) for place, screen in enumerate(SCREENS)]
    # A language is changed less often than a screen.
    return sorted(((browser, language, (scheme,), screen) for scheme, language, browser, screen in drawn), key=lambda visit: LANGUAGES.index(visit[1]))


def visits() -> list[Visit]:
    """Which screen is drawn in which browser and language, and in which colours it is measured beside light; every visit measures all sizes."""
    if whole():
        return [(browser, language, tuple(SCHEMES), screen) for browser, language, screen in product(BROWSERS, LANGUAGES, SCREENS)]
    return covered()


def spelled(value: object) -> str:
    return value.name if isinstance(value, Screen) else value if isinstance(value, str) else "+".join(value)


@pytest.fixture(scope="module")
def tour(seat):
    with Wallet() as wallet:
        tour = Tour(seat, wallet)
        yield tour
        tour.close()


@pytest.mark.parametrize(("browser_name", "language", "schemes", "screen"), visits(), ids=spelled, scope="session")
def test_a_screen_is_whole_legible_and_usable(tour: Tour, language: str, schemes: tuple[str, ...], screen: Screen):
    tour.speak(language)
    with tour.at(screen) as surface:
        faults = []
        if (said := surface.evaluate("document.documentElement.lang")) != language.replace("_", "-"):
            faults.append(f"speaks {said}")
        surface.appear(TALL)
        # To axe what lies under the bar can't be pressed, and a list grows with what was done before.
        surface.appear(replace(TALL, height=max(TALL.height, surface.evaluate("document.documentElement.scrollHeight"))))
        faults += [*silence(surface, screen), *light_and_dark(surface), *tour.measure(surface, "[...listFaults(), ...dashFaults(), ...echoFaults()]")]
        surface.appear(USUAL)
        faults += keyboard(tour, surface)
        for size in SIZES:
            surface.appear(size)
            faults += [f"{size.width} px: {fault}" for fault in tour.measure(surface, "layoutFaults()")]
            if size in (USUAL, SIZES[2]):
                picture(tour, surface, f"{screen.name}-{language}-{size.width}")
        for scheme in schemes:
            appearance, look = SCHEMES[scheme]
            surface.appear(appearance)
            assert surface.evaluate("matchMedia('(prefers-contrast: more)').matches") == appearance.more_contrast
            faults += [f"{scheme}: {fault}" for fault in look(tour, surface)]
            picture(tour, surface, f"{screen.name}-{language}-{scheme}")
    assert not faults, "\n".join(sorted(set(faults)))


def test_the_usual_extent_has_each_screen_and_each_product_of_a_browser_a_language_and_colours():
    assert sorted(screen.name for *_, screen in covered()) == sorted(screen.name for screen in SCREENS)
    assert {(browser, language, scheme) for browser, language, (scheme,), _ in covered()} == set(product(BROWSERS, LANGUAGES, SCHEMES))


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


def light_and_dark(surface: Surface) -> list[str]:
    """What axe-core finds in the screen as it is now, by every rule, and in its dark colours."""
    faults = axe(surface)
    height = surface.evaluate("innerHeight")
    surface.appear(replace(TALL, height=height, dark=True))
    faults += [f"dark: {fault}" for fault in contrast(surface)]
    surface.appear(replace(TALL, height=height))
    return faults


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
        surface.press("Tab")
        focus = tour.measure(surface, "{ ...await focusPlace(), stays: document.hasFocus() }")
        faults += focus["faults"]
        if focus["place"] >= 0:
            places.append(focus["place"])
        if not focus["stays"]:
            # Behind the last one lies the browser's own bar.
            surface.bring_to_front()
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
