"""Methods that run transactions and find them again."""

from typing import Any

from solders.signature import Signature
from solders.transaction import VersionedTransaction

from . import encoding, fees
from .chain import Outcome, loaded
from .errors import (
    PREFLIGHT_FAILURE,
    SIGNATURE_FAILURE,
    RPCError,
    described,
    invalid,
    unhealthy,
)
from .ledger import Record
from .lookup import Keys, NotExecutable, keys
from .methods_accounts import shown
from .request import Request, address, message_of, method, signature, transaction


def named_keys(request: Request, wanted: VersionedTransaction) -> Keys:
    try:
        return keys(wanted, lambda each: request.account(each, request.clock.slot))
    except NotExecutable as error:
        raise invalid(f"invalid transaction: {described(str(error))}") from None


def simulation(request: Request, wanted: VersionedTransaction, bank: int, verify: bool, any_hash: bool) -> Outcome:
    """Simulates, with the checks that litesvm leaves out; `any_hash` takes an old blockhash too."""
    named = named_keys(request, wanted)
    reason = None if any_hash else request.chain.objection(wanted, bank)
    if reason is None:
        return request.chain.simulate(wanted, verify)
    before = [request.account(each, bank) for each in named.all]
    return Outcome(reason, [], 0, fees.of_message(wanted).total, None, [], before, before)


def result_of(request: Request, wanted: VersionedTransaction, outcome: Outcome) -> dict[str, Any]:
    """An outcome as RpcSimulateTransactionResult, without what is only answered when it is asked for."""
    named = named_keys(request, wanted)
    meta = request.chain.meta(named, outcome)
    return {
        "accounts": None,
        "err": outcome.error,
        "fee": outcome.fee,
        "innerInstructions": None,
        "loadedAccountsDataSize": sum(len(each.data) for each in outcome.before if each),
        "loadedAddresses": loaded(named),
        "logs": outcome.logs,
        "postBalances": meta["postBalances"],
        "postTokenBalances": meta["postTokenBalances"],
        "preBalances": meta["preBalances"],
        "preTokenBalances": meta["preTokenBalances"],
        "replacementBlockhash": None,
        "returnData": outcome.return_data,
        "unitsConsumed": outcome.units,
    }


@method("simulateTransaction")
def simulate_transaction(request: Request) -> Any:
    options = request.options(1)
    wanted = transaction(request.value(0, str), options.get("encoding"))
    replace, verify = bool(options.get("replaceRecentBlockhash")), bool(options.get("sigVerify"))
    if replace and verify:
        raise invalid("sigVerify may not be used with replaceRecentBlockhash")
    bank = request.clock.bank(options)
    outcome = simulation(request, wanted, bank, verify, replace)
    result = result_of(request, wanted, outcome)
    if options.get("innerInstructions"):
        named = named_keys(request, wanted)
        result["innerInstructions"] = encoding.parsed_inner(outcome.inner, named)
    if replace:
        last = request.clock.last_valid_height(bank)
        result["replacementBlockhash"] = {
            "blockhash": str(request.clock.blockhash(bank)),
            "lastValidBlockHeight": last,
        }
    accounts = options.get("accounts")
    if accounts is not None:
        result["accounts"] = accounts_after(request, wanted, outcome, accounts)
    return request.in_context(bank, result)


def accounts_after(request: Request, wanted: VersionedTransaction, outcome: Outcome, options: Any) -> list:
    addresses = options.get("addresses") if isinstance(options, dict) else None
    named = named_keys(request, wanted).all
    if not isinstance(addresses, list) or len(addresses) > len(named):
        raise invalid(f"Too many accounts provided; max {len(named)}")
    form = options.get("encoding") or "base64"
    if form not in ("base64", "jsonParsed", "base64+zstd"):
        raise invalid("base58 encoding not supported")
    after = dict(zip(named, outcome.after, strict=True))
    wanted_keys = [address(each) for each in addresses]
    found = [after[each] if each in after else request.account(each, request.clock.slot) for each in wanted_keys]
    return [shown(request, each, {"encoding": form}) for each in found]


@method("sendTransaction")
def send_transaction(request: Request) -> Any:
    options = request.options(1)
    wanted = transaction(request.value(0, str), options.get("encoding"))
    retries = options.get("maxRetries")
    if retries is not None and (not isinstance(retries, int) or retries < 0):
        raise invalid("Invalid params: invalid maxRetries, expected usize.")
    preflight = {"commitment": options.get("preflightCommitment"), "minContextSlot": options.get("minContextSlot")}
    bank = request.clock.bank(preflight)
    named_keys(request, wanted)
    text = str(wanted.signatures[0])
    request.machine.sent.append(text)
    if not options.get("skipPreflight"):
        if not all(wanted.verify_with_results()):
            raise RPCError(SIGNATURE_FAILURE, "Transaction signature verification failure")
        if (behind := request.endpoint.slots_behind) is not None:
            raise unhealthy(behind)
        outcome = simulation(request, wanted, bank, False, False)
        if outcome.error is not None:
            message = f"Transaction simulation failed: {described(outcome.error)}"
            raise RPCError(PREFLIGHT_FAILURE, message, result_of(request, wanted, outcome))
    if not any(fault.name == "forget" for fault in request.faults):
        late = next((fault.options["slots"] for fault in request.faults if fault.name == "late"), 0)
        request.machine.land(wanted, late)
    return text


def status(request: Request, record: Record) -> dict[str, Any]:
    name = request.clock.status(record.slot)
    return {
        "slot": record.slot,
        "confirmations": None if name == "finalized" else request.clock.slot - record.slot,
        "err": record.error,
        "status": {"Ok": None} if record.error is None else {"Err": record.error},
        "confirmationStatus": name,
    }


@method("getSignatureStatuses")
def get_signature_statuses(request: Request) -> Any:
    wanted = [signature(each) for each in request.value(0, list)]
    if len(wanted) > 256:
        raise invalid("Too many inputs provided; max 256")
    search = bool(request.options(1).get("searchTransactionHistory"))
    records = [request.chain.ledger.by_signature.get(each) for each in wanted]
    # Without a search, a node answers from its cache of the last 300 slots.
    recent = request.clock.slot - 300
    found = [status(request, each) if each and (search or each.slot > recent) else None for each in records]
    return request.in_context(request.clock.slot, found)


def bank_for_history(request: Request, options: dict) -> int:
    if options.get("commitment") in ("processed", "recent"):
        raise invalid("Method does not support commitment below `confirmed`")
    return request.clock.bank(options)


@method("getSignaturesForAddress")
def get_signatures_for_address(request: Request) -> Any:
    options = request.options(1)
    bank = bank_for_history(request, options)
    limit = options.get("limit", 1000)
    if not isinstance(limit, int) or not 1 <= limit <= 1000:
        raise invalid("Invalid limit; max 1000")
    before, until = (signature(options[each]) if options.get(each) else None for each in ("before", "until"))
    page = request.chain.ledger.page(request.address(0), bank, before, until, limit)
    return [
        {
            "signature": record.signature,
            "slot": record.slot,
            "err": record.error,
            "memo": record.memo,
            "blockTime": request.clock.block_time(record.slot),
            "confirmationStatus": request.clock.status(record.slot),
            "transactionIndex": record.index,
        }
        for record in page
    ]


def with_meta(record: Record, form: str, highest: int | None) -> dict[str, Any]:
    """A transaction with what became of it, as EncodedTransactionWithStatusMeta."""
    body, version = encoding.transaction(record.transaction, record.keys, form, highest)
    meta = dict(record.meta)
    if form == "jsonParsed":
        meta["innerInstructions"] = encoding.parsed_inner(meta["innerInstructions"], record.keys)
        del meta["loadedAddresses"]
    answer = {"transaction": body, "meta": meta}
    return answer | ({"version": version} if highest is not None else {})


@method("getTransaction")
def get_transaction(request: Request) -> Any:
    options = request.options_or_encoding(1)
    bank = bank_for_history(request, options)
    record = request.chain.ledger.by_signature.get(signature(request.value(0, str)))
    if record is None or record.slot > bank:
        return None
    shown = with_meta(record, options.get("encoding") or "json", options.get("maxSupportedTransactionVersion"))
    place = {"slot": record.slot, "blockTime": request.clock.block_time(record.slot), "transactionIndex": record.index}
    return place | shown


@method("getFeeForMessage")
def get_fee_for_message(request: Request) -> Any:
    options = request.options(1)
    bank = request.clock.bank(options)
    message = message_of(request.value(0, str))
    unsigned = VersionedTransaction.populate(message, [Signature.default()] * message.header.num_required_signatures)
    known = request.clock.is_valid(message.recent_blockhash, bank)
    return request.in_context(bank, fees.of_message(unsigned).total if known else None)


@method("requestAirdrop")
def request_airdrop(request: Request) -> Any:
    receiver, lamports = request.address(0), request.count(1)
    request.options(2)
    return request.machine.airdrop(receiver, lamports).signature


@method("getRecentPrioritizationFees")
def get_recent_prioritization_fees(request: Request) -> Any:
    named = request.value(0, list, optional=True) or []
    if len(named) > 128:
        raise invalid("Too many inputs provided; max 128")
    wanted = {address(each) for each in named}
    answer = []
    for slot in range(max(request.clock.slot - 149, 0), request.clock.slot + 1):
        records = request.chain.ledger.by_slot.get(slot, [])
        writable = ({each for at, each in enumerate(x.keys.all) if x.keys.is_writable(at)} for x in records)
        prices = [x.price for x, touched in zip(records, writable, strict=True) if not wanted or wanted & touched]
        answer.append({"slot": slot, "prioritizationFee": min(prices, default=0)})
    return answer
