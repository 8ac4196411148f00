"""Whether a request costs more where there were many."""

import tempfile
from pathlib import Path

from timing import Line, Measure, Times, memory_folder, ratio

REQUESTS = 10_000
ROWS = 100_000
WARM = 50


def rows() -> list[Line]:
    with tempfile.TemporaryDirectory(prefix="sidekey-", dir=memory_folder()) as folder:
        with Measure("growth", Path(folder)) as measure:
            measure.run("requests", WARM)
            first = Times(measure.run("requests", 100))
            pages = Times(measure.run("pages", 100))
            middle = measure.run("requests", REQUESTS - 200)
            last = Times(measure.run("requests", 100))
            measure.run("rows", ROWS)
            late = Times(measure.run("requests", 100))
            late_pages = Times(measure.run("pages", 100))
    hundreds = Times([sum(middle[index : index + 100]) / 100 for index in range(0, len(middle), 100)])
    return [
        ratio(f"a request, the last 100 of {REQUESTS:,}", last, "the first 100", first, 1.2),
        Line(
            "  all of them, means of a hundred", str(hundreds), f"the first 100 {shown_mean(first)}",
            hundreds.median / first.mean, hundreds.least / first.mean,
        ),
        ratio(f"  with {ROWS:,} rows of activity", late, "the first 100", first, 1.2),
        ratio(f"  a page of activity, of {ROWS:,} rows", late_pages, "of the first rows", pages, 1.2),
    ]  # fmt: skip


def shown_mean(times: Times) -> str:
    return str(Times([times.mean]))
