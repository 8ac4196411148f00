"""A node that answers late, or never: popup and Sidekey's window show at once what the bytes decide, and fill in the rest."""

import time

import pytest
from browsers import wait_for
from dapp import DApp, spell
from display import Display
from local_node import LocalNode
from seat import Seat
from solders.hash import Hash
from solders.message import Message
from solders.pubkey import Pubkey
from solders.system_program import TransferParams, transfer
from solders.transaction import Transaction
from stage import Stage
from wallet import Wallet
from wallet_screens import SOL

WAITING = "Waiting for the network"
UNTRIED = "couldn't be simulated"
TITLE = "^Sidekey$"


@pytest.fixture(scope="module")
def node():
    with LocalNode("--slot-ms", "400") as node:
        yield node


@pytest.fixture
def stage(seat: Seat, display: Display, node: LocalNode):
    """A wallet with 10 SOL, whose user sits before the display."""
    with Wallet(network="loopback") as wallet:
        wallet.create()
        wallet.use_nodes(node.url)
        wallet.unlock()
        node.control(clear=True)
        node.control(set=wallet.public_key, lamports=10 * SOL)
        # The node's network is known: that is asked of it once in ten minutes.
        wallet.json("balance", "--cluster", "localnet")
        with Stage(seat, wallet) as stage:
            yield stage


def payment(stage: Stage, node: LocalNode, lamports: int = 1_000_000) -> str:
    account = Pubkey.from_string(stage.wallet.public_key)
    carol = Pubkey.from_string(node.seeded["accounts"]["carol"]["publicKey"])
    latest = node.ask("getLatestBlockhash", {"commitment": "processed"})["value"]["blockhash"]
    instruction = transfer(TransferParams(from_pubkey=account, to_pubkey=carol, lamports=lamports))
    return spell(bytes(Transaction.new_unsigned(Message.new_with_blockhash([instruction], account, Hash.from_string(latest)))))


def words(window) -> str:
    return window.evaluate("document.body.textContent")


@pytest.mark.shared
@pytest.mark.parametrize(("seconds", "comes"), [(1, "in time"), (10, "late"), (600, "never")])
def test_a_slow_node_never_holds_the_window_back(stage, node, seconds, comes):
    dapp = DApp.connected(stage)
    # The first signature of a site is confirmed in Sidekey's window; this is about the popup.
    stage.wallet.run("policy", "set", "--approvals", "popup", "--passphrase-file", str(stage.wallet.passphrase_file))
    bytes_of = payment(stage, node)
    node.fault("slow", method="simulateTransaction", ms=seconds * 1_000)
    began = time.monotonic()
    call = dapp.begin("signTransaction", transactions=[bytes_of], chain="solana:localnet")
    window = stage.approval()
    if comes != "in time":
        # A second can be over before a busy machine has drawn the window.
        wait_for(lambda: WAITING in words(window), "it says that it waits")
        assert "You send 0.001 SOL" in words(window)
        assert UNTRIED not in words(window)
        assert window.evaluate("document.querySelector('button.primary').disabled") is True
        stage.picture(window, f"slow-node-{comes}-waiting")
    wait_for(lambda: "You send" in words(window) and WAITING not in words(window), "it waits no more")
    waited = time.monotonic() - began
    stage.picture(window, f"slow-node-{comes}")
    assert "You send 0.001 SOL" in words(window)
    assert (UNTRIED in words(window)) == (comes != "in time")
    # The window itself takes its time on a busy machine; ten seconds, or ten minutes, it doesn't wait.
    assert waited < 10
    if comes == "late":
        wait_for(lambda: UNTRIED not in words(window), "what comes late is shown", timeout=30)
        assert "the simulation succeeded" in words(window)
        stage.picture(window, "slow-node-late-filled")
    stage.approve(window)
    assert call.result(30)[0]["signedTransaction"]


@pytest.mark.shared
def test_sidekeys_window_fills_in_the_rest(stage, node, display):
    dapp = DApp.connected(stage)
    stage.wallet.run("policy", "set", "--approvals", "native", "--passphrase-file", str(stage.wallet.passphrase_file))
    bytes_of = payment(stage, node)
    node.fault("slow", method="simulateTransaction", ms=600_000)
    call = dapp.begin("signTransaction", transactions=[bytes_of], chain="solana:localnet")
    display.wait_for_window(TITLE)
    display.picture(f"slow-node-window-waiting-{stage.browser.name}")
    time.sleep(5)
    display.picture(f"slow-node-window-{stage.browser.name}")
    display.press("Escape")
    assert call.refusal().code == 4001
