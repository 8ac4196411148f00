"""A throwaway wallet: scratch folders, the command line, the agent's process, and manifests for throwaway profiles."""

import contextlib
import json
import os
import re
import secrets
import shlex
import shutil
import socket
import sqlite3
import struct
import subprocess
import sys
from pathlib import Path

from browsers import wait_for
from frames import Recording
from process import Process
from scratch import new_folder
from scratch_keeper import RUN

ROOT = Path(__file__).resolve().parents[2]
HOST_NAME = "app.sidekey.host"
IDS = json.loads((ROOT / "manifests" / "extension-ids.json").read_text())

# What a browser and the programs get from the tester's environment; the rest could leak settings into a test.
INHERITED = ("PATH", "LANG", "LC_ALL", "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "TMPDIR", "XDG_SESSION_TYPE", RUN)


def programs() -> Path:
    """The folder of the built programs; SIDEKEY_PROGRAMS names another than the release build's."""
    return Path(os.environ.get("SIDEKEY_PROGRAMS", ROOT / ".build" / "release")).resolve()


class Wallet:
    """One scratch HOME and SIDEKEY_HOME, short enough for a Unix socket's path."""

    def __init__(self, bin_folder: Path | None = None, recorded: bool = True, network: str = "off", checked: bool = False):
        # What its agent reaches: nothing, or with "loopback" the nodes of this machine.
        self.network = network
        # The address of the session bus of the user's desktop, over which screen readers read.
        self.bus: str | None = None
        # The bus on which the user's system answers its agent; none, where this is "off".
        self.desktop = "off"
        # Who vouches for servers; the system's authorities, where this is None.
        self.certificates: Path | None = None
        # How much its agent logs; the usual, where this is None.
        self.log_level: str | None = None
        self.bin = bin_folder or programs()
        self.recorded = recorded
        self.folder = new_folder("w-")
        self.home = self.folder / "home"
        # Whose browser it is: another's where one browser serves several wallets.
        self.browser_home = self.home
        self.data = self.folder / "wallet"
        self.frames = self.folder / "frames"
        for folder in (self.home, self.data, self.frames):
            folder.mkdir(mode=0o700)
        if not checked:
            # Whatever extension a test loads is the wallet's own: only tests of the check have the files of a release.
            (self.data / "extensions-unchecked").touch(0o600)
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
        # Whatever desktop the tester sits before, this wallet's user doesn't: it is where the passphrase was given last.
        moved = {"SIDEKEY_HOME": str(self.data), "SIDEKEY_NETWORK": self.network, "SIDEKEY_DESKTOP": self.desktop}
        if self.bus:
            moved["DBUS_SESSION_BUS_ADDRESS"] = self.bus
        if self.certificates:
            moved["SSL_CERT_FILE"] = str(self.certificates)
        if self.log_level:
            moved["SIDEKEY_LOG"] = self.log_level
        return {**kept, "HOME": str(self.home), **moved}

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

    def create(self, approvals: str = "popup", quick: bool = True) -> None:
        """Makes the wallet; the browser decides everything unless a test says otherwise.

        Where no agent has the folder yet, it is made by `sidekey-test-wallet`, with a passphrase whose tries take milliseconds.
        """
        maker = programs() / "sidekey-test-wallet"
        if quick and maker.exists() and not self.agent():
            files = [self.data, self.passphrase_file, self.phrase_file]
            done = subprocess.run([maker, *files, approvals], timeout=60)
            # A browser that is open already can start the agent meanwhile, which holds the folder then.
            if done.returncode == 0 or not wait_for(self.agent, "the agent that holds the folder"):
                return
        files = ["--passphrase-file", str(self.passphrase_file), "--phrase-file", str(self.phrase_file)]
        self.run("create", *files, "--approvals", approvals)

    def unlock(self) -> None:
        self.run("unlock", "--passphrase-file", str(self.passphrase_file))

    def seat(self) -> None:
        """Has the user give the passphrase at the display of this environment, where prompts appear from then on; the wallet is locked again."""
        self.unlock()
        self.lock()

    def use_nodes(self, *urls: str) -> None:
        """Settles the nodes of localnet, and that it is the cluster which is meant where nobody names one."""
        files = ["--passphrase-file", str(self.passphrase_file)]
        self.run("network", "endpoints", "localnet", *urls, *files)
        self.run("network", "use", "localnet", *files)

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

    def activity(self) -> list[tuple[str, str | None]]:
        """Kind and request of every line of the activity log, in order."""
        (file,) = self.data.rglob("*.sqlite")
        with contextlib.closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
            return database.execute("SELECT kind, request FROM activity ORDER BY sequence").fetchall()

    def date_back(self, days: int) -> None:
        """Moves all lines of the activity log into the past, without its hashes and what keeps it append-only; the agent has to be away."""
        (file,) = self.data.rglob("*.sqlite")
        with contextlib.closing(sqlite3.connect(file)) as database, database:
            guards = database.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'activity'").fetchall()
            for name, _ in guards:
                database.execute(f'DROP TRIGGER "{name}"')
            database.execute("UPDATE activity SET time = time - ?", [days * 24 * 3600 * 1000])
            for _, guard in guards:
                database.execute(guard)

    def outcomes(self, signature: str) -> list[str]:
        """What the activity log says of a transaction, in order."""
        (file,) = self.data.rglob("*.sqlite")
        with contextlib.closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
            rows = database.execute("SELECT kind FROM activity WHERE detail LIKE ? || ' %' ORDER BY sequence", [signature])
            return [kind for (kind,) in rows]

    def saved_balance(self, account: str) -> int:
        """The lamports that the agent has saved of an account, whoever asked for them."""
        (file,) = self.data.rglob("*.sqlite")
        with contextlib.closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
            return database.execute("SELECT lamports FROM portfolio_balance WHERE account = ?", [account]).fetchone()[0]

    def edit(self, statement: str) -> None:
        """Changes the database behind the agent's back, as another program of the same user can."""
        (file,) = self.data.rglob("*.sqlite")
        with contextlib.closing(sqlite3.connect(file)) as database, database:
            database.execute(statement)

    def register_host(self, profile: Path, path: Path | None = None, **also: list[str]) -> None:
        """Writes the host's manifests where throwaway profiles of both browsers look.

        `also` adds members to a list of the manifest, such as `allowed_origins` for an extension of a test.
        """
        host = path or self._host_program()
        places = {
            "chromium": profile / "NativeMessagingHosts",
            "firefox": self.browser_home / ".mozilla" / "native-messaging-hosts",
        }
        for family, folder in places.items():
            template = (ROOT / "manifests" / f"{family}.json").read_text()
            manifest = json.loads(template.replace("@HOST@", str(host)).replace("@CHROMIUM_ID@", IDS["chromium"]))
            for name, values in also.items():
                if name in manifest:
                    manifest[name] = manifest[name] + values
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"{HOST_NAME}.json").write_text(json.dumps(manifest))

    def register_answering_host(self, profile: Path) -> Path:
        """As `register_host`, with one between that answers what the returned file says, see `answering_host.py`."""
        answers, wrapper = self.folder / "answers.json", self.folder / "answering-host"
        if not wrapper.exists():
            script = Path(__file__).with_name("answering_host.py")
            wrapper.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{script}" "{self._host_program()}" "{answers}" "$@"\n')
            wrapper.chmod(0o700)
            answers.write_text("{}")
        self.register_host(profile, wrapper)
        return answers

    def unregister_host(self, profile: Path) -> None:
        for folder in (profile / "NativeMessagingHosts", self.browser_home / ".mozilla" / "native-messaging-hosts"):
            (folder / f"{HOST_NAME}.json").unlink(missing_ok=True)

    def _host_program(self) -> Path:
        host = self.bin / "sidekey-host"
        if not self.recorded:
            return host
        wrapper = self.folder / "recording-host"
        script = Path(__file__).with_name("recording_host.py")
        # A browser that serves several wallets was started with the environment of none.
        own = {name: self.environment.get(name) for name in (*INHERITED, *self.environment)} if self.browser_home != self.home else {}
        unset = [f"-u {name}" for name, value in own.items() if value is None]
        given = [shlex.quote(f"{name}={value}") for name, value in own.items() if value is not None]
        environment = " ".join(["env", *unset, *given])
        wrapper.write_text(f'#!/bin/sh\nexec {environment} "{sys.executable}" -I "{script}" "{host}" "{self.frames}" "$@"\n')
        wrapper.chmod(0o700)
        return wrapper

    def living_hosts(self) -> list[Process]:
        """This wallet's hosts that still run."""
        started = [host["pid"] for host in self.recording.hosts()]
        found = [Process.with_environment(number, SIDEKEY_HOME=str(self.data)) for number in started]
        return [process for process in found if process]

    def kill_hosts(self) -> int:
        """Kills every host of this wallet's browsers with SIGKILL; returns how many there were."""
        living = self.living_hosts()
        for process in living:
            process.kill()
        return len(living)

    def agent(self) -> Process | None:
        """The agent that answers on this wallet's socket."""
        for path in self.data.rglob("*"):
            number = self._listener(path) if path.is_socket() else None
            try:
                # Held between two answers under one number, so it was the agent that had that number.
                agent = Process(number) if number else None
            except ProcessLookupError:
                continue
            if agent and self._listener(path) == number:
                return agent
        return None

    def companion(self, name: str) -> Process:
        """The process of this name that the agent has started."""
        agent = self.agent().number
        for status in Path("/proc").glob("[0-9]*/status"):
            try:
                words = status.read_text()
            except (FileNotFoundError, ProcessLookupError):
                continue
            if f"Name:\t{name}\n" in words and f"PPid:\t{agent}\n" in words:
                return Process(int(status.parent.name))
        raise AssertionError(f"the agent has no {name}")

    @staticmethod
    def _listener(path: Path) -> int | None:
        with socket.socket(socket.AF_UNIX) as connection:
            try:
                connection.connect(str(path))
            except OSError:
                return None
            credentials = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12)
            return struct.unpack("iII", credentials)[0]

    def stop_agent(self) -> None:
        if agent := self.agent():
            agent.end()

    def kill_agent(self) -> None:
        """Ends the agent with SIGKILL."""
        if agent := self.agent():
            agent.kill()

    def check_log(self) -> None:
        """The agent's log names no account, no site and no folder: it is what people attach to a report."""
        for log in self.data.rglob("agent.log"):
            text = log.read_text(errors="replace")
            named = re.findall(r"https?://[^\s…]+|\b[1-9A-HJ-NP-Za-km-z]{32,44}\b", text)
            assert not named and str(self.folder) not in text, f"the log names {named or self.folder}:\n{text}"

    def remove(self) -> None:
        """Ends the agent and deletes everything."""
        self.stop_agent()
        self.check_log()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self) -> "Wallet":
        return self

    def __exit__(self, *_: object) -> None:
        self.remove()
