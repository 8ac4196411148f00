"""Unlocking with the passphrase, inside the agent."""

import tempfile
from pathlib import Path

from timing import Line, Measure, Times, ratio

ROUNDS = 9


def rows() -> list[Line]:
    ours, bare = [], []
    # On this disk: the tries that are counted across restarts are synced, and that belongs to an unlock.
    with tempfile.TemporaryDirectory(prefix="sidekey-") as folder, Measure("unlocking", Path(folder)) as measure:
        for name in ("unlock", "argon2id"):
            measure.run(name, 1)
        for _ in range(ROUNDS):
            ours += measure.run("unlock", 1)
            bare += measure.run("argon2id", 1)
    return [ratio("unlock with the passphrase", Times(ours), "libsodium, the bare Argon2id", Times(bare), 1.1)]
