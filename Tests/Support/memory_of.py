"""Tells whether a process has bytes somewhere in its memory, as root can see."""

from pathlib import Path


def holds(process: int, wanted: bytes) -> bool:
    with open(f"/proc/{process}/mem", "rb", buffering=0) as memory:
        for line in Path(f"/proc/{process}/maps").read_text().splitlines():
            span, rights = line.split()[:2]
            if "r" not in rights or line.endswith(("[vvar]", "[vsyscall]")):
                continue
            start, end = (int(each, 16) for each in span.split("-"))
            try:
                memory.seek(start)
                if wanted in memory.read(end - start):
                    return True
            except (OSError, OverflowError):
                continue
    return False
