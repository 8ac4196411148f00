"""Waiting for a condition, always with a limit."""

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

# As long as a machine may stand still whose builds and browsers wait for one disk. What fails, fails later for it; what passes doesn't notice.
PATIENCE = 60.0


class TimedOut(AssertionError):
    """A condition didn't come true in its time."""


def wait_for(condition: Callable[[], T], what: str, timeout: float = PATIENCE) -> T:
    """Polls until `condition` is true and returns its value; `what` names the condition in the error.

    The pauses grow from 10 to 200 ms: what is about to happen is seen at once, and a long wait costs little.
    """
    deadline = time.monotonic() + timeout
    pause = 0.01
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > deadline:
            raise TimedOut(f"not within {timeout:g} s: {what} (last value: {value!r})")
        time.sleep(pause)
        pause = min(pause * 1.3, 0.2)
