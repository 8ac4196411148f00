"""A program that behaves while it is simulated: what the user sees of a guarded transaction, and what the chain makes of it."""

import base64
import contextlib
import struct
import time

import pytest
from browsers import wait_for
from dapp import PAGES, DApp, spell, unspell
from desk import SOL, TITLE, funded, proof
from desktop_session import Session
from local_node import LocalNode
from plan_program import Plan, Step, program
from seat import Seat
from setup_screens import nodes, texts, tick
from solders.hash import Hash
from solders.instruction import AccountMeta, Instruction
from solders.keypair import Keypair
from solders.message import MessageV0
from solders.pubkey import Pubkey
from solders.signature import Signature
from solders.transaction import VersionedTransaction
from spl.token.constants import TOKEN_PROGRAM_ID
from spl.token.instructions import get_associated_token_address
from stage import Stage

pytestmark = pytest.mark.shared

SYSTEM = Pubkey.default()
SHOP, STATE, THIEF = (Keypair.from_seed(bytes([number]) * 32).pubkey() for number in (71, 72, 73))
# What it takes and gives where it behaves, and what it takes besides where it doesn't.
PRICE, GOODS, LOOT = SOL // 5, 20_000_000, 3 * SOL


def lamports(source: int, to: int, amount: int, when: int) -> Step:
    return Step(0, 4, 0, ((source, True, True), (to, False, True)), struct.pack("<IQ", 2, amount), when)


def plan(mode: int, price: int = PRICE) -> Plan:
    """The user pays the price and gets the goods; in mode 1 the thief takes the loot too."""
    made = Plan(SHOP, mode)
    made.address("vault")
    goods = Step(0, 5, 0, ((6, False, True), (7, False, False), (8, False, True), (9, True, False)), struct.pack("<BQB", 12, GOODS, 6))
    made.scripts.append((b"buy\0\0\0\0\0", [lamports(1, 2, price, 0), goods, lamports(1, 3, LOOT, 2)]))
    return made


class Chain:
    def __init__(self, node: LocalNode):
        self.node = node
        node.control(program=str(SHOP), elf=base64.b64encode(program()).decode())
        node.control(set=str(THIEF), lamports=SOL)
        self.vault = plan(0).address("vault")
        node.control(mint="USDX", to=str(self.vault), amount=10 * GOODS)
        self.behave()

    def behave(self, mode: int = 0, price: int = PRICE) -> None:
        self.node.control(set=str(STATE), lamports=SOL, owner=str(SHOP), data=base64.b64encode(bytes(plan(mode, price))).decode())
        self.node.advance(2)

    def balance(self, address: str | Pubkey) -> int:
        return self.node.ask("getBalance", str(address), {"commitment": "processed"})["value"]

    def tokens(self, owner: Pubkey) -> int:
        mint = Pubkey.from_string(self.node.seeded["mints"]["USDX"]["address"])
        account = str(get_associated_token_address(owner, mint))
        return int(self.node.ask("getTokenAccountBalance", account, {"commitment": "processed"})["value"]["amount"])

    def purchase(self, user: Pubkey) -> VersionedTransaction:
        bob = Pubkey.from_string(self.node.seeded["accounts"]["bob"]["publicKey"])
        mint = Pubkey.from_string(self.node.seeded["mints"]["USDX"]["address"])
        source, target = (get_associated_token_address(owner, mint) for owner in (self.vault, user))
        places = [(STATE, False), (user, True), (bob, True), (THIEF, True), (SYSTEM, False), (TOKEN_PROGRAM_ID, False), (source, True), (mint, False), (target, True), (self.vault, False)]
        metas = [AccountMeta(address, address == user, is_writable) for address, is_writable in places]
        latest = self.node.ask("getLatestBlockhash", {"commitment": "processed"})["value"]["blockhash"]
        message = MessageV0.try_compile(user, [Instruction(SHOP, b"buy\0\0\0\0\0", metas)], [], Hash.from_string(latest))
        return VersionedTransaction.populate(message, [Signature.default()])


@pytest.fixture(scope="module")
def node():
    with LocalNode("--slot-ms", "400", "--endpoints", "2") as node:
        yield node


@pytest.fixture(scope="module")
def desk(seat: Seat, node: LocalNode):
    """Of a user with the usual policy and two nodes."""
    with funded(seat, node, *(each["url"] for each in node.seeded["endpoints"])) as (stage, session):
        # What it knows: tokens of the kind that it gets.
        node.control(mint="USDX", to=stage.wallet.public_key, amount=1_000_000)
        node.advance(2)
        yield stage, session


@pytest.fixture
def scene(desk: tuple[Stage, Session], node: LocalNode):
    stage, session = desk
    stage.ensure_unlocked()
    chain = Chain(node)
    dapp = DApp.connected(stage, stage.site(PAGES).origin)
    yield stage, session, chain, dapp, Pubkey.from_string(stage.wallet.public_key)
    stage.tidy()


def shown(session: Session) -> str:
    def words() -> str | None:
        session.display.wait_for_window(TITLE)
        if (tree := session.glance()) is None:
            return None
        found = " ".join(texts(tree))
        # The window before it tells for a while that its request was decided elsewhere.
        return None if "Your answer changed nothing" in found else found

    found = wait_for(words, "a window that asks")
    session.display.picture("guards-window")
    return found


def dismissed(session: Session) -> None:
    """Closes a window that came after its request was decided: it tells that for a while, and would stand before the next."""
    end = time.monotonic() + 3
    while time.monotonic() < end:
        if session.display.shows(TITLE):
            tree = session.glance()
            if tree and any((node["role"], node["name"]) == ("push button", "OK") for node in nodes(tree)):
                with contextlib.suppress(AssertionError):
                    session.press("OK")
        time.sleep(0.2)


def says(session: Session, words: str) -> None:
    """Waits until the window says it; one can follow another, and there is none to read in between."""

    def found() -> bool:
        tree = session.glance()
        return tree is not None and words in " ".join(texts(tree))

    wait_for(found, f"the window says {words!r}")


def test_what_an_unknown_program_takes_is_held_by_the_chain_and_needs_no_passphrase(scene):
    stage, session, chain, dapp, user = scene
    call = dapp.sign_transaction(chain.purchase(user))
    words = shown(session)
    assert "the chain refuses it if you would lose more than this" in words
    assert "Passphrase:" not in words
    session.press("Approve")
    (output,) = call.result(60)
    signed = VersionedTransaction.from_bytes(unspell(output["signedTransaction"]))
    first, *guards = signed.message.instructions
    assert bytes(first.data) == b"buy\0\0\0\0\0" and guards
    before, stolen = chain.balance(user), chain.balance(THIEF)
    # Now it counts.
    chain.behave(1)
    encoded = base64.b64encode(bytes(signed)).decode()
    outcome = chain.node.ask("simulateTransaction", encoded, {"encoding": "base64", "sigVerify": True, "commitment": "processed"})["value"]
    assert outcome["err"] == {"InstructionError": [1, {"Custom": 1}]}, "the guard fails it"
    chain.node.ask("sendTransaction", encoded, {"encoding": "base64", "skipPreflight": True})
    chain.node.advance(4)
    assert chain.balance(THIEF) == stolen
    # The fee of a transaction that fails.
    assert before - chain.balance(user) <= 50_000
    # A moment before, it would have gone through.
    chain.behave()


def test_a_purchase_that_behaves_is_sent_with_its_guards(scene):
    stage, session, chain, dapp, user = scene
    before, stolen = chain.balance(user), chain.balance(THIEF)
    call = dapp.begin("send", transactions=[spell(bytes(chain.purchase(user)))], chain="solana:localnet", options={})
    words = shown(session)
    assert "You pay at most" in words and "the chain refuses it" in words
    session.press("Approve")
    assert call.result(60)
    assert PRICE <= before - chain.balance(user) <= PRICE + 50_000
    assert chain.balance(THIEF) == stolen


def test_one_that_turns_while_it_is_shown_is_not_sent(scene):
    stage, session, chain, dapp, user = scene
    before, stolen = chain.balance(user), chain.balance(THIEF)
    call = dapp.begin("send", transactions=[spell(bytes(chain.purchase(user)))], chain="solana:localnet", options={})
    shown(session)
    chain.behave(1)
    session.press("Approve")
    # The last look fails by the guard, and the user is asked anew, with the passphrase.
    assert not call.settled
    (request,) = stage.wallet.pending()
    stage.wallet.run("reject", request["id"])
    assert call.refusal(60).code == 4001
    assert (chain.balance(user), chain.balance(THIEF)) == (before, stolen)
    dismissed(session)


def test_within_the_allowance_the_browser_decides_what_the_chain_bounds(scene):
    stage, session, chain, dapp, user = scene
    chain.behave(price=SOL // 100)
    # A site's first signature is the window's.
    first = dapp.begin("send", transactions=[spell(bytes(chain.purchase(user)))], chain="solana:localnet", options={})
    shown(session)
    session.press("Approve")
    assert first.result(60)
    stage.wait_for_rest()
    before = chain.balance(user)
    call = dapp.begin("send", transactions=[spell(bytes(chain.purchase(user)))], chain="solana:localnet", options={})
    surface = stage.approval()
    wait_for(lambda: surface.can_click("button", "Approve"), "it can be pressed")
    assert "the chain refuses it if you would lose more than this" in surface.words()
    stage.picture(surface, "guards-popup")
    surface.run("await new Promise((resolve) => setTimeout(resolve, 700))")
    surface.click("button", "Approve")
    assert call.result(60)
    assert not session.display.shows(TITLE)
    assert SOL // 100 <= before - chain.balance(user) <= SOL // 100 + 50_000


def guards(stage: Stage, *words: str) -> None:
    stage.wallet.run("policy", "guards", *words, *proof(stage.wallet))


def with_passphrase(stage: Stage, session: Session) -> None:
    # One window can follow another here, and a press counts once it can have been read.
    session.display.focus(TITLE)
    time.sleep(0.7)
    session.display.type(stage.wallet.passphrase)
    session.display.press("Return")


def test_a_site_for_which_guards_are_off_gets_what_it_built_and_the_window_says_so(scene):
    stage, session, chain, dapp, user = scene
    guards(stage, "--off", dapp.origin)
    asked = bytes(chain.purchase(user))
    call = dapp.sign_transaction(asked)
    words = shown(session)
    assert "you turned guards off for this site" in words and "the chain refuses it" not in words
    # Nothing holds it, so a press isn't enough.
    assert "Passphrase:" in words
    with_passphrase(stage, session)
    (output,) = call.result(60)
    assert unspell(output["signedTransaction"])[65:] == asked[65:]
    stage.wait_for_rest()
    # Less is let through without the passphrase, from anywhere.
    stage.wallet.run("policy", "guards", "--on", dapp.origin)
    again = dapp.sign_transaction(chain.purchase(user))
    assert "the chain refuses it if you would lose more than this" in shown(session)
    session.press("Approve")
    (output,) = again.result(60)
    assert len(unspell(output["signedTransaction"])) > len(asked)


def test_a_site_that_asks_again_at_once_is_offered_to_be_left_without_guards(scene):
    stage, session, chain, _, user = scene
    dapp = DApp.stranger(stage)
    first = dapp.sign_transaction(chain.purchase(user))
    assert "refuse guarded transactions" not in shown(session)
    session.press("Approve")
    assert first.result(60)
    stage.wait_for_rest()
    # With the newest blockhash, as a site asks that was not content with what it got.
    chain.node.advance(3)
    asked = bytes(chain.purchase(user))
    call = dapp.sign_transaction(asked)
    words = shown(session)
    assert "this site may refuse guarded transactions" in words and "the chain refuses it" in words
    session.display.picture("guards-refused")
    tick(session, "Turn guards off for this site")
    session.press("Approve")
    says(session, "Enter your passphrase to turn guards off")
    with_passphrase(stage, session)
    # What is signed is shown first, as it is then.
    says(session, "you turned guards off for this site")
    with_passphrase(stage, session)
    (output,) = call.result(60)
    assert unspell(output["signedTransaction"])[65:] == asked[65:]
    (listed,) = [each for each in stage.wallet.json("origins") if each["origin"] == dapp.origin]
    assert listed["guards"] is False


def test_several_transactions_are_called_unguarded(scene):
    stage, session, chain, dapp, user = scene
    call = dapp.sign_transaction(chain.purchase(user), chain.purchase(user))
    assert "the site asks for several transactions at once" in shown(session)
    (request,) = stage.wallet.pending()
    stage.wallet.run("reject", request["id"])
    assert call.refusal(60).code == 4001
    dismissed(session)


def test_what_arrives_is_held_to_the_tolerance_that_the_user_sets(scene):
    stage, session, chain, dapp, user = scene
    before = chain.tokens(user)
    for percent, least in (("0%", GOODS), ("10", GOODS * 9 // 10)):
        guards(stage, "--tolerance", percent)
        call = dapp.sign_transaction(chain.purchase(user))
        shown(session)
        session.press("Approve")
        (output,) = call.result(60)
        held = [bytes(each.data) for each in VersionedTransaction.from_bytes(unspell(output["signedTransaction"])).message.instructions]
        # The Token program's transfer of the rest to itself.
        assert b"\3" + (before + least).to_bytes(8, "little") in held
        stage.wait_for_rest()
    stage.wallet.run("policy", "guards", "--tolerance", "1%")
