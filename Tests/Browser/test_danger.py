"""The dangerous path: what a rule warns of is named, takes the passphrase wherever it is decided, and what nobody should sign can't be approved."""

import re
import time

import pytest
from browsers import Appearance, wait_for
from dapp import DApp, unspell
from solders.hash import Hash
from solders.instruction import AccountMeta, Instruction
from solders.keypair import Keypair
from solders.message import Message, MessageV0
from solders.pubkey import Pubkey
from solders.system_program import AssignParams, TransferParams, assign, transfer
from solders.transaction import Transaction, VersionedTransaction
from stage import POPUP

pytestmark = pytest.mark.shared

TOKEN = Pubkey.from_string("TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA")
STRANGER = Pubkey.from_string("8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR9")
FIELD = "document.querySelector('.unlocking:not([hidden]) input')"
MORE = "Dangerous requests need your passphrase."


def signer(stage) -> Pubkey:
    return Pubkey.from_string(stage.wallet.public_key)


def unsigned(stage, *instructions: Instruction) -> bytes:
    message = Message.new_with_blockhash(list(instructions), signer(stage), Hash.new_unique())
    return bytes(Transaction.new_unsigned(message))


def delegation(stage, amount: int = 2**64 - 1) -> Instruction:
    """Token's `Approve`: a stranger may take everything later."""
    metas = [
        AccountMeta(Pubkey.new_unique(), is_signer=False, is_writable=True),
        AccountMeta(STRANGER, is_signer=False, is_writable=False),
        AccountMeta(signer(stage), is_signer=True, is_writable=False),
    ]
    return Instruction(TOKEN, bytes([4]) + amount.to_bytes(8, "little"), metas)


def payment(stage) -> Instruction:
    return transfer(TransferParams(from_pubkey=signer(stage), to_pubkey=Keypair().pubkey(), lamports=1))


@pytest.fixture
def dapp(stage):
    return DApp.connected(stage)


def stays_shut(window) -> bool:
    """Returns whether Approve can't be clicked, also when the guard's half second is long over."""
    time.sleep(0.8)
    return window.has("button", "Approve") and not window.can_click("button", "Approve")


def test_a_danger_is_named_and_takes_the_passphrase_in_an_open_session(stage, dapp):
    call = dapp.sign_transaction(unsigned(stage, payment(stage), delegation(stage)))
    window = stage.approval()
    assert "Danger" in window.words() and "18446744073709551615" in re.sub(r"[\s,.]", "", window.words())
    assert MORE in window.words()
    stage.picture(window, "approval-danger")
    assert stays_shut(window)
    assert not window.has("button", "Unlock")
    window.fill("Passphrase", "another one")
    window.click("button", "Approve")
    window.wait_until("document.body.innerText.includes('passphrase is wrong') || document.querySelector('.problem').textContent !== ''")
    assert len(stage.wallet.pending()) == 1
    stage.approve(window)
    assert Transaction.from_bytes(unspell(call.result()[0]["signedTransaction"])).verify() is None


# True if the user sees the beginning of the first element of a selector without scrolling: two lines, or all of it, with nothing over it.
IN_SIGHT = """(selector) => {
    const found = document.querySelector(selector);
    if (!found) return false;
    const { left, right, top, bottom } = found.getBoundingClientRect();
    const end = Math.min(bottom, top + 44);
    return [top + 2, (top + end) / 2, end - 2].every((y) => found.contains(document.elementFromPoint((left + right) / 2, y)));
}"""


@pytest.mark.parametrize("surface_name", ["window", "popup"])
def test_dangers_are_in_sight_where_several_wait(stage, surface_name):
    # Of its own: a site that is rejected three times has to wait, and the tests after this one would with it.
    dapp = DApp.stranger(stage)
    calls = [dapp.sign_transaction(unsigned(stage, *instructions)) for instructions in ([payment(stage)], [delegation(stage)], [payment(stage)])]
    window = stage.approval()
    wait_for(lambda: len(stage.wallet.pending()) == 3, "all wait")
    if surface_name == "popup":
        window = stage.browser.open(stage.browser.extension_url(stage.extension, POPUP))
    window.appear(Appearance(width=384 if surface_name == "window" else 360, height=600))
    window.wait_until("document.querySelectorAll('.waiting .entry').length === 3 && document.querySelector('.request .does') !== null")
    # It isn't the one in view, and is told of all the same.
    window.wait_until("document.querySelector('.waiting .level.danger') !== null")
    danger = "document.querySelector('.waiting .level.danger')"
    assert window.evaluate(f"{danger}.innerText.startsWith('Danger: ') && {danger}.title.includes('may take')") and window.evaluate(IN_SIGHT, ".waiting .level.danger")
    assert not window.evaluate("document.querySelector('.request .finding.danger') !== null")
    stage.picture(window, f"{surface_name}-queue-danger-behind")
    window.run(f"{danger}.closest('button').click()")
    window.wait_until("document.querySelector('.request .finding.danger') !== null")
    window.run("await new Promise((resolve) => setTimeout(resolve, 700))")
    stage.picture(window, f"{surface_name}-queue-danger")
    assert window.evaluate(IN_SIGHT, ".waiting [aria-current] .level.danger") and window.evaluate(IN_SIGHT, ".request .finding.danger")
    first = "document.querySelector('.request .finding.danger').compareDocumentPosition(document.querySelector('.request .review')) & Node.DOCUMENT_POSITION_FOLLOWING"
    assert window.evaluate(f"Boolean({first})")
    stage.wallet.run("reject", *[request["id"] for request in stage.wallet.pending()][:1])
    window.click("button", "Reject all")
    assert [call.refusal().code for call in calls] == [4001] * 3


def test_a_danger_is_rejected_without_a_passphrase(stage, dapp):
    call = dapp.sign_transaction(unsigned(stage, delegation(stage)))
    window = stage.approval()
    assert stays_shut(window)
    stage.reject(window)
    assert call.refusal().code == 4001


def test_a_danger_among_honest_transactions_takes_the_passphrase_for_all(stage, dapp):
    honest = [unsigned(stage, payment(stage)) for _ in range(2)]
    call = dapp.sign_transaction(honest[0], unsigned(stage, delegation(stage)), honest[1])
    window = stage.approval()
    assert MORE in window.words()
    assert stays_shut(window)
    stage.picture(window, "approval-danger-among-others")
    stage.approve(window)
    assert len(call.result()) == 3


def test_a_locked_wallet_takes_one_passphrase_for_both(stage, dapp):
    call = dapp.sign_transaction(unsigned(stage, delegation(stage)))
    window = stage.approval()
    stage.wallet.lock()
    window.wait_until(f"{FIELD} !== null")
    assert stays_shut(window)
    window.fill("Passphrase", stage.wallet.passphrase)
    stage.picture(window, "approval-danger-locked")
    stage.approve(window)
    assert call.result()[0]["signedTransaction"]
    assert stage.wallet.status["vault"] == "unlocked"


def test_the_toolbar_popup_asks_for_it_too(stage, dapp):
    call = dapp.sign_transaction(unsigned(stage, delegation(stage)))
    stage.approval()
    popup = stage.popup()
    popup.wait_until(f"{FIELD} !== null")
    assert stays_shut(popup)
    stage.picture(popup, "popup-danger")
    stage.approve(popup)
    assert call.result()[0]["signedTransaction"]


def test_the_command_line_takes_the_passphrase_of_a_wallet_that_needs_none(stage, dapp):
    call = dapp.sign_transaction(unsigned(stage, delegation(stage)))
    stage.approval()
    (waiting,) = [request["id"] for request in stage.wallet.pending()]
    refused = stage.wallet.run("approve", waiting, "--yes", check=False)
    assert refused.returncode == 3 and "passphrase" in refused.stderr
    assert [request["id"] for request in stage.wallet.pending()] == [waiting]
    stage.wallet.run("approve", waiting, "--yes", "--passphrase-file", str(stage.wallet.passphrase_file))
    assert call.result()[0]["signedTransaction"]


def test_what_nobody_should_sign_has_no_yes(stage, dapp):
    theft = assign(AssignParams(pubkey=signer(stage), owner=STRANGER))
    message = MessageV0.try_compile(signer(stage), [payment(stage), theft], [], Hash.new_unique())
    call = dapp.sign_transaction(bytes(VersionedTransaction.populate(message, [Keypair().sign_message(b"")])))
    window = stage.approval()
    window.wait_until("document.body.innerText.includes('Forbidden')")
    stage.picture(window, "approval-forbidden")
    for name in ["Approve", "Open Sidekey's window"]:
        assert not window.has("button", name)
    assert window.evaluate(f"{FIELD} === null")
    (waiting,) = [request["id"] for request in stage.wallet.pending()]
    proof = ["--yes", "--passphrase-file", str(stage.wallet.passphrase_file)]
    refused = stage.wallet.run("approve", waiting, *proof, check=False)
    assert refused.returncode == 10 and "signing it is never safe" in refused.stderr
    stage.reject(window)
    assert call.refusal().code == 4001


def test_by_default_a_danger_is_decided_outside_the_browser(fresh_stage):
    dapp = DApp.connected(fresh_stage)
    proof = ["--passphrase-file", str(fresh_stage.wallet.passphrase_file)]
    fresh_stage.wallet.run("policy", "set", "--approvals", "risky", *proof)
    call = dapp.sign_transaction(unsigned(fresh_stage, delegation(fresh_stage)))
    window = fresh_stage.approval()
    wait_for(lambda: window.has("button", "Open Sidekey's window"), "it is decided outside")
    assert not window.has("button", "Approve")
    assert window.evaluate(f"{FIELD} === null")
    fresh_stage.picture(window, "approval-danger-outside")
    fresh_stage.reject(window)
    assert call.refusal().code == 4001
