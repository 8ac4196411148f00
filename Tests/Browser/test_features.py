"""Signing in, off-chain messages, sending and the provider for older dApps, each through a page."""

import base58
import pytest
from browsers import wait_for
from dapp import DApp, spell, unspell
from nacl.signing import VerifyKey
from test_sign import payment

# What differs between browsers is tested elsewhere; the whole run has each case in both.
pytestmark = pytest.mark.shared

PREFIX = b"\xffsolana offchain"


def is_signed(stage, output: dict, message: bytes) -> bool:
    """Raises where the signature isn't the wallet's over these bytes."""
    VerifyKey(base58.b58decode(stage.wallet.public_key)).verify(message, unspell(output["signature"]))
    return True


def host(dapp: DApp) -> str:
    return dapp.origin.removeprefix("http://").removeprefix("https://")


def test_a_sign_in_is_the_wallets_own_text(stage):
    dapp = DApp.connected(stage)
    call = dapp.begin("signIn", inputs=[{"statement": "Welcome to the test.", "nonce": "12345678"}])
    window = stage.approval()
    assert "Welcome to the test." in window.words() and "sign in" in window.words()
    stage.picture(window, "approval-sign-in")
    stage.approve(window)
    (output,) = call.result()
    text = (
        f"{host(dapp)} wants you to sign in with your Solana account:\n{stage.wallet.public_key}\n\n"
        "Welcome to the test.\n\nNonce: 12345678"
    ).encode()
    assert unspell(output["signedMessage"]) == text
    assert is_signed(stage, output, text)
    assert output["address"] == stage.wallet.public_key and output["known"]


def test_a_sign_in_connects_a_stranger_and_is_asked_for_after_that(stage):
    dapp = DApp.open(stage)
    call = dapp.begin("signIn", inputs=[])
    assert "see your address" in stage.approval().words()
    (connect,) = stage.wallet.pending()
    assert connect["method"] == "connect"
    stage.wallet.run("approve", connect["id"], "--yes")

    def signing() -> dict | None:
        return next((request for request in stage.wallet.pending() if request["method"] == "signIn"), None)

    wait_for(signing, "the sign-in waits")
    stage.approve()
    (output,) = call.result()
    assert is_signed(stage, output, unspell(output["signedMessage"])) and output["known"]
    assert dapp.accounts == [stage.wallet.public_key]


def test_another_sites_sign_in_is_refused_in_every_method(stage):
    dapp = DApp.connected(stage)
    text = f"bank.example Wants You To Sign In With Your Solana Account:\n{stage.wallet.public_key}"
    for refused in (
        dapp.begin("signIn", inputs=[{"domain": "bank.example"}]).refusal(),
        dapp.sign_message(text.encode()).refusal(),
        dapp.begin("signOffchainMessage", messages=[text]).refusal(),
    ):
        assert refused.code == -32000 and "another site" in refused.message
    assert dapp.begin("signIn", inputs=[{"statement": "two\nlines"}]).refusal().code == -32602
    assert stage.wallet.pending() == [] and stage.approvals() == []


def test_an_off_chain_message_is_signed_in_its_envelope(stage):
    dapp = DApp.connected(stage)
    other = bytes(range(32))
    call = dapp.begin("signOffchainMessage", messages=["ação ✓"], signers=[spell(other)])
    window = stage.approval()
    assert "ação ✓" in window.words()
    stage.approve(window)
    (output,) = call.result()
    signers = sorted([other, base58.b58decode(stage.wallet.public_key)])
    envelope = PREFIX + bytes([1, 2]) + b"".join(signers) + "ação ✓".encode()
    assert unspell(output["signedMessage"]) == envelope
    assert is_signed(stage, output, envelope)
    assert dapp.sign_message(PREFIX + bytes([1, 1]) + other + b"another's").refusal().code == -32000


def test_sending_says_that_there_is_no_network_and_asks_nobody(stage):
    dapp = DApp.connected(stage)
    transaction = spell(bytes(payment(stage)))
    options = {"skipPreflight": True, "minContextSlot": 7, "commitment": "confirmed"}
    refused = dapp.begin("send", transactions=[transaction], chain="solana:devnet", options=options).refusal()
    assert refused.code == -32000 and "no network" in refused.message and refused.is_error
    both = dapp.begin("sendAll", transactions=[transaction] * 2, chain="solana:devnet", mode="serial").result()
    assert [(each["status"], each["code"], each["reason"]) for each in both] == [("rejected", -32000, "no-network")] * 2
    assert dapp.begin("send", transactions=[transaction]).refusal().code == -32602
    assert stage.wallet.pending() == [] and stage.approvals() == []


def test_an_older_dapp_connects_signs_and_gets_its_own_object_back(stage):
    dapp = DApp.open(stage)
    key = stage.wallet.public_key
    trusted = dapp.begin("older", method="connect", input={"onlyIfTrusted": True})
    assert trusted.refusal().code == 4001
    call = dapp.begin("older", method="connect")
    stage.approve()
    connected = call.result()
    assert (connected["publicKey"], connected["isConnected"]) == (key, True)
    assert connected["events"] == [["connect", key]]

    transaction = payment(stage)
    call = dapp.begin("older", method="signTransaction", transaction=spell(bytes(transaction)))
    stage.approve()
    signed = call.result()
    assert signed["same"] and is_signed(stage, signed, bytes(transaction.message))

    call = dapp.begin("older", method="signMessage", message=spell(b"hello"))
    stage.approve()
    assert is_signed(stage, call.result(), b"hello")
    sending = dapp.begin("older", method="signAndSendTransaction", transaction=spell(bytes(transaction)))
    assert "no network" in sending.refusal().message
    gone = dapp.begin("older", method="disconnect").result()
    assert gone["events"] == [["disconnect", None]] and not gone["isConnected"]


def test_window_solana_is_the_users_choice(stage):
    dapp = DApp.open(stage)

    def at_load() -> str:
        page = DApp.open(stage, dapp.origin)
        # The provider is told a moment after it was loaded.
        page.begin("connect", silent=True).result()
        return page.begin("windowSolana").result()

    assert at_load() == "nobody"
    for wanted in ("sidekey", "nobody"):
        popup = stage.popup()
        stage.visit(popup, "Connected sites")
        popup.click("checkbox", "Offer the wallet as window.solana")
        popup.close()
        wait_for(lambda wanted=wanted: at_load() == wanted, f"window.solana is {wanted}")
