"""The node's door: HTTP and WebSocket on one port of 127.0.0.1, and on the next, where agave has WebSocket."""

import asyncio
import json
import ssl
from typing import Any

from .control import ControlError, control
from .endpoint import Endpoint
from .errors import PARSE_ERROR
from .faults import Fault
from .http import LARGEST_HEAD, Head, HTTPError, answer_head, read_body, read_head
from .sockets import Socket

PAGE = b"<!doctype html><title>Bad Gateway</title><h1>502</h1>"
# Every page may ask a node, as it may ask those of the clusters; only programs may use its controls.
FOR_PAGES = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Methods": "POST, GET, OPTIONS",
    "Access-Control-Allow-Headers": "*",
    "Access-Control-Max-Age": "3600",
}
OWN_HOSTS = ("127.0.0.1", "localhost")


class Server:
    """Carries calls to an endpoint and answers back, with the faults that are wanted."""

    def __init__(self, endpoint: Endpoint, tls: ssl.SSLContext | None = None):
        self.endpoint = endpoint
        self.tls = tls
        self.sockets: set[Socket] = set()
        self.doors: list[asyncio.Server] = []

    async def open(self, port: int) -> int:
        """Begins to serve; the answer is the port, chosen where it was 0. Raises OSError or OverflowError."""
        for attempt in range(20):
            first = await self._door(port)
            chosen = first.sockets[0].getsockname()[1]
            try:
                self.doors = [first, await self._door(chosen + 1)]
            except (OSError, OverflowError):
                first.close()
                if port != 0 or attempt == 19:
                    raise
            else:
                break
        return chosen

    async def _door(self, port: int) -> asyncio.Server:
        return await asyncio.start_server(self._connection, "127.0.0.1", port, ssl=self.tls, limit=LARGEST_HEAD)

    async def close(self) -> None:
        for door in self.doors:
            door.close()
        self.drop_sockets()

    def drop_sockets(self) -> int:
        """Ends every WebSocket connection without a closing frame."""
        dropped = len(self.sockets)
        for socket in list(self.sockets):
            socket.drop()
        return dropped

    async def _connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while (head := await read_head(reader)) is not None:
                if head.wants_socket:
                    await self._socket(head, reader, writer)
                    break
                if not await self._exchange(head, reader, writer) or not head.keeps_alive:
                    break
        except HTTPError as error:
            body = error.text.encode()
            writer.write(answer_head(error.status, "text/plain", len(body), {"Connection": "close"}) + body)
        except (ConnectionError, asyncio.IncompleteReadError, ssl.SSLError, asyncio.CancelledError):
            # Cancelled where the node ends: nobody waits for a connection's task, so nobody needs to be told.
            pass
        finally:
            writer.close()

    async def _socket(self, head: Head, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.endpoint.requests["websocket"] += 1
        for fault in self.endpoint.faults.take("websocket"):
            if not await self._before(fault, writer):
                return
        socket = Socket(self.endpoint, reader, writer)
        self.sockets.add(socket)
        try:
            await socket.run(head.raw)
        finally:
            self.sockets.discard(socket)

    async def _exchange(self, head: Head, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """One request and its answer; whether the connection goes on."""
        body = await read_body(reader, head)
        if head.path == "/control":
            return await self._control(head, body, writer)
        if head.method == "OPTIONS":
            return await send(writer, 204, b"", extra=FOR_PAGES)
        if head.method == "GET" and head.path == "/health":
            return await send(writer, 200, b"ok" if self.endpoint.slots_behind is None else b"behind", "text/plain")
        if head.method != "POST":
            raise HTTPError(405, "Used HTTP Method is not allowed. POST or OPTIONS is required")
        if not head.headers.get("content-type", "").startswith("application/json"):
            raise HTTPError(415, "Supplied content type is not allowed. Content-Type: application/json is required")
        return await self._calls(body, writer)

    async def _calls(self, body: bytes, writer: asyncio.StreamWriter) -> bool:
        try:
            message = json.loads(body)
        except (ValueError, RecursionError):
            error = {"code": PARSE_ERROR, "message": "Parse error"}
            return await self._answer(writer, {"jsonrpc": "2.0", "error": error, "id": None}, [])
        self.endpoint.posts += 1
        calls = message if isinstance(message, list) and message else [message]
        taken = [self.endpoint.faults.take(name) if (name := method_of(call)) else [] for call in calls]
        every = [fault for faults in taken for fault in faults]
        for fault in every:
            if not await self._before(fault, writer):
                return False
        answers = [self.endpoint.answer(call, faults) for call, faults in zip(calls, taken, strict=True)]
        answers = [answer for answer in answers if answer is not None]
        if any(fault.name == "drop" for fault in every):
            return False
        if not answers:
            return await send(writer, 200, b"", extra=FOR_PAGES)
        return await self._answer(writer, answers if calls is message else answers[0], every)

    async def _before(self, fault: Fault, writer: asyncio.StreamWriter) -> bool:
        """What a fault does before a call runs; whether the call goes on."""
        options = fault.options
        if fault.name == "slow":
            await asyncio.sleep(options["ms"] / 1000)
        elif fault.name == "rate-limit":
            wait = {} if options["retryAfter"] is None else {"Retry-After": str(options["retryAfter"])}
            error = {"code": 429, "message": "Too many requests for a specific RPC call"}
            body = json.dumps({"jsonrpc": "2.0", "error": error, "id": None}).encode()
            await send(writer, 429, body, extra=FOR_PAGES | wait | {"Connection": "close"})
            return False
        elif fault.name == "status":
            await send(writer, options["status"], PAGE, "text/html", {"Connection": "close"})
            return False
        elif fault.name == "drop" and not options["executed"]:
            return False
        return True

    async def _answer(self, writer: asyncio.StreamWriter, answer: Any, faults: list[Fault]) -> bool:
        """Sends an answer, unless a fault spoils it; whether the connection goes on."""
        body = json.dumps(answer, separators=(",", ":"), ensure_ascii=False).encode()
        for fault in faults:
            if fault.name == "garbage":
                return await send(writer, 200, PAGE, "text/html")
            if fault.name == "cut":
                writer.write(answer_head(200, "application/json", len(body), FOR_PAGES))
                size = fault.options["bytes"]
                writer.write(body[: len(body) // 2 if size is None else size])
                await writer.drain()
                return False
            if fault.name == "huge":
                return await send_huge(writer, body, fault.options["bytes"], fault.options["chunked"])
        return await send(writer, 200, body, extra=FOR_PAGES)

    async def _control(self, head: Head, body: bytes, writer: asyncio.StreamWriter) -> bool:
        host = head.headers.get("host", "").rpartition(":")[0] or head.headers.get("host", "")
        if "origin" in head.headers or host not in OWN_HOSTS:
            raise HTTPError(403, "no page may do this")
        try:
            status, answer = 200, control(self, json.loads(body) if head.method == "POST" else {})
        except (ControlError, ValueError) as error:
            status, answer = 400, {"error": str(error)}
        return await send(writer, status, json.dumps(answer).encode())


def method_of(call: Any) -> str | None:
    name = call.get("method") if isinstance(call, dict) else None
    return name if isinstance(name, str) else None


async def send(
    writer: asyncio.StreamWriter,
    status: int,
    body: bytes,
    kind: str = "application/json; charset=utf-8",
    extra: dict[str, str] | None = None,
) -> bool:
    writer.write(answer_head(status, kind, len(body), extra) + body)
    await writer.drain()
    return True


async def send_huge(writer: asyncio.StreamWriter, body: bytes, size: int, chunked: bool) -> bool:
    """Sends an answer that was filled up with a member of spaces; it is still JSON."""
    block = b" " * 65_536
    rest = max(0, size - len(body))
    writer.write(answer_head(200, "application/json", None if chunked else len(body) + rest, FOR_PAGES))
    blocks = [block] * (rest // len(block)) + [block[: rest % len(block)]]
    for part in [*blocks, body]:
        if part:
            writer.write(b"%x\r\n%s\r\n" % (len(part), part) if chunked else part)
            await writer.drain()
    if chunked:
        writer.write(b"0\r\n\r\n")
    return True
