"""An honest day within budgets: how many presses, windows and passphrases ten swaps, three purchases, five sends and four sign-ins take."""

import base64
import struct

import pytest
from browsers import wait_for
from dapp import PAGES, DApp, spell
from desk import TITLE
from desktop_session import X11, Session
from local_node import LocalNode
from plan_program import Plan, Step, program
from seat import Seat
from setup_screens import texts
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
from wallet import Wallet
from wallet_screens import SOL, Screens, press, says

pytestmark = pytest.mark.shared

MARKET, STATE = (Keypair.from_seed(bytes([number]) * 32).pubkey() for number in (81, 82))
SWAPPED, BOUGHT, PRICE, SENT = SOL // 2, 100_000_000, SOL // 4, "0.01"
# The instruction's accounts, by their places.
ACCOUNTS = USER, POOL_STATE, TILL, SYSTEM, TOKENS, POOL, MINT, MINE, VAULT = range(9)


def tokens(source: int, target: int, signer: int, amount: int) -> Step:
    return Step(0, TOKENS, 0, ((source, False, True), (MINT, False, False), (target, False, True), (signer, True, False)), struct.pack("<BQB", 12, amount, 6))


class Market:
    """A program that nobody knows: it sells tokens for SOL, SOL for tokens, and goods."""

    def __init__(self, node: LocalNode, user: Pubkey):
        self.node, self.user = node, user
        plan = Plan(MARKET)
        self.vault = plan.address("vault")
        paid = (USER, True, True), (TILL, False, True)
        plan.scripts += [
            (b"buy\0\0\0\0\0", [Step(0, SYSTEM, 0, paid, struct.pack("<IQ", 2, SWAPPED)), tokens(POOL, MINE, VAULT, BOUGHT)]),
            (b"sell\0\0\0\0", [tokens(MINE, POOL, USER, BOUGHT), Step(1, POOL_STATE, USER, (), struct.pack("<Q", SWAPPED))]),
            (b"shop\0\0\0\0", [Step(0, SYSTEM, 0, paid, struct.pack("<IQ", 2, PRICE)), tokens(POOL, MINE, VAULT, 1_000_000)]),
        ]
        node.control(program=str(MARKET), elf=base64.b64encode(program()).decode())
        node.control(mint="USDX", to=str(self.vault), amount=100 * BOUGHT)
        node.control(set=str(STATE), lamports=100 * SOL, owner=str(MARKET), data=base64.b64encode(bytes(plan)).decode())
        node.advance(2)

    def asks(self, what: bytes) -> str:
        till = Pubkey.from_string(self.node.seeded["accounts"]["bob"]["publicKey"])
        mint = Pubkey.from_string(self.node.seeded["mints"]["USDX"]["address"])
        pool, mine = (get_associated_token_address(owner, mint) for owner in (self.vault, self.user))
        places = [self.user, STATE, till, Pubkey.default(), TOKEN_PROGRAM_ID, pool, mint, mine, self.vault]
        metas = [AccountMeta(key, place == USER, place in (USER, POOL_STATE, TILL, POOL, MINE)) for place, key in enumerate(places)]
        latest = self.node.ask("getLatestBlockhash", {"commitment": "processed"})["value"]["blockhash"]
        message = MessageV0.try_compile(self.user, [Instruction(MARKET, what.ljust(8, b"\0"), metas)], [], Hash.from_string(latest))
        return spell(bytes(VersionedTransaction.populate(message, [Signature.default()])))


class Hand:
    """The user's, which presses where it is asked to and counts."""

    def __init__(self, stage: Stage, session: Session):
        self.stage, self.session = stage, session
        self.presses = self.windows = self.passphrases = 0

    def approve(self) -> None:
        """In the popup or in Sidekey's window, whichever asks."""
        wait_for(lambda: self.stage.approvals() or self.session.display.shows(TITLE), "something asks")
        if self.session.display.shows(TITLE):
            return self._in_window()
        surface = self.stage.approval()
        wait_for(lambda: surface.can_click("button", "Approve") or self.session.display.shows(TITLE), "it can be pressed")
        if self.session.display.shows(TITLE):
            return self._in_window()
        surface.run("await new Promise((resolve) => setTimeout(resolve, 700))")
        self.presses += 1
        surface.click("button", "Approve")

    def _in_window(self) -> None:
        self.presses += 1
        self.windows += 1
        if "Passphrase:" not in texts(self.session.tree()):
            return self.session.press("Approve")
        self.passphrases += 1
        self.session.display.type(self.stage.wallet.passphrase)
        self.session.display.press("Return")


@pytest.fixture(scope="module")
def node():
    with LocalNode("--slot-ms", "400", "--endpoints", "2") as node:
        yield node


@pytest.fixture(scope="module")
def desk(seat: Seat, node: LocalNode):
    """Of a user with the usual policy, two nodes and a budget for one site."""
    with X11() as display, Session(display) as session, Wallet(network="loopback") as wallet, pytest.MonkeyPatch.context() as patch:
        patch.setenv("DISPLAY", display.name)
        wallet.bus = session.address
        wallet.create("risky")
        files = ["--passphrase-file", str(wallet.passphrase_file)]
        wallet.run("policy", "set", "--session", "3600", *files)
        wallet.unlock()
        wallet.use_nodes(*(each["url"] for each in node.seeded["endpoints"]))
        wallet.run("contacts", "add", node.seeded["accounts"]["carol"]["publicKey"], "Carol", *files)
        node.control(set=wallet.public_key, lamports=20 * SOL)
        node.control(mint="USDX", to=wallet.public_key, amount=10 * BOUGHT)
        node.advance(2)
        with Stage(seat, wallet) as stage:
            yield stage, session


def test_a_day_within_budgets_takes_one_press_a_transaction_and_no_passphrase(desk, node: LocalNode):
    stage, session = desk
    stage.ensure_unlocked()
    market = Market(node, Pubkey.from_string(stage.wallet.public_key))
    hand, screens = Hand(stage, session), Screens(stage, node)
    dapp = DApp.connected(stage, stage.site(PAGES).origin)
    mint = node.seeded["mints"]["USDX"]["address"]
    spend = ["--spend", "6 SOL/24h", "--spend", f"{5 * BOUGHT} {mint}/24h"]
    stage.wallet.run("policy", "limit", "--site", dapp.origin, *spend, "--passphrase-file", str(stage.wallet.passphrase_file))

    def trade(what: bytes) -> None:
        call = dapp.begin("send", transactions=[market.asks(what)], chain="solana:localnet", options={})
        hand.approve()
        assert call.result(60)
        stage.wait_for_rest()

    def send() -> None:
        popup = screens.open("Send")
        popup.fill("To", "carol")
        popup.fill("Amount", SENT)
        press(popup, "Preview", within="form")
        says(popup, "Total")
        press(popup, "Send", within=".preview")
        wait_for(stage.wallet.pending, "it waits in the queue")
        hand.presses += 1
        stage.approve(popup)
        says(popup, "Sent and confirmed", timeout=60)
        # As one does once another window has the keyboard: it would show what is asked next.
        popup.close()

    def sign_in(nonce: str) -> None:
        call = dapp.begin("signIn", inputs=[{"statement": "Good morning.", "nonce": nonce}])
        hand.approve()
        assert call.result(60)
        stage.wait_for_rest()

    sign_ins = iter(f"1234567{digit}" for digit in range(4))
    sign_in(next(sign_ins))
    for _ in range(5):
        trade(b"buy")
        trade(b"sell")
        send()
    for _ in range(3):
        trade(b"shop")
        sign_in(next(sign_ins))

    acts = 10 + 3 + 5 + 4
    assert hand.presses <= 1.2 * acts
    # The site's first signature is the window's; everything else is the popup's.
    assert (hand.presses, hand.windows, hand.passphrases) == (acts, 1, 0)
    assert stage.wallet.pending() == []
