"""Secrets sealed as docs/protocol.md says, by PyPI's pyhpke: no code of the wallet's."""

import base64

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from pyhpke import AEADId, CipherSuite, KDFId, KEMId, KEMKeyPair

SUITE = CipherSuite.new(KEMId.DHKEM_X25519_HKDF_SHA256, KDFId.HKDF_SHA256, AEADId.AES256_GCM)
INFO = b"sidekey secret v1"
BLOCK = 64


def authenticated(method: str, parameter: str) -> bytes:
    return f"{method}\n{parameter}".encode()


def public_key(private_key: bytes) -> bytes:
    return X25519PrivateKey.from_private_bytes(private_key).public_key().public_bytes_raw()


def padded(secret: bytes) -> bytes:
    plaintext = len(secret).to_bytes(2, "little") + secret
    return plaintext + bytes(-len(plaintext) % BLOCK)


def unpadded(plaintext: bytes) -> bytes:
    secret = plaintext[2 : 2 + int.from_bytes(plaintext[:2], "little")]
    assert plaintext == padded(secret), "not the one spelling of a secret"
    return secret


def seal_bytes(
    recipient: bytes, aad: bytes, plaintext: bytes, info: bytes = INFO, ephemeral: bytes | None = None
) -> tuple[bytes, bytes]:
    """`enc` and ciphertext of a plaintext that is padded already; `ephemeral` is the sender's private key."""
    keys = None
    if ephemeral is not None:
        private = SUITE.kem.deserialize_private_key(ephemeral)
        keys = KEMKeyPair(private, SUITE.kem.deserialize_public_key(public_key(ephemeral)))
    enc, sender = SUITE.create_sender_context(SUITE.kem.deserialize_public_key(recipient), info=info, eks=keys)
    return enc, sender.seal(plaintext, aad=aad)


def open_bytes(private_key: bytes, aad: bytes, enc: bytes, ciphertext: bytes) -> bytes:
    recipient = SUITE.create_recipient_context(enc, SUITE.kem.deserialize_private_key(private_key), info=INFO)
    return recipient.open(ciphertext, aad=aad)


def sealed(sealing_key: str, method: str, parameter: str, secret: str | bytes) -> dict[str, str]:
    """The parameter as it travels, sealed to the `sealingKey` that `hello` answered."""
    data = secret.encode() if isinstance(secret, str) else secret
    enc, ciphertext = seal_bytes(base64.b64decode(sealing_key), authenticated(method, parameter), padded(data))
    return {"enc": base64.b64encode(enc).decode(), "ciphertext": base64.b64encode(ciphertext).decode()}
