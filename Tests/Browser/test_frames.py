"""Promise 1: no seed phrase, private key or vault key stands in a frame to the extension, and no passphrase in any."""

import base64
import json
import secrets as random

import base58
import pytest
from browsers import wait_for
from dapp import DApp
from nacl.signing import SigningKey
from secret_search import search
from stage import Stage
from wallet import Wallet
from wallet_secrets import all_secrets

PHRASE = "legal winner thank year wave sausage worth useful legal winner thank year".split()
SECRET = random.token_bytes(32)
SPELLINGS = {
    "base64": base64.b64encode(SECRET).decode(),
    "base64 inside longer bytes": base64.b64encode(b"x" + SECRET + b"yz").decode(),
    "base64 for addresses": base64.urlsafe_b64encode(SECRET).decode().rstrip("="),
    "base58": base58.b58encode(SECRET).decode(),
    "base58 of a pair": base58.b58encode(SECRET + bytes(range(32))).decode(),
    "hex": SECRET.hex(),
    "hex upper case": SECRET.hex().upper(),
    "hex with a prefix": f"0x{SECRET.hex()}",
    "numbers": list(SECRET),
    "numbers in a text": ", ".join(str(byte) for byte in SECRET),
    "half of it": SECRET[:16].hex(),
    "turned around": SECRET[::-1].hex(),
}


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_the_search_finds_a_key_in_each_spelling(spelling):
    frame = json.dumps({"id": "1", "result": {"deep": [{"inside": SPELLINGS[spelling]}]}}).encode()
    assert search([frame], {"key": SECRET}, PHRASE) == ["key"]


@pytest.mark.parametrize(
    "phrase",
    [" ".join(PHRASE), PHRASE, " ".join(PHRASE[4:7]).upper(), "\n".join(PHRASE[::-1])],
    ids=["in one text", "in a list", "some of it", "turned around"],
)
def test_the_search_finds_words_of_the_phrase(phrase):
    assert search([json.dumps({"result": phrase}).encode()], {}, PHRASE) == ["phrase"]


def test_the_search_finds_nothing_where_nothing_is():
    frame = json.dumps({"jsonrpc": "2.0", "id": "1", "result": {"signature": base64.b64encode(bytes(64)).decode()}})
    assert search([frame.encode()], {"key": SECRET}, PHRASE) == []


def test_no_secret_reaches_the_extension_during_create_unlock_and_sign(seat):
    with Wallet() as wallet, Stage(seat, wallet) as stage:
        # The popup's page in a tab stays connected all along, hears every notification, and shows what waits.
        popup = stage.popup()
        popup.wait_until("document.body.innerText.includes('sidekey create')")
        popup.close()
        screen = stage.browser.open(stage.browser.extension_url(stage.extension, "ui/popup.html"))
        wallet.create()
        stage.unlock(screen)
        dapp = DApp.connected(stage)
        calls = (dapp.sign_message(b"one"), dapp.sign_message(b"two", b"three"))
        # How many are left tells which one a click has decided: both wait before the first is approved.
        wait_for(lambda: len(wallet.pending()) == 2, "both wait")
        for call in calls:
            screen.bring_to_front()
            stage.approve(screen)
            call.result()
        wallet.lock()
        call = dapp.sign_message(b"four")
        screen.fill("Passphrase", wallet.passphrase)
        stage.approve(screen)
        call.result()
        wallet.lock()
        wait_for(lambda: screen.has("button", "Unlock"), "the screen hears that the wallet is locked")

        secrets = all_secrets(wallet.data, wallet.phrase, wallet.passphrase)
        assert base58.b58encode(SigningKey(secrets["step 4 key"]).verify_key.encode()).decode() == wallet.public_key

        to_extension = [*wallet.recording.payloads("to-extension"), wallet.recording.streams("to-extension")]
        assert len(to_extension) > 10
        secrets["passphrase"] = wallet.passphrase.encode()
        assert search(to_extension, secrets, wallet.phrase) == []
        # The other way the passphrase goes, which was typed into the browser: twice, and sealed.
        to_host = wallet.recording.payloads("to-host")
        assert search([*to_host, wallet.recording.streams("to-host")], secrets, wallet.phrase) == []
        asked = [json.loads(frame) for frame in to_host]
        unlocking = [message["params"] for message in asked if message.get("method") == "vault.unlock"]
        approving = [message["params"]["unlock"] for message in asked if "unlock" in message.get("params", {})]
        assert len(unlocking) == len(approving) == 1
        for (member,) in (unlocking[0].values(), approving[0].values()):
            assert {name: len(base64.b64decode(value)) for name, value in member.items()} == {"enc": 32, "ciphertext": 80}
