"""An extension that is older or newer than the agent: both sides say which one to update."""

import pytest
from dapp import DApp
from probe import copied
from stage import Stage
from wallet import Wallet

pytestmark = pytest.mark.shared

VERSIONS = {"older": (0, "This extension is too old"), "newer": (2, "Sidekey's program is too old")}


@pytest.mark.parametrize("version", VERSIONS)
def test_an_extension_of_another_version_says_which_side_to_update(browser_name, version):
    number, title = VERSIONS[version]
    with Wallet() as wallet:
        wallet.create()
        patches = {"lib/protocol.js": ("export const PROTOCOL = 1;", f"export const PROTOCOL = {number};")}
        with Stage(browser_name, wallet, extension=copied(wallet, version, patches)) as stage:
            dapp = DApp.open(stage)
            assert dapp.begin("connect").refusal().code == 4900
            answers = [message for message in wallet.recording.messages("to-extension") if "error" in message]
            error = answers[0]["error"]
            assert (error["code"], error["data"]) == (
                -32600,
                {"reason": "protocol-mismatch", "update": "extension" if number < 1 else "agent", "protocol": 1},
            )
            popup = stage.popup()
            popup.wait_until("(title) => document.querySelector('h1')?.innerText === title", title)
            assert not popup.has("button", "Unlock")
            stage.picture(popup, f"popup-extension-{version}")
            assert wallet.pending() == [] and stage.approvals() == []
