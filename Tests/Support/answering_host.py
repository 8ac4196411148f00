"""Stands between a browser and the host, and answers some methods in the agent's place.

    answering_host.py HOST ANSWERS [what the browser gave the host ...]

ANSWERS is read anew for each request: a JSON object of methods, each with one of

    {"result": ...}   answered so, and the agent never hears of it
    {"error": ...}    refused so
    {"silent": true}  never answered
    {"merge": {...}}  the agent's own result with these members over it; with "without": [...] beside, and without these
    {"delay": 1.5}    the agent's own result, so many seconds later; beside "result" or "error", that one

What the file doesn't name passes unchanged, in both directions.
"""

import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import BinaryIO

from frames import encode


def read(stream: BinaryIO) -> bytes | None:
    head = stream.read(4)
    if len(head) < 4:
        return None
    return stream.read(int.from_bytes(head, "little"))


class Exchange:
    """One connection of the browser's."""

    def __init__(self, child: subprocess.Popen, answers: Path):
        self.child, self.answers = child, answers
        self.changes: dict[str, dict] = {}
        self.writing = threading.Lock()

    def write(self, message: dict) -> None:
        with self.writing:
            sys.stdout.buffer.write(encode(message))
            sys.stdout.buffer.flush()

    def to_host(self) -> None:
        while (payload := read(sys.stdin.buffer)) is not None:
            message = json.loads(payload)
            number, kind = message.get("id"), json.loads(self.answers.read_text()).get(message.get("method"), {})
            if "result" in kind or "error" in kind:
                delay = kind.pop("delay", 0)
                threading.Timer(delay, self.write, [{"jsonrpc": "2.0", "id": number, **kind}]).start()
            elif "silent" not in kind:
                if kind:
                    self.changes[number] = kind
                self.child.stdin.write(len(payload).to_bytes(4, "little") + payload)
                self.child.stdin.flush()
        self.child.stdin.close()

    def to_extension(self) -> None:
        while (payload := read(self.child.stdout)) is not None:
            message = json.loads(payload)
            kind = self.changes.pop(message.get("id"), {})
            if "merge" in kind and "result" in message:
                message["result"] |= kind["merge"]
                for name in kind.get("without", []):
                    message["result"].pop(name, None)
            if "delay" in kind:
                threading.Timer(kind["delay"], self.write, [message]).start()
            else:
                self.write(message)


def main() -> None:
    host, answers, given = sys.argv[1], Path(sys.argv[2]), sys.argv[3:]
    child = subprocess.Popen([host, *given], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    signal.signal(signal.SIGTERM, lambda *_: (child.terminate(), os._exit(0)))
    exchange = Exchange(child, answers)
    threading.Thread(target=exchange.to_host, daemon=True).start()
    try:
        exchange.to_extension()
    except OSError:
        pass
    # Not sys.exit: the other thread may be inside a read that never ends.
    os._exit(0)


if __name__ == "__main__":
    main()
