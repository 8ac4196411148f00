"""Starts the node: see `python -m node --help`."""

import argparse
import asyncio
import json
import signal
import ssl
import sys
import threading
from collections.abc import Callable
from functools import partial
from typing import Any

from solders.pubkey import Pubkey

from .control import control
from .endpoint import Endpoint
from .machine import Machine
from .seed import plant
from .server import Server

LAMPORTS_FOR_EACH = 100_000_000_000


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m node", description="A Solana node in memory, on loopback only.")
    parser.add_argument("--port", type=int, default=8899, help="HTTP and WebSocket; WebSocket also on the next; 0: any")
    parser.add_argument("--seed", type=int, default=0, help="another number gives other keys and another genesis hash")
    parser.add_argument("--slot-ms", type=int, default=400, help="how long a slot lasts; 0: until /control says so")
    parser.add_argument(
        "--fund", action="append", default=[], metavar="ADDRESS[:LAMPORTS]", help="an account to begin with; 100 SOL"
    )
    parser.add_argument("--certificate", metavar="PEM", help="speak TLS with this certificate")
    parser.add_argument("--key", metavar="PEM", help="its key, where that isn't in the same file")
    parser.add_argument("--endpoints", type=int, default=1, help="how many lead to the chain, each with its own faults")
    parser.add_argument("--json", action="store_true", help="print one line of JSON instead of a text")
    parser.add_argument("--controlled", action="store_true", help="a line of input is a control; end when it does")
    return parser.parse_args()


def addresses(port: int, scheme: str) -> dict[str, Any]:
    return {
        "port": port,
        "url": f"http{scheme}://127.0.0.1:{port}",
        "websocket": f"ws{scheme}://127.0.0.1:{port + 1}",
        "control": f"http{scheme}://127.0.0.1:{port}/control",
    }


def show(found: dict[str, Any]) -> None:
    for each in found["endpoints"]:
        print(f"JSON-RPC   {each['url']}\nWebSocket  {each['websocket']}\ncontrols   {each['control']}")
    print("\nEverybody knows these keys; they are worth nothing.")
    for name, account in found["accounts"].items():
        print(f"{name:10} {account['publicKey']}  {account['secretKey']}")
    for symbol, mint in found["mints"].items():
        print(f"{symbol:10} {mint['address']}  {mint['decimals']} decimals, {mint['name']}")
    print(f"table      {found['lookupTable']['address']}", flush=True)


async def serve(options: argparse.Namespace) -> None:
    tls = None
    if options.certificate:
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        tls.load_cert_chain(options.certificate, options.key)
    machine = Machine(options.seed, options.slot_ms / 1000)
    for each in options.fund:
        address, _, lamports = each.partition(":")
        machine.funded.append((Pubkey.from_string(address), int(lamports or LAMPORTS_FOR_EACH)))
    seeded = plant(machine)
    servers = [Server(Endpoint(machine), tls) for _ in range(options.endpoints)]
    doors = []
    for at, server in enumerate(servers):
        port = await server.open(options.port and options.port + 2 * at)
        doors.append(addresses(port, "s" if tls else ""))
    found = doors[0] | {"endpoints": doors} | seeded
    ticking = asyncio.create_task(tick(machine))
    if options.json:
        print(json.dumps(found), flush=True)
    else:
        show(found)
    end = asyncio.Event()
    ticking.add_done_callback(lambda task: end.set() if not task.cancelled() and task.exception() else None)
    loop = asyncio.get_running_loop()
    for each in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(each, end.set)
    if options.controlled:
        obey, stop = (partial(loop.call_soon_threadsafe, *each) for each in ((answer_line, servers), (end.set,)))
        threading.Thread(target=read_input, args=(obey, stop), daemon=True).start()
    await end.wait()
    for server in servers:
        await server.close()
    if not ticking.done():
        ticking.cancel()
    elif fault := ticking.exception():
        raise fault


def read_input(obey: Callable[[str], Any], end: Callable[[], Any]) -> None:
    for line in sys.stdin:
        obey(line)
    end()


def answer_line(servers: list[Server], line: str) -> None:
    """Does what a line says and prints a line about it: a control, perhaps with `endpoint`, which is 0 without it."""
    try:
        wanted = json.loads(line)
        at = wanted.pop("endpoint", 0)
        answer = control(servers[at], wanted)
    except (ValueError, AttributeError, LookupError, TypeError) as error:
        answer = {"error": str(error)}
    print(json.dumps(answer), flush=True)


async def tick(machine: Machine) -> None:
    """Lets slots pass, unless they only pass when they are told to."""
    loop = asyncio.get_running_loop()
    due = loop.time()
    while machine.slot_seconds > 0:
        due += machine.slot_seconds
        await asyncio.sleep(max(0, due - loop.time()))
        machine.advance()


def main() -> None:
    try:
        asyncio.run(serve(arguments()))
    except (OSError, OverflowError, ValueError) as error:
        sys.exit(f"node: {error}")


if __name__ == "__main__":
    main()
