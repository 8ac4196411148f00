"""The messages of a signature, and the questions that a balance and a payment put to a node: neither grows unnoticed."""

import time
from collections import Counter
from collections.abc import Callable

import pytest
from browsers import wait_for
from dapp import DApp, spell
from local_node import LocalNode
from seat import Seat
from solders.hash import Hash
from solders.message import Message
from solders.pubkey import Pubkey
from solders.system_program import TransferParams, transfer
from solders.transaction import Transaction
from stage import Stage
from wallet_screens import SOL, Screens, press, says, stage_on

pytestmark = pytest.mark.shared

# What was measured in November 2026, each as the most that is allowed. The aims are 5 messages for a signature, 3 questions for a balance, and 8
# for a payment, with one simulation before the approval and one after it. A balance and the simulations of a site's payment are as few as they should be.
# Whoever makes one of the others smaller makes its number here smaller too.
MESSAGES = 8
# A reading of an account is 3, and has both its balance and its tokens.
BALANCE = 3
# The first look begins to listen, and that has the account read again: four or five times in all. Which is a matter of time, so there is room for six.
FIRST_LOOK = 20
PAYMENT, PAYMENT_SIMULATIONS = 15, (1, 1)
# The popup plans once, for the preview, which simulates too. One question is what the recipient calls itself.
TRANSFER, TRANSFER_SIMULATIONS = 20, (2, 1)

# Of each node once in ten minutes, and the beginning of a connection: they belong to no single look or payment.
SELDOM = {"getGenesisHash", "websocket"}
# How an account is read. Where somebody looks at it, what a payment changes has it read again, several times or once for several changes.
READINGS = {"getBalance", "getTokenAccountsByOwner"}

# What the clock asks, and nobody else: how many at a time, and every how many seconds. A machine that is slow isn't a wallet that asks more.
# A window that is open says so, and is answered.
PRESENT = (2, 5)
# How long a transaction that waits can still be executed: one post.
LIFE = (3, 4)
# What became of one that was sent, whether it can still come, and the same bytes again.
OUTCOME = (3, 2)


def by_clock(polled: tuple[int, int], seconds: float) -> int:
    """Returns how many are on time's account."""
    count, period = polled
    return count * int(seconds // period)


def at_rest(value: Callable[[], object], seconds: float = 2) -> object:
    """A value that has stayed the same for so long."""
    known, since = value(), time.monotonic()

    def stays() -> bool:
        nonlocal known, since
        if (now := value()) != known:
            known, since = now, time.monotonic()
        return time.monotonic() - since >= seconds

    wait_for(stays, "nothing more comes")
    return known


class Questions:
    """What a node is asked from now on."""

    def __init__(self, node: LocalNode):
        self.node = node
        self.before = node.control()

    @property
    def asked(self) -> Counter:
        found = Counter(self.node.control()["requests"])
        found.subtract(self.before["requests"])
        return Counter({method: count for method, count in found.items() if count and method not in SELDOM})

    def all(self) -> Counter:
        """Also what comes of it afterwards."""
        return at_rest(lambda: self.asked)

    @property
    def simulations(self) -> int:
        return self.asked["simulateTransaction"]

    def __str__(self) -> str:
        asked, posts = self.asked, self.node.control()["posts"] - self.before["posts"]
        return ", ".join(f"{asked[method]} {method}" for method in sorted(asked)) + f"; {posts} posts in all"


@pytest.fixture(scope="module")
def node():
    with LocalNode("--slot-ms", "400") as node:
        yield node


@pytest.fixture
def holder(seat: Seat, node: LocalNode):
    """A stage whose wallet has 10 SOL, no token, and an account that nobody has looked at yet."""
    with stage_on(seat, node, (node.seeded["accounts"]["carol"]["publicKey"], "Carol")) as stage:
        node.control(set=stage.wallet.public_key, lamports=10 * SOL)
        node.advance(2)
        yield stage


def payment(holder: Stage, node: LocalNode) -> bytes:
    """SOL to Carol, by the newest blockhash."""
    account = Pubkey.from_string(holder.wallet.public_key)
    carol = Pubkey.from_string(node.seeded["accounts"]["carol"]["publicKey"])
    latest = node.ask("getLatestBlockhash", {"commitment": "processed"})["value"]["blockhash"]
    instruction = transfer(TransferParams(from_pubkey=account, to_pubkey=carol, lamports=1_000_000))
    return bytes(Transaction.new_unsigned(Message.new_with_blockhash([instruction], account, Hash.from_string(latest))))


def messages(stage: Stage) -> list[str]:
    """Every message between the extension and the agent so far, those to the agent first."""
    recording = stage.wallet.recording
    asked, answered = recording.messages("to-host"), recording.messages("to-extension")
    methods = {message["id"]: message["method"] for message in asked if "id" in message}
    sent = [message["method"] for message in asked]
    return sent + [message.get("method") or f"answer to {methods.get(message.get('id'))}" for message in answered]


def test_a_signature_takes_no_more_messages_than_it_did(holder, node):
    dapp = DApp.connected(holder)
    before = Counter(at_rest(lambda: messages(holder)))
    began = time.monotonic()
    call = dapp.sign_transaction(payment(holder, node), chain="solana:localnet")
    holder.approve(holder.approval())
    call.result()
    holder.wait_for_rest()
    waited = time.monotonic() - began
    crossed = Counter(at_rest(lambda: messages(holder))) - before
    assert crossed["signTransaction"] == crossed["answer to signTransaction"] == 1
    most = MESSAGES + by_clock(PRESENT, waited)
    assert crossed.total() <= most, f"{crossed.total()} messages, at most {most}: {sorted(crossed.elements())}"


def look(holder: Stage, node: LocalNode) -> Questions:
    """Opens the popup until it shows the balance, and closes it when nothing more is asked."""
    questions = Questions(node)
    popup = holder.popup()
    popup.wait_until("document.querySelector('.balance .amount')?.innerText === '10 SOL'")
    questions.all()
    popup.close()
    return questions


def test_a_balance_takes_no_more_questions_than_it_did(holder, node):
    first = look(holder, node)
    assert first.asked.total() <= FIRST_LOOK, f"{first.asked.total()} questions, at most {FIRST_LOOK}: {first}"
    again = look(holder, node)
    assert again.asked.total() <= BALANCE, f"{again.asked.total()} questions, at most {BALANCE}: {again}"


def test_a_payment_of_a_sites_takes_no_more_questions_and_simulations_than_it_did(holder, node):
    dapp = DApp.connected(holder)
    transaction = payment(holder, node)
    questions = Questions(node)
    began = time.monotonic()
    call = dapp.begin("send", transactions=[spell(transaction)], chain="solana:localnet", options={})
    window = holder.approval()
    before = questions.simulations
    holder.approve(window)
    approved = time.monotonic()
    call.result(60)
    most = PAYMENT + by_clock(LIFE, approved - began) + by_clock(OUTCOME, time.monotonic() - approved)
    asked = questions.all()
    assert asked["sendTransaction"] >= 1
    assert asked.total() <= most, f"{asked.total()} questions, at most {most}: {questions}"
    hold_simulations(questions, before, PAYMENT_SIMULATIONS)


def test_a_transfer_of_the_wallets_own_takes_no_more_questions_and_simulations_than_it_did(holder, node):
    popup = Screens(holder, node).open("Send")
    popup.wait_until("document.querySelector('form .field input') !== null")
    Questions(node).all()
    questions = Questions(node)
    popup.fill("To", "Carol")
    popup.fill("Amount", "0.25")
    popup.press("Enter")
    says(popup, "Total")
    began = time.monotonic()
    press(popup, "Send", within=".preview")
    wait_for(holder.wallet.pending, "it waits in the queue")
    before = questions.simulations
    holder.approve(popup)
    approved = time.monotonic()
    says(popup, "Sent and confirmed", timeout=60)
    most = TRANSFER + by_clock(LIFE, approved - began) + by_clock(OUTCOME, time.monotonic() - approved)
    asked = Counter({method: count for method, count in questions.all().items() if method not in READINGS})
    assert asked["sendTransaction"] >= 1
    assert asked.total() <= most, f"{asked.total()} questions without readings, at most {most}: {questions}"
    hold_simulations(questions, before, TRANSFER_SIMULATIONS)


def hold_simulations(questions: Questions, before: int, most: tuple[int, int]) -> None:
    """Holds the simulations before the approval and after it to what is allowed."""
    after = questions.simulations - before
    assert before <= most[0] and after <= most[1], f"{before} simulations before the approval and {after} after it, at most {most}: {questions}"
