"""The real-input test: what a page had signed moves lamports on a Solana chain."""

import pytest
from dapp import DApp, unspell
from litesvm_transfer import VERSIONS, Chain

pytestmark = pytest.mark.shared

FUNDS = 2_000_000_000
LAMPORTS = 123_456_789


@pytest.fixture
def chain(stage):
    made = Chain()
    made.airdrop(stage.wallet.public_key, FUNDS)
    return made


@pytest.mark.parametrize("version", VERSIONS)
def test_a_signed_transfer_moves_the_balances(stage, chain, version):
    payer = stage.wallet.public_key
    dapp = DApp.connected(stage)
    transfer = chain.transfer(version, payer, chain.new_recipient(), LAMPORTS)
    call = dapp.sign_transaction(transfer.wire)
    window = stage.approval()
    # What the chain's lookup table hides from the bytes, the wallet can't name; the rest it says in full.
    if version != "0":
        assert transfer.recipient in window.words()
    assert "0.123456789" in window.words()
    stage.picture(window, f"approval-transfer-{version}")
    stage.approve(window)
    execution = chain.execute(transfer, unspell(call.result()[0]["signedTransaction"]))
    assert execution.received == LAMPORTS == chain.balance(transfer.recipient)
    assert execution.spent == LAMPORTS + execution.fee
    assert chain.balance(payer) == FUNDS - LAMPORTS - execution.fee


def test_three_versions_in_one_call_are_all_executed(stage, chain):
    dapp = DApp.connected(stage)
    transfers = chain.transfers(stage.wallet.public_key)
    call = dapp.sign_transaction(*(transfer.wire for transfer in transfers))
    stage.approve()
    for transfer, output in zip(transfers, call.result(), strict=True):
        assert chain.execute(transfer, unspell(output["signedTransaction"])).received == transfer.lamports
