"""A release in a clone of its own: only the compiler is left out, for the programs that are built here."""

import hashlib
import json
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest
from extent import whole
from site_list import ListKey, ListServer
from wallet import Wallet

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "packaging")]

from release import PROGRAMS  # noqa: E402

OWN = json.loads((ROOT / "extension/manifest.json").read_text())["version"]
BUILD = """\
#!/usr/bin/env bash
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p .build
ln -sfn {programs} .build/release
cp {resolved} .
"""


def run(*command: str | Path, **options) -> str:
    ended = subprocess.run(command, capture_output=True, text=True, **options)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


def git(clone: Path, *arguments: str) -> str:
    return run("git", "-c", "user.name=a", "-c", "user.email=a@example.org", *arguments, cwd=clone).strip()


def cut(clone: Path, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, clone / "packaging/cut.py", *arguments], capture_output=True, text=True, cwd=clone)


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """What stands here, committed, with a build that only fetches the programs."""
    clone = tmp_path / "clone"
    run("git", "clone", "--quiet", "--no-tags", ROOT, clone)
    for name in ("packaging", "extension", "manifests"):
        shutil.copytree(ROOT / name, clone / name, dirs_exist_ok=True)
    for name in ("CHANGELOG.md", "Makefile"):
        shutil.copy(ROOT / name, clone / name)
    (clone / "packaging/build").write_text(BUILD.format(programs=ROOT / ".build/release", resolved=ROOT / "Package.resolved"))
    for name, value in (("user.name", "a"), ("user.email", "a@example.org")):
        git(clone, "config", name, value)
    git(clone, "add", "-A")
    git(clone, "commit", "-qm", "all")
    return clone


def untouched(clone: Path, head: str) -> bool:
    return git(clone, "rev-parse", "HEAD") == head and not git(clone, "status", "--porcelain") and not git(clone, "tag") and "release/" not in git(clone, "branch")


def updates(made: Path, key: str, folder: Path) -> dict:
    """What `sidekey update --check` says where a release's archive is unpacked and its list is served."""
    with tarfile.open(next(made.glob("*-linux-*.tar.gz"))) as archive:
        archive.extractall(folder, filter="data")
    (unpacked,) = folder.iterdir()
    with ListServer() as server:
        for name in ("releases.json", "releases.json.minisig"):
            server.files[f"/{name}"] = (made / name).read_bytes()
        # As packaging/release.py writes it; no release was before this one.
        named = {"format": 1, "kind": "tarball", "list": server.url("/releases.json"), "keys": [key, ListKey(1).public], "counter": "1"}
        (unpacked / "lib/sidekey").mkdir(parents=True)
        (unpacked / "lib/sidekey/release.json").write_text(json.dumps(named))
        with Wallet(bin_folder=unpacked / "bin", network="loopback") as wallet:
            return wallet.json("update", "--check")


@pytest.mark.skipif(not whole(), reason="packs everything twice; the whole run has it")
def test_one_command_makes_a_release_that_others_can_check(clone: Path, tmp_path: Path):
    run("minisign", "-G", "-W", "-p", tmp_path / "key.pub", "-s", tmp_path / "key")
    before = git(clone, "rev-parse", "HEAD")
    ended = subprocess.run(["make", "release", f"VERSION={OWN}", f"MINISIGN_KEY={tmp_path / 'key'}", "QUICK=yes"], cwd=clone, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    made = clone / f".build/release-{OWN}"
    names = {path.name for path in made.iterdir()}
    stem = f"sidekey-{OWN}"
    assert {f"{stem}-1.x86_64.rpm", f"sidekey_{OWN}_amd64.deb", f"{stem}-linux-x86_64.tar.gz", f"{stem}.tar.gz", f"{stem}.xpi", f"{stem}.zip"} <= names
    assert {f"{stem}.spdx.json", "recipes", "reproducibility.txt", "SHA256SUMS", "SHA256SUMS.minisig"} <= names
    # Others check it with their own programs.
    run("sha256sum", "--check", "--strict", "SHA256SUMS", cwd=made)
    assert OWN in run("minisign", "-V", "-p", tmp_path / "key.pub", "-m", made / "SHA256SUMS")
    listed = {line.split("  ", 1)[1] for line in (made / "SHA256SUMS").read_text().splitlines()}
    signed = {"SHA256SUMS", "SHA256SUMS.minisig", "releases.json", "releases.json.minisig"}
    assert listed == {str(path.relative_to(made)) for path in made.rglob("*") if path.is_file()} - signed
    report = (made / "reproducibility.txt").read_text()
    assert "DIFFERS" not in report and report.count("same   ") == len(listed) - 1 + len(PROGRAMS)
    assert git(clone, "rev-parse", "HEAD") in report
    assert hashlib.sha256((made / f"{stem}.tar.gz").read_bytes()).hexdigest() in (made / "recipes/aur/PKGBUILD").read_text()
    # Programs of the release itself take its list, which names what lies beside it.
    listing = json.loads((made / "releases.json").read_text())
    found = updates(made, (tmp_path / "key.pub").read_text().splitlines()[1], tmp_path / "unpacked")
    assert (found["release"]["version"], found["release"]["counter"], found["release"]["newer"]) == (OWN, listing["counter"], False)
    assert int(listing["counter"]) == int(git(clone, "rev-list", "--count", f"v{OWN}"))
    rows = {row["file"]: row["sha256"] for row in listing["packages"]}
    assert set(rows) == {f"sidekey_{OWN}_amd64.deb", f"{stem}-1.x86_64.rpm", f"{stem}-linux-x86_64.tar.gz", f"{stem}.xpi", f"{stem}.zip"}
    assert all(hashlib.sha256((made / name).read_bytes()).hexdigest() == value for name, value in rows.items())
    # And the agent knows the extension by the rows of either list.
    (known,) = (tmp_path / "unpacked").glob("*/extensions.json")
    packaged = {(row["version"], row["shape"], row["hash"]) for row in json.loads(known.read_text())["extensions"]}
    assert {(row["version"], row["shape"], row["sha256"]) for row in listing["extensions"]} == packaged
    # One commit on a branch of its own, and its tag.
    assert git(clone, "rev-parse", "HEAD~1") == before
    assert git(clone, "rev-parse", f"v{OWN}^{{commit}}") == git(clone, "rev-parse", f"release/{OWN}")
    assert re.search(rf"^## {re.escape(OWN)} \(20\d\d-\d\d-\d\d\)$", (clone / "CHANGELOG.md").read_text(), re.M)
    assert not git(clone, "ls-remote", "--tags", "origin", f"v{OWN}"), "nothing is pushed"
    # The same version a second time.
    git(clone, "switch", "-q", "--detach", before)
    again = cut(clone, OWN, "--unsigned")
    assert again.returncode == 1 and "isn't newer than" in again.stderr


def test_the_version_is_set_in_every_place(clone: Path):
    """A place that the table doesn't know would go on saying the old one."""
    old = re.escape(OWN)
    run(sys.executable, "-c", "import cut; cut.set_version('7.3.1', '2031-05-06')", cwd=clone / "packaging")
    changed = git(clone, "diff", "--name-only").split()
    assert set(changed) == {"CHANGELOG.md", "extension/manifest.json", "Sources/AgentSocket/AgentProgram.swift",
                            "Tests/CommandLineTests/UsageTests.swift", "Tests/CommandLineTests/WalletSessionTests.swift"}  # fmt: skip
    assert "## 7.3.1 (2031-05-06)" in (clone / "CHANGELOG.md").read_text()
    assert json.loads((clone / "extension/manifest.json").read_text())["version"] == "7.3.1"
    for folder in ("Sources", "extension", "manifests", "packaging", "Locales", "install.sh", "Makefile", "Package.swift"):
        left = subprocess.run(["git", "grep", "-nE", rf'(^|[" v]){old}([" ]|$)', "--", folder], cwd=clone, capture_output=True, text=True).stdout
        assert not left, left


@pytest.mark.parametrize(
    ("version", "change", "reason"),
    [
        ("0.0.9", None, "older than"),
        ("1.0", None, "isn't a version"),
        ("01.0.0", None, "isn't a version"),
        ("9.9.9", "untracked", "aren't committed: ?? new"),
        ("9.9.9", "changed", "aren't committed: M README.md"),
        ("9.9.9", "released", "doesn't begin with a section that is (unreleased)"),
        ("9.9.9", "empty", "has no line"),
        ("9.9.8", "tag", "isn't newer than 9.9.8"),
        ("9.9.9", "build", "weren't built"),
        ("9.9.9", "other programs", f"the programs are {OWN}"),
    ],
)  # fmt: skip
def test_what_cannot_be_a_release_changes_nothing(clone: Path, version: str, change: str | None, reason: str):
    log = clone / "CHANGELOG.md"
    match change:
        case "untracked":
            (clone / "new").write_text("")
        case "changed":
            (clone / "README.md").write_text("")
        case "released":
            log.write_text(log.read_text().replace("(unreleased)", "(2026-01-01)", 1))
        case "empty":
            log.write_text(log.read_text().replace("## ", "## (unreleased)\n\nNothing.\n\n## ", 1).replace(f"{OWN} (unreleased)", f"{OWN} (2026-01-01)"))
        case "build":
            (clone / "packaging/build").write_text("exit 1\n")
        case "tag":
            pass
    if change in ("released", "empty", "build"):
        git(clone, "commit", "-qam", "change")
    if change == "tag":
        git(clone, "tag", "v9.9.8")
    head = git(clone, "rev-parse", "HEAD")
    status = git(clone, "status", "--porcelain")
    ended = cut(clone, version, "--unsigned")
    assert ended.returncode == 1 and reason in ended.stderr, ended.stderr
    if change == "tag":
        git(clone, "tag", "-d", "v9.9.8")
    assert untouched(clone, head) if not status else git(clone, "status", "--porcelain") == status


def test_without_a_key_and_without_saying_so_nothing_is_released(clone: Path, tmp_path: Path):
    assert cut(clone, "9.9.9").returncode == 2
    ended = cut(clone, "9.9.9", "--key", tmp_path / "none")
    assert ended.returncode == 1 and "there is no key" in ended.stderr
    ended = subprocess.run(["make", "release", "VERSION=9.9.9"], cwd=clone, capture_output=True, text=True)
    assert ended.returncode != 0 and untouched(clone, git(clone, "rev-parse", "HEAD"))
