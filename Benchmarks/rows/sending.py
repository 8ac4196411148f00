"""Balances in one message against one by one, and how soon a payment that was approved is at a node: on this machine, and as far away as nodes are."""

import tempfile
from pathlib import Path

from local_node import LocalNode
from timing import Line, Measure, Times, memory_folder, ratio

TURNS = 10
# Milliseconds of each answer's way: a node of another city.
FAR = 20
# The account of the measured wallet: BIP-39's first test vector at m/44'/501'/0'/0'.
ACCOUNT = "HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk"


def rows() -> list[Line]:
    found: dict[str, list[float]] = {"batch": [], "singly": [], "wallet": [], "node": []}
    with (
        tempfile.TemporaryDirectory(prefix="sidekey-", dir=memory_folder()) as folder,
        LocalNode("--slot-ms", "100", "--fund", ACCOUNT) as node,
        Measure("sending", node.url, Path(folder)) as measured,
    ):
        for name in found:
            measured.run(name, 1)
        for _ in range(TURNS):
            for name, times in found.items():
                times += measured.run(name, 3)
        node.fault("slow", ms=FAR)
        far: dict[str, list[float]] = {"wallet": [], "node": []}
        for _ in range(TURNS):
            for name, times in far.items():
                times += measured.run(name, 3)
    alone = Times(found["node"])
    return [
        ratio("100 balances in one message", Times(found["batch"]), "one by one", Times(found["singly"])),
        ratio("approve to sent, the node on this machine", Times(found["wallet"]), "simulating and sending by the node alone", alone),
        ratio(f"approve to sent, the node {FAR} ms away", Times(far["wallet"]), "simulating and sending by the node alone", Times(far["node"]), 1.3),
    ]
