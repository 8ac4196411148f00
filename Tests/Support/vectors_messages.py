#!/usr/bin/env python3
"""Sign-in texts and off-chain messages, one JSON object a line, written by code that shares nothing with Sidekey's.

    vectors_messages.py signin [--count N] [--seed S]      texts as the Wallet Standard's own package builds and reads them
    vectors_messages.py offchain [--count N] [--seed S]    envelopes of both versions
    vectors_messages.py signed [--count N] [--seed S]      the same, signed by PyNaCl for one signer, addresses in base58

The text of a sign-in is put together as `createSignInMessageText` does it and read by the expression of `parseSignInMessageText`
(wallet-standard-util); an envelope is packed by `struct` from the tables of the specification (SRFC 3).
"""

import argparse
import json
import random
import re
import struct
import sys

import base58
import nacl.signing

LABELS = ["URI", "Version", "Chain ID", "Nonce", "Issued At", "Expiration Time", "Not Before", "Request ID"]
WORDS = ["Welcome!", "Sign", "in", "to", "the", "exchange", "(beta)", "no", "gas", "fees,", "just", "a", "signature."]


def sign_in(draw):
    address = base58.b58encode(draw.randbytes(32)).decode()
    domain = draw.choice(["example.org", "app.example.org:8443", "localhost:3000", "xn--bcher-kva.example"])
    scheme = draw.choice([None, None, None, "https"])
    statement = " ".join(draw.choices(WORDS, k=draw.randint(1, 9))) if draw.random() < 0.6 else None
    choices = {
        "URI": [f"https://{domain}/login?x=1&y=%20#z", "https://example.org"],
        "Version": ["1"],
        "Chain ID": ["mainnet", "devnet", "solana:mainnet", "solana:testnet"],
        "Nonce": ["12345678", "aB3dE5gH9", "0" * 40],
        "Issued At": ["2026-11-22T05:30:00Z", "2026-11-22T05:30:00.123Z", "2026-11-22T06:30:00+01:00"],
        "Expiration Time": ["2026-11-22T05:40:00Z"],
        "Not Before": ["2026-11-22T05:20:00Z"],
        "Request ID": ["some-id.1", "a@b:c!$&"],
    }
    fields = {label: draw.choice(choices[label]) for label in LABELS if draw.random() < 0.5}
    resources = [f"ipfs://bafy{i}/" for i in range(draw.randint(0, 3))] if draw.random() < 0.3 else None

    text = f"{scheme + '://' if scheme else ''}{domain} wants you to sign in with your Solana account:\n{address}"
    if statement:
        text += f"\n\n{statement}"
    lines = [f"{label}: {fields[label]}" for label in LABELS if label in fields]
    if resources is not None:
        lines += ["Resources:"] + [f"- {resource}" for resource in resources]
    if lines:
        text += "\n\n" + "\n".join(lines)
    values = {"scheme": scheme, "domain": domain, "address": address, "statement": statement, "fields": fields,
              "resources": resources}
    return {"text": text, "values": values}


READER = re.compile(
    r"^(?P<domain>[^\n]+?) wants you to sign in with your Solana account:\n"
    r"(?P<address>[^\n]+)(?:\n|$)(?:\n(?P<statement>[\S\s]*?)(?:\n|$))??"
    + "".join(rf"(?:\n{label}: (?P<f{i}>[^\n]+))?" for i, label in enumerate(LABELS))
    + r"(?:\nResources:(?P<resources>(?:\n- [^\n]+)*))?\n*$"
)


def spoiled(draw, text):
    """One change to a text: what a careless reader still takes, and what it doesn't."""
    kind = draw.choice(["none", "none", "line", "swap", "case", "return", "tail", "cut"])
    lines = text.split("\n")
    at = draw.randrange(len(lines))
    if kind == "line":
        lines.insert(at, "")
    elif kind == "swap":
        other = draw.randrange(len(lines))
        lines[at], lines[other] = lines[other], lines[at]
    elif kind == "case":
        lines[at] = lines[at].upper()
    elif kind == "return":
        lines[at] += "\r"
    elif kind == "tail":
        lines.append("")
    elif kind == "cut":
        del lines[at]
    return "\n".join(lines)


def read(text):
    match = READER.match(text)
    if match is None:
        return None
    resources = match["resources"]
    return {
        "domain": match["domain"],
        "address": match["address"],
        "statement": match["statement"],
        "fields": {label: match[f"f{i}"] for i, label in enumerate(LABELS) if match[f"f{i}"] is not None},
        "resources": None if resources is None else re.findall(r"\n- ([^\n]+)", resources),
    }


PREFIX = b"\xffsolana offchain"


def offchain(draw, first=None):
    signers = [first] if first else []
    signers += [draw.randbytes(32) for _ in range(draw.choice([0, 1, 2, 6] if first else [1, 1, 1, 2, 3, 7]))]
    alphabet = draw.choice(["abc XYZ ~", "αβγ\n", "a👍漢"])
    text = "".join(draw.choices(alphabet, k=draw.choice([1, 5, 40, 300, 1100, 1300, 5000]))).encode()
    version = draw.choice([0, 1])
    if version == 1:
        packed = PREFIX + struct.pack("BB", 1, len(signers)) + b"".join(sorted(signers)) + text
        domain = None
    else:
        domain = draw.randbytes(32)
        for form, (allowed, most) in enumerate([(range(0x20, 0x7F), 1232), (range(256), 1232), (range(256), 65535)]):
            packed = PREFIX + struct.pack("<B32sBB", 0, domain, form, len(signers))
            packed += b"".join(signers) + struct.pack("<H", len(text)) + text
            if len(packed) <= most and all(byte in allowed for byte in text):
                break
    return {"version": version, "domain": domain.hex() if domain else None, "signers": [s.hex() for s in signers],
            "text": text.decode(), "bytes": packed.hex()}


def signed(draw):
    key = nacl.signing.SigningKey(draw.randbytes(32))
    vector = offchain(draw, bytes(key.verify_key))
    encode = lambda digits: base58.b58encode(bytes.fromhex(digits)).decode()
    return {
        "version": vector["version"],
        "domain": encode(vector["domain"]) if vector["domain"] else None,
        "account": base58.b58encode(bytes(key.verify_key)).decode(),
        "signers": [encode(signer) for signer in vector["signers"]],
        "text": vector["text"],
        "signature": base58.b58encode(key.sign(bytes.fromhex(vector["bytes"])).signature).decode(),
    }


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=["signin", "offchain", "signed"])
    parser.add_argument("--count", type=int, default=400)
    parser.add_argument("--seed", type=int, default=7)
    arguments = parser.parse_args()
    draw = random.Random(arguments.seed)
    for _ in range(arguments.count):
        if arguments.what != "signin":
            vector = offchain(draw) if arguments.what == "offchain" else signed(draw)
        else:
            vector = sign_in(draw)
            vector["spoiled"] = spoiled(draw, vector["text"])
            vector["read"] = read(vector["spoiled"])
        json.dump(vector, sys.stdout, ensure_ascii=False)
        print()


main()
