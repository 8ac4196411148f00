"""The examples of docs/dapps.md that take a browser, run as they stand there."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import playwright
import pytest
from browsers.chromium import EXECUTABLE
from dapp import PAGES
from loopback import Site
from stage import SIDEKEY
from wallet import ROOT, Wallet

DRIVER = Path(playwright.__file__).parent / "driver"
TEXT = (ROOT / "docs" / "dapps.md").read_text()


def block(beginning: str) -> str:
    """The one block of code that begins like this."""
    (found,) = re.findall(rf"```[a-z]*\n({re.escape(beginning)}.*?)```", TEXT, re.DOTALL)
    return found


@pytest.fixture
def wallet():
    with Wallet() as made:
        yield made


def test_the_example_with_playwright_connects_a_page(wallet: Wallet, tmp_path):
    # What somebody has who has installed Sidekey: its commands, and its program named to Chromium.
    commands = tmp_path / "bin"
    commands.mkdir()
    for name in ("sidekey", "sidekey-agent", "sidekey-host", "sidekey-rpc", "sidekey-picture", "sidekey-device"):
        (commands / name).symlink_to(wallet.bin / name)
    wallet.register_host(wallet.home / ".config" / "chromium")
    environment = {**wallet.environment, "PATH": f"{commands}:{os.environ['PATH']}"}
    making = block("$ printf 'only for tests'") + block("$ mkdir profile")
    for line in making.splitlines():
        assert line.startswith("$ ")
        subprocess.run(["bash", "-ec", line[2:]], cwd=tmp_path, env=environment, check=True, timeout=120)

    package = tmp_path / "node_modules" / "playwright"
    package.parent.mkdir()
    package.symlink_to(DRIVER / "package")
    site = Site(PAGES)
    script = block("import { execFileSync }")
    changes = {
        # Playwright's own Chromium isn't here: the system's takes its place.
        'channel: "chromium"': f'executablePath: "{shutil.which(EXECUTABLE) or EXECUTABLE}"',
        "/path/to/sidekey/extension": str(SIDEKEY.folder),
        "http://localhost:3000": f"{site.localhost}/connect.html",
    }
    for old, new in changes.items():
        assert script.count(old) == 1
        script = script.replace(old, new)
    (tmp_path / "example.mjs").write_text(script)
    done = subprocess.run([DRIVER / "node", "example.mjs"], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=180)
    assert done.returncode == 0, done.stdout + done.stderr
    assert site.localhost in wallet.run("origins").stdout
