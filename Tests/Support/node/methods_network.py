"""Methods about the node, the cluster and its economy. This node is alone, so most of them have little to tell."""

from typing import Any

from solders.pubkey import Pubkey

from . import votes
from .clock import SLOTS_AN_EPOCH
from .errors import NO_SNAPSHOT, RPCError, invalid, unhealthy
from .request import API_VERSION, Request, address, method

FEATURE_SET = 3_640_012_085
LAMPORTS_A_SOL = 1_000_000_000


@method("getHealth")
def get_health(request: Request) -> Any:
    if (behind := request.endpoint.slots_behind) is not None:
        raise unhealthy(behind)
    return "ok"


@method("getVersion")
def get_version(request: Request) -> Any:
    return {"solana-core": API_VERSION, "feature-set": FEATURE_SET}


@method("getGenesisHash")
def get_genesis_hash(request: Request) -> Any:
    return str(request.machine.genesis)


@method("getIdentity")
def get_identity(request: Request) -> Any:
    return {"identity": str(request.machine.identity)}


@method("getClusterNodes")
def get_cluster_nodes(request: Request) -> Any:
    absent = ("gossip", "tvu", "tpu", "tpuQuic", "tpuForwards", "tpuForwardsQuic", "tpuVote", "serveRepair", "pubsub")
    node: dict[str, Any] = {"pubkey": str(request.machine.identity), "rpc": None, "shredVersion": 1}
    node |= {"version": API_VERSION, "featureSet": FEATURE_SET}
    return [node | dict.fromkeys(absent)]


@method("getVoteAccounts")
def get_vote_accounts(request: Request) -> Any:
    options = request.options(0)
    bank = request.clock.bank(options)
    wanted = options.get("votePubkey")
    answer: dict[str, list] = {"current": [], "delinquent": []}
    for validator in request.machine.validators.values():
        account = request.account(validator.vote, bank)
        if account is None or wanted not in (None, str(validator.vote)):
            continue
        if validator.is_delinquent and validator.staked == 0 and not options.get("keepUnstakedDelinquents"):
            continue
        answer["delinquent" if validator.is_delinquent else "current"].append(votes.described(validator, account, bank))
    return answer


@method("getSlotLeader")
def get_slot_leader(request: Request) -> Any:
    request.clock.bank(request.options(0))
    return str(request.machine.identity)


@method("getSlotLeaders")
def get_slot_leaders(request: Request) -> Any:
    request.count(0)
    limit = request.count(1)
    if not 1 <= limit <= 5_000:
        raise invalid("Invalid limit; max 5000")
    return [str(request.machine.identity)] * limit


@method("getLeaderSchedule")
def get_leader_schedule(request: Request) -> Any:
    wanted = request.parameters[0] if request.parameters else None
    slot = request.clock.at("finalized") if wanted is None or isinstance(wanted, dict) else request.count(0)
    if slot // SLOTS_AN_EPOCH > request.clock.slot // SLOTS_AN_EPOCH + 1:
        return None
    # Of an epoch's 432,000 slots the first that this node leads; they are all its own.
    return {str(request.machine.identity): list(range(64))}


@method("getHighestSnapshotSlot")
def get_highest_snapshot_slot(request: Request) -> Any:
    raise RPCError(NO_SNAPSHOT, "No snapshot")


@method("getMaxRetransmitSlot")
def get_max_retransmit_slot(request: Request) -> Any:
    return request.clock.slot


@method("getMaxShredInsertSlot")
def get_max_shred_insert_slot(request: Request) -> Any:
    return request.clock.slot


@method("getInflationGovernor")
def get_inflation_governor(request: Request) -> Any:
    return {"initial": 0.0, "terminal": 0.0, "taper": 0.0, "foundation": 0.0, "foundationTerm": 0.0}


@method("getInflationRate")
def get_inflation_rate(request: Request) -> Any:
    epoch = request.clock.slot // SLOTS_AN_EPOCH
    return {"total": 0.0, "validator": 0.0, "foundation": 0.0, "epoch": epoch}


@method("getInflationReward")
def get_inflation_reward(request: Request) -> Any:
    return [None for _ in map(address, request.value(0, list))]


@method("getStakeMinimumDelegation")
def get_stake_minimum_delegation(request: Request) -> Any:
    return request.in_context(request.clock.bank(request.options(0)), LAMPORTS_A_SOL)


def richest(request: Request, bank: int) -> list[tuple[Pubkey, int]]:
    found = ((each, request.chain.account(each, bank)) for each in request.chain.versions.changes)
    return sorted(((each, account.lamports) for each, account in found if account), key=lambda each: -each[1])


@method("getLargestAccounts")
def get_largest_accounts(request: Request) -> Any:
    bank = request.clock.bank(request.options(0))
    largest = [{"address": str(each), "lamports": lamports} for each, lamports in richest(request, bank)[:20]]
    return request.in_context(bank, largest)


@method("getSupply")
def get_supply(request: Request) -> Any:
    bank = request.clock.bank(request.options(0))
    total = sum(lamports for _, lamports in richest(request, bank))
    parts = {"circulating": total, "nonCirculating": 0, "nonCirculatingAccounts": []}
    return request.in_context(bank, {"total": total} | parts)
