"""Every method that solana-py has is answered by what solana-py and solders can read, and says what is on the chain."""

import json
import urllib.error
import urllib.request
from typing import Any

import pytest
from solana.exceptions import SolanaRpcException
from solana.rpc.async_api import AsyncClient
from solana.rpc.commitment import Confirmed, Finalized, Processed
from solana.rpc.core import RPCException
from solana.rpc.models import DataSliceOpts, MemcmpOpts, TokenAccountOpts
from solders.hash import Hash
from solders.pubkey import Pubkey
from solders.rpc import responses
from solders.signature import Signature
from solders.transaction_status import TransactionDetails
from spl.token.constants import TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID

ALICE_USDX = 1_000_000_000

# What no account, key or mint is needed for; each is a method of AsyncClient and its arguments.
PLAIN: dict[str, tuple] = {
    "get_block_commitment": (1_010,),
    "get_block_height": (),
    "get_block_time": (1_010,),
    "get_block": (1_010, "json", 0),
    "get_blocks": (1_000, 1_020),
    "get_cluster_nodes": (),
    "get_epoch_info": (),
    "get_epoch_schedule": (),
    "get_first_available_block": (),
    "get_genesis_hash": (),
    "get_identity": (),
    "get_inflation_governor": (),
    "get_inflation_rate": (),
    "get_largest_accounts": (),
    "get_latest_blockhash": (),
    "get_leader_schedule": (),
    "get_minimum_balance_for_rent_exemption": (165,),
    "get_minimum_ledger_slot": (),
    "get_recent_performance_samples": (4,),
    "get_recent_prioritization_fees": (),
    "get_slot": (),
    "get_slot_leader": (),
    "get_slot_leaders": (1_000, 5),
    "get_supply": (),
    "get_transaction_count": (),
    "get_version": (),
    "get_vote_accounts": (),
}
# What the client can't ask, though solders has types for the answers.
OTHERS: dict[str, tuple[Any, tuple]] = {
    "getBlockProduction": (responses.GetBlockProductionResp, ()),
    "getBlocksWithLimit": (responses.GetBlocksWithLimitResp, (1_000, 5)),
    "getHealth": (responses.GetHealthResp, ()),
    "getMaxRetransmitSlot": (responses.GetMaxRetransmitSlotResp, ()),
    "getMaxShredInsertSlot": (responses.GetMaxShredInsertSlotResp, ()),
    "getStakeMinimumDelegation": (responses.GetStakeMinimumDelegationResp, ()),
    "isBlockhashValid": (responses.IsBlockhashValidResp, (str(Hash.default()),)),
}
# Every HTTP method that Solana documents (solana.com/docs/rpc/http).
DOCUMENTED = """
    getAccountInfo getBalance getBlock getBlockCommitment getBlockHeight getBlockProduction getBlockTime getBlocks
    getBlocksWithLimit getClusterNodes getEpochInfo getEpochSchedule getFeeForMessage getFirstAvailableBlock
    getGenesisHash getHealth getHighestSnapshotSlot getIdentity getInflationGovernor getInflationRate getInflationReward
    getLargestAccounts getLatestBlockhash getLeaderSchedule getMaxRetransmitSlot getMaxShredInsertSlot
    getMinimumBalanceForRentExemption getMultipleAccounts getProgramAccounts getRecentPerformanceSamples
    getRecentPrioritizationFees getSignatureStatuses getSignaturesForAddress getSlot getSlotLeader getSlotLeaders
    getStakeMinimumDelegation getSupply getTokenAccountBalance getTokenAccountsByDelegate getTokenAccountsByOwner
    getTokenLargestAccounts getTokenSupply getTransaction getTransactionCount getVersion getVoteAccounts
    isBlockhashValid minimumLedgerSlot requestAirdrop sendTransaction simulateTransaction
""".split()


def call(node, *messages: Any) -> Any:
    """What is answered to JSON as it is."""
    body = json.dumps(messages[0] if len(messages) == 1 else list(messages)).encode()
    return send_bytes(node, body)


def send_bytes(node, body: bytes) -> Any:
    request = urllib.request.Request(node.url, body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.load(answer)


def method(name: str, *parameters: Any, number: int = 1) -> dict:
    return {"jsonrpc": "2.0", "id": number, "method": name, "params": list(parameters)}


@pytest.mark.parametrize("name", PLAIN)
def test_a_method_without_accounts_is_answered_in_the_clients_types(ask, name):
    answer = ask(lambda client: getattr(client, name)(*PLAIN[name]))
    assert answer.value is not None or name == "get_block_commitment"


def test_every_method_of_the_client_is_held_against_the_node(ask, node, people, mints):
    alice, usdx = people["alice"].pubkey(), mints["USDX"]
    holding = Pubkey.from_string(node.seeded["tokenAccounts"][0]["address"])
    by_mint = TokenAccountOpts(mint=usdx)
    with_accounts: dict[str, tuple] = {
        "get_account_info": (alice,),
        "get_account_info_json_parsed": (usdx,),
        "get_balance": (alice,),
        "get_inflation_reward": ([alice],),
        "get_multiple_accounts": ([alice, usdx],),
        "get_multiple_accounts_json_parsed": ([alice, usdx],),
        "get_program_accounts": (TOKEN_PROGRAM_ID, None, "base64"),
        "get_program_accounts_json_parsed": (TOKEN_2022_PROGRAM_ID,),
        "get_signature_statuses": ([Signature.default()],),
        "get_signatures_for_address": (alice,),
        "get_token_account_balance": (holding,),
        "get_token_accounts_by_delegate": (people["carol"].pubkey(), by_mint),
        "get_token_accounts_by_delegate_json_parsed": (people["carol"].pubkey(), by_mint),
        "get_token_accounts_by_owner": (alice, by_mint),
        "get_token_accounts_by_owner_json_parsed": (alice, TokenAccountOpts(program_id=TOKEN_2022_PROGRAM_ID)),
        "get_token_largest_accounts": (usdx,),
        "get_token_supply": (usdx,),
        "get_transaction": (Signature.default(),),
    }

    async def scenario(client: AsyncClient):
        for name, arguments in with_accounts.items():
            await getattr(client, name)(*arguments)
        return {name for name in dir(client) if name.startswith("get_")}

    # get_fee_for_message is in test_transactions.
    known = set(PLAIN) | set(with_accounts) | {"get_fee_for_message"}
    assert ask(scenario) - known == set()


@pytest.mark.parametrize("name", OTHERS)
def test_a_method_that_only_solders_knows_is_answered_in_its_types(node, name):
    kind, parameters = OTHERS[name]
    answer = kind.from_json(json.dumps(call(node, method(name, *parameters))))
    assert isinstance(answer, kind)


def test_every_documented_method_is_there(node):
    answers = call(node, *(method(name, number=at) for at, name in enumerate(DOCUMENTED)))
    missing = [name for name, each in zip(DOCUMENTED, answers) if each.get("error", {}).get("code") in (-32601, -32603)]
    assert missing == []


def test_what_was_seeded_is_there(ask, node, people, mints, table):
    async def scenario(client: AsyncClient):
        alice = people["alice"].pubkey()
        assert (await client.get_balance(alice)).value > 90_000_000_000
        assert (await client.get_token_supply(mints["USDX"])).value.amount == str(1_050_000_000)
        held = await client.get_token_accounts_by_owner_json_parsed(alice, TokenAccountOpts(mint=mints["USDX"]))
        info = held.value[0].account.data.parsed["info"]
        assert info["tokenAmount"] == {
            "amount": str(ALICE_USDX),
            "decimals": 6,
            "uiAmount": 1000.0,
            "uiAmountString": "1000",
        }
        mint = (await client.get_account_info_json_parsed(mints["FEEX"])).value.data.parsed["info"]
        found = {each["extension"]: each.get("state") for each in mint["extensions"]}
        assert found["transferFeeConfig"]["newerTransferFee"]["transferFeeBasisPoints"] == 150
        assert found["tokenMetadata"]["symbol"] == "FEEX"
        boss = (await client.get_account_info_json_parsed(mints["BOSS"])).value.data.parsed["info"]
        assert boss["extensions"][0]["state"]["delegate"] == str(people["carol"].pubkey())
        entries = (await client.get_account_info_json_parsed(table)).value.data.parsed["info"]["addresses"]
        assert entries[: len(node.seeded["lookupTable"]["addresses"])] == node.seeded["lookupTable"]["addresses"]
        allowed = await client.get_token_accounts_by_delegate_json_parsed(
            people["carol"].pubkey(), TokenAccountOpts(program_id=TOKEN_PROGRAM_ID)
        )
        assert allowed.value[0].account.data.parsed["info"]["delegatedAmount"]["uiAmountString"] == "5"

    ask(scenario)


def test_an_account_is_cut_filtered_and_absent_as_it_is_asked_for(ask, people, mints):
    async def scenario(client: AsyncClient):
        usdx = mints["USDX"]
        whole = (await client.get_account_info(usdx)).value.data
        part = (await client.get_account_info(usdx, data_slice=DataSliceOpts(offset=36, length=8))).value.data
        assert part == whole[36:44]
        short = (await client.get_account_info(people["alice"].pubkey(), encoding="base58")).value
        assert short.data == b""
        assert (await client.get_account_info(Pubkey.new_unique())).value is None
        assert [each is None for each in (await client.get_multiple_accounts([usdx, Pubkey.new_unique()])).value] == [
            False,
            True,
        ]
        filters = [165, MemcmpOpts(offset=32, bytes=str(people["bob"].pubkey()))]
        found = await client.get_program_accounts(TOKEN_PROGRAM_ID, encoding="base64", filters=filters)
        assert [each.account.data[:32] for each in found.value] == [bytes(usdx)]
        with pytest.raises(RPCException, match="less than 128 bytes"):
            await client.get_account_info(
                Pubkey.from_string("Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo"), encoding="base58"
            )

    ask(scenario)


def test_commitments_are_apart_and_come_nearer(ask, node):
    async def scenario(client: AsyncClient):
        slots = [(await client.get_slot(each)).value for each in (Processed, Confirmed, Finalized)]
        assert slots[0] - slots[1] == 1 and slots[0] - slots[2] == 32
        receiver = Pubkey.new_unique()
        await client.request_airdrop(receiver, 2_000_000)

        async def balances():
            return [(await client.get_balance(receiver, each)).value for each in (Processed, Confirmed, Finalized)]

        assert await balances() == [2_000_000, 0, 0]
        node.advance(1)
        assert await balances() == [2_000_000, 2_000_000, 0]
        node.advance(31)
        assert await balances() == [2_000_000] * 3
        assert (await client.get_block_height(Processed)).value < (await client.get_slot(Processed)).value

    ask(scenario)


def test_a_block_shows_its_transactions(ask, node):
    async def scenario(client: AsyncClient):
        slot = (await client.get_slot(Processed)).value
        signature = (await client.request_airdrop(Pubkey.new_unique(), 2_000_000)).value
        with pytest.raises(RPCException, match="Block not available"):
            await client.get_block(slot, max_supported_transaction_version=0)
        node.advance(33)
        full = (await client.get_block(slot, max_supported_transaction_version=0)).value
        assert full.transactions[0].transaction.signatures == [signature]
        names = await client.get_block(slot, "json", 0, TransactionDetails.Signatures)
        assert names.value.signatures == [signature]
        assert (await client.get_block(slot + 1)).value.previous_blockhash == full.blockhash

    ask(scenario)


def test_errors_have_agaves_codes(node, people):
    alice = str(people["alice"].pubkey())
    slot = call(node, method("getSlot"))["result"]
    cases = {
        -32601: method("getEverything"),
        -32602: method("getBalance", "not a key"),
        -32004: method("getBlock", slot + 1_000),
        -32007: method("getBlock", 5),
        -32008: method("getHighestSnapshotSlot"),
        -32016: method("getBalance", alice, {"minContextSlot": slot + 1}),
        -32600: {"id": 1, "method": "getSlot"},
    }
    assert {call(node, message)["error"]["code"] for message in cases.values()} == set(cases)
    assert call(node, cases[-32016])["error"]["data"] == {"contextSlot": slot}
    assert send_bytes(node, b"{nonsense")["error"]["code"] == -32700
    node.control(behind=7)
    unhealthy = call(node, method("getHealth"))["error"]
    assert (unhealthy["code"], unhealthy["data"]) == (-32005, {"numSlotsBehind": 7})


@pytest.mark.parametrize(
    "parameters",
    [[], [None], [5], ["1" * 500], ["alice", {}], [{}], ["11111111111111111111111111111111", {"commitment": "now"}]],
)
def test_parameters_that_are_wrong_are_named_so(node, parameters):
    for name in ("getBalance", "getAccountInfo", "getSignaturesForAddress", "sendTransaction", "simulateTransaction"):
        assert call(node, method(name, *parameters))["error"]["code"] in (-32602,)


def test_more_than_agave_takes_is_refused(node, people):
    alice, signature = str(people["alice"].pubkey()), str(Signature.default())
    cases = [
        (method("getMultipleAccounts", [alice] * 100), method("getMultipleAccounts", [alice] * 101)),
        (method("getSignatureStatuses", [signature] * 256), method("getSignatureStatuses", [signature] * 257)),
        tuple(method("getSignaturesForAddress", alice, {"limit": limit}) for limit in (1_000, 1_001)),
        (method("getRecentPrioritizationFees", [alice] * 128), method("getRecentPrioritizationFees", [alice] * 129)),
        (method("getSlotLeaders", 1, 5_000), method("getSlotLeaders", 1, 5_001)),
    ]
    for most, more in cases:
        assert "result" in call(node, most) and call(node, more)["error"]["code"] == -32602
    with pytest.raises(urllib.error.HTTPError, match="413") as refused:
        send_bytes(node, b" " * 51_201)
    refused.value.close()


def test_a_batch_is_answered_in_its_order(node, people):
    names = [str(each.pubkey()) for each in people.values()]
    answers = call(node, *(method("getBalance", name, number=at) for at, name in enumerate(names)), 7)
    assert [each["id"] for each in answers] == [0, 1, 2, None]
    assert all(each["result"]["value"] > 0 for each in answers[:3]) and answers[3]["error"]["code"] == -32600


def test_a_batch_counts_as_its_calls_and_as_one_post(node):
    before = node.control()
    call(node, *(method("getSlot", number=at) for at in range(3)))
    after = node.control()
    assert after["posts"] == before["posts"] + 1
    assert after["requests"]["getSlot"] == before["requests"].get("getSlot", 0) + 3


def test_pages_may_ask_but_not_control(node):
    request = urllib.request.Request(node.url, b"", {"Origin": "https://dapp.example"}, method="OPTIONS")
    with urllib.request.urlopen(request) as answer:
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
    forged = urllib.request.Request(node.url + "/control", b'{"reset":true}', {"Origin": "https://dapp.example"})
    rebound = urllib.request.Request(node.url + "/control", b'{"reset":true}', {"Host": "dapp.example"})
    for each in (forged, rebound):
        with pytest.raises(urllib.error.HTTPError, match="403") as refused:
            urllib.request.urlopen(each)
        refused.value.close()


def test_a_node_that_is_gone_is_an_error_of_the_client(ask, node):
    node.fault("status", status=503, count=1)
    with pytest.raises(SolanaRpcException):
        ask(lambda client: client.get_slot())
    assert ask(lambda client: client.is_connected())
