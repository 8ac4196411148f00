"""The files for the AUR, for Nix and for Homebrew: their own programs read them, and they name the archives that are there."""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
VERSION = json.loads((ROOT / "extension/manifest.json").read_text())["version"]
PROGRAMS = {"sidekey", "sidekey-host", "sidekey-agent", "sidekey-rpc", "sidekey-picture", "sidekey-device", "sidekey-window"}


def run(*command: str | Path, **options) -> str:
    ended = subprocess.run(command, capture_output=True, text=True, **options)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("source")
    run(sys.executable, ROOT / "packaging/tarball.py", folder, "--source")
    return folder / f"sidekey-{VERSION}.tar.gz"


@pytest.fixture(scope="module")
def written(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("written")
    binary = folder / f"sidekey-{VERSION}-linux-x86_64.tar.gz"
    binary.write_bytes(b"the programs")
    run(sys.executable, ROOT / "packaging/templates.py", folder, "--source", source, "--binary", binary, "--url", "https://example.org/files/")
    # makepkg works as a user.
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    return folder


def shell(written: Path, script: str, **variables: str | Path) -> str:
    """Runs a script after a clean shell has read the PKGBUILD."""
    clean = {"PATH": os.environ["PATH"], "HOME": "/nonexistent", **{name: str(value) for name, value in variables.items()}}
    return run("bash", "--noprofile", "--norc", "-euc", f"source {written}/aur/PKGBUILD; {script}", env=clean)


def test_each_names_the_archives_with_their_sums(written: Path, source: Path):
    pkgbuild, nix, formula = ((written / name).read_text() for name in ("aur/PKGBUILD", "nix/default.nix", "homebrew/sidekey.rb"))
    real = hashlib.sha256(source.read_bytes()).hexdigest()
    assert shell(written, 'echo "$pkgver ${source[0]} ${sha256sums[0]}"').split() == [VERSION, f"https://example.org/files/{source.name}", real]
    assert f'url "https://example.org/files/{source.name}"' in formula and f'sha256 "{real}"' in formula
    assert f"https://example.org/files/sidekey-{VERSION}-linux-x86_64.tar.gz" in nix and hashlib.sha256(b"the programs").hexdigest() in nix
    for text in (pkgbuild, nix, formula):
        assert "What was run:" in text and "never" in text, "each says what wasn't run"


def test_each_wants_every_library_that_the_package_wants(written: Path):
    wanted = set(re.findall(r'\.apt\(\["([^"]+)"\]\)', (ROOT / "Package.swift").read_text())) | {"libsqlite3-dev"}
    sys.path.insert(0, str(ROOT / "packaging"))
    import templates

    assert {library.debian for library in (*templates.LIBRARIES, templates.WINDOW)} == wanted
    depends = shell(written, 'printf "%s\\n" "${depends[@]}"').split()
    assert {library.arch for library in templates.LIBRARIES} <= set(depends)


def test_makepkg_reads_the_aurs(written: Path):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copy(written / "aur/PKGBUILD", folder)
        options = {"user": "nobody", "group": "nogroup", "extra_groups": []} if os.geteuid() == 0 else {}
        # It wants to write where it works, and nothing here is a secret.
        folder.chmod(0o777)
        # It looks for Arch's package manager before it reads the file, and asks it nothing.
        variables = {"PATH": os.environ["PATH"], "HOME": "/tmp", "CARCH": "x86_64", "PACMAN": "true"}
        said = run("makepkg", "--printsrcinfo", cwd=folder, env=variables, **options)
    assert f"pkgver = {VERSION}" in said and "license = MIT" in said


def test_the_aurs_package_is_filled_from_the_archive_of_the_source(written: Path, source: Path, tmp_path: Path):
    """The build is the one that is there; everything else is done as makepkg does it, without git."""
    with tarfile.open(source) as archive:
        archive.extractall(tmp_path / "src", filter="data")
    unpacked = tmp_path / "src" / f"sidekey-{VERSION}"
    (unpacked / ".build").mkdir()
    (unpacked / ".build/release").symlink_to(ROOT / ".build/release", target_is_directory=True)
    # As it stands here, not as it was committed last.
    shutil.copytree(ROOT / "packaging", unpacked / "packaging", dirs_exist_ok=True)
    # What the build resolves.
    shutil.copy(ROOT / "Package.resolved", unpacked)
    shell(written, "package", srcdir=tmp_path / "src", pkgdir=tmp_path / "pkg", SOURCE_DATE_EPOCH="1700000000")
    assert {path.name for path in (tmp_path / "pkg/usr/bin").iterdir()} == PROGRAMS
    listed = subprocess.run(["git", "ls-files", "."], cwd=ROOT / "extension", capture_output=True, text=True, check=True).stdout.split()
    extension = tmp_path / "pkg/usr/lib/sidekey/extension"
    assert {str(path.relative_to(extension)) for path in extension.rglob("*") if path.is_file()} == set(listed) - {"package.json"}
    backup = shell(written, 'printf "%s\\n" "${backup[@]}"').split()
    assert {str(path.relative_to(tmp_path / "pkg")) for path in (tmp_path / "pkg/etc").rglob("*.json")} == set(backup)


def test_nix_and_ruby_read_theirs(written: Path, tmp_path: Path):
    variables = {**os.environ, "NIX_STATE_DIR": str(tmp_path / "state"), "NIX_STORE_DIR": str(tmp_path / "store"), "HOME": str(tmp_path)}
    assert "autoPatchelfHook" in run("nix-instantiate", "--parse", written / "nix/default.nix", env=variables)
    assert "Syntax OK" in run("ruby", "-wc", written / "homebrew/sidekey.rb")


def test_an_archive_of_another_version_is_refused(tmp_path: Path):
    other = tmp_path / "sidekey-9.9.9.tar.gz"
    other.write_bytes(b"")
    command = [sys.executable, ROOT / "packaging/templates.py", tmp_path / "out", "--source", other, "--binary", other]
    ended = subprocess.run(command, capture_output=True, text=True)
    assert ended.returncode == 1 and "isn't an archive of version" in ended.stderr
    assert not (tmp_path / "out").exists()
