#!/usr/bin/env python3
"""sidekey_VERSION_amd64.deb from the programs that are built, for the release of Debian that they are built on.

    packaging/deb.py FOLDER [--programs FOLDER] [--quick]

    --programs FOLDER   where the programs are (.build/release)
    --quick             packs quickly instead of small, for tests

The package holds programs, manual, completions, the desktop entry for links, the extension for Debian's browsers, and the manifests by
which every user's browsers find the host. It has no maintainer scripts: dpkg's own triggers do what there is to do, a running agent leaves
by itself once a newer one is installed, and the wallets in users' homes are none of the package's business.

The bytes follow from the programs, the files that git knows, and the time of the last commit (or SOURCE_DATE_EPOCH).
"""

import argparse
import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap
from email.utils import formatdate
from pathlib import Path

import extension
import sbom
from release import PROGRAMS, ROOT, PackagingError, commit_time, run, stripped, version

# Where the browsers look for every user's manifests, as Sources/sidekey/Browsers/Browser.swift has them.
MANIFESTS = {
    "firefox": ("usr/lib/mozilla", "usr/lib/librewolf"),
    "chromium": ("etc/chromium", "etc/opt/chrome", "etc/opt/edge"),
}
HOST_NAME = "app.sidekey.host"
# The folders of Sources/sidekey/Browsers/Installation.swift.
EXTENSION = "usr/lib/sidekey/extension"
SYSTEM_EXTENSIONS = ("usr/share/chromium/extensions", "usr/share/mozilla/extensions/{ec8030f7-c20a-464f-9b0e-13a3a9e97384}")
LANGUAGES = {"en": "", "pt_BR": "pt_BR/", "el": "el/", "tr": "tr/"}
# What Debian's checker would have otherwise, and why it is as it is.
OVERRIDES = """\
# Chrome and Edge look for every user's native messaging hosts nowhere else.
sidekey: dir-or-file-in-etc-opt
# The browser starts the host at each of its own starts, and it must come up in milliseconds without looking for libraries.
sidekey: statically-linked-binary [usr/bin/sidekey-host]
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
Description: Solana wallet whose keys never enter the browser
 Sidekey is a wallet for Firefox and Chromium. An extension passes the requests
 of web sites on to a program on this computer, which keeps the keys, shows what
 a transaction would do, and signs it once the user has approved.
 .
 This package has the programs, the extension for Debian's browsers, and the
 manifests by which browsers find the host.
"""


class Package:
    """The files of the package, in a folder that becomes its root."""

    def __init__(self, root: Path, programs: Path, time: int):
        self.root = root
        self.programs = programs
        self.time = time
        self.version = version(programs)

    def write(self, path: str, contents: str | bytes, mode: int = 0o644) -> None:
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(contents.encode() if isinstance(contents, str) else contents)
        target.chmod(mode)

    def compressed(self, path: str, contents: str) -> None:
        self.write(f"{path}.gz", gzip.compress(contents.encode(), 9, mtime=0))

    def link(self, path: str, target: str) -> None:
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).symlink_to(target)

    def install_programs(self) -> None:
        for name in PROGRAMS:
            self.write(f"usr/bin/{name}", stripped(self.programs / name), 0o755)

    def install_words(self) -> None:
        """The manual in each language, and the completions, as the program itself prints them."""
        program = self.programs / "sidekey"
        for language, folder in LANGUAGES.items():
            locale = "C.UTF-8" if language == "en" else f"{language}.UTF-8"
            manual = run(program, "man", env={**os.environ, "LC_ALL": locale})
            self.compressed(f"usr/share/man/{folder}man1/sidekey.1", manual)
        for name in PROGRAMS[1:]:
            self.link(f"usr/share/man/man1/{name}.1.gz", "sidekey.1.gz")
        completions = {
            "bash": "usr/share/bash-completion/completions/sidekey",
            "zsh": "usr/share/zsh/vendor-completions/_sidekey",
            "fish": "usr/share/fish/vendor_completions.d/sidekey.fish",
        }
        for shell, path in completions.items():
            # A file that a shell reads is no script of its own.
            self.write(path, re.sub(r"\A#!.*\n", "", run(program, "completions", shell)))

    def install_registrations(self) -> list[str]:
        """Writes what browsers and the desktop look for; returns the files below /etc, which are the administrator's to change."""
        ids = json.loads((ROOT / "manifests/extension-ids.json").read_text())
        configured = []
        for family, folders in MANIFESTS.items():
            template = (ROOT / f"manifests/{family}.json").read_text()
            manifest = template.replace("@HOST@", "/usr/bin/sidekey-host").replace("@CHROMIUM_ID@", ids["chromium"])
            for folder in folders:
                path = f"{folder}/native-messaging-hosts/{HOST_NAME}.json"
                self.write(path, manifest)
                if path.startswith("etc/"):
                    configured.append(f"/{path}")
        entry = (ROOT / "manifests/app.sidekey.desktop").read_text().replace("@SIDEKEY@", "/usr/bin/sidekey")
        self.write("usr/share/applications/app.sidekey.desktop", entry)
        return configured

    def install_extension(self) -> None:
        for name, contents in extension.files().items():
            self.write(f"{EXTENSION}/{name}", contents)
        own = json.loads((ROOT / "manifests/extension-ids.json").read_text())["firefox"]
        for folder in SYSTEM_EXTENSIONS:
            # Relative within /usr, as Debian's policy has it.
            self.link(f"{folder}/{own}", "../" * (folder.count("/")) + EXTENSION.removeprefix("usr/"))

    def install_documents(self) -> None:
        folder = "usr/share/doc/sidekey"
        licence = (ROOT / "LICENSE").read_text()
        holder = re.search(r"^Copyright \(c\) (.+)$", licence, re.M)
        terms = textwrap.indent(licence.split("\n\n", 2)[2].strip().replace("\n\n", "\n.\n"), " ")
        self.write(
            f"{folder}/copyright",
            f"Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: Sidekey\nSource: https://sidekey.app\n\n"
            f"Files: *\nCopyright: {holder[1] if holder else 'The Sidekey authors'}\nLicense: MIT\n{terms}\n")  # fmt: skip
        changes = (ROOT / "CHANGELOG.md").read_text()
        self.compressed(f"{folder}/changelog", f"sidekey ({self.version}) unstable; urgency=medium\n\n  * What changed stands in NEWS.md.\n\n -- {MAINTAINER}  {formatdate(self.time)}\n")
        self.compressed(f"{folder}/NEWS.md", changes)
        self.write(f"{folder}/README.md", (ROOT / "README.md").read_bytes())
        self.write(f"{folder}/sidekey.spdx.json", sbom.text(self.programs))
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

    def build(self, folder: Path, compression: list[str]) -> Path:
        self.install_programs()
        self.install_words()
        configured = self.install_registrations()
        self.install_extension()
        self.install_documents()
        files = [path for path in self.root.rglob("*") if path.is_file() and not path.is_symlink()]
        size = sum((path.stat().st_size + 1023) // 1024 for path in files)
        architecture = run("dpkg", "--print-architecture").strip()
        sums = "".join(f"{hashlib.md5(path.read_bytes(), usedforsecurity=False).hexdigest()}  {path.relative_to(self.root)}\n" for path in sorted(files))
        values = {"version": self.version, "architecture": architecture, "maintainer": MAINTAINER, "size": size, "depends": self.depends()}
        self.write("DEBIAN/control", CONTROL.format(**values))
        self.write("DEBIAN/conffiles", "".join(f"{path}\n" for path in configured))
        self.write("DEBIAN/md5sums", sums)
        for path in [self.root, *self.root.rglob("*")]:
            if path.is_dir():
                path.chmod(0o755)
            os.utime(path, (self.time, self.time), follow_symlinks=False)
        target = folder / f"sidekey_{self.version}_{architecture}.deb"
        environment = {**os.environ, "SOURCE_DATE_EPOCH": str(self.time)}
        run("dpkg-deb", "--root-owner-group", *compression, "--build", self.root, target, env=environment)
        return target


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--programs", type=Path, default=ROOT / ".build/release")
    parser.add_argument("--quick", action="store_true")
    options = parser.parse_args()
    # One thread: how many a machine has shows in the bytes.
    compression = ["-Zgzip", "-z1"] if options.quick else ["-Zxz", "--threads-max=1"]
    os.umask(0o022)
    options.folder.mkdir(parents=True, exist_ok=True)
    try:
        for tool in ("dpkg-deb", "dpkg-shlibdeps", "strip"):
            if not shutil.which(tool):
                raise PackagingError(f"there is no {tool} in the PATH: apt-get install dpkg-dev binutils")
        with tempfile.TemporaryDirectory() as scratch:
            made = Package(Path(scratch) / "root", options.programs.absolute(), commit_time()).build(options.folder, compression)
    except PackagingError as error:
        print(f"deb: error: {error}", file=sys.stderr)
        return 1
    print(f"{hashlib.sha256(made.read_bytes()).hexdigest()}  {made}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
