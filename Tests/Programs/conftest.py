"""The registry's own code, and what reads the table without it."""

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Programs"), str(ROOT / "Tests" / "Support")]

from program_table import ProgramTable  # noqa: E402
from registry import Registry, read  # noqa: E402


@pytest.fixture(scope="session")
def registry() -> Registry:
    return read()


@pytest.fixture(scope="session")
def table() -> ProgramTable:
    """The committed table."""
    return ProgramTable()


@pytest.fixture(scope="session")
def files() -> dict[str, dict]:
    """Each program's file, by its name."""
    return {path.name: json.loads(path.read_text()) for path in sorted((ROOT / "Programs" / "interfaces").glob("*.json"))}


@pytest.fixture
def program() -> dict:
    """A small program's file without a fault, for tests that put one in."""
    return {
        "schema": "sidekey-program-interface/1",
        "id": "Swap111111111111111111111111111111111111111",
        "name": "Small Swap",
        "publisher": "Small Team",
        "site": "https://small.example",
        "source": {"repo": "small/swap", "path": "idl.json", "commit": "0" * 40, "licence": "MIT", "licenceAt": "LICENSE", "form": "Anchor IDL (0.30)"},
        "optionalAccounts": "programId",
        "instructions": [
            {
                "name": "swap",
                "disc": "f8c69e91e17587c8",
                "args": ["params:Params", "isExactIn:bool", "until:tail<u64>"],
                "accounts": ["user:s", "source:w", "target:w", "mint", "referrer:wo"],
            },
            {"name": "batch", "disc": "ff", "args": ["inner:rest<Inner>"], "accounts": [], "nested": {"list": "inner", "accounts": "accountCount", "data": "data"}},
        ],
        "types": {
            "Params": {"struct": ["amountIn:u64", "minimumOut:Amount", "side:Side"]},
            "Amount": {"alias": "option<u64>"},
            "Side": {"enum": [["Bid"], ["Ask", "price:u64"]]},
            "Inner": {"struct": ["accountCount:u8", "data:bytes8"]},
        },
        "roles": {
            "swap": [
                {
                    "kind": "swap",
                    "when": {"isExactIn": True},
                    "user": "user",
                    "out": [{"exact": "params.amountIn", "token": "source"}],
                    "in": [{"min": "bpsDown(params.minimumOut,params.amountIn)", "token": ["referrer", "target"], "mint": "mint"}],
                    "basis": "program",
                    "why": "small/swap@01234567:src/lib.rs:7",
                }
            ]
        },
        "display": {"swap": {"intent": "Swap", "sentence": "Swap ${data.params.amountIn} of ${accounts.mint}", "skip": {"accounts.user": "always"}}},
    }


@pytest.fixture
def folder(tmp_path: Path, program: dict) -> Callable[..., Path]:
    """A registry of that program alone, or with other files beside."""

    def made(**others: dict) -> Path:
        (tmp_path / "interfaces").mkdir(exist_ok=True)
        contents: dict[str, dict] = {
            "names": {"schema": "sidekey-program-names/1", "sources": {}, "names": {}},
            "tokens": {"schema": "sidekey-tokens/1", "tokens": []},
            "addresses": {"schema": "sidekey-addresses/1", "addresses": []},
        }
        (tmp_path / "interfaces" / "small-swap.json").write_text(json.dumps(program))
        for name, content in (contents | others).items():
            (tmp_path / f"{name}.json").write_text(json.dumps(content))
        return tmp_path

    return made
