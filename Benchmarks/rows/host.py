"""Spawn to first reply of `sidekey-host`, which a browser waits for at the first use of a day."""

import json

from timing import MADE, RELEASE, Line, Times, lines_of_times, ratio
from wallet import IDS

RUNS = 200
# Refused by the host itself: no agent is started, as none is for the peers.
BAD_HELLO = json.dumps({"jsonrpc": "2.0", "id": "1", "method": "hello", "params": {}})
# browserpass-native 3, PROTOCOL.md, "Echo".
ECHO = json.dumps({"settings": {}, "action": "echo", "echoResponse": {"status": "ok", "version": 3000000}})


def rows() -> list[Line]:
    origin = f"chrome-extension://{IDS['chromium']}/"
    programs = [
        (RELEASE / "sidekey-host", BAD_HELLO), (MADE / "echo-host", BAD_HELLO), (MADE / "browserpass-native", ECHO),
    ]  # fmt: skip
    there = [(program, message) for program, message in programs if program.exists()]
    times = lines_of_times(
        MADE / "first-reply", RUNS, *(word for program, message in there for word in (message, origin, program))
    )
    found: dict[str, Times] = {program.name: each for (program, _), each in zip(there, times, strict=True)}
    ours = found["sidekey-host"]
    return [
        ratio("sidekey-host, spawn to first reply", ours, "browserpass echo", found.get("browserpass-native"), 0.6),
        ratio("  the same", ours, "C echo host", found["echo-host"]),
    ]
