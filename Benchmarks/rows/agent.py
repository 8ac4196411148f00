"""The agent's start, from its spawn to its first answer."""

import json
import subprocess
import tempfile
from pathlib import Path

from timing import MADE, RELEASE, Line, Times, lines_of_times
from wallet import IDS

RUNS = 40
HELLO = json.dumps(
    {
        "jsonrpc": "2.0", "id": "1", "method": "hello",
        "params": {
            "protocol": 1, "client": "extension", "version": "0", "profile": "3f0f1f2a-6c1e-4f0e-9d57-0f6f6f1c2a10",
            "connectionKey": "a5a4c0de-1f5e-4c53-8a39-6a1d2b3c4d5e",
        },
    }
)  # fmt: skip


def rows() -> list[Line]:
    with tempfile.TemporaryDirectory(prefix="sidekey-") as folder:
        new, known = lines_of_times(MADE / "agent-start", RUNS, folder, RELEASE / "sidekey-agent")
        return [
            line("sidekey-agent, start to first reply, new wallet folder", new, 60),
            line("  wallet folder that is there", known, 60),
            line("  by way of sidekey-host, which starts it", through_host(Path(folder) / "0")),
        ]


def line(figure: str, times: Times, aim: float | None = None) -> Line:
    return Line(figure, str(times), "", times.median / 1e6, times.least / 1e6, aim, " ms")


def through_host(home: Path) -> Times:
    """What the extension waits for where no agent runs: host and agent started one after the other."""
    environment = {"SIDEKEY_HOME": str(home), "PATH": "/usr/bin:/bin"}
    origin = f"chrome-extension://{IDS['chromium']}/"
    times = []
    for _ in range(RUNS // 2):
        done = subprocess.run(
            [str(MADE / "first-reply"), "1", HELLO, origin, str(RELEASE / "sidekey-host")],
            env=environment, capture_output=True, text=True, check=True, timeout=30,
        )  # fmt: skip
        times.append(float(done.stdout))
        subprocess.run(
            [str(RELEASE / "sidekey"), "stop"], env=environment, capture_output=True, check=True, timeout=30
        )
    return Times(times)
