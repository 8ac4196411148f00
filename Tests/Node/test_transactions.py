"""Transactions that are sent, simulated, refused and found again, as a wallet meets them."""

import asyncio
import base64

import pytest
from solana.rpc.async_api import AsyncClient
from solana.rpc.commitment import Confirmed, Processed
from solana.rpc.core import RPCException
from solana.rpc.models import TxOpts
from solders.address_lookup_table_account import AddressLookupTableAccount
from solders.compute_budget import set_compute_unit_limit, set_compute_unit_price
from solders.hash import Hash
from solders.instruction import AccountMeta, Instruction
from solders.keypair import Keypair
from solders.message import Message, MessageV0, MessageV1, TransactionConfig
from solders.pubkey import Pubkey
from solders.rpc.responses import RpcBlockhash
from solders.system_program import TransferParams, advance_nonce_account, create_nonce_account, transfer
from solders.transaction import VersionedTransaction
from solders.transaction_status import TransactionConfirmationStatus
from spl.token import instructions as token
from spl.token import models
from spl.token.constants import TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID
from test_methods import call, method

LAMPORTS = 3_000_000
NOW = TxOpts(preflight_commitment=Processed)
BLIND = TxOpts(skip_preflight=True)
PRIORITY = [set_compute_unit_limit(20_000), set_compute_unit_price(333_333)]
MEMO = Pubkey.from_string("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr")
PRICE = 6_667


def payment(payer: Keypair, receiver: Pubkey, lamports: int = LAMPORTS) -> Instruction:
    return transfer(TransferParams(from_pubkey=payer.pubkey(), to_pubkey=receiver, lamports=lamports))


async def blockhash(client: AsyncClient, commitment=Processed) -> Hash:
    return (await client.get_latest_blockhash(commitment)).value.blockhash


async def signed(client: AsyncClient, payer: Keypair, *instructions: Instruction) -> VersionedTransaction:
    message = MessageV0.try_compile(payer.pubkey(), instructions, [], await blockhash(client))
    return VersionedTransaction(message, [payer])


def of_version(version, payer: Keypair, receiver: Pubkey, table: Pubkey, entries: list[Pubkey], recent: Hash):
    if version == "legacy":
        message = Message.new_with_blockhash([*PRIORITY, payment(payer, receiver)], payer.pubkey(), recent)
    elif version == 0:
        lookup = AddressLookupTableAccount(table, entries)
        message = MessageV0.try_compile(payer.pubkey(), [*PRIORITY, payment(payer, receiver)], [lookup], recent)
        assert message.address_table_lookups
    else:
        limits = {"compute_unit_limit": 20_000, "loaded_accounts_data_size_limit": 65_536}
        config = TransactionConfig(priority_fee=PRICE, **limits)
        message = MessageV1.try_compile(payer.pubkey(), [payment(payer, receiver)], recent, config)
    return VersionedTransaction(message, [payer])


@pytest.mark.parametrize("version", ["legacy", 0, 1])
def test_a_transfer_is_sent_confirmed_and_in_the_history_of_both(ask, node, people, table, version):
    alice, bob = people["alice"], people["bob"].pubkey()
    entries = [Pubkey.from_string(each) for each in node.seeded["lookupTable"]["addresses"]]

    async def scenario(client: AsyncClient):
        before = [(await client.get_balance(each, Processed)).value for each in (alice.pubkey(), bob)]
        transaction = of_version(version, alice, bob, table, entries, await blockhash(client))
        fee = await client.get_fee_for_message(transaction.message, Processed)
        assert fee.value == 5_000 + PRICE
        signature = (await client.send_transaction(transaction, NOW)).value
        assert signature == transaction.signatures[0]
        status = (await client.get_signature_statuses([signature])).value[0]
        assert status.confirmation_status == TransactionConfirmationStatus.Processed and status.confirmations == 0
        assert (await client.get_signatures_for_address(bob, limit=1)).value[0].signature != signature
        node.advance(1)
        assert (await client.confirm_transaction(signature, Confirmed, 0.01)).value[0].err is None
        for each in (alice.pubkey(), bob):
            newest = (await client.get_signatures_for_address(each, limit=1, commitment=Confirmed)).value[0]
            assert newest.signature == signature
        node.advance(31)
        status = (await client.get_signature_statuses([signature])).value[0]
        assert status.confirmation_status == TransactionConfirmationStatus.Finalized and status.confirmations is None
        after = [(await client.get_balance(each)).value for each in (alice.pubkey(), bob)]
        assert after == [before[0] - LAMPORTS - 5_000 - PRICE, before[1] + LAMPORTS]

        if version != "legacy":
            with pytest.raises(RPCException, match="is not supported by the requesting client"):
                await client.get_transaction(signature)
        found = (await client.get_transaction(signature, "base64", max_supported_transaction_version=1)).value
        assert bytes(found.transaction.transaction) == bytes(transaction)
        meta = found.transaction.meta
        moved = [b - a for a, b in zip(meta.pre_balances, meta.post_balances)]
        assert meta.fee == 5_000 + PRICE and sorted(moved)[0] == -LAMPORTS - meta.fee and sorted(moved)[-1] == LAMPORTS
        shown = (await client.get_transaction(signature, "json", max_supported_transaction_version=1)).value
        assert shown.transaction.transaction.signatures == [signature]
        assert shown.transaction.version == transaction.version()
        named = (await client.get_transaction(signature, "jsonParsed", max_supported_transaction_version=1)).value
        assert bob in [each.pubkey for each in named.transaction.transaction.message.account_keys]

    ask(scenario)


def test_tokens_move_and_the_history_says_how_many(ask, node, people, mints):
    """With a fee of Token-2022, less arrives than was sent, and what was called inside is there."""
    alice, new = people["alice"], Pubkey.new_unique()
    mint, program = mints["FEEX"], TOKEN_2022_PROGRAM_ID
    source, target = (token.get_associated_token_address(each, mint, program) for each in (alice.pubkey(), new))
    params = models.TransferCheckedParams(
        program_id=program, source=source, mint=mint, dest=target, owner=alice.pubkey(), amount=10**9, decimals=9
    )

    async def scenario(client: AsyncClient):
        create = token.create_associated_token_account(alice.pubkey(), new, mint, program)
        sent = await signed(client, alice, create, token.transfer_checked(params))
        signature = (await client.send_transaction(sent, NOW)).value
        node.advance(1)
        found = await client.get_transaction(signature, "json", Confirmed, 0)
        meta = found.value.transaction.meta
        amounts = {each.owner: int(each.ui_token_amount.amount) for each in meta.post_token_balances}
        assert amounts[new] == 985_000_000 and len(meta.pre_token_balances) == 1
        assert meta.inner_instructions[0].instructions[0].stack_height == 2
        held = await client.get_token_account_balance(target, Confirmed)
        assert held.value.ui_amount_string == "0.985"
        await client.get_transaction(signature, "jsonParsed", Confirmed, 0)

    ask(scenario)


def test_a_failed_preflight_says_why_with_logs(ask, node, people):
    poor = people["alice"]

    async def scenario(client: AsyncClient):
        sent = await signed(client, poor, payment(poor, Pubkey.new_unique(), 10**15))
        with pytest.raises(RPCException) as refused:
            await client.send_transaction(sent, NOW)
        failure = refused.value.args[0]
        reason = "Error processing Instruction 0: custom program error: 0x1"
        assert failure.message == f"Transaction simulation failed: {reason}"
        assert any("insufficient lamports" in line for line in failure.data.logs) and failure.data.units_consumed == 150
        assert (await client.get_signature_statuses([sent.signatures[0]])).value == [None]
        return sent

    sent = ask(scenario)
    options = {"encoding": "base64", "preflightCommitment": "processed"}
    raw = call(node, method("sendTransaction", base64.b64encode(bytes(sent)).decode(), options))["error"]
    assert raw["code"] == -32002 and raw["data"]["err"] == {"InstructionError": [0, {"Custom": 1}]}


def test_without_preflight_a_failure_is_in_the_block_and_costs_its_fee(ask, node, people):
    async def scenario(client: AsyncClient):
        alice = people["alice"]
        before = (await client.get_balance(alice.pubkey(), Processed)).value
        sent = await signed(client, alice, payment(alice, Pubkey.new_unique(), 10**15))
        signature = (await client.send_transaction(sent, BLIND)).value
        assert (await client.get_signature_statuses([signature])).value[0].err is not None
        assert (await client.get_balance(alice.pubkey(), Processed)).value == before - 5_000

    ask(scenario)


def test_a_blockhash_expires_after_150_blocks(ask, node, people):
    async def scenario(client: AsyncClient):
        latest = (await client.get_latest_blockhash(Processed)).value
        assert latest.last_valid_block_height - (await client.get_block_height(Processed)).value == 150
        alice = people["alice"]
        early, late, never = [await signed(client, alice, payment(alice, Pubkey.new_unique())) for _ in range(3)]
        with pytest.raises(RPCException, match="Blockhash not found"):
            # A finalized bank hasn't heard of it yet.
            await client.send_transaction(early)
        assert (await client.get_latest_blockhash()).value.blockhash != latest.blockhash
        node.advance(latest.last_valid_block_height - (await client.get_block_height(Processed)).value)
        still = call(node, method("isBlockhashValid", str(latest.blockhash), {"commitment": "processed"}))
        assert still["result"]["value"] is True
        await client.send_transaction(late, NOW)
        node.advance(1)
        with pytest.raises(RPCException, match="Blockhash not found"):
            await client.send_transaction(never, NOW)
        await client.send_transaction(never, BLIND)
        node.advance(2)
        statuses = (await client.get_signature_statuses([late.signatures[0], never.signatures[0]])).value
        assert statuses[0] is not None and statuses[1] is None
        return str(latest.blockhash)

    old = ask(scenario)
    assert call(node, method("isBlockhashValid", old, {"commitment": "processed"}))["result"]["value"] is False


def test_what_was_sent_twice_runs_once(ask, node, people):
    async def scenario(client: AsyncClient):
        alice, receiver = people["alice"], Pubkey.new_unique()
        sent = await signed(client, alice, payment(alice, receiver))
        await client.send_transaction(sent, NOW)
        with pytest.raises(RPCException, match="already been processed"):
            await client.send_transaction(sent, NOW)
        await client.send_transaction(sent, BLIND)
        assert (await client.get_balance(receiver, Processed)).value == LAMPORTS
        assert node.control()["sent"].count(str(sent.signatures[0])) == 3

    ask(scenario)


def test_a_wrong_signature_is_refused_and_never_runs(ask, node, people):
    async def scenario(client: AsyncClient):
        alice, receiver = people["alice"], Pubkey.new_unique()
        good = await signed(client, alice, payment(alice, receiver))
        forged = VersionedTransaction.populate(good.message, [people["bob"].sign_message(b"something else")])
        with pytest.raises(RPCException, match="TransactionSignatureVerificationFailure"):
            await client.send_transaction(forged, NOW)
        await client.send_transaction(forged, BLIND)
        assert (await client.get_balance(receiver, Processed)).value == 0

    ask(scenario)


def test_a_simulation_changes_nothing_and_shows_the_accounts_after(ask, node, people):
    async def scenario(client: AsyncClient):
        alice, receiver = people["alice"], Pubkey.new_unique()
        message = MessageV0.try_compile(alice.pubkey(), [payment(alice, receiver)], [], Hash.default())
        unsigned = VersionedTransaction.populate(message, [people["bob"].sign_message(b"")])
        old = await client.simulate_transaction(unsigned, commitment=Processed)
        assert "BlockhashNotFound" in str(old.value.err)
        found = (
            await client.simulate_transaction(
                unsigned, commitment=Processed, replace_recent_blockhash=True, accounts_addresses=[receiver]
            )
        ).value
        assert found.err is None and found.accounts[0].lamports == LAMPORTS
        assert isinstance(found.replacement_blockhash, RpcBlockhash)
        assert found.post_balances[1] - found.pre_balances[1] == LAMPORTS and found.fee == 5_000
        fresh = await signed(client, alice, payment(alice, receiver))
        forged = VersionedTransaction.populate(fresh.message, [people["bob"].sign_message(b"")])
        checked = await client.simulate_transaction(forged, sig_verify=True, commitment=Processed)
        assert "SignatureFailure" in str(checked.value.err)
        with pytest.raises(RPCException, match="sigVerify may not be used"):
            await client.simulate_transaction(forged, sig_verify=True, replace_recent_blockhash=True)
        assert (await client.get_balance(receiver, Processed)).value == 0

    ask(scenario)


def test_history_comes_in_pages_with_memos(ask, node, people):
    """Nothing is left out or shown twice between pages, nor when `until` asks only for what is new."""
    receiver = Keypair().pubkey()
    node.control(fill=str(receiver), count=25)
    node.advance(40)

    async def scenario(client: AsyncClient):
        pages, before = [], None
        for _ in range(4):
            page = (await client.get_signatures_for_address(receiver, before=before, limit=10)).value
            pages.append([each.signature for each in page])
            before = page[-1].signature if page else before
        assert [len(each) for each in pages] == [10, 10, 5, 0]
        flat = [each for page in pages for each in page]
        assert len(set(flat)) == 25
        note = Instruction(MEMO, b"for the tea", [AccountMeta(people["alice"].pubkey(), True, False)])
        sent = await signed(client, people["alice"], payment(people["alice"], receiver), note)
        await client.send_transaction(sent, NOW)
        node.advance(1)
        new = (await client.get_signatures_for_address(receiver, until=flat[0], commitment=Confirmed)).value
        assert [each.signature for each in new] == [sent.signatures[0]] and new[0].memo == "[11] for the tea"

    ask(scenario)


def test_a_durable_nonce_outlives_blockhashes_and_is_good_once(ask, node, people):
    async def scenario(client: AsyncClient):
        alice, nonce, receiver = people["alice"], Keypair(), Keypair().pubkey()
        make = create_nonce_account(alice.pubkey(), nonce.pubkey(), alice.pubkey(), 2_000_000)
        message = MessageV0.try_compile(alice.pubkey(), list(make), [], await blockhash(client))
        await client.send_transaction(VersionedTransaction(message, [alice, nonce]), NOW)
        held = (await client.get_account_info(nonce.pubkey(), Processed)).value.data
        advance = advance_nonce_account({"nonce_pubkey": nonce.pubkey(), "authorized_pubkey": alice.pubkey()})
        steps = [advance, payment(alice, receiver)]
        lasting = VersionedTransaction(
            MessageV0.try_compile(alice.pubkey(), steps, [], Hash.from_bytes(held[40:72])), [alice]
        )
        node.advance(400)
        await client.send_transaction(lasting, NOW)
        assert (await client.get_balance(receiver, Processed)).value == LAMPORTS
        node.advance(400)
        with pytest.raises(RPCException, match="Blockhash not found"):
            await client.send_transaction(lasting, NOW)

    ask(scenario)


def test_delegates_can_be_revoked(ask, node, people, mints):
    async def scenario(client: AsyncClient):
        bob = people["bob"]
        account = Pubkey.from_string(node.seeded["tokenAccounts"][1]["address"])
        params = models.RevokeParams(program_id=TOKEN_PROGRAM_ID, account=account, owner=bob.pubkey())
        await client.send_transaction(await signed(client, bob, token.revoke(params)), NOW)
        info = (await client.get_account_info_json_parsed(account, Processed)).value.data.parsed["info"]
        assert "delegate" not in info

    ask(scenario)


def test_a_slot_passes_by_itself():
    from local_node import LocalNode

    async def scenario(url: str):
        async with AsyncClient(url) as client:
            first = (await client.get_slot(Processed)).value
            await asyncio.sleep(0.5)
            return (await client.get_slot(Processed)).value - first

    with LocalNode("--slot-ms", "20", "--seed", "5") as node:
        assert 3 <= asyncio.run(scenario(node.url)) <= 60
