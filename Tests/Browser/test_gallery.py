"""Pictures for the site and the stores, in each language, where SIDEKEY_GALLERY names a folder for them."""

import os
import struct
import sys
from dataclasses import replace
from pathlib import Path

import canned
import pytest
from browsers import Appearance
from screens import EVERYTHING, PAGE, SCREENS, Screen, Tour
from wallet import ROOT, Wallet

sys.path.insert(0, str(ROOT / "packaging"))
import pictures  # noqa: E402

pytestmark = pytest.mark.skipif("SIDEKEY_GALLERY" not in os.environ, reason="nobody looks at them")

WINDOW = Appearance(width=360, height=640)
TAB = Appearance(width=1280, height=800)
STATES = {screen.name: screen for screen in SCREENS}
# As an ordinary wallet says it: neither made by a script nor in a folder for tests.
ORDINARY = {"hello": {"merge": {"unattended": False}, "without": ["home"]}, "policy.get": {"merge": {"approvals": "risky", "recognitionSet": True}}}
TOKENS = [
    canned.token(0, "25000000", claims={"name": "USD Coin", "symbol": "USDC"}),
    canned.token(1, "1250000000", claims={"name": "Bonk", "symbol": "BONK"}),
    canned.token(2, "3400000000", 9, claims={"name": "Jito Staked SOL", "symbol": "JitoSOL"}),
]
FULL = {**EVERYTHING, **canned.balance("12480000000"), **canned.tokens(*TOKENS)}


def shown(state: str, /, **changes: object) -> Screen:
    usual = STATES[state]
    return replace(usual, **{**changes, "answers": {**usual.answers, **changes.get("answers", {}), **ORDINARY}})


SHOWN = [
    (shown("home", answers=FULL), WINDOW),
    *((shown(name), WINDOW) for name in ("connect", "message", "transaction", "transaction-danger")),
    (shown("home", name="page-home", page=PAGE, answers=FULL), TAB),
    (shown("protection", name="page-protection", page=PAGE, way=("place_protection",)), TAB),
]


@pytest.fixture(scope="module")
def tour():
    with Wallet() as wallet:
        tour = Tour("chromium", wallet)
        wallet.run("account", "label", "1", "Solana")
        yield tour
        tour.close()


def test_the_pictures_of_the_site_and_the_stores_are_taken(tour: Tour):
    folder = Path(os.environ["SIDEKEY_GALLERY"])
    for old in folder.glob("site-*.png"):
        old.unlink()
    for language in pictures.LANGUAGES:
        tour.speak(language)
        for screen, appearance in SHOWN:
            with tour.at(screen, by_keyboard=False) as surface:
                surface.appear(appearance)
                # Past the guard's half second, and what moves has arrived.
                surface.run("await new Promise((resolve) => setTimeout(resolve, 900))")
                path = folder / f"site-{screen.name}-{language}.png"
                surface.screenshot(path)
                assert struct.unpack(">II", path.read_bytes()[16:24]) == (appearance.width, appearance.height)
    pictures.write_list(folder)
    assert len(pictures.gallery(folder)) == len(SHOWN) * len(pictures.LANGUAGES)
