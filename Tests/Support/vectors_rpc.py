#!/usr/bin/env python3
"""Requests of Solana's JSON-RPC as PyPI's solders spells them, one JSON object a line: {method, params}.

Members that say nothing (null, or the default false) are left out, and so are nulls at the end of the parameters.
"""

import json

from solders.account_decoder import UiAccountEncoding, UiDataSliceConfig
from solders.commitment_config import CommitmentLevel
from solders.hash import Hash
from solders.keypair import Keypair
from solders.message import Message
from solders.pubkey import Pubkey
from solders.rpc import config
from solders.rpc import requests as rpc
from solders.signature import Signature
from solders.system_program import TransferParams, transfer
from solders.transaction import VersionedTransaction
from solders.transaction_status import TransactionDetails, UiTransactionEncoding

KEY, OTHER = Pubkey([1] * 32), Pubkey([2] * 32)
SIGNATURE, EARLIER = Signature(bytes([3] * 64)), Signature(bytes([4] * 64))
BLOCKHASH = Hash(bytes([5] * 32))
CONFIRMED, FINALIZED, PROCESSED = CommitmentLevel.Confirmed, CommitmentLevel.Finalized, CommitmentLevel.Processed
BASE64 = UiAccountEncoding.Base64
BIG = 2**64 - 1

PAYER = Keypair.from_seed(bytes([7] * 32))
MESSAGE = Message.new_with_blockhash(
    [transfer(TransferParams(from_pubkey=PAYER.pubkey(), to_pubkey=KEY, lamports=BIG))], PAYER.pubkey(), BLOCKHASH
)
TRANSACTION = VersionedTransaction(MESSAGE, [PAYER])

CONTEXT = config.RpcContextConfig(CONFIRMED, BIG)
ACCOUNT = config.RpcAccountInfoConfig(BASE64, UiDataSliceConfig(3, 4), CONFIRMED, 7)
LATE = config.RpcAccountInfoConfig(BASE64, None, CONFIRMED, 7)
PLAIN = config.RpcAccountInfoConfig(BASE64)

REQUESTS = [
    rpc.GetAccountInfo(KEY, PLAIN),
    rpc.GetAccountInfo(KEY, ACCOUNT),
    rpc.GetBalance(KEY),
    rpc.GetBalance(KEY, CONTEXT),
    rpc.GetBlock(
        5,
        config.RpcBlockConfig(UiTransactionEncoding.Base64, TransactionDetails.Full, False, CONFIRMED, 1),
    ),
    rpc.GetBlockCommitment(5),
    rpc.GetBlockHeight(CONTEXT),
    rpc.GetBlockProduction(config.RpcBlockProductionConfig(KEY, None, FINALIZED)),
    rpc.GetBlocks(5, 9, CONFIRMED),
    rpc.GetBlocks(5),
    rpc.GetBlocksWithLimit(5, 9, CONFIRMED),
    rpc.GetBlockTime(BIG),
    rpc.GetClusterNodes(),
    rpc.GetEpochInfo(config.RpcContextConfig(PROCESSED)),
    rpc.GetEpochSchedule(),
    rpc.GetFeeForMessage(MESSAGE, CONFIRMED),
    rpc.GetFirstAvailableBlock(),
    rpc.GetGenesisHash(),
    rpc.GetHealth(),
    rpc.GetHighestSnapshotSlot(),
    rpc.GetIdentity(),
    rpc.GetInflationGovernor(CONFIRMED),
    rpc.GetInflationRate(),
    rpc.GetInflationReward([KEY, OTHER], config.RpcEpochConfig(9, CONFIRMED)),
    rpc.GetLatestBlockhash(),
    rpc.GetLatestBlockhash(config.RpcContextConfig(FINALIZED)),
    rpc.GetLeaderSchedule(5, config.RpcLeaderScheduleConfig(KEY)),
    rpc.GetMaxRetransmitSlot(),
    rpc.GetMaxShredInsertSlot(),
    rpc.GetMinimumBalanceForRentExemption(165, PROCESSED),
    rpc.GetMultipleAccounts([KEY, OTHER], ACCOUNT),
    rpc.GetProgramAccounts(KEY, config.RpcProgramAccountsConfig(ACCOUNT, [165], True)),
    rpc.GetRecentPerformanceSamples(4),
    rpc.GetRecentPrioritizationFees([KEY]),
    rpc.GetSignaturesForAddress(
        KEY, config.RpcSignaturesForAddressConfig(SIGNATURE, EARLIER, 10, FINALIZED, 9)
    ),
    rpc.GetSignatureStatuses([SIGNATURE, EARLIER], config.RpcSignatureStatusConfig(True)),
    rpc.GetSignatureStatuses([SIGNATURE]),
    rpc.GetSlot(CONTEXT),
    rpc.GetSlotLeader(CONTEXT),
    rpc.GetSlotLeaders(5, 10),
    rpc.GetStakeMinimumDelegation(config.RpcContextConfig(FINALIZED)),
    rpc.GetSupply(config.RpcSupplyConfig(True, FINALIZED)),
    rpc.GetTokenAccountBalance(KEY, CONFIRMED),
    rpc.GetTokenAccountsByDelegate(KEY, config.RpcTokenAccountsFilterProgramId(OTHER), PLAIN),
    rpc.GetTokenAccountsByOwner(KEY, config.RpcTokenAccountsFilterMint(OTHER), LATE),
    rpc.GetTokenLargestAccounts(KEY, CONFIRMED),
    rpc.GetTokenSupply(KEY, CONFIRMED),
    rpc.GetTransaction(SIGNATURE, config.RpcTransactionConfig(UiTransactionEncoding.Base64, CONFIRMED, 1)),
    rpc.GetTransactionCount(CONTEXT),
    rpc.GetVersion(),
    rpc.GetVoteAccounts(),
    rpc.IsBlockhashValid(BLOCKHASH, config.RpcContextConfig(PROCESSED)),
    rpc.MinimumLedgerSlot(),
    rpc.RequestAirdrop(KEY, BIG),
    rpc.SendVersionedTransaction(
        TRANSACTION, config.RpcSendTransactionConfig(True, CONFIRMED, 3)
    ),
    rpc.SimulateVersionedTransaction(
        TRANSACTION,
        config.RpcSimulateTransactionConfig(
            True, False, CONFIRMED, accounts=config.RpcSimulateTransactionAccountsConfig([KEY], BASE64), min_context_slot=9
        ),
    ),
]


def spoken(value: object) -> object:
    """Without what says nothing, which nodes read as absent."""
    if isinstance(value, dict):
        return {name: spoken(each) for name, each in value.items() if each is not None and each is not False}
    return [spoken(each) for each in value] if isinstance(value, list) else value


def without_end(params: list) -> list:
    return without_end(params[:-1]) if params and params[-1] is None else params


if __name__ == "__main__":
    for request in REQUESTS:
        written = json.loads(request.to_json())
        print(json.dumps({"method": written["method"], "params": spoken(without_end(written.get("params", [])))}))
