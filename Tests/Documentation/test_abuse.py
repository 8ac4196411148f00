"""The tests that docs/abuse.md names: each is there, so that no row is shown by a test that has gone or has another name."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FILES = [path for path in (ROOT / "Tests").rglob("*") if path.is_file() and path.name != Path(__file__).name]


def named(page: str) -> list[str]:
    """The texts in quotation marks or in code in the third column of a table."""
    cells = [line.split("|")[3] for line in page.splitlines() if line.count("|") >= 4]
    return [name for cell in cells for pair in re.findall(r"`([^`]+)`|\"([^\"]+)\"", cell) for name in pair if name]


def missing(page: str, tests: str, files: set[str]) -> list[str]:
    """The names that no test has; of one that is cut short, every part has to be there."""
    return [name for name in named(page) if name not in files and not all(part.strip() in tests for part in name.split("…"))]


def test_every_test_that_the_page_names_is_there():
    tests = "\n".join(path.read_text(errors="replace") for path in FILES if path.suffix in (".swift", ".py", ".mjs"))
    page = (ROOT / "docs" / "abuse.md").read_text()
    assert len(named(page)) > 200
    assert missing(page, tests, {path.name for path in FILES}) == []


def test_a_name_that_no_test_has_is_found():
    page = "| attack | holds | `test_that_is_gone`, \"one … two\", `here.py` |"
    assert missing(page, "one and two", {"here.py"}) == ["test_that_is_gone"]
