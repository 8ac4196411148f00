"""Measures whether a request costs more where there were many."""

import tempfile
from pathlib import Path

from timing import Line, Measure, Times, memory_folder, ratio

REQUESTS = 10_000
ROWS = 100_000
WARM = 50
ROUNDS = 4
HUNDRED = 100


def rows() -> list[Line]:
    with tempfile.TemporaryDirectory(prefix="sidekey-", dir=memory_folder()) as folder:
        with Measure("growth", Path(folder)) as grown:
            grown.run("requests", REQUESTS - ROUNDS * HUNDRED)
            requests = in_turn(grown)
            grown.run("rows", ROWS)
            late = in_turn(grown)
    return [
        ratio(f"a request, the last {HUNDRED} of {REQUESTS:,}", requests[1], "the first", requests[0], 1.2),
        ratio(f"  with {ROWS:,} rows of activity", late[1], "the first", late[0], 1.2),
        ratio(f"  a page of activity, of {ROWS:,} rows", late[3], "of the first", late[2], 1.2),
    ]


def in_turn(grown: Measure) -> list[Times]:
    """A new wallet's first hundred requests and the next hundred of the one that has many, in turn; then pages of activity, likewise.

    Much time lies between the first hundred and the last, and what else the machine does changes meanwhile.
    """
    found: list[list[float]] = [[], [], [], []]
    for _ in range(ROUNDS):
        with tempfile.TemporaryDirectory(prefix="sidekey-", dir=memory_folder()) as folder:
            with Measure("growth", Path(folder)) as new:
                new.run("requests", WARM)
                for _ in range(HUNDRED // 25):
                    for wallet, times in ((new, found[0]), (grown, found[1])):
                        times += wallet.run("requests", 25)
                    for wallet, times in ((new, found[2]), (grown, found[3])):
                        times += wallet.run("pages", 10)
    return [Times(times) for times in found]
