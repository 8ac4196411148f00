"""One WebSocket connection: subscriptions come in, notifications go out. The frames are the package websockets'."""

import asyncio
import json
from typing import Any

from websockets.exceptions import ProtocolError
from websockets.frames import Frame, Opcode
from websockets.http11 import Request as Upgrade
from websockets.server import ServerProtocol

from .errors import METHOD_NOT_FOUND, PARSE_ERROR, RPCError, invalid
from .endpoint import Endpoint, is_call
from .subscriptions import KINDS, Subscription, subscribe

LARGEST_MESSAGE = 50 * 1024
UNSUBSCRIBES = {f"{kind}Unsubscribe" for kind in KINDS}


class Socket:
    """Answers what a client asks for, and tells it what it subscribed to."""

    number = 0

    def __init__(self, endpoint: Endpoint, reader: asyncio.StreamReader, writer: asyncio.StreamWriter):
        self.endpoint = endpoint
        self.machine = endpoint.machine
        self.chain = endpoint.machine.chain
        self.reader = reader
        self.writer = writer
        self.protocol = ServerProtocol(max_size=LARGEST_MESSAGE)
        self.subscriptions: dict[int, Subscription] = {}

    async def run(self, head: bytes) -> None:
        """Shakes hands and serves until either side closes."""
        self.protocol.receive_data(head)
        self.machine.listeners.append(self.publish)
        try:
            while True:
                for event in self.protocol.events_received():
                    if isinstance(event, Upgrade):
                        self.protocol.send_response(self.protocol.accept(event))
                    elif isinstance(event, Frame) and event.opcode in (Opcode.TEXT, Opcode.BINARY):
                        await self._message(bytes(event.data))
                self._flush()
                await self.writer.drain()
                if self.protocol.close_expected():
                    return
                data = await self.reader.read(65_536)
                if not data:
                    return
                self.protocol.receive_data(data)
        except (ConnectionError, ProtocolError):
            return
        finally:
            self.machine.listeners.remove(self.publish)

    def drop(self) -> None:
        self.writer.transport.abort()

    def _flush(self) -> None:
        for data in self.protocol.data_to_send():
            if data:
                self.writer.write(data)

    def _send(self, value: Any) -> None:
        if not self.writer.is_closing() and self.protocol.state.name == "OPEN":
            self.protocol.send_text(json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode())
            self._flush()

    async def _message(self, text: bytes) -> None:
        try:
            message = json.loads(text)
        except (ValueError, RecursionError):
            self._send({"jsonrpc": "2.0", "error": {"code": PARSE_ERROR, "message": "Parse error"}, "id": None})
            return
        if not is_call(message):
            error = {"code": -32600, "message": "Invalid request"}
            self._send({"jsonrpc": "2.0", "error": error, "id": None})
            return
        method = message["method"]
        self.endpoint.requests[method] += 1
        answer: dict[str, Any] = {"jsonrpc": "2.0"}
        try:
            for fault in self.endpoint.faults.take(method):
                if fault.name == "slow":
                    await asyncio.sleep(fault.options["ms"] / 1000)
                elif fault.name == "drop":
                    self.drop()
                    return
                elif fault.name == "error":
                    raise RPCError(fault.options["code"], fault.options["message"], fault.options["data"])
            answer["result"] = self._call(method, message.get("params"))
        except RPCError as error:
            answer["error"] = error.as_json()
        self._send(answer | {"id": message.get("id")})
        self.publish()

    def _call(self, method: str, parameters: Any) -> Any:
        parameters = [] if parameters is None else parameters
        if not isinstance(parameters, list):
            raise invalid("`params` should be an array")
        if method in UNSUBSCRIBES:
            if not parameters or self.subscriptions.pop(parameters[0], None) is None:
                raise invalid("Invalid subscription id.")
            return True
        kind = method.removesuffix("Subscribe")
        if kind == method or kind not in KINDS:
            raise RPCError(METHOD_NOT_FOUND, "Method not found")
        subscription = subscribe(kind, self.endpoint, parameters)
        Socket.number += 1
        self.subscriptions[Socket.number] = subscription
        return Socket.number

    def publish(self) -> None:
        """Sends what has happened since the last time; on another chain there is nothing more to say."""
        if self.machine.chain is not self.chain:
            self.drop()
            return
        for number, subscription in list(self.subscriptions.items()):
            for result in subscription.news():
                if not self.endpoint.faults.take(subscription.notification, notification=True):
                    body = {"result": result, "subscription": number}
                    self._send({"jsonrpc": "2.0", "method": subscription.notification, "params": body})
            if subscription.ended:
                self.subscriptions.pop(number, None)
