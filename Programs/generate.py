#!/usr/bin/env python3
"""Compiles the registry of programs into Sources/CProgramTable/programs.bin, the table that Sidekey carries.

    Programs/generate.py           writes it
    Programs/generate.py --check   writes nothing, and fails where something else stands there

Needs nothing but Python. What the data says wrong is refused with its file and place; README.md says what is checked, and has the
table's form.
"""

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from language import Fault  # noqa: E402
from registry import HERE, read  # noqa: E402
from table import compiled  # noqa: E402

TABLE = HERE.parent / "Sources" / "CProgramTable" / "programs.bin"
# The processes that carry it may take no more memory for it.
LARGEST = 2 << 20


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing, and fail where something else stands there")
    arguments = parser.parse_args()
    try:
        table = compiled(read())
        if len(table) > LARGEST:
            raise Fault(f"the table takes {len(table)} bytes: {LARGEST} at most")
    except Fault as fault:
        print(f"Programs: {fault}", file=sys.stderr)
        return 1
    if TABLE.exists() and TABLE.read_bytes() == table:
        return 0
    if arguments.check:
        print(f"Programs: {TABLE.relative_to(HERE.parent)} is not what the data says: run Programs/generate.py", file=sys.stderr)
        return 1
    TABLE.parent.mkdir(parents=True, exist_ok=True)
    TABLE.write_bytes(table)
    print(f"{TABLE.relative_to(HERE.parent)}: {len(table)} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
