"""A way to the chain. There can be several, each with faults of its own: one lies where another doesn't."""

import traceback
from collections import Counter
from typing import Any

# These fill METHODS.
from . import methods_accounts, methods_assets, methods_blocks, methods_network, methods_transactions  # noqa: F401
from .errors import INTERNAL_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND, RPCError, invalid
from .faults import Fault, Faults
from .machine import Machine
from .request import METHODS, NAMED, Request


class Endpoint:
    """Answers calls with what a machine says, or with what a fault makes of it."""

    def __init__(self, machine: Machine):
        self.machine = machine
        self.faults = Faults()
        self.requests: Counter[str] = Counter()
        # Messages over HTTP, each with one call or a batch of them.
        self.posts = 0
        self.slots_behind: int | None = None

    def call(self, method: str, parameters: Any, faults: list[Fault]) -> Any:
        """The result of one call. Raises RPCError."""
        function = METHODS.get(method)
        if function is None:
            raise RPCError(METHOD_NOT_FOUND, "Method not found")
        if parameters is None:
            parameters = []
        if not isinstance(parameters, dict if method in NAMED else list):
            raise invalid("`params` should be an array")
        for fault in faults:
            if fault.name == "error":
                raise RPCError(fault.options["code"], fault.options["message"], fault.options["data"])
            if fault.name in ("result", "genesis"):
                return fault.options["result"]
        return function(Request(self, parameters, faults))

    def answer(self, message: Any, faults: list[Fault]) -> dict[str, Any] | None:
        """The answer to one JSON-RPC message, or None for a notification."""
        if not is_call(message):
            return {"jsonrpc": "2.0", "error": {"code": INVALID_REQUEST, "message": "Invalid request"}, "id": None}
        self.requests[message["method"]] += 1
        answer: dict[str, Any] = {"jsonrpc": "2.0"}
        try:
            answer["result"] = self.call(message["method"], message.get("params"), faults)
        except RPCError as error:
            answer["error"] = error.as_json()
        except Exception:
            # A fault of the node's own: the asker is told, and the rest where the node was started.
            traceback.print_exc()
            answer["error"] = {"code": INTERNAL_ERROR, "message": "Internal error"}
        answer["id"] = message.get("id")
        for fault in faults:
            if fault.name == "wrong-id":
                answer["id"] = fault.options["id"]
        return answer if "id" in message else None


def is_call(message: Any) -> bool:
    return (
        isinstance(message, dict)
        and message.get("jsonrpc") == "2.0"
        and isinstance(message.get("method"), str)
        and isinstance(message.get("id"), (str, int, type(None)))
    )
