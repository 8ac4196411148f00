#!/usr/bin/env python3
"""sidekey-VERSION-linux-ARCHITECTURE.tar.gz: the programs for systems without a package of their own.

    packaging/tarball.py FOLDER [--programs FOLDER] [--release FILE]
    packaging/tarball.py FOLDER --source    the source as it was committed last, sidekey-VERSION.tar.gz

```
sidekey-VERSION/bin/          the programs
sidekey-VERSION/extension/    for "Load unpacked", and for every user of Debian's browsers
sidekey-VERSION/extensions.json   by what the agent knows the extension
sidekey-VERSION/release.json  where the list of releases is (packaging/release.py)
sidekey-VERSION/install.sh    ./install.sh --from . installs them
sidekey-VERSION/systemd/      units for who wants systemd to start the agent; nothing enables them
sidekey-VERSION/udev/         the rule that lets you open a Ledger; copying it takes root
sidekey-VERSION/sidekey.spdx.json   what the programs are made of
```
"""

import argparse
import gzip
import hashlib
import platform
import sys
import tarfile
import tempfile
from io import BytesIO
from pathlib import Path

import extension
import sbom
from release import (
    PROGRAMS,
    ROOT,
    UNITS,
    PackagingError,
    commit_time,
    own_version,
    release_file,
    run,
    stripped,
    unit,
    version,
)


def build(programs: Path, release: Path | None) -> tuple[str, bytes]:
    """The file's name and contents."""
    stem = f"sidekey-{version(programs)}"
    files = {f"bin/{name}": (stripped(programs / name), 0o755) for name in PROGRAMS}
    files |= {f"extension/{name}": (contents, 0o644) for name, contents in extension.files().items()}
    files |= {name: ((ROOT / name).read_bytes(), 0o644) for name in ("README.md", "LICENSE", "CHANGELOG.md")}
    files["sidekey.spdx.json"] = (sbom.text(programs).encode(), 0o644)
    files["extensions.json"] = (extension.known().encode(), 0o644)
    files["release.json"] = (release_file("tarball", release), 0o644)
    files |= {f"systemd/{name}": (unit(name).encode(), 0o644) for name in UNITS}
    files |= {f"udev/{path.name}": (path.read_bytes(), 0o644) for path in sorted((ROOT / "packaging/udev").iterdir())}
    files["install.sh"] = ((ROOT / "install.sh").read_bytes(), 0o755)
    time = commit_time()
    packed = BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name in sorted(files):
            contents, mode = files[name]
            # Its owner is root, and no name of this machine stands in it.
            entry = tarfile.TarInfo(f"{stem}/{name}")
            entry.size, entry.mode, entry.mtime = len(contents), mode, time
            archive.addfile(entry, BytesIO(contents))
    return f"{stem}-linux-{platform.machine()}.tar.gz", gzip.compress(packed.getvalue(), 6, mtime=0)


def source() -> tuple[str, bytes]:
    """The name and contents of the archive of what git has."""
    stem = f"sidekey-{own_version()}"
    with tempfile.TemporaryDirectory() as folder:
        packed = Path(folder) / "source.tar"
        # The mask is the archive's own, whatever this user's is.
        run("git", "-c", "tar.umask=0022", "archive", "--format=tar", f"--prefix={stem}/", "-o", packed, "HEAD", cwd=ROOT)
        return f"{stem}.tar.gz", gzip.compress(packed.read_bytes(), 6, mtime=0)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--programs", type=Path, default=ROOT / ".build/release")
    parser.add_argument("--source", action="store_true")
    parser.add_argument("--release", type=Path)
    options = parser.parse_args()
    try:
        name, contents = source() if options.source else build(options.programs.absolute(), options.release)
    except PackagingError as error:
        print(f"tarball: error: {error}", file=sys.stderr)
        return 1
    options.folder.mkdir(parents=True, exist_ok=True)
    (options.folder / name).write_bytes(contents)
    print(f"{hashlib.sha256(contents).hexdigest()}  {options.folder / name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
