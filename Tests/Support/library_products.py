"""The package's library products, and what the last build has made of them: public names, modules and objects.

SwiftPM's plan of the build, which lies beside it, has the compiler's own arguments for each target; they are taken from there.
"""

import functools
import json
import os
import pathlib
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass

ROOT = pathlib.Path(__file__).resolve().parents[2]


def build() -> pathlib.Path:
    """The folder of the build's products; SIDEKEY_PROGRAMS names another than the release build's."""
    return pathlib.Path(os.environ.get("SIDEKEY_PROGRAMS", ROOT / ".build" / "release")).resolve()


@functools.cache
def package() -> dict:
    """The package as its manifest describes it."""
    command = ["swift", "package", "--ignore-lock", "dump-package"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=120)
    return json.loads(done.stdout)


def products() -> list[str]:
    """The library products, each of one target of its name."""
    libraries = [product for product in package()["products"] if "library" in product["type"]]
    assert all(product["targets"] == [product["name"]] for product in libraries)
    return sorted(product["name"] for product in libraries)


def closure(target: str) -> tuple[set[str], bool]:
    """The package's own targets that a target needs, itself among them, and whether any of them needs another package."""
    targets = {each["name"]: each for each in package()["targets"]}
    found: set[str] = set()
    waiting, foreign = [target], False
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.add(name)
        for dependency in targets[name]["dependencies"]:
            foreign = foreign or "product" in dependency
            waiting += [dependency["byName"][0]] if "byName" in dependency else []
    return found, foreign


def compiler_arguments(target: str) -> list[str]:
    """Where the compiler finds the modules that a target's interface needs, from the plan of the build."""
    plan = build().parent.parent / f"{build().name}.yaml"
    lines = plan.read_text(encoding="utf-8").split("\n")
    start = next(n for n, line in enumerate(lines) if line.startswith(f'  "C.{target}-'))
    found = next(line for line in lines[start:] if line.lstrip().startswith(("args:", "other-args:")))
    given = iter(json.loads(found.split(":", 1)[1]))
    kept = []
    for argument in given:
        if argument in ("-I", "-Xcc", "-target", "-sdk"):
            kept += [argument, next(given)]
    # What is left of `-Xcc` besides where modules are is how the target's own C is compiled.
    return list(_where(kept))


def _where(arguments: list[str]) -> Iterator[str]:
    rest = iter(arguments)
    for name in rest:
        value = next(rest)
        if name != "-Xcc" or value.startswith("-fmodule-map-file="):
            yield from (name, value)
        elif value == "-I":
            yield from (name, value, next(rest), next(rest))


def objects(target: str) -> list[str]:
    """The objects that a program needs to link a library, as the build's own programs do."""
    own, foreign = closure(target)
    # A program's folder has its module's name.
    ours = {each["name"].replace("-", "_") for each in package()["targets"]}
    found: dict[str, str] = {}
    for listed in sorted(build().glob("*.product/Objects.LinkFileList")):
        if "PackageTests" in listed.parent.name:
            continue
        for line in listed.read_text(encoding="utf-8").split("\n"):
            path = line.strip("'\"")
            # A target's objects are in its folder, or in folders there, as its sources are.
            parts = [part for part in pathlib.Path(path).parts if part.endswith(".build") and part != ".build"]
            name = parts[-1].removesuffix(".build") if parts else pathlib.Path(path).stem
            if path and (name in own if name in ours else foreign):
                found[path] = name
    # What none of the programs needs stands in no list.
    for name in own - set(found.values()):
        found |= {str(path): name for path in (build() / f"{name}.build").rglob("*.o")}
    return list(found)


def libraries(target: str) -> list[str]:
    """The linker's flags for the system's libraries that a target needs."""
    needed = [each for each in package()["targets"] if each["name"] in closure(target)[0]]
    linked = [
        f"-l{setting['kind']['linkedLibrary']['_0']}"
        for each in needed
        for setting in each.get("settings", [])
        if "linkedLibrary" in setting["kind"] and "linux" in setting.get("condition", {}).get("platformNames", ["linux"])
    ]
    names = [each["pkgConfig"] for each in needed if each.get("pkgConfig")]
    if not names:
        return linked
    done = subprocess.run(["pkg-config", "--libs", *names], capture_output=True, text=True, check=True, timeout=60)
    return [*linked, *done.stdout.split()]


@dataclass(frozen=True)
class Name:
    """A public name: its path within the module, its kind, and the first paragraph of its documentation."""

    path: str
    kind: str
    summary: str
    is_top: bool


def symbol_graph(product: str, folder: pathlib.Path) -> pathlib.Path:
    """Writes what is public in a product to a folder, in the compiler's own form."""
    folder.mkdir(parents=True, exist_ok=True)
    command = ["swift-symbolgraph-extract", "-module-name", product, "-output-dir", str(folder)]
    command += ["-minimum-access-level", "public", "-skip-synthesized-members", *compiler_arguments(product)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    return folder


def names(product: str, folder: pathlib.Path) -> list[Name]:
    """The public names of a product whose symbol graph is in a folder, with what it adds to other modules' types."""
    found = []
    for file in sorted(folder.glob("*.symbols.json")):
        graph = json.loads(file.read_text(encoding="utf-8"))
        summaries = {symbol["identifier"]["precise"]: _summary(symbol) for symbol in graph["symbols"]}
        # What a protocol has for its conforming types stands under the requirement's documentation.
        required = {each["source"]: summaries.get(each["target"], "") for each in graph["relationships"]
                    if each["kind"] == "defaultImplementationOf"}
        for symbol in graph["symbols"]:
            precise = symbol["identifier"]["precise"]
            path = ".".join(symbol["pathComponents"])
            kind = symbol["kind"]["identifier"].removeprefix("swift.")
            is_top = len(symbol["pathComponents"]) == 1 and file.name == f"{product}.symbols.json"
            found.append(Name(path, kind, summaries[precise] or required.get(precise, ""), is_top))
    return found


def _summary(symbol: dict) -> str:
    lines = [line["text"] for line in symbol.get("docComment", {"lines": []})["lines"]]
    return re.split(r"\n\s*\n", "\n".join(lines).strip())[0]
