"""A process of one wallet or browser, held by a descriptor."""

import os
import select
import signal
from pathlib import Path

from browsers.waiting import TimedOut, wait_for


class Process:
    """Signals go through a pidfd that was taken while the process was known to be the one that is meant.

    A number alone isn't enough: between finding a process and signalling it, it can end and another get its number. Two
    workers and whatever else runs on the machine would then be at each other's mercy.
    """

    def __init__(self, number: int):
        """Takes hold of the process that has this number now; raises `ProcessLookupError` where none has."""
        self.number = number
        self.descriptor = os.pidfd_open(number)

    @classmethod
    def with_environment(cls, number: int, **environment: str) -> "Process | None":
        """The process with this number if it, or its parent where its own can't be read, was started with these variables."""
        try:
            found = cls(number)
        # By some kernels one that ends just now is no such file.
        except (ProcessLookupError, FileNotFoundError):
            return None
        wanted = {f"{name}={value}".encode() for name, value in environment.items()}
        # What was read belongs to the process that is held only if that is still alive afterwards.
        if wanted <= found._variables() and found.is_alive:
            return found
        return None

    def __repr__(self) -> str:
        return f"<process {self.number}>"

    def __del__(self) -> None:
        # Where no process was found there is no descriptor.
        if (descriptor := self.__dict__.pop("descriptor", None)) is not None:
            os.close(descriptor)

    @property
    def is_alive(self) -> bool:
        """False once it has ended, whether or not its parent has asked how."""
        return not select.select([self.descriptor], [], [], 0)[0]

    def send(self, number: signal.Signals) -> None:
        """Sends a signal; one that has ended gets none."""
        try:
            signal.pidfd_send_signal(self.descriptor, number)
        except ProcessLookupError:
            pass

    def kill(self) -> None:
        """Ends it with SIGKILL, and waits until it is gone."""
        self.send(signal.SIGKILL)
        wait_for(lambda: not self.is_alive, f"{self} is gone")

    def end(self) -> None:
        """Asks it to end, and kills it where it doesn't."""
        self.send(signal.SIGTERM)
        try:
            wait_for(lambda: not self.is_alive, f"{self} ends", 10)
        except TimedOut:
            self.kill()

    def _variables(self) -> set[bytes]:
        folder = Path("/proc", str(self.number))
        try:
            try:
                return set((folder / "environ").read_bytes().split(b"\0"))
            except PermissionError:
                # Not dumpable: then its parent is asked, which started it.
                parent = (folder / "stat").read_text().rsplit(")", 1)[1].split()[1]
                return set(Path("/proc", parent, "environ").read_bytes().split(b"\0"))
        except OSError:
            return set()
