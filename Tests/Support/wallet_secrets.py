"""Every secret of a wallet, worked out a second time from its phrase, its passphrase and its vault file.

Nothing here shares code with the wallet: BIP-39 and SLIP-0010 by hashlib, the vault by PyNaCl.
"""

import hashlib
import hmac
import struct
from pathlib import Path

from nacl import bindings

MAGIC = b"sidekey vault\n"
HARDENED = 1 << 31
PATH = (44, 501, 0, 0)


def seed(phrase: list[str]) -> bytes:
    """BIP-39, without a passphrase: 64 bytes."""
    return hashlib.pbkdf2_hmac("sha512", " ".join(phrase).encode(), b"mnemonic", 2048)


def derivation(seed_bytes: bytes) -> dict[str, bytes]:
    """SLIP-0010 for Ed25519: the key and the chain code of every step of the path."""
    code = hmac.digest(b"ed25519 seed", seed_bytes, "sha512")
    steps = {"master": code}
    for depth, index in enumerate(PATH):
        data = b"\0" + code[:32] + struct.pack(">I", index | HARDENED)
        code = hmac.digest(code[32:], data, "sha512")
        steps[f"step {depth + 1}"] = code
    return steps


def vault_key(vault: bytes, passphrase: bytes) -> tuple[bytes, bytes]:
    """The vault key and the secrets that it seals, of a vault whose first slot is a passphrase's."""
    assert vault.startswith(MAGIC)
    identifier = vault[20:36]
    slots, kind, count = struct.unpack_from("<HHH", vault, 44)
    assert (slots, kind) == (1, 1), "one slot, a passphrase's"
    body = vault[50 : 50 + count]
    salt, (passes, memory) = body[:16], struct.unpack_from("<II", body, 16)
    wrapped = body[24:]
    material = bindings.crypto_pwhash_alg(
        32, passphrase, salt, passes, memory * 1024, bindings.crypto_pwhash_ALG_ARGON2ID13
    )
    context = b"passphrase" + identifier + body[:24]
    keys = hmac.digest(material, b"sidekey vault slot" + context, "sha512")
    assert keys[32:] == wrapped[:32], "the commitment"
    open_sealed = bindings.crypto_aead_xchacha20poly1305_ietf_decrypt
    key = open_sealed(wrapped[56:], context, wrapped[32:56], keys[:32])

    # Accounts differ in length: the header ends where nonce, count, sealed bytes and checksum fit exactly.
    secrets_key = hmac.digest(key, b"sidekey vault secrets", "sha512")[:32]
    for end in range(50 + count, len(vault) - 60):
        (sealed,) = struct.unpack_from("<I", vault, end + 24)
        if end + 28 + sealed + 32 == len(vault):
            secrets = open_sealed(vault[end + 28 : -32], vault[:end], vault[end : end + 24], secrets_key)
            return key, secrets
    raise AssertionError("no sealed secrets in the vault")


def vault_file(data: Path) -> bytes:
    """The vault of a wallet's folder, found by how it begins."""
    for path in sorted(data.rglob("*")):
        if path.is_file() and (found := path.read_bytes()).startswith(MAGIC):
            return found
    raise AssertionError(f"no vault below {data}")


def all_secrets(data: Path, phrase: list[str], passphrase: str) -> dict[str, bytes]:
    """Name and bytes of everything that must not reach a browser, but for the words themselves."""
    root = seed(phrase)
    key, sealed = vault_key(vault_file(data), passphrase.encode())
    entropy = sealed[6:]
    assert len(entropy) == 32
    secrets = {"entropy": entropy, "seed": root, "vault key": key}
    for name, code in derivation(root).items():
        secrets[f"{name} key"] = code[:32]
        secrets[f"{name} chain code"] = code[32:]
    return secrets
