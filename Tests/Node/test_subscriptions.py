"""Subscriptions, as solana-py reads them."""

import asyncio
import json
import urllib.parse

import pytest
from local_node import LocalNode
from solana.rpc.async_api import AsyncClient
from solana.rpc.commitment import Confirmed, Finalized, Processed
from solana.rpc.jsonrpc import SolanaJsonRpcError
from solana.rpc.websocket_api import SolanaWsClient, UnsubscribeError
from solders.instruction import Instruction
from solders.keypair import Keypair
from solders.rpc.config import RpcTransactionLogsFilterMentions
from solders.rpc.responses import (
    AccountNotification,
    LogsNotification,
    ProgramNotification,
    RootNotification,
    SignatureNotification,
    SlotNotification,
)
from solders.system_program import ID as SYSTEM_PROGRAM
from test_transactions import BLIND, LAMPORTS, NOW, payment, signed
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed


@pytest.fixture
def listen(ask, node):
    """Runs what a test does with a client and a WebSocket."""

    def run(scenario):
        async def both(client: AsyncClient):
            socket = SolanaWsClient(node.websocket, request_timeout=20, close_timeout=1)
            await socket.connect()
            try:
                return await asyncio.wait_for(scenario(client, socket), 30)
            finally:
                await socket.close()

        return ask(both)

    return run


async def quiet(socket: SolanaWsClient) -> bool:
    """Returns whether nothing comes for a moment."""
    try:
        await asyncio.wait_for(socket.recv(), 0.2)
    except TimeoutError:
        return True
    return False


def test_an_account_is_told_at_the_commitment_that_was_asked_for(listen, node):
    async def scenario(client, socket):
        receiver = Keypair().pubkey()
        early = await socket.account_subscribe(pubkey=receiver, commitment=Processed, encoding="base64")
        late = await socket.account_subscribe(pubkey=receiver, commitment=Finalized, encoding="base64")
        await client.request_airdrop(receiver, LAMPORTS)
        told = await socket.recv()
        assert isinstance(told, AccountNotification) and told.subscription == early.subscription_id
        assert told.result.value.lamports == LAMPORTS and await quiet(socket)
        node.advance(32)
        told = await socket.recv()
        assert told.subscription == late.subscription_id and told.result.value.lamports == LAMPORTS
        await socket.unsubscribe(early)
        await client.request_airdrop(receiver, LAMPORTS)
        assert await quiet(socket)

    listen(scenario)


def test_a_signature_is_told_once(listen, node, people):
    async def scenario(client, socket):
        alice = people["alice"]
        good = await signed(client, alice, payment(alice, Keypair().pubkey()))
        # solders 0.29 can't read {"InstructionError": [0, {"Custom": 1}]} here, though it can everywhere else.
        bad = await signed(client, alice, Instruction(SYSTEM_PROGRAM, b"\xff", []))
        for each in (good, bad):
            await socket.signature_subscribe(signature=each.signatures[0], commitment=Confirmed)
            await client.send_transaction(each, BLIND)
        assert await quiet(socket)
        node.advance(1)
        first, second = await socket.recv(), await socket.recv()
        assert isinstance(first, SignatureNotification)
        assert first.result.value.err is None and second.result.value.err is not None
        node.advance(40)
        assert await quiet(socket)
        # One that is there already is told at once.
        await socket.signature_subscribe(signature=good.signatures[0], commitment=Finalized)
        assert (await socket.recv()).result.value.err is None

    listen(scenario)


def test_logs_are_told_to_who_is_mentioned(listen, people):
    async def scenario(client, socket):
        alice, receiver = people["alice"], Keypair().pubkey()
        await socket.logs_subscribe(filter_=RpcTransactionLogsFilterMentions(receiver), commitment=Processed)
        await client.request_airdrop(Keypair().pubkey(), LAMPORTS)
        sent = await signed(client, alice, payment(alice, receiver))
        await client.send_transaction(sent, NOW)
        told = await socket.recv()
        assert isinstance(told, LogsNotification) and told.result.value.signature == sent.signatures[0]
        assert told.result.value.logs[-1].endswith("success") and await quiet(socket)

    listen(scenario)


def test_slots_roots_and_programs_are_told(listen, node):
    async def scenario(client, socket):
        await socket.slot_subscribe()
        await socket.root_subscribe()
        slot = (await client.get_slot(Processed)).value
        node.advance(2)
        told = [await socket.recv() for _ in range(4)]
        slots = [each.result for each in told if isinstance(each, SlotNotification)]
        assert [(each.slot, each.parent, each.root) for each in slots] == [
            (slot + 1, slot, slot - 31),
            (slot + 2, slot + 1, slot - 30),
        ]
        assert [each.result for each in told if isinstance(each, RootNotification)] == [slot - 31, slot - 30]
        await socket.program_subscribe(program_id=SYSTEM_PROGRAM, commitment=Processed, encoding="base64")
        receiver = Keypair().pubkey()
        await client.request_airdrop(receiver, LAMPORTS)
        changed = [await socket.recv() for _ in range(2)]
        assert isinstance(changed[0], ProgramNotification) and receiver in [x.result.value.pubkey for x in changed]

    listen(scenario)


def test_what_cant_be_subscribed_to_is_an_error(listen):
    async def scenario(_, socket):
        with pytest.raises(SolanaJsonRpcError) as refused:
            await socket.vote_subscribe()
        assert refused.value.code == -32601
        handle = await socket.slot_subscribe()
        await socket.unsubscribe(handle)
        socket._subscriptions[handle.subscription_id] = handle
        with pytest.raises((UnsubscribeError, SolanaJsonRpcError)):
            await socket.unsubscribe(handle)

    listen(scenario)


def test_sockets_are_dropped_muted_and_refused(listen, node):
    async def scenario(client, socket):
        receiver = Keypair().pubkey()
        await socket.account_subscribe(pubkey=receiver, commitment=Processed, encoding="base64")
        node.fault("mute", method="accountNotification", count=1)
        await client.request_airdrop(receiver, LAMPORTS)
        assert await quiet(socket)
        await client.request_airdrop(receiver, LAMPORTS)
        assert (await socket.recv()).result.value.lamports == 2 * LAMPORTS
        assert node.control(dropSockets=True)["dropped"] == 1
        with pytest.raises(ConnectionClosed):
            await socket.recv()
        node.fault("status", method="websocket", status=503, count=1)
        with pytest.raises(Exception, match="503"):
            await connect(node.websocket)
        again = await connect(node.websocket)
        await again.close()

    listen(scenario)


def test_a_reset_ends_the_connections_of_every_endpoint():
    async def scenario(node: LocalNode):
        urls = [each["websocket"] for each in node.seeded["endpoints"]]
        async with connect(urls[0]) as first, connect(urls[1]) as second:
            for socket in (first, second):
                await socket.send('{"jsonrpc":"2.0","id":1,"method":"slotSubscribe"}')
                await socket.recv()
            await asyncio.to_thread(node.control, reset=True)
            for socket in (first, second):
                with pytest.raises(ConnectionClosed):
                    await asyncio.wait_for(socket.recv(), 10)

    with LocalNode("--slot-ms", "0", "--endpoints", "2") as node:
        asyncio.run(scenario(node))


def test_both_ports_have_websockets(node):
    """agave has them on the port after the one for HTTP; some services have both on one."""

    async def ask_for_slots(url: str) -> dict:
        async with connect(url) as socket:
            await socket.send('{"jsonrpc":"2.0","id":1,"method":"slotSubscribe"}')
            return json.loads(await socket.recv())

    own = urllib.parse.urlsplit(node.websocket)
    assert own.port == node.port + 1
    for port in (node.port, node.port + 1):
        assert asyncio.run(ask_for_slots(f"ws://127.0.0.1:{port}"))["result"] > 0
