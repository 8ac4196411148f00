#!/usr/bin/env python3
"""What goes where on a system that a package is for: the same files for every distribution, in the folders where it looks for them.

    packaging/tree.py FOLDER [--programs FOLDER]    fills a folder that becomes a system's root, for packagers of other distributions
"""

import argparse
import gzip
import hashlib
import json
import os
import re
import shutil
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import extension
import sbom
from release import PROGRAMS, ROOT, UNITS, PackagingError, commit_time, release_file, run, stripped, unit, version

HOST_NAME = "app.sidekey.host"
# The folders of Sources/sidekey/Browsers/Installation.swift.
EXTENSION = "usr/lib/sidekey/extension"
LANGUAGES = {"en": "", "pt_BR": "pt_BR/", "el": "el/", "tr": "tr/"}
SUMMARY = "Solana wallet whose keys never enter the browser"
DESCRIPTION = """\
Sidekey is a wallet for Firefox and Chromium. An extension passes the requests
of web sites on to a program on this computer, which keeps the keys, shows what
a transaction would do, and signs it once the user has approved.
"""


@dataclass(frozen=True)
class Places:
    """Where a distribution's browsers and shells look, without the leading slash."""

    # Folders of every user's native manifests: "native-messaging-hosts" comes after them.
    firefox: tuple[str, ...]
    chromium: tuple[str, ...]
    zsh: str
    # Folders from which its browsers load extensions for every user.
    extensions: tuple[str, ...] = ()


# As Sources/sidekey/Browsers/Browser.swift has them.
CHROMIUM = ("etc/chromium", "etc/opt/chrome", "etc/opt/edge")
DEBIAN = Places(
    firefox=("usr/lib/mozilla", "usr/lib/librewolf"),
    chromium=CHROMIUM,
    zsh="usr/share/zsh/vendor-completions",
    extensions=("usr/share/chromium/extensions", "usr/share/mozilla/extensions/{ec8030f7-c20a-464f-9b0e-13a3a9e97384}"),
)
# Its Firefox is built for /usr/lib64, Mozilla's own build looks in /usr/lib.
FEDORA = Places(firefox=("usr/lib/mozilla", "usr/lib64/mozilla", "usr/lib/librewolf"), chromium=CHROMIUM, zsh="usr/share/zsh/site-functions")
# Arch and others, which have one folder for libraries.
ELSEWHERE = Places(firefox=("usr/lib/mozilla", "usr/lib/librewolf"), chromium=CHROMIUM, zsh="usr/share/zsh/site-functions")


class Tree:
    """The files of a package, in a folder that becomes the system's root."""

    def __init__(self, root: Path, programs: Path, time: int, places: Places, release: bytes):
        self.root = root
        self.release = release
        self.programs = programs
        self.time = time
        self.places = places
        self.version = version(programs)
        # The files below /etc, which are the administrator's to change.
        self.configured: list[str] = []

    def write(self, path: str, contents: str | bytes, mode: int = 0o644) -> None:
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(contents.encode() if isinstance(contents, str) else contents)
        target.chmod(mode)

    def configure(self, path: str, contents: str | bytes) -> None:
        self.write(path, contents)
        self.configured.append(f"/{path}")

    def compressed(self, path: str, contents: str) -> None:
        self.write(f"{path}.gz", gzip.compress(contents.encode(), 9, mtime=0))

    def link(self, path: str, target: str) -> None:
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).symlink_to(target)

    def install_programs(self) -> None:
        for name in PROGRAMS:
            self.write(f"usr/bin/{name}", stripped(self.programs / name), 0o755)
        self.write("usr/lib/sidekey/release.json", self.release)

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
            "zsh": f"{self.places.zsh}/_sidekey",
            "fish": "usr/share/fish/vendor_completions.d/sidekey.fish",
        }
        for shell, path in completions.items():
            # A file that a shell reads is no script of its own.
            words = run(program, "completions", shell, env={**os.environ, "LC_ALL": "C.UTF-8"})
            self.write(path, re.sub(r"\A#!.*\n", "", words))

    def install_registrations(self) -> None:
        """What browsers and the desktop look for."""
        ids = json.loads((ROOT / "manifests/extension-ids.json").read_text())
        for family, folders in (("firefox", self.places.firefox), ("chromium", self.places.chromium)):
            template = (ROOT / f"manifests/{family}.json").read_text()
            manifest = template.replace("@HOST@", "/usr/bin/sidekey-host").replace("@CHROMIUM_ID@", ids["chromium"])
            for folder in folders:
                write = self.configure if folder.startswith("etc/") else self.write
                write(f"{folder}/native-messaging-hosts/{HOST_NAME}.json", manifest)
        entry = (ROOT / "manifests/app.sidekey.desktop").read_text().replace("@SIDEKEY@", "/usr/bin/sidekey")
        self.write("usr/share/applications/app.sidekey.desktop", entry)

    def install_units(self) -> None:
        """Another way to start the agent, for those who enable it: `systemctl --user enable --now sidekey-agent.socket`."""
        for name in UNITS:
            self.write(f"usr/lib/systemd/user/{name}", unit(name))

    def install_rules(self) -> None:
        """What lets a user open devices: without it only root opens a Ledger."""
        for rules in sorted((ROOT / "packaging/udev").iterdir()):
            self.write(f"usr/lib/udev/rules.d/{rules.name}", rules.read_bytes())

    def install_extension(self) -> None:
        for name, contents in extension.files().items():
            self.write(f"{EXTENSION}/{name}", contents)
        own = json.loads((ROOT / "manifests/extension-ids.json").read_text())["firefox"]
        # By this the agent knows the extension; see docs/decisions/0061-known-extensions.md.
        self.write("usr/lib/sidekey/extensions.json", extension.known())
        for folder in self.places.extensions:
            # Relative within /usr, as Debian's policy has it.
            self.link(f"{folder}/{own}", "../" * (folder.count("/")) + EXTENSION.removeprefix("usr/"))

    def install_documents(self) -> None:
        self.write("usr/share/doc/sidekey/README.md", (ROOT / "README.md").read_bytes())
        self.compressed("usr/share/doc/sidekey/NEWS.md", (ROOT / "CHANGELOG.md").read_text())
        self.write("usr/share/doc/sidekey/sidekey.spdx.json", sbom.text(self.programs))

    def install(self) -> None:
        self.install_programs()
        self.install_words()
        self.install_registrations()
        self.install_units()
        self.install_rules()
        self.install_extension()
        self.install_documents()

    def settle(self) -> None:
        """Gives folders their mode, and everything the time of the commit."""
        for path in [self.root, *self.root.rglob("*")]:
            if path.is_dir() and not path.is_symlink():
                path.chmod(0o755)
            os.utime(path, (self.time, self.time), follow_symlinks=False)

    def files(self) -> list[Path]:
        """Files and links, sorted."""
        return sorted(path for path in self.root.rglob("*") if path.is_symlink() or path.is_file())


class Package(Tree):
    """The tree, as one distribution packs it."""

    # How `sidekey update` calls it, and its script.
    kind: ClassVar[str]
    places: ClassVar[Places]
    # The programs that pack it, and what installs them.
    tools: ClassVar[tuple[str, ...]]
    remedy: ClassVar[str]

    def build(self, folder: Path, scratch: Path, quick: bool) -> Path:
        """Writes the package into a folder, and gives its path."""
        raise NotImplementedError

    @classmethod
    def main(cls, documentation: str) -> int:
        """The script that makes it: packaging/KIND.py FOLDER [--programs FOLDER] [--release FILE] [--quick]."""
        parser = argparse.ArgumentParser(description=documentation.splitlines()[0])
        parser.add_argument("folder", type=Path)
        parser.add_argument("--programs", type=Path, default=ROOT / ".build/release")
        parser.add_argument("--release", type=Path)
        parser.add_argument("--quick", action="store_true")
        options = parser.parse_args()
        os.umask(0o022)
        options.folder.mkdir(parents=True, exist_ok=True)
        try:
            for tool in cls.tools:
                if not shutil.which(tool):
                    raise PackagingError(f"there is no {tool} in the PATH: {cls.remedy}")
            with tempfile.TemporaryDirectory() as scratch:
                release = release_file(cls.kind, options.release)
                package = cls(Path(scratch) / "root", options.programs.absolute(), commit_time(), cls.places, release)
                made = package.build(options.folder, Path(scratch), options.quick)
        except PackagingError as error:
            print(f"{cls.kind}: error: {error}", file=sys.stderr)
            return 1
        print(f"{hashlib.sha256(made.read_bytes()).hexdigest()}  {made}")
        return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--programs", type=Path, default=ROOT / ".build/release")
    options = parser.parse_args()
    os.umask(0o022)
    try:
        tree = Tree(options.folder, options.programs.absolute(), commit_time(), ELSEWHERE, release_file("tarball", None))
        tree.install()
    except PackagingError as error:
        print(f"tree: error: {error}", file=sys.stderr)
        return 1
    tree.settle()
    return 0


if __name__ == "__main__":
    sys.exit(main())
