"""Writes the list of the wallet's own modules from the folders of Sources/Wallet.

    python3 Tests/Support/installed_modules.py            writes Sources/Wallet/InstalledModules.swift
    python3 Tests/Support/installed_modules.py FOLDER     writes it into another copy of Sources/Wallet

A module is a folder with a type that is declared as an `InstalledModule`: nothing else has to know of it. Leaving one
out of a build is taking its folder away and running this again.
"""

import pathlib
import re
import sys

DECLARATION = re.compile(r"^extension (\w+): InstalledModule \{$", re.MULTILINE)


def modules(folder: pathlib.Path) -> list[str]:
    """The types of the modules, by folder and name."""
    found = []
    for file in sorted(folder.glob("*/*.swift")):
        found += DECLARATION.findall(file.read_text(encoding="utf-8"))
    return sorted(found)


def text(names: list[str]) -> str:
    lines = "".join(f"        {name}.self,\n" for name in names)
    return (
        "// Written by Tests/Support/installed_modules.py from the folders beside this file: `make modules`.\n\n"
        "/// The wallet's own modules, each of them all that is in a folder.\n"
        "enum InstalledModules {\n"
        f"    static let all: [any InstalledModule.Type] = [\n{lines}    ]\n"
        "}\n"
    )


if __name__ == "__main__":
    root = pathlib.Path(__file__).resolve().parent.parent.parent
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else root / "Sources/Wallet"
    (folder / "InstalledModules.swift").write_text(text(modules(folder)), encoding="utf-8")
