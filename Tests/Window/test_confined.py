"""The powers of a hijacked window, tried by a program that confines itself as `sidekey-window` does."""

import contextlib
import errno
import os
import re
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from scratch import new_folder
from wallet import ROOT, programs

# Displays and buses are Unix sockets, and a picture for a display lies in memory; the toolkit may call into memory that it wrote.
NEEDED = {"own thread", "own signal", "own certificates", "reach a Unix socket", "a file in memory", "code in memory"}
# It reads a name of this machine's from a file, or finds none.
UNSURE = {"own resolver"}
DENIALS = {errno.EPERM, errno.EACCES, errno.ENOSYS, errno.EHOSTUNREACH}


@contextlib.contextmanager
def listening(family: int, address: object) -> Iterator[socket.socket]:
    with socket.socket(family, socket.SOCK_STREAM) as end:
        end.bind(address)
        end.listen()
        yield end


def attempts(word: str, named: str = "") -> dict[str, int]:
    """What came of each attempt, by its name: 0 or an errno."""
    folder = new_folder("a-")
    (folder / "vault").write_text("secret")
    path = str(folder / "agent.sock")
    name = f"@{named}" if named else path
    victim = subprocess.Popen(["sleep", "600"])
    try:
        with listening(socket.AF_UNIX, f"\0{named}" if named else path), listening(socket.AF_INET, ("127.0.0.1", 0)) as node:
            command = [programs() / "sidekey-confined", word, folder, name, str(victim.pid), str(node.getsockname()[1])]
            done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    finally:
        victim.kill()
        victim.wait(10)
    assert done.returncode == 0, done.stderr
    if word == "window":
        assert (folder / "vault").read_text() == "secret"
    return {line.split(" ", 1)[1]: int(line.split(" ", 1)[0]) for line in done.stdout.splitlines()}


def test_a_window_reaches_the_display_and_nothing_else():
    free, confined = attempts("free"), attempts("window")
    landlock = confined.pop("Landlock")
    if landlock == 0:
        pytest.skip("this kernel has no Landlock")
    assert confined.keys() == free.keys() and free["own internet"] == free["own IPv6"] == free["start a program"] == free["read the vault"] == 0
    assert {name for name, code in confined.items() if code == 0} - UNSURE == NEEDED
    wrong = {name: errno.errorcode.get(code, code) for name, code in confined.items() if code != 0 and code not in DENIALS}
    assert not wrong


def test_an_abstract_socket_is_reached_as_a_display_may_have_one():
    """What listens there are programs of the same machine; the agent listens on a path, and knows its own children."""
    assert attempts("window", f"sidekey-{os.getpid()}")["reach a Unix socket"] == 0


def test_the_program_that_tries_it_may_read_what_the_window_may():
    window = (ROOT / "Sources/sidekey-window/WindowProgram.swift").read_text()
    tried = Path(ROOT / "Tests/Confined/Confined.swift").read_text()
    lists = [re.search(rf"{name} = \[(.*?)\]", text, re.DOTALL)[1] for name, text in (("readable", window), ("ofWindow", tried))]
    assert re.findall(r'"(.*?)"', lists[0]) == re.findall(r'"(.*?)"', lists[1]) != []
