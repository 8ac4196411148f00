#!/usr/bin/env python3
"""Addresses as PyPI's solders and solana (spl) derive them, one JSON object a line.

    {"kind": "create" | "find", "seeds": [HEX, ...], "program": HEX, "address": HEX | null, "bump": N | null}
    {"kind": "seed", "seeds": [BASE, TEXT], "program": HEX, "address": HEX | null}
    {"kind": "associated", "seeds": [OWNER, MINT], "program": HEX, "address": HEX}
    {"kind": "curve", "seeds": [HEX], "onCurve": BOOL}

A null address is one that solders refuses to derive.
"""

import argparse
import json
import random

from solders.pubkey import Pubkey
from spl.token.constants import TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID
from spl.token.instructions import get_associated_token_address

MARKER = b"ProgramDerivedAddress"


def line(kind, seeds, program=None, **rest):
    value = {"kind": kind, "seeds": [bytes(seed).hex() for seed in seeds]} | rest
    if program is not None:
        value["program"] = bytes(program).hex()
    print(json.dumps(value))


def attempt(derive):
    try:
        return derive()
    except BaseException:  # solders panics where Rust's find_program_address does
        return None


def digits(key):
    return None if key is None else bytes(key).hex()


def print_lines(count, rng):
    def key():
        return Pubkey(rng.randbytes(32))

    for index in range(count):
        program = key()
        seeds = [rng.randbytes(rng.choice([0, 1, 8, 31, 32])) for _ in range(rng.randint(0, 15))]
        if index % 10 == 0:
            seeds = [rng.randbytes(rng.choice([8, 32, 33])) for _ in range(rng.randint(14, 18))]
        address = attempt(lambda: Pubkey.create_program_address(seeds, program))
        line("create", seeds, program, address=digits(address))
        found = attempt(lambda: Pubkey.find_program_address(seeds, program)) or (None, None)
        line("find", seeds, program, address=digits(found[0]), bump=found[1])
        text = "".join(rng.choice("abcß漢") for _ in range(rng.choice([0, 3, 9, 12, 20, 33])))
        owner = program if index % 7 else Pubkey(rng.randbytes(32 - len(MARKER)) + MARKER)
        base = key()
        address = attempt(lambda: Pubkey.create_with_seed(base, text, owner))
        line("seed", [bytes(base), text.encode()], owner, address=digits(address))
        wallet, mint = key(), key()
        token_program = rng.choice([TOKEN_PROGRAM_ID, TOKEN_2022_PROGRAM_ID])
        address = get_associated_token_address(wallet, mint, token_program)
        line("associated", [bytes(wallet), bytes(mint)], token_program, address=digits(address))
        line("curve", [bytes(program)], onCurve=program.is_on_curve())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=20)
    arguments = parser.parse_args()
    print_lines(arguments.count, random.Random(arguments.seed))


if __name__ == "__main__":
    main()
