"""Fixtures: each test runs in Chromium and in Firefox; a module shares one browser and one wallet."""

import os
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Tests" / "Support"), str(Path(__file__).parent)]

from stage import Stage  # noqa: E402
from wallet import Wallet  # noqa: E402

BROWSERS = ["chromium", "firefox"]
LONGEST = ["test_screens", "test_boundaries", "test_faults", "test_two_browsers", "test_surfaces", "test_hostile_pages"]
ARTIFACTS = Path(os.environ.get("SIDEKEY_TEST_ARTIFACTS", ROOT / ".build" / "browser-failures"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--browser", choices=BROWSERS, help="only this browser")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "browser_name" in metafunc.fixturenames:
        chosen = metafunc.config.getoption("--browser")
        metafunc.parametrize("browser_name", [chosen] if chosen else BROWSERS, scope="session")


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(items: list[pytest.Item]):
    """With `-n 2 --dist loadgroup`, one worker runs all of a module in one browser, so that they share that browser.

    The groups that take longest begin, and with them Firefox, so that no worker is left with a long one at the end.
    """
    groups = {}
    for item in items:
        browser = item.callspec.params.get("browser_name", "") if hasattr(item, "callspec") else ""
        groups[item] = (item.path.stem, browser)
        item.add_marker(pytest.mark.xdist_group("-".join(groups[item])))
    yield

    def place(item: pytest.Item) -> tuple[int, bool, str]:
        module, browser = groups[item]
        return LONGEST.index(module) if module in LONGEST else len(LONGEST), browser == "chromium", module

    items.sort(key=place)


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
            try:
                stage.save(folder / f"{number}-{stage.browser.name}")
            except Exception as error:  # What is missing must not hide the failure.
                report.sections.append(("artifacts", f"not all was saved: {error}"))
        report.sections.append(("artifacts", f"pictures and logs are in {folder}"))
    return report


@pytest.fixture
def wallet():
    """A wallet of the test's own, created and unlocked."""
    with Wallet() as made:
        made.create()
        made.unlock()
        yield made


@pytest.fixture(scope="module")
def module_stage(browser_name: str):
    with Wallet() as made:
        made.create()
        with Stage(browser_name, made) as stage:
            yield stage


@pytest.fixture
def stage(module_stage: Stage):
    """The module's browser, with an unlocked wallet, one empty tab and nothing pending."""
    module_stage.ensure_unlocked()
    yield module_stage
    module_stage.tidy()


@pytest.fixture
def own_stage(browser_name: str, wallet: Wallet):
    """A browser and a wallet that the test may break."""
    with Stage(browser_name, wallet) as stage:
        yield stage
