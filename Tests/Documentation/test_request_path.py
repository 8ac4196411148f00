"""The walk of a request in docs/architecture.md: its files are there, each is named once, and its numbers are those of its links."""

import re
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "architecture.md"
TITLE = "## The path of a request\n"


def links(text: str) -> list[str]:
    return re.findall(r"\]\(([^)]+)\)", text)


def said(text: str) -> list[int]:
    """The numbers of files that a text gives, in its order."""
    return [int(number) for number in re.findall(r"\b(\d+) files\b", text)]


def faults(section: str, page: Path = PAGE) -> list[str]:
    named = links(section)
    found = [f"{link} is no file" for link in named if not (page.parent / link).is_file()]
    found += [f"{link} is named {count} times" for link, count in Counter(named).items() if count > 1]
    head, *parts = re.split(r"^(?=### )", section, flags=re.MULTILINE)
    if said(head) != [len(named)]:
        found.append(f"the head says {said(head)} files, and {len(named)} are linked")
    for part in parts:
        if said(part.splitlines()[0]) != [len(links(part))] and links(part):
            found.append(f"{part.splitlines()[0]}: {len(links(part))} are linked")
    return found


@pytest.fixture(scope="module")
def section() -> str:
    before, after = PAGE.read_text(encoding="utf-8").split("\n" + TITLE)
    return re.split(r"^## ", after, flags=re.MULTILINE)[0]


def test_the_walk_names_what_is_there(section):
    assert links(section)
    assert faults(section) == []


def test_a_file_that_is_gone_named_twice_or_not_counted_is_found(section):
    row = next(line for line in section.splitlines() if "](" in line)
    (link,) = links(row)
    assert f"{link}.gone is no file" in faults(section.replace(link, f"{link}.gone"))
    assert f"{link} is named 2 times" in faults(section.replace(row, f"{row}\n{row}"))
    assert any(fault.startswith("the head says") for fault in faults(section.replace(f"{row}\n", "")))
