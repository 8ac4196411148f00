"""Instructions as a dApp's client makes them: encoded from Programs/interfaces, by code that shares nothing with the registry's own.

    jupiter = Interface("jupiter-v6")
    data = jupiter.data("route", {"inAmount": 5, "quotedOutAmount": 7, "slippageBps": 50})
    slots = jupiter.slots("route")

What an argument or a field isn't given is zero, empty, absent or the first variant. A struct is a dict, a variant its name or {name: fields}.
"""

import hashlib
import json
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from program_vectors import SIZES, split, varint
from solders.pubkey import Pubkey

INTERFACES = Path(__file__).resolve().parents[2] / "Programs" / "interfaces"
SYSTEM = Pubkey.from_string("11111111111111111111111111111111")
TOKEN = Pubkey.from_string("TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA")
TOKEN_2022 = Pubkey.from_string("TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb")
ASSOCIATED = Pubkey.from_string("ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL")
METADATA = Pubkey.from_string("metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s")
SYSVAR_INSTRUCTIONS = Pubkey.from_string("Sysvar1nstructions1111111111111111111111111")
# By the end of an account's name, without its group; the first that fits.
WELL_KNOWN = [
    (r"systemprogram", SYSTEM),
    (r"(tokenprogram2022|token2022program)", TOKEN_2022),
    (r"(associated\w*tokenprogram|associatedtokenprogram|ataprogram|splataprogram|associatedspltokenprogram)", ASSOCIATED),
    (r"(tokenmetadataprogram|mpltokenmetadata|mpltokenmetadataprogram)", METADATA),
    (r"(token\w?program|token(base|quote)program|tokenprogram\w?)", TOKEN),
    (r"(rent|rentsysvar|sysvarrent)", Pubkey.from_string("SysvarRent111111111111111111111111111111111")),
    (r"(clock|clocksysvar)", Pubkey.from_string("SysvarC1ock11111111111111111111111111111111")),
    (r"(stakehistory|stakehistorysysvar)", Pubkey.from_string("SysvarStakeHistory1111111111111111111111111")),
    (r"stakeconfigsysvar", Pubkey.from_string("StakeConfig11111111111111111111111111111111")),
    (r"(instructions|sysvarinstructions|instructionsysvaraccount|instructionsysvaraccountinfo)", SYSVAR_INSTRUCTIONS),
    (r"recentslothashes", Pubkey.from_string("SysvarS1otHashes111111111111111111111111111")),
    (r"memoprogram", Pubkey.from_string("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr")),
    (r"stakeprogram", Pubkey.from_string("Stake11111111111111111111111111111111111111")),
    (r"(compressionprogram|cmtprogram)", Pubkey.from_string("cmtDvXumGCrqC1Age74AVPhSRVXJMd8PJS91L8KbNCK")),
    (r"logwrapper", Pubkey.from_string("noopb9bkMVfRPU8AsbpTUg8AQkHtKwMYZiFUjNRtMmV")),
    (r"bubblegumprogram", Pubkey.from_string("BGUMAp9Gq7iTEuizy4pqaxsTyUCBK68MDfK752saRPUY")),
    (r"mplcoreprogram", Pubkey.from_string("CoREENxT6tW1HoK8ypY1SxRMZTcVPm7R94rH4PZNhX7d")),
    (r"wormholeprogram", Pubkey.from_string("worm2ZoG2kUd4vFXhvjh93UUH596ayRfgQ2MgjNMTth")),
    (r"namingserviceprogram", Pubkey.from_string("namesLPneVptA9Z5rqUDD9tMTWEJwofgaYwp8cawRkX")),
    (r"wsol(mint)?", Pubkey.from_string("So11111111111111111111111111111111111111112")),
]


@dataclass(frozen=True)
class Slot:
    """A place in an instruction's list of accounts."""

    name: str
    flags: str

    @property
    def plain(self) -> str:
        return self.name.rpartition(".")[2]

    @property
    def words(self) -> frozenset[str]:
        return frozenset(words(self.plain))


@cache
def words(name: str) -> tuple[str, ...]:
    """A camelCase name's words: userTokenAccountA, tokenAMint and token0Vault keep their A and 0."""
    return tuple(each.lower() for each in re.findall(r"[A-Z](?![a-z])|[A-Z]?[a-z]+|\d+", name))


def derived(*parts: str) -> Pubkey:
    """An address that nobody holds a key of, always the same."""
    at = 0
    while (found := Pubkey(hashlib.sha256("/".join((*parts, str(at))).encode()).digest())).is_on_curve():
        at += 1
    return found


class Interface:
    def __init__(self, slug: str):
        self.slug = slug
        self.file = json.loads((INTERFACES / f"{slug}.json").read_text())
        self.id = Pubkey.from_string(self.file["id"])
        self.instructions = {one["name"]: one for one in self.file["instructions"]}
        self.knows_flags = self.file.get("accountFlags", True)

    def roles(self, name: str) -> list[dict]:
        return self.file.get("roles", {}).get(name, [])

    def slots(self, name: str) -> list[Slot]:
        return [Slot(*text.partition(":")[::2]) for text in self.instructions[name]["accounts"]]

    def is_omitted(self, name: str) -> bool:
        return "omit" in self.instructions[name] or self.file.get("optionalAccounts") == "omitted"

    def well_known(self, slot: Slot) -> Pubkey | None:
        plain = slot.plain.lower()
        if plain == "eventauthority":
            return Pubkey.find_program_address([b"__event_authority"], self.id)[0]
        for pattern, address in WELL_KNOWN:
            if re.fullmatch(rf"(\w*(?:spl|source|destination|input|output|collateral|liquidity|shares|base|quote|supply|borrow|x|y|a|b|mpl|sysvar|inp|pool))?{pattern}", plain):
                return address
        return self.id if plain.endswith("program") else None

    def data(self, name: str, values: dict) -> bytes:
        one = self.instructions[name]
        unknown = values.keys() - {text.partition(":")[0] for text in one["args"]}
        if unknown:
            raise ValueError(f"{self.slug}.{name} has no {unknown}")
        return bytes.fromhex(one["disc"]) + self.fields(one["args"], values)

    def fields(self, fields: list[str], values: dict) -> bytes:
        return b"".join(self.value(kind, values.get(name)) for name, kind in (text.split(":", 1) for text in fields))

    def value(self, text: str, value: object) -> bytes:
        kind, inner = split(text)
        if re.fullmatch(r"[ui](8|16|32|64|128)", kind):
            return int(value or 0).to_bytes(SIZES[kind[1:]], "little", signed=kind[0] == "i")
        match kind:
            case "bool":
                return bytes([bool(value)])
            case "pubkey":
                return bytes(value) if value else bytes(32)
            case "f32" | "f64":
                return bytes(int(kind[1:]) // 8)
            case "string" | "string64" | "utf8rest":
                word = str(value or "").encode()
                return len(word).to_bytes({"string": 4, "string64": 8, "utf8rest": 0}[kind], "little") + word if kind != "utf8rest" else word
            case "bytes" | "bytes8" | "bytesl" | "rest" if not inner:
                data = bytes(value or b"")
                return {"bytes": len(data).to_bytes(4, "little"), "bytes8": bytes([len(data) & 255]), "bytesl": varint(len(data)), "rest": b""}[kind] + data
            case "leb128":
                return varint(int(value or 0))
            case "option":
                return b"\0" if value is None else b"\1" + self.value(inner[0], value)
            case "zoption":
                return self.value(inner[0], value)
            case "tail":
                return b"" if value is None else self.value(inner[0], value)
            case "vec" | "vec64" | "vecl" | "vecs" | "rest":
                items = list(value or [])
                count = {"vec": len(items).to_bytes(4, "little"), "vec64": len(items).to_bytes(8, "little"), "rest": b""}.get(kind, varint(len(items)))
                return count + b"".join(self.value(inner[0], item) for item in items)
            case "array":
                items = list(value or [None] * int(inner[1]))
                return b"".join(self.value(inner[0], item) for item in items)
            case "map":
                pairs = list((value or {}).items())
                return len(pairs).to_bytes(4, "little") + b"".join(self.value(inner[0], key) + self.value(inner[1], item) for key, item in pairs)
            case "tuple":
                return b"".join(self.value(each, item) for each, item in zip(inner, value or [None] * len(inner)))
        return self.named(self.file["types"][kind], value)

    def named(self, one: dict, value: object) -> bytes:
        if "alias" in one:
            return self.value(one["alias"], value)
        if "struct" in one:
            unknown = set(value or {}) - {text.partition(":")[0] for text in one["struct"]}
            if unknown:
                raise ValueError(f"{self.slug}: no {unknown}")
            return self.fields(one["struct"], dict(value or {}))
        variants = [variant[0] for variant in one["enum"]]
        name, values = (value or variants[0], {}) if not isinstance(value, dict) else next(iter(value.items()))
        index = variants.index(name)
        tag = one.get("values", range(len(variants)))[index]
        return tag.to_bytes(SIZES[one.get("tag", "u8")[1:]], "little") + self.fields(one["enum"][index][1:], values)


@cache
def interface(slug: str) -> Interface:
    return Interface(slug)
