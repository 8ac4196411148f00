"""A batch of the largest transactions, signed inside the agent."""

import tempfile
from pathlib import Path

from timing import Line, Measure, Times, memory_folder, ratio

ROUNDS = 15


def rows() -> list[Line]:
    lines = []
    places = [("wallet in memory", memory_folder(), 1.15), ("wallet on this disk", None, None)]
    for place, parent, aim in places:
        with tempfile.TemporaryDirectory(prefix="sidekey-", dir=parent) as folder:
            lines += measure(place, Path(folder), aim)
    return lines


def measure(place: str, folder: Path, aim: float | None) -> list[Line]:
    whole, queueing, fulfilling, bare = [], [], [], []
    with Measure("signing", folder) as measure:
        for name in ("request", "libsodium", "one", "500"):
            measure.run(name, 2)
        for _ in range(ROUNDS):
            for times, time in zip((whole, queueing, fulfilling), measure.run("request", 1), strict=True):
                times.append(time)
            bare += measure.run("libsodium", 1)
        many, one = [], []
        for _ in range(ROUNDS):
            many.append(measure.run("500", 1)[0] / 500)
            one.append(measure.run("one", 1)[0])
    peer = ("libsodium, 100 signed and verified", Times(bare))
    return [
        ratio(f"100 transactions of 1,232 bytes, approval to answer, {place}", Times(fulfilling), *peer, aim),
        ratio("  request to answer, without the user's time", Times(whole), *peer, 1.5 if aim else None),
        ratio(f"500 in one request, a transaction's part, {place}", Times(many), "one alone", Times(one), 1.2 if aim else None),
    ]
