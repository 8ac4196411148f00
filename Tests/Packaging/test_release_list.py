"""The list of releases, as it is written and signed for a release, and the file of a package that names it."""

import base64
import hashlib
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "packaging")]

from release import PackagingError, release_file  # noqa: E402

VERSION = json.loads((ROOT / "extension/manifest.json").read_text())["version"]
MINISIGN = shutil.which("minisign", path="/usr/bin")
NOTES = "https://example.org/news"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Archives of a release, and what else may lie beside them."""
    made = tmp_path / "packages"
    made.mkdir()
    for name in (f"sidekey_{VERSION}_amd64.deb", f"sidekey-{VERSION}-1.x86_64.rpm", f"sidekey-{VERSION}-linux-x86_64.tar.gz", f"sidekey-{VERSION}.xpi", "notes.txt"):
        (made / name).write_bytes(name.encode())
    return made


@pytest.fixture
def key(tmp_path: Path) -> Path:
    if not MINISIGN:
        pytest.skip("no minisign")
    subprocess.run([MINISIGN, "-G", "-W", "-p", tmp_path / "key.pub", "-s", tmp_path / "key"], check=True, capture_output=True)
    return tmp_path / "key"


def write(folder: Path, key: Path, *more: str) -> subprocess.CompletedProcess[str]:
    program = [sys.executable, ROOT / "packaging/release_list.py", folder, "--counter", "7", "--notes", NOTES, "--key", key]
    return subprocess.run([*program, *more], capture_output=True, text=True, env={"PATH": "/usr/bin:/bin"}, stdin=subprocess.DEVNULL)


def test_the_list_names_each_archive_and_minisign_itself_takes_its_signature(folder: Path, key: Path):
    ended = write(folder, key, "--date", "2026-12-01", "--urgent")
    assert ended.returncode == 0, ended.stderr
    listed = json.loads((folder / "releases.json").read_text())
    assert (listed["format"], listed["counter"], listed["version"], listed["date"], listed["urgent"]) == (1, "7", VERSION, "2026-12-01", True)
    assert [row["file"] for row in listed["packages"]] == sorted(path.name for path in folder.iterdir() if path.name.startswith("sidekey"))
    for row in listed["packages"]:
        contents = (folder / row["file"]).read_bytes()
        assert (row["sha256"], row["size"]) == (hashlib.sha256(contents).hexdigest(), str(len(contents)))
    assert {row["shape"] for row in listed["extensions"]} == {"unpacked", "firefox", "chromium"}
    check = [MINISIGN, "-V", "-p", key.with_name("key.pub"), "-m", folder / "releases.json"]
    assert subprocess.run(check, capture_output=True).returncode == 0
    (folder / "releases.json").write_bytes((folder / "releases.json").read_bytes() + b" ")
    assert subprocess.run(check, capture_output=True).returncode != 0


def test_the_extensions_rows_are_those_of_the_packages_list(folder: Path, key: Path):
    assert write(folder, key).returncode == 0
    rows = {row["shape"]: row["sha256"] for row in json.loads((folder / "releases.json").read_text())["extensions"]}
    # As `sha256sum` makes it of the checkout's folder.
    made = "cd extension && find . -type f ! -name package.json | sed 's,^\\./,,' | LC_ALL=C sort | xargs sha256sum | sha256sum | cut -c1-64"
    assert rows["unpacked"] == subprocess.run(["bash", "-c", made], cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


@pytest.mark.parametrize("fault", ["another version", "no archive", "http", "counter", "no key"])
def test_what_would_be_a_wrong_list_leaves_none(folder: Path, key: Path, fault: str):
    assert write(folder, key).returncode == 0
    more: list[str] = []
    if fault == "another version":
        (folder / "sidekey_99.0.0_amd64.deb").write_bytes(b"x")
    elif fault == "no archive":
        for path in folder.glob("sidekey*"):
            path.unlink()
    elif fault == "http":
        more = ["--notes", "http://example.org/news"]
    elif fault == "counter":
        more = ["--counter", "0"]
    else:
        key = key.with_name("nothing")
    ended = write(folder, key, *more)
    assert ended.returncode == 1 and "release_list: error:" in ended.stderr
    # Not even the one of before, with which it could be published by mistake.
    assert not (folder / "releases.json").exists() and not (folder / "releases.json.minisig").exists()


def test_a_package_names_a_list_only_by_a_file_that_is_given(tmp_path: Path):
    assert json.loads(release_file("deb", None)) == {"format": 1, "kind": "deb"}
    keys = [base64.b64encode(b"Ed" + bytes([number]) * 40).decode() for number in (1, 2)]
    whole = {"list": "https://example.org/releases.json", "keys": keys, "counter": "7"}
    file = tmp_path / "names.json"
    file.write_text(json.dumps(whole))
    assert json.loads(release_file("tarball", file)) == {"format": 1, "kind": "tarball", **whole}
    wrong = [{"list": "http://example.org/l"}, {"keys": keys[:1]}, {"keys": [keys[0]] * 2}, {"keys": ["x", "y"]}, {"counter": 7}, {"counter": "07"}]
    for change in wrong:
        file.write_text(json.dumps({**whole, **change}))
        with pytest.raises(PackagingError):
            release_file("deb", file)


def test_nothing_in_the_repository_is_a_key_of_releases():
    named = subprocess.run(["git", "grep", "-lE", r"minisign (encrypted )?secret key|\"list\": \"https://sidekey", "--", ".", ":!Tests", ":!docs"], cwd=ROOT, capture_output=True, text=True)
    assert named.stdout.split() in ([], ["Sources/SignedLists/ReleaseSource.swift"])
