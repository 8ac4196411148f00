"""Sidekey's own window: from its start until it is on the screen, and its memory."""

import ctypes
import subprocess
import time

from desktop_session import X11, Session, Window, heading, row, text
from timing import MADE, Line, Times, ratio

ROUNDS = 10
VIEWABLE = 2


class Screen:
    """The X11 screen, asked directly: a program that is started for each look would take longer than what is measured."""

    class Attributes(ctypes.Structure):
        # XWindowAttributes, of which only the state is read.
        _fields_ = [("before", ctypes.c_char * 92), ("map_state", ctypes.c_int), ("behind", ctypes.c_char * 64)]

    def __init__(self, name: str):
        self.x11 = ctypes.CDLL("libX11.so.6")
        self.x11.XOpenDisplay.restype = ctypes.c_void_p
        self.x11.XDefaultRootWindow.argtypes = [ctypes.c_void_p]
        self.x11.XDefaultRootWindow.restype = ctypes.c_ulong
        self.display = ctypes.c_void_p(self.x11.XOpenDisplay(name.encode()))
        self.root = self.x11.XDefaultRootWindow(self.display)

    def has_window(self) -> bool:
        root, parent, children, count = ctypes.c_ulong(), ctypes.c_ulong(), ctypes.POINTER(ctypes.c_ulong)(), ctypes.c_uint()
        self.x11.XQueryTree(self.display, ctypes.c_ulong(self.root), *map(ctypes.byref, (root, parent, children, count)))
        found = False
        for index in range(count.value):
            attributes = self.Attributes()
            self.x11.XGetWindowAttributes(self.display, ctypes.c_ulong(children[index]), ctypes.byref(attributes))
            found = found or attributes.map_state == VIEWABLE
        if children:
            self.x11.XFree(children)
        return found

    def wait(self, wanted: bool) -> int:
        while self.has_window() is not wanted:
            time.sleep(0.0005)
        return time.perf_counter_ns()


PARTS = [
    heading("jup.ag"),
    text("You pay at most 5 SOL and receive at least 648.31 USDC.", "sentence"),
    *(row(f"Fact {number}", "B5k9UeTqgoZtqrXBrkxuxbgkrQki7maVbGtQrUKoY7FC", address=True) for number in range(12)),
]


def rows() -> list[Line]:
    ours: list[float] = []
    blank: list[float] = []
    resident = 0
    with X11() as display, Session(display) as session:
        screen = Screen(display.name)
        for turn in range(1 + ROUNDS):
            began = time.perf_counter_ns()
            with Window(session) as window:
                window.show(*PARTS, field={"label": "Passphrase"}, seen=False)
                mine = screen.wait(True) - began
                resident = window.resident
            screen.wait(False)
            began = time.perf_counter_ns()
            peer = subprocess.Popen([MADE / "blank-window"], env=session.environment, stderr=subprocess.DEVNULL)
            plain = screen.wait(True) - began
            peer.kill()
            peer.wait()
            screen.wait(False)
            if turn > 0:
                ours.append(mine)
                blank.append(plain)
    return [
        ratio("prompt in Sidekey's own window, start to shown", Times(ours), "an empty GTK 4 window", Times(blank), 1.5),
        Line("sidekey-window, VmRSS", f"{resident / 1000:.1f} MB", value=resident / 1000, aim=80, unit=" MB"),
    ]
