"""A desktop's choice of programs for links, in a wallet's home: `.desktop` files, `mimeapps.list`, and the real `xdg-open` that goes by them."""

import shlex
from pathlib import Path

from browsers import PATIENCE, wait_for
from wallet import ROOT, Wallet


class OpenedLinks:
    """The links that the desktop has handed to the test, in their order."""

    def __init__(self, path: Path):
        self.path = path
        self.taken = 0

    def all(self) -> list[str]:
        return self.path.read_text().splitlines() if self.path.exists() else []

    def next(self, timeout: float = PATIENCE) -> str:
        found = wait_for(lambda: self.all()[self.taken :], f"a link at {self.path.name}", timeout)
        self.taken += 1
        return found[0]


class Desktop:
    """`display` is where a prompt can be shown; without a desktop's own opener, `xdg-open` asks for one before it goes by these files."""

    def __init__(self, wallet: Wallet, display: str):
        self.wallet = wallet
        self.display = display
        self.applications = wallet.home / ".local" / "share" / "applications"
        self.applications.mkdir(parents=True)
        self.choices = wallet.home / ".config" / "mimeapps.list"
        self.choices.parent.mkdir(exist_ok=True)
        self.choices.write_text("[Default Applications]\n")
        # As `install.sh` writes it.
        entry = (ROOT / "manifests" / "app.sidekey.desktop").read_text()
        self._choose("sidekey", "app.sidekey.desktop", entry.replace("@SIDEKEY@", str(wallet.bin / "sidekey")))

    @property
    def environment(self) -> dict[str, str]:
        return self.wallet.environment | {"DISPLAY": self.display, "XDG_CURRENT_DESKTOP": "X-Generic"}

    def take(self, *schemes: str) -> OpenedLinks:
        """Has links of these schemes come to the test."""
        name = f"takes-{schemes[0]}"
        program, links = self.wallet.folder / name, self.wallet.folder / f"{name}.links"
        program.write_text(f'#!/bin/sh\nprintf "%s\\n" "$1" >> {shlex.quote(str(links))}\n')
        program.chmod(0o700)
        types = "".join(f"x-scheme-handler/{scheme};" for scheme in schemes)
        for scheme in schemes:
            self._choose(scheme, f"{name}.desktop", f"[Desktop Entry]\nType=Application\nName=Test\nExec={program} %u\nMimeType={types}\n")
        return OpenedLinks(links)

    def _choose(self, scheme: str, name: str, entry: str) -> None:
        (self.applications / name).write_text(entry)
        with self.choices.open("a") as choices:
            choices.write(f"x-scheme-handler/{scheme}={name}\n")
