#!/usr/bin/env python3
"""Waits for a process to end, however that comes, then ends what it left running and removes its folder.

    clear_up.py PROCESS FOLDER    waits for PROCESS, the one that starts this
    clear_up.py --left FOLDER...  clears what lies in these folders and belongs to a process that has ended

A run of the tests that is killed can't clear up itself. This process stands beside it, in a session of its own, so that what kills
the run doesn't kill it. Where both are killed, the next run clears what they left: each folder says whose it is.

What belongs to a folder: every process that has its path in the environment it was started with, whoever serves a socket in it
(an agent's environment is root's alone to read), and the paths that stand in its file `elsewhere`, one a line.
"""

import os
import select
import shutil
import signal
import socket
import struct
import sys
import time
from pathlib import Path

OWNER = ".owner"
ELSEWHERE = "elsewhere"


def started(process: int) -> str | None:
    """When a process was started: with its number it names it for good. None where there is none, or only what is left of it."""
    try:
        fields = Path("/proc", str(process), "stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return None
    return None if fields[0] in "ZX" else fields[19]


def name_of(process: int) -> str | None:
    """A name that no other process of this machine gets. In another namespace the same number is another process."""
    start = started(process)
    return start and f"{os.readlink('/proc/self/ns/pid')} {process} {start}"


def is_left(folder: Path) -> bool:
    """Returns whether the owner that a folder names is gone; no answer is no."""
    try:
        space, process, _ = (owner := (folder / OWNER).read_text()).split()
        return space == os.readlink("/proc/self/ns/pid") and name_of(int(process)) != owner
    except (OSError, ValueError):
        return False


def serving(path: Path) -> int | None:
    """The process that serves a socket, where it is one of this user's."""
    with socket.socket(socket.AF_UNIX) as client:
        try:
            client.settimeout(1)
            client.connect(str(path))
            pid, user, _ = struct.unpack("iII", client.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))
        except OSError:
            return None
    return pid if user == os.getuid() and pid > 1 else None


def belonging(folder: Path) -> set[int]:
    """The processes that belong to a folder."""
    found = set()
    # With what follows a path, lest a folder be taken for another whose name goes on.
    wanted = [str(folder).encode() + end for end in (b"/", b"\0", b":")]
    for entry in os.listdir("/proc"):
        try:
            if entry.isdecimal() and any(each in Path("/proc", entry, "environ").read_bytes() for each in wanted):
                found.add(int(entry))
        except OSError:
            continue
    for path in folder.rglob("*.sock"):
        if process := serving(path):
            found.add(process)
    return {process for process in found if process != os.getpid() and started(process)}


def clear(folder: Path) -> None:
    """Ends what belongs to a folder, and removes it."""
    for _ in range(50):
        if not (processes := belonging(folder)):
            break
        for process in processes:
            try:
                os.kill(process, signal.SIGKILL)
            except OSError:
                pass
        time.sleep(0.05)
    try:
        elsewhere = (folder / ELSEWHERE).read_text().splitlines()
    except OSError:
        elsewhere = []
    for path in [*map(Path, elsewhere), folder]:
        shutil.rmtree(path, ignore_errors=True)


def main() -> None:
    if sys.argv[1] == "--left":
        for folder in map(Path, sys.argv[2:]):
            for each in folder.glob("sidekey-*"):
                if is_left(each):
                    clear(each)
        return
    owner, folder = int(sys.argv[1]), Path(sys.argv[2])
    try:
        held = os.pidfd_open(owner)
    except ProcessLookupError:
        held = None
    # Its parent is the owner until that has ended; another process may have its number by then.
    name = name_of(owner)
    if held is not None and name is not None and os.getppid() == owner:
        (folder / OWNER).write_text(name)
        select.select([held], [], [])
    clear(folder)


if __name__ == "__main__":
    main()
