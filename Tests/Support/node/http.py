"""HTTP/1.1 as far as the node speaks it: one request's head and body, and an answer."""

import asyncio
from dataclasses import dataclass

LARGEST_HEAD = 16 * 1024
# What agave takes (MAX_REQUEST_BODY_SIZE).
LARGEST_BODY = 50 * 1024
REASONS = {
    200: "OK",
    204: "No Content",
    400: "Bad Request",
    403: "Forbidden",
    404: "Not Found",
    405: "Method Not Allowed",
    413: "Content Too Large",
    415: "Unsupported Media Type",
    429: "Too Many Requests",
    500: "Internal Server Error",
    502: "Bad Gateway",
    503: "Service Unavailable",
}


class HTTPError(Exception):
    """A request that is answered with a status and then with the connection's end."""

    def __init__(self, status: int, text: str):
        super().__init__(text)
        self.status = status
        self.text = text


@dataclass(frozen=True)
class Head:
    """A request's first line and headers; `raw` is what came, for who wants to read it again."""

    method: str
    path: str
    headers: dict[str, str]
    raw: bytes

    @property
    def wants_socket(self) -> bool:
        return self.headers.get("upgrade", "").lower() == "websocket"

    @property
    def keeps_alive(self) -> bool:
        return self.headers.get("connection", "").lower() != "close"


async def read_head(reader: asyncio.StreamReader) -> Head | None:
    """The next request's head, or None where the connection has ended."""
    try:
        raw = await reader.readuntil(b"\r\n\r\n")
    except (asyncio.IncompleteReadError, ConnectionError):
        return None
    except asyncio.LimitOverrunError:
        raise HTTPError(400, "head is too large") from None
    first, *lines = raw.decode("latin-1").split("\r\n")
    parts = first.split(" ")
    if len(parts) != 3 or not parts[2].startswith("HTTP/1."):
        raise HTTPError(400, "not HTTP/1.1")
    headers = {}
    for line in lines:
        name, _, value = line.partition(":")
        headers[name.strip().lower()] = value.strip()
    return Head(parts[0], parts[1].partition("?")[0], headers, raw)


async def read_body(reader: asyncio.StreamReader, head: Head) -> bytes:
    if "chunked" in head.headers.get("transfer-encoding", "").lower():
        return await read_chunks(reader)
    length = head.headers.get("content-length", "0")
    if not length.isdecimal():
        raise HTTPError(400, "no length")
    if int(length) > LARGEST_BODY:
        raise HTTPError(413, "body is too large")
    return await reader.readexactly(int(length))


async def read_chunks(reader: asyncio.StreamReader) -> bytes:
    body = b""
    while True:
        try:
            size = int((await reader.readline()).split(b";")[0], 16)
        except ValueError:
            raise HTTPError(400, "no chunk") from None
        if len(body) + size > LARGEST_BODY:
            raise HTTPError(413, "body is too large")
        body += await reader.readexactly(size)
        await reader.readline()
        if size == 0:
            return body


def answer_head(status: int, kind: str, length: int | None, extra: dict[str, str] | None = None) -> bytes:
    """An answer's head; without a length, its body is chunked."""
    headers = {"Content-Type": kind} if status != 204 else {}
    headers |= {"Transfer-Encoding": "chunked"} if length is None else {"Content-Length": str(length)}
    lines = [f"HTTP/1.1 {status} {REASONS.get(status, 'Other')}"]
    lines += [f"{name}: {value}" for name, value in (headers | (extra or {})).items()]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")
