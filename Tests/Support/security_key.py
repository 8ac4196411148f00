"""A security key in software: CTAPHID reports of 64 bytes over a Unix socket, CTAP 2.0 with `hmac-secret` and PIN protocols 1 and 2 behind them.

    security_key.py SOCKET STATE [--pin PIN] [--touch yes|deny|never|late|pulled] [--lie signature|secrets|rp|nothing] [--protocol 1|2] [--without-secrets]

STATE is the file in which it keeps its credentials, its PIN's retries and its counter, so that a key that is pulled and plugged in is this script
started anew. It ends with its standard input. Written from CTAP 2.1 (sections 6, 11.2 and 12.5), with cbor2 and cryptography; none of it is libfido2's.
"""

import argparse
import hashlib
import hmac
import json
import os
import select
import socket
import struct
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import cbor2
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

REPORT = 64
INIT, CBOR, CANCEL, KEEPALIVE, ERROR = 0x06, 0x10, 0x11, 0x3B, 0x3F
BROADCAST = b"\xff\xff\xff\xff"
OK, EXCLUDED, INVALID, DENIED, CANCELLED, NO_CREDENTIALS, TIMED_OUT = 0x00, 0x19, 0x02, 0x27, 0x2D, 0x2E, 0x2F
PIN_INVALID, PIN_BLOCKED, PIN_AUTH_INVALID, PIN_AUTH_BLOCKED, PIN_NOT_SET, PIN_REQUIRED = 0x31, 0x32, 0x33, 0x34, 0x35, 0x36
MOST_RETRIES, MOST_AT_ONCE = 8, 3


class Refused(Exception):
    def __init__(self, code: int) -> None:
        super().__init__(hex(code))
        self.code = code


class PinProtocol:
    """What both PIN protocols share, for one power-on of the key (section 6.5.4)."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.token = os.urandom(32)

    def agreement(self) -> dict:
        point = self.key.public_key().public_numbers()
        return {1: 2, 3: -25, -1: 1, -2: point.x.to_bytes(32, "big"), -3: point.y.to_bytes(32, "big")}

    def shared(self, peer: dict) -> bytes:
        numbers = ec.EllipticCurvePublicNumbers(int.from_bytes(peer[-2], "big"), int.from_bytes(peer[-3], "big"), ec.SECP256R1())
        agreed = self.key.exchange(ec.ECDH(), numbers.public_key())
        if self.number == 1:
            return hashlib.sha256(agreed).digest()
        made = [HKDF(hashes.SHA256(), 32, bytes(32), info).derive(agreed) for info in (b"CTAP2 HMAC key", b"CTAP2 AES key")]
        return b"".join(made)

    def decrypt(self, key: bytes, sealed: bytes) -> bytes:
        vector, sealed = (bytes(16), sealed) if self.number == 1 else (sealed[:16], sealed[16:])
        opener = Cipher(algorithms.AES(key[-32:]), modes.CBC(vector)).decryptor()
        return opener.update(sealed) + opener.finalize()

    def encrypt(self, key: bytes, plain: bytes) -> bytes:
        vector = bytes(16) if self.number == 1 else os.urandom(16)
        sealer = Cipher(algorithms.AES(key[-32:]), modes.CBC(vector)).encryptor()
        return (b"" if self.number == 1 else vector) + sealer.update(plain) + sealer.finalize()

    def code(self, key: bytes, message: bytes) -> bytes:
        made = hmac.new(key[:32], message, hashlib.sha256).digest()
        return made[:16] if self.number == 1 else made


class SecurityKey:
    """The key from its being plugged in to its being pulled: a connection may end and another begin."""

    wait: Callable[[], None]

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.file = Path(options.state)
        kept = json.loads(self.file.read_text()) if self.file.exists() else {}
        self.credentials: dict[str, dict] = kept.get("credentials", {})
        self.retries: int = kept.get("retries", MOST_RETRIES)
        self.counter: int = kept.get("counter", 0)
        self.wrong_in_row = 0
        self.protocols = {number: PinProtocol(number) for number in ([2, 1] if options.protocol == 2 else [1])}

    def keep(self) -> None:
        self.file.write_text(json.dumps({"credentials": self.credentials, "retries": self.retries, "counter": self.counter}))

    def answer(self, message: bytes) -> bytes:
        commands = {0x01: self.make, 0x02: self.use, 0x04: self.info, 0x06: self.client_pin}
        try:
            if message[0] not in commands:
                raise Refused(0x01)
            answered = commands[message[0]](cbor2.loads(message[1:]) if len(message) > 1 else {})
        except Refused as refused:
            return bytes([refused.code])
        return bytes([OK]) + cbor2.dumps(answered, canonical=True)

    def info(self, _: dict) -> dict:
        extensions = [] if self.options.without_secrets else ["hmac-secret"]
        options = {"rk": True, "up": True, "clientPin": self.options.pin is not None}
        return {1: ["FIDO_2_0"], 2: extensions, 3: bytes(16), 4: options, 5: 1200, 6: list(self.protocols)}

    def make(self, asked: dict) -> dict:
        verified = self.verified(asked, 8, 9, asked[1])
        if any(each["id"].hex() in self.credentials for each in asked.get(5, [])):
            self.touched()
            raise Refused(EXCLUDED)
        self.touched()
        identifier, private = os.urandom(48), ec.generate_private_key(ec.SECP256R1())
        secret = private.private_bytes(serialization.Encoding.DER, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        randoms = [os.urandom(32).hex(), os.urandom(32).hex()]
        self.credentials[identifier.hex()] = {"rp": asked[2]["id"], "key": secret.hex(), "randoms": randoms}
        self.keep()
        point = private.public_key().public_numbers()
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32, "big"), -3: point.y.to_bytes(32, "big")}, canonical=True)
        attested = bytes(16) + struct.pack(">H", len(identifier)) + identifier + public
        extension = cbor2.dumps({"hmac-secret": True})
        data = self.authenticator_data(asked[2]["id"], 0xC1 | verified, attested + extension)
        return {1: "packed", 2: data, 3: {"alg": -7, "sig": self.signed(private, data + asked[1])}}

    def use(self, asked: dict) -> dict:
        named = [each["id"].hex() for each in asked.get(3, [])]
        found = [name for name in named if self.credentials.get(name, {}).get("rp") == asked[1]]
        verified = self.verified(asked, 6, 7, asked[2])
        if not found:
            raise Refused(NO_CREDENTIALS)
        credential = self.credentials[found[0]]
        present = asked.get(5, {}).get("up", True)
        if present:
            self.touched()
        secrets = asked.get(4, {}).get("hmac-secret")
        extension = b"" if secrets is None else cbor2.dumps({"hmac-secret": self.secrets(secrets, credential["randoms"][verified != 0])})
        data = self.authenticator_data(asked[1], (0x01 if present else 0) | verified | (0x80 if extension else 0), extension)
        private = serialization.load_der_private_key(bytes.fromhex(credential["key"]), None)
        return {1: {"id": bytes.fromhex(found[0]), "type": "public-key"}, 2: data, 3: self.signed(private, data + asked[2])}

    def secrets(self, asked: dict, random: str) -> bytes:
        protocol = self.protocols[asked.get(4, 1)]
        key = protocol.shared(asked[1])
        if not hmac.compare_digest(protocol.code(key, asked[2]), asked[3]):
            raise Refused(INVALID)
        salts = protocol.decrypt(key, asked[2])
        if self.options.lie == "secrets":
            salts = salts[:32]
        made = [hmac.new(bytes.fromhex(random), salts[start : start + 32], hashlib.sha256).digest() for start in range(0, len(salts), 32)]
        return protocol.encrypt(key, b"".join(made))

    def verified(self, asked: dict, code: int, number: int, challenge: bytes) -> int:
        """Returns the flag of a user who gave the PIN."""
        if code not in asked:
            # A key with a PIN makes nothing without it.
            if self.options.pin is not None and code == 8:
                raise Refused(PIN_REQUIRED)
            return 0
        protocol = self.protocols[asked[number]]
        if not hmac.compare_digest(protocol.code(protocol.token, challenge), asked[code]):
            raise Refused(PIN_AUTH_INVALID)
        return 0x04

    def client_pin(self, asked: dict) -> dict:
        protocol = self.protocols[asked.get(1, 1)]
        if asked[2] == 1:
            return {3: self.retries}
        if asked[2] == 2:
            return {1: protocol.agreement()}
        if asked[2] != 5:
            raise Refused(INVALID)
        if self.options.pin is None:
            raise Refused(PIN_NOT_SET)
        if self.retries == 0:
            raise Refused(PIN_BLOCKED)
        if self.wrong_in_row == MOST_AT_ONCE:
            raise Refused(PIN_AUTH_BLOCKED)
        key = protocol.shared(asked[3])
        self.retries -= 1
        self.keep()
        if protocol.decrypt(key, asked[6]) != hashlib.sha256(self.options.pin.encode()).digest()[:16]:
            protocol.key = ec.generate_private_key(ec.SECP256R1())
            self.wrong_in_row += 1
            if self.retries == 0:
                raise Refused(PIN_BLOCKED)
            raise Refused(PIN_AUTH_BLOCKED if self.wrong_in_row == MOST_AT_ONCE else PIN_INVALID)
        self.retries, self.wrong_in_row = MOST_RETRIES, 0
        self.keep()
        return {2: protocol.encrypt(key, protocol.token)}

    def touched(self) -> None:
        if self.options.touch == "deny":
            raise Refused(DENIED)
        if self.options.touch == "pulled":
            sys.exit()
        if self.options.touch == "late":
            raise Refused(TIMED_OUT)
        if self.options.touch == "never":
            print("waiting", flush=True)
            while True:
                self.wait()

    def authenticator_data(self, relying_party: str, flags: int, rest: bytes) -> bytes:
        self.counter += 1
        self.keep()
        named = "somebody.example" if self.options.lie == "rp" else relying_party
        return hashlib.sha256(named.encode()).digest() + bytes([flags]) + struct.pack(">I", self.counter) + rest

    def signed(self, private: ec.EllipticCurvePrivateKey, message: bytes) -> bytes:
        return private.sign(b"another" + message if self.options.lie == "signature" else message, ec.ECDSA(hashes.SHA256()))


def report(peer: socket.socket) -> bytes:
    read = b""
    while len(read) < REPORT:
        part = peer.recv(REPORT - len(read))
        if not part:
            raise ConnectionError
        read += part
    return read


def send(peer: socket.socket, channel: bytes, command: int, message: bytes) -> None:
    """Sends a message in as many reports as it takes (section 11.2.4)."""
    reports = [channel + bytes([0x80 | command]) + struct.pack(">H", len(message)) + message[:57]]
    for number, start in enumerate(range(57, len(message), 59)):
        reports.append(channel + bytes([number]) + message[start : start + 59])
    for each in reports:
        peer.sendall(each.ljust(REPORT, b"\0"))


def serve(peer: socket.socket, key: SecurityKey) -> None:
    channel = struct.pack(">I", 1)

    def wait() -> None:
        send(peer, channel, KEEPALIVE, b"\x02")
        deadline = time.monotonic() + 0.2
        while (left := deadline - time.monotonic()) > 0:
            if select.select([peer], [], [], left)[0] and report(peer)[4] == 0x80 | CANCEL:
                print("cancelled", flush=True)
                raise Refused(CANCELLED)

    key.wait = wait
    while True:
        first = report(peer)
        command, count = first[4] & 0x7F, struct.unpack(">H", first[5:7])[0]
        message = first[7:]
        while len(message) < count:
            message += report(peer)[5:]
        message = message[:count]
        if command == INIT:
            send(peer, first[:4], INIT, message[:8] + channel + bytes([2, 1, 0, 0, 0x04 | 0x08]))
        elif command == CBOR:
            if key.options.lie == "nothing" and message[0] == 0x02:
                send(peer, channel, CBOR, b"")
            else:
                send(peer, channel, CBOR, key.answer(message))
        elif command != CANCEL:
            send(peer, channel, ERROR, b"\x01")


def end_with_parent() -> None:
    sys.stdin.buffer.read()
    os._exit(0)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("socket")
    parser.add_argument("state")
    parser.add_argument("--pin")
    parser.add_argument("--touch", choices=["yes", "deny", "never", "late", "pulled"], default="yes")
    parser.add_argument("--lie", choices=["signature", "secrets", "rp", "nothing"])
    parser.add_argument("--protocol", type=int, choices=[1, 2], default=2)
    parser.add_argument("--without-secrets", action="store_true")
    options = parser.parse_args()
    threading.Thread(target=end_with_parent, daemon=True).start()
    with socket.socket(socket.AF_UNIX) as listener:
        Path(options.socket).unlink(missing_ok=True)
        listener.bind(options.socket)
        listener.listen()
        print("ready", flush=True)
        key = SecurityKey(options)
        while True:
            peer, _ = listener.accept()
            with peer:
                try:
                    serve(peer, key)
                except (ConnectionError, Refused):
                    continue


if __name__ == "__main__":
    main()
