"""Measures whether a page of history costs more where there is much of it."""

import tempfile
from pathlib import Path

from timing import Line, Measure, Times, memory_folder, ratio

FEW, MANY = 100, 10_000
ROUNDS = 10
PAGES = 20


def rows() -> list[Line]:
    found: list[list[float]] = [[], []]
    with (
        tempfile.TemporaryDirectory(prefix="sidekey-", dir=memory_folder()) as one,
        tempfile.TemporaryDirectory(prefix="sidekey-", dir=memory_folder()) as other,
        Measure("history", Path(one)) as few,
        Measure("history", Path(other)) as many,
    ):
        few.run("rows", FEW)
        many.run("rows", MANY)
        for wallet in (few, many):
            wallet.run("pages", PAGES)
        for _ in range(ROUNDS):
            for wallet, times in zip((few, many), found, strict=True):
                times += wallet.run("pages", PAGES)
    return [ratio(f"a page of history, of {MANY:,}", Times(found[1]), f"of {FEW}", Times(found[0]), 1.2)]
