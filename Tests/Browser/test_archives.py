"""The extension as the stores give it: what `make extension` writes is installed in each browser, and reaches the wallet."""

import json
import subprocess
import sys
import zipfile
from dataclasses import replace
from pathlib import Path

from base58 import b58decode
from dapp import DApp, unspell
from nacl.signing import VerifyKey
from stage import SIDEKEY, Stage
from wallet import ROOT, Wallet


def installed(browser: str, folder: Path) -> Path:
    """Firefox takes the archive itself. Chromium takes its contents, with the key that the store puts into the manifest."""
    subprocess.run([sys.executable, ROOT / "packaging/extension.py", folder], check=True, capture_output=True)
    if browser == "firefox":
        return next(folder.glob("*.xpi"))
    with zipfile.ZipFile(next(folder.glob("*.zip"))) as archive:
        archive.extractall(folder / "unpacked")
    path = folder / "unpacked/manifest.json"
    key = json.loads((ROOT / "extension/manifest.json").read_text())["key"]
    path.write_text(json.dumps({**json.loads(path.read_text()), "key": key}))
    return folder / "unpacked"


def test_the_stores_archive_connects_a_site_and_signs(browser_name: str, wallet: Wallet, tmp_path: Path):
    extension = replace(SIDEKEY, folder=installed(browser_name, tmp_path))
    with Stage(browser_name, wallet, extension=extension) as stage:
        call = DApp.connected(stage).sign_message(b"by the archive")
        stage.approve(stage.approval())
        (output,) = call.result()
        VerifyKey(b58decode(wallet.public_key)).verify(unspell(output["signedMessage"]), unspell(output["signature"]))
        assert unspell(output["signedMessage"]) == b"by the archive"
