"""Each fault does what it is for, and is over when it is used up."""

import asyncio
import json
import ssl
import time
import urllib.error
import urllib.request

import httpx2
import pytest
from certificate import write_certificate
from local_node import ControlRefused, LocalNode
from solana.exceptions import SolanaRpcException
from solana.rpc.async_api import AsyncClient
from solana.rpc.commitment import Processed
from solana.rpc.core import RPCException
from solders.keypair import Keypair
from solders.pubkey import Pubkey
from solders.system_program import ID as SYSTEM_PROGRAM
from test_methods import call, method
from test_transactions import LAMPORTS, NOW, payment, signed
from websockets.asyncio.client import connect


def post(node: LocalNode, message: dict) -> httpx2.Response:
    return httpx2.post(node.url, json=message, timeout=20)


def test_an_answer_is_late(node):
    node.fault("slow", method="getSlot", ms=300, count=1)
    began = time.monotonic()
    call(node, method("getBlockHeight"))
    quick = time.monotonic() - began
    call(node, method("getSlot"))
    assert time.monotonic() - began - quick >= 0.3


def test_too_many_requests_come_with_a_time_to_wait(node):
    node.fault("rate-limit", retryAfter=3, count=1)
    refused = post(node, method("getSlot"))
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "3")
    node.fault("rate-limit", retryAfter=None, count=1)
    assert "Retry-After" not in post(node, method("getSlot")).headers
    assert post(node, method("getSlot")).status_code == 200


def test_another_status_and_a_page_are_no_answers(node):
    node.fault("status", count=1)
    assert post(node, method("getSlot")).status_code == 500
    node.fault("garbage", count=1)
    page = post(node, method("getSlot"))
    assert page.status_code == 200 and page.text.startswith("<!doctype")


def test_an_answer_ends_in_the_middle(node):
    node.fault("cut", count=1)
    with pytest.raises(httpx2.RemoteProtocolError):
        post(node, method("getSlot"))


def test_an_answer_is_to_another_call(node):
    node.fault("wrong-id", count=1)
    assert call(node, method("getSlot"))["id"] == 424_242
    assert call(node, method("getSlot"))["id"] == 1


@pytest.mark.parametrize("chunked", [False, True])
def test_an_answer_is_huge(node, chunked):
    node.fault("huge", bytes=3_000_001, chunked=chunked, count=1)
    answer = post(node, method("getSlot"))
    assert len(answer.content) == 3_000_001 and answer.json()["result"] > 0
    assert ("Content-Length" in answer.headers) != chunked


def test_an_error_and_a_result_are_as_they_are_wanted(node):
    node.fault("error", code=-32005, message="Node is behind by 9 slots", data={"numSlotsBehind": 9}, count=1)
    assert call(node, method("getSlot"))["error"]["data"] == {"numSlotsBehind": 9}
    node.fault("result", method="getSlot", result="seven", after=1, count=1)
    assert [call(node, method("getSlot"))["result"] == "seven" for _ in range(3)] == [False, True, False]


def test_the_node_is_on_another_cluster(node):
    node.fault("genesis", count=1)
    assert call(node, method("getGenesisHash"))["result"] != node.seeded["genesisHash"]
    assert call(node, method("getGenesisHash"))["result"] == node.seeded["genesisHash"]


def test_balances_and_tables_are_lied_about_and_the_chain_knows_better(ask, node, people, table):
    alice, thief = people["alice"], Keypair().pubkey()

    async def scenario(client: AsyncClient):
        true = (await client.get_balance(alice.pubkey())).value
        node.fault("lie", method="getBalance", account=str(alice.pubkey()), lamports=7, after=1, count=1)
        assert [(await client.get_balance(alice.pubkey())).value for _ in range(3)] == [true, 7, true]
        node.fault("lie", account=str(table), addresses=[str(thief)])
        shown = (await client.get_account_info_json_parsed(table)).value.data.parsed["info"]["addresses"]
        assert shown == [str(thief)]
        many = (await client.get_multiple_accounts([table, alice.pubkey()])).value
        assert bytes(many[0].data)[56:] == bytes(thief) and many[1].lamports == true
        node.fault("lie", account=str(alice.pubkey()), missing=True)
        assert (await client.get_account_info(alice.pubkey())).value is None
        holding = Pubkey.from_string(node.seeded["tokenAccounts"][0]["address"])
        node.fault("lie", account=str(holding), amount=5)
        assert (await client.get_token_account_balance(holding)).value.amount == "5"
        unknown = Keypair().pubkey()
        node.fault("lie", account=str(unknown), addresses=[str(thief)])
        shown = (await client.get_account_info_json_parsed(unknown)).value.data.parsed["info"]["addresses"]
        assert shown == [str(thief)]
        node.control(clear=True)
        assert (await client.get_balance(alice.pubkey())).value == true

    ask(scenario)


def test_a_transaction_is_forgotten_before_and_after_it_ran(ask, node, people):
    async def scenario(client: AsyncClient):
        alice, receiver = people["alice"], Keypair().pubkey()
        sent = await signed(client, alice, payment(alice, receiver))
        node.fault("forget", count=1)
        signature = (await client.send_transaction(sent, NOW)).value
        assert (await client.get_signature_statuses([signature])).value == [None]
        assert (await client.get_balance(receiver, Processed)).value == 0
        await client.send_transaction(sent, NOW)
        assert (await client.get_balance(receiver, Processed)).value == LAMPORTS
        node.control(forget=str(signature))
        node.advance(40)
        assert (await client.get_signature_statuses([signature], True)).value == [None]
        assert (await client.get_signatures_for_address(receiver)).value == []

    ask(scenario)


def test_a_transaction_lands_late_or_too_late(ask, node, people):
    async def scenario(client: AsyncClient):
        alice, receiver = people["alice"], Keypair().pubkey()
        sent, never = [await signed(client, alice, payment(alice, receiver, each)) for each in (LAMPORTS, 2 * LAMPORTS)]
        for each, slots in ((sent, 5), (never, 151)):
            node.fault("late", slots=slots, count=1)
            await client.send_transaction(each, NOW)
        node.advance(4)
        assert (await client.get_signature_statuses([sent.signatures[0]])).value == [None]
        node.advance(1)
        assert (await client.get_signature_statuses([sent.signatures[0]])).value[0].err is None
        node.advance(200)
        assert (await client.get_balance(receiver, Processed)).value == LAMPORTS

    ask(scenario)


@pytest.mark.parametrize("executed", [False, True])
def test_a_connection_ends_before_and_after_a_transaction_was_sent(ask, node, people, executed):
    async def scenario(client: AsyncClient):
        alice, receiver = people["alice"], Keypair().pubkey()
        sent = await signed(client, alice, payment(alice, receiver))
        node.fault("drop", method="sendTransaction", executed=executed, count=1)
        with pytest.raises(SolanaRpcException):
            await client.send_transaction(sent, NOW)
        assert (await client.get_balance(receiver, Processed)).value == (LAMPORTS if executed else 0)

    ask(scenario)


def test_a_node_that_is_behind_takes_no_transactions(ask, node, people):
    async def scenario(client: AsyncClient):
        node.control(behind=100)
        alice = people["alice"]
        sent = await signed(client, alice, payment(alice, Keypair().pubkey()))
        with pytest.raises(RPCException, match="behind by 100"):
            await client.send_transaction(sent, NOW)

    ask(scenario)


def test_a_fault_in_a_batch_concerns_its_call(node):
    node.fault("error", method="getSlot", count=1)
    first, second = call(node, method("getBlockHeight"), method("getSlot", number=2))
    assert "result" in first and "error" in second


def test_what_cant_be_done_is_said(node):
    wrong = [{"fault": "earthquake"}, {"fault": "lie", "account": "me"}, {"fault": "slow", "minutes": 3}]
    wrong += [{"fault": "slow", "ms": "3"}, {"fault": "slow", "ms": -3}]
    for each in [*wrong, {"teleport": 1}, {"advance": -1}, {"mint": "GOLD", "to": str(SYSTEM_PROGRAM), "amount": 1}]:
        with pytest.raises(ControlRefused):
            node.control(**each)
    assert node.control()["faults"] == []


def test_tokens_and_accounts_are_made_on_demand(ask, node, mints):
    async def scenario(client: AsyncClient):
        owner = Keypair().pubkey()
        made = node.control(mint="BOSS", to=str(owner), amount=250)
        held = await client.get_token_account_balance(Pubkey.from_string(made["account"]), Processed)
        assert held.value.ui_amount_string == "2.5"
        node.control(set=str(owner), lamports=77, owner=str(mints["BOSS"]), data="AAEC")
        found = (await client.get_account_info(owner, Processed)).value
        assert (found.lamports, found.data, found.owner) == (77, b"\x00\x01\x02", mints["BOSS"])

    ask(scenario)


def test_a_reset_forgets_everything_but_the_seed():
    receiver, funded = (str(Keypair().pubkey()) for _ in range(2))
    with LocalNode("--slot-ms", "0", "--seed", "3", "--fund", f"{funded}:5000000") as node:
        assert "result" in call(node, method("requestAirdrop", receiver, LAMPORTS))
        blockhash = call(node, method("getLatestBlockhash"))["result"]["value"]["blockhash"]
        node.fault("status")
        seeded = node.control(reset=True)["seeded"]
        assert all(seeded[each] == node.seeded[each] for each in seeded)
        now = {"commitment": "processed"}
        assert call(node, method("getBalance", receiver, now))["result"]["value"] == 0
        assert call(node, method("getBalance", funded))["result"]["value"] == 5_000_000
        assert call(node, method("isBlockhashValid", blockhash, now))["result"]["value"] is False


def test_one_endpoint_lies_where_another_of_the_same_chain_doesnt():
    with LocalNode("--slot-ms", "0", "--endpoints", "2") as node:
        alice = node.seeded["accounts"]["alice"]["publicKey"]
        first, second = (each["url"] for each in node.seeded["endpoints"])
        node.fault("lie", endpoint=1, account=alice, lamports=3)
        node.control(endpoint=1, behind=4)

        def ask(url: str, *parameters) -> dict:
            return httpx2.post(url, json=method(*parameters), timeout=20).json()

        honest, lied = (ask(url, "getBalance", alice)["result"]["value"] for url in (first, second))
        assert honest > 90_000_000_000 and lied == 3
        assert ask(first, "getHealth")["result"] == "ok" and ask(second, "getHealth")["error"]["code"] == -32005
        assert ask(first, "getLatestBlockhash")["result"] == ask(second, "getLatestBlockhash")["result"]
        signature = ask(second, "requestAirdrop", alice, 5)["result"]
        assert ask(first, "getSignatureStatuses", [signature])["result"]["value"][0]["err"] is None


def test_certificates_are_the_nodes_own_and_wrong_where_they_should_be(tmp_path):
    good = write_certificate(tmp_path / "good.pem", "localhost", "127.0.0.1")
    old = write_certificate(tmp_path / "old.pem", "localhost", "127.0.0.1", expired=True)
    other = write_certificate(tmp_path / "other.pem", "elsewhere.example")
    body = json.dumps(method("getHealth")).encode()

    def answers(certificate, *roots) -> list[str]:
        with LocalNode("--slot-ms", "0", "--certificate", str(certificate)) as node:
            return [answer(node, trusted) for trusted in roots]

    def answer(node, trusted) -> str:
        assert node.url.startswith("https://") and node.websocket.startswith("wss://")
        context = ssl.create_default_context(cafile=trusted)
        request = urllib.request.Request(node.url, body, {"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=20, context=context) as found:
                text = json.load(found)["result"]
        except urllib.error.URLError as error:
            return str(error.reason)

        async def over_socket() -> None:
            async with connect(node.websocket, ssl=context) as socket:
                await socket.send('{"jsonrpc":"2.0","id":1,"method":"slotSubscribe"}')
                assert "result" in json.loads(await socket.recv())

        asyncio.run(over_socket())
        return text

    ok, unknown = answers(good, good, other)
    assert ok == "ok" and "self-signed certificate" in unknown
    assert "certificate has expired" in answers(old, old)[0]
    assert "is not valid for '127.0.0.1'" in answers(other, other)[0]
