"""The forms of accounts and transactions in answers: `base58`, `base64`, `json` and what is cheap of `jsonParsed`."""

import base64
from collections.abc import Callable
from typing import Any

import base58
from solders.account import Account
from solders.instruction import CompiledInstruction
from solders.message import MessageV0, MessageV1
from solders.pubkey import Pubkey
from solders.transaction import VersionedTransaction

from . import lookup, tokens
from .errors import INVALID_REQUEST, RPCError, invalid, unsupported_version
from .lookup import Keys

# base58 takes time with the square of the size; agave stops here.
LARGEST_BASE58 = 128
NO_RENT_EPOCH = 2**64 - 1


def account(
    value: Account, encoding: str | None, part: dict | None, decimals: Callable[[Pubkey], int | None]
) -> dict[str, Any]:
    """An account as UiAccount. `part` is a `dataSlice`; `decimals` finds those of a mint."""
    data = bytes(value.data)
    parsed = tokens.parsed(value, decimals) or parsed_table(value) if encoding == "jsonParsed" else None
    if parsed is None and part is not None:
        data = data[part["offset"] : part["offset"] + part["length"]]
    shown: Any = parsed
    if encoding in ("base64", "jsonParsed") and parsed is None:
        shown = [base64.b64encode(data).decode(), "base64"]
    elif encoding in (None, "base58", "binary"):
        if len(data) > LARGEST_BASE58:
            text = "Encoded binary (base 58) data should be less than 128 bytes, please use Base64 encoding."
            raise RPCError(INVALID_REQUEST, text)
        text = base58.b58encode(data).decode()
        shown = [text, "base58"] if encoding == "base58" else text
    elif encoding == "base64+zstd":
        raise invalid("this node doesn't compress: ask for base64")
    elif shown is None:
        raise invalid(f"Invalid params: unknown variant `{encoding}`")
    return {
        "lamports": value.lamports,
        "owner": str(value.owner),
        "data": shown,
        "executable": value.executable,
        "rentEpoch": NO_RENT_EPOCH,
        "space": len(value.data),
    }


def parsed_table(value: Account) -> dict[str, Any] | None:
    """A lookup table as `jsonParsed`, or None."""
    if value.owner != lookup.PROGRAM or len(value.data) < lookup.HEADER_SIZE or value.data[0] != 1:
        return None
    data = bytes(value.data)
    info: dict[str, Any] = {
        "deactivationSlot": str(int.from_bytes(data[4:12], "little")),
        "lastExtendedSlot": str(int.from_bytes(data[12:20], "little")),
        "lastExtendedSlotStartIndex": data[20],
        "addresses": [str(each) for each in lookup.addresses(value)],
    }
    if data[21]:
        info["authority"] = str(Pubkey(data[22:54]))
    return {
        "program": "address-lookup-table",
        "parsed": {"type": "lookupTable", "info": info},
        "space": len(data),
    }


def compiled(instruction: CompiledInstruction, height: int | None) -> dict[str, Any]:
    return {
        "programIdIndex": instruction.program_id_index,
        "accounts": list(bytes(instruction.accounts)),
        "data": base58.b58encode(bytes(instruction.data)).decode(),
        "stackHeight": height,
    }


def undecoded(instruction: CompiledInstruction, keys: list[Pubkey], height: int | None) -> dict[str, Any]:
    """What `jsonParsed` shows of an instruction that it has no parser for; this node has none for any."""
    return {
        "programId": str(keys[instruction.program_id_index]),
        "accounts": [str(keys[index]) for index in bytes(instruction.accounts)],
        "data": base58.b58encode(bytes(instruction.data)).decode(),
        "stackHeight": height,
    }


def transaction(value: VersionedTransaction, keys: Keys, encoding: str, highest: int | None) -> tuple[Any, Any]:
    """A transaction in an encoding, and its version where the asker said that it knows versions up to `highest`."""
    version = lookup.version(value)
    if version != "legacy" and (highest is None or version > highest):
        raise unsupported_version(int(version))
    if encoding in ("base64", "base58"):
        encode = base64.b64encode if encoding == "base64" else base58.b58encode
        shown: Any = [encode(bytes(value)).decode(), encoding]
    elif encoding == "binary":
        shown = base58.b58encode(bytes(value)).decode()
    elif encoding in ("json", "jsonParsed"):
        body = message(value) if encoding == "json" else parsed_message(value, keys)
        shown = {"signatures": [str(each) for each in value.signatures], "message": body}
    else:
        raise invalid(f"Invalid params: unknown variant `{encoding}`")
    return shown, version


def message(value: VersionedTransaction) -> dict[str, Any]:
    body = value.message
    header = body.header
    shown: dict[str, Any] = {
        "header": {
            "numRequiredSignatures": header.num_required_signatures,
            "numReadonlySignedAccounts": header.num_readonly_signed_accounts,
            "numReadonlyUnsignedAccounts": header.num_readonly_unsigned_accounts,
        },
        "accountKeys": [str(each) for each in body.account_keys],
        "recentBlockhash": str(body.recent_blockhash),
        "instructions": [compiled(each, 1) for each in body.instructions],
    }
    return shown | versioned_parts(value)


def versioned_parts(value: VersionedTransaction) -> dict[str, Any]:
    body = value.message
    if isinstance(body, MessageV0):
        lookups = [
            {
                "accountKey": str(each.account_key),
                "writableIndexes": list(bytes(each.writable_indexes)),
                "readonlyIndexes": list(bytes(each.readonly_indexes)),
            }
            for each in body.address_table_lookups
        ]
        return {"addressTableLookups": lookups}
    if isinstance(body, MessageV1):
        config = {
            "priorityFee": body.config.priority_fee,
            "computeUnitLimit": body.config.compute_unit_limit,
            "loadedAccountsDataSizeLimit": body.config.loaded_accounts_data_size_limit,
            "heapSize": body.config.heap_size,
        }
        return {"transactionConfig": {name: each for name, each in config.items() if each is not None}}
    return {}


def parsed_message(value: VersionedTransaction, keys: Keys) -> dict[str, Any]:
    accounts = [
        {
            "pubkey": str(each),
            "signer": index < keys.signers,
            "source": "transaction" if index < len(keys.static) else "lookupTable",
            "writable": keys.is_writable(index),
        }
        for index, each in enumerate(keys.all)
    ]
    shown: dict[str, Any] = {
        "accountKeys": accounts,
        "recentBlockhash": str(value.message.recent_blockhash),
        "instructions": [undecoded(each, keys.all, 1) for each in value.message.instructions],
    }
    return shown | versioned_parts(value)


def parsed_inner(inner: list[dict[str, Any]], keys: Keys) -> list[dict[str, Any]]:
    """Inner instructions as `jsonParsed` shows those that it has no parser for."""
    names = [str(each) for each in keys.all]
    return [
        {
            "index": each["index"],
            "instructions": [
                {
                    "programId": names[call["programIdIndex"]],
                    "accounts": [names[index] for index in call["accounts"]],
                    "data": call["data"],
                    "stackHeight": call["stackHeight"],
                }
                for call in each["instructions"]
            ],
        }
        for each in inner
    ]
