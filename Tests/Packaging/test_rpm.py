"""The RPM: it has the Debian package's files, in Fedora's places, and nothing in it runs as root."""

import json
import os
import re
import subprocess
import sys
import tarfile
from io import BytesIO
from pathlib import Path

import pytest
from extent import whole

ROOT = Path(__file__).resolve().parents[2]
VERSION = json.loads((ROOT / "extension/manifest.json").read_text())["version"]
ZSH = {"usr/share/zsh/site-functions/_sidekey": "usr/share/zsh/vendor-completions/_sidekey"}
SOURCE = "usr/lib/sidekey/release.json"
LICENCE = "usr/share/licenses/sidekey/LICENSE"
# What rpmlint has to say, and why it is as it is.
ACCEPTED = {
    "statically-linked-binary": "the host has to be there in milliseconds",
    "only-non-binary-in-usr-lib": "the extension is in the folder where the programs look for it on every system",
    "no-signature": "whoever gives it away signs it",
    "no-packager-tag": "nobody's name is in the bytes",
    "no-changelogname-tag": "NEWS.md.gz has it",
    "no-manual-page-for-binary": "the pages are there, as gzip",
    "manpage-not-compressed": "gzip, as Fedora has it; another distribution wants bzip2",
    "invalid-license": "MIT, as SPDX calls it",
    "files-duplicate": "each browser has its own folder",
    "call-to-mktemp": "SQLite's and Foundation's, which nothing calls",
}


def run(*command: str | Path, **options) -> str:
    ended = subprocess.run(command, capture_output=True, text=True, **options)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


@pytest.fixture(scope="module")
def rpm(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("rpm")
    run(sys.executable, ROOT / "packaging/rpm.py", folder, *([] if whole() else ["--quick"]))
    (made,) = folder.iterdir()
    return made


def debian(package: Path) -> dict[str, str | bytes]:
    """The files of a Debian package, and where its links lead."""
    data = subprocess.run(["dpkg-deb", "--fsys-tarfile", package], capture_output=True, check=True).stdout
    with tarfile.open(fileobj=BytesIO(data)) as archive:
        return {
            member.name.removeprefix("./"): member.linkname if member.issym() else archive.extractfile(member).read()
            for member in archive
            if not member.isdir()
        }


@pytest.fixture(scope="module")
def installed(rpm: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty root with the package in it, as rpm itself installs it."""
    root = tmp_path_factory.mktemp("root")
    # None of these libraries is an RPM's here.
    run("rpm", "--root", root, "--nodeps", "--nosignature", "-i", rpm)
    return root


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can install into a root")
def test_it_installs_the_same_files_as_the_debian_package(package: Path, installed: Path):
    theirs = debian(package)
    found = {}
    for path in installed.rglob("*"):
        name = str(path.relative_to(installed))
        if (path.is_symlink() or path.is_file()) and not name.startswith("root/.rpmdb/"):
            found[name] = str(path.readlink()) if path.is_symlink() else path.read_bytes()
    assert found.pop(LICENCE) == (ROOT / "LICENSE").read_bytes()
    # Fedora's Firefox looks in /usr/lib64.
    wide = {name for name in found if name.startswith("usr/lib64/")}
    assert wide and all(found.pop(name) == found[name.replace("/lib64/", "/lib/")] for name in wide)
    found = {ZSH.get(name, name): contents for name, contents in found.items()}
    only = {name for name in theirs if name not in found}
    # Debian's own: its checker's file, its changelog and its copyright file, and the extension for every user.
    assert all(re.search(r"lintian|/doc/sidekey/(changelog\.gz|copyright)$|^usr/share/(chromium|mozilla)/extensions/|^etc/apparmor\.d/", name) for name in only), only
    # It says how it came.
    assert [b'"rpm"' in found.pop(SOURCE), b'"deb"' in theirs.pop(SOURCE)] == [True, True]
    assert found == {name: contents for name, contents in theirs.items() if name not in only}


def test_everything_in_it_is_roots_and_no_script_runs(rpm: Path):
    assert run("rpm", "-qp", "--scripts", rpm) == run("rpm", "-qp", "--triggers", rpm) == ""
    assert ".so" not in run("rpm", "-qp", "--provides", rpm)
    for line in run("rpm", "-qp", "--queryformat", "[%{FILEMODES:perms} %{FILEUSERNAME} %{FILEGROUPNAME} %{FILENAMES}\n]", rpm).splitlines():
        mode, user, group, name = line.split(" ", 3)
        assert (user, group) == ("root", "root"), line
        assert mode in ("drwxr-xr-x", "lrwxrwxrwx") or mode == ("-rwxr-xr-x" if name.startswith("/usr/bin/") else "-rw-r--r--"), line
    configured = run("rpm", "-qpc", rpm).split()
    assert configured and all(name.startswith("/etc/") for name in configured)


def test_it_says_which_libraries_it_wants_and_where_it_was_built(rpm: Path):
    wanted = run("rpm", "-qp", "--requires", rpm)
    named: set[str] = set()
    for program in ("sidekey", "sidekey-agent", "sidekey-rpc", "sidekey-picture", "sidekey-device"):
        named |= set(re.findall(r"\(NEEDED\).*\[(.+)\]", run("readelf", "-d", ROOT / ".build/release" / program)))
    assert {name for name in named if f"{name}()(64bit)" not in wanted} == set()
    # The window is there for who has GTK.
    assert "gtk" not in wanted and "libgtk-4.so.1" in run("rpm", "-qp", "--recommends", rpm)
    assert "on which it was built" in run("rpm", "-qpi", rpm)


def test_rpms_checker_finds_nothing_that_has_no_reason(rpm: Path):
    ended = subprocess.run(["rpmlint", rpm], capture_output=True, text=True)
    found = re.findall(r"^sidekey\.\S+: [EW]: (\S+)", ended.stdout, re.M)
    assert "1 packages" in ended.stdout and set(found) <= set(ACCEPTED), ended.stdout


@pytest.mark.skipif(not whole(), reason="takes as long as packing twice; the whole run has it")
def test_another_time_zone_mask_locale_and_folder_give_the_same_bytes(rpm: Path, tmp_path: Path):
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    variables = {**os.environ, "TZ": "Pacific/Kiritimati", "LC_ALL": "el_GR.UTF-8", "TMPDIR": str(scratch), "PYTHONHASHSEED": "3", "HOME": str(tmp_path)}
    run(sys.executable, ROOT / "packaging/rpm.py", tmp_path / "out", env=variables, umask=0o077)
    assert (tmp_path / "out" / rpm.name).read_bytes() == rpm.read_bytes()
