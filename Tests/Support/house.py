#!/usr/bin/env python3
"""The house in figures: which folder of a target uses which, and how long files are.

    Tests/Support/house.py           fails where folders of a target use each other in a circle, a file is too long, or the fuzzers'
                                     package builds a target from other ones than the wallet's, a link leads nowhere, or where what
                                     reviews or decides can see a price
    Tests/Support/house.py --figures how many files there are, how long, and how many short ones have one user
    Tests/Support/house.py --uses TARGET   which type takes which folder of the target to which other

A folder uses another where one of its files names a type that the other declares. Names are read from the text, without
comments and literals: a member of an extension is not seen.
"""

import json
import re
import statistics
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LONGEST = 500
# A file of at most so many lines whose types one other file names could be a part of that one.
SHORT = 45
# Prices are for display. Besides their own tests, only these targets may depend on the library, and only these folders of `Wallet` may
# use it or the folder that keeps prices: neither a review nor a policy nor a limit is among them.
PRICES = "AssetPrices"
PRICED_TARGETS = {"Wallet", "WalletTests", "AssetPricesTests", "FuzzTargets"}
PRICED_FOLDERS = {"Portfolio", "Worth"}
KEPT_PRICES, KEPT_PRICES_USERS = "Worth", {"Portfolio", "Settings"}
GENERATED = "// swift-format-ignore-file\n// Written by "
NOISE = re.compile(r'"""(?:\\.|[^\\])*?"""|#"(?:[^"\n])*"#|"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/', re.S)
DECLARED = re.compile(r"^(?:@\w+(?:\([^)]*\))? )*(?:(?:public|package|internal|final|indirect) )*(?:struct|enum|class|actor|protocol|typealias) (\w+)", re.M)


def code(path: Path) -> str:
    """A file's text without comments, and with what its literals put in."""
    return NOISE.sub(lambda found: " ".join(re.findall(r"\\\(([^\n]*)\)", found[0])), path.read_text())


def targets() -> list[Path]:
    return sorted(path for path in (ROOT / "Sources").iterdir() if any(path.rglob("*.swift")))


def uses(target: Path) -> dict[tuple[str, str], set[tuple[str, str]]]:
    """Which folder uses which, and by which type in which file."""
    texts = {path: code(path) for path in target.rglob("*.swift")}
    homes: dict[str, str] = {}
    for path, text in texts.items():
        for name in DECLARED.findall(text):
            homes[name] = folder(target, path)
    found = defaultdict(set)
    for path, text in texts.items():
        # What a file declares inside a type of its own is meant there; so is what a function is generic over.
        own = set(re.findall(r"(?m)^ +.*\b(?:struct|enum|class|actor|typealias|case) (\w+)", text)) | set(re.findall(r"<(\w+): ", text))
        for name in (set(re.findall(r"\b[A-Z]\w+", text)) & set(homes)) - own:
            if homes[name] != folder(target, path):
                found[folder(target, path), homes[name]].add((path.name, name))
    return found


def folder(target: Path, path: Path) -> str:
    """The folder below the target; what lies beside the folders is one of them."""
    parts = path.relative_to(target).parts
    return parts[0] if len(parts) > 1 else "."


def imports() -> set[tuple[str, str]]:
    """Which folder of the extension's scripts imports from which."""
    root = ROOT / "extension"
    found = set()
    for path in root.rglob("*.js"):
        for name in re.findall(r"""(?:from |import\(|import )"(\.[^"]+)\"""", path.read_text()):
            one, other = path.parent, (path.parent / name).resolve().parent
            if one.relative_to(root).parts[:2] != other.relative_to(root).parts[:2]:
                found.add(tuple("/".join(each.relative_to(root).parts[:2]) for each in (one, other)))
    return found


def circles(edges: set[tuple[str, str]]) -> list[set[str]]:
    """The sets of folders of which each reaches each."""
    reached = defaultdict(set)
    for start in {one for edge in edges for one in edge}:
        waiting = [start]
        while waiting:
            here = waiting.pop()
            for one, other in edges:
                if one == here and other not in reached[start]:
                    reached[start].add(other)
                    waiting.append(other)
    found: list[set[str]] = []
    for one in reached:
        circle = {other for other in reached[one] if one in reached.get(other, ())}
        if circle and circle not in found:
            found.append(circle)
    return found


def lengths() -> dict[Path, int]:
    texts = {path: path.read_text() for path in (ROOT / "Sources").rglob("*.swift")}
    return {path: text.count("\n") for path, text in texts.items() if not text.startswith(GENERATED)}


def parts(long: dict[Path, int]) -> list[tuple[Path, Path]]:
    """The short files whose types one other file names, each with that file."""
    texts = {path: code(path) for path in long}
    words = {path: set(re.findall(r"\w+", text)) for path, text in texts.items()}
    found = []
    for path in (path for path, count in long.items() if count <= SHORT):
        names = set(re.findall(r"\b(?:struct|enum|class|actor|protocol|typealias)\s+(\w+)", texts[path]))
        users = [other for other in long if other != path and names & words[other]]
        if len(users) == 1:
            found.append((path, users[0]))
    return found


def dependencies(package: Path) -> dict[str, set[str]]:
    """What each target of a package depends on."""
    # Also while the package is built.
    command = ["swift", "package", "dump-package", "--ignore-lock", "--package-path", str(package)]
    manifest = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    return {
        target["name"]: {named[0] for each in target["dependencies"] for named in each.values()} for target in manifest["targets"]
    }


def unlike() -> list[str]:
    """The targets that the fuzzers' package names with other dependencies: it would not build, and only the last stage would tell."""
    own, fuzzed = dependencies(ROOT), dependencies(ROOT / "Fuzz")
    return [name for name in sorted(fuzzed) if name in own and fuzzed[name] != own[name]]


def astray() -> list[Path]:
    """The links that lead nowhere: what the fuzzers share with the tests is moved there, and only the last stage would tell."""
    command = ["git", "-C", str(ROOT), "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    names = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split("\0")
    paths = (ROOT / name for name in sorted(filter(None, names)))
    return [path for path in paths if path.is_symlink() and not path.exists()]


def priced() -> list[str]:
    """Where a price could enter something other than a display."""
    wallet = ROOT / "Sources" / "Wallet"
    found = [
        f"{name} depends on {PRICES}, which is for display" for name, needs in sorted(dependencies(ROOT).items())
        if PRICES in needs and name not in PRICED_TARGETS
    ]
    found += [
        f"{path.relative_to(ROOT)} imports {PRICES}, which is for display" for path in sorted(wallet.rglob("*.swift"))
        if f"import {PRICES}" in path.read_text() and folder(wallet, path) not in PRICED_FOLDERS
    ]
    return found + [
        f"Wallet: {one} uses {KEPT_PRICES}, which is for display" for one, other in sorted(uses(wallet))
        if other == KEPT_PRICES and one not in KEPT_PRICES_USERS
    ]


def main() -> int:
    if "--uses" in sys.argv:
        for (one, other), names in sorted(uses(ROOT / "Sources" / sys.argv[-1]).items()):
            print(f"{one} -> {other}: " + ", ".join(sorted(f"{name} ({file})" for file, name in names)))
        return 0
    long = lengths()
    if "--figures" in sys.argv:
        ordered = sorted(long.values())
        alone = parts(long)
        print(f"{len(ordered)} files, median {statistics.median(ordered):g}, p90 {ordered[len(ordered) * 9 // 10]}, longest {ordered[-1]}")
        print(f"{len(alone)} of at most {SHORT} lines with one user: " + ", ".join(sorted(path.name for path, _ in alone)))
    faults = [f"{path.relative_to(ROOT)} has {count} lines: {LONGEST} at most" for path, count in long.items() if count > LONGEST]
    for target in targets():
        faults += [f"{target.name}: a circle of {', '.join(sorted(each))}" for each in circles(set(uses(target)))]
    faults += [f"extension: a circle of {', '.join(sorted(each))}" for each in circles(imports())]
    faults += [f"{name}: Fuzz/Package.swift has other dependencies than Package.swift" for name in unlike()]
    faults += [f"{path.relative_to(ROOT)} is a link that leads nowhere" for path in astray()]
    faults += priced()
    for fault in faults:
        print(f"house: {fault}", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
