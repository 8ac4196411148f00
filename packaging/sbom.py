#!/usr/bin/env python3
"""What the programs are made of, as an SPDX 2.3 document in JSON.

    packaging/sbom.py [--programs FOLDER]    prints it

It names the packages that are compiled in, with their commits, and the libraries that the programs are linked with, in the versions of the
system that it was built on. The same build gives the same document.
"""

import argparse
import hashlib
import json
import os
import re
import shutil
import sys
from datetime import UTC, datetime
from pathlib import Path

from release import PROGRAMS, ROOT, PackagingError, commit_time, run, stripped, version

# The licences of what is compiled in, as their repositories declare them.
LICENCES = {"grdb.swift": "MIT", "swift-argument-parser": "Apache-2.0", "swift-log": "Apache-2.0"}


def named(name: str, release: str, location: str, licence: str, **more: object) -> dict:
    identifier = "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name)
    return {
        "SPDXID": identifier, "name": name, "versionInfo": release, "downloadLocation": location, "filesAnalyzed": False,
        "licenseConcluded": "NOASSERTION", "licenseDeclared": licence, "copyrightText": "NOASSERTION", **more,
    }  # fmt: skip


def compiled_in() -> list[dict]:
    """The packages that Swift's package manager resolved."""
    resolved = ROOT / "Package.resolved"
    if not resolved.is_file():
        raise PackagingError("nothing is resolved: bash packaging/build")
    pins = json.loads(resolved.read_text())["pins"]
    compiler = re.search(r"Swift version (\S+)", run("swift", "--version"))
    if not compiler:
        raise PackagingError("swift doesn't tell its version")
    # Its standard library and Foundation are in each program.
    runtime = named("swift", compiler[1], "https://github.com/swiftlang/swift", "Apache-2.0 WITH Swift-exception")
    return [runtime] + [
        named(pin["identity"], pin["state"]["version"], f"git+{pin['location']}@{pin['state']['revision']}", LICENCES.get(pin["identity"], "NOASSERTION"))
        for pin in sorted(pins, key=lambda pin: pin["identity"])
    ]


def linked(programs: Path) -> list[dict]:
    """The system's packages that hold the libraries that the programs name themselves."""
    libraries: set[str] = set()
    for name in PROGRAMS:
        needed = re.findall(r"\(NEEDED\).*\[(.+)\]", run("readelf", "-d", programs / name))
        found = run("ldd", programs / name) if needed else ""
        libraries |= {os.path.realpath(path) for library, path in re.findall(r"(\S+) => (/\S+)", found) if library in needed}
    if not shutil.which("dpkg-query"):
        # Another system's packages aren't asked: the libraries stand for themselves.
        return [named(Path(library).name, "NOASSERTION", "NOASSERTION", "NOASSERTION") for library in sorted(libraries)]
    packages = set()
    for library in libraries:
        # Debian's lists have the path before or after its merge of /lib into /usr.
        for path in (library, library.removeprefix("/usr")):
            try:
                packages.add(run("dpkg-query", "--search", path).split(":")[0])
                break
            except PackagingError:
                continue
        else:
            raise PackagingError(f"{library} is no package's")
    told = [run("dpkg-query", "--show", "--showformat", "${binary:Package} ${Version} ${source:Package}", package).split() for package in sorted(packages)]
    return [
        named(name.split(":")[0], release, "NOASSERTION", "NOASSERTION", sourceInfo=f"Debian source package {source}", supplier="Organization: Debian")
        for name, release, source in told
    ]


def document(programs: Path) -> dict:
    own = version(programs)
    time = datetime.fromtimestamp(commit_time(), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    sums = {name: hashlib.sha256(stripped(programs / name)).hexdigest() for name in PROGRAMS}
    main = named("sidekey", own, "https://sidekey.app", "MIT", supplier="Organization: The Sidekey authors")
    main["comment"] = "SHA-256 of the programs: " + ", ".join(f"{name} {value}" for name, value in sums.items())
    built_in, dynamic = compiled_in(), linked(programs)
    relations = [("DESCRIBES", "SPDXRef-DOCUMENT", main)]
    relations += [("STATIC_LINK", main["SPDXID"], each) for each in built_in] + [("DYNAMIC_LINK", main["SPDXID"], each) for each in dynamic]
    identity = hashlib.sha256(json.dumps([main, built_in, dynamic], sort_keys=True).encode()).hexdigest()
    return {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"sidekey-{own}",
        "documentNamespace": f"https://sidekey.app/spdx/sidekey-{own}-{identity[:32]}",
        "creationInfo": {"created": time, "creators": ["Tool: packaging/sbom.py", "Organization: The Sidekey authors"]},
        "packages": [main, *built_in, *dynamic],
        "relationships": [{"relationshipType": kind, "spdxElementId": source, "relatedSpdxElement": each["SPDXID"]} for kind, source, each in relations],
    }


def text(programs: Path) -> str:
    return json.dumps(document(programs), indent=2, ensure_ascii=False) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--programs", type=Path, default=ROOT / ".build/release")
    options = parser.parse_args()
    try:
        sys.stdout.write(text(options.programs.absolute()))
    except PackagingError as error:
        print(f"sbom: error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
