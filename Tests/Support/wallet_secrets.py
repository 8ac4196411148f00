#!/usr/bin/env python3
"""Every secret of a wallet, worked out a second time from its phrase, its passphrase and its vault file.

    wallet_secrets.py FOLDER    prints them as JSON, name and hex; passphrase and phrase are two lines of standard input

Nothing here shares code with the wallet: BIP-39 and SLIP-0010 by hashlib, the vault by PyNaCl.
"""

import hashlib
import hmac
import json
import struct
import sys
from pathlib import Path

from nacl import bindings
from nacl.exceptions import CryptoError

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


def vault_keys(vault: bytes, passphrase: bytes) -> tuple[dict[str, bytes], bytes]:
    """The keys on the way to the secrets, and the first secret, of a vault with one slot, a passphrase's."""
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
            try:
                sealed_bytes = open_sealed(vault[end + 28 : -32], vault[:end], vault[end : end + 24], secrets_key)
            except CryptoError:
                # A number that fits by chance, inside an account.
                continue
            (first,) = struct.unpack_from("<H", sealed_bytes, 4)
            keys = {"passphrase's key": material, "slot's key": keys[:32], "vault key": key, "secrets key": secrets_key}
            return keys, sealed_bytes[6 : 6 + first]
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
    keys, entropy = vault_keys(vault_file(data), passphrase.encode())
    assert len(entropy) * 3 == len(phrase) * 4
    secrets = {"entropy": entropy, "seed": root, **keys}
    for name, code in derivation(root).items():
        secrets[f"{name} key"] = code[:32]
        secrets[f"{name} chain code"] = code[32:]
    return secrets


def main() -> None:
    passphrase, phrase = sys.stdin.read().splitlines()
    secrets = all_secrets(Path(sys.argv[1]), phrase.split(), passphrase)
    # What Ed25519 signs with is as good as the key (RFC 8032, section 5.1.5), as it comes and with its bits set.
    private = hashlib.sha512(secrets[f"step {len(PATH)} key"]).digest()
    clamped = bytes([private[0] & 248]) + private[1:31] + bytes([private[31] & 63 | 64])
    secrets |= {"scalar": private[:32], "clamped scalar": clamped, "nonce prefix": private[32:]}
    json.dump({name: secret.hex() for name, secret in secrets.items()}, sys.stdout)


if __name__ == "__main__":
    main()
