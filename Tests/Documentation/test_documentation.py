"""Every library product has a catalogue that names all that is public in it, and all of that is documented."""

import re
import subprocess
from pathlib import Path

from library_products import ROOT, names

# What a reader can't know from the name: types, and whatever does something. Cases, properties and initialisers that only take
# values over may speak for themselves.
EXPLAINED = {"struct", "enum", "class", "protocol", "actor", "typealias", "associatedtype", "macro",
             "func", "func.op", "method", "type.method", "subscript", "type.subscript"}

# DocC wants every parameter described as soon as one is; here the one is described that its name and type leave open.
LEFT_OPEN = re.compile(r"Parameter '\w+' is missing documentation")


def catalogue(product: str) -> Path:
    return ROOT / "Sources" / product / f"{product}.docc" / f"{product}.md"


def text(product: str) -> str:
    assert catalogue(product).is_file(), f"no catalogue for {product}: {catalogue(product).relative_to(ROOT)}"
    return catalogue(product).read_text(encoding="utf-8")


def test_the_page_says_in_one_sentence_what_the_library_does(product: str) -> None:
    title, abstract, *sections = text(product).split("\n\n")
    assert title == f"# ``{product}``"
    assert re.fullmatch(r"[A-Z].*\.", abstract) and not re.search(r"\. [A-Z]", abstract)
    assert [section for section in sections if section.startswith("## ")] == [
        "## Overview", "## A first program", "## Topics"]


def test_topics_name_every_public_name_once(product: str, symbols: Path) -> None:
    topics = text(product).split("\n## Topics\n")[1]
    named = [link.removeprefix(f"{product}/") for link in re.findall(r"^- ``(.+)``$", topics, re.MULTILINE)]
    public = [name.path for name in names(product, symbols) if name.is_top]
    assert sorted(named) == sorted(public)


def test_what_is_public_is_documented(product: str, symbols: Path) -> None:
    silent = [f"{name.kind} {name.path}" for name in names(product, symbols)
              if (name.is_top or name.kind in EXPLAINED) and not name.summary]
    assert silent == []


def test_documentation_opens_with_a_sentence(product: str, symbols: Path) -> None:
    """Nothing stands before it, not even what a function throws."""
    explained = [name for name in names(product, symbols) if name.summary and (name.is_top or name.kind in EXPLAINED)]
    other = [f"{name.path}: {name.summary}" for name in explained
             if name.summary.startswith("- ") or not name.summary.endswith((".", ":"))]
    assert other == []


def test_docc_has_nothing_to_complain_of(product: str, symbols: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        ["docc", "convert", str(catalogue(product).parent), "--additional-symbol-graph-dir", str(symbols),
         "--output-dir", str(tmp_path / "out"), "--fallback-display-name", product,
         "--fallback-bundle-identifier", f"app.sidekey.{product}", "--ide-console-output"],
        capture_output=True, text=True, check=False, timeout=300)
    told = (done.stdout + done.stderr).splitlines()
    complaints = [line for line in told if re.search(r"\b(warning|error):", line) and not LEFT_OPEN.search(line)]
    assert complaints == []
    assert done.returncode == 0, told
    page = tmp_path / "out" / "data" / "documentation" / f"{product.lower()}.json"
    assert page.is_file()


def test_the_readme_leads_to_the_page(product: str) -> None:
    assert "](docs/libraries.md)" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert f"](../{catalogue(product).relative_to(ROOT)})" in (ROOT / "docs" / "libraries.md").read_text(encoding="utf-8")
