#!/usr/bin/env python3
"""Base58 as PyPI's base58 and solders write and judge it, one JSON object a line.

    vectors_base58.py values [--count N] [--seed S]    bytes of many lengths and their texts
    vectors_base58.py keys [--count N] [--seed S]      texts, with what solders takes them for as a public key, and with
                                                       what base58 decodes them to
"""

import argparse
import json
import random
import sys

import base58
from solders.pubkey import Pubkey
from solders.signature import Signature

ALPHABET = base58.BITCOIN_ALPHABET.decode()


def some_bytes(rng, count):
    """Random bytes, some with zeros in front or behind, some all zero or all ones."""
    kind = rng.randrange(8)
    if kind == 0:
        return bytes(count)
    if kind == 1:
        return b"\xff" * count
    value = bytearray(rng.randbytes(count))
    if kind in (2, 3):
        zeros = rng.randint(0, count)
        value[:zeros] = bytes(zeros)
    if kind == 4:
        zeros = rng.randint(0, count)
        value[count - zeros :] = bytes(zeros)
    return bytes(value)


def values(rng, count):
    lengths = list(range(0, 100)) + [32, 64] * 200 + [128, 255, 1232]
    for index in range(count):
        value = some_bytes(rng, lengths[index % len(lengths)])
        text = base58.b58encode(value).decode()
        if len(value) == 32 and str(Pubkey(value)) != text or len(value) == 64 and str(Signature(value)) != text:
            sys.exit("base58 and solders disagree")
        yield {"bytes": value.hex(), "text": text}


def keys(rng, count):
    limits = [base58.b58encode_int(n).decode() for n in (2**256 - 1, 2**256, 2**248, 2**248 - 1, 58**43, 58**44, 58**45)]
    for index in range(count):
        text = base58.b58encode(some_bytes(rng, 32)).decode()
        kind = index % 10
        place = rng.randint(0, len(text))
        if kind == 1:
            text = "1" + text
        elif kind == 2:
            text = text[1:]
        elif kind == 3:
            text = text[:place] + rng.choice("0OIl+/ \n\0é😀") + text[place + 1 :]
        elif kind == 4:
            text = text[:place] + rng.choice(ALPHABET) + text[place:]
        elif kind == 5:
            text = text[:place] + rng.choice(ALPHABET) + text[place + 1 :]
        elif kind == 6:
            text = rng.choice(limits)
        elif kind == 7:
            text = "".join(rng.choices(ALPHABET, k=rng.randint(0, 60)))
        elif kind == 8:
            text = "1" * rng.randint(0, 50) + text[: rng.randint(0, 45)]
        try:
            key = bytes(Pubkey.from_string(text)).hex()
        except ValueError:
            key = None
        try:
            decoded = base58.b58decode(text.encode()).hex() if text == text.strip() else None
        except ValueError:
            decoded = None
        yield {"text": text, "key": key, "bytes": decoded}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=["values", "keys"])
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    for vector in {"values": values, "keys": keys}[arguments.what](rng, arguments.count):
        print(json.dumps(vector))


if __name__ == "__main__":
    main()
