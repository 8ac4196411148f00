"""What all archives and packages are made of: the programs, their version, and the time that stands in each file."""

import base64
import hashlib
import json
import os
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PROGRAMS = ("sidekey", "sidekey-host", "sidekey-agent", "sidekey-rpc", "sidekey-picture", "sidekey-device", "sidekey-window")
UNITS = ("sidekey-agent.socket", "sidekey-agent.service")


class PackagingError(Exception):
    """A reason for which nothing was written."""


def run(*command: str | Path, **options) -> str:
    try:
        ended = subprocess.run(command, capture_output=True, text=True, **options)
    except FileNotFoundError:
        raise PackagingError(f"there is no {Path(command[0]).name} in the PATH") from None
    if ended.returncode != 0:
        raise PackagingError(f"{Path(command[0]).name} failed: {ended.stderr.strip()[-500:]}")
    return ended.stdout


def own_version() -> str:
    """The version of the files here."""
    return json.loads((ROOT / "extension/manifest.json").read_text())["version"]


def version(programs: Path) -> str:
    """The version of extension and programs, which go together."""
    own = own_version()
    if not os.access(programs / "sidekey", os.X_OK):
        raise PackagingError("sidekey isn't built: bash packaging/build")
    said = run(programs / "sidekey", "--version").split()
    if own not in said:
        raise PackagingError(f"the programs are {' '.join(said)}, and the extension is {own}")
    return own


def release_file(kind: str, names: Path | None) -> bytes:
    """The package's release.json: how it came here, and where the list of releases is.

    `names` is a JSON file with `list` (https), `keys` (two of minisign's) and `counter` (of the newest list, as text). Without it the package
    names no list, and its programs look for no updates. There are no keys to fall back to: they are made once, at the first release.
    """
    contents = {"format": 1, "kind": kind}
    if names:
        try:
            found = json.loads(names.read_text())
            address, keys, counter = found["list"], found["keys"], found["counter"]
            fits = address.startswith("https://") and len(set(keys)) == len(keys) == 2 and str(int(counter)) == counter
            fits = fits and all(len(base64.b64decode(key, validate=True)) == 42 for key in keys)
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise PackagingError(f"{names} can't be read: {error}") from None
        if not fits:
            raise PackagingError(f"{names} doesn't name an https address, two different keys and a counter")
        contents |= {"list": address, "keys": keys, "counter": counter}
    return json.dumps(contents, indent=2).encode() + b"\n"


def unit(name: str) -> str:
    """A unit of systemd's user manager, for programs in /usr/bin."""
    return (ROOT / "packaging/systemd" / name).read_text().replace("@AGENT@", "/usr/bin/sidekey-agent")


def commit_time() -> int:
    """The time of the last commit, in seconds since 1970: the same for whoever builds it."""
    return int(os.environ.get("SOURCE_DATE_EPOCH") or run("git", "log", "-1", "--format=%ct", cwd=ROOT).strip())


# The head of a GNU build id of 20 bytes: lengths of name and id, the kind of note, the name.
BUILD_ID = bytes.fromhex("04000000" "14000000" "03000000") + b"GNU\0"


def stripped(program: Path) -> bytes:
    """A program without its symbols, and with a build id that is a hash of what is left.

    The linker's is a hash of what is stripped too, such as the folder that it was built in. Its section can't go: strip would take the
    segment with it that makes relocations read-only (RELRO).
    """
    if not os.access(program, os.X_OK):
        raise PackagingError(f"{program.name} isn't built: bash packaging/build")
    with tempfile.TemporaryDirectory() as folder:
        bare = Path(folder) / program.name
        run("strip", "--remove-section=.comment", "-o", bare, program)
        contents = bytearray(bare.read_bytes())
    place = contents.find(BUILD_ID)
    if place >= 0:
        place += len(BUILD_ID)
        contents[place : place + 20] = bytes(20)
        contents[place : place + 20] = hashlib.sha256(contents).digest()[:20]
    return bytes(contents)
