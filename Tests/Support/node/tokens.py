"""Mints and token accounts of Token and Token-2022: reading them, and showing them as `jsonParsed`.

A mint has 82 bytes: u32 option and authority, u64 supply, u8 decimals, u8 initialized, u32 option and freeze authority.
An account has 165: mint, owner, u64 amount, u32 option and delegate, u8 state, u32 option and u64 reserve (of wrapped
SOL), u64 delegated amount, u32 option and close authority. With Token-2022's extensions both are padded to 165, then
come one byte of kind (1 mint, 2 account) and extensions: u16 type, u16 length, value. Integers are little-endian.
"""

import struct
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from solders.account import Account
from solders.pubkey import Pubkey

TOKEN_PROGRAM = Pubkey.from_string("TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA")
TOKEN_2022_PROGRAM = Pubkey.from_string("TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb")
PROGRAMS = {TOKEN_PROGRAM: "spl-token", TOKEN_2022_PROGRAM: "spl-token-2022"}
MINT = struct.Struct("<I32sQBBI32s")
ACCOUNT = struct.Struct("<32s32sQI32sBIQQI32s")
MINT_SIZE = 82
ACCOUNT_SIZE = 165
STATES = ["uninitialized", "initialized", "frozen"]


@dataclass(frozen=True)
class TokenAccount:
    mint: Pubkey
    owner: Pubkey
    amount: int
    delegate: Pubkey | None
    delegated_amount: int
    state: str
    rent_exempt_reserve: int | None
    close_authority: Pubkey | None


@dataclass(frozen=True)
class Mint:
    authority: Pubkey | None
    supply: int
    decimals: int
    freeze_authority: Pubkey | None


def is_account(account: Account) -> bool:
    size = len(account.data)
    return account.owner in PROGRAMS and (
        size == ACCOUNT_SIZE
        or (size > ACCOUNT_SIZE and account.owner == TOKEN_2022_PROGRAM and account.data[ACCOUNT_SIZE] == 2)
    )


def is_mint(account: Account) -> bool:
    size = len(account.data)
    return account.owner in PROGRAMS and (
        size == MINT_SIZE
        or (size > ACCOUNT_SIZE and account.owner == TOKEN_2022_PROGRAM and account.data[ACCOUNT_SIZE] == 1)
    )


def key(option: int, value: bytes) -> Pubkey | None:
    return Pubkey(value) if option else None


def read_account(account: Account | None) -> TokenAccount | None:
    """The token account that an account's data holds, or None where it holds none."""
    if account is None or not is_account(account):
        return None
    fields = ACCOUNT.unpack_from(account.data)
    mint, owner, amount, delegated, delegate, state, native, reserve, delegated_amount, closed, close_authority = fields
    if state not in (1, 2):
        return None
    return TokenAccount(
        mint=Pubkey(mint),
        owner=Pubkey(owner),
        amount=amount,
        delegate=key(delegated, delegate),
        delegated_amount=delegated_amount,
        state=STATES[state],
        rent_exempt_reserve=reserve if native else None,
        close_authority=key(closed, close_authority),
    )


def read_mint(account: Account | None) -> Mint | None:
    """The mint that an account's data holds, or None where it holds none."""
    if account is None or not is_mint(account):
        return None
    minted, authority, supply, decimals, initialized, frozen, freeze_authority = MINT.unpack_from(account.data)
    if not initialized:
        return None
    return Mint(key(minted, authority), supply, decimals, key(frozen, freeze_authority))


def ui_amount(amount: int, decimals: int) -> dict[str, Any]:
    """An amount as UiTokenAmount: the exact text in `uiAmountString`, the inexact number beside it."""
    digits = str(amount).rjust(decimals + 1, "0")
    text = digits if decimals == 0 else f"{digits[:-decimals]}.{digits[-decimals:]}".rstrip("0").rstrip(".")
    return {"amount": str(amount), "decimals": decimals, "uiAmount": amount / 10**decimals, "uiAmountString": text}


def extensions(data: bytes) -> list[dict[str, Any]]:
    """The extensions behind a Token-2022 mint or account; of those that aren't known here, only that they are there."""
    found = []
    rest = data[ACCOUNT_SIZE + 1 :]
    while len(rest) >= 4:
        kind, length = struct.unpack_from("<HH", rest)
        value, rest = rest[4 : 4 + length], rest[4 + length :]
        if kind == 0:
            break
        found.append(extension(kind, value))
    return found


def address(value: bytes) -> str | None:
    """An address of an OptionalNonZeroPubkey."""
    return str(Pubkey(value)) if any(value) else None


def extension(kind: int, value: bytes) -> dict[str, Any]:
    def fee(at: int) -> dict[str, int]:
        epoch, maximum, points = struct.unpack_from("<QQH", value, at)
        return {"epoch": epoch, "maximumFee": maximum, "transferFeeBasisPoints": points}

    if kind == 1:
        state = {
            "transferFeeConfigAuthority": address(value[:32]),
            "withdrawWithheldAuthority": address(value[32:64]),
            "withheldAmount": int.from_bytes(value[64:72], "little"),
            "olderTransferFee": fee(72),
            "newerTransferFee": fee(90),
        }
        return {"extension": "transferFeeConfig", "state": state}
    if kind == 2:
        return {"extension": "transferFeeAmount", "state": {"withheldAmount": int.from_bytes(value[:8], "little")}}
    if kind == 3:
        return {"extension": "mintCloseAuthority", "state": {"closeAuthority": address(value[:32])}}
    if kind == 7:
        return {"extension": "immutableOwner"}
    if kind == 9:
        return {"extension": "nonTransferable"}
    if kind == 12:
        return {"extension": "permanentDelegate", "state": {"delegate": address(value[:32])}}
    if kind == 18:
        state = {"authority": address(value[:32]), "metadataAddress": address(value[32:64])}
        return {"extension": "metadataPointer", "state": state}
    if kind == 19:
        return {"extension": "tokenMetadata", "state": metadata(value)}
    return {"extension": "unparseableExtension"}


def metadata(value: bytes) -> dict[str, Any]:
    """TokenMetadata: update authority, mint, then texts with u32 lengths, then pairs of texts."""
    at = 64

    def integer() -> int:
        nonlocal at
        at += 4
        return int.from_bytes(value[at - 4 : at], "little")

    def text() -> str:
        nonlocal at
        size = integer()
        at += size
        return value[at - size : at].decode(errors="replace")

    state: dict[str, Any] = {"updateAuthority": address(value[:32]), "mint": str(Pubkey(value[32:64]))}
    state |= {"name": text(), "symbol": text(), "uri": text()}
    state["additionalMetadata"] = [[text(), text()] for _ in range(integer())]
    return state


def parsed(account: Account, decimals_of_mint: Callable[[Pubkey], int | None]) -> dict[str, Any] | None:
    """What `jsonParsed` shows of a mint or token account, or None. `decimals_of_mint` finds the decimals of a mint."""
    mint, holding = read_mint(account), read_account(account)
    if mint:
        kind = "mint"
        info: dict[str, Any] = {
            "mintAuthority": mint.authority and str(mint.authority),
            "supply": str(mint.supply),
            "decimals": mint.decimals,
            "isInitialized": True,
            "freezeAuthority": mint.freeze_authority and str(mint.freeze_authority),
        }
    elif holding and (decimals := decimals_of_mint(holding.mint)) is not None:
        kind = "account"
        info = {"mint": str(holding.mint), "owner": str(holding.owner), "state": holding.state}
        info["isNative"] = holding.rent_exempt_reserve is not None
        info["tokenAmount"] = ui_amount(holding.amount, decimals)
        if holding.delegate:
            info["delegate"] = str(holding.delegate)
            info["delegatedAmount"] = ui_amount(holding.delegated_amount, decimals)
        if holding.rent_exempt_reserve is not None:
            info["rentExemptReserve"] = ui_amount(holding.rent_exempt_reserve, decimals)
        if holding.close_authority:
            info["closeAuthority"] = str(holding.close_authority)
    else:
        return None
    if found := extensions(account.data):
        info["extensions"] = found
    return {"program": PROGRAMS[account.owner], "parsed": {"type": kind, "info": info}, "space": len(account.data)}
