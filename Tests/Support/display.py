"""An X11 display with nobody before it, and the hands that press its keys: Xvfb and xdotool."""

import os
import subprocess
import time
from pathlib import Path

from browsers import wait_for


class Display:
    """A display of the test's own; it ends with the block."""

    def __init__(self) -> None:
        reading, writing = os.pipe()
        command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1024x768x24", "-nolisten", "tcp", "-noreset"]
        self.server = subprocess.Popen(
            command, pass_fds=[writing], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        os.close(writing)
        with os.fdopen(reading) as number:
            self.name = f":{number.readline().strip()}"

    def windows(self, title: str) -> list[str]:
        return self._run("xdotool", "search", "--onlyvisible", "--name", title).split()

    def shows(self, title: str) -> bool:
        return bool(self.windows(title))

    def wait_for_window(self, title: str) -> None:
        """Waits until a window has the title and the keyboard, and somebody can have seen it: what is typed before is lost, or doesn't count."""
        wait_for(lambda: self.shows(title), f"a window titled {title}")
        # There is no window manager that would give it the focus.
        if self._run("xdotool", "getwindowfocus").strip() not in self.windows(title):
            self.focus(title)
        time.sleep(0.8)

    def program(self, title: str) -> str:
        """The number of the process whose window has the title; empty if there is none, or it has just gone."""
        return "".join(self._run("xdotool", "getwindowpid", window).strip() for window in self.windows(title)[-1:])

    def wait_for_next_window(self, title: str, before: str) -> None:
        """Waits for a window of another process than the one before: between both there may be too little time to see none."""
        wait_for(lambda: self.program(title) not in ("", before), f"the next window titled {title}")
        self.wait_for_window(title)

    def focus(self, title: str) -> None:
        """Gives the keyboard to a window, as a window manager does to one that has just opened."""
        self._run("xdotool", "windowfocus", "--sync", self.windows(title)[-1])

    def resize(self, title: str, width: int, height: int) -> None:
        self._run("xdotool", "windowsize", "--sync", self.windows(title)[-1], str(width), str(height))

    def set_resolution(self, dots: float) -> None:
        """Says how large texts are: the dots of an inch, of which 96 are usual."""
        self._run("xprop", "-root", "-f", "RESOURCE_MANAGER", "8s", "-set", "RESOURCE_MANAGER", f"Xft.dpi:\t{dots:.0f}\n")

    def press(self, *keys: str) -> None:
        self._run("xdotool", "key", "--delay", "40", *keys)

    def type(self, text: str) -> None:
        # A passphrase can begin with a dash.
        self._run("xdotool", "type", "--delay", "20", "--", text)

    def answer(self, title: str, text: str = "", *keys: str) -> None:
        """Types into the window with that title and presses Return, or other keys."""
        self.wait_for_window(title)
        self.type(text)
        self.press(*(keys or ("Return",)))

    def picture(self, name: str) -> None:
        """Saves the whole screen into the folder that SIDEKEY_GALLERY names, if it names one."""
        if gallery := os.environ.get("SIDEKEY_GALLERY"):
            self._run("import", "-window", "root", str(Path(gallery) / f"{name}.png"))

    def _run(self, *command: str) -> str:
        environment = {"PATH": os.environ["PATH"], "DISPLAY": self.name, "LC_ALL": "C.UTF-8"}
        return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=30).stdout

    def __enter__(self) -> "Display":
        return self

    def __exit__(self, *_: object) -> None:
        # Not killed: it takes the display's lock away.
        self.server.terminate()
        self.server.wait(20)
