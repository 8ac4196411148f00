#!/usr/bin/env python3
"""Adds a program to the registry, or brings its file up to a newer interface: Anchor's (both forms), Shank's or Codama's.

    Programs/add.py idl.json --file some-program --name "Some Program" --publisher "Some Team" --site https://some.example \\
        --repo some/program --path idl/some.json --commit 0123456789abcdef0123456789abcdef01234567 --licence MIT

For a program that stands in the registry already, name, publisher and site may be left out, and what is known of its instructions
besides (roles, display) stays where the instruction is still there. Then look at what changed, and run Programs/generate.py.
"""

import argparse
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from idl import Interface, read_interface  # noqa: E402
from language import Fault  # noqa: E402
from registry import HERE, SCHEMA, load, program_of  # noqa: E402

# In this order they stand in a file.
MEMBERS = (
    "schema id alsoAt name publisher site source alsoFrom partial accountFlags optionalAccounts checkedAgainst realInstructionsDecoded "
    "instructions types roles display"
).split()


def file_text(value: dict) -> str:
    """A program's file as it is written: one line an instruction, a type and whatever is said of an instruction."""

    def compact(one: object) -> str:
        return json.dumps(one, ensure_ascii=False, separators=(",", ":"))

    parts = []
    for name in MEMBERS:
        if name not in value:
            continue
        said = value[name]
        if name == "instructions":
            text = "[\n" + ",\n".join(f"  {compact(each)}" for each in said) + "\n ]"
        elif name in ("types", "roles", "display") and said:
            text = "{\n" + ",\n".join(f"  {json.dumps(title)}: {compact(each)}" for title, each in said.items()) + "\n }"
        else:
            text = json.dumps(said, ensure_ascii=False)
        parts.append(f' "{name}": {text}')
    return "{\n" + ",\n".join(parts) + "\n}\n"


def merged(interface: Interface, old: dict, said: dict, source: dict) -> dict:
    """The file that comes of a published interface, and of what stood there before."""
    value = {"schema": SCHEMA, **{name: old[name] for name in ("id", "alsoAt", "name", "publisher", "site") if name in old}}
    value |= {name: each for name, each in said.items() if each}
    if "id" not in value:
        raise Fault("the interface has no address: say it with --id")
    if interface.id and interface.id not in [value["id"], *(each["id"] for each in value.get("alsoAt", []))]:
        raise Fault(f"the interface is that of {interface.id}, not of {value['id']}")
    for name in ("name", "publisher"):
        if name not in value:
            raise Fault(f"the program is new: say --{name}")
    value["source"] = source
    # That it was held against the program's source, and read what people sent, was said of the one before.
    if interface.has_optional:
        value["optionalAccounts"] = old.get("optionalAccounts", "programId")
    value["instructions"] = interface.instructions
    value["types"] = interface.used()
    known = {each["name"] for each in interface.instructions}
    for part in ("roles", "display"):
        kept = {name: each for name, each in old.get(part, {}).items() if name in known}
        if kept:
            value[part] = kept
    return value


def differences(old: dict, new: dict) -> list[str]:
    """What the newer interface has otherwise, one line an instruction."""
    before = {each["name"]: each for each in old.get("instructions", [])}
    after = {each["name"]: each for each in new["instructions"]}
    lines = [f"new: {name}" for name in after if name not in before]
    lines += [f"changed: {name}" for name in after if name in before and (after[name] != before[name])]
    lines += [f"gone: {name}" for name in before if name not in after]
    lines += [f"type changed: {name}" for name in new["types"] if name in old.get("types", {}) and old["types"][name] != new["types"][name]]
    for part in ("roles", "display"):
        lines += [f"{part} gone: {name}" for name in old.get(part, {}) if name not in new.get(part, {})]
    return lines


def add(idl: dict, file: str, said: dict, source: dict, folder: Path = HERE / "interfaces") -> list[str]:
    """Writes a program's file; returns what differs from the one before."""
    path = folder / f"{file}.json"
    old = load(path) if path.exists() else {}
    interface = read_interface(idl)
    if not old and interface.id and not said.get("id"):
        said = said | {"id": interface.id}
    value = merged(interface, old, said, source | {"form": interface.form})
    program_of(value, path.name)
    path.write_text(file_text(value), encoding="utf-8")
    return differences(old, value)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("idl", type=Path, help="the published interface")
    parser.add_argument("--file", required=True, help="what the program's file is called, without .json")
    for name in ("id", "name", "publisher", "site"):
        parser.add_argument(f"--{name}")
    for name in ("repo", "path", "commit", "licence"):
        parser.add_argument(f"--{name}", required=True, help="where the interface stands, and under what")
    parser.add_argument("--licence-at", default="LICENSE", help="the file that says the licence")
    arguments = parser.parse_args()
    source = {name: getattr(arguments, name) for name in ("repo", "path", "commit", "licence")} | {"licenceAt": arguments.licence_at}
    said = {name: getattr(arguments, name) for name in ("id", "name", "publisher", "site")}
    try:
        idl = json.loads(arguments.idl.read_text(encoding="utf-8"))
        for line in add(idl, arguments.file, said, source):
            print(line)
    except (Fault, OSError, ValueError) as fault:
        print(f"Programs: {fault}", file=sys.stderr)
        return 1
    print("Now look at what changed, and run Programs/generate.py")
    return 0


if __name__ == "__main__":
    sys.exit(main())
