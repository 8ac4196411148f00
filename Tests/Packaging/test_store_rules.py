"""What addons.mozilla.org's linter and the Chrome Web Store refuse or hold back, as far as it can be checked without their programs.

Each rule has the code of Mozilla's linter that it stands for, where there is one.
"""

import json
import re
import struct
import subprocess
import sys
import zipfile
from html.parser import HTMLParser
from pathlib import Path, PurePosixPath

import pytest

ROOT = Path(__file__).resolve().parents[2]
LANGUAGES = {"en", "pt_BR", "el", "tr"}
# Manifest keys that each browser knows; another gets a warning (MANIFEST_FIELD_UNSUPPORTED).
BOTH = {
    "manifest_version", "name", "description", "version", "default_locale", "icons", "permissions", "content_security_policy",
    "background", "content_scripts", "action",
}  # fmt: skip
KNOWN = {"xpi": BOTH | {"browser_specific_settings"}, "zip": BOTH | {"minimum_chrome_version"}}
# Text that becomes code or markup, and where it is told by.
DANGEROUS = {
    "DANGEROUS_EVAL": r"\beval\s*\(|\bnew\s+Function\b|\bset(?:Timeout|Interval)\s*\(\s*[\"'`]",
    "UNSAFE_VAR_ASSIGNMENT": r"\.(?:inner|outer)HTML\b|\.insertAdjacentHTML\b|\bsetHTMLUnsafe\b|\bcreateContextualFragment\b",
    "NO_DOCUMENT_WRITE": r"\bdocument\.write(?:ln)?\b",
    "NO_IMPLIED_REMOTE_CODE": r"\bimportScripts\s*\(|\bimport\s*\(\s*[\"'`]https?:|\bfrom\s+[\"'`]https?:",
    "debugger": r"^\s*debugger\s*;",
}


class Page(HTMLParser):
    """What a page loads, and what it runs by itself."""

    def __init__(self, text: str):
        super().__init__()
        self.loads: list[str] = []
        self.faults: list[str] = []
        self.inside = False
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        named = dict(attributes)
        self.inside = tag in ("script", "style")
        for name, value in attributes:
            if name.startswith("on"):
                self.faults.append(f"{tag} has {name}")
            if (value or "").lower().startswith("javascript:"):
                self.faults.append(f"{tag} runs {name}")
        if tag == "script" and "src" not in named:
            self.faults.append("INLINE_SCRIPT")
        if tag in ("script", "img", "iframe", "source"):
            self.loads += [named["src"]] if named.get("src") else []
        if tag == "link":
            self.loads += [named["href"]] if named.get("href") else []

    def handle_data(self, data: str) -> None:
        if self.inside and data.strip():
            self.faults.append(f"text inside: {data.strip()[:20]}")

    def handle_endtag(self, tag: str) -> None:
        self.inside = False


@pytest.fixture(scope="module", params=["xpi", "zip"])
def kind(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture(scope="module")
def archive(kind: str, tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    folder = tmp_path_factory.mktemp("store")
    subprocess.run([sys.executable, ROOT / "packaging/extension.py", folder], check=True, capture_output=True)
    with zipfile.ZipFile(next(folder.glob(f"*.{kind}"))) as opened:
        yield opened


@pytest.fixture(scope="module")
def manifest(archive: zipfile.ZipFile) -> dict:
    return json.loads(archive.read("manifest.json"))


def texts(archive: zipfile.ZipFile, *endings: str) -> dict[str, str]:
    return {name: archive.read(name).decode() for name in archive.namelist() if name.endswith(endings)}


def test_names_are_plain_and_no_file_is_of_another_kind(archive: zipfile.ZipFile):
    names = archive.namelist()
    assert len(set(map(str.lower, names))) == len(names), "DUPLICATE_XPI_ENTRY"
    for name in names:
        path = PurePosixPath(name)
        assert name.isascii() and "\\" not in name and not path.is_absolute() and ".." not in path.parts, name
        assert not any(part.startswith(".") or part in ("__MACOSX", "Thumbs.db") for part in path.parts), f"HIDDEN_FILE {name}"
        # Programs, keys, archives and signatures of another make.
        assert path.suffix in {".js", ".css", ".html", ".json", ".png", ".svg"}, f"FLAGGED_FILE_EXTENSION {name}"
        assert archive.getinfo(name).file_size < 4 << 20, f"FILE_TOO_LARGE {name}"
        assert not name.startswith("META-INF/"), "ALREADY_SIGNED"


def test_the_manifest_has_what_its_store_knows(kind: str, archive: zipfile.ZipFile, manifest: dict):
    assert set(manifest) == KNOWN[kind], "MANIFEST_FIELD_UNSUPPORTED"
    assert manifest["manifest_version"] == 3
    assert re.fullmatch(r"(0|[1-9]\d{0,3})(\.(0|[1-9]\d{0,3})){1,3}", manifest["version"]), "VERSION_FORMAT_INVALID"
    assert set(manifest["permissions"]) == {"nativeMessaging", "notifications", "storage"}, "docs/store/README.md explains each"
    if kind == "xpi":
        gecko = manifest["browser_specific_settings"]["gecko"]
        assert re.fullmatch(r"[\w.-]*@[\w.-]+", gecko["id"]) and len(gecko["id"]) <= 80, "MISSING_ADDON_ID"
        assert re.fullmatch(r"\d+\.\d+", gecko["strict_min_version"])
        assert gecko["data_collection_permissions"] == {"required": ["none"]}
    named = [*manifest["icons"].values(), *manifest["action"]["default_icon"].values(), manifest["action"]["default_popup"]]
    named += [path for scripts in manifest["content_scripts"] for path in scripts["js"]]
    named += manifest["background"].get("scripts", []) + [manifest["background"][name] for name in ("service_worker",) if name in manifest["background"]]
    assert set(named) <= set(archive.namelist()), "MANIFEST_ICON_NOT_FOUND and its like"
    assert {"16", "48", "128"} <= set(manifest["icons"])
    for size, path in [*manifest["icons"].items(), *manifest["action"]["default_icon"].items()]:
        assert struct.unpack(">II", archive.read(path)[16:24]) == (int(size), int(size)), f"ICON_SIZE_INVALID {path}"


def test_its_pages_take_code_from_nowhere_else(archive: zipfile.ZipFile, manifest: dict):
    policy = manifest["content_security_policy"]["extension_pages"]
    assert "unsafe" not in policy and "http" not in policy and "*" not in policy and "default-src 'none'" in policy, "MANIFEST_CSP"
    for name, text in texts(archive, ".html").items():
        page = Page(text)
        assert page.faults == [], name
        for loaded in page.loads:
            assert "//" not in loaded, f"REMOTE_SCRIPT {name}: {loaded}"
            parts: list[str] = []
            for part in (PurePosixPath(name).parent / loaded).parts:
                parts = parts[:-1] if part == ".." else [*parts, part]
            assert "/".join(parts) in archive.namelist(), f"{name}: {loaded}"


def test_no_text_becomes_code_or_markup(archive: zipfile.ZipFile):
    for name, text in texts(archive, ".js").items():
        for rule, pattern in DANGEROUS.items():
            found = re.search(pattern, text, re.M)
            assert not found, f"{rule} {name}: {found[0]}"
        # A reader's tools show what is there: no line as a minifier writes it.
        assert max(map(len, text.splitlines())) < 2_000, f"MINIFIED {name}"
    for name, text in texts(archive, ".css").items():
        assert not re.search(r"@import|url\(\s*[\"']?https?:", text), f"REMOTE {name}"


def test_every_language_has_every_text_and_none_is_too_long_for_a_store(archive: zipfile.ZipFile, manifest: dict):
    messages = {name.split("/")[1]: json.loads(text) for name, text in texts(archive, "/messages.json").items()}
    assert set(messages) == LANGUAGES and manifest["default_locale"] == "en", "NO_MESSAGES_FILE_IN_LOCALES"
    for language, texts_of in messages.items():
        assert set(texts_of) == set(messages["en"]), language
        for key in re.findall(r"__MSG_(\w+)__", json.dumps(manifest)):
            assert texts_of[key]["message"], "MISSING_PLACEHOLDER"
        assert len(texts_of["name"]["message"]) <= 50 and len(texts_of["description"]["message"]) <= 132, language
        for key, text in texts_of.items():
            placeholders = set(re.findall(r"\$(\w+)\$", text["message"]))
            assert {name.lower() for name in placeholders} <= {name.lower() for name in text.get("placeholders", {})}, f"{language} {key}"


def test_the_listing_names_each_permission(manifest: dict):
    listing = (ROOT / "docs/store/README.md").read_text()
    for permission in manifest["permissions"]:
        assert f"| `{permission}` |" in listing
    assert {path.stem for path in (ROOT / "docs/store").glob("*.md")} - {"README"} == LANGUAGES
