"""Methods about slots, blocks and blockhashes."""

from typing import Any

from . import encoding
from .clock import FIRST_SLOT, SLOTS_AN_EPOCH
from .errors import BLOCK_NOT_AVAILABLE, SLOT_SKIPPED, RPCError, invalid
from .methods_transactions import bank_for_history, with_meta
from .request import Request, blockhash, method


@method("getLatestBlockhash")
def get_latest_blockhash(request: Request) -> Any:
    bank = request.clock.bank(request.options(0))
    last = request.clock.last_valid_height(bank)
    return request.in_context(bank, {"blockhash": str(request.clock.blockhash(bank)), "lastValidBlockHeight": last})


@method("isBlockhashValid")
def is_blockhash_valid(request: Request) -> Any:
    bank = request.clock.bank(request.options(1))
    return request.in_context(bank, request.clock.is_valid(blockhash(request.value(0, str)), bank))


@method("getSlot")
def get_slot(request: Request) -> Any:
    return request.clock.bank(request.options(0))


@method("getBlockHeight")
def get_block_height(request: Request) -> Any:
    return request.clock.height(request.clock.bank(request.options(0)))


@method("getTransactionCount")
def get_transaction_count(request: Request) -> Any:
    bank = request.clock.bank(request.options(0))
    return sum(record.slot <= bank for record in request.chain.ledger.records)


@method("getEpochInfo")
def get_epoch_info(request: Request) -> Any:
    bank = request.clock.bank(request.options(0))
    return {
        "absoluteSlot": bank,
        "blockHeight": request.clock.height(bank),
        "epoch": bank // SLOTS_AN_EPOCH,
        "slotIndex": bank % SLOTS_AN_EPOCH,
        "slotsInEpoch": SLOTS_AN_EPOCH,
        "transactionCount": sum(record.slot <= bank for record in request.chain.ledger.records),
    }


@method("getEpochSchedule")
def get_epoch_schedule(request: Request) -> Any:
    return {
        "slotsPerEpoch": SLOTS_AN_EPOCH,
        "leaderScheduleSlotOffset": SLOTS_AN_EPOCH,
        "warmup": False,
        "firstNormalEpoch": 0,
        "firstNormalSlot": 0,
    }


def block(request: Request, slot: int, bank: int) -> int:
    """A slot that has a block which is in a bank's past."""
    if slot > bank:
        raise RPCError(BLOCK_NOT_AVAILABLE, f"Block not available for slot {slot}")
    if slot < FIRST_SLOT:
        text = f"Slot {slot} was skipped, or missing due to ledger jump to recent snapshot"
        raise RPCError(SLOT_SKIPPED, text)
    return slot


@method("getBlockTime")
def get_block_time(request: Request) -> Any:
    return request.clock.block_time(block(request, request.count(0), request.clock.slot))


@method("getFirstAvailableBlock")
def get_first_available_block(request: Request) -> Any:
    return FIRST_SLOT


@method("minimumLedgerSlot")
def minimum_ledger_slot(request: Request) -> Any:
    return FIRST_SLOT


@method("getBlocks")
def get_blocks(request: Request) -> Any:
    first, last = request.count(0), request.parameters[1] if len(request.parameters) > 1 else None
    bank = bank_for_history(request, request.options(2 if isinstance(last, int) or last is None else 1))
    end = min(bank, last) if isinstance(last, int) else bank
    if end - first > 500_000:
        raise invalid("Slot range too large; max 500000")
    return list(range(max(first, FIRST_SLOT), end + 1))


@method("getBlocksWithLimit")
def get_blocks_with_limit(request: Request) -> Any:
    first, limit = max(request.count(0), FIRST_SLOT), request.count(1)
    bank = bank_for_history(request, request.options(2))
    if limit > 500_000:
        raise invalid("Limit too large; max 500000")
    return list(range(first, min(bank, first + limit - 1) + 1))


@method("getBlock")
def get_block(request: Request) -> Any:
    options = request.options_or_encoding(1)
    slot = block(request, request.count(0), bank_for_history(request, options))
    records = request.chain.ledger.by_slot.get(slot, [])
    details = options.get("transactionDetails") or "full"
    form, highest = options.get("encoding") or "json", options.get("maxSupportedTransactionVersion")
    answer: dict[str, Any] = {
        "blockHeight": request.clock.height(slot),
        "blockTime": request.clock.block_time(slot),
        "blockhash": str(request.clock.blockhash(slot)),
        "parentSlot": slot - 1,
        "previousBlockhash": str(request.clock.blockhash(slot - 1)),
    }
    if details == "full":
        answer["transactions"] = [with_meta(record, form, highest) for record in records]
    elif details == "signatures":
        answer["signatures"] = [record.signature for record in records]
    elif details == "accounts":
        answer["transactions"] = [accounts_only(record, highest) for record in records]
    elif details != "none":
        raise invalid(f"Invalid params: unknown variant `{details}`")
    return answer | ({} if options.get("rewards") is False else {"rewards": []})


def accounts_only(record: Any, highest: int | None) -> dict[str, Any]:
    shown = with_meta(record, "jsonParsed", highest)
    keys = encoding.parsed_message(record.transaction, record.keys)["accountKeys"]
    kept = ("err", "fee", "postBalances", "postTokenBalances", "preBalances", "preTokenBalances", "status")
    body = {"signatures": shown["transaction"]["signatures"], "accountKeys": keys}
    return shown | {"transaction": body, "meta": {name: shown["meta"][name] for name in kept}}


@method("getBlockCommitment")
def get_block_commitment(request: Request) -> Any:
    request.count(0)
    return {"commitment": None, "totalStake": 0}


@method("getBlockProduction")
def get_block_production(request: Request) -> Any:
    bank = request.clock.bank(request.options(0))
    made = bank - FIRST_SLOT + 1
    value = {"byIdentity": {str(request.machine.identity): [made, made]}}
    return request.in_context(bank, value | {"range": {"firstSlot": FIRST_SLOT, "lastSlot": bank}})


@method("getRecentPerformanceSamples")
def get_recent_performance_samples(request: Request) -> Any:
    limit = request.value(0, int, optional=True)
    if limit is not None and not 0 <= limit <= 720:
        raise invalid("Invalid limit; max 720")
    count = len(request.chain.ledger.records)
    sample = {"slot": request.clock.slot, "numTransactions": count, "numNonVoteTransactions": count}
    return [sample | {"numSlots": 150, "samplePeriodSecs": 60}][: 720 if limit is None else limit]
