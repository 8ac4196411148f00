"""A Ledger with its Solana app in software: reports of 64 bytes over a Unix socket, and the app's commands behind them.

    ledger.py SOCKET [--app NAME] [--locked] [--version X.Y.Z] [--blind] [--short] [--user yes|reject|never] [--slow SECONDS] [--phrase WORDS]
              [--noise channel|once|always] [--between first|always|more] [--lie signature|key|short] [--pull COUNT] [--silent]

It prints `ready`, and `waiting` each time its user is asked. It ends with its standard input. Written from LedgerHQ/app-solana (`src/apdu.c`,
`src/handle_sign_message.c`, `src/handle_sign_offchain_message.c`) and LedgerHQ/ledger-secure-sdk (`protocol/src/ledger_protocol.c`), with PyNaCl and
solders; none of it is Sidekey's. Its phrase is the one of Ledger's emulator, whose keys stand in the app's own tests: the key at m/44'/501'/12345' is
3GJzvStsiYZonWE7WTsmt1BpWXkfcgWMGinaDwNs9HBc.

    --noise    other programs' reports come between: of another channel, or of this one (for the first answer, or for each)
    --between  another program's commands come between those of one message: its first one (at the first message, or always), or one that goes on
    --lie      the signature is over something else, the key is another one, or the answer is too short
    --pull     the device is pulled out after so many commands
"""

import argparse
import hashlib
import hmac
import os
import re
import select
import socket
import struct
import sys
import threading
import time

from nacl.signing import SigningKey
from solders.message import Message, MessageV0, from_bytes_versioned
from solders.pubkey import Pubkey

PHRASE = (
    "glory promote mansion idle axis finger extra february uncover one trip resource lawn turtle enact monster seven myth punch hobby comfort wild raise "
    "skin"
)
REPORT, TAG, ROOM = 64, 5, 15_312
OK, LOCKED, REJECTED, BLIND, UNREADABLE, HEADER, FORMAT, SIZE = 0x9000, 0x5515, 0x6985, 0x6808, 0x6A80, 0x6A81, 0x6A82, 0x6A83
NO_INSTRUCTION, NO_CLASS = 0x6D00, 0x6E00
SYSTEM = Pubkey.from_string("11111111111111111111111111111111")
ENVELOPE = b"\xffsolana offchain"


class Status(Exception):
    def __init__(self, word: int) -> None:
        super().__init__(hex(word))
        self.word = word


class Gone(Exception):
    """The device is pulled out, or nobody is there any more."""


def key_at(phrase: str, path: list[int]) -> SigningKey:
    """SLIP-0010 for Ed25519, from BIP-39 without a passphrase."""
    seed = hashlib.pbkdf2_hmac("sha512", phrase.encode(), b"mnemonic", 2048)
    node = hmac.new(b"ed25519 seed", seed, hashlib.sha512).digest()
    for step in path:
        node = hmac.new(node[32:], b"\0" + node[:32] + struct.pack(">I", step), hashlib.sha512).digest()
    return SigningKey(node[:32])


class Wire:
    """The reports of one connection."""

    def __init__(self, connection: socket.socket, options: argparse.Namespace) -> None:
        self.connection = connection
        self.options = options
        self.disturbed = False
        self.channel = 0

    def receive(self) -> bytes:
        """The next command, from reports of one channel in their order; a report with the sequence 0 begins anew."""
        whole, count, expected = b"", 0, 0
        while True:
            report = self.report()
            channel, tag, sequence = struct.unpack(">HBH", report[:5])
            if tag != TAG:
                continue
            if sequence == 0:
                self.channel, whole, expected = channel, report[7:], 0
                count = struct.unpack(">H", report[5:7])[0]
            elif channel == self.channel and sequence == expected:
                whole += report[5:]
            else:
                continue
            expected += 1
            if len(whole) >= count:
                return whole[:count]

    def report(self) -> bytes:
        report = b""
        while len(report) < REPORT:
            part = self.connection.recv(REPORT - len(report))
            if not part:
                raise Gone
            report += part
        return report

    def send(self, answer: bytes) -> None:
        rest, sequence = struct.pack(">H", len(answer)) + answer, 0
        while rest:
            if self.options.noise == "channel":
                self.connection.sendall(self.framed(self.channel ^ 0x0F0F, sequence, os.urandom(59)))
            if self.options.noise == "always" or (self.options.noise == "once" and not self.disturbed):
                self.disturbed = True
                self.connection.sendall(self.framed(self.channel, 7, os.urandom(59)))
            self.connection.sendall(self.framed(self.channel, sequence, rest[:59]))
            rest, sequence = rest[59:], sequence + 1

    @staticmethod
    def framed(channel: int, sequence: int, part: bytes) -> bytes:
        return struct.pack(">HBH", channel, TAG, sequence) + part.ljust(REPORT - 5, b"\0")

    def is_open(self) -> bool:
        readable, _, _ = select.select([self.connection], [], [], 0.05)
        return not readable or self.connection.recv(1, socket.MSG_PEEK) != b""


class Device:
    """The device from its being plugged in to its being pulled out."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.version = tuple(int(part) for part in options.version.split("."))
        self.pending: tuple[int, bytes] | None = None
        self.commands = 0
        self.resets = 0

    def serve(self, wire: Wire) -> None:
        while True:
            command = wire.receive()
            if self.options.silent:
                continue
            try:
                answer = self.answer(command, wire) + struct.pack(">H", OK)
            except Status as status:
                answer = struct.pack(">H", status.word)
            self.commands += 1
            if self.commands == self.options.pull:
                raise Gone
            if self.options.lie == "short" and len(answer) > 2:
                answer = answer[1:]
            wire.send(answer)

    def answer(self, command: bytes, wire: Wire) -> bytes:
        if len(command) < 5 or command[4] != len(command) - 5:
            raise Status(0x6700)
        kind, instruction, p1, p2, data = *command[:4], command[5:]
        if self.options.locked:
            raise Status(LOCKED)
        if (kind, instruction) == (0xB0, 0x01):
            return self.named(self.options.app, self.options.version)
        if kind != 0xE0 or self.options.app == "BOLOS":
            raise Status(NO_CLASS)
        if self.options.app != "Solana":
            # Another app reads the same bytes as something else: here it would sign.
            print("misused", flush=True)
            raise Status(UNREADABLE)
        if instruction == 0x04:
            return bytes([self.options.blind, self.options.short, *self.version])
        if instruction == 0x05:
            return self.public_key(data, p1, wire)
        if instruction in (0x06, 0x07):
            return self.sign(instruction, p1, p2, data, wire)
        raise Status(NO_INSTRUCTION)

    @staticmethod
    def named(name: str, version: str) -> bytes:
        return b"\x01" + bytes([len(name)]) + name.encode() + bytes([len(version)]) + version.encode() + b"\x01\x00"

    def key(self, path: bytes) -> SigningKey:
        count = path[0] if path else 0
        if not 1 <= count <= 5 or len(path) != 1 + 4 * count:
            raise Status(UNREADABLE)
        steps = list(struct.unpack(f">{count}I", path[1:]))
        if steps[:2] != [0x8000002C, 0x800001F5] or any(step < 1 << 31 for step in steps):
            raise Status(UNREADABLE)
        return key_at(self.options.phrase, steps)

    def public_key(self, data: bytes, p1: int, wire: Wire) -> bytes:
        key = bytes(self.key(data).verify_key)
        if p1 == 1:
            self.ask(wire)
        return bytes(32) if self.options.lie == "key" else key

    def sign(self, instruction: int, p1: int, p2: int, data: bytes, wire: Wire) -> bytes:
        if p1 != 1:
            raise Status(BLIND)
        if p2 & 1:
            if self.options.between == "always" or (self.options.between == "first" and self.resets == 0):
                self.resets += 1
                self.pending = None
            if self.pending is None or self.pending[0] != instruction:
                raise Status(UNREADABLE)
            between = b"\x07" if self.options.between == "more" else b""
            data = self.pending[1] + between + data
        self.pending = None
        if len(data) - 1 > ROOM:
            raise Status(SIZE)
        if p2 & 2:
            self.pending = (instruction, data)
            return b""
        if not data or data[0] != 1 or len(data) < 2:
            raise Status(UNREADABLE)
        end = 2 + 4 * data[1]
        key, message = self.key(data[1:end]), data[end:]
        needs_blind = (self.transaction if instruction == 0x06 else self.offchain)(message, bytes(key.verify_key))
        if needs_blind and not self.options.blind:
            raise Status(BLIND)
        self.ask(wire)
        return key.sign(message + (b"!" if self.options.lie == "signature" else b"")).signature

    def transaction(self, message: bytes, key: bytes) -> bool:
        """True if the app can show only a hash."""
        if self.options.between == "more":
            return False
        if message[:1] > b"\x80" or (message[:1] == b"\x80" and self.version < (1, 3, 1)):
            raise Status(UNREADABLE)
        try:
            parsed = from_bytes_versioned(message) if message[:1] == b"\x80" else Message.from_bytes(message)
        except ValueError:
            raise Status(UNREADABLE) from None
        if bytes(parsed) != message and message[:1] != b"\x80":
            raise Status(UNREADABLE)
        if key not in [bytes(each) for each in parsed.account_keys[: parsed.header.num_required_signatures]]:
            raise Status(HEADER)
        if isinstance(parsed, MessageV0) and parsed.address_table_lookups:
            return True
        programs = [parsed.account_keys[each.program_id_index] for each in parsed.instructions]
        return programs != [SYSTEM]

    def offchain(self, message: bytes, key: bytes) -> bool:
        """True if the app can show only a hash."""
        if not message.startswith(ENVELOPE) or len(message) < 18:
            raise Status(HEADER)
        if message[16] == 0 and self.version >= (1, 8, 0):
            form, number, start = message[49], message[50], 51
        elif message[16] == 1 and self.version >= (1, 14, 0):
            form, number, start = None, message[17], 18
        else:
            raise Status(HEADER)
        signers = [message[start + 32 * each : start + 32 * (each + 1)] for each in range(number)]
        text = message[start + 32 * number :]
        if key not in signers:
            raise Status(HEADER)
        if form is not None:
            if len(text) < 2 or struct.unpack("<H", text[:2])[0] != len(text) - 2:
                raise Status(HEADER)
            text = text[2:]
        plain = all(0x20 <= each <= 0x7E or each == 0x0A for each in text)
        if form == 0 and not plain:
            raise Status(FORMAT)
        return not plain

    def ask(self, wire: Wire) -> None:
        print("waiting", flush=True)
        end = time.monotonic() + self.options.slow
        while self.options.user == "never" or time.monotonic() < end:
            if not wire.is_open():
                raise Gone
        if self.options.user == "reject":
            raise Status(REJECTED)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("socket")
    parser.add_argument("--app", default="Solana")
    parser.add_argument("--locked", action="store_true")
    parser.add_argument("--version", default="1.9.0", type=lambda text: text if re.fullmatch(r"\d+\.\d+\.\d+", text) else parser.error("X.Y.Z"))
    parser.add_argument("--blind", action="store_true")
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--user", choices=["yes", "reject", "never"], default="yes")
    parser.add_argument("--slow", type=float, default=0)
    parser.add_argument("--phrase", default=PHRASE)
    parser.add_argument("--noise", choices=["channel", "once", "always"])
    parser.add_argument("--between", choices=["first", "always", "more"])
    parser.add_argument("--lie", choices=["signature", "key", "short"])
    parser.add_argument("--pull", type=int)
    parser.add_argument("--silent", action="store_true")
    return parser.parse_args()


def main() -> None:
    options = arguments()
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(options.socket)
    listener.listen()
    device = Device(options)
    threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
    print("ready", flush=True)
    while True:
        connection, _ = listener.accept()
        with connection:
            try:
                device.serve(Wire(connection, options))
            except (Gone, OSError):
                pass
        if options.pull and device.commands >= options.pull:
            os.unlink(options.socket)
            listener.close()
            threading.Event().wait()


if __name__ == "__main__":
    main()
