#!/usr/bin/env python3
"""sidekey_VERSION_amd64.deb from the programs that are built, for the release of Debian that they are built on.

    packaging/deb.py FOLDER [--programs FOLDER] [--release FILE] [--quick]

    --programs FOLDER   where the programs are (.build/release)
    --release FILE      where the list of releases is, and its two keys (packaging/release.py); without it the package names none
    --quick             packs quickly instead of small, for tests

The package holds programs, manual, completions, the desktop entry for links, the extension for Debian's browsers, and the manifests by
which every user's browsers find the host. It has no maintainer scripts: dpkg's own triggers do what there is to do, a running agent leaves
by itself once a newer one is installed, and the wallets in users' homes are none of the package's business.

The bytes follow from the programs, the files that git knows, and the time of the last commit (or SOURCE_DATE_EPOCH).
"""

import hashlib
import os
import re
import sys
import tempfile
import textwrap
from email.utils import formatdate
from pathlib import Path

from release import PROGRAMS, ROOT, PackagingError, run
from tree import DEBIAN, DESCRIPTION, SUMMARY, Package

# What Debian's checker would have otherwise, and why it is as it is.
OVERRIDES = """\
# Chrome and Edge look for every user's native messaging hosts nowhere else.
sidekey: dir-or-file-in-etc-opt
# The browser starts the host at each of its own starts, and it must come up in milliseconds without looking for libraries. It is static and
# runs at any address, which the checker takes for a library.
sidekey: shared-library-lacks-prerequisites [usr/bin/sidekey-host]
"""
MAINTAINER = "The Sidekey authors <sidekey@sidekey.app>"
CONTROL = """\
Package: sidekey
Version: {version}
Architecture: {architecture}
Maintainer: {maintainer}
Installed-Size: {size}
Depends: {depends}
Recommends: libgtk-4-1, chromium | firefox-esr | www-browser
Suggests: pinentry-gnome3 | pinentry-qt | pinentry-curses
Section: utils
Priority: optional
Homepage: https://sidekey.app
Description: {summary}
{description} .
 This package has the programs, the extension for Debian's browsers, and the
 manifests by which browsers find the host.
"""


class DebianPackage(Package):
    """The tree, with what Debian has besides."""

    kind = "deb"
    places = DEBIAN
    tools = ("dpkg-deb", "dpkg-shlibdeps", "strip")
    remedy = "apt-get install dpkg-dev binutils"

    def install_registrations(self) -> None:
        super().install_registrations()
        for profile in sorted((ROOT / "packaging/apparmor").iterdir()):
            self.configure(f"etc/apparmor.d/{profile.name}", profile.read_bytes())

    def install_documents(self) -> None:
        super().install_documents()
        folder = "usr/share/doc/sidekey"
        licence = (ROOT / "LICENSE").read_text()
        holder = re.search(r"^Copyright \(c\) (.+)$", licence, re.M)
        terms = textwrap.indent(licence.split("\n\n", 2)[2].strip().replace("\n\n", "\n.\n"), " ")
        self.write(
            f"{folder}/copyright",
            f"Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: Sidekey\nSource: https://sidekey.app\n\n"
            f"Files: *\nCopyright: {holder[1] if holder else 'The Sidekey authors'}\nLicense: MIT\n{terms}\n")  # fmt: skip
        self.compressed(f"{folder}/changelog", f"sidekey ({self.version}) unstable; urgency=medium\n\n  * What changed stands in NEWS.md.\n\n -- {MAINTAINER}  {formatdate(self.time)}\n")
        self.write("usr/share/lintian/overrides/sidekey", OVERRIDES)

    def depends(self) -> str:
        """Debian's own tool reads which libraries, in which versions, the programs are linked with."""
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "debian").mkdir()
            (Path(folder) / "debian/control").write_text("Source: sidekey\n\nPackage: sidekey\nArchitecture: any\n")
            needed = [name for name in PROGRAMS if name != "sidekey-window"]
            libraries = run("dpkg-shlibdeps", "-O", "--ignore-missing-info", *(self.root / "usr/bin" / name for name in needed), cwd=folder)
        found = re.search(r"^shlibs:Depends=(.*)$", libraries, re.M)
        if not found:
            raise PackagingError("dpkg-shlibdeps told no dependencies")
        return found[1]

    def build(self, folder: Path, scratch: Path, quick: bool) -> Path:
        self.install()
        files = [path for path in self.files() if not path.is_symlink()]
        size = sum((path.stat().st_size + 1023) // 1024 for path in files)
        architecture = run("dpkg", "--print-architecture").strip()
        sums = "".join(f"{hashlib.md5(path.read_bytes(), usedforsecurity=False).hexdigest()}  {path.relative_to(self.root)}\n" for path in files)
        values = {"version": self.version, "architecture": architecture, "maintainer": MAINTAINER, "size": size, "depends": self.depends()}
        values |= {"summary": SUMMARY, "description": textwrap.indent(DESCRIPTION, " ")}
        self.write("DEBIAN/control", CONTROL.format(**values))
        self.write("DEBIAN/conffiles", "".join(f"{path}\n" for path in self.configured))
        self.write("DEBIAN/md5sums", sums)
        self.settle()
        target = folder / f"sidekey_{self.version}_{architecture}.deb"
        environment = {**os.environ, "SOURCE_DATE_EPOCH": str(self.time)}
        # One thread: how many a machine has shows in the bytes.
        compression = ["-Zgzip", "-z1"] if quick else ["-Zxz", "--threads-max=1"]
        run("dpkg-deb", "--root-owner-group", *compression, "--build", self.root, target, env=environment)
        return target


if __name__ == "__main__":
    sys.exit(DebianPackage.main(__doc__))
