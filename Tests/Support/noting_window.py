#!/usr/bin/python3
"""Stands in the place of `sidekey-window`, writes each screen down and answers it as a person does who says yes. It draws nothing.

Beside it lies `screens`, a folder for what was shown, one file a screen: {show, secret?}; and `answers`, {passphrase, words}.
"""

import json
import os
import struct
import sys
import time
from pathlib import Path

HERE = Path(sys.argv[0]).resolve().parent
ANSWERS = json.loads((HERE / "answers").read_text())
# What is typed and chosen where nothing stands that could be left.
TYPED = {"ceiling": "1", "file": str(HERE / "backup")}
CHOSEN = {"kind": "phrase"}


def exactly(count: int) -> bytes:
    found = b""
    while len(found) < count:
        piece = os.read(0, count - len(found))
        if not piece:
            sys.exit(0)
        found += piece
    return found


def write(frame: bytes) -> None:
    os.write(1, struct.pack("<I", len(frame)) + frame)


def say(method: str, **params: object) -> None:
    write(json.dumps({"jsonrpc": "2.0", "method": method} | ({"params": params} if params else {})).encode())


def answer(screen: dict, words: list[str]) -> None:
    secrets, values = [], {}
    for part in screen["parts"]:
        if part["kind"] == "wordFields":
            numbers = [int("".join(filter(str.isdigit, label))) for label in part["labels"]]
            secrets.append(" ".join(words[number - 1] for number in numbers if number <= len(words)))
        elif part["kind"] == "choice":
            values[part["id"]] = [CHOSEN.get(part["id"], part["chosen"])]
        elif part["kind"] == "selection":
            values[part["id"]] = part["chosen"]
        elif part["kind"] == "entry":
            # A sheet is offered as a file of its own, beside the backup.
            own = HERE / "sheet.pdf" if part["text"].endswith(".pdf") else None
            values[part["id"]] = [str(own) if own else TYPED.get(part["id"], part["text"])]
    if "field" in screen:
        # Beside typed words it is that of the words, which need none.
        secrets.append("" if secrets else ANSWERS["passphrase"])
    for secret in secrets:
        write(b"\0" + secret.encode())
    say("answer", screen=screen["number"], button=screen["buttons"][-1]["id"], secrets=len(secrets), values=values)


def main() -> None:
    if sys.argv[1:] == ["sheet"]:
        # Not drawn either: only what a reader takes for one.
        (count,) = struct.unpack("<I", exactly(4))
        (HERE / "sheet.json").write_bytes(exactly(count))
        os.write(1, b"%PDF-1.5\n%%EOF\n")
        return
    say("ready")
    words, secret = ANSWERS["words"].split(), None
    while True:
        frame = exactly(struct.unpack("<I", exactly(4))[0])
        if frame[:1] == b"\0":
            secret = frame[1:].decode()
            continue
        screen = json.loads(frame)["params"]
        folder = HERE / "screens"
        (folder / f"{time.monotonic_ns()}.json").write_text(json.dumps({"show": screen, "secret": secret}))
        if any(part["kind"] == "words" for part in screen["parts"]) and secret:
            words = secret.split()
        secret = None
        answer(screen, words)


main()
