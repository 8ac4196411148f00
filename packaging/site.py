#!/usr/bin/env python3
"""The site for people who have not decided yet, and for all who look something up: docs, with pictures that are as new as the code.

    packaging/site.py FOLDER --pictures GALLERY [--mkdocs PROGRAM] [--without-libraries]

    --pictures GALLERY    the folder that Tests/Browser/test_gallery.py has filled; pictures of other code are refused
    --mkdocs PROGRAM      (.venv-site/bin/mkdocs)
    --without-libraries   leaves out the pages of the libraries, which DocC makes from what is built

The pages are those of docs, with the decisions last. What they name outside of docs is on no page, so that such a link becomes the words it
stood on, or leads to the page of the library. A link that leads nowhere and a picture that isn't there end the build.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pictures
from release import ROOT, PackagingError, commit_time, run

DOCS = ROOT / "docs"
# Pages that stand beside docs.
BESIDE = ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")
LINK = re.compile(r"(!?)\[((?:[^\[\]]|`[^`]*`)*)\]\(([^()\s]+)\)")
CATALOGUE = re.compile(r"Sources/(\w+)/\1\.docc/\1\.md$")


class Pages:
    """The pages, in a folder that mkdocs takes them from."""

    def __init__(self, folder: Path, libraries: list[str]):
        self.folder = folder
        self.libraries = libraries
        tracked = run("git", "ls-files", "-z", "--cached", "--", "docs", *BESIDE, cwd=ROOT).split("\0")
        self.sources = {self.place(name): ROOT / name for name in tracked if name.endswith(".md") and (ROOT / name).is_file()}

    @staticmethod
    def place(name: str) -> str:
        """A file's place among the pages, where the front page is the site's own."""
        return name.removeprefix("docs/site/").removeprefix("docs/")

    def write(self) -> None:
        for place, source in self.sources.items():
            target = self.folder / place
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(self.led(place, source))

    def led(self, place: str, source: Path) -> str:
        """A page whose links lead to pages of the site."""
        parts = re.split(r"(^```.*?^```$)", source.read_text(), flags=re.M | re.S)
        # What stands in a block of code is no link.
        return "".join(part if number % 2 else LINK.sub(lambda link: self.link(place, source, link), part) for number, part in enumerate(parts))

    def link(self, place: str, source: Path, link: re.Match[str]) -> str:
        mark, words, target = link.groups()
        if re.match(r"[a-z]+:|#", target) or source.parent == DOCS / "site":
            return link[0]
        path, _, anchor = target.partition("#")
        goal = os.path.relpath((source.parent / path).resolve(), ROOT)
        if library := CATALOGUE.search(goal):
            if library[1] not in self.libraries:
                return words
            up = "../" * (place.count("/") + (0 if place == "index.md" else 1))
            return f'<a href="{up}libraries/{library[1]}/documentation/{library[1].lower()}/">{words}</a>'
        if goal == "README.md":
            goal = "docs/site/index.md"
        if goal == "docs/decisions":
            goal = "docs/decisions/README.md"
        found = self.place(goal)
        if found not in self.sources and found != "decisions/README.md":
            if not (ROOT / goal).exists():
                raise PackagingError(f"{source.relative_to(ROOT)} links to {target}, which isn't there")
            # A picture of the repository's, or a file that is on no page.
            return "" if mark else words
        return f"{mark}[{words}]({os.path.relpath(found, Path(place).parent)}{'#' + anchor if anchor else ''})"

    def decisions(self) -> list[dict[str, str]]:
        """The decisions by their titles, and a page that lists them."""
        listed = []
        for place in sorted(place for place in self.sources if place.startswith("decisions/0")):
            title = re.match(r"# (.+)", (self.folder / place).read_text())
            if not title:
                raise PackagingError(f"{place} has no title")
            listed.append({title[1]: place})
        lines = [f"- [{title}]({Path(place).name})" for entry in listed for title, place in entry.items()]
        (self.folder / "decisions/README.md").write_text("# Decisions\n\nWhy Sidekey is as it is, in the order in which it was decided.\n\n" + "\n".join(lines) + "\n")
        return [{"Decisions": "decisions/README.md"}, *listed]


def configuration(scratch: Path, folder: Path, decisions: list[dict[str, str]]) -> Path:
    """The site's own, with the decisions at the end of its menu and the languages of the stores' listings."""
    text = (DOCS / "site/mkdocs.yml").read_text().rstrip() + "\n"
    lines = ["  - Decisions:", *(f"      - {json.dumps(title, ensure_ascii=False)}: {place}" for entry in decisions for title, place in entry.items())]
    stores = [f"      - {json.dumps(f'Listing ({language})')}: store/{language}.md" for language in pictures.LANGUAGES]
    path = scratch / "mkdocs.yml"
    path.write_text(text + "\n".join([*stores, *lines]) + f"\ndocs_dir: {json.dumps(str(folder))}\n")
    return path


def library_pages(folder: Path, scratch: Path, products: list[str]) -> None:
    """DocC's pages of each library, from the symbols of what is built."""
    for product in products:
        symbols = library_products.symbol_graph(product, scratch / product)
        run("docc", "convert", ROOT / f"Sources/{product}/{product}.docc", "--additional-symbol-graph-dir", symbols,
            "--fallback-display-name", product, "--fallback-bundle-identifier", f"app.sidekey.{product}",
            "--transform-for-static-hosting", "--hosting-base-path", f"libraries/{product}", "--output-path", folder / "libraries" / product)  # fmt: skip


sys.path.append(str(ROOT / "Tests/Support"))
import library_products  # noqa: E402


def build(options: argparse.Namespace) -> None:
    shown = pictures.gallery(options.pictures)
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        products = [] if options.without_libraries else library_products.products()
        folder = scratch / "pages"
        pages = Pages(folder, products)
        pages.write()
        shutil.copy(DOCS / "site/site.css", folder)
        (folder / "pictures").mkdir()
        shutil.copy(ROOT / "extension/icons/sidekey-128.png", folder / "pictures/icon.png")
        named = set(re.findall(r"\]\(pictures/([\w-]+)\.png\)", "".join(path.read_text() for path in folder.rglob("*.md"))))
        for picture in sorted(named):
            if picture not in shown:
                raise PackagingError(f"a page shows {picture}, and the tests take no such picture")
            shutil.copy(shown[picture], folder / f"pictures/{picture}.png")
        made = scratch / "site"
        environment = {**os.environ, "SOURCE_DATE_EPOCH": str(commit_time()), "NO_MKDOCS_2_WARNING": "1", "DISABLE_MKDOCS_2_WARNING": "true"}
        command = [options.mkdocs, "build", "--strict", "-f", configuration(scratch, folder, pages.decisions()), "-d", made]
        ended = subprocess.run(command, capture_output=True, text=True, env=environment)
        if ended.returncode != 0:
            said = [line for line in (ended.stdout + ended.stderr).splitlines() if line.startswith(("WARNING", "ERROR", "Aborted"))]
            raise PackagingError("mkdocs: " + "\n".join(said or [ended.stderr.strip()]))
        for page in made.rglob("*.html"):
            # The theme's field for searching has no name that a screen reader could say.
            page.write_text(page.read_text().replace('data-md-component="search" role="dialog"', 'data-md-component="search" role="dialog" aria-label="Search"'))
        library_pages(made, scratch / "symbols", products)
        if options.folder.exists():
            shutil.rmtree(options.folder)
        shutil.copytree(made, options.folder)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pictures", type=Path, required=True)
    parser.add_argument("--mkdocs", type=Path, default=ROOT / ".venv-site/bin/mkdocs")
    parser.add_argument("--without-libraries", action="store_true")
    options = parser.parse_args()
    # Nothing is deleted that isn't a site.
    if options.folder.exists() and any(options.folder.iterdir()) and not (options.folder / "sitemap.xml").exists():
        print(f"site: error: {options.folder} isn't a site and isn't empty", file=sys.stderr)
        return 1
    try:
        if not options.mkdocs.is_file():
            raise PackagingError(f"there is no {options.mkdocs}: make site installs it")
        build(options)
    except PackagingError as error:
        print(f"site: error: {error}", file=sys.stderr)
        return 1
    print(options.folder / "index.html")
    return 0


if __name__ == "__main__":
    sys.exit(main())
