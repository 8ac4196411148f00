"""Resident memory at rest, after a thousand requests."""

import json
import os
import shutil
import socket
import struct
import subprocess
import tempfile
import threading
import time
from pathlib import Path

from frames import encode
from timing import MADE, Line
from wallet import IDS, Wallet

REQUESTS = 1000
# The proxy looks for its next message ten times a second.
PROXY_MESSAGES = 100
REST = 2.0
ORIGIN = "https://dapp.example"


class Host:
    """A native-messaging host that this script is the browser of."""

    def __init__(self, *command: str, environment: dict[str, str]):
        self.process = subprocess.Popen(
            command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self.last = 0

    def ask(self, message: dict) -> None:
        self.process.stdin.write(encode(message))
        self.process.stdin.flush()

    def next(self) -> dict:
        (count,) = struct.unpack("<I", self.process.stdout.read(4))
        return json.loads(self.process.stdout.read(count))

    def begin(self, method: str, **params: object) -> str:
        self.last += 1
        self.ask({"jsonrpc": "2.0", "id": str(self.last), "method": method, "params": params})
        return str(self.last)

    def answer(self, number: str) -> dict:
        while (message := self.next()).get("id") != number:
            pass
        return message["result"]

    def call(self, method: str, **params: object) -> dict:
        return self.answer(self.begin(method, **params))

    def end(self) -> None:
        self.process.stdin.close()
        self.process.wait(10)


def resident(process: int) -> float:
    """VmRSS in MB (10^6 bytes)."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024 / 1e6
    raise ValueError(f"process {process} has no VmRSS")


def rows() -> list[Line]:
    host, agent = ours()
    proxy, empty = keepassxc_proxy(), resting()
    beside = "keepassxc-proxy " + (f"{proxy:.1f} MB" if proxy else "can't be had here")
    return [
        Line("sidekey-host, VmRSS at rest", f"{host:.1f} MB", beside, host, None, 8, " MB"),
        Line("sidekey-agent, VmRSS at rest", f"{agent:.1f} MB", f"empty Swift process {empty:.1f} MB", agent, None, 30, " MB"),
    ]


def ours() -> tuple[float, float]:
    """Host and agent: unlocked once, 900 silent `connect`s, and 100 messages signed."""
    with Wallet(recorded=False) as wallet:
        wallet.create()
        wallet.unlock()
        host = Host(
            str(wallet.bin / "sidekey-host"), f"chrome-extension://{IDS['chromium']}/", environment=wallet.environment
        )
        host.call(
            "hello", protocol=1, client="extension", version="0", profile="3f0f1f2a-6c1e-4f0e-9d57-0f6f6f1c2a10",
            connectionKey="a5a4c0de-1f5e-4c53-8a39-6a1d2b3c4d5e",
        )  # fmt: skip
        for number in range(REQUESTS):
            page = {"origin": ORIGIN, "tab": 1, "document": "document", "request": str(number)}
            if number == 0:
                approve(host, host.begin("connect", **page))
            elif number % 10 == 0:
                approve(host, host.begin("signMessage", message="YSBtZXNzYWdlIG9mIHNvbWUgd29yZHM=", **page))
            else:
                host.call("connect", silent=True, **page)
        wallet.lock()
        agent = wallet.agent()
        assert agent, "the agent has ended"
        time.sleep(REST)
        measured = resident(host.process.pid), resident(agent.number)
        host.end()
        return measured


def approve(host: Host, number: str) -> None:
    while (message := host.next()).get("method") != "com.wallet.request":
        pass
    identifier = message["params"]["id"]
    review = host.call("approvals.get", id=identifier)
    approval = host.begin(
        "approvals.approve", id=identifier, digest=review["summary"]["digest"], review=review["reviewHash"]
    )
    for _ in range(20):
        message = host.next()
        if message.get("id") == number:
            assert "result" in message, message
            break
        assert message.get("id") != approval or "result" in message, message


def keepassxc_proxy() -> float | None:
    """The proxy with a KeePassXC at its end that echoes, after some messages."""
    program = shutil.which("keepassxc-proxy")
    if program is None:
        return None
    with tempfile.TemporaryDirectory(prefix="sidekey-") as folder:
        paths = [
            Path(folder) / "app/org.keepassxc.KeePassXC/org.keepassxc.KeePassXC.BrowserServer",
            Path(folder) / "org.keepassxc.KeePassXC.BrowserServer",
        ]
        for path in paths:
            path.parent.mkdir(parents=True, exist_ok=True)
            threading.Thread(target=echo, args=[path], daemon=True).start()
        while not all(path.exists() for path in paths):
            time.sleep(0.01)
        host = Host(
            program, "chrome-extension://oboonakemofpalcgghocfoadofidjkkk/",
            environment={**os.environ, "XDG_RUNTIME_DIR": folder, "HOME": folder},
        )  # fmt: skip
        for number in range(PROXY_MESSAGES):
            host.ask({"action": "change-public-keys", "nonce": str(number)})
            host.next()
        time.sleep(REST)
        measured = resident(host.process.pid)
        host.end()
        return measured


def echo(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        listener.listen()
        connection, _ = listener.accept()
        with connection:
            while data := connection.recv(65536):
                connection.sendall(data)


def resting() -> float:
    with subprocess.Popen([str(MADE / "resting")], stdout=subprocess.PIPE) as process:
        process.stdout.readline()
        time.sleep(0.2)
        measured = resident(process.pid)
        process.kill()
        return measured
