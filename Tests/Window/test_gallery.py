"""Pictures of every screen that the agent has the window show, in each language and appearance, where SIDEKEY_GALLERY names a folder for them."""

import functools
import itertools
import json
import os
import shutil
import struct
import subprocess
import time
from pathlib import Path

import pytest
from desktop_session import X11, Session, Wayland, Window
from scratch import new_folder
from wallet import IDS, ROOT, Wallet, programs

pytestmark = pytest.mark.skipif("SIDEKEY_GALLERY" not in os.environ, reason="nobody looks at them")

LANGUAGES = ["en", "pt_BR", "el", "tr"]
SCHEMES = {"light": {}, "dark": {"dark": True}, "contrast": {"contrast": True}}
APPEARANCES = {f"{name}-{size}": scheme | {"scale": size / 100} for name, scheme in SCHEMES.items() for size in (100, 200)}
PASSPHRASE = "a good long passphrase"
WORDS = "abandon " * 11 + "about"
STRANGER = "B5k9UeTqgoZtqrXBrkxuxbgkrQki7maVbGtQrUKoY7FC"
DOMAIN = "dapp.example"
# What the popup starts; a phrase that is there already and the last account are refused at the end, after the last screen.
CEREMONIES = {
    "passphrase": {},
    "phrase": {},
    "import": {},
    "protection": {"approvals": "popup", "allowance": "5000000000", "session": 7_200_000},
    "recognition": {},
    "limit": {},
    "unlimit": {"limit": 1},
    "network": {},
    "backup": {},
    "remove": {},
    "restore": {},
}


class Extension:
    """The wallet's own, without its browser: it speaks to the agent through the host."""

    def __init__(self, wallet: Wallet):
        program = [str(wallet.bin / "sidekey-host"), f"chrome-extension://{IDS['chromium']}/"]
        self.host = subprocess.Popen(program, env=wallet.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.count = 0
        self.answers: dict[str, dict] = {}
        names = {"profile": "5b1c9e0e-1111-4222-8333-444455556666", "connectionKey": "5b1c9e0e-1111-4222-8333-444455556667"}
        self.ask("hello", protocol=1, client="extension", version="0.1.0", **names)

    def begin(self, method: str, **params: object) -> str:
        self.count += 1
        frame = json.dumps({"jsonrpc": "2.0", "id": str(self.count), "method": method, "params": params}).encode()
        self.host.stdin.write(struct.pack("<I", len(frame)) + frame)
        self.host.stdin.flush()
        return str(self.count)

    def answer(self, identifier: str) -> dict:
        while identifier not in self.answers:
            (length,) = struct.unpack("<I", self.host.stdout.read(4))
            message = json.loads(self.host.stdout.read(length))
            if "id" in message:
                self.answers[message["id"]] = message
        return self.answers[identifier]

    def ask(self, method: str, **params: object) -> dict:
        answer = self.answer(self.begin(method, **params))
        assert "result" in answer, (method, answer)
        return answer["result"]

    def decide(self, method: str, **params: object) -> None:
        """Has a site ask, and the window say yes."""
        page = {"origin": f"https://{DOMAIN}", "tab": 1, "document": "d", "request": f"r{self.count}"}
        asked = self.begin(method, **page, **params)
        while not (waiting := self.ask("approvals.list")["requests"]):
            assert asked not in self.answers, self.answers[asked]
        review = self.ask("approvals.get", id=waiting[0]["id"])
        decided = self.ask("approvals.native", id=waiting[0]["id"], digest=waiting[0]["digest"], review=review["reviewHash"])
        assert decided["state"] == "answered", decided
        self.answer(asked)

    def close(self) -> None:
        self.host.stdin.close()
        self.host.wait(10)
        self.host.stdout.close()


def transactions(user: str) -> dict[str, str]:
    """What a site may ask for: a payment, tokens for SOL through a program that nobody has read, and a danger."""
    import base64

    from solders.hash import Hash
    from solders.instruction import AccountMeta, Instruction
    from solders.message import Message
    from solders.pubkey import Pubkey
    from solders.system_program import TransferParams, transfer
    from solders.transaction import Transaction

    key, stranger = Pubkey.from_string(user), Pubkey.from_string(STRANGER)
    tokens, program = Pubkey.from_bytes(bytes([7]) * 32), Pubkey.from_string("TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA")
    router = Pubkey.from_string("JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4")
    payment = transfer(TransferParams(from_pubkey=key, to_pubkey=stranger, lamports=500_000_000))
    route = Instruction(router, bytes(range(60)), [AccountMeta(key, True, True), AccountMeta(tokens, False, True)])
    metas = [AccountMeta(tokens, False, True), AccountMeta(stranger, False, False), AccountMeta(key, True, False)]
    danger = Instruction(program, bytes([4]) + (2**64 - 1).to_bytes(8, "little"), metas)
    steps = {"transfer": [payment], "swap": [payment, route], "danger": [danger]}
    made = {name: Transaction.new_unsigned(Message.new_with_blockhash(each, key, Hash.default())) for name, each in steps.items()}
    return {name: base64.b64encode(bytes(each)).decode() for name, each in made.items()}


@functools.cache
def noted(language: str) -> list[dict]:
    """Every screen of making, restoring, unlocking, consenting, approving and of what the popup starts, as the agent describes it."""
    folder = new_folder("n-")
    for name in ("sidekey", "sidekey-agent", "sidekey-host", "sidekey-rpc"):
        shutil.copy(programs() / name, folder)
    shutil.copy(ROOT / "Tests/Support/noting_window.py", folder / "sidekey-window")
    (folder / "answers").write_text(json.dumps({"passphrase": PASSPHRASE, "words": WORDS}))
    (folder / "screens").mkdir()
    with pytest.MonkeyPatch.context() as patch:
        # Only named: nothing is drawn.
        patch.setenv("DISPLAY", ":77")
        with Wallet(folder) as wallet:
            extension = Extension(wallet)
            extension.ask("settings.set", language=language)
            extension.ask("vault.setup", kind="create")
            extension.ask("vault.setup", kind="restore", replace=True)
            extension.ask("vault.lock")
            extension.ask("vault.unlock", native=True)
            extension.ask("contacts.add", address=STRANGER, label="Ana", native=True)
            extension.decide("connect")
            for transaction in transactions(wallet.public_key).values():
                extension.decide("signTransaction", tx=transaction)
            extension.decide("signMessage", message="V2VsY29tZS4KCllvdXIgb3JkZXI6IDMgw5cgdGVhLg==")
            extension.decide("signIn", statement="Welcome to the test.", nonce="12345678")
            for kind, params in CEREMONIES.items():
                extension.answer(extension.begin("vault.ceremony", kind=kind, **params))
            extension.close()
            return [json.loads(path.read_text()) for path in sorted((folder / "screens").iterdir())]


# In the least size too, where texts are large and a button is the first thing to be pushed out.
CASES = [*itertools.product(("x11", "wayland"), LANGUAGES, APPEARANCES), *(("x11", language, "small-200") for language in LANGUAGES)]


@pytest.mark.parametrize(("kind", "language", "name"), CASES)
def test_each_screen_is_drawn(kind: str, language: str, name: str):
    gallery = Path(os.environ["SIDEKEY_GALLERY"]) / "window"
    gallery.mkdir(exist_ok=True)
    is_small = name == "small-200"
    screens = noted(language)
    with X11() if kind == "x11" else Wayland() as display, Session(display) as session:
        settings = APPEARANCES["light-200" if is_small else name]
        session.offer_settings(**settings)
        if kind == "x11":
            # The display's own setting, and what the desktop says beside it must not make them larger once more.
            display.set_resolution(96 * settings["scale"])
        with Window(session) as window:
            for number, screen in enumerate(screens):
                if screen["secret"] is not None:
                    window.write(b"\0" + screen["secret"].encode())
                window.send("show", screen["show"])
                if number == 0:
                    display.ready()
                    if is_small:
                        display.resize("^Sidekey$", 360, 480)
                time.sleep(0.6)
                assert window.process.poll() is None
                display.save(gallery / f"{number:02}-{name}-{language}-{kind}.png")
