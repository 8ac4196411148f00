"""Firefox as Snap and Flatpak confine it: its hosts are started by the desktop's portal, which stands in here on a bus of its own."""

import json
import shlex
import subprocess
from pathlib import Path

import pytest
from browsers import wait_for
from dapp import DApp
from stage import Stage
from wallet import HOST_NAME, ROOT, Wallet

PORTAL = ROOT / "Tests" / "Support" / "web_extensions_portal.py"
# By these the host finds the wallet of a test, wherever it is started.
SIDEKEY = ("SIDEKEY_HOME", "SIDEKEY_NETWORK", "SIDEKEY_DESKTOP")
# Always, and not only where the browser knows itself to be confined.
ALWAYS = "Services.prefs.setIntPref('widget.use-xdg-desktop-portal.native-messaging', 1);"


class Portal:
    def __init__(self, wallet: Wallet):
        self.daemon = subprocess.Popen(["dbus-daemon", "--session", "--nofork", "--print-address"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.address = self.daemon.stdout.readline().decode().strip()
        self.log = wallet.folder / "portal-calls"
        self.log.touch()
        environment = {"PATH": "/usr/bin:/bin", "HOME": str(wallet.home), "DBUS_SESSION_BUS_ADDRESS": self.address}
        manifests = wallet.browser_home / ".mozilla" / "native-messaging-hosts"
        self.process = subprocess.Popen(["/usr/bin/python3", PORTAL, manifests, self.log], env=environment, stdout=subprocess.PIPE)
        assert self.process.stdout.readline() == b"ready\n"

    @property
    def calls(self) -> list[list[str]]:
        return [json.loads(line) for line in self.log.read_text().splitlines()]

    def close(self) -> None:
        for process in (self.process, self.daemon):
            process.kill()
            process.wait()
            process.stdout.close()


def ancestors(number: int) -> list[int]:
    """The processes above one, up to the first."""
    found = []
    while number > 1:
        number = int(Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[1])
        found.append(number)
    return found


@pytest.fixture(scope="module")
def confined(request):
    """Firefox, whose only way to a host is the portal."""
    if request.config.getoption("--browser") == "chromium":
        pytest.skip("needs Firefox")
    with Wallet() as wallet:
        portal = Portal(wallet)
        wallet.bus = portal.address
        wallet.create()
        wallet.unlock()
        # The portal's environment says nothing of this test's wallet.
        host = wallet.folder / "host-of-this-wallet"
        moved = [f"{name}={shlex.quote(wallet.environment[name])}" for name in SIDEKEY]
        host.write_text(f'#!/bin/sh\nexec env {" ".join(moved)} {shlex.quote(str(wallet._host_program()))} "$@"\n')
        host.chmod(0o700)
        stage = Stage("firefox", wallet, registered=False)
        try:
            stage.browser.chrome(ALWAYS)
            wallet.register_host(stage.profile, host)
            yield stage, portal
        finally:
            stage.close()
            portal.close()


def test_a_confined_firefox_connects_and_signs_by_the_portal(confined):
    stage, portal = confined
    dapp = DApp.connected(stage)
    call = dapp.sign_message(b"through the portal")
    stage.approve()
    assert call.result()[0]["signature"]
    names = [name for name, *_ in portal.calls]
    assert names[:4] == ["CreateSession", "GetManifest", "Start", "GetPipes"]
    assert portal.calls[2] == ["Start", HOST_NAME, stage.extension.firefox_id]
    # Neither the host's parent nor its environment is the browser's.
    [host] = stage.wallet.living_hosts()
    above = ancestors(host.number)
    assert portal.process.pid in above and stage.browser.process.pid not in above
    variables = Path(f"/proc/{host.number}/environ").read_text().split("\0")
    assert {variable.split("=")[0] for variable in variables if variable} <= {"PATH", "HOME", "PWD", "LC_CTYPE", *SIDEKEY}


def test_a_host_that_dies_is_started_again_by_the_portal(confined):
    stage, portal = confined
    before = len([None for name, *_ in portal.calls if name == "Start"])
    dapp = DApp.connected(stage)
    assert stage.wallet.kill_hosts() == 1
    wait_for(lambda: len([None for name, *_ in portal.calls if name == "Start"]) > before, "another host is started")
    call = dapp.sign_message(b"again")
    stage.approve()
    assert call.result()[0]["signature"]
