"""Waits for a run of tests to be gone, then ends what it started and removes its folder.

    scratch_keeper.py FOLDER

The run holds the other end of standard input, which closes with the run, also where that is killed.
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

PREFIX = "sidekey-run-"
# In the environment of all that a run starts: the run's folder.
RUN = "SIDEKEY_TEST_RUN"


def clear(folder: Path) -> None:
    """Ends every process of the run whose folder this is, and removes the folder."""
    # Asked first: Xvfb takes its display's lock away, and a browser its children along.
    if not ended(folder, signal.SIGTERM, 3):
        ended(folder, signal.SIGKILL, 20)
    shutil.rmtree(folder, ignore_errors=True)


def ended(folder: Path, number: signal.Signals, patience: float) -> bool:
    """Sends a signal to the run's processes until there is none any more; whether that is so in time."""
    deadline = time.monotonic() + patience
    asked = set()
    while True:
        living = {each: descriptor for each in processes(folder) if (descriptor := opened(each, folder)) is not None}
        try:
            if not living:
                return True
            for each, descriptor in living.items():
                if each not in asked:
                    signal.pidfd_send_signal(descriptor, number)
                    asked.add(each)
            # A descriptor is readable once its process has ended.
            select.select(living.values(), [], [], 0.1)
        except ProcessLookupError:
            pass
        finally:
            for descriptor in living.values():
                os.close(descriptor)
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)


def opened(number: int, folder: Path) -> int | None:
    """A descriptor of a process, where that is the run's still: by its number alone it could be another's by now."""
    try:
        descriptor = os.pidfd_open(number)
    except OSError:
        return None
    if number in processes(folder) and not select.select([descriptor], [], [], 0)[0]:
        return descriptor
    os.close(descriptor)
    return None


def processes(folder: Path) -> set[int]:
    """What was started with the run's name in its environment, listens in its folder as its agents do, or comes from such a process."""
    numbers = [int(name) for name in os.listdir("/proc") if name.isdigit()]
    found = {number for number in numbers if is_named(number, folder)} | listeners(folder)
    parents = {number: parent for number in numbers if (parent := parent_of(number))}
    while more := {number for number, parent in parents.items() if parent in found} - found:
        found |= more
    return found - {os.getpid()}


def is_named(number: int, folder: Path) -> bool:
    try:
        return f"{RUN}={folder}".encode() in Path("/proc", str(number), "environ").read_bytes().split(b"\0")
    except OSError:
        return False


def parent_of(number: int) -> int | None:
    """The parent of a process that runs."""
    try:
        state, parent = Path("/proc", str(number), "stat").read_text().rsplit(")", 1)[1].split()[:2]
    except OSError:
        return None
    return None if state == "Z" else int(parent)


def listeners(folder: Path) -> set[int]:
    """The processes behind the sockets in the folder: an agent is started with an environment of its own."""
    found = set()
    for line in Path("/proc/net/unix").read_text(errors="replace").splitlines():
        if (place := line.find(f"{folder}/")) < 0:
            continue
        try:
            with socket.socket(socket.AF_UNIX) as connection:
                connection.connect(line[place:])
                credentials = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12)
                found.add(struct.unpack("iII", credentials)[0])
        except OSError:
            continue
    return found


def main() -> None:
    # Who ends the run asks its group, or everything of its terminal.
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    sys.stdin.buffer.read()
    clear(Path(sys.argv[1]))


if __name__ == "__main__":
    main()
