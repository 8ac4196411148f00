"""The node's controls: `POST /control` with one JSON object. `GET /control` only answers.

| object | what it does |
|---|---|
| `{"fault": NAME, "method": ..., "count": ..., "after": ..., ...}` | makes a fault; `faults` has the list |
| `{"clear": true}` | ends all faults |
| `{"reset": true}` | begins a new chain of the same seed, without faults and subscriptions |
| `{"advance": SLOTS}` | lets slots pass now |
| `{"dropSockets": true}` | ends every WebSocket connection |
| `{"behind": SLOTS}` | makes the node unhealthy; null heals it |
| `{"forget": SIGNATURE}` | takes a transaction out of the history |
| `{"mint": SYMBOL, "to": OWNER, "amount": N}` | gives tokens of a seeded mint; `amount` counts the smallest units |
| `{"set": ADDRESS, "lamports": N, "owner": KEY, "data": BASE64}` | sets an account |
| `{"program": ADDRESS, "elf": BASE64}` | sets a program |
| `{"validator": VOTE, "commission": N, "credits": [N, ...], "staked": N, "delinquent": BOOL}` | puts a vote account onto the chain, with the credits of epochs from 0 on |
| `{"assets": [ITEM]}` | offers an index of assets that says these of every owner; null offers none |
| `{"fill": ADDRESS, "count": N}` | gives an address a history: N transfers of 900,000 lamports or more |

Every answer says what is: `{"slot", "faults", "requests", "posts", "sent", "sockets", "subscriptions"}`, and some say more. `requests` counts
calls by method since the start, `posts` the messages over HTTP that brought them, `sent` lists the signatures that
sendTransaction was given, taken or not. A reset makes new blockhashes, and keeps the genesis hash. Faults, `behind`,
`requests` and `posts` are those of the endpoint whose control this is; a reset ends no other's. `fill` puts ten transfers into a slot and takes about a second for 1,000; nobody is
answered meanwhile.
"""

import base64
from typing import TYPE_CHECKING, Any

from solders.account import Account
from solders.pubkey import Pubkey
from solders.system_program import TransferParams, transfer

from . import votes
from .errors import RPCError
from .lookup import NotExecutable
from .seed import mint_tokens, plant

if TYPE_CHECKING:
    from .server import Server

MOST_SLOTS = 10_000_000
MOST_TRANSFERS = 100_000


class ControlError(ValueError):
    """A control that can't be done; the text says why."""


def control(server: "Server", wanted: Any) -> dict[str, Any]:
    """Does what is wanted, and says how things are. Raises ControlError or another ValueError."""
    if not isinstance(wanted, dict):
        raise ControlError("expected an object")
    more: dict[str, Any] = {}
    try:
        if "fault" in wanted:
            server.endpoint.faults.add(wanted)
        elif wanted:
            name = next(iter(wanted))
            if name not in CONTROLS:
                raise ControlError(f"no such control; there are: fault, {', '.join(CONTROLS)}")
            more = CONTROLS[name](server, wanted) or {}
    except (KeyError, TypeError, OverflowError, NotExecutable, RPCError) as error:
        raise ControlError(f"{type(error).__name__}: {error}") from None
    endpoint, machine = server.endpoint, server.endpoint.machine
    return {
        "slot": machine.chain.clock.slot,
        "faults": [{"fault": x.name, "method": x.method, "count": x.count} for x in endpoint.faults.active],
        "requests": dict(endpoint.requests),
        "posts": endpoint.posts,
        "sent": list(machine.sent),
        "sockets": len(server.sockets),
        "subscriptions": sum(len(each.subscriptions) for each in server.sockets),
    } | more


def number(wanted: dict, name: str, most: int) -> int:
    value = wanted[name]
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
        raise ControlError(f"{name} is a number from 0 to {most}")
    return value


def clear(server: "Server", _: dict) -> None:
    server.endpoint.faults.active.clear()


def reset(server: "Server", wanted: dict) -> dict[str, Any]:
    # Those of other endpoints end too, when they hear of the new chain.
    server.drop_sockets()
    clear(server, wanted)
    server.endpoint.machine.begin()
    seeded = plant(server.endpoint.machine)
    server.endpoint.machine.tell()
    return {"seeded": seeded}


def advance(server: "Server", wanted: dict) -> None:
    server.endpoint.machine.advance(number(wanted, "advance", MOST_SLOTS))


def drop_sockets(server: "Server", _: dict) -> dict[str, Any]:
    return {"dropped": server.drop_sockets()}


def behind(server: "Server", wanted: dict) -> None:
    server.endpoint.slots_behind = None if wanted["behind"] is None else number(wanted, "behind", MOST_SLOTS)


def forget(server: "Server", wanted: dict) -> None:
    server.endpoint.machine.chain.ledger.forget(wanted["forget"])


def mint(server: "Server", wanted: dict) -> dict[str, Any]:
    owner = Pubkey.from_string(wanted["to"])
    account = mint_tokens(server.endpoint.machine, wanted["mint"], owner, number(wanted, "amount", 2**64 - 1))
    server.endpoint.machine.tell()
    return {"account": str(account)}


def set_account(server: "Server", wanted: dict) -> None:
    data = base64.b64decode(wanted.get("data", ""), validate=True)
    owner = Pubkey.from_string(wanted["owner"]) if "owner" in wanted else Pubkey.default()
    account = Account(number(wanted, "lamports", 2**64 - 1), data, owner)
    server.endpoint.machine.chain.put(Pubkey.from_string(wanted["set"]), account)
    server.endpoint.machine.tell()


def set_program(server: "Server", wanted: dict) -> None:
    server.endpoint.machine.chain.add_program(Pubkey.from_string(wanted["program"]), base64.b64decode(wanted["elf"], validate=True))
    server.endpoint.machine.tell()


def set_validator(server: "Server", wanted: dict) -> None:
    machine, vote = server.endpoint.machine, Pubkey.from_string(wanted["validator"])
    earned = [int(each) for each in wanted.get("credits", [])]
    machine.chain.put(vote, votes.account(machine.keypair(f"validator {vote}").pubkey(), number(wanted, "commission", 255), earned))
    machine.validators[vote] = votes.Validator(vote, number(wanted, "staked", 2**63), bool(wanted.get("delinquent", False)))
    machine.tell()


def assets(server: "Server", wanted: dict) -> None:
    if not isinstance(wanted["assets"], (list, type(None))):
        raise ControlError("assets is a list, or null")
    server.endpoint.machine.assets = wanted["assets"]


def fill(server: "Server", wanted: dict) -> None:
    machine, receiver = server.endpoint.machine, Pubkey.from_string(wanted["fill"])
    source = machine.faucet.pubkey()
    for done in range(number(wanted, "count", MOST_TRANSFERS)):
        given = TransferParams(from_pubkey=source, to_pubkey=receiver, lamports=900_000 + done)
        machine.run([transfer(given)], [machine.faucet])
        if done % 10 == 9:
            machine.chain.advance(1)
    machine.tell()


CONTROLS = {
    "clear": clear,
    "reset": reset,
    "advance": advance,
    "dropSockets": drop_sockets,
    "behind": behind,
    "forget": forget,
    "mint": mint,
    "set": set_account,
    "program": set_program,
    "validator": set_validator,
    "assets": assets,
    "fill": fill,
}
