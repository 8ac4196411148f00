"""The assets and the accounts of the corpus of dApps: how they look on a chain, and what of them somebody lost or gained."""

import base64
import json
import struct
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from dapp_programs import METADATA, SYSTEM, TOKEN, TOKEN_2022, derived
from solders.account import Account
from solders.pubkey import Pubkey
from spl.token import instructions as token
from transaction_corpus import THIEF, USER

ROOT = Path(__file__).resolve().parents[2]
LAMPORTS = 1_000_000_000
RENT_TOKEN = 2_039_280
MPL_CORE = Pubkey.from_string("CoREENxT6tW1HoK8ypY1SxRMZTcVPm7R94rH4PZNhX7d")
STAKE = Pubkey.from_string("Stake11111111111111111111111111111111111111")
ME, THIEVES = USER.pubkey(), THIEF.pubkey()
MAXIMUM = 2**64 - 1


def rent(size: int) -> int:
    return (128 + size) * 6_960


@dataclass(frozen=True)
class Asset:
    mint: Pubkey
    decimals: int
    name: str = ""
    symbol: str = ""
    program: Pubkey = TOKEN
    has_metadata: bool = False
    """Names itself, in an account of Token Metadata (or, with Token-2022, in its mint)."""

    @property
    def is_native(self) -> bool:
        return self.mint == SYSTEM

    def units(self, amount: float) -> int:
        return round(amount * 10**self.decimals)

    def account(self, owner: Pubkey = ME) -> Pubkey:
        return owner if self.is_native else token.get_associated_token_address(owner, self.mint, self.program)

    @property
    def key(self) -> str:
        return "SOL" if self.is_native else str(self.mint)


SOL = Asset(SYSTEM, 9, symbol="SOL")


@cache
def listed() -> dict[str, Asset]:
    """The tokens of the registry, by symbol."""
    kinds = {"Token": TOKEN, "Token-2022": TOKEN_2022}
    tokens = json.loads((ROOT / "Programs" / "tokens.json").read_text())["tokens"]
    return {one["symbol"]: Asset(Pubkey.from_string(one["mint"]), one["decimals"], one["name"], one["symbol"], kinds.get(one.get("program"), TOKEN)) for one in tokens}


def known(symbol: str) -> Asset:
    return listed()[symbol]


WSOL = known("SOL")
USDC, USDT, BONK, JUP = (known(symbol) for symbol in ("USDC", "USDT", "BONK", "JUP"))


def unknown(name: str, symbol: str = "", decimals: int = 6, program_id: Pubkey = TOKEN) -> Asset:
    """A token that is on no list."""
    return Asset(derived("mint", name), decimals, name, symbol or name.upper()[:8], program_id, has_metadata=True)


def collectible(name: str) -> Asset:
    return Asset(derived("nft", name), 0, name, "FOX", TOKEN, has_metadata=True)


def token_data(asset: Asset, owner: Pubkey, amount: int, delegate: Pubkey | None = None, delegated: int = 0) -> bytes:
    native = struct.pack("<IQ", 1, RENT_TOKEN) if asset.mint == WSOL.mint else bytes(12)
    approved = (struct.pack("<I", 1) + bytes(delegate)) if delegate else bytes(36)
    data = bytes(asset.mint) + bytes(owner) + struct.pack("<Q", amount) + approved + b"\1" + native + struct.pack("<Q", delegated) + bytes(36)
    # An associated account of Token-2022 can't change its owner.
    return data if asset.program == TOKEN else data + b"\2" + struct.pack("<HH", 7, 0)


def mint_data(asset: Asset, authority: Pubkey, supply: int, extensions: bytes = b"") -> bytes:
    data = struct.pack("<I", 1) + bytes(authority) + struct.pack("<QBB", supply, asset.decimals, 1) + bytes(36)
    return data + bytes(83) + b"\1" + extensions if extensions else data


def text32(text: str) -> bytes:
    return struct.pack("<I", len(text.encode())) + text.encode()


def named_in_mint(asset: Asset, authority: Pubkey) -> bytes:
    """The extensions of a Token-2022 mint that names itself: where its metadata stands, and the metadata."""
    about = bytes(authority) + bytes(asset.mint) + text32(asset.name) + text32(asset.symbol) + text32("https://token.example/1.json") + bytes(4)
    return struct.pack("<HH", 18, 64) + bytes(authority) + bytes(asset.mint) + struct.pack("<HH", 19, len(about)) + about


def metadata_address(mint: Pubkey) -> Pubkey:
    return Pubkey.find_program_address([b"metadata", bytes(METADATA), bytes(mint)], METADATA)[0]


def metadata(asset: Asset, authority: Pubkey) -> bytes:
    """Token Metadata's account (MetadataV1), as programs write it: fixed lengths, filled up with zeros."""
    def padded(text: str, size: int) -> bytes:
        return struct.pack("<I", size) + text.encode().ljust(size, b"\0")[:size]

    data = b"\4" + bytes(authority) + bytes(asset.mint) + padded(asset.name, 32) + padded(asset.symbol, 10)
    data += padded("https://token.example/1.json", 200) + struct.pack("<H", 0) + b"\0" + b"\0\1" + b"\1\xfe" + b"\1" + bytes([0 if asset.decimals == 0 else 2])
    return data.ljust(607, b"\0")


def core_asset(name: str, owner: Pubkey) -> bytes:
    """Core's account of an asset (AssetV1)."""
    return b"\1" + bytes(owner) + b"\1" + bytes(derived("authority", name)) + text32(name) + text32("https://nft.example/1.json") + b"\0"


def stake_data(owner: Pubkey, amount: int) -> bytes:
    """A stake that is delegated and active (`StakeStateV2::Stake`)."""
    meta = struct.pack("<Q", rent(200)) + bytes(owner) * 2 + struct.pack("<qQ", 0, 0) + bytes(32)
    delegation = bytes(derived("validator")) + struct.pack("<QQQd", amount, 0, MAXIMUM, 0.25)
    return (struct.pack("<I", 2) + meta + delegation + struct.pack("<Q", 0)).ljust(200, b"\0")


def shown(account: Account | None) -> dict | None:
    if account is None or account.lamports == 0:
        return None
    return {
        "lamports": account.lamports, "program": str(account.owner), "executable": account.executable,
        "data": "" if account.executable else base64.b64encode(bytes(account.data)).decode(),
    }


# What was lost and gained, from accounts alone.

def holdings(accounts: dict[str, dict | None]) -> Counter[str]:
    """Tokens of the user's by mint, assets of Core's by address, stakes by address."""
    found: Counter[str] = Counter()
    mine = bytes(ME)
    for address, account in accounts.items():
        data = base64.b64decode(account["data"]) if account else b""
        if account and account["program"] in (str(TOKEN), str(TOKEN_2022)) and len(data) >= 165 and data[32:64] == mine and (len(data) == 165 or data[165] == 2):
            found[str(Pubkey(data[:32]))] += int.from_bytes(data[64:72], "little")
        elif account and account["program"] == str(MPL_CORE) and data[:1] == b"\1" and data[1:33] == mine:
            found[address] += 1
        elif account and account["program"] == str(STAKE) and len(data) == 200 and data[44:76] == mine:
            found[address] += account["lamports"]
    return found


def deposits(accounts: dict[str, dict | None]) -> dict[str, int]:
    """Lamports of rent, by account: all but wallets. Wrapped SOL is counted as tokens."""
    found = {}
    for address, account in accounts.items():
        data = base64.b64decode(account["data"]) if account else b""
        if account and not account["executable"] and data:
            found[address] = rent(len(data))
    return found


def outcome(before: dict, after: dict, fee: int, pays_fee: bool) -> dict:
    """`loses` and `gains` of the user, with fee and rent apart. Rent: of accounts that are new, less that of accounts whose lamports came back."""
    was, became = holdings(before), holdings(after)
    old, new = deposits(before), deposits(after)
    me = str(ME)
    held = {address for address, account in before.items() if account and account["program"] in (str(TOKEN), str(TOKEN_2022))
            and base64.b64decode(account["data"])[32:64] == bytes(ME)}
    mine = sum(amount for address, amount in new.items() if address not in old) if pays_fee else 0
    back = sum(amount for address, amount in old.items() if address not in new and (address in held or before[address]["program"] not in (str(TOKEN), str(TOKEN_2022), str(STAKE))))
    paid_fee = fee if pays_fee else 0
    has_wallet = after[me] is None or after[me]["program"] == str(SYSTEM)
    lamports_after = (after[me] or {"lamports": 0})["lamports"] if has_wallet else 0
    change = Counter({"SOL": lamports_after - before[me]["lamports"] + paid_fee + mine - back})
    change.update({key: became[key] for key in became})
    change.subtract(was)
    return {
        "loses": [{"asset": key, "amount": str(-amount)} for key, amount in sorted(change.items()) if amount < 0],
        "gains": [{"asset": key, "amount": str(amount)} for key, amount in sorted(change.items()) if amount > 0],
        "fee": str(paid_fee), "rent": str(mine - back),
    }
