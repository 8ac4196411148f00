#!/usr/bin/env python3
"""Price accounts, the addresses of feeds as PyPI's solders derives them, and worths by Python's fractions; one JSON object a line.

    {"kind": "feed", "id": HEX, "address": BASE58}          for each id on standard input
    {"kind": "update", "id": HEX, "data": HEX, ...}         an account of the layout that Pyth's SDK declares
    {"kind": "clock", "owner": BASE58, "data": HEX, "time": N}     the chain's clock as litesvm keeps it
    {"kind": "worth", "amount": N, "decimals": N, "price": [N, E], "rate": [N, E], "inverse": BOOL, "exact": [NUMERATOR, DENOMINATOR]}
"""

import hashlib
import json
import random
import struct
import sys
from fractions import Fraction

from solders.litesvm import LiteSVM
from solders.pubkey import Pubkey

PROGRAM = Pubkey.from_string("pyt2F414BA6dPttK6RddPZUdHfapoBN24GL5wbrPCou")
CLOCK = Pubkey.from_string("SysvarC1ock11111111111111111111111111111111")


def account_of(feed: bytes) -> Pubkey:
    """The account of a feed's shard 0."""
    return Pubkey.find_program_address([struct.pack("<H", 0), feed], PROGRAM)[0]


def price_update(feed: bytes, price: int, confidence: int, exponent: int, published: int) -> bytes:
    """PriceUpdateV2: what Anchor writes before it, the writer, the level Full, the message, and the slot; one spare byte."""
    kind = hashlib.sha256(b"account:PriceUpdateV2").digest()[:8]
    message = feed + struct.pack("<qQiqqqQ", price, confidence, exponent, published, published - 1, price, confidence)
    return kind + bytes(account_of(feed)) + b"\x01" + message + struct.pack("<Q", 300_000_000) + b"\x00"


def line(kind: str, **rest) -> None:
    print(json.dumps({"kind": kind} | rest))


def main() -> None:
    dice = random.Random(24)
    feeds = sys.stdin.read().split()
    for feed in feeds:
        line("feed", id=feed, address=str(account_of(bytes.fromhex(feed))))
        price, confidence = dice.randrange(1, 2**63), dice.randrange(2**64)
        exponent, published = dice.randrange(-18, 1), dice.randrange(2**40)
        data = price_update(bytes.fromhex(feed), price, confidence, exponent, published)
        assert len(data) == 134
        line("update", id=feed, data=data.hex(), price=str(price), confidence=str(confidence), exponent=exponent, published=published)
    chain = LiteSVM()
    clock = chain.get_clock()
    clock.unix_timestamp = 1_800_000_123
    chain.set_clock(clock)
    account = chain.get_account(CLOCK)
    line("clock", owner=str(account.owner), data=bytes(account.data).hex(), time=clock.unix_timestamp)
    for _ in range(300):
        amount, decimals = dice.randrange(2 ** dice.randrange(1, 65)), dice.randrange(6, 13)
        # A price of at most ten million, as i64 with eight decimals; a rate near one.
        price = [dice.randrange(1, 10 ** dice.randrange(1, 16)), dice.choice((-8, -10, -5))]
        rate = [dice.randrange(10**4, 10**7), -5]
        inverse = dice.random() < 0.5
        dollars = Fraction(amount * price[0]) * Fraction(10) ** (price[1] - decimals)
        factor = Fraction(rate[0]) * Fraction(10) ** rate[1]
        exact = dollars / factor if inverse else dollars * factor
        line(
            "worth", amount=str(amount), decimals=decimals, price=price, rate=rate, inverse=inverse,
            exact=[str(exact.numerator), str(exact.denominator)], hundredths=str(exact * 100 // 1),
        )  # fmt: skip


if __name__ == "__main__":
    main()
