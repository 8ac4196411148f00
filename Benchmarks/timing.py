"""Running what is timed, and what is said of the times."""

import os
import statistics
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
RELEASE = ROOT / ".build" / "release"
MADE = ROOT / ".build" / "benchmarks"

# The stage of the browser tests: a wallet in a scratch folder, browsers, pages.
sys.path[:0] = [str(ROOT / "Tests" / "Support")]


@dataclass
class Times:
    """Returns how long one thing took, each time, in nanoseconds."""

    all: list[float]
    shortest: float | None = None
    """What stands for the least, where it isn't the least of all."""

    @property
    def median(self) -> float:
        return statistics.median(self.all)

    @property
    def least(self) -> float:
        return min(self.all) if self.shortest is None else self.shortest

    @property
    def mean(self) -> float:
        return statistics.fmean(self.all)

    def __str__(self) -> str:
        for unit, size in (("ms", 1e6), ("µs", 1e3), ("ns", 1)):
            if self.median >= size:
                return f"{shown(self.median / size)} {unit} (least {shown(self.least / size)})"
        return f"{self.median} ns"


def shown(number: float) -> str:
    return f"{number:.0f}" if number >= 100 else f"{number:.3g}"


@dataclass
class Line:
    """One line of the table: a figure of Sidekey's, or of something beside it."""

    figure: str
    ours: str
    peer: str = ""
    value: float | None = None
    """What is held against the aim: a ratio, or a number of the aim's unit."""
    least: float | None = None
    """The same by the smallest times, which other work on the machine spoils less."""
    aim: float | None = None
    unit: str = ""
    failed: bool = False

    @property
    def verdict(self) -> str:
        if self.failed:
            return "FAILED"
        if self.aim is None:
            return ""
        if self.value is None:
            return "NO PEER"
        return "pass" if self.value <= self.aim else "MISS"


def ratio(figure: str, ours: Times, peer_name: str, peer: Times | None, aim: float | None = None) -> Line:
    if peer is None:
        return Line(figure, str(ours), f"{peer_name}: can't be had here", aim=aim)
    # Turn by turn where they took turns: a core may run at half its speed for some of them, and two medians then compare
    # a fast turn with a slow one.
    pairs = zip(ours.all, peer.all, strict=True) if len(ours.all) == len(peer.all) else [(ours.median, peer.median)]
    value = statistics.median(mine / theirs for mine, theirs in pairs)
    return Line(figure, str(ours), f"{peer_name} {peer}", value, ours.least / peer.least, aim)


def lines_of_times(*command: object) -> list[Times]:
    """Runs a program that prints lines of nanoseconds."""
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=240)
    if done.returncode != 0:
        raise SystemExit(f"benchmarks: error: {Path(str(command[0])).name}: {done.stderr}")
    return [Times([float(word) for word in line.split()]) for line in done.stdout.splitlines()]


class Measure:
    """`sidekey-measure`, which does what it is told and says how long that took."""

    def __init__(self, workload: str, *arguments: Path | str):
        program = RELEASE / "sidekey-measure"
        self.process = subprocess.Popen(
            [str(program), workload, *map(str, arguments)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert self._answer() == "ready"

    def run(self, name: str, count: int) -> list[float]:
        """Does the named thing so often; returns the numbers of the answer."""
        print(name, count, file=self.process.stdin, flush=True)
        return [float(word) for word in self._answer().split()]

    def _answer(self) -> str:
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"benchmarks: error: sidekey-measure ended with {self.process.wait()}")
        return line.strip()

    def __enter__(self) -> "Measure":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.stdin.close()
        self.process.wait(20)


def memory_folder() -> Path | None:
    """A folder in memory, where a sync costs nothing: what is measured there is our own work and not the disk's."""
    folder = Path("/dev/shm")
    return folder if folder.is_dir() and os.access(folder, os.W_OK) else None
