"""Fixtures: each test runs in Chromium and in Firefox; a module shares one wallet, and a worker one browser of each."""

import os
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Tests" / "Support"), str(Path(__file__).parent)]

from desktop_session import X11, Session  # noqa: E402
from display import Display  # noqa: E402
from extent import whole  # noqa: E402
from scratch import run_folder  # noqa: E402
from seat import Seat  # noqa: E402
from stage import SIDEKEY, Stage  # noqa: E402
from wallet import Wallet  # noqa: E402

BROWSERS = ["chromium", "firefox"]
LONGEST = ["test_screens", "test_known_extension", "test_popup_closes", "test_honest_day", "test_dapps", "test_prompt", "test_guards"]
ARTIFACTS = Path(os.environ.get("SIDEKEY_TEST_ARTIFACTS", ROOT / ".build" / "browser-failures"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--browser", choices=BROWSERS, help="only this browser")


def pytest_configure(config: pytest.Config) -> None:
    # Before there are workers, so that they have the same.
    run_folder()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    # Where a test names its browsers itself, one that wasn't chosen is left out below.
    named = [name for mark in metafunc.definition.iter_markers("parametrize") for name in mark.args[0] if not isinstance(mark.args[0], str)]
    if "browser_name" in metafunc.fixturenames and "browser_name" not in named:
        chosen = metafunc.config.getoption("--browser")
        metafunc.parametrize("browser_name", [chosen] if chosen else BROWSERS, scope="session")


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]):
    """The groups that take longest begin, and with them Firefox, so that no worker is left with a long one at the end."""
    chosen = config.getoption("--browser")
    groups = {}
    for item in items:
        browser = item.callspec.params.get("browser_name", "") if hasattr(item, "callspec") else ""
        groups[item] = (item.path.stem, browser)
    yield
    items[:] = [item for item in items if not chosen or groups[item][1] in ("", chosen)]
    if not chosen and not whole():
        items[:] = in_turn(items, groups)

    def place(item: pytest.Item) -> tuple[int, bool, str]:
        module, browser = groups[item]
        return LONGEST.index(module) if module in LONGEST else len(LONGEST), browser == "chromium", module

    items.sort(key=place)


def in_turn(items: list[pytest.Item], groups: dict[pytest.Item, tuple[str, str]]) -> list[pytest.Item]:
    """Leaves out every second browser of the cases that are marked as shared, so that each module meets both browsers.

    Whoever names one case with its browser gets that one.
    """
    cases: dict[tuple[str, str], list[pytest.Item]] = {}
    for item in items:
        module, browser = groups[item]
        if browser and item.get_closest_marker("shared"):
            cases.setdefault((module, item.name.replace(browser, "")), []).append(item)
    turns = dict.fromkeys((module for module, _ in cases), 0)
    left_out = []
    for (module, _), alike in cases.items():
        if len(alike) > 1:
            left_out += [item for item in alike if groups[item][1] != BROWSERS[turns[module] % len(BROWSERS)]]
            turns[module] += 1
    return [item for item in items if item not in left_out]


def pytest_xdist_make_scheduler(config: pytest.Config, log: object):
    """With `-n 2`, one worker runs all of a module in one browser, so that they share a wallet there.

    xdist's own groups are written into a test's name, which takes no change any more: each test was a group of its own then.
    """
    from xdist.scheduler import LoadScopeScheduling

    class OneBrowserOfAModule(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            module, _, test = nodeid.partition("::")
            browser = next((each for each in BROWSERS if re.search(rf"[\[-]{each}[\]-]", test)), "")
            return f"{module}-{browser}"

    return OneBrowserOfAModule(config, log)


def stages_of(item: pytest.Item) -> list[Stage]:
    """Every stage that a test was given, by itself or among others."""
    given = getattr(item, "funcargs", {}).values()
    every = [each for value in given for each in (value if isinstance(value, list | tuple) else [value])]
    every = [getattr(each, "stage", each) for each in every]
    return list({id(each): each for each in every if isinstance(each, Stage)}.values())


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo):
    """Keeps pictures and logs of a failure while the browser still shows it."""
    report = yield
    if report.failed:
        folder = ARTIFACTS / re.sub(r"[^\w.-]+", "_", item.name)
        for number, stage in enumerate(stages_of(item)):
            if stage.seat:
                stage.seat.is_doubtful = True
            try:
                stage.save(folder / f"{number}-{stage.browser.name}")
            except Exception as error:  # What is missing must not hide the failure.
                report.sections.append(("artifacts", f"not all was saved: {error}"))
        report.sections.append(("artifacts", f"pictures and logs are in {folder}"))
    return report


@pytest.fixture
def wallet_programs():
    """The folder of the programs of `wallet`; a module whose wallet talks to a device in software has another one."""
    return None


@pytest.fixture
def display(monkeypatch):
    """A display that a wallet's user sits before, if their wallet starts after it."""
    with Display() as display:
        monkeypatch.setenv("DISPLAY", display.name)
        yield display


@pytest.fixture
def wallet(wallet_programs):
    """A wallet of the test's own, created and unlocked."""
    with Wallet(bin_folder=wallet_programs) as made:
        made.create()
        made.unlock()
        yield made


@pytest.fixture(scope="session")
def seats():
    """This worker's browsers, one of a kind, which start with the first test that takes one and stay to the end."""
    taken = {name: Seat(name, SIDEKEY) for name in BROWSERS}
    yield taken
    for seat in taken.values():
        seat.close()


@pytest.fixture(scope="module")
def seat(browser_name: str, seats: dict[str, Seat]) -> Seat:
    return seats[browser_name]


@pytest.fixture(scope="module")
def module_stage(seat: Seat):
    with Wallet() as made:
        made.create()
        with Stage(seat, made) as stage:
            yield stage


@pytest.fixture
def stage(module_stage: Stage):
    """The worker's browser with the module's wallet, which is unlocked, one empty tab and nothing pending."""
    module_stage.ensure_unlocked()
    yield module_stage
    module_stage.tidy()


@pytest.fixture
def fresh_stage(seat: Seat, wallet: Wallet):
    """The worker's browser as after a start, with a wallet of the test's own."""
    with Stage(seat, wallet) as stage:
        yield stage


@pytest.fixture
def own_stage(browser_name: str, wallet: Wallet):
    """A browser that the test may break."""
    with Stage(browser_name, wallet) as stage:
        yield stage


@pytest.fixture
def desktop(monkeypatch):
    """A display whose windows a screen reader reads."""
    with X11() as display, Session(display) as session:
        monkeypatch.setenv("DISPLAY", display.name)
        yield session
