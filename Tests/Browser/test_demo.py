"""The demo that install.sh --demo plays where there is no display."""

import os
import re
import subprocess
import sys

import pytest
from wallet import ROOT, programs

STEPS = [
    "The page has found the wallet",
    "The wallet asks to approve the connection",
    "The page is connected",
    "The wallet asks to approve a message",
    "The page has verified the signed message",
    "The wallet asks to approve a transaction",
    "The page has verified the signed transaction",
    "The wallet asks to approve to send SOL",
    "The SOL is sent and the balance has moved",
]


@pytest.fixture
def without_display():
    return {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}


def test_the_demo_plays_to_its_end_and_leaves_a_picture_of_each_step(browser_name, tmp_path, without_display):
    play = ROOT / "Examples" / "demo" / "play.py"
    options = ["--bin", str(programs()), "--browser", browser_name, "--headless", "--screenshots", str(tmp_path)]
    done = subprocess.run(
        [sys.executable, str(play), *options],
        env=without_display,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.findall(r"^\d+\. (.+?)  \[", done.stdout, re.MULTILINE) == STEPS
    pictures = sorted(tmp_path.glob("*.png"))
    assert len(pictures) == len(STEPS)
    assert all(picture.read_bytes().startswith(b"\x89PNG") for picture in pictures)
    assert done.stdout.count("verified: ") == 2
