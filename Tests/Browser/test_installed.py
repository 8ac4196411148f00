"""The files that install.sh puts where Debian's browsers look stay after a restart of the browser."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from browsers import wait_for
from dapp import DApp
from mounts import Mounts
from scratch import new_folder
from stage import Stage
from wallet import ROOT, Wallet

pytestmark = pytest.mark.alone

SYSTEM = (
    Path("/usr/share/chromium/extensions"),
    Path("/usr/share/mozilla/extensions/{ec8030f7-c20a-464f-9b0e-13a3a9e97384}"),
)


def can_be_root() -> bool:
    return os.geteuid() == 0 or subprocess.run(["sudo", "-n", "true"], capture_output=True).returncode == 0


@pytest.fixture(scope="module")
def within():
    """What a command begins with that sees this test's installation, and nothing that is installed on this machine."""
    if os.geteuid() != 0:
        # Who isn't root changes the machine, with nobody beside: see `alone`.
        yield []
        return
    scratch = new_folder("m-")
    mounts = Mounts(scratch, *SYSTEM)
    yield mounts.within
    mounts.close()
    shutil.rmtree(scratch)


def installed_before() -> list[Path]:
    return [path for folder in SYSTEM for path in folder.glob("wallet@sidekey.app*")]


def install(within: list[str], wallet: Wallet, prefix: Path, *options: str) -> str:
    """Runs install.sh with a scratch HOME and prefix, on the programs that were built for the tests."""
    done = subprocess.run(
        [*within, "bash", str(ROOT / "install.sh"), "--prefix", str(prefix), "--yes", *options],
        env=wallet.environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def installed(within):
    """A wallet made by the installed programs, which are taken back in the end."""
    if not can_be_root():
        pytest.skip("needs root")
    if not within and installed_before():
        pytest.skip("the extension is installed on this machine already, and a test must not take it away")
    with Wallet(recorded=False) as wallet:
        prefix = wallet.folder / "prefix"
        # Browsers are registered where their folder is.
        (wallet.home / ".config" / "chromium").mkdir(parents=True)
        (wallet.home / ".mozilla").mkdir()
        try:
            install(within, wallet, prefix, "--no-build", "--system-extension")
            wallet.bin = prefix / "bin"
            wallet.create()
            yield wallet
        finally:
            wallet.stop_agent()
            wallet.bin = prefix / "bin"
            install(within, wallet, prefix, "--uninstall")
    assert within or installed_before() == []


def test_the_installed_wallet_is_there_and_still_there_after_a_restart(browser_name, installed, within):
    # Chromium's own folder: there install.sh has written the manifest, and nowhere else.
    profile = installed.home / ".config" / "chromium" if browser_name == "chromium" else None
    with Stage(browser_name, installed, loaded=False, registered=False, profile=profile, within=within) as stage:
        page = stage.browser.extension_url(stage.extension, "ui/wallet.html")
        stage.browser.wait_for_surface(page).close()
        # A slow machine takes longer to start the browser than a session lasts.
        stage.ensure_unlocked()
        dapp = DApp.connected(stage)
        origin = dapp.origin
        stage.browser.restart()
        assert stage.browser.at(page) == []
        again = DApp.open(stage, origin)
        (account,) = again.begin("connect", silent=True).result()
        assert account["address"] == installed.public_key
        call = again.sign_message(b"after the restart")
        stage.approve()
        assert call.result()[0]["signature"]
        popup = stage.popup()
        popup.wait_until("document.body.innerText.includes('Connected')")
        stage.browser.stop()
        wait_for(lambda: installed.status["vault"] in ("unlocked", "locked"), "the agent is well without a browser")
