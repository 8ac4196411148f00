"""A desktop of the test's own: a display, a session bus with accessibility, and a window that the test is the agent of."""

import contextlib
import json
import os
import select
import shutil
import struct
import subprocess
import tempfile
import time
from pathlib import Path

from browsers import wait_for
from display import Display
from scratch import new_folder
from wallet import programs

HERE = Path(__file__).resolve().parent
LAUNCHER = "/usr/libexec/at-spi-bus-launcher"
# What a hand takes at least from seeing a button to pressing it, in seconds; the window counts no press within half a second.
HAND = 0.8


class X11(Display):
    """Xvfb, where xdotool presses the keys."""

    kind = "x11"

    @property
    def environment(self) -> dict[str, str]:
        return {"DISPLAY": self.name}

    def ready(self) -> None:
        wait_for(lambda: self.shows("^Sidekey$"), "the window is there")
        self.focus("^Sidekey$")

    def save(self, path: Path) -> None:
        self._run("import", "-window", "root", str(path))


class Wayland:
    """Sway without a screen, where wtype presses the keys and grim takes the pictures."""

    kind = "wayland"

    def __init__(self) -> None:
        # Not in the scratch folder, which is the tester's alone.
        self.runtime = Path(tempfile.mkdtemp(prefix="wl-"))
        self.runtime.chmod(0o700)
        # Sway doesn't run as root.
        nobody: list[str] = []
        if os.geteuid() == 0:
            nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
            os.chown(self.runtime, 65534, 65534)
            self.runtime.chmod(0o755)
        (self.runtime / "config").write_text("output HEADLESS-1 resolution 1024x768\nfor_window [title=Sidekey] floating enable\n")
        own = {"PATH": os.environ["PATH"], "HOME": str(self.runtime), "XDG_RUNTIME_DIR": str(self.runtime)}
        headless = {"WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1"}
        self.server = subprocess.Popen(
            [*nobody, "sway", "--config", str(self.runtime / "config")],
            env=own | headless,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.socket = wait_for(lambda: [path for path in self.runtime.glob("wayland-*") if not path.name.endswith(".lock")], "sway's socket", 20)[0]

        # The window is root there without root's rights.
        self.socket.chmod(0o777)

    @property
    def environment(self) -> dict[str, str]:
        return {"WAYLAND_DISPLAY": self.socket.name, "XDG_RUNTIME_DIR": str(self.runtime)}

    def ready(self) -> None:
        time.sleep(1)

    def press(self, *keys: str) -> None:
        # Each call brings a keyboard of its own, whose first key is lost on a window that hasn't seen it yet.
        self._run("wtype", "-s", "150", *(word for key in keys for word in ("-k", key)))

    def type(self, text: str) -> None:
        self._run("wtype", "-s", "150", "-d", "20", "--", text)

    def save(self, path: Path) -> None:
        self._run("grim", str(path))

    def _run(self, *command: str) -> None:
        subprocess.run(command, env={"PATH": os.environ["PATH"]} | self.environment, capture_output=True, timeout=30, check=False)

    def __enter__(self) -> "Wayland":
        return self

    def __exit__(self, *_: object) -> None:
        self.server.terminate()
        self.server.wait(20)
        shutil.rmtree(self.runtime, ignore_errors=True)


class Session:
    """A session bus with the accessibility bus beside it."""

    def __init__(self, display: X11 | Wayland):
        self.display = display
        self.daemon = subprocess.Popen(
            ["dbus-daemon", "--session", "--nofork", "--print-address"], env=self._own, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        with self.daemon.stdout as printed:
            self.address = printed.readline().decode().strip()
        self.launcher = subprocess.Popen(
            [LAUNCHER, "--launch-immediately"], env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        self.mocks: list[subprocess.Popen] = []

    @property
    def _own(self) -> dict[str, str]:
        return {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"} | self.display.environment

    @property
    def environment(self) -> dict[str, str]:
        return self._own | {"DBUS_SESSION_BUS_ADDRESS": self.address}

    def accessible(self, *words: str) -> str:
        """Runs `accessible.py` with the system's Python."""
        done = subprocess.run(
            ["/usr/bin/python3", str(HERE / "accessible.py"), *words], env=self.environment, capture_output=True, text=True, timeout=60
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def press(self, button: str) -> None:
        """As a hand does that has read what is asked: what comes right after the window appeared, or got the keyboard back, is no press."""
        time.sleep(HAND)
        self.accessible("press", "push button", button)

    def tree(self) -> dict:
        return json.loads(self.accessible("tree"))

    def glance(self) -> dict | None:
        """The tree of the window that is there; none of one that is just closing."""
        return json.loads(self.accessible("glance"))

    def unfolded(self) -> dict:
        """The tree once everything that is folded has been opened."""
        return json.loads(self.accessible("unfold"))

    def offer_settings(self, **settings: str) -> None:
        """Has a portal say what the desktop's settings are; values are those of `portal.py`."""
        command = ["/usr/bin/python3", str(HERE / "portal.py"), json.dumps(settings)]
        mock = subprocess.Popen(command, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        with mock.stdout as said:
            assert said.readline() == b"ready\n"
        self.mocks.append(mock)

    def offer_notifications(self) -> None:
        """Has a service take notifications, as a desktop does; nothing is drawn."""
        mock = subprocess.Popen(["/usr/bin/python3", str(HERE / "notifications.py")], env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        with mock.stdout as said:
            assert said.readline() == b"ready\n"
        self.mocks.append(mock)

    def picture(self, name: str) -> Path:
        """Takes a picture of the screen, into the folder that SIDEKEY_GALLERY names, if it names one."""
        folder = Path(os.environ.get("SIDEKEY_GALLERY") or new_folder("p-"))
        path = folder / f"window-{name}-{self.display.kind}.png"
        self.display.save(path)
        return path

    def __enter__(self) -> "Session":
        return self

    def __exit__(self, *_: object) -> None:
        for process in [*self.mocks, self.launcher, self.daemon]:
            process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(10)


class Window:
    """`sidekey-window` with the test as its agent."""

    def __init__(self, session: Session):
        self.session = session
        self.process = subprocess.Popen(
            [self.program()],
            env=session.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
        )
        self.number = 0
        assert self.read() == {"jsonrpc": "2.0", "method": "ready"}

    @staticmethod
    def program() -> str:
        return str(programs() / "sidekey-window")

    def write(self, frame: bytes) -> None:
        self.process.stdin.write(struct.pack("<I", len(frame)) + frame)

    def send(self, method: str, params: dict) -> None:
        self.write(json.dumps({"jsonrpc": "2.0", "method": method, "params": params}).encode())

    def read(self) -> dict | bytes:
        """A message, or a secret without its zero."""
        header = self._exactly(4)
        frame = self._exactly(struct.unpack("<I", header)[0])
        return frame[1:] if frame[:1] == b"\0" else json.loads(frame)

    def _exactly(self, count: int) -> bytes:
        found = b""
        while len(found) < count:
            assert select.select([self.process.stdout], [], [], 20)[0], "the window says nothing"
            piece = self.process.stdout.read(count - len(found))
            assert piece, "the window has ended"
            found += piece
        return found

    def show(self, *parts: dict, field: dict | None = None, secret: bytes | None = None, buttons: list[dict] | None = None, seen: bool = True) -> None:
        """Shows a screen, and waits until somebody can have seen it."""
        self.number += 1
        if secret is not None:
            self.write(b"\0" + secret)
        screen = {
            "number": self.number,
            "title": "Sidekey",
            "parts": list(parts),
            "buttons": buttons or [button("reject", "Reject"), button("approve", "Approve", "primary", takes=field is not None)],
            "tooSoon": "That was too soon.",
        }
        if field:
            screen["field"] = {"label": "Passphrase", "mayBeEmpty": False, "measured": False, "capsLock": "Caps Lock is on."} | field
        self.send("show", screen)
        if seen:
            # What it can't read ends it at once; nobody need wait a minute for its window then.
            assert not select.select([self.process.stdout], [], [], 0.1)[0], "the window has ended, or answers what nobody pressed"
            self.session.display.ready()
            time.sleep(0.8)

    def answer(self) -> dict:
        message = self.read()
        assert message["method"] == "answer", message
        return message["params"]

    def says_nothing(self, seconds: float = 0.5) -> bool:
        return not select.select([self.process.stdout], [], [], seconds)[0]

    @property
    def resident(self) -> int:
        """Its memory in kilobytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0])

    def __enter__(self) -> "Window":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait(10)
        for pipe in (self.process.stdin, self.process.stdout):
            with contextlib.suppress(OSError):
                pipe.close()


def button(name: str, label: str, style: str = "plain", takes: bool = False, enabled: bool = True) -> dict:
    return {"id": name, "label": label, "style": style, "takesField": takes, "enabled": enabled}


def text(words: str, style: str = "plain") -> dict:
    return {"kind": "text", "text": words, "style": style}


def heading(words: str) -> dict:
    return {"kind": "heading", "text": words}


def row(name: str, value: str, address: bool = False) -> dict:
    return {"kind": "row", "name": name, "value": value, "address": address}
