"""Runs the benchmarks and prints them as one table. `Benchmarks/run` builds what they need and starts this."""

import os
import platform
import sys
import time
import traceback
from collections.abc import Callable

from rows import agent, codecs, growth, history, host, memory, network, page, paint, reviewing, sending, signing, unlock, window
from timing import Line, shown

ROWS: dict[str, Callable[[], list[Line]]] = {
    "host": host.rows,
    "agent": agent.rows,
    "page": page.rows,
    "approval-paint": paint.approval_rows,
    "popup-paint": paint.popup_rows,
    "balance": paint.balance_rows,
    "signing": signing.rows,
    "unlock": unlock.rows,
    "window": window.rows,
    "base58": codecs.base58_rows,
    "decoding": codecs.decoding_rows,
    "reviewing": reviewing.rows,
    "memory": memory.rows,
    "growth": growth.rows,
    "history": history.rows,
    "network": network.rows,
    "sending": sending.rows,
}


def cells(line: Line) -> list[str]:
    value = "" if line.value is None else f"{shown(line.value)}{line.unit}"
    least = "" if line.least is None else f"{shown(line.least)}{line.unit}"
    aim = "" if line.aim is None else f"<= {shown(line.aim)}{line.unit}"
    return [line.figure, line.ours, line.peer, value, least, aim, line.verdict]


def show(lines: list[Line]) -> None:
    table = [["figure", "Sidekey", "against", "median", "least", "aim", ""], *map(cells, lines)]
    widths = [max(len(row[column]) for row in table) for column in range(len(table[0]))]
    for row in table:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def header() -> str:
    load = " ".join(f"{average:.2f}" for average in os.getloadavg())
    moment = time.strftime("%Y-%m-%d %H:%M %Z")
    return f"{moment}, {platform.system()} {platform.machine()}, {os.cpu_count()} cores, load average {load}"


def main(names: list[str]) -> int:
    for name in names:
        if name not in ROWS:
            print(f"benchmarks: error: no row is called {name}; there are: {' '.join(ROWS)}", file=sys.stderr)
            return 64
    began = time.monotonic()
    title = header()
    lines: list[Line] = []
    for name in names or ROWS:
        print(f"benchmarks: {name}", file=sys.stderr, flush=True)
        try:
            lines += ROWS[name]()
        except Exception as error:  # The other rows are worth having, and this one says that it is missing.
            traceback.print_exc()
            lines.append(Line(f"{name}: {type(error).__name__}", "", failed=True))
    print(f"{title} at the start; {time.monotonic() - began:.0f} s; median and least are ratios where a peer is named")
    show(lines)
    missed = [line for line in lines if line.verdict == "MISS"]
    failed = [line for line in lines if line.verdict == "FAILED"]
    print(
        f"{sum(line.verdict == 'pass' for line in lines)} aims kept, {len(missed)} missed, {len(failed)} rows without a figure"
    )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
