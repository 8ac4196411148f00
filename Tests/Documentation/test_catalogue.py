"""The catalogue of texts: what Locales/generate.py refuses, and what it brings into the languages' files."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
VALUES = '#. Values: number, count\n#, python-brace-format\nmsgctxt "extension:position"'


@pytest.fixture
def catalogue(tmp_path: Path) -> Path:
    """A copy that a test may change."""
    shutil.copytree(ROOT / "Locales", tmp_path / "Locales")
    shutil.copytree(ROOT / "extension" / "_locales", tmp_path / "extension" / "_locales")
    shutil.copytree(ROOT / "Sources" / "Wording", tmp_path / "Sources" / "Wording")
    return tmp_path / "Locales"


def generate(catalogue: Path, *arguments: str) -> subprocess.CompletedProcess:
    return subprocess.run([sys.executable, catalogue / "generate.py", *arguments], capture_output=True, text=True, timeout=60)


def change(file: Path, text: str, other: str) -> None:
    before = file.read_text()
    assert before.count(text) == 1, text
    file.write_text(before.replace(text, other))


def test_what_is_committed_is_what_the_catalogue_says(catalogue):
    assert generate(catalogue, "--check").returncode == 0


def test_a_changed_text_reaches_the_extension_and_the_programs(catalogue):
    shared = 'msgctxt "sidekey:promptReject extension:reject"\nmsgid "Reject"\nmsgstr "Rejeitar"'
    change(catalogue / "pt_BR.po", shared, shared.replace("Rejeitar", "Recusar"))
    refused = generate(catalogue, "--check")
    assert refused.returncode == 1
    assert "extension/_locales/pt_BR/messages.json is not what the catalogue says" in refused.stderr
    assert generate(catalogue).returncode == 0
    assert '"Recusar"' in (catalogue.parent / "extension/_locales/pt_BR/messages.json").read_text()
    assert '/* promptReject */ "Recusar"' in (catalogue.parent / "Sources/Wording/Texts/Phrasebook+BrazilianPortuguese.swift").read_text()
    assert generate(catalogue, "--check").returncode == 0


@pytest.mark.parametrize(
    ("file", "text", "other", "says"),
    [
        ("tr.po", 'msgstr "Reddet"', 'msgstr ""', "tr: sidekey:promptReject extension:reject: has no text"),
        ("sidekey.pot", 'msgid "Reject"', 'msgid "Refuse"', "the English text changed"),
        ("el.po", '{first} και {second}: μήπως', '{first}: μήπως', "has the values ['first'] and not ['first', 'second']"),
        ("sidekey.pot", VALUES, VALUES.replace(", count", ""), "lacks ['count']"),
        ("sidekey.pot", "sidekey:promptReject extension:reject", "sidekey:promptReject popup:reject", "a key begins with extension: or sidekey:"),
    ],
)  # fmt: skip
def test_what_is_missing_stale_or_wrong_is_refused_by_name(catalogue, file, text, other, says):
    change(catalogue / file, text, other)
    if "popup:" in other:
        for language in ("pt_BR", "el", "tr"):
            change(catalogue / f"{language}.po", text, other)
    before = (catalogue.parent / "extension/_locales/en/messages.json").read_text()
    refused = generate(catalogue)
    assert refused.returncode == 1
    assert says in refused.stderr
    assert (catalogue.parent / "extension/_locales/en/messages.json").read_text() == before


def test_no_text_stands_twice(catalogue):
    for file in catalogue.glob("*.po*"):
        says = {"sidekey.pot": "", "pt_BR.po": "Rejeitar", "el.po": "Απόρριψη", "tr.po": "Reddet"}[file.name]
        file.write_text(file.read_text() + f'\nmsgctxt "extension:refuse"\nmsgid "Reject"\nmsgstr "{says}"\n')
    refused = generate(catalogue)
    assert refused.returncode == 1
    assert "the same text twice" in refused.stderr and "extension:refuse" in refused.stderr


def test_a_new_text_and_a_changed_one_are_brought_to_the_translators(catalogue):
    change(catalogue / "sidekey.pot", 'msgid "Reject"', 'msgid "Refuse"')
    with (catalogue / "sidekey.pot").open("a") as file:
        file.write('\nmsgctxt "extension:greeting"\nmsgid "Good morning"\nmsgstr ""\n')
    assert generate(catalogue, "--merge").returncode == 0
    greek = (catalogue / "el.po").read_text()
    assert 'msgctxt "extension:greeting"\nmsgid "Good morning"\nmsgstr ""' in greek
    assert '#, fuzzy\nmsgctxt "sidekey:promptReject extension:reject"\nmsgid "Refuse"\nmsgstr "Απόρριψη"' in greek
    assert "the English text changed" in generate(catalogue).stderr
