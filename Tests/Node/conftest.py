"""Fixtures: one node for all tests, whose slots pass when a test says so; the client is solana-py, which isn't ours."""

import asyncio
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from solana.rpc.async_api import AsyncClient
from solders.keypair import Keypair
from solders.pubkey import Pubkey

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests" / "Support"))

from local_node import LocalNode  # noqa: E402

Scenario = Callable[[AsyncClient], Awaitable[Any]]


@pytest.fixture(scope="session")
def shared_node() -> Iterator[LocalNode]:
    with LocalNode("--slot-ms", "0") as node:
        yield node


@pytest.fixture
def node(shared_node: LocalNode) -> Iterator[LocalNode]:
    """The node without faults, and with everything that happened before final."""
    shared_node.control(advance=40)
    yield shared_node
    shared_node.control(clear=True)
    shared_node.control(behind=None)


@pytest.fixture
def ask(node: LocalNode) -> Callable[[Scenario], Any]:
    """Runs what a test does with a client."""

    def run(scenario: Scenario) -> Any:
        async def with_client() -> Any:
            async with AsyncClient(node.url, timeout=20, max_transport_retries=0) as client:
                return await scenario(client)

        return asyncio.run(with_client())

    return run


@pytest.fixture
def people(node: LocalNode) -> dict[str, Keypair]:
    """The seeded keypairs by name."""
    return {name: Keypair.from_base58_string(each["secretKey"]) for name, each in node.seeded["accounts"].items()}


@pytest.fixture
def mints(node: LocalNode) -> dict[str, Pubkey]:
    return {symbol: Pubkey.from_string(each["address"]) for symbol, each in node.seeded["mints"].items()}


@pytest.fixture
def table(node: LocalNode) -> Pubkey:
    return Pubkey.from_string(node.seeded["lookupTable"]["address"])
