"""The presses of everyday acts, once the session is open, and where the user makes them."""

import base58
import pytest
from browsers import wait_for
from dapp import PAGES, DApp, spell
from desk import SOL, TITLE, funded
from desktop_session import Session
from local_node import LocalNode
from seat import Seat
from setup_screens import texts
from solders.hash import Hash
from solders.instruction import Instruction
from solders.keypair import Keypair
from solders.message import MessageV0, to_bytes_versioned
from solders.pubkey import Pubkey
from solders.signature import Signature
from solders.system_program import TransferParams, transfer
from solders.transaction import VersionedTransaction
from spl.token import instructions as token
from spl.token import models
from spl.token.constants import TOKEN_PROGRAM_ID
from stage import Stage

pytestmark = pytest.mark.shared


class Hands:
    """A user's, which count what they do."""

    def __init__(self, stage: Stage, session: Session):
        self.stage, self.session = stage, session
        self.in_page = self.in_browser = self.in_window = self.typed = 0

    def press_in_page(self, dapp: DApp, name: str, **parameters: object):
        self.in_page += 1
        return dapp.begin(name, **parameters)

    def approve_in_browser(self) -> None:
        surface = self.stage.approval()
        wait_for(lambda: surface.can_click("button", "Approve"), "it can be pressed")
        surface.run("await new Promise((resolve) => setTimeout(resolve, 700))")
        self.in_browser += 1
        surface.click("button", "Approve")

    def approve_in_window(self) -> None:
        """With the passphrase where the window asks for one; Enter in its field is the press then."""
        self.session.display.wait_for_window(TITLE)
        self.in_window += 1
        if "Passphrase:" not in texts(self.session.tree()):
            return self.session.press("Approve")
        self.typed += 1
        self.session.display.type(self.stage.wallet.passphrase)
        self.session.display.press("Return")

    @property
    def counted(self) -> dict[str, int]:
        return {"page": self.in_page, "browser": self.in_browser, "window": self.in_window, "passphrases": self.typed}


@pytest.fixture(scope="module")
def node():
    with LocalNode("--slot-ms", "400") as node:
        yield node


@pytest.fixture(scope="module")
def desk(seat: Seat, node: LocalNode):
    """Of a user with the usual policy."""
    with funded(seat, node, node.url) as desk:
        yield desk


@pytest.fixture
def hands(desk: tuple[Stage, Session]):
    stage, session = desk
    stage.ensure_unlocked()
    yield Hands(stage, session)
    stage.tidy()


def payment(user: Pubkey, node: LocalNode) -> list[Instruction]:
    """More than the browser may approve, and less than presses may let out in a day."""
    other = Pubkey.from_string(node.seeded["accounts"]["bob"]["publicKey"])
    return [transfer(TransferParams(from_pubkey=user, to_pubkey=other, lamports=SOL // 2))]


def swap(user: Pubkey, node: LocalNode) -> list[Instruction]:
    """The same SOL for 5 USDX of the other's."""
    other, mint = (Pubkey.from_string(each) for each in (node.seeded["accounts"]["bob"]["publicKey"], node.seeded["mints"]["USDX"]["address"]))
    for owner, amount in ((other, 25_000_000), (user, 1_000_000)):
        node.control(mint="USDX", to=str(owner), amount=amount)
    node.advance(2)
    source, target = (token.get_associated_token_address(owner, mint) for owner in (other, user))
    given = models.TransferCheckedParams(program_id=TOKEN_PROGRAM_ID, source=source, mint=mint, dest=target, owner=other, amount=5_000_000, decimals=6)
    return [*payment(user, node), token.transfer_checked(given)]


def signed_by_other(steps: list[Instruction], user: Pubkey, node: LocalNode) -> str:
    """As the site hands it over."""
    latest = node.ask("getLatestBlockhash", {"commitment": "processed"})["value"]["blockhash"]
    message = MessageV0.try_compile(user, steps, [], Hash.from_string(latest))
    signatures = [Signature.default()]
    if message.header.num_required_signatures > 1:
        other = Keypair.from_bytes(base58.b58decode(node.seeded["accounts"]["bob"]["secretKey"]))
        signatures.append(other.sign_message(to_bytes_versioned(message)))
    return spell(bytes(VersionedTransaction.populate(message, signatures)))


def test_connecting_takes_one_press(hands):
    dapp = DApp.open(hands.stage, hands.stage.site(PAGES).origin)
    call = hands.press_in_page(dapp, "connect")
    hands.approve_in_browser()
    assert call.result()
    assert hands.counted == {"page": 1, "browser": 1, "window": 0, "passphrases": 0}


@pytest.mark.parametrize(("steps", "passphrases"), [(payment, 0), (swap, 0)], ids=["a payment", "a swap"])
def test_what_the_window_decides_takes_one_press_there(hands, node, steps, passphrases):
    """Tokens that arrive have none to lose, so a swap takes no more than a payment."""
    dapp = DApp.connected(hands.stage, hands.stage.site(PAGES).origin)
    user = Pubkey.from_string(hands.stage.wallet.public_key)
    transaction = signed_by_other(steps(user, node), user, node)
    call = hands.press_in_page(dapp, "send", transactions=[transaction], chain="solana:localnet", options={})
    hands.approve_in_window()
    assert call.result(60)
    assert hands.counted == {"page": 1, "browser": 0, "window": 1, "passphrases": passphrases}
    hands.stage.wait_for_rest()
    assert not hands.session.display.shows(TITLE)
