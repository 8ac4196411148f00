"""What is delivered: the archives and packages, made from what is built here."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Tests" / "Support")]

from extent import whole  # noqa: E402


@pytest.fixture(scope="session")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package of the programs that are built."""
    folder = tmp_path_factory.mktemp("package")
    ended = subprocess.run([sys.executable, ROOT / "packaging/deb.py", folder, *([] if whole() else ["--quick"])], capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    (made,) = folder.iterdir()
    return made
