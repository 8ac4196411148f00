"""The page gets a signature over exactly its bytes, made after one approval."""

import base58
import pytest
from dapp import PAGE, DApp, unspell
from nacl.signing import VerifyKey
from solders.hash import Hash
from solders.keypair import Keypair
from solders.message import Message
from solders.pubkey import Pubkey
from solders.system_program import TransferParams, transfer
from solders.transaction import Transaction
from stage import Stage
from wallet import Wallet


def is_signed(stage, signature: str, message: bytes) -> bool:
    """Raises where the signature isn't the wallet's over these bytes."""
    VerifyKey(base58.b58decode(stage.wallet.public_key)).verify(message, unspell(signature))
    return True


def payment(stage, lamports: int = 1, payer: Pubkey | None = None) -> Transaction:
    """An unsigned legacy transfer from the wallet's account."""
    sender = Pubkey.from_string(stage.wallet.public_key)
    instruction = transfer(TransferParams(from_pubkey=sender, to_pubkey=Pubkey.new_unique(), lamports=lamports))
    return Transaction.new_unsigned(Message.new_with_blockhash([instruction], payer or sender, Hash.new_unique()))


@pytest.fixture
def dapp(stage):
    return DApp.connected(stage)


def test_a_message_is_signed_as_it_was_when_the_page_asked(stage, dapp):
    message = "Sidekey signs this: ∑ ünïcödé".encode()
    call = dapp.sign_message(message, scribble=True)
    window = stage.approval()
    assert "Sidekey signs this: ∑ ünïcödé" in window.words()
    stage.picture(window, "approval-message")
    stage.approve(window)
    (output,) = call.result()
    assert unspell(output["signedMessage"]) == message
    assert is_signed(stage, output["signature"], message)


@pytest.mark.shared
def test_several_messages_take_one_approval_and_keep_their_order(stage, dapp):
    messages = [f"message {number}".encode() for number in range(5)]
    call = dapp.sign_message(*messages)
    window = stage.approval()
    assert len(stage.wallet.pending()) == 1
    assert all(message.decode() in window.words() for message in messages)
    stage.picture(window, "approval-several-messages")
    stage.approve(window)
    outputs = call.result()
    assert [unspell(output["signedMessage"]) for output in outputs] == messages
    assert all(
        is_signed(stage, output["signature"], message) for output, message in zip(outputs, messages, strict=True)
    )


@pytest.mark.shared
def test_a_transaction_comes_back_with_only_the_signature_added(stage, dapp):
    transaction = payment(stage, lamports=1_500_000_000)
    call = dapp.sign_transaction(bytes(transaction), chain="solana:devnet", scribble=True)
    window = stage.approval()
    assert "1.5" in window.words()
    stage.picture(window, "approval-transaction")
    stage.approve(window)
    signed = Transaction.from_bytes(unspell(call.result()[0]["signedTransaction"]))
    assert bytes(signed.message) == bytes(transaction.message)
    signed.verify()


@pytest.mark.shared
def test_several_transactions_are_each_signed(stage, dapp):
    transactions = [payment(stage, lamports=number + 1) for number in range(4)]
    call = dapp.sign_transaction(*(bytes(transaction) for transaction in transactions))
    stage.approve()
    signed = [Transaction.from_bytes(unspell(output["signedTransaction"])) for output in call.result()]
    assert [bytes(item.message) for item in signed] == [bytes(item.message) for item in transactions]
    for item in signed:
        item.verify()
    assert len({str(item.signatures[0]) for item in signed}) == 4


@pytest.mark.shared
def test_a_co_signers_signature_is_left_alone(stage, dapp):
    payer = Keypair()
    transaction = payment(stage, payer=payer.pubkey())
    transaction.partial_sign([payer], transaction.message.recent_blockhash)
    call = dapp.sign_transaction(bytes(transaction))
    stage.approve()
    signed = Transaction.from_bytes(unspell(call.result()[0]["signedTransaction"]))
    assert signed.signatures[0] == transaction.signatures[0]
    signed.verify()


@pytest.mark.shared
def test_lamports_beyond_the_reach_of_a_double_are_shown_to_the_last_digit(stage, dapp):
    call = dapp.sign_transaction(bytes(payment(stage, lamports=9_007_199_254_740_993)))
    window = stage.approval()
    digits = "".join(character for character in window.words() if character.isdigit() or character == ".")
    assert "9007199.254740993" in digits or "9007199254740993" in digits
    stage.reject(window)
    assert call.refusal().code == 4001


@pytest.mark.shared
def test_a_message_cannot_turn_its_text_around(stage, dapp):
    call = dapp.sign_message("pay \u202eecila\u202c now".encode())
    window = stage.approval()
    assert "\\u{202e}" in window.words().lower()
    assert "\u202e" not in window.words()
    stage.approve(window)
    assert is_signed(stage, call.result()[0]["signature"], "pay \u202eecila\u202c now".encode())


@pytest.mark.shared
def test_bytes_that_are_no_text_are_shown_as_hexadecimal(stage, dapp):
    message = bytes(range(200, 256))
    call = dapp.sign_message(message)
    window = stage.approval()
    assert message.hex() in window.words().lower().replace(" ", "").replace("\n", "")
    stage.picture(window, "approval-binary-message")
    stage.approve(window)
    assert is_signed(stage, call.result()[0]["signature"], message)


def test_rejecting_gives_4001_and_no_signature(stage, dapp):
    call = dapp.sign_message(b"no")
    stage.reject()
    assert call.refusal().code == 4001


@pytest.mark.shared
@pytest.mark.parametrize("whole", [True, False], ids=["transaction", "transaction message"])
def test_a_transaction_is_not_signed_as_a_message(stage, dapp, whole):
    transaction = payment(stage)
    refused = dapp.sign_message(bytes(transaction) if whole else bytes(transaction.message)).refusal()
    assert refused.code == -32000
    assert stage.wallet.pending() == [] and stage.approvals() == []


@pytest.mark.shared
def test_an_off_chain_message_is_not_signed_as_a_plain_one(stage, dapp):
    assert dapp.sign_message(b"\xffsolana offchain" + bytes(40)).refusal().code == -32000


@pytest.mark.shared
def test_what_is_no_transaction_is_refused_at_once(stage, dapp):
    assert dapp.sign_transaction(bytes(payment(stage)) + b"\0").refusal().code == -32000
    stranger = payment(stage)
    foreign = Keypair().pubkey()
    instruction = transfer(TransferParams(from_pubkey=foreign, to_pubkey=foreign, lamports=1))
    stranger = Transaction.new_unsigned(Message.new_with_blockhash([instruction], foreign, Hash.new_unique()))
    assert dapp.sign_transaction(bytes(stranger)).refusal().code == -32000
    assert stage.wallet.pending() == []


@pytest.mark.shared
def test_an_account_that_was_not_granted_is_refused(stage, dapp):
    assert dapp.begin("foreignAccount", message="AAAA").refusal().code == 4100


@pytest.mark.shared
def test_signing_without_a_grant_is_refused(stage, dapp):
    # The page keeps the account object from before it was disconnected, as a stale page would.
    dapp.tab.evaluate(f"{PAGE}.keep()")
    dapp.begin("disconnect").result()
    refused = dapp.begin("signWithKept", message="AAAA").refusal()
    assert refused.code == 4100
    assert stage.approvals() == []


def test_the_log_at_its_most_talkative_names_no_site_and_no_account(seat):
    with Wallet() as wallet:
        wallet.log_level = "trace"
        wallet.create()
        wallet.unlock()
        with Stage(seat, wallet) as stage:
            dapp = DApp.connected(stage)
            call = dapp.sign_message(b"hello")
            stage.approve()
            call.result()
        (log,) = wallet.data.rglob("agent.log")
        # Whatever is quiet names nobody.
        assert "method=signMessage" in log.read_text()
        wallet.check_log()
