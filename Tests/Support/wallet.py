"""A throwaway wallet: scratch folders, the command line, the agent's process, and manifests for throwaway profiles."""

import json
import os
import secrets
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

from browsers import TimedOut, wait_for
from frames import Recording

ROOT = Path(__file__).resolve().parents[2]
HOST_NAME = "app.sidekey.host"
IDS = json.loads((ROOT / "manifests" / "extension-ids.json").read_text())

# What a browser and the programs get from the tester's environment; the rest could leak settings into a test.
INHERITED = ("PATH", "LANG", "LC_ALL", "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "TMPDIR", "XDG_SESSION_TYPE")


def programs() -> Path:
    """The folder of the built programs; SIDEKEY_PROGRAMS names another than the release build's."""
    return Path(os.environ.get("SIDEKEY_PROGRAMS", ROOT / ".build" / "release")).resolve()


def is_alive(process: int) -> bool:
    """Whether a process runs; one that has ended and waits for its parent doesn't."""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except OSError:
        return False
    return state not in ("Z", "X")


def end_process(process: int) -> None:
    """Ends a process and waits until it is gone."""
    try:
        os.kill(process, signal.SIGTERM)
        wait_for(lambda: not is_alive(process), f"process {process} ends", 10)
    except ProcessLookupError:
        pass
    except TimedOut:
        os.kill(process, signal.SIGKILL)


class Wallet:
    """One scratch HOME and SIDEKEY_HOME, short enough for a Unix socket's path."""

    def __init__(self, bin_folder: Path | None = None, recorded: bool = True):
        self.bin = bin_folder or programs()
        self.recorded = recorded
        self.folder = Path(tempfile.mkdtemp(prefix="sidekey-"))
        self.home = self.folder / "home"
        self.data = self.folder / "wallet"
        self.frames = self.folder / "frames"
        for folder in (self.home, self.data, self.frames):
            folder.mkdir(mode=0o700)
        self.passphrase = secrets.token_urlsafe(18)
        self.passphrase_file = self.folder / "passphrase"
        self.phrase_file = self.folder / "phrase"
        self.passphrase_file.touch(0o600)
        self.passphrase_file.write_text(self.passphrase + "\n")
        self.recording = Recording(self.frames)

    @property
    def environment(self) -> dict[str, str]:
        """For the browser and the command line alike."""
        kept = {name: os.environ[name] for name in INHERITED if name in os.environ}
        return {**kept, "HOME": str(self.home), "SIDEKEY_HOME": str(self.data)}

    def run(self, *arguments: str, timeout: float = 60, check: bool = True) -> subprocess.CompletedProcess:
        """Runs `sidekey`, with nothing on its standard input."""
        done = subprocess.run(
            [str(self.bin / "sidekey"), *arguments],
            env=self.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=timeout,
        )
        if check and done.returncode != 0:
            raise AssertionError(f"sidekey {' '.join(arguments)} gave {done.returncode}: {done.stdout}{done.stderr}")
        return done

    def json(self, *arguments: str):
        return json.loads(self.run(*arguments, "--json").stdout)

    def create(self) -> None:
        files = ["--passphrase-file", str(self.passphrase_file), "--phrase-file", str(self.phrase_file)]
        self.run("create", *files)

    def unlock(self) -> None:
        self.run("unlock", "--passphrase-file", str(self.passphrase_file))

    def lock(self) -> None:
        self.run("lock")

    @property
    def status(self) -> dict:
        return self.json("status")

    @property
    def public_key(self) -> str:
        return self.status["accounts"][0]["publicKey"]

    @property
    def phrase(self) -> list[str]:
        return self.phrase_file.read_text().split()

    def pending(self) -> list[dict]:
        return self.json("pending")

    def register_host(self, profile: Path, path: Path | None = None, **also: list[str]) -> None:
        """Writes the host's manifests where throwaway profiles of both browsers look.

        `also` adds members to a list of the manifest, such as `allowed_origins` for an extension of a test.
        """
        host = path or self._host_program()
        places = {
            "chromium": profile / "NativeMessagingHosts",
            "firefox": self.home / ".mozilla" / "native-messaging-hosts",
        }
        for family, folder in places.items():
            template = (ROOT / "manifests" / f"{family}.json").read_text()
            manifest = json.loads(template.replace("@HOST@", str(host)).replace("@CHROMIUM_ID@", IDS["chromium"]))
            for name, values in also.items():
                if name in manifest:
                    manifest[name] = manifest[name] + values
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"{HOST_NAME}.json").write_text(json.dumps(manifest))

    def unregister_host(self, profile: Path) -> None:
        for folder in (profile / "NativeMessagingHosts", self.home / ".mozilla" / "native-messaging-hosts"):
            (folder / f"{HOST_NAME}.json").unlink(missing_ok=True)

    def _host_program(self) -> Path:
        host = self.bin / "sidekey-host"
        if not self.recorded:
            return host
        wrapper = self.folder / "recording-host"
        script = Path(__file__).with_name("recording_host.py")
        wrapper.write_text(f'#!/bin/sh\nexec "{sys.executable}" -I "{script}" "{host}" "{self.frames}" "$@"\n')
        wrapper.chmod(0o700)
        return wrapper

    def living_hosts(self) -> list[int]:
        """The process ids of this wallet's hosts that still run."""
        return [host["pid"] for host in self.recording.hosts() if is_alive(host["pid"])]

    def kill_hosts(self) -> int:
        """Kills every host of this wallet's browsers with SIGKILL; returns how many there were."""
        living = self.living_hosts()
        for process in living:
            os.kill(process, signal.SIGKILL)
        wait_for(lambda: not set(living) & set(self.living_hosts()), "the hosts are gone")
        return len(living)

    def agent(self) -> int | None:
        """The process id of the agent that answers on this wallet's socket."""
        for path in self.data.rglob("*"):
            if path.is_socket():
                with socket.socket(socket.AF_UNIX) as connection:
                    try:
                        connection.connect(str(path))
                    except OSError:
                        continue
                    credentials = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12)
                    return struct.unpack("iII", credentials)[0]
        return None

    def stop_agent(self) -> None:
        if process := self.agent():
            end_process(process)

    def remove(self) -> None:
        """Ends the agent and deletes everything."""
        self.stop_agent()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self) -> "Wallet":
        return self

    def __exit__(self, *_: object) -> None:
        self.remove()
