"""What a site has had signed and keeps: Activity lists it, and makes void what stands on a nonce of the user's."""

import base64

import pytest
from browsers import wait_for
from dapp import DApp, unspell
from local_node import LocalNode
from seat import Seat
from solders.hash import Hash
from solders.message import Message
from solders.pubkey import Pubkey
from solders.system_program import AdvanceNonceAccountParams, TransferParams, advance_nonce_account, transfer
from solders.transaction import Transaction
from stage import Stage
from wallet_screens import SOL, Screens, press, says, stage_on

pytestmark = pytest.mark.shared

NONCE, OTHER = Pubkey(bytes([9]) * 32), Pubkey(bytes([8]) * 32)


@pytest.fixture(scope="module")
def node():
    with LocalNode("--slot-ms", "400") as node:
        yield node


@pytest.fixture(scope="module")
def reaching_stage(seat: Seat, node: LocalNode):
    with stage_on(seat, node) as stage:
        node.control(set=stage.wallet.public_key, lamports=10 * SOL)
        yield stage


@pytest.fixture
def screens(reaching_stage: Stage, node: LocalNode):
    reaching_stage.ensure_unlocked()
    yield Screens(reaching_stage, node)
    reaching_stage.tidy()


def durable(screens: Screens, nonce: Pubkey, authority: str) -> bytes:
    """A payment over a nonce that is put on the chain."""
    user, carol, value = Pubkey.from_string(screens.wallet.public_key), Pubkey.from_string(screens.carol), bytes(nonce)[::-1][:31] + b"\1"
    data = bytes([1, 0, 0, 0, 1, 0, 0, 0]) + bytes(Pubkey.from_string(authority)) + value + (5000).to_bytes(8, "little")
    screens.node.control(set=str(nonce), lamports=1_500_000, data=base64.b64encode(data).decode())
    advance = advance_nonce_account(AdvanceNonceAccountParams(nonce_pubkey=nonce, authorized_pubkey=Pubkey.from_string(authority)))
    pay = transfer(TransferParams(from_pubkey=user, to_pubkey=carol, lamports=SOL // 4))
    return bytes(Transaction.new_unsigned(Message.new_with_blockhash([advance, pay], user, Hash(value))))


def test_a_transaction_that_a_site_keeps_is_listed_and_made_void(screens):
    dapp = DApp.connected(screens.stage)
    call = dapp.sign_transaction(durable(screens, NONCE, screens.wallet.public_key))
    screens.stage.approve()
    (output,) = call.result(60)
    kept = base64.b64encode(unspell(output["signedTransaction"])).decode()
    call = dapp.sign_transaction(durable(screens, OTHER, screens.carol))
    screens.stage.approve()
    call.result(60)
    screens.node.advance(2)

    popup = screens.open("Activity")
    says(popup, "Signed and can still be sent: 2")
    screens.stage.picture(popup, "outstanding")
    popup.evaluate("document.querySelector('.outstanding > summary').click()")
    says(popup, "Can be sent at any time until you make it void.")
    says(popup, "You can't take it back: only " + screens.carol)
    says(popup, "You can advance this nonce")
    words = popup.evaluate("document.querySelector('.outstanding').innerText")
    assert "0.25 SOL" in words and str(NONCE) in words and words.count("Make void") == 1
    screens.stage.picture(popup, "outstanding-unfolded")

    press(popup, "Make void", within=".outstanding")
    wait_for(screens.wallet.pending, "it waits in the queue")
    screens.stage.approve(popup)
    says(popup, "The signed transaction can't be executed any more.", timeout=60)
    screens.stage.picture(popup, "outstanding-void")
    listed = screens.wallet.json("outstanding")["entries"]
    assert [entry["void"] for entry in listed] == ["foreign"]
    before = screens.held(screens.carol)
    with pytest.raises(KeyError):
        screens.node.ask("sendTransaction", kept, {"encoding": "base64"})
    screens.node.advance(2)
    assert screens.held(screens.carol) == before
