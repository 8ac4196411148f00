#!/usr/bin/env python3
"""sidekey-VERSION-1.x86_64.rpm from the programs that are built, for the system that they are built on.

    packaging/rpm.py FOLDER [--programs FOLDER] [--release FILE] [--quick]

    --programs FOLDER   where the programs are (.build/release)
    --release FILE      where the list of releases is, and its two keys (packaging/release.py); without it the package names none
    --quick             packs quickly instead of small, for tests

The same files as in the Debian package, where Fedora looks for them, without an extension for every user: Fedora's browsers load none from a
folder. It has no scripts. The libraries that it requires are those of the system that it was built on, by their names and symbols: one from
Debian 12 wants `libsodium.so.23`, and Fedora has `.so.26` since its release 40, so that dnf refuses it there. Built on Fedora, it asks for
what Fedora has. That wasn't run.

The bytes follow from the programs, the files that git knows, and the time of the last commit (or SOURCE_DATE_EPOCH).
"""

import os
import platform
import shutil
import sys
from pathlib import Path

from release import ROOT, run
from tree import DESCRIPTION, FEDORA, SUMMARY, Package

SPECIFICATION = """\
# The programs are stripped already, and nothing is to be compiled, compressed or renamed.
%global debug_package %{{nil}}
%global __os_install_post %{{nil}}
%global _build_id_links none
# Sidekey's own window is a program that the others start where GTK is there.
%global __requires_exclude_from ^/usr/bin/sidekey-window$
%global __provides_exclude_from ^/usr/bin/

Name: sidekey
Version: {version}
Release: 1
Summary: {summary}
License: MIT
URL: https://sidekey.app
Vendor: The Sidekey authors
Group: Applications/Internet
Recommends: libgtk-4.so.1()(64bit)
Suggests: pinentry

%description
{description}
This package has the programs, the extension for "Load unpacked", and the
manifests by which browsers find the host. It wants the libraries of
{system}, on which it was built.

%install
cp -a {tree}/. %{{buildroot}}

%files
{files}
"""
# Folders that are this package's alone.
OWN = ("usr/lib/sidekey", "usr/share/doc/sidekey", "usr/share/licenses/sidekey")
# Nothing of the machine stands in the package.
MACROS = {
    "_buildhost": "localhost",
    "use_source_date_epoch_as_buildtime": "1",
    "clamp_mtime_to_source_date_epoch": "1",
    "_source_filedigest_algorithm": "8",
    "_binary_filedigest_algorithm": "8",
    "packager": "%{nil}",
}


def system() -> str:
    """What the system calls itself, as in "Debian GNU/Linux 12 (bookworm)"."""
    return platform.freedesktop_os_release().get("PRETTY_NAME", "an unknown system")


class FedoraPackage(Package):
    """The tree, with what Fedora has besides."""

    kind = "rpm"
    places = FEDORA
    tools = ("rpmbuild", "strip")
    remedy = "apt-get install rpm binutils, or dnf install rpm-build binutils"

    def install_documents(self) -> None:
        super().install_documents()
        self.write("usr/share/licenses/sidekey/LICENSE", (ROOT / "LICENSE").read_bytes())

    def listed(self) -> str:
        """The files as a specification lists them."""
        lines = []
        for path in self.files():
            name = f"/{path.relative_to(self.root)}"
            kind = "%config(noreplace) " if name in self.configured else "%doc " if "/doc/" in name or "/man/" in name else ""
            if "/licenses/" in name:
                kind = "%license "
            mode = "" if path.is_symlink() else f"%attr({path.stat().st_mode & 0o777:04o}, root, root) "
            lines.append(f'{mode}{kind}"{name}"')
        for own in OWN:
            inner = [path for path in (self.root / own).rglob("*") if path.is_dir()]
            lines += [f'%dir %attr(0755, root, root) "/{path.relative_to(self.root)}"' for path in sorted([self.root / own, *inner])]
        return "\n".join(lines)

    def build(self, folder: Path, scratch: Path, quick: bool) -> Path:
        self.install()
        self.settle()
        values = {"version": self.version, "summary": SUMMARY, "description": DESCRIPTION, "system": system(), "tree": self.root, "files": self.listed()}
        specification = scratch / "sidekey.spec"
        specification.write_text(SPECIFICATION.format(**values))
        # One thread: how many a machine has shows in the bytes.
        payload = "w1.gzdio" if quick else "w6T1.xzdio"
        macros = {**MACROS, "_topdir": str(scratch / "rpm"), "_rpmdir": str(scratch / "made"), "_binary_payload": payload, "_tmppath": str(scratch)}
        defined = [part for name, value in macros.items() for part in ("--define", f"{name} {value}")]
        # A database of its own: the system may have none, and what is installed decides nothing.
        defined += ["--define", f"_dbpath {scratch / 'db'}"]
        environment = {**os.environ, "SOURCE_DATE_EPOCH": str(self.time), "LC_ALL": "C.UTF-8", "TZ": "UTC"}
        run("rpmbuild", "-bb", "--quiet", "--nodeps", *defined, specification, env=environment)
        (made,) = (scratch / "made").rglob("*.rpm")
        return Path(shutil.copy(made, folder / made.name))


if __name__ == "__main__":
    sys.exit(FedoraPackage.main(__doc__))
