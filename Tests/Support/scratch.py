"""One folder for all that a run of tests writes, which goes with the run, however that ends.

A run that is killed can't tidy up after itself. So a process of its own, the keeper (`scratch_keeper.py`), waits at the other
end of a pipe until the run is gone, ends what the run started and removes the folder. Where that was killed too, the next run
finds a folder that nobody holds the lock of.
"""

import atexit
import fcntl
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from scratch_keeper import PREFIX, RUN, clear

KEEPER = Path(__file__).with_name("scratch_keeper.py")


def in_memory() -> str | None:
    """A folder without a disk, where there is one with room for some profiles, in which programs may be started.

    Browsers and the agent wait until the disk has what they write, and beside a build that takes as long as a test waits.
    """
    try:
        folder = os.statvfs("/dev/shm")
    except OSError:
        return None
    has_room = folder.f_bavail * folder.f_frsize > 4 << 30
    return "/dev/shm" if has_room and not folder.f_flag & os.ST_NOEXEC and os.access("/dev/shm", os.W_OK) else None


def new_folder(prefix: str) -> Path:
    """A new folder of this run's, with a path short enough for a Unix socket in it."""
    return Path(tempfile.mkdtemp(prefix=prefix, dir=run_folder()))


def run_folder() -> Path:
    """The run's folder; the workers of a run, and what they start, have that of the process that started them."""
    named = os.environ.get(RUN)
    if named and Path(named).is_dir():
        return Path(named)
    bases = {Path(base) for base in (in_memory(), tempfile.gettempdir()) if base}
    for base in bases:
        sweep(base)
    folder, lock = made(Path(in_memory() or tempfile.gettempdir()))
    environment = {name: value for name, value in os.environ.items() if name != RUN}
    # The lock lasts as long as the keeper; in a session of its own, it outlives who kills the run's whole group.
    keeper = subprocess.Popen(
        [sys.executable, "-I", str(KEEPER), str(folder)],
        env=environment, stdin=subprocess.PIPE, pass_fds=[lock], start_new_session=True,
    )  # fmt: skip
    os.close(lock)
    os.environ[RUN] = str(folder)

    def end() -> None:
        if os.getpid() == owner:
            keeper.stdin.close()
            keeper.wait(60)

    owner = os.getpid()
    atexit.register(end)
    return folder


def made(base: Path) -> tuple[Path, int]:
    """A new folder of a run, and the descriptor that holds its lock."""
    while True:
        folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=base))
        lock = locked(folder)
        if lock is not None:
            return folder, lock


def locked(folder: Path) -> int | None:
    """The lock of a folder, or nothing where another has it or has removed it meanwhile."""
    try:
        lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError:
        return None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.fstat(lock).st_nlink > 0:
            return lock
    except OSError:
        pass
    os.close(lock)
    return None


def sweep(base: Path) -> None:
    """Removes what runs have left that are gone, and whose keeper is."""
    for folder in base.glob(f"{PREFIX}*"):
        if folder.stat().st_uid == os.geteuid() and (lock := locked(folder)) is not None:
            clear(folder)
            os.close(lock)
