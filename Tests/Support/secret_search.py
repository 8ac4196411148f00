#!/usr/bin/env python3
"""Looks for secrets in recorded frames, in whatever spelling they may stand there.

    secret_search.py    prints a JSON list of what was found, of what stands on standard input:
                        {"payloads": [hex], "secrets": {name: hex}, "phrase": [word]}
"""

import base64
import binascii
import json
import re
import sys
from collections.abc import Iterable, Iterator

ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
# So few bytes in a row can't stand somewhere by chance, and half of a key is worth as much as the whole.
WINDOW = 12
# Words of the phrase in a row; one alone may be a word of the protocol, like "account" or "sign".
WORDS = 3


def values(value: object) -> Iterator[object]:
    """A JSON value and all that it is made of, names included."""
    yield value
    if isinstance(value, dict):
        for name, member in value.items():
            yield name
            yield from values(member)
    elif isinstance(value, list):
        for item in value:
            yield from values(item)


def base58_bytes(text: str) -> bytes:
    number = 0
    for character in text:
        number = number * 58 + ALPHABET.index(character)
    return number.to_bytes((number.bit_length() + 7) // 8)


def spellings(text: str) -> Iterator[bytes]:
    """The bytes that a string may stand for, from every place where an encoding could begin."""
    yield text.encode("utf-8", "surrogatepass")
    yield text.encode("utf-16-le", "surrogatepass")
    for run in re.findall(r"[0-9a-fA-F]{8,}", text):
        yield bytes.fromhex(run[: len(run) // 2 * 2])
        yield bytes.fromhex(run[1 : 1 + (len(run) - 1) // 2 * 2])
    for run in re.findall(r"[0-9a-zA-Z+/_-]{8,}", text):
        plain = run.replace("-", "+").replace("_", "/")
        for skipped in range(4):
            piece = plain[skipped:]
            try:
                yield base64.b64decode(piece[: len(piece) // 4 * 4] or "")
            except binascii.Error:
                pass
    for run in re.findall(f"[{ALPHABET}]{{8,}}", text):
        yield base58_bytes(run)
    for run in re.findall(r"\d{1,3}(?:[\s,;:]+\d{1,3}){7,}", text):
        numbers = [int(number) for number in re.findall(r"\d+", run)]
        if max(numbers) < 256:
            yield bytes(numbers)


def haystacks(payload: bytes) -> Iterator[bytes]:
    """Every byte string that a frame may be read as."""
    yield payload
    yield from spellings(payload.decode("utf-8", "replace"))
    try:
        message = json.loads(payload)
    except ValueError:
        return
    for value in values(message):
        if isinstance(value, str):
            yield from spellings(value)
        elif isinstance(value, list) and value and all(type(item) is int and 0 <= item < 256 for item in value):
            yield bytes(value)


def words_found(payload: bytes, phrase: list[str]) -> bool:
    """Returns whether some words of the phrase stand in a row, in either direction and with anything but letters between."""
    text = re.sub(r"(\\u[0-9a-f]{4}|\\.|[^a-z])+", " ", payload.decode("utf-8", "replace").lower())
    for row in (phrase, phrase[::-1]):
        for start in range(len(row) - WORDS + 1):
            part = row[start : start + WORDS]
            if f" {' '.join(part)} " in f" {text} " or "".join(part) in text:
                return True
    return False


def search(payloads: Iterable[bytes], secrets: dict[str, bytes], phrase: list[str]) -> list[str]:
    """The names of the secrets that stand in the frames; empty where there are none."""
    windows = {}
    for name, secret in secrets.items():
        for text in (secret, secret[::-1]):
            for start in range(len(text) - WINDOW + 1):
                windows[text[start : start + WINDOW]] = name
    found = set()
    for payload in payloads:
        if words_found(payload, phrase):
            found.add("phrase")
        for haystack in haystacks(payload):
            for start in range(len(haystack) - WINDOW + 1):
                if name := windows.get(haystack[start : start + WINDOW]):
                    found.add(name)
    return sorted(found)


def main() -> None:
    given = json.load(sys.stdin)
    secrets = {name: bytes.fromhex(secret) for name, secret in given["secrets"].items()}
    json.dump(search(map(bytes.fromhex, given["payloads"]), secrets, given["phrase"]), sys.stdout)


if __name__ == "__main__":
    main()
