"""The archive for systems without a package: what is in it, and that it installs where nothing is built."""

import json
import os
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def tarball(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tarball")
    ended = subprocess.run([sys.executable, ROOT / "packaging/tarball.py", folder], capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    (made,) = folder.iterdir()
    return made


@pytest.fixture
def release(tarball: Path, tmp_path: Path) -> Path:
    with tarfile.open(tarball) as archive:
        archive.extractall(tmp_path, filter="data")
    (folder,) = tmp_path.iterdir()
    return folder


def install(release: Path, home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    home.mkdir(exist_ok=True)
    variables = {"PATH": os.environ["PATH"], "HOME": str(home), "LC_ALL": "C.UTF-8"}
    # Without --yes nothing is installed for every user of this machine.
    return subprocess.run([release / "install.sh", *arguments], capture_output=True, text=True, env=variables, stdin=subprocess.DEVNULL)


def test_every_file_lies_in_one_folder_and_names_nobody(tarball: Path):
    with tarfile.open(tarball) as archive:
        members = archive.getmembers()
    assert len({member.name.split("/")[0] for member in members}) == 1
    for member in members:
        assert member.isfile() and (member.uid, member.gid, member.uname, member.gname) == (0, 0, "", ""), member.name
        assert member.mode == (0o755 if "/bin/" in member.name or member.name.endswith("install.sh") else 0o644), member.name


def test_it_is_installed_without_a_build_and_works(release: Path, tmp_path: Path):
    home = tmp_path / "home"
    ended = install(release, home, "--from", str(release))
    assert "left out: installing the release in" in ended.stdout, ended.stdout + ended.stderr
    program = home / ".local/bin/sidekey"
    said = subprocess.run([program, "--version"], capture_output=True, text=True, env={"HOME": str(home)})
    assert said.stdout.strip() == json.loads((ROOT / "extension/manifest.json").read_text())["version"]
    assert (home / ".local/lib/sidekey/extension/manifest.json").read_bytes() == (ROOT / "extension/manifest.json").read_bytes()
    removed = install(release, home, "--uninstall", "--from", str(release))
    assert removed.returncode == 0 and not program.exists(), removed.stdout + removed.stderr


def test_a_folder_that_is_no_release_is_refused_and_nothing_is_installed(release: Path, tmp_path: Path):
    (release / "bin/sidekey-rpc").unlink()
    ended = install(release, tmp_path / "home", "--from", str(release))
    assert ended.returncode == 1 and "there is no sidekey-rpc in" in ended.stderr
    assert not (tmp_path / "home/.local").exists()
    assert install(release, tmp_path / "home", "--demo", "--from", str(release)).returncode == 1


def test_a_program_whose_library_is_missing_is_named(release: Path, tmp_path: Path):
    """Another system may lack a library; a wallet that can't start must not replace one that can."""
    program = release / "bin/sidekey-rpc"
    data = program.read_bytes()
    program.write_bytes(data.replace(b"libcurl.so.4\0", b"libcurl.so.9\0"))
    ended = install(release, tmp_path / "home", "--from", str(release))
    assert ended.returncode == 1 and "sidekey-rpc needs libraries that aren't here: libcurl.so.9" in ended.stderr, ended.stderr
    assert not (tmp_path / "home/.local").exists()
