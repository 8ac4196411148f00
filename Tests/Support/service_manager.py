"""Stands in for systemd's user manager and one socket unit: listens at a path, and starts a program for whoever connects.

    service_manager.py SOCKET PROGRAM

The program gets the socket as descriptor 3 with LISTEN_PID and LISTEN_FDS (sd_listen_fds(3)). When it has ended, this listens again.
"""

import os
import select
import socket
import sys
from pathlib import Path

path, program = sys.argv[1:]
# Clients know the manager by this name.
Path("/proc/self/comm").write_text("systemd")
os.umask(0o177)
with socket.socket(socket.AF_UNIX) as listener:
    listener.bind(path)
    listener.listen(128)
    print("listening", flush=True)
    while True:
        select.select([listener], [], [])
        child = os.fork()
        if child == 0:
            os.umask(0o077)
            os.dup2(listener.fileno(), 3)
            # If it was 3 already, nothing has changed.
            os.set_inheritable(3, True)
            os.execve(program, [program], {**os.environ, "LISTEN_PID": str(os.getpid()), "LISTEN_FDS": "1"})
        os.waitpid(child, 0)
