"""Methods that read accounts and tokens."""

import base64
from typing import Any

import base58
from solders.account import Account
from solders.pubkey import Pubkey

from . import encoding, tokens
from .errors import invalid
from .request import Request, address, method


def shown(request: Request, account: Account | None, options: dict) -> dict[str, Any] | None:
    if account is None:
        return None
    return encoding.account(account, options.get("encoding"), options.get("dataSlice"), request.decimals)


def keyed(request: Request, found: list[tuple[Pubkey, Account]], options: dict) -> list[dict[str, Any]]:
    return [{"pubkey": str(each), "account": shown(request, account, options)} for each, account in found]


@method("getBalance")
def get_balance(request: Request) -> Any:
    bank = request.clock.bank(request.options(1))
    account = request.account(request.address(0), bank)
    return request.in_context(bank, account.lamports if account else 0)


@method("getAccountInfo")
def get_account_info(request: Request) -> Any:
    options = request.options(1)
    bank = request.clock.bank(options)
    return request.in_context(bank, shown(request, request.account(request.address(0), bank), options))


@method("getMultipleAccounts")
def get_multiple_accounts(request: Request) -> Any:
    addresses = [address(each) for each in request.value(0, list)]
    if len(addresses) > 100:
        raise invalid("Too many inputs provided; max 100")
    options = {"encoding": "base64"} | request.options(1)
    bank = request.clock.bank(options)
    found = [shown(request, request.account(each, bank), options) for each in addresses]
    return request.in_context(bank, found)


@method("getProgramAccounts")
def get_program_accounts(request: Request) -> Any:
    options = request.options(1)
    bank = request.clock.bank(options)
    filters = options.get("filters") or []
    if not isinstance(filters, list) or len(filters) > 4:
        raise invalid("Too many filters provided; max 4")
    program = request.address(0)
    tests = [filter_of(each) for each in filters]
    found = [
        (each, account)
        for each, account in request.chain.accounts_of(program, bank)
        if all(test(account) for test in tests)
    ]
    answer = keyed(request, found, options)
    return request.in_context(bank, answer) if options.get("withContext") else answer


def filter_of(value: Any) -> Any:
    """A test of accounts from `{dataSize}`, `{memcmp: {offset, bytes, encoding}}` or `"tokenAccountState"`."""
    if isinstance(value, dict) and isinstance(value.get("dataSize"), int):
        return lambda account: len(account.data) == value["dataSize"]
    if value == {"tokenAccountState": None} or value == "tokenAccountState":
        return lambda account: tokens.read_account(account) is not None
    compared = value.get("memcmp") if isinstance(value, dict) else None
    if not isinstance(compared, dict) or not isinstance(compared.get("offset"), int) or compared["offset"] < 0:
        raise invalid("Invalid params: unknown filter")
    wanted = bytes_of(compared)
    at = compared["offset"]
    return lambda account: bytes(account.data[at : at + len(wanted)]) == wanted


def bytes_of(compared: dict) -> bytes:
    value = compared.get("bytes")
    try:
        if isinstance(value, list):
            wanted = bytes(value)
        elif compared.get("encoding") == "base64":
            wanted = base64.b64decode(value, validate=True)
        else:
            wanted = base58.b58decode(value)
    except (ValueError, TypeError):
        raise invalid("Invalid param: memcmp bytes can't be decoded") from None
    if len(wanted) > 128:
        raise invalid("Invalid param: memcmp bytes are longer than 128")
    return wanted


def token_accounts(request: Request, belongs: Any) -> Any:
    """Token accounts of one mint or one program for which `belongs` holds."""
    wanted = request.value(1, dict)
    options = request.options(2)
    bank = request.clock.bank(options)
    if ("mint" in wanted) == ("programId" in wanted):
        raise invalid("Invalid params: expected either mint or programId.")
    mint = None
    if "mint" in wanted:
        mint = address(wanted["mint"])
        account = request.account(mint, bank)
        if tokens.read_mint(account) is None or account is None:
            raise invalid("Invalid param: could not find mint")
        program = account.owner
    else:
        program = address(wanted["programId"])
    if program not in tokens.PROGRAMS:
        raise invalid("Invalid param: unrecognized Token program id")
    found = []
    for each, _ in request.chain.accounts_of(program, bank):
        account = request.account(each, bank)
        holding = tokens.read_account(account)
        if holding and belongs(holding) and mint in (None, holding.mint):
            found.append((each, account))
    return request.in_context(bank, keyed(request, found, options))


@method("getTokenAccountsByOwner")
def get_token_accounts_by_owner(request: Request) -> Any:
    owner = request.address(0)
    return token_accounts(request, lambda holding: holding.owner == owner)


@method("getTokenAccountsByDelegate")
def get_token_accounts_by_delegate(request: Request) -> Any:
    delegate = request.address(0)
    return token_accounts(request, lambda holding: holding.delegate == delegate)


@method("getTokenAccountBalance")
def get_token_account_balance(request: Request) -> Any:
    bank = request.clock.bank(request.options(1))
    account = request.account(request.address(0), bank)
    if account is None:
        raise invalid("Invalid param: could not find account")
    holding = tokens.read_account(account)
    decimals = request.decimals(holding.mint) if holding else None
    if holding is None or decimals is None:
        raise invalid("Invalid param: not a Token account")
    return request.in_context(bank, tokens.ui_amount(holding.amount, decimals))


def mint_of(request: Request, bank: int) -> tokens.Mint:
    account = request.account(request.address(0), bank)
    if account is None:
        raise invalid("Invalid param: could not find account")
    mint = tokens.read_mint(account)
    if mint is None:
        raise invalid("Invalid param: not a Token mint")
    return mint


@method("getTokenSupply")
def get_token_supply(request: Request) -> Any:
    bank = request.clock.bank(request.options(1))
    mint = mint_of(request, bank)
    return request.in_context(bank, tokens.ui_amount(mint.supply, mint.decimals))


@method("getTokenLargestAccounts")
def get_token_largest_accounts(request: Request) -> Any:
    bank = request.clock.bank(request.options(1))
    mint = mint_of(request, bank)
    found = []
    for program in tokens.PROGRAMS:
        for each, account in request.chain.accounts_of(program, bank):
            holding = tokens.read_account(account)
            if holding and holding.mint == request.address(0):
                found.append({"address": str(each)} | tokens.ui_amount(holding.amount, mint.decimals))
    found.sort(key=lambda each: -int(each["amount"]))
    return request.in_context(bank, found[:20])


@method("getMinimumBalanceForRentExemption")
def get_minimum_balance_for_rent_exemption(request: Request) -> Any:
    request.options(1)
    return request.chain.svm.minimum_balance_for_rent_exemption(min(request.count(0), 10 * 1024 * 1024))
