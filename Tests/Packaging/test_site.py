"""The site: it is whole, loads nothing from elsewhere, and shows no picture that is older than the code.

The pictures here only stand for those of Tests/Browser/test_gallery.py, which takes them where SIDEKEY_GALLERY names a folder.
"""

import functools
import http.server
import re
import shutil
import struct
import subprocess
import sys
import threading
import zlib
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from axe_playwright_python.base import AXE_FILE_PATH
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "packaging"))

import pictures  # noqa: E402

MKDOCS = ROOT / ".venv-site/bin/mkdocs"
NAMES = ("home", "connect", "message", "transaction", "transaction-danger", "page-home", "page-protection")
# What loads something by itself, and by which attribute; a link is followed by who reads it.
LOADS = {"script": "src", "img": "src", "iframe": "src", "source": "src", "video": "src", "audio": "src", "embed": "src", "object": "data", "input": "src"}


def png(width: int, height: int, grey: int) -> bytes:
    rows = zlib.compress((b"\0" + bytes([grey]) * width) * height)
    parts = ((b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)), (b"IDAT", rows), (b"IEND", b""))
    chunks = (struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in parts)
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


@pytest.fixture(scope="module")
def gallery(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("gallery")
    for name in NAMES:
        for number, language in enumerate(pictures.LANGUAGES):
            width, height = (1280, 800) if name.startswith("page-") else (360, 640)
            (folder / f"site-{name}-{language}.png").write_bytes(png(width, height, 40 + 40 * number))
    pictures.write_list(folder)
    return folder


def built(root: Path, folder: Path, gallery: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, root / "packaging/site.py", folder, "--pictures", gallery, "--mkdocs", MKDOCS, "--without-libraries"]
    return subprocess.run(command, capture_output=True, text=True)


@pytest.fixture(scope="module")
def site(gallery: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site") / "site"
    ended = built(ROOT, folder, gallery)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return folder


class Page(HTMLParser):
    def __init__(self, text: str):
        super().__init__()
        self.loads: list[str] = []
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        named = {name: value or "" for name, value in attributes}
        self.anchors |= {named[name] for name in ("id", "name") if name in named}
        if tag == "a" and "href" in named:
            self.links.append(named["href"])
        if tag == "link" and named.get("rel") not in ("canonical", "next", "prev", "alternate"):
            self.loads.append(named["href"])
        if tag in LOADS and named.get(LOADS[tag]):
            self.loads.append(named[LOADS[tag]])
        self.loads += [part.split()[0] for part in named.get("srcset", "").split(",") if part.strip()]


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Page]:
    return {path: Page(path.read_text()) for path in sorted(site.rglob("*.html"))}


def test_every_link_leads_to_a_page_and_a_place_in_it(site: Path, pages: dict[Path, Page]):
    dead = []
    for path, page in pages.items():
        for link in {*page.links, *page.loads}:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            goal = site / unquote(parts.path).lstrip("/") if parts.path.startswith("/") else path.parent / unquote(parts.path)
            goal = (goal / "index.html" if goal.is_dir() else goal).resolve() if parts.path else path
            if not goal.is_file():
                dead.append(f"{path.relative_to(site)}: {link}")
            elif parts.fragment and goal.resolve() in {each.resolve() for each in pages} and unquote(parts.fragment) not in pages[site / goal.relative_to(site.resolve())].anchors:
                dead.append(f"{path.relative_to(site)}: {link} (no such place)")
    assert len(pages) > 60 and not dead, "\n".join(dead)


def test_no_page_and_no_style_names_anything_elsewhere_to_load(site: Path, pages: dict[Path, Page]):
    found = [f"{path.relative_to(site)}: {load}" for path, page in pages.items() for load in page.loads if re.match(r"(?!data:)[a-z]+:|//", load)]
    for style in site.rglob("*.css"):
        found += [f"{style.name}: {each}" for each in re.findall(r"(?:url\(|@import\s+)[\"']?((?:https?:)?//[^\"')]+)", style.read_text())]
    assert not found, found


def test_front_page_and_another_load_from_their_own_host_alone_and_axe_finds_nothing(site: Path):
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=str(site))
    handler.log_message = lambda *_: None
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server, sync_playwright() as playwright:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        own = f"http://127.0.0.1:{server.server_port}/"
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        asked: list[str] = []
        faults: list[str] = []
        try:
            for scheme in ("light", "dark"):
                context = browser.new_context(color_scheme=scheme, service_workers="block")
                context.on("request", lambda request: asked.append(request.url))
                page = context.new_page()
                page.on("pageerror", lambda error: faults.append(str(error)))
                for place in ("", "threat-model/", "install/"):
                    page.goto(own + place)
                    page.wait_for_load_state("networkidle")
                    page.evaluate(Path(AXE_FILE_PATH).read_text())
                    # Markdown gives a table without titles an empty row of them.
                    found = page.evaluate("async () => (await axe.run(document, { rules: { 'empty-table-header': { enabled: false } } })).violations"
                                          ".map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 90)).slice(0, 3).join(' ; ')}`)")  # fmt: skip
                    faults += [f"{scheme} {place}: {each}" for each in found]
                # Searching fetches its index from here too.
                page.goto(own)
                page.keyboard.press("/")
                page.keyboard.type("passphrase")
                page.wait_for_selector(".md-search-result__item, [data-md-component=search-result] a", state="attached")
                context.close()
        finally:
            browser.close()
            server.shutdown()
    assert asked and not [url for url in asked if not url.startswith((own, "data:", "blob:"))], asked
    assert not faults, "\n".join(faults)


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    clone = tmp_path_factory.mktemp("clones") / "clone"
    subprocess.run(["git", "clone", "--quiet", ROOT, clone], check=True)
    for name in ("packaging", "docs", "extension"):
        shutil.copytree(ROOT / name, clone / name, dirs_exist_ok=True)
    subprocess.run(["git", "add", "-A"], cwd=clone, check=True)
    return clone


@pytest.mark.parametrize(
    ("name", "added", "reason"),
    [
        ("docs/install.md", "[dead](nowhere.md)", "which isn't there"),
        ("docs/install.md", "[dead](features.md#no-such-place)", "no-such-place"),
        ("docs/site/index.md", "![none](pictures/imagined-en.png)", "the tests take no such picture"),
        ("extension/ui/parts/frame.js", "// Other code.", "older than the code"),
    ],
)
def test_dead_links_and_pictures_of_other_code_end_the_build(clone: Path, gallery: Path, tmp_path: Path, name: str, added: str, reason: str):
    before = (clone / name).read_bytes()
    own = tmp_path / "gallery"
    shutil.copytree(gallery, own)
    told = (own / pictures.LIST).read_text()
    theirs = subprocess.run([sys.executable, "-c", "import pictures; print(pictures.code())"], cwd=clone / "packaging", capture_output=True, text=True, check=True).stdout
    (own / pictures.LIST).write_text(told.replace(pictures.code(), theirs.strip()))
    (clone / name).write_bytes(before + f"\n{added}\n".encode())
    try:
        ended = built(clone, tmp_path / "site", own)
    finally:
        (clone / name).write_bytes(before)
    assert ended.returncode == 1 and reason in ended.stderr, ended.stderr
    assert not (tmp_path / "site").exists()


def test_a_picture_that_was_changed_and_a_folder_that_is_no_site_are_refused(gallery: Path, tmp_path: Path):
    own = tmp_path / "gallery"
    shutil.copytree(gallery, own)
    (own / "site-connect-en.png").write_bytes(png(360, 640, 1))
    ended = built(ROOT, tmp_path / "site", own)
    assert ended.returncode == 1 and "isn't the picture that was taken" in ended.stderr
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/letter").write_text("dear")
    ended = built(ROOT, tmp_path / "mine", gallery)
    assert ended.returncode == 1 and "isn't a site" in ended.stderr and (tmp_path / "mine/letter").exists()


def test_the_stores_get_pictures_of_their_size_in_each_language(gallery: Path, tmp_path: Path):
    made = []
    for folder in (tmp_path / "one", tmp_path / "two"):
        made.append({path.relative_to(folder): path.read_bytes() for path in pictures.for_stores(gallery, folder)})
    assert made[0] == made[1] and len(made[0]) == len(pictures.LANGUAGES) * len(pictures.STORE)
    for data in made[0].values():
        assert struct.unpack(">II", data[16:24]) == pictures.SIZE
