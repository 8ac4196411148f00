"""The Debian package: what is in it, that Debian's checker has nothing to say, and that a wallet outlives it."""

import json
import os
import shutil
import subprocess
import sys
import tarfile
from io import BytesIO
from pathlib import Path

import pytest
from extent import whole

ROOT = Path(__file__).resolve().parents[2]
VERSION = json.loads((ROOT / "extension/manifest.json").read_text())["version"]
PROGRAMS = {"sidekey", "sidekey-host", "sidekey-agent", "sidekey-rpc", "sidekey-picture", "sidekey-device", "sidekey-window"}
# The release of Debian that the tests run on, and the next one.
RELEASES = ["bookworm", "trixie"]
PASSPHRASE = "correct horse battery staple"


def run(*command: str | Path, **options) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, **{"text": True, **options})


def members(package: Path, part: str) -> dict[str, tarfile.TarInfo]:
    data = subprocess.run(["dpkg-deb", f"--{part}-tarfile", package], capture_output=True, check=True).stdout
    with tarfile.open(fileobj=BytesIO(data)) as archive:
        return {member.name.removeprefix("./"): member for member in archive if member.name != "."}


def contents(package: Path, path: str) -> bytes:
    data = subprocess.run(["dpkg-deb", "--fsys-tarfile", package], capture_output=True, check=True).stdout
    with tarfile.open(fileobj=BytesIO(data)) as archive:
        return archive.extractfile(f"./{path}").read()


def test_everything_in_it_is_roots_and_nothing_has_more_rights_than_it_needs(package: Path):
    files = members(package, "fsys")
    assert {name.removeprefix("usr/bin/") for name in files if name.startswith("usr/bin/")} == PROGRAMS
    for name, member in files.items():
        assert (member.uid, member.gid) == (0, 0), name
        if not member.issym():
            assert member.mode == (0o755 if member.isdir() or name.startswith("usr/bin/") else 0o644), f"{name}: {member.mode:o}"
    assert {name.split("/")[0] for name in files} == {"etc", "usr"}


def test_a_ledger_is_opened_by_the_user_at_the_computer_and_by_no_mode(package: Path):
    rules = [line for line in contents(package, "usr/lib/udev/rules.d/60-sidekey-ledger.rules").decode().splitlines() if not line.startswith("#")]
    assert rules == ['SUBSYSTEM=="hidraw", SUBSYSTEMS=="usb", ATTRS{idVendor}=="2c97", TAG+="uaccess"']
    # Behind 73-seat-late.rules the tag does nothing; a mode or a group would let others in.
    files = members(package, "fsys")
    assert [name for name in files if "rules.d" in name and not files[name].isdir()] == ["usr/lib/udev/rules.d/60-sidekey-ledger.rules"]


def test_systemd_may_start_the_agent_but_nothing_makes_it(package: Path, tmp_path: Path):
    files = members(package, "fsys")
    units = {name for name in files if "systemd" in name and not files[name].isdir()}
    assert units == {f"usr/lib/systemd/user/sidekey-agent.{kind}" for kind in ("socket", "service")}
    socket_unit = contents(package, "usr/lib/systemd/user/sidekey-agent.socket").decode()
    # Where clients look (Sources/AgentSocket/WalletFolder.swift), and as closed as the agent makes it.
    assert "ListenStream=%t/sidekey/agent.sock\nSocketMode=0600\nDirectoryMode=0700\n" in socket_unit
    if not shutil.which("systemd-analyze"):
        pytest.skip("there is no systemd-analyze")
    for name in units:
        # The program isn't installed here.
        text = contents(package, name).decode().replace("/usr/bin/sidekey-agent", "/bin/true")
        (tmp_path / Path(name).name).write_text(text)
    ended = run("systemd-analyze", "--user", "verify", *tmp_path.iterdir(), env={**os.environ, "XDG_RUNTIME_DIR": str(tmp_path)})
    assert ended.returncode == 0 and "sidekey-agent" not in ended.stderr, ended.stderr


def test_no_script_runs_as_root_when_it_is_installed(package: Path):
    assert set(members(package, "ctrl")) == {"control", "conffiles", "md5sums"}


def test_it_registers_what_the_program_itself_would_register(package: Path):
    """The table of browsers stands in the program, and the package has one of its own."""
    ended = run(ROOT / ".build/release/sidekey", "register", "--system", "--prefix", "/usr", "--dry-run", "--json")
    assert ended.returncode == 0, ended.stderr
    written = {path.removeprefix("/") for path in json.loads(ended.stdout)["written"]}
    manifests = {path for path in written if "native-messaging-hosts" in path}
    # Debian's shells look elsewhere than a prefix of the user's own.
    words = {path for path in written if "/man1/" in path or path.endswith((".desktop", ".fish", "completions/sidekey"))}
    files = set(members(package, "fsys"))
    assert manifests and manifests <= files
    assert {path if "/man1/" not in path else f"{path}.gz" for path in words} <= files
    listed = {name for name in files if name.endswith("app.sidekey.host.json")}
    source = (ROOT / "Sources/sidekey/Browsers/Browser.swift").read_text()
    assert listed and all(f'"/{name.split("/native-messaging-hosts")[0]}' in source for name in listed)
    for name in listed:
        manifest = json.loads(contents(package, name))
        assert manifest["path"] == "/usr/bin/sidekey-host"
        assert manifest.get("allowed_extensions", ["wallet@sidekey.app"]) == ["wallet@sidekey.app"]


def test_apparmor_reads_the_profiles_and_none_holds_what_would_break_a_wallet(package: Path, tmp_path: Path):
    profiles = {name for name in members(package, "fsys") if name.startswith("etc/apparmor.d/") and "." in name.rsplit("/", 1)[1]}
    # The agent has none: it forbids itself new rights before it starts the others, and the kernel then refuses a change of profile.
    assert {name.rsplit(".", 1)[1] for name in profiles} == {"sidekey-rpc", "sidekey-picture"}
    configured = run("dpkg-deb", "--ctrl-tarfile", package, text=False).stdout
    with tarfile.open(fileobj=BytesIO(configured)) as archive:
        listed = archive.extractfile("./conffiles").read().decode().split()
    for name in profiles:
        path = tmp_path / Path(name).name
        path.write_bytes(contents(package, name))
        # Compiled, and not loaded.
        ended = run("/usr/sbin/apparmor_parser", "-Q", "-K", "-T", "--skip-kernel-load", "--warn=all", path)
        assert ended.returncode == 0, ended.stderr
        assert "flags=(complain)" in path.read_text() and "deny" not in path.read_text()
        assert f"/{name}" in listed
    assert "network inet" not in contents(package, "etc/apparmor.d/usr.bin.sidekey-picture").decode()
    broken = tmp_path / "broken"
    broken.write_text(path.read_text().replace(" mr,", " wonder,"))
    assert run("/usr/sbin/apparmor_parser", "-Q", "-K", "-T", "--skip-kernel-load", broken).returncode != 0


def test_debians_checker_finds_nothing(package: Path):
    ended = run("lintian", "--allow-root", "--fail-on", "error,warning", package)
    assert ended.returncode == 0 and not ended.stdout.strip(), ended.stdout


@pytest.mark.skipif(not whole(), reason="takes as long as packing twice; the whole run has it")
def test_another_time_zone_mask_locale_and_folder_give_the_same_bytes(package: Path, tmp_path: Path):
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    variables = {**os.environ, "TZ": "Pacific/Kiritimati", "LC_ALL": "tr_TR.UTF-8", "TMPDIR": str(scratch), "PYTHONHASHSEED": "3", "HOME": str(tmp_path)}
    ended = run(sys.executable, ROOT / "packaging/deb.py", tmp_path / "out", env=variables, umask=0o077)
    assert ended.returncode == 0, ended.stderr
    assert (tmp_path / "out" / package.name).read_bytes() == package.read_bytes()


class Release:
    """A fresh Debian in a folder, entered by `chroot`."""

    def __init__(self, name: str, folder: Path):
        self.folder = folder / name
        made = run("debootstrap", "--variant=minbase", name, self.folder, "http://deb.debian.org/debian")
        assert made.returncode == 0, made.stdout[-2000:]
        subprocess.run(["mount", "--bind", "/proc", self.folder / "proc"], check=True)
        self.root("apt-get update -q && useradd -m someone")

    def root(self, script: str) -> str:
        variables = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}
        ended = run("chroot", self.folder, "bash", "-ec", script, env=variables)
        assert ended.returncode == 0, f"{script}: {ended.stdout[-2000:]} {ended.stderr[-2000:]}"
        return ended.stdout

    def someone(self, script: str) -> str:
        return self.root(f"su someone -s /bin/bash -c 'cd && {script}'")

    def close(self) -> None:
        run("umount", self.folder / "proc")
        shutil.rmtree(self.folder)


@pytest.mark.skipif(not whole(), reason="makes two systems; the whole run has it")
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can make a system")
@pytest.mark.parametrize("name", RELEASES)
def test_a_wallet_outlives_upgrade_removal_and_purge(package: Path, tmp_path: Path, name: str):
    depends = run("dpkg-deb", "-f", package, "Depends").stdout
    if name == "trixie" and "libutf8proc2" in depends:
        pytest.skip("linked with Debian 12's utf8proc, which Debian 13 doesn't have")
    release = Release(name, tmp_path)
    try:
        shutil.copy(package, release.folder / "tmp/sidekey.deb")
        install = "apt-get install -y -q --no-install-recommends --reinstall /tmp/sidekey.deb"
        release.root(install)
        release.someone(f"umask 077; printf %s \"{PASSPHRASE}\" > pass; touch phrase; sidekey create --passphrase-file pass --phrase-file phrase --json")
        accounts = release.someone("sidekey unlock --passphrase-file pass >/dev/null; sidekey account list --json")
        assert json.loads(accounts)
        vault = release.someone("sha256sum .local/share/sidekey/vault.json .local/share/sidekey/vault 2>/dev/null; ls -A .local/share/sidekey")
        for step in (install, "apt-get remove -y -q sidekey", install, "apt-get purge -y -q sidekey"):
            release.root(step)
            kept = release.someone("sha256sum .local/share/sidekey/vault.json .local/share/sidekey/vault 2>/dev/null; ls -A .local/share/sidekey")
            assert kept.splitlines()[0] == vault.splitlines()[0], step
        assert not (release.folder / "usr/bin/sidekey").exists()
        assert not list(release.folder.glob("etc/**/app.sidekey.host.json"))
        release.root(install)
        assert release.someone("sidekey unlock --passphrase-file pass >/dev/null; sidekey account list --json") == accounts
        release.root("pkill sidekey-agent || true")
    finally:
        release.close()
