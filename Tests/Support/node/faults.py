"""Faults on demand. Each belongs to a method or to all, begins after some calls, and ends after some.

| fault | what happens | options |
|---|---|---|
| `slow` | the answer is late | `ms` |
| `rate-limit` | status 429 | `retryAfter`: seconds or a date, null for no header |
| `status` | another status, with a page instead of JSON | `status` |
| `drop` | the connection ends before the call runs, or with `executed` after it ran | `executed` |
| `cut` | the answer ends in the middle | `bytes`: how many of its body are sent; half without it |
| `garbage` | status 200 with a page instead of JSON | |
| `huge` | the answer is so many bytes long | `bytes`, `chunked` for no Content-Length |
| `wrong-id` | the answer is to another call | `id` |
| `error` | a JSON-RPC error | `code`, `message`, `data` |
| `result` | the result is this one | `result` |
| `genesis` | the node is on another cluster: getGenesisHash | `result` |
| `lie` | an account is shown as another | `account`, and what of it is shown as what |
| `forget` | sendTransaction answers, and nothing is sent | |
| `late` | what sendTransaction was given lands so many slots later, if its blockhash is still good | `slots` |
| `mute` | notifications of this method aren't sent | |

`method` is `*` without one. The upgrade to WebSocket is the method `websocket`. A lie names any of `lamports`, `owner`,
`data` (base64), `addresses` (of a lookup table), `amount` (of a token account) and `missing`. An answer that changes
the second time is a `lie` or a `result` with `after: 1`. On a WebSocket only `slow`, `drop`, `error` and `mute` work.
"""

import base64
import struct
from dataclasses import dataclass, field
from typing import Any

from solders.account import Account
from solders.pubkey import Pubkey

from . import lookup
from .tokens import is_account

# The cluster devnet.
ANOTHER_GENESIS = "EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG"
DEFAULTS: dict[str, dict[str, Any]] = {
    "slow": {"ms": 2_000},
    "rate-limit": {"retryAfter": 1},
    "status": {"status": 500},
    "drop": {"executed": False},
    "cut": {"bytes": None},
    "garbage": {},
    "huge": {"bytes": 64 * 1024 * 1024, "chunked": False},
    "wrong-id": {"id": 424_242},
    "error": {"code": -32005, "message": "Node is unhealthy", "data": None},
    "result": {"result": None},
    "genesis": {"result": ANOTHER_GENESIS},
    "lie": dict.fromkeys(("account", "lamports", "owner", "data", "addresses", "amount", "missing")),
    "forget": {},
    "late": {"slots": 10},
    "mute": {},
}
METHODS = {"genesis": "getGenesisHash", "forget": "sendTransaction", "late": "sendTransaction"}


def fits(default: Any, value: Any) -> bool:
    """Returns whether a value is of its default's kind, and no negative number; None as default stands for any."""
    if default is None:
        return True
    return type(value) is type(default) and not (type(value) is int and value < 0 and default >= 0)


class FaultError(ValueError):
    """A fault that can't be made; the text says why."""


@dataclass(frozen=True)
class Lie:
    """What the node says of an account."""

    account: Pubkey
    options: dict[str, Any]

    def told(self, address: Pubkey, true: Account | None) -> Account | None:
        if address != self.account:
            return true
        if self.options["missing"]:
            return None
        account = true or Account(1, b"", Pubkey.default())
        owner = Pubkey.from_string(self.options["owner"]) if self.options["owner"] else account.owner
        data = bytearray(account.data)
        if self.options["data"] is not None:
            data = bytearray(base64.b64decode(self.options["data"]))
        if self.options["addresses"] is not None:
            # Of a table that isn't there, one that was never deactivated and has no authority.
            header = bytes(data[: lookup.HEADER_SIZE]) or struct.pack("<IQQB35x", 1, 2**64 - 1, 0, 0)
            data = bytearray(header + b"".join(bytes(Pubkey.from_string(x)) for x in self.options["addresses"]))
            owner = owner if true else lookup.PROGRAM
        if self.options["amount"] is not None and is_account(account):
            data[64:72] = int(self.options["amount"]).to_bytes(8, "little")
        lamports = account.lamports if self.options["lamports"] is None else int(self.options["lamports"])
        return Account(lamports, bytes(data), owner, account.executable) if lamports else None


@dataclass
class Fault:
    name: str
    method: str
    after: int
    # How often it still happens; None for always.
    count: int | None
    options: dict[str, Any] = field(default_factory=dict)
    lie: Lie | None = None


class Faults:
    """The faults that are active, in the order they came."""

    def __init__(self) -> None:
        self.active: list[Fault] = []

    def add(self, wanted: dict[str, Any]) -> Fault:
        """Makes a fault of what the control endpoint was given. Raises FaultError."""
        name = wanted.get("fault")
        if not isinstance(name, str) or name not in DEFAULTS:
            raise FaultError(f"no such fault; there are: {', '.join(DEFAULTS)}")
        options = {key: value for key, value in wanted.items() if key not in ("fault", "method", "count", "after")}
        if unknown := set(options) - set(DEFAULTS[name]):
            raise FaultError(f"{name} has no option {', '.join(sorted(unknown))}")
        method = wanted.get("method", METHODS.get(name, "*"))
        count, after = wanted.get("count"), wanted.get("after", 0)
        if not isinstance(method, str) or not isinstance(count, (int, type(None))) or not isinstance(after, int):
            raise FaultError("method is a text, count and after are numbers")
        for key, value in options.items():
            if not fits(DEFAULTS[name][key], value) and key not in ("id", "retryAfter"):
                raise FaultError(f"{key} has another kind of value")
        options = DEFAULTS[name] | options
        lie = None
        try:
            if name == "lie":
                lie = Lie(Pubkey.from_string(options["account"]), options)
                lie.told(lie.account, None)
        except (ValueError, TypeError) as error:
            raise FaultError(f"no lie: {error}") from None
        fault = Fault(name, method, after, count, options, lie)
        self.active.append(fault)
        return fault

    def take(self, method: str, notification: bool = False) -> list[Fault]:
        """The faults that concern a call or a notification, each of which is used up by one."""
        found = []
        for fault in list(self.active):
            if fault.method not in ("*", method) or (fault.name == "mute") != notification:
                continue
            if fault.after > 0:
                fault.after -= 1
                continue
            found.append(fault)
            if fault.count is not None:
                fault.count -= 1
                if fault.count <= 0:
                    self.active.remove(fault)
        return found
