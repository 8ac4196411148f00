"""The same requests in the approval window, in the terminal and in Sidekey's window: fact by fact, in the same order."""

import re
from collections.abc import Callable
from functools import cache

import pytest
import transaction_corpus as corpus
from dapp import Call, spell
from desk import USER, WORD, Desk, sitting
from local_node import LocalNode
from seat import Seat
from shown_request import facts, in_browser, in_terminal, in_window, labels, lines
from solders.hash import Hash
from solders.instruction import AccountMeta, Instruction
from solders.message import Message
from solders.pubkey import Pubkey
from solders.transaction import Transaction
from spl.token import instructions as token
from spl.token import models
from spl.token.constants import TOKEN_PROGRAM_ID

# A router that no wallet has read: its accounts and bytes are all there is to show.
ROUTER = Pubkey.from_string("JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4")

# From the corpus, by its names: payments, tokens, wrapping, swaps, stakes, nonces, notes, and what drainers have signed.
CORPUS = [
    "transfer, v1",
    "transfer, paid by somebody else partly signed v0",
    "transfer with a priority fee and a memo, legacy",
    "three transfers, legacy",
    "tokens, legacy",
    "tokens of token-2022, legacy",
    "tokens to somebody without an account, legacy",
    "tokens in a batch, legacy",
    "unwrap, v0",
    "a swap's wrapping and unwrapping, v0",
    "SOL for tokens, partly signed v0",
    "tokens for SOL, v1",
    "tokens for tokens, legacy",
    "with three signers, partly signed legacy",
    "burn, legacy",
    "mint, legacy",
    "an account with a seed, legacy",
    "one's own nonce, legacy",
    "a stake made and delegated, legacy",
    "a stake stopped and emptied in part, legacy",
    "delegate approved, among twenty others v0",
    "token owner set, behind a lookup table with a nonce v0",
]
NAMES = [*CORPUS, "a collectible", "a router's swap", "two transactions", "a message", "bytes", "three messages", "a sign-in", "an off-chain message"]
# The agent writes the texts; what is the browser's is how it draws them.
IN_FIREFOX = ["SOL for tokens, partly signed v0", "delegate approved, among twenty others v0", "two transactions", "bytes", "a sign-in"]
CASES = [("chromium", name) for name in NAMES] + [("firefox", name) for name in IN_FIREFOX]
WAYS = {name: rest for name, *rest in corpus.cases()}


def of_corpus(name: str, world: corpus.World) -> bytes:
    _, way, instructions, signers = WAYS[name]
    return bytes(way.shown(way.build(world, instructions, signers)))


def collectible() -> bytes:
    """The only one of its mint, which knows no decimal places."""
    mint = Pubkey.from_bytes(bytes([90]) * 32)
    source, destination = (token.get_associated_token_address(person.pubkey(), mint) for person in (corpus.USER, corpus.FRIEND))
    params = corpus.given(models.TransferCheckedParams, TOKEN_PROGRAM_ID, source, mint, destination, corpus.USER.pubkey(), 1, 0)
    return unsigned(token.create_idempotent_associated_token_account(corpus.USER.pubkey(), corpus.FRIEND.pubkey(), mint), token.transfer_checked(params))


def routed() -> bytes:
    accounts = [AccountMeta(corpus.USER.pubkey(), True, True), AccountMeta(corpus.tokens(corpus.USER), False, True), AccountMeta(corpus.THIEF.pubkey(), False, False)]
    return unsigned(*corpus.wrap(corpus.SOL), Instruction(ROUTER, bytes(range(120)), accounts), corpus.unwrap())


def unsigned(*instructions: Instruction) -> bytes:
    return bytes(Transaction.new_unsigned(Message.new_with_blockhash(list(instructions), corpus.USER.pubkey(), Hash.new_unique())))


@cache
def the_world() -> corpus.World:
    return corpus.World()


def begin(desk: Desk, name: str) -> Call:
    """Has the site ask."""
    world, dapp = the_world(), desk.dapp
    transactions = {"a collectible": collectible, "a router's swap": routed}
    others = {
        "a message": lambda: dapp.sign_message("Welcome.\n\nYour order: 3 × tea.\nΓειά σου".encode()),
        "bytes": lambda: dapp.sign_message(bytes(range(90, 250))),
        "three messages": lambda: dapp.sign_message(b"one", b"two\nlines", bytes(range(128, 160))),
        "a sign-in": lambda: dapp.begin("signIn", inputs=[{"statement": "Welcome to the test.", "nonce": "12345678", "resources": ["https://example.com/terms"]}]),
        "an off-chain message": lambda: dapp.begin("signOffchainMessage", messages=["I agree."]),
        "two transactions": lambda: dapp.sign_transaction(of_corpus("transfer, v0", world), of_corpus("delegate approved, legacy", world)),
    }
    if name in others:
        return others[name]()
    return dapp.sign_transaction(transactions[name]() if name in transactions else of_corpus(name, world))


@pytest.fixture(scope="module")
def desk(seat: Seat):
    with sitting(seat) as desk:
        yield desk


def hold_alike(desk: Desk, name: str, begin: Callable[[], Call]) -> None:
    call = begin()
    window = desk.stage.approval()
    (request,) = desk.wallet.pending()
    drawn = in_browser(window)
    told = desk.told(request["id"])
    shown = told["shown"]

    assert shown["sentence"] and (name == "connecting" or shown["items"])
    # Of its two accounts the site would learn of the first, on every surface.
    assert [fact["value"].split()[0] for fact in shown["shares"]] == ([USER] if name == "connecting" else [])
    assert drawn == facts(shown)

    assert in_terminal(desk.wallet.run("review", request["id"]).stdout) == lines(shown)
    # A script reads the same review, by its hash, without the words.
    spelled = desk.wallet.json("review", request["id"])
    same = ("reviewHash", "decision", "reasons")
    assert [spelled[each] for each in same] == [told[each] for each in same]
    assert spelled["summary"]["digest"] == told["summary"]["digest"]
    assert name == "connecting" or len(spelled["review"]["items"]) == len(shown["items"])

    desk.wait_for_window()
    drawn = in_window(desk.session.unfolded())
    wanted = [f"your word: {WORD}", *labels(shown)]
    assert drawn[: len(wanted)] == wanted
    # Below it, at most why a press isn't enough.
    assert len(drawn) - len(wanted) <= 1

    desk.approve(request["id"])
    call.result()
    desk.stage.wait_for_rest()


@pytest.mark.parametrize(("browser_name", "name"), CASES, scope="session")
def test_a_request_says_the_same_on_every_surface_in_the_same_order(desk, name):
    desk.stage.sit()
    desk.clear()
    if not desk.dapp.begin("connect", silent=True).result():
        hold_alike(desk, "connecting", lambda: desk.dapp.begin("connect"))
        assert desk.dapp.accounts[0] == USER
    hold_alike(desk, name, lambda: begin(desk, name))


@pytest.mark.shared
def test_every_surface_says_how_long_what_is_sent_can_still_be_executed(seat):
    with LocalNode("--slot-ms", "400") as node, sitting(seat, "loopback") as desk:
        desk.wallet.use_nodes(node.url)
        node.control(set=USER, lamports=10 * corpus.SOL)
        node.advance(2)
        hold_alike(desk, "connecting", lambda: desk.dapp.begin("connect"))
        latest = node.ask("getLatestBlockhash", {"commitment": "processed"})["value"]["blockhash"]
        message = Message.new_with_blockhash([corpus.pay(corpus.FRIEND.pubkey(), corpus.SOL)], corpus.USER.pubkey(), Hash.from_string(latest))
        call = desk.dapp.begin("send", transactions=[spell(bytes(Transaction.new_unsigned(message)))], chain="solana:localnet", options={})

        window = desk.stage.approval()
        clock = window.evaluate("document.querySelector('.expiry').textContent")
        minutes, seconds = re.fullmatch(r"The transaction expires in about\s*(\d):(\d\d)", clock).groups()
        (request,) = desk.wallet.pending()
        said = r"sent right after you approve; expires in about (\d+) s"
        printed = re.search(rf"^  {said}$", desk.wallet.run("review", request["id"]).stdout, re.MULTILINE)
        desk.wait_for_window()
        shown = desk.told(request["id"])["shown"]
        # Behind the facts, before the transaction itself.
        place = len(labels(shown | {"items": []}))
        drawn = in_window(desk.session.unfolded())[1:]
        expiry = drawn.pop(place)
        assert drawn[: len(labels(shown))] == labels(shown)
        counted = [60 * int(minutes) + int(seconds), int(printed[1]), int(re.fullmatch(said, expiry)[1])]
        # A minute by the chain's rules; they were read one after the other.
        assert max(counted) - min(counted) < 20 and 20 < min(counted) and max(counted) <= 60, counted
        desk.approve(request["id"])
        assert call.result(60)
