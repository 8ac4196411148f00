#!/usr/bin/env python3
"""An HTTP proxy on a free port of 127.0.0.1: CONNECT (RFC 9110, 9.3.6) to whatever it is asked for, and nothing else.

It prints its port, then a line for each request: `CONNECT rpc.example:443`. Every tunnel leads to this machine,
whatever host was asked for, so that a test can use names that don't exist. With `--refuse STATUS` it opens none.
"""

import asyncio
import sys

REFUSED = sys.argv[2] if sys.argv[1:2] == ["--refuse"] else None


async def copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()
    except ConnectionError:
        pass
    finally:
        writer.close()


async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    except (asyncio.IncompleteReadError, ConnectionError):
        writer.close()
        return
    method, target, _ = head.split("\r\n", 1)[0].split(" ")
    print(method, target, flush=True)
    status = REFUSED or ("200" if method == "CONNECT" else "405")
    writer.write(f"HTTP/1.1 {status} As asked\r\n".encode())
    writer.write(b"\r\n" if status == "200" else b"Content-Length: 0\r\n\r\n")
    if status != "200":
        await writer.drain()
        writer.close()
        return
    there = await asyncio.open_connection("127.0.0.1", int(target.rpartition(":")[2]))
    await asyncio.gather(copy(reader, there[1]), copy(there[0], writer))


async def main() -> None:
    door = await asyncio.start_server(serve, "127.0.0.1", 0)
    print(door.sockets[0].getsockname()[1], flush=True)
    # Ends with whoever started it.
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    door.close()
    sys.exit()


asyncio.run(main())
