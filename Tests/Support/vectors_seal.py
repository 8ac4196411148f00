#!/usr/bin/env python3
"""Secrets sealed by pyhpke, as JSON; all bytes are hex.

    vectors_seal.py seal [--count N] [--seed S]   seals random secrets to random keys
    vectors_seal.py open                          opens what standard input lists: [{privateKey, method, parameter, enc, ciphertext}]
"""

import argparse
import json
import random
import sys

from sealing import authenticated, open_bytes, padded, public_key, seal_bytes, unpadded


def seal(count: int, seed: str) -> list[dict]:
    source = random.Random(seed)
    vectors = []
    for number in range(count):
        # The lengths around a block's end come first, then the longest.
        length = ([0, 1, 61, 62, 63, 126, 4094] + [source.randint(0, 200) for _ in range(count)])[number]
        private, ephemeral, secret = source.randbytes(32), source.randbytes(32), source.randbytes(length)
        method, parameter = source.choice([("vault.unlock", "passphrase"), ("approvals.approve", "unlock.passphrase")])
        enc, ciphertext = seal_bytes(
            public_key(private), authenticated(method, parameter), padded(secret), ephemeral=ephemeral
        )
        vectors.append(
            {
                "privateKey": private,
                "publicKey": public_key(private),
                "ephemeral": ephemeral,
                "method": method,
                "parameter": parameter,
                "secret": secret,
                "enc": enc,
                "ciphertext": ciphertext,
            }
        )
    return vectors


def opened(entry: dict) -> bytes:
    aad = authenticated(entry["method"], entry["parameter"])
    private, enc, ciphertext = (bytes.fromhex(entry[name]) for name in ("privateKey", "enc", "ciphertext"))
    return unpadded(open_bytes(private, aad, enc, ciphertext))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["seal", "open"])
    parser.add_argument("--count", type=int, default=12)
    parser.add_argument("--seed", default="sidekey")
    options = parser.parse_args()
    if options.what == "seal":
        answer = seal(options.count, options.seed)
    else:
        answer = [{"secret": opened(entry)} for entry in json.load(sys.stdin)]
    json.dump(answer, sys.stdout, default=bytes.hex)


if __name__ == "__main__":
    main()
