"""A request through sidekey-rpc, beside the same by curl, both over a connection that is kept."""

import base64
import json
import struct
import subprocess
import time

from local_node import LocalNode
from timing import RELEASE, Line, Times, ratio

TURNS = 15
REQUESTS = 40
BODY = '{"jsonrpc":"2.0","id":1,"method":"getSlot"}'


class Gateway:
    """A sidekey-rpc, asked as the agent asks it: a frame there, a frame back."""

    def __init__(self, url: str):
        self.url = f"{url}/"
        self.number = 0
        self.process = subprocess.Popen(
            [str(RELEASE / "sidekey-rpc")], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={"PATH": "/usr/bin:/bin"}
        )
        self.receive()

    def receive(self) -> dict:
        assert self.process.stdout
        (count,) = struct.unpack("<I", self.process.stdout.read(4))
        return json.loads(self.process.stdout.read(count))

    def ask(self) -> float:
        """Nanoseconds from the frame to the whole answer."""
        assert self.process.stdin
        self.number += 1
        body = base64.b64encode(BODY.encode()).decode()
        asked = {"ask": self.number, "url": self.url, "body": body, "milliseconds": 30_000, "bytes": 1 << 20}
        payload = json.dumps(asked).encode()
        start = time.perf_counter_ns()
        self.process.stdin.write(struct.pack("<I", len(payload)) + payload)
        self.process.stdin.flush()
        answer = self.receive()
        taken = time.perf_counter_ns() - start
        if "answer" not in answer:
            raise SystemExit(f"benchmarks: error: sidekey-rpc: {answer}")
        return taken

    def close(self) -> None:
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait(10)


def curl(url: str) -> list[float]:
    """Nanoseconds of each of many requests of one curl; the first, which connects, isn't among them."""
    one = ["-s", "-o", "/dev/null", "-w", "%{time_total}\\n", "-H", "Content-Type: application/json", "-d", BODY, url]
    command = ["curl", "-q", *one] + ["--next", *one] * REQUESTS
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    return [float(line) * 1e9 for line in done.stdout.split()][1:]


def rows() -> list[Line]:
    ours: list[float] = []
    peer: list[float] = []
    with LocalNode("--slot-ms", "0") as node:
        gateway = Gateway(node.url)
        gateway.ask()
        for _ in range(TURNS):
            ours += [gateway.ask() for _ in range(REQUESTS)]
            peer += curl(node.url)
        gateway.close()
    return [ratio("a request through sidekey-rpc", Times(ours), "curl", Times(peer))]
