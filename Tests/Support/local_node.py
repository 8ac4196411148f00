#!/usr/bin/env python3
"""The node of Tests/Support/node as a process of its own, for tests and for the demo.

As a program it is `python -m node`, for who starts programs by their path: a test in another language reads one line of
JSON from `local_node.py --json --port 0 --controlled`, writes a line for each control, reads a line of answer, and
closes the node's standard input when it has done (`TestSupport/LocalNode.swift`).
"""

import json
import subprocess
import sys
import urllib.error
import urllib.request
from typing import Any


class ControlRefused(Exception):
    """The node couldn't do what it was told; the text is its reason."""


class LocalNode:
    """A node that ends with this object.

    `seeded` is what it said at its start: `endpoints`, `accounts`, `mints`, `tokenAccounts`, `lookupTable` and more.
    """

    def __init__(self, *options: str):
        """Starts a node on a free port with further options: `--slot-ms 0`, `--fund ADDRESS`, `--certificate PEM`."""
        command = [sys.executable, __file__, "--json", "--port", "0", "--controlled", *options]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self.process.stdout
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"the node ended with {self.process.wait()}")
        self.seeded: dict[str, Any] = json.loads(line)
        self.port: int = self.seeded["port"]
        self.url: str = self.seeded["url"]
        self.websocket: str = self.seeded["websocket"]

    def control(self, endpoint: int = 0, **wanted: Any) -> dict[str, Any]:
        """Has the node do something, or only say how it is; raises `ControlRefused`. See `node/control.py`.

        - endpoint: which one, where the node was started with several (`--endpoints 2`).
        """
        body = json.dumps(wanted).encode()
        try:
            with urllib.request.urlopen(self.seeded["endpoints"][endpoint]["control"], body, timeout=600) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise ControlRefused(json.load(error)["error"]) from None

    def fault(self, name: str, endpoint: int = 0, **options: Any) -> dict[str, Any]:
        """Makes a fault; see `node/faults.py`."""
        return self.control(endpoint, fault=name, **options)

    def ask(self, method: str, *parameters: Any) -> Any:
        """Asks as any client does, and returns the result."""
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": parameters}).encode()
        request = urllib.request.Request(self.url, body, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)["result"]

    def advance(self, slots: int) -> None:
        self.control(advance=slots)

    def close(self) -> None:
        assert self.process.stdin and self.process.stdout
        self.process.stdin.close()
        self.process.wait(10)
        self.process.stdout.close()

    def __enter__(self) -> "LocalNode":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


if __name__ == "__main__":
    from node.__main__ import main

    main()
