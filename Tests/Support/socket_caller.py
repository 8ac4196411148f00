#!/usr/bin/env python3
"""Calls the agent as the command line would, from wherever it was started: `socket_caller.py SOCKET FILE`.

It waits until somebody listens, says hello, and writes into the file what came back: the answer, or `closed`.
"""

import os
import socket
import struct
import sys
import time
from pathlib import Path

from frames import encode

HELLO = {
    "jsonrpc": "2.0",
    "id": "1",
    "method": "hello",
    "params": {"protocol": 1, "client": "cli", "version": "0.1.0"},
}


def connect(path: str) -> socket.socket:
    end = time.monotonic() + 60
    while True:
        caller = socket.socket(socket.AF_UNIX)
        try:
            caller.connect(path)
            return caller
        except OSError:
            caller.close()
            if time.monotonic() > end:
                raise
            time.sleep(0.01)


def call(path: str) -> bytes:
    caller = connect(path)
    caller.settimeout(60)
    try:
        caller.sendall(encode(HELLO))
        head = caller.recv(4, socket.MSG_WAITALL)
        return caller.recv(struct.unpack("<I", head)[0], socket.MSG_WAITALL) if head else b"closed"
    except ConnectionError:
        return b"closed"


if __name__ == "__main__":
    found = call(sys.argv[1])
    # In one step, for who waits for the file.
    Path(sys.argv[2] + ".new").write_bytes(found)
    os.rename(sys.argv[2] + ".new", sys.argv[2])
