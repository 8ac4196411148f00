"""A browser's command without what is installed on this machine for every user.

A developer who uses Sidekey has its host and its extension in folders that no profile of a test can cover: a test that
takes the host away would meet the installed one. A mount namespace of the browser's own hides such folders.
"""

import os
import shlex
import stat
from pathlib import Path

# Where Debian's browsers look, whoever starts them; what is searched there names the wallet.
FOLDERS = {
    "chromium": {
        "/etc/chromium/native-messaging-hosts": "app.sidekey.host.json",
        "/usr/share/chromium/extensions": "wallet@sidekey.app",
    },
    "firefox": {
        "/usr/lib/mozilla/native-messaging-hosts": "app.sidekey.host.json",
        "/usr/share/mozilla/extensions": "*/wallet@sidekey.app",
    },
}
SCRIPT = """#!/bin/sh
# Hides each folder below an empty one, for this browser only.
exec unshare {identity} --mount sh -ec '
for folder in {folders}; do mount -t tmpfs -o mode=755 none "$folder"; done
exec {program} "$@"' browser "$@"
"""


def scripted(profile: Path, text: str) -> str:
    """A program of a few lines, beside the profile: a driver starts a program and no command."""
    script = profile / "unshared-browser"
    script.write_text(text)
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    return str(script)


def beginning(within: list[str], program: str, profile: Path) -> str:
    """The program to start, within what a command begins with, such as another's mounts."""
    return scripted(profile, f'#!/bin/sh\nexec {shlex.join([*within, program])} "$@"\n') if within else program


def unshared(browser: str, program: str, profile: Path) -> str:
    """The program to start: itself, or where Sidekey is installed for every user, a script that hides that.

    Not for a browser that is started for the sake of what is installed: no extension is loaded into it.
    """
    hidden = [folder for folder, name in FOLDERS[browser].items() if any(Path(folder).glob(name))]
    if not hidden:
        return program
    # Who isn't root may mount in a user namespace only, and stays who he is there.
    identity = "" if os.geteuid() == 0 else "--user --map-current-user --keep-caps"
    return scripted(profile, SCRIPT.format(identity=identity, folders=" ".join(hidden), program=program))
