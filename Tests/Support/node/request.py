"""One call of a method: its parameters, read with types, and the accounts that it is allowed to see."""

import base64
import binascii
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import base58
from solders.account import Account
from solders.hash import Hash
from solders.message import from_bytes_versioned
from solders.pubkey import Pubkey
from solders.signature import Signature
from solders.transaction import VersionedTransaction

from . import tokens
from .errors import invalid

if TYPE_CHECKING:
    from .faults import Fault
    from .endpoint import Endpoint

API_VERSION = "3.1.0"
# What fits into one packet; a v1 transaction has 4,096 bytes (SIMD-0385).
LARGEST_WIRE = 1_232
LARGEST_WIRE_V1 = 4_096
# litesvm has its own blockhashes in it.
RECENT_BLOCKHASHES = Pubkey.from_string("SysvarRecentB1ockHashes11111111111111111111")
SYSVARS = Pubkey.from_string("Sysvar1111111111111111111111111111111111111")

Method = Callable[["Request"], Any]
METHODS: dict[str, Method] = {}
# Those whose parameters have names.
NAMED = {"getAsset", "getAssetsByOwner"}


def method(name: str) -> Callable[[Method], Method]:
    """Makes a function answer a method."""

    def register(function: Method) -> Method:
        METHODS[name] = function
        return function

    return register


class Request:
    """A call's parameters, by position or by name, and the faults that it meets."""

    def __init__(self, endpoint: "Endpoint", parameters: list | dict, faults: "list[Fault]"):
        self.endpoint = endpoint
        self.machine = endpoint.machine
        self.chain = endpoint.machine.chain
        self.clock = endpoint.machine.chain.clock
        self.parameters = parameters if isinstance(parameters, list) else []
        self.named = parameters if isinstance(parameters, dict) else {}
        self.faults = faults

    def value(self, index: int, *kinds: type, optional: bool = False) -> Any:
        """A parameter of one of these kinds."""
        found = self.parameters[index] if index < len(self.parameters) else None
        if found is None and optional:
            return None
        if found is None:
            raise invalid(f"`params` should have at least {index + 1} argument(s)")
        if not isinstance(found, kinds) or (isinstance(found, bool) and bool not in kinds):
            raise invalid(f"Invalid params: invalid type: parameter {index + 1}, expected {kinds[0].__name__}.")
        return found

    def options(self, index: int) -> dict[str, Any]:
        """The configuration object, empty where there is none. What is null in it is as if it weren't there."""
        given = self.value(index, dict, optional=True) or {}
        found = {name: each for name, each in given.items() if each is not None}
        slot = found.get("minContextSlot")
        if slot is not None and (not isinstance(slot, int) or isinstance(slot, bool) or slot < 0):
            raise invalid("Invalid params: invalid type: minContextSlot, expected u64.")
        part = found.get("dataSlice")
        if part is not None and not (
            isinstance(part, dict) and all(isinstance(part.get(x), int) and part[x] >= 0 for x in ("offset", "length"))
        ):
            raise invalid("Invalid params: invalid dataSlice, expected offset and length.")
        return found

    def options_or_encoding(self, index: int) -> dict[str, Any]:
        """The configuration object, or the encoding alone, as older clients send it."""
        found = self.parameters[index] if index < len(self.parameters) else None
        return {"encoding": found} if isinstance(found, str) else self.options(index)

    def address(self, index: int) -> Pubkey:
        return address(self.value(index, str))

    def count(self, index: int) -> int:
        """An unsigned number."""
        found = self.value(index, int)
        if found < 0:
            raise invalid(f"Invalid params: invalid value: integer `{found}`, expected u64.")
        return found

    def account(self, which: Pubkey, slot: int) -> Account | None:
        """The account at a slot, or what a lie says of it."""
        account = self.chain.account(which, slot)
        if which == RECENT_BLOCKHASHES:
            account = Account(1, self.clock.recent_blockhashes(slot), SYSVARS)
        for fault in self.faults:
            account = fault.lie.told(which, account) if fault.lie else account
        return account

    def decimals(self, mint: Pubkey) -> int | None:
        found = tokens.read_mint(self.account(mint, self.clock.slot))
        return found.decimals if found else None

    def in_context(self, slot: int, value: Any) -> dict[str, Any]:
        return {"context": {"apiVersion": API_VERSION, "slot": slot}, "value": value}


def address(text: Any) -> Pubkey:
    raw = decoded(text)
    if len(raw) != 32:
        raise invalid("Invalid param: WrongSize")
    return Pubkey(raw)


def signature(text: Any) -> str:
    raw = decoded(text)
    if len(raw) != 64:
        raise invalid("Invalid param: WrongSize")
    return str(Signature(raw))


def blockhash(text: Any) -> Hash:
    raw = decoded(text)
    if len(raw) != 32:
        raise invalid("Invalid param: WrongSize")
    return Hash(raw)


def decoded(text: Any) -> bytes:
    # Of what is longer, base58 would be decoded for seconds.
    if not isinstance(text, str) or len(text) > 128:
        raise invalid("Invalid param: WrongSize")
    try:
        return base58.b58decode(text)
    except ValueError:
        raise invalid("Invalid param: Invalid") from None


def transaction(text: str, encoding: str | None) -> VersionedTransaction:
    """A transaction from `base58`, which is the default, or `base64`."""
    raw = binary(text, encoding, LARGEST_WIRE_V1)
    # A legacy or v0 transaction begins with the number of its signatures, a v1 message with its version.
    if len(raw) > LARGEST_WIRE and not (raw[0] & 0x80 and raw[0] & 0x7F):
        raise invalid(f"decoded VersionedTransaction too large: {len(raw)} bytes (max: {LARGEST_WIRE} bytes)")
    try:
        found = VersionedTransaction.from_bytes(raw)
        found.sanitize()
    except Exception as error:
        raise invalid(f"failed to deserialize VersionedTransaction: {error}") from None
    if bytes(found) != raw:
        raise invalid("failed to deserialize VersionedTransaction: trailing bytes")
    return found


def message_of(text: str) -> Any:
    """A message from base64."""
    try:
        return from_bytes_versioned(binary(text, "base64", LARGEST_WIRE_V1))
    except Exception as error:
        raise invalid(f"failed to deserialize VersionedMessage: {error}") from None


def binary(text: str, encoding: str | None, limit: int) -> bytes:
    if encoding not in (None, "base58", "base64"):
        raise invalid(f"unsupported encoding: {encoding}. Supported encodings: base58, base64")
    if len(text) > limit * 2:
        raise invalid(f"{encoding or 'base58'} encoded VersionedTransaction too large: {len(text)} bytes")
    try:
        return base64.b64decode(text, validate=True) if encoding == "base64" else base58.b58decode(text)
    except (ValueError, binascii.Error) as error:
        raise invalid(f"invalid {encoding or 'base58'} encoding: {error}") from None
