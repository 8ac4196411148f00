"""A dApp sends SOL: what the user approves moves, and a node that dies, lies, refuses or forgets is told, with nothing sent twice."""

import re
import time

import base58
import pytest
from browsers import wait_for
from dapp import DApp, spell, unspell
from local_node import LocalNode
from seat import Seat
from solders.hash import Hash
from solders.message import Message
from solders.pubkey import Pubkey
from solders.system_program import TransferParams, transfer
from solders.transaction import Transaction
from stage import Stage
from wallet import Wallet

pytestmark = pytest.mark.shared

LAMPORTS = 10_000_000_000
CHAIN = "solana:localnet"


class Sender:
    """A stage whose wallet has 10 SOL on a node of its own."""

    def __init__(self, stage: Stage, node: LocalNode):
        self.stage, self.node = stage, node
        self.account = Pubkey.from_string(stage.wallet.public_key)
        self.carol = Pubkey.from_string(node.seeded["accounts"]["carol"]["publicKey"])
        for endpoint in range(2):
            node.control(endpoint, clear=True)
        node.control(set=str(self.account), lamports=LAMPORTS)
        self.sent_before = len(node.control()["sent"])
        self.dapp = DApp.connected(stage)

    def ask(self, method: str, *parameters: object):
        return self.node.ask(method, *parameters)

    def transaction(self, lamports: int) -> str:
        latest = self.ask("getLatestBlockhash", {"commitment": "processed"})["value"]["blockhash"]
        payment = transfer(TransferParams(from_pubkey=self.account, to_pubkey=self.carol, lamports=lamports))
        message = Message.new_with_blockhash([payment], self.account, Hash.from_string(latest))
        return spell(bytes(Transaction.new_unsigned(message)))

    def send(self, lamports: int, **options: object):
        return self.dapp.begin("send", transactions=[self.transaction(lamports)], chain=CHAIN, options=options)

    def balance(self, address: Pubkey) -> int:
        return self.ask("getBalance", str(address), {"commitment": "processed"})["value"]

    @property
    def sent(self) -> list[str]:
        return self.node.control()["sent"][self.sent_before :]


@pytest.fixture(scope="module")
def node():
    with LocalNode("--slot-ms", "400", "--endpoints", "2") as node:
        yield node


@pytest.fixture(scope="module")
def reaching_stage(seat: Seat, node: LocalNode):
    with Wallet(network="loopback") as wallet:
        wallet.create()
        urls = [endpoint["url"] for endpoint in node.seeded["endpoints"]]
        wallet.run("network", "endpoints", "localnet", *urls, "--passphrase-file", str(wallet.passphrase_file))
        with Stage(seat, wallet) as stage:
            yield stage


@pytest.fixture
def sender(reaching_stage: Stage, node: LocalNode):
    reaching_stage.ensure_unlocked()
    yield Sender(reaching_stage, node)
    reaching_stage.tidy()


def approved(sender: Sender, call, timeout: float = 60):
    sender.stage.approve(sender.stage.approval())
    return call.result(timeout)


def test_a_dapp_sends_sol_and_everybody_agrees(sender):
    before = sender.balance(sender.carol)
    call = sender.send(1_000_000)
    window = sender.stage.approval()
    words = window.words()
    # Folded, since the decision doesn't need it.
    assert "the simulation succeeded, according to http://127.0.0.1" in window.evaluate("document.body.textContent")
    assert re.search(r"The transaction expires in about\s*\d:\d\d", words)
    sender.stage.picture(window, "approval-sending")
    sender.stage.approve(window)
    (signature,) = call.result(60)
    text = base58.b58encode(unspell(signature)).decode()
    assert sender.balance(sender.carol) == before + 1_000_000
    assert sender.balance(sender.account) == LAMPORTS - 1_005_000
    assert set(sender.sent) == {text}
    wallet = sender.stage.wallet
    assert wallet.outcomes(text) == ["sent", "confirmed"]
    sender.node.advance(2)
    assert int(wallet.json("balance", "--cluster", "localnet")["lamports"]) == sender.balance(sender.account)
    newest = wallet.json("history", "--cluster", "localnet")["entries"][0]
    assert (newest["signature"], newest["movements"][0]["amount"]) == (text, "1000000")


def test_what_would_fail_takes_the_passphrase_and_moves_nothing(sender):
    call = sender.send(2 * LAMPORTS)
    window = sender.stage.approval()
    assert "Danger" in window.words()
    window.wait_until("document.body.innerText.includes('Dangerous requests need your passphrase.')")
    sender.stage.approve(window)
    refused = call.refusal(60)
    assert refused.code == -32003
    assert sender.balance(sender.account) == LAMPORTS


def test_a_node_that_answers_late_is_waited_for_and_nothing_is_sent_twice(sender):
    before = sender.balance(sender.carol)
    sender.node.fault("slow", method="sendTransaction", ms=3_000, count=1)
    approved(sender, sender.send(5))
    assert sender.balance(sender.carol) == before + 5
    assert len(set(sender.sent)) == 1


def test_a_node_that_drops_the_answer_after_executing_is_no_second_payment(sender):
    before = sender.balance(sender.carol)
    sender.node.fault("drop", method="sendTransaction", executed=True, count=3)
    approved(sender, sender.send(7))
    assert sender.balance(sender.carol) == before + 7
    assert len(set(sender.sent)) == 1


def test_a_node_that_forgets_is_told_again(sender):
    before = sender.balance(sender.carol)
    sender.node.fault("forget", count=1)
    approved(sender, sender.send(9))
    assert sender.balance(sender.carol) == before + 9
    assert len(sender.sent) > 1 and len(set(sender.sent)) == 1


def test_a_node_that_dies_in_the_middle_is_made_up_for_by_the_other(sender):
    before = sender.balance(sender.carol)
    call = sender.send(11)
    window = sender.stage.approval()
    sender.node.fault("drop")
    sender.stage.approve(window)
    call.result(90)
    sender.node.control(clear=True)
    assert sender.balance(sender.carol) == before + 11
    assert len(set(sender.sent)) == 1


def test_nodes_that_all_refuse_leave_everything_as_it_was(sender):
    call = sender.send(13)
    window = sender.stage.approval()
    for endpoint in range(2):
        sender.node.fault("error", endpoint, method="sendTransaction", code=-32602, message="no\u202e")
    sender.stage.approve(window)
    refused = call.refusal(60)
    assert refused.code == -32003
    assert sender.balance(sender.account) == LAMPORTS


def test_where_nobody_can_try_it_nothing_is_signed_or_sent(sender):
    for endpoint in range(2):
        sender.node.fault("status", endpoint, method="simulateTransaction")
    call = sender.send(15)
    # Nodes that say so at once have it refused before anybody is asked. After that it is shown without, and tried again before it is signed.
    wait_for(lambda: call.settled or sender.stage.approvals(), "it is refused, or asked about", timeout=30)
    if not call.settled:
        window = sender.stage.approval()
        wait_for(lambda: "couldn't be simulated" in window.words(), "it says that nobody has tried it")
        window.click("button", "Approve")
        time.sleep(4)
        assert not call.settled
        sender.stage.reject(window)
    assert call.refusal(30).code in (-32003, 4001)
    assert sender.sent == []


def test_what_changed_since_it_was_shown_is_shown_again(sender):
    call = sender.send(LAMPORTS // 2)
    window = sender.stage.approval()
    assert "Danger" not in window.words()
    sender.node.control(set=str(sender.account), lamports=1_000_000)
    time.sleep(0.8)
    window.click("button", "Approve")
    wait_for(lambda: "Danger" in window.words(), "the new review is shown")
    assert sender.sent == [] and not call.settled
    sender.stage.reject(window)
    assert call.refusal().code == 4001


def test_a_blockhash_that_runs_out_is_told_before_approve(sender):
    call = sender.send(17)
    window = sender.stage.approval()
    sender.node.advance(200)
    wait_for(lambda: "its blockhash is too old" in window.words(), "the end is told")
    sender.stage.picture(window, "blockhash-expired")
    time.sleep(0.8)
    assert not window.can_click("button", "Approve")
    # The site hears why, and may ask again: nobody said no.
    window.click("button", "Ask the site again")
    refusal = call.refusal()
    assert refusal.code == -32003 and sender.sent == []


def test_several_are_sent_in_turn(sender):
    before = sender.balance(sender.carol)
    transactions = [sender.transaction(amount) for amount in (1, 2, 3)]
    call = sender.dapp.begin("sendAll", transactions=transactions, chain=CHAIN, mode="serial")
    results = approved(sender, call, 90)
    assert [each["status"] for each in results] == ["fulfilled"] * 3
    assert sender.balance(sender.carol) == before + 6
