#!/usr/bin/env python3
"""The signed list of releases, from the archives that were made for one.

    packaging/release_list.py FOLDER --counter N --notes URL --key FILE [--urgent] [--date DAY]

FOLDER has what `make deb`, `make tarball` and `make extension` have put there, and nothing of another version. In it come to lie
`releases.json` and `releases.json.minisig`. The list is signed by the program minisign with the secret key in FILE, for whose passphrase it
asks itself; nothing here reads the key. Each list that is published has a higher counter than the one before.

The keys are made once, before the first release, on two machines (`minisign -G`): the second one is the way out when the first is lost.
"""

import argparse
import datetime
import hashlib
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import extension
from release import ROOT, PackagingError, commit_time

NAME = "releases.json"
# The bounds of Sources/SignedLists/ReleaseList.swift.
MAXIMUM_COUNT = 1 << 16
ARCHIVE = re.compile(r"sidekey[_-](?P<version>[0-9]+(\.[0-9]+)*)(_[a-z0-9]+\.deb|-[0-9]+\.[a-z0-9_]+\.rpm|-linux-[a-z0-9_]+\.tar\.gz|\.(xpi|zip|crx))")


def extensions() -> list[dict[str, str]]:
    """The rows by which an agent knows the extension, as packages hold them: packaging/extension.py."""
    return [{"version": row["version"], "shape": row["shape"], "sha256": row["hash"]} for row in json.loads(extension.known())["extensions"]]


def release_list(folder: Path, counter: int, notes: str, urgent: bool, date: str) -> bytes:
    version = json.loads((ROOT / "extension/manifest.json").read_text())["version"]
    files = []
    for path in sorted(folder.iterdir()):
        named = ARCHIVE.fullmatch(path.name)
        if not named:
            continue
        if named["version"] != version:
            raise PackagingError(f"{path.name} isn't of version {version}")
        contents = path.read_bytes()
        files.append({"file": path.name, "sha256": hashlib.sha256(contents).hexdigest(), "size": str(len(contents))})
    if not files:
        raise PackagingError(f"there is no archive of version {version} in {folder}: make deb tarball extension")
    if not re.fullmatch(r"https://[A-Za-z0-9.:-]+(/[!-~]*)?", notes) or re.search(r"[\"'<>\\^`{|}]", notes) or len(notes) > 512:
        raise PackagingError("--notes takes an https address")
    if not 0 < counter < 1 << 64:
        raise PackagingError("--counter takes a number above 0")
    contents = {"format": 1, "counter": str(counter), "version": version, "date": date, "urgent": urgent, "notes": notes}
    text = json.dumps({**contents, "packages": files, "extensions": extensions()}, indent=1).encode() + b"\n"
    if len(text) > MAXIMUM_COUNT:
        raise PackagingError(f"the list has {len(text)} bytes, and at most {MAXIMUM_COUNT} are read")
    return text


def sign(file: Path, key: Path) -> None:
    if not shutil.which("minisign"):
        raise PackagingError("there is no minisign in the PATH: apt-get install minisign")
    # It asks for the key's passphrase at the terminal.
    if subprocess.run(["minisign", "-S", "-s", key, "-m", file, "-t", f"file:{file.name}"], stdout=subprocess.DEVNULL).returncode != 0:
        raise PackagingError("minisign didn't sign the list")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--counter", type=int, required=True)
    parser.add_argument("--notes", required=True)
    parser.add_argument("--key", type=Path, required=True)
    parser.add_argument("--urgent", action="store_true")
    parser.add_argument("--date", type=lambda text: datetime.date.fromisoformat(text).isoformat())
    options = parser.parse_args()
    date = options.date or datetime.datetime.fromtimestamp(commit_time(), datetime.UTC).date().isoformat()
    target = options.folder / NAME
    beside = options.folder / f"{NAME}.minisig"
    try:
        # A list without its signature, or with that of the one before, must not be published by mistake.
        beside.unlink(missing_ok=True)
        target.write_bytes(release_list(options.folder, options.counter, options.notes, options.urgent, date))
        sign(target, options.key)
    except (PackagingError, OSError) as error:
        target.unlink(missing_ok=True)
        print(f"release_list: error: {error}", file=sys.stderr)
        return 1
    print(f"{hashlib.sha256(target.read_bytes()).hexdigest()}  {target}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
