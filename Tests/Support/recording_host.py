"""Stands between a browser and sidekey-host and writes down every byte of both directions.

    recording_host.py HOST FOLDER [what the browser gave the host ...]

FOLDER gets PID.to-host, PID.to-extension, PID.host.log, and PID.json, which names the host's process. It ends as the
host does: with the browser's end of the pipe, with the host, and on SIGTERM.
"""

import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

CHUNK = 65536


def copy(source: int, sink: int, record: Path) -> None:
    with open(record, "ab", buffering=0) as log:
        while chunk := os.read(source, CHUNK):
            log.write(chunk)
            while chunk:
                chunk = chunk[os.write(sink, chunk) :]


def main() -> None:
    host, folder, given = sys.argv[1], Path(sys.argv[2]), sys.argv[3:]
    stem = folder / str(os.getpid())
    with open(f"{stem}.host.log", "ab") as log:
        child = subprocess.Popen([host, *given], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log)
    signal.signal(signal.SIGTERM, lambda *_: (child.terminate(), os._exit(0)))
    Path(f"{stem}.json").write_text(json.dumps({"pid": child.pid, "wrapper": os.getpid(), "arguments": given}))

    def to_host() -> None:
        try:
            copy(0, child.stdin.fileno(), Path(f"{stem}.to-host"))
        except OSError:
            pass
        child.stdin.close()

    threading.Thread(target=to_host, daemon=True).start()
    try:
        copy(child.stdout.fileno(), 1, Path(f"{stem}.to-extension"))
    except OSError:
        pass
    # Not sys.exit: the other thread may be inside a read that never ends.
    os._exit(0)


if __name__ == "__main__":
    main()
