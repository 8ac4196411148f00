"""System-wide folders of a test's own: what is installed there for every user is there for nobody else.

Another run of the tests on the same machine would otherwise meet it, and a killed one leave it behind.
"""

import os
import subprocess
from pathlib import Path

# Each folder, or what there is of it, lies under a copy that is in memory.
SCRIPT = """
for folder in "$@"; do
    while [ ! -d "$folder" ]; do folder=$(dirname "$folder"); done
    mount -t tmpfs none "$COPY"
    cp -a "$folder/." "$COPY"
    mount --move "$COPY" "$folder"
done
echo ready
exec cat
"""


class Mounts:
    """A mount namespace, which lasts as long as the process that holds it; for root alone."""

    def __init__(self, scratch: Path, *folders: Path):
        copy = scratch / "copy"
        copy.mkdir()
        command = ["unshare", "--mount", "sh", "-ec", SCRIPT, "mounts", *map(str, folders)]
        self.holder = subprocess.Popen(command, env={**os.environ, "COPY": str(copy)}, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self.holder.stdout.readline() == b"ready\n", "the folders can't be covered"
        # What a command begins with that is to see these folders.
        self.within = ["nsenter", f"--mount=/proc/{self.holder.pid}/ns/mnt", "--"]

    def close(self) -> None:
        self.holder.stdin.close()
        self.holder.wait(10)
        self.holder.stdout.close()
