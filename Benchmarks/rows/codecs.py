"""Base58 and the decoding of transactions, against solders with the same bytes in the same run."""

import random
import tempfile
from collections import deque
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import perf_counter_ns

from solders.pubkey import Pubkey
from solders.signature import Signature
from solders.transaction import VersionedTransaction
from timing import Line, Measure, Times, ratio
from vectors_transactions import VERSIONS, Generator

# Many and short: a core's speed changes from one millisecond to the next, and a median of a few long rounds shows that and not the work.
ROUNDS = 100
INPUTS = 500


def loop(work: Callable, inputs: list) -> float:
    """Nanoseconds a call; `map` and `deque` run in C, so that Python adds nothing but the call itself.

    Once untimed and once timed, as the other side does it.
    """
    deque(map(work, inputs), maxlen=0)
    start = perf_counter_ns()
    deque(map(work, inputs), maxlen=0)
    return (perf_counter_ns() - start) / len(inputs)


def compare(
    figure: str, measure: Measure, name: str, repeated: int, theirs: Callable[[], float], call: Callable[[], float],
    aim: float | None,
) -> list[Line]:  # fmt: skip
    """Lines for one kind of work: against solders as Python calls it, and without what the call costs.

    - call: the same kind of call of solders, which does next to nothing.
    """
    ours, peer, calls = [], [], []
    for _ in range(3 + ROUNDS):
        ours.append(measure.run(name, repeated)[0] / repeated)
        peer.append(theirs())
        calls.append(call())
    ours, peer, calls = Times(ours[3:]), Times(peer[3:]), Times(calls[3:])
    work = Times(
        [max(whole - call, 1) for whole, call in zip(peer.all, calls.all, strict=True)],
        # The shortest call doesn't belong to the shortest whole; each is taken where nothing disturbed it.
        shortest=max(peer.least - calls.least, 1),
    )
    return [
        ratio(figure, ours, "solders", work, aim),
        ratio("  with Python's call of it", ours, "solders", peer),
    ]


def base58_rows() -> list[Line]:
    rng = random.Random(58)
    raw = {"32": [rng.randbytes(32) for _ in range(INPUTS)], "64": [rng.randbytes(64) for _ in range(INPUTS)]}
    types = {"32": Pubkey, "64": Signature}
    lines = []
    with tempfile.TemporaryDirectory(prefix="sidekey-") as folder:
        inputs = Path(folder) / "inputs"
        names = [("key", "32"), ("signature", "64")]
        inputs.write_text("".join(f"{name} {item.hex()}\n" for name, size in names for item in raw[size]))
        with Measure("codecs", inputs) as measure:
            for size, kind in types.items():
                values = [kind.from_bytes(item) for item in raw[size]]
                texts = [str(value) for value in values]
                lines += compare(
                    f"Base58 of {size} bytes, encoding", measure, f"encode-{size}", 4_000,
                    partial(loop, str, values * 8), partial(loop, kind.__bytes__, values * 8), 1.1,
                )  # fmt: skip
                lines += compare(
                    f"Base58 of {size} bytes, decoding", measure, f"decode-{size}", 4_000,
                    partial(loop, kind.from_string, texts * 8), partial(loop, kind.from_bytes, raw[size] * 8), 1.1,
                )  # fmt: skip
    return lines


def decoding_rows() -> list[Line]:
    generator = Generator(1232)
    raw = {version: [bytes(generator.transaction(version)) for _ in range(INPUTS)] for version in VERSIONS}
    signatures = [generator.random.randbytes(64) for _ in range(INPUTS)]
    lines = []
    with tempfile.TemporaryDirectory(prefix="sidekey-") as folder:
        inputs = Path(folder) / "inputs"
        inputs.write_text(
            "".join(f"transaction-{version} {item.hex()}\n" for version, items in raw.items() for item in items)
        )
        with Measure("codecs", inputs) as measure:
            for version, items in raw.items():
                theirs = partial(loop, VersionedTransaction.from_bytes, items * 4)
                call = partial(loop, Signature.from_bytes, signatures * 4)
                name = f"transaction-{version}"
                lines += compare(f"decoding a {version} transaction", measure, name, 2_000, theirs, call, 1.0)[:1]
                whole = compare("  and every field as a list", measure, f"{name}-whole", 2_000, theirs, call, None)
                lines += whole[:1]
    return lines
