#!/usr/bin/python3
"""Stands in for sidekey-rpc, and is what its name says: a test starts it by a symbolic link with another name.

Frames are a length (u32, little endian) and JSON; `Sources/NodeGateway` has them.
"""

import base64
import json
import os
import struct
import sys
import time
from pathlib import Path

HERE = Path(sys.argv[0])
KIND = HERE.name
PART = 1 << 19


def write(payload: bytes) -> None:
    os.write(1, struct.pack("<I", len(payload)) + payload[:1024])
    rest = memoryview(payload)[1024:]
    while rest:
        rest = rest[os.write(1, rest) :]


def say(**members: object) -> None:
    write(json.dumps(members).encode())


def answer(number: int, part: bytes, last: bool = True, **more: object) -> None:
    say(answer=number, part=base64.b64encode(part).decode(), last=last, **more)


def question() -> dict:
    head = sys.stdin.buffer.read(4)
    if not head:
        sys.exit()
    asked = json.loads(sys.stdin.buffer.read(struct.unpack("<I", head)[0]))
    return asked if "ask" in asked else question()


def serve(number: int) -> None:
    match KIND:
        case "dies":
            sys.exit(3)
        case "dies-once":
            mark = HERE.with_name("died")
            if not mark.exists():
                mark.touch()
                sys.exit(3)
            answer(number, b"well")
        case "another":
            answer(number + 1000, b"")
        case "twice":
            answer(number, b"one")
            answer(number, b"two")
        case "endless":
            while True:
                answer(number, b" " * PART, last=False)
        case "short-part":
            answer(number, b"abc", last=False)
        case "long-part":
            answer(number, b" " * (PART + 1))
        case "more-members":
            answer(number, b"", more=1)
        case "no-member":
            say(answer=number, part="")
        case "unknown-reason":
            say(failure=number, reason="tired")
        case "another-limit":
            say(failure=number, reason="too-large", value=5)
        case "unasked-cancel":
            say(failure=number, reason="cancelled")
        case "failure-after-part":
            answer(number, b" " * PART, last=False)
            say(failure=number, reason="cut")
        case "not-json":
            write(b"answer")
        case "too-large":
            os.write(1, struct.pack("<I", 0xFFFFFFFF))
        case "empty":
            os.write(1, struct.pack("<I", 0))
        case "hello-again":
            say(hello=1, landlock=7, filter=True)
        case "hangs":
            time.sleep(3600)
        case "deaf":
            time.sleep(3600)
        case "environment":
            answer(number, json.dumps({"environment": dict(os.environ), "folder": os.getcwd()}).encode())
        case _:
            answer(number, b"well")


if KIND == "another-protocol":
    say(hello=2, landlock=7, filter=True)
elif KIND != "before-hello":
    say(hello=1, landlock=7, filter=True)
if KIND == "deaf":
    time.sleep(3600)
while True:
    serve(question()["ask"])
