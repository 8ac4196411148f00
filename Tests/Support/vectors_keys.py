#!/usr/bin/env python3
"""Keys, seeds and vaults by other implementations, as JSON; all bytes are hex.

    vectors_keys.py salt [--count N] [--seed S]     primitives: OpenSSL, PyCryptodome, argon2-cffi, PyNaCl, solders
    vectors_keys.py phrases [--count N] [--seed S]  BIP-39 and SLIP-0010 by bip_utils and mnemonic, every word count
    vectors_keys.py keys [--count N] [--seed S]     private keys as solana-keygen files and in Base58, by solders
    vectors_keys.py keygen [--count N] [--seed S]   phrases and their addresses without a path, as solana-keygen's default has them, by solders
    vectors_keys.py numberings [--count N] [--seed S]  phrases and the addresses at the paths of other wallets, by bip_utils
    vectors_keys.py open FILE                       opens a vault file with the passphrase from standard input
    vectors_keys.py older FILE                      writes one of format 1 under that passphrase, and says what is in it

`open` and `older` know the format from docs/vault-format.md only and share no code with the wallet, libsodium included.
"""

import argparse
import hashlib
import hmac
import json
import os
import random
import secrets
import struct
import sys
import unicodedata

from argon2.low_level import Type, hash_secret_raw
from Crypto.Cipher import ChaCha20_Poly1305


def argon2id(passphrase, salt, passes, kibibytes, count=32):
    return hash_secret_raw(
        passphrase, salt, time_cost=passes, memory_cost=kibibytes, parallelism=1, hash_len=count, type=Type.ID
    )


def seal(key, nonce, message, additional):
    cipher = ChaCha20_Poly1305.new(key=key, nonce=nonce)
    cipher.update(additional)
    ciphertext, tag = cipher.encrypt_and_digest(message)
    return ciphertext + tag


def unseal(key, nonce, sealed, additional):
    cipher = ChaCha20_Poly1305.new(key=key, nonce=nonce)
    cipher.update(additional)
    return cipher.decrypt_and_verify(sealed[:-16], sealed[-16:])


def salt_vectors(count, seed):
    import nacl.bindings
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
    from solders.pubkey import Pubkey

    source = random.Random(seed)
    bytes_ = source.randbytes
    vectors = {name: [] for name in ("sign", "box", "aead", "hash", "passphrase", "pbkdf2", "curve")}
    for number in range(count):
        message = bytes_(source.randint(0, 300))

        secret = bytes_(32)
        key = Ed25519PrivateKey.from_private_bytes(secret)
        vectors["sign"].append(
            {
                "seed": secret,
                "publicKey": key.public_key().public_bytes_raw(),
                "message": message,
                "signature": key.sign(message),
            }
        )

        ours, theirs = (X25519PrivateKey.from_private_bytes(bytes_(32)) for _ in range(2))
        point, nonce = theirs.public_key().public_bytes_raw(), bytes_(24)
        boxed = nacl.bindings.crypto_box(message, nonce, point, ours.private_bytes_raw())
        shared = nacl.bindings.crypto_box_beforenm(point, ours.private_bytes_raw())
        vectors["box"].append(
            {
                "secretKey": ours.private_bytes_raw(),
                "publicKey": point,
                "ownPublicKey": ours.public_key().public_bytes_raw(),
                "product": ours.exchange(theirs.public_key()),
                "nonce": nonce,
                "message": message,
                "box": boxed,
                "secretBox": nacl.bindings.crypto_secretbox(message, nonce, shared),
            }
        )

        key, additional = bytes_(32), bytes_(source.randint(0, 100))
        vectors["aead"].append(
            {
                "key": key,
                "nonce": nonce,
                "additional": additional,
                "message": message,
                "sealed": seal(key, nonce, message, additional),
            }
        )

        key = bytes_(source.choice([0, 1, 64, 128, 129, 200]))
        vectors["hash"].append(
            {
                "key": key,
                "message": message,
                "sha256": hashlib.sha256(message).digest(),
                "sha512": hashlib.sha512(message).digest(),
                "hmac": hmac.digest(key, message, "sha512"),
            }
        )

        rounds, length = source.randint(1, 50), source.randint(1, 64)
        vectors["pbkdf2"].append(
            {
                "password": message,
                "salt": key,
                "rounds": rounds,
                "derived": hashlib.pbkdf2_hmac("sha512", message, key, rounds, length),
            }
        )

    for passes, kibibytes in [(1, 8), (2, 64), (3, 1024), (1, 8192)]:
        passphrase, salt = bytes_(source.randint(0, 60)), bytes_(16)
        vectors["passphrase"].append(
            {
                "passphrase": passphrase,
                "salt": salt,
                "passes": passes,
                "kibibytes": kibibytes,
                "derived": argon2id(passphrase, salt, passes, kibibytes),
            }
        )

    prime = 2**255 - 19
    points = [bytes_(32) for _ in range(count * 20)]
    # Every y near 0 and near the prime, reduced or not, with either sign: the spellings on which decoders differ.
    for y in [*range(30), *range(prime - 30, 2**255)]:
        points += [y.to_bytes(32, "little"), (y | 1 << 255).to_bytes(32, "little")]
    vectors["curve"] = [{"bytes": point, "isOnCurve": Pubkey(point).is_on_curve()} for point in points]
    return vectors


# What normalisation has to take apart, join in its order, or leave: compatibility forms, marks in the wrong order, Hangul, emoji.
PASSPHRASES = [
    "",
    "TREZOR",
    "\u212b \u00c5 A\u030a",
    "\u1e9b\u0323 \ufdfa \ufb01 \u2460 \u00bd",
    "a\u0315\u0300\u05ae\u0062",
    "\ud55c\uae00 \u1112\u1161\u11ab",
    "\u334d\u30ac\u30d0\u30f4\u30a1\u3071\u3070\u3050\u309e\u3061\u3062\u5341\u4eba\u5341\u8272",
    "\U0001f511\U0001f469\u200d\U0001f680\U0001d400",
    "\u0344\u0340\u0341\u0374\u037e\u2126",
    "\ufdfa" * 341,
]


def passphrase(source):
    """Assigned characters of Unicode 14, with many combining marks; no control characters."""
    while True:
        planes = [(0x20, 0x7F), (0xA0, 0x250), (0x300, 0x370), (0x300, 0x370), (0x590, 0x6FF), (0xAC00, 0xD7A4), (0xA0, 0x20000)]
        text = "".join(chr(source.randrange(*source.choice(planes))) for _ in range(source.randint(1, 40)))
        if all(unicodedata.category(character) not in ("Cc", "Cs", "Cn") for character in text):
            return text


def seeds(phrase, passphrases):
    from bip_utils import Bip39SeedGenerator
    from mnemonic import Mnemonic

    for text in passphrases:
        derived = Mnemonic.to_seed(phrase, text)
        assert derived == Bip39SeedGenerator(phrase).Generate(text), "mnemonic and bip_utils disagree"
        normal = unicodedata.normalize("NFKD", text).encode()
        yield {"passphrase": text.encode(), "normal": normal, "seed": derived}


def phrase_vectors(count, seed):
    from bip_utils import Bip32Slip10Ed25519, Bip44, Bip44Changes, Bip44Coins
    from mnemonic import Mnemonic

    source = random.Random(seed)
    words = Mnemonic("english")
    phrases = []
    for size in (16, 20, 24, 28, 32):
        entropies = [bytes(size), b"\x7f" * size, b"\x80" * size, b"\xff" * size]
        for entropy in entropies + [source.randbytes(size) for _ in range(count)]:
            phrase = words.to_mnemonic(entropy)
            derived = Mnemonic.to_seed(phrase, "")
            account = Bip44.FromSeed(derived, Bip44Coins.SOLANA).Purpose().Coin().Account(0).Change(Bip44Changes.CHAIN_EXT)
            indices = [source.randint(0, 2**31 - 1) for _ in range(source.randint(0, 5))]
            path = "m" + "".join(f"/{index}'" for index in indices)
            key = Bip32Slip10Ed25519.FromSeed(derived)
            if indices:
                key = key.DerivePath(path)
            phrases.append(
                {
                    "entropy": entropy,
                    "phrase": phrase,
                    "seed": derived,
                    "protected": list(seeds(phrase, PASSPHRASES if entropy == bytes(size) else [passphrase(source)])),
                    "address": account.PublicKey().ToAddress(),
                    "indices": indices,
                    "path": path,
                    "publicKey": key.PublicKey().RawCompressed().ToBytes()[1:],
                }
            )
    return {"phrases": phrases, "list": hashlib.sha256(("\n".join(words.wordlist) + "\n").encode()).digest()}


def key_vectors(count, seed):
    from solders.keypair import Keypair

    source = random.Random(seed)
    seeds = [source.randbytes(32) for _ in range(count)] + [bytes(2) + source.randbytes(30)]
    keys = [(seed, Keypair.from_seed(seed)) for seed in seeds]
    return [{"seed": seed, "json": key.to_json(), "base58": str(key)} for seed, key in keys]


# As other wallets write them: Phantom's documentation and MetaMask's deriveSolanaKeypair.ts; Trust Wallet and Ledger; Backpack's
# derivationPaths.ts (getIndexedPath, legacyBip44Indexed).
NUMBERINGS = ["m/44'/501'/{}'/0'", "m/44'/501'/{}'", "m/44'/501'/0'/0'/{}'"]


def numbering_vectors(count, seed):
    from bip_utils import Bip32Slip10Ed25519
    from mnemonic import Mnemonic

    source = random.Random(seed)
    words = Mnemonic("english")
    paths = [numbering.format(number) for numbering in NUMBERINGS for number in (*range(5), 49)] + ["m/44'/501'"]
    vectors = []
    for _ in range(count):
        phrase = words.to_mnemonic(source.randbytes(source.choice([16, 32])))
        key = Bip32Slip10Ed25519.FromSeed(Mnemonic.to_seed(phrase, ""))
        addresses = {path: base58_of(key.DerivePath(path).PublicKey().RawCompressed().ToBytes()[1:]) for path in paths}
        vectors.append({"phrase": phrase, "paths": addresses})
    return vectors


def base58_of(data):
    import base58

    return base58.b58encode(data).decode()


class Reader:
    def __init__(self, data):
        self.data, self.offset = data, 0

    def take(self, count):
        assert self.offset + count <= len(self.data), "cut"
        self.offset += count
        return self.data[self.offset - count : self.offset]

    def integer(self, size):
        return int.from_bytes(self.take(size), "little")


def open_vault(path, passphrase, outputs):
    with open(path, "rb") as file:
        data = file.read()
    contents, checksum = data[:-32], data[-32:]
    assert hashlib.sha256(contents).digest() == checksum, "checksum"
    reader = Reader(contents)
    assert reader.take(14) == b"sidekey vault\n", "head"
    version = reader.integer(2)
    assert version in (1, 2, 3, 4, 5, 6, 7), "format"
    flags, identifier, generation = reader.integer(4), reader.take(16), reader.integer(8)

    slots = []
    for _ in range(reader.integer(2)):
        kind = reader.integer(2)
        slots.append((kind, Reader(reader.take(reader.integer(2)))))
    accounts = []
    for _ in range(reader.integer(2)):
        public_key, secret = reader.take(32), reader.integer(2)
        hidden = version > 1 and bool(reader.integer(1))
        indices = [reader.integer(4) for _ in range(reader.integer(1))]
        signer = ("vault", "ledger", "hardware-token")[reader.integer(1)] if version >= 6 and secret == 0xFFFF else "vault"
        token = None
        if signer == "hardware-token":
            library = reader.take(reader.integer(2)).decode()
            folders = [reader.take(reader.integer(2)).decode() for _ in range(reader.integer(1))]
            serial, name = (reader.take(reader.integer(2)).decode() for _ in range(2))
            token = {"library": library, "folders": folders, "serial": serial, "label": name}
        label = reader.take(reader.integer(1)).decode()
        accounts.append({"publicKey": public_key, "secret": secret, "indices": indices, "label": label, "hidden": hidden, "signer": signer, "token": token})
    header = contents[: reader.offset]
    nonce = reader.take(24)
    sealed = reader.take(reader.integer(4))
    assert reader.offset == len(contents), "excess"

    (slot,) = [slot for kind, slot in slots if kind == 1]
    salt, passes, kibibytes = slot.take(16), slot.integer(4), slot.integer(4)
    context = b"passphrase" + identifier + salt + struct.pack("<II", passes, kibibytes)
    vault_key = unwrap(argon2id(passphrase, salt, passes, kibibytes), context, slot)
    passkeys = [passkey(slot, identifier) for kind, slot in slots if kind == 2]
    security_keys = [security_key(slot, identifier) for kind, slot in slots if kind == 3]
    tpms = [tpm(slot, identifier) for kind, slot in slots if kind == 4]
    outside = {account["signer"] for account in accounts}
    newest = 7 if "hardware-token" in outside else 6 if "ledger" in outside else 5 if tpms else 4 if security_keys else None
    assert version == newest if newest else version < 4, "format"
    # An authenticator's output for the first salt, where the caller has one.
    for entry in passkeys + security_keys + tpms:
        if entry["credential"] in outputs:
            assert unwrap(outputs[entry["credential"]], entry["context"], entry["slot"]) == vault_key, "passkey"
            entry["opened"] = True
    secrets_key = hmac.digest(vault_key, b"sidekey vault secrets", "sha512")[:32]
    reader = Reader(unseal(secrets_key, nonce, sealed, header))
    secrets = []
    for _ in range(reader.integer(2)):
        kind = reader.integer(2)
        secrets.append({"kind": kind, "body": reader.take(reader.integer(2))})
    assert reader.offset == len(reader.data)
    return {
        "unattended": bool(flags & 1),
        "identifier": identifier,
        "generation": generation,
        "passes": passes,
        "kibibytes": kibibytes,
        "accounts": accounts,
        "entropy": secrets[0]["body"],
        "secrets": secrets,
        "passkeys": [{name: entry[name] for name in ("name", "credential", "opened")} for entry in passkeys],
        "securityKeys": [{name: entry[name] for name in ("name", "credential", "opened", "pin", "counter")} for entry in security_keys],
        "tpms": [{name: entry[name] for name in ("name", "created", "opened")} for entry in tpms],
    }


def write_older_vault(path, passphrase):
    """As every wallet was before there were policies; the phrase is everybody's, at three of the usual paths."""
    from bip_utils import Bip32Slip10Ed25519
    from mnemonic import Mnemonic

    entropy, passes, kibibytes = bytes(16), 1, 8192
    identifier, vault_key, salt = (secrets.token_bytes(count) for count in (16, 32, 16))
    key = Bip32Slip10Ed25519.FromSeed(Mnemonic.to_seed(Mnemonic("english").to_mnemonic(entropy), ""))
    accounts = []
    for label, indices in [("Account 1", (44, 501, 0, 0)), ("Sp\u00e4ter", (44, 501, 1, 0)), ("Account 3", (44, 501))]:
        derived = key.DerivePath("m" + "".join(f"/{index}'" for index in indices))
        public_key = derived.PublicKey().RawCompressed().ToBytes()[1:]
        accounts.append({"publicKey": public_key, "indices": indices, "label": label})

    context = b"passphrase" + identifier + salt + struct.pack("<II", passes, kibibytes)
    keys = hmac.digest(argon2id(passphrase, salt, passes, kibibytes), b"sidekey vault slot" + context, "sha512")
    nonce = secrets.token_bytes(24)
    slot = salt + struct.pack("<II", passes, kibibytes) + keys[32:] + nonce + seal(keys[:32], nonce, vault_key, context)

    header = b"sidekey vault\n" + struct.pack("<HI", 1, 0) + identifier + struct.pack("<Q", 3)
    header += struct.pack("<HHH", 1, 1, len(slot)) + slot + struct.pack("<H", len(accounts))
    for account in accounts:
        header += account["publicKey"] + struct.pack("<HB", 0, len(account["indices"]))
        header += struct.pack(f"<{len(account['indices'])}I", *account["indices"])
        label = account["label"].encode()
        header += bytes([len(label)]) + label
    nonce = secrets.token_bytes(24)
    secrets_key = hmac.digest(vault_key, b"sidekey vault secrets", "sha512")[:32]
    sealed = seal(secrets_key, nonce, struct.pack("<HHH", 1, 1, len(entropy)) + entropy, header)
    contents = header + nonce + struct.pack("<I", len(sealed)) + sealed
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(contents + hashlib.sha256(contents).digest())
    return {"accounts": accounts}


def unwrap(material, context, slot):
    keys = hmac.digest(material, b"sidekey vault slot" + context, "sha512")
    assert slot.take(32) == keys[32:], "commitment"
    nonce = slot.take(24)
    key = unseal(keys[:32], nonce, slot.take(48), context)
    assert slot.offset == len(slot.data)
    return key


def security_key(slot, identifier):
    flags, counter = slot.integer(1), slot.integer(4)
    assert flags in (0, 1), "flags"
    return passkey(slot, identifier, b"security key") | {"pin": flags == 1, "counter": counter}


def tpm(slot, identifier):
    created, name, parent = slot.integer(8), slot.take(slot.integer(1)).decode(), slot.take(34)
    public = slot.take(slot.integer(2))
    slot.take(slot.integer(2))
    # Named by its kind: a wallet has one.
    return {"name": name, "created": created, "credential": b"tpm", "context": b"tpm" + identifier + parent + public, "slot": slot, "opened": False}


def passkey(slot, identifier, kind=b"passkey"):
    salt, _ = slot.take(32), slot.take(32)
    start = slot.offset
    slot.integer(8)
    name = slot.take(slot.integer(1)).decode()
    slot.take(slot.integer(1))
    credential = slot.take(slot.integer(2))
    slot.integer(4)
    slot.take(slot.integer(2))
    context = kind + identifier + salt + slot.data[start : slot.offset]
    return {"name": name, "credential": credential, "context": context, "slot": slot, "opened": False}


def keygen_vectors(count, seed):
    from mnemonic import Mnemonic
    from solders.keypair import Keypair

    source, vectors = random.Random(seed), []
    for number in range(count):
        phrase = Mnemonic("english").to_mnemonic(source.randbytes((16, 32)[number % 2]))
        passphrase = ("", "TREZOR", "correct horse")[number % 3]
        address = str(Keypair.from_seed_phrase_and_passphrase(phrase, passphrase).pubkey())
        vectors.append({"phrase": phrase, "passphrase": passphrase, "address": address})
    return vectors


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["salt", "phrases", "keys", "keygen", "numberings", "open", "older"])
    parser.add_argument("file", nargs="?")
    parser.add_argument("--output", action="append", default=[], help="CREDENTIAL=OUTPUT of a passkey, hex")
    parser.add_argument("--count", type=int, default=8)
    parser.add_argument("--seed", default="sidekey")
    options = parser.parse_args()
    if options.what == "salt":
        answer = salt_vectors(options.count, options.seed)
    elif options.what == "phrases":
        answer = phrase_vectors(options.count, options.seed)
    elif options.what == "keys":
        answer = key_vectors(options.count, options.seed)
    elif options.what == "keygen":
        answer = keygen_vectors(options.count, options.seed)
    elif options.what == "numberings":
        answer = numbering_vectors(options.count, options.seed)
    elif options.what == "older":
        answer = write_older_vault(options.file, sys.stdin.buffer.read())
    else:
        outputs = dict(map(bytes.fromhex, output.split("=")) for output in options.output)
        answer = open_vault(options.file, sys.stdin.buffer.read(), outputs)
    json.dump(answer, sys.stdout, default=bytes.hex)


if __name__ == "__main__":
    main()
