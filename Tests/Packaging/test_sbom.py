"""The list of what the programs are made of: a valid SPDX document that names what is there, and no more."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from spdx_tools.spdx.parser.parse_anything import parse_file
from spdx_tools.spdx.validation.document_validator import validate_full_spdx_document

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    ended = subprocess.run([sys.executable, ROOT / "packaging/sbom.py"], capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    made = tmp_path_factory.mktemp("sbom") / "sidekey.spdx.json"
    made.write_text(ended.stdout)
    return made


@pytest.fixture(scope="module")
def document(path: Path) -> dict:
    return json.loads(path.read_text())


def test_it_is_an_spdx_document(path: Path):
    assert validate_full_spdx_document(parse_file(str(path))) == []


def test_every_package_that_is_compiled_in_is_named_with_its_commit(document: dict):
    wanted = dict(re.findall(r'package\(url: "https://github.com/\w+/([^"]+)", exact: "([^"]+)"', (ROOT / "Package.swift").read_text()))
    told = {each["name"]: each for each in document["packages"]}
    for name, release in wanted.items():
        entry = told[name.lower()]
        assert entry["versionInfo"] == release and re.search(r"@[0-9a-f]{40}$", entry["downloadLocation"])
        assert entry["licenseDeclared"] != "NOASSERTION", f"{name} needs its licence in packaging/sbom.py"


def test_every_library_that_debians_tool_finds_is_named(document: dict, tmp_path: Path):
    """dpkg-shlibdeps reads the programs' symbols, and the document their lists of libraries."""
    (tmp_path / "debian").mkdir()
    (tmp_path / "debian/control").write_text("Source: sidekey\n\nPackage: sidekey\nArchitecture: any\n")
    programs = [ROOT / ".build/release" / name for name in ("sidekey", "sidekey-agent", "sidekey-rpc", "sidekey-picture", "sidekey-device", "sidekey-window")]
    said = subprocess.run(["dpkg-shlibdeps", "-O", *programs], cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    found = set(re.findall(r"(?:=|, )([a-z0-9.+-]+) \(", said))
    told = {each["name"] for each in document["packages"]}
    assert {"libsodium23", "libsqlite3-0", "libcurl4"} <= found <= told
    kinds = {relation["relationshipType"] for relation in document["relationships"]}
    assert kinds == {"DESCRIBES", "STATIC_LINK", "DYNAMIC_LINK"}


def test_the_same_build_gives_the_same_document(path: Path):
    again = subprocess.run([sys.executable, ROOT / "packaging/sbom.py"], capture_output=True, text=True, check=True).stdout
    assert again == path.read_text()
