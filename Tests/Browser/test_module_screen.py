"""Additions of another package's module, played with Examples/ping in both browsers: a screen, a command, a program and a rule."""

import json

import pytest
from dapp import DApp
from solders.hash import Hash
from solders.instruction import AccountMeta, Instruction
from solders.message import Message
from solders.pubkey import Pubkey
from solders.transaction import Transaction
from stage import Stage
from test_walletlib import ping_programs
from wallet import Wallet

PING = Pubkey.from_string("Ping111111111111111111111111111111111111111")
MARKUP = "<img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def ping_stage(browser_name, tmp_path_factory):
    with Wallet(bin_folder=ping_programs(tmp_path_factory.mktemp("ping") / "bin")) as wallet:
        wallet.create()
        with Stage(browser_name, wallet) as stage:
            yield stage


@pytest.fixture
def stage(ping_stage):
    ping_stage.wallet.unlock()
    yield ping_stage
    ping_stage.tidy()


def shouting(stage, words: str) -> bytes:
    signer = Pubkey.from_string(stage.wallet.public_key)
    instruction = Instruction(PING, words.encode(), [AccountMeta(signer, is_signer=True, is_writable=True)])
    return bytes(Transaction.new_unsigned(Message.new_with_blockhash([instruction], signer, Hash.new_unique())))


def test_a_module_brings_a_screen_to_the_popup_and_a_command_to_the_terminal(stage):
    before = int(stage.wallet.json("ping", "first")["facts"][0]["value"])
    popup = stage.popup()
    popup.click("button", "More", ".bar")
    popup.wait_until("document.querySelector('main')?.innerText.includes('Ping')")
    popup.click("button", "Ping", "main")
    popup.wait_until("document.querySelector('.view.module dl') !== null")
    assert popup.evaluate("document.querySelector('h1').textContent") == "Ping"
    assert f"Pings answered\n{before}" in popup.words() and "Last pong\nfirst" in popup.words()
    popup.fill("Say", MARKUP)
    popup.click("button", "Ping", "main")
    popup.wait_until(f"document.querySelector('main').innerText.includes({json.dumps(MARKUP)})")
    assert f"Pings answered\n{before + 1}" in popup.words()
    assert popup.evaluate("document.querySelectorAll('main img').length") == 0
    stage.picture(popup, "module-screen")
    # The terminal draws the same page.
    shown = stage.wallet.run("ping", "again").stdout
    assert shown.splitlines() == [f"Pings answered: {before + 2}", "Last pong:      again"]
    refused = stage.wallet.run("ping", check=False)
    assert refused.returncode == 1 and "say something: sidekey ping WORD..." in refused.stderr
    assert stage.wallet.run("pong", check=False).returncode == 64


def test_a_module_reads_a_program_and_warns_but_makes_nothing_look_safer(stage):
    dapp = DApp.connected(stage)
    call = dapp.sign_transaction(shouting(stage, "hello!"))
    window = stage.approval()
    words = window.words()
    assert "Ping: Ping" in words and "hello!" in words
    assert "Instruction 1 shouts at the Ping program." in words
    stage.picture(window, "module-review")
    (request,) = stage.wallet.pending()
    assert "Instruction 1 shouts at the Ping program." in stage.wallet.run("review", request["id"]).stdout
    (item,) = stage.wallet.json("review", request["id"])["review"]["items"]
    assert item["complete"] is False
    assert [finding["level"] for finding in item["findings"] if finding["id"] == "ping.loud"] == ["warning"]
    stage.reject(window)
    assert call.refusal().code == 4001
