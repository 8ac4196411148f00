"""Every test here is held for every library product, whichever there are."""

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests" / "Support"))

import library_products  # noqa: E402


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "product" in metafunc.fixturenames:
        metafunc.parametrize("product", library_products.products(), scope="session")


@pytest.fixture(scope="session")
def symbols(product: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the product's symbol graph."""
    return library_products.symbol_graph(product, tmp_path_factory.mktemp(product))
