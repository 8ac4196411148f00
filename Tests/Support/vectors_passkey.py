#!/usr/bin/env python3
"""Assertions of passkeys by PyPI's cryptography, good and bad, as JSON; all bytes are hex.

    vectors_passkey.py [--seed S]

Each is `{name, error?, algorithm, publicKey, authenticatorData, clientData, signature, challenge, origin, relyingParty}`; `error` is what is
wrong with it. Made as WebAuthn Level 3 says, with none of the wallet's code.
"""

import argparse
import base64
import hashlib
import json
import random
import struct
import sys

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

ORIGIN = "chrome-extension://paccphjjcpbgedjijpjlbemoongimeok"
# What Chromium hashes for an extension: not the rp id, but the whole origin.
RELYING_PARTY = ORIGIN
PRESENT, VERIFIED, ATTESTED, EXTENSIONS = 0x01, 0x04, 0x40, 0x80


class Authenticator:
    def __init__(self, algorithm: int, source: random.Random):
        self.algorithm = algorithm
        if algorithm == -7:
            self.key = ec.derive_private_key(source.randrange(1, 2**255), ec.SECP256R1())
        elif algorithm == -8:
            self.key = ed25519.Ed25519PrivateKey.from_private_bytes(source.randbytes(32))
        else:
            self.key = rsa.generate_private_key(65537, 2048)

    def public_key(self) -> bytes:
        return self.key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)

    def sign(self, message: bytes) -> bytes:
        if self.algorithm == -7:
            return self.key.sign(message, ec.ECDSA(hashes.SHA256()))
        if self.algorithm == -8:
            return self.key.sign(message)
        return self.key.sign(message, padding.PKCS1v15(), hashes.SHA256())


def authenticator_data(relying_party: str, flags: int, counter: int, more: bytes = b"") -> bytes:
    return hashlib.sha256(relying_party.encode()).digest() + bytes([flags]) + struct.pack(">I", counter) + more


def base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", default="sidekey")
    source = random.Random(parser.parse_args().seed)
    vectors = []

    def add(name, error=None, algorithm=-7, flags=PRESENT | VERIFIED, rp=RELYING_PARTY, more=b"", counter=7, client=None, text=None, **changes):
        authenticator = Authenticator(algorithm, source)
        challenge = source.randbytes(32)
        members = {"type": "webauthn.get", "challenge": base64url(challenge), "origin": ORIGIN, "crossOrigin": False}
        members.update(client or {})
        data = (text or json.dumps(members)).replace("@", members["challenge"]).encode()
        authenticated = authenticator_data(rp, flags, counter, more)
        vector = {
            "name": name,
            "error": error,
            "algorithm": algorithm,
            "publicKey": authenticator.public_key(),
            "authenticatorData": authenticated,
            "clientData": data,
            "signature": authenticator.sign(authenticated + hashlib.sha256(data).digest()),
            "challenge": challenge,
            "origin": ORIGIN,
            "relyingParty": RELYING_PARTY,
        }
        for field, change in changes.items():
            vector[field] = change(vector[field])
        vectors.append(vector)

    for algorithm, name in ((-7, "ES256"), (-8, "EdDSA")):
        for number in range(5):
            add(f"{name} {number}", algorithm=algorithm, counter=source.randrange(2**32))
        add(f"{name}: another signature", "signatureInvalid", algorithm, signature=lambda s: s[:-1] + bytes([s[-1] ^ 1]))
        add(f"{name}: a cut signature", "signatureInvalid", algorithm, signature=lambda s: s[:-1])
        add(f"{name}: no signature", "signatureInvalid", algorithm, signature=lambda s: b"")
        other = Authenticator(algorithm, source)
        add(f"{name}: another key", "signatureInvalid", algorithm, publicKey=lambda _, other=other: other.public_key())
        add(f"{name}: a cut key", "publicKeyInvalid", algorithm, publicKey=lambda k: k[:-1])
        add(f"{name}: a longer key", "publicKeyInvalid", algorithm, publicKey=lambda k: k + b"\0")
        # The client data says more after it was signed.
        add(f"{name}: client data changed", "signatureInvalid", algorithm, clientData=lambda c: c.replace(b"false", b"false "))
        add(f"{name}: counter changed", "signatureInvalid", algorithm, authenticatorData=lambda a: a[:-1] + bytes([a[-1] ^ 1]))
    add("a point off the curve", "publicKeyInvalid", publicKey=lambda k: k[:-1] + bytes([k[-1] ^ 1]))
    add("RS256", "publicKeyInvalid", -257)
    add("with extension data", flags=PRESENT | VERIFIED | EXTENSIONS, more=b"\xa0")
    add("no user there", "userNotPresent", flags=VERIFIED)
    add("user not verified", "userNotVerified", flags=PRESENT)
    add("another relying party", "wrongRelyingParty", rp="example.org")
    add("bytes that no flag announces", "authenticatorDataInvalid", more=b"\xa0")
    add("extensions announced and left out", "authenticatorDataInvalid", flags=PRESENT | VERIFIED | EXTENSIONS)
    add("cut authenticator data", "authenticatorDataInvalid", authenticatorData=lambda a: a[:-1])
    add("no authenticator data", "authenticatorDataInvalid", authenticatorData=lambda a: b"")
    add("a registration", "wrongType", client={"type": "webauthn.create"})
    add("another challenge", "wrongChallenge", client={"challenge": base64url(bytes(32))})
    add("an empty challenge", "wrongChallenge", client={"challenge": ""})
    add("a challenge with padding", "wrongChallenge", challenge=lambda c: c + b"\0")
    add("another origin", "wrongOrigin", client={"origin": "https://example.org"})
    add("our origin and a slash", "wrongOrigin", client={"origin": ORIGIN + "/"})
    add("in a frame", "wrongOrigin", client={"crossOrigin": True})
    add("in a frame of", "wrongOrigin", client={"topOrigin": "https://example.org"})
    add("crossOrigin that is no truth value", "wrongOrigin", client={"crossOrigin": "false"})
    add("a member that the standard may add", client={"other_keys_can_be_added_here": "do not compare clientDataJSON against a template."})
    add("no origin", "clientDataInvalid", text='{"type":"webauthn.get","challenge":"@"}')
    add("an origin twice", "clientDataInvalid", text=f'{{"type":"webauthn.get","challenge":"@","origin":"https://evil.example","origin":"{ORIGIN}"}}')
    add("no JSON", "clientDataInvalid", text="webauthn.get")
    add("a list", "clientDataInvalid", text="[]")
    add("too long", "clientDataInvalid", client={"more": "x" * 4096})
    json.dump(vectors, sys.stdout, default=bytes.hex)


if __name__ == "__main__":
    main()
