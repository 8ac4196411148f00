#!/usr/bin/env python3
"""A stand-in for a wallet with deeplinks, as Phantom's documentation has them, made of PyNaCl and base58 alone.

    deeplink_wallet.py FOLDER LINK

is what a test's opener runs for each link. The wallet lives in FOLDER: its keys and sessions in `wallet.json`, what it was asked in
`requests.jsonl`, what it does in `behaviour.json` (`{"fault": NAME, ...}`, one of `FAULTS`). An answer goes where the redirect link says: to a
listener on this machine by HTTP, else it is appended to `callbacks`, from where the test hands it on as the system would.
"""

import json
import os
import sys
import urllib.parse
import urllib.request
from pathlib import Path

import base58
import nacl.exceptions
import nacl.public
import nacl.signing
import nacl.utils

# Where each wallet takes links, and what it calls its key.
WALLETS = {
    "https://phantom.app/ul": "phantom_encryption_public_key",
    "https://solflare.com/ul": "solflare_encryption_public_key",
    "https://backpack.app/ul": "wallet_encryption_public_key",
    "sidekey:/": "sidekey_encryption_public_key",
}

FAULTS = """
    reject            the user says no
    silent            nothing comes back
    twice             the answer comes twice
    truncated         the answer ends in the middle of its data
    bitflip           one bit of what was sealed is another
    foreign-key       the answer is sealed by another wallet's key, and says so
    other-key         the same, without saying so
    replay            an earlier answer to the same method comes again
    reflect           the app's own request comes back as the answer
    tampered          another transaction or message is signed
    wrong-signature   what is signed is signed by another account
    drop-others       the other signers' signatures are gone
    weak-key          a key of small order
    too-few           one transaction is missing
    garbage           what is sealed is no JSON
    status            the opener ends with a status
"""


class Wallet:
    def __init__(self, folder: Path):
        self.folder = folder
        self.path = folder / "wallet.json"
        if not self.path.exists():
            self.state = {"seed": os.urandom(32).hex(), "box": os.urandom(32).hex(), "apps": {}, "answers": {}}
            self.save()
        self.state = json.loads(self.path.read_text())
        behaviour = folder / "behaviour.json"
        self.behaviour = json.loads(behaviour.read_text()) if behaviour.exists() else {}
        self.account = nacl.signing.SigningKey(bytes.fromhex(self.state["seed"]))
        self.key = nacl.public.PrivateKey(bytes.fromhex(self.state["box"]))

    def save(self) -> None:
        self.path.write_text(json.dumps(self.state))

    @property
    def fault(self) -> str:
        return self.behaviour.get("fault", "")

    def open(self, link: str) -> int:
        base, key_name = next((base, name) for base, name in WALLETS.items() if link.startswith(base))
        rest = link[len(base) :]
        note = {"link": link}
        if rest.startswith("/browse/"):
            path, query = rest[len("/browse/") :].split("?", 1)
            note |= {"method": "browse", "url": urllib.parse.unquote(path), **dict(urllib.parse.parse_qsl(query))}
            self.note(note)
            return 0
        method, query = rest[len("/v1/") :].split("?", 1)
        parameters = dict(urllib.parse.parse_qsl(query, strict_parsing=True))
        note |= {"method": method, "parameters": parameters}
        app = base58.b58decode(parameters["dapp_encryption_public_key"])
        assert len(app) == 32
        try:
            answer, refused = self.answer(method, parameters, app, note), {}
        except Refused as refusal:
            answer, refused = None, refusal.parameters
        self.note(note)
        self.save()
        if self.fault == "silent":
            return 0
        if self.fault == "status":
            return 3
        if refused:
            self.deliver(parameters["redirect_link"], refused)
        elif answer is None:
            self.deliver(parameters["redirect_link"], {})
        else:
            self.seal(method, parameters, app, key_name, answer)
        return 0

    def answer(self, method: str, parameters: dict, app: bytes, note: dict):
        if self.fault == "reject":
            raise Refused(4001, "User rejected the request.")
        if method == "connect":
            assert set(parameters) <= {"app_url", "dapp_encryption_public_key", "redirect_link", "cluster"}, parameters
            session = base58.b58encode(os.urandom(48)).decode()
            self.state["apps"][app.hex()] = session
            return {"public_key": base58.b58encode(bytes(self.account.verify_key)).decode(), "session": session}
        assert set(parameters) == {"dapp_encryption_public_key", "nonce", "redirect_link", "payload"}, parameters
        nonce = base58.b58decode(parameters["nonce"])
        assert len(nonce) == 24
        try:
            opened = nacl.public.Box(self.key, nacl.public.PublicKey(app)).decrypt(
                base58.b58decode(parameters["payload"]), nonce
            )
        except nacl.exceptions.CryptoError:
            raise Refused(4100, "The requested method and/or account has not been authorized.") from None
        payload = json.loads(opened)
        note["payload"] = payload
        if payload.pop("session") != self.state["apps"].get(app.hex()):
            raise Refused(4100, "The requested method and/or account has not been authorized.")
        if method == "disconnect":
            del self.state["apps"][app.hex()]
            return None
        if method == "signTransaction":
            return {"transaction": self.sign(payload["transaction"])}
        if method == "signAllTransactions":
            signed = [self.sign(transaction) for transaction in payload["transactions"]]
            return {"transactions": signed[: -1 if self.fault == "too-few" else None]}
        if method == "signAndSendTransaction":
            signed = base58.b58decode(self.sign(payload["transaction"]))
            return {"signature": base58.b58encode(signed[1:65]).decode()}
        if method == "signMessage":
            message = base58.b58decode(payload["message"])
            if self.fault == "tampered":
                message += b"!"
            return {"signature": base58.b58encode(self.signer().sign(message).signature).decode()}
        raise Refused(-32601, "Method not found.")

    def signer(self) -> nacl.signing.SigningKey:
        return nacl.signing.SigningKey(b"\1" * 32) if self.fault == "wrong-signature" else self.account

    def sign(self, text: str) -> str:
        """Signs a legacy or v0 transaction of at most 127 signers, with the account's place among the static accounts."""
        wire = bytearray(base58.b58decode(text))
        count = wire[0]
        message = bytes(wire[1 + 64 * count :])
        head = 4 if message[0] & 0x80 else 3
        accounts = [message[head + 1 + 32 * i : head + 33 + 32 * i] for i in range(message[head])]
        place = accounts.index(bytes(self.account.verify_key))
        if self.fault == "tampered":
            # The first byte of the blockhash.
            blockhash = head + 1 + 32 * len(accounts)
            message = message[:blockhash] + bytes([message[blockhash] ^ 1]) + message[blockhash + 1 :]
            wire[1 + 64 * count :] = message
        if self.fault == "drop-others":
            wire[1 : 1 + 64 * count] = bytes(64 * count)
        wire[1 + 64 * place : 65 + 64 * place] = self.signer().sign(message).signature
        return base58.b58encode(bytes(wire)).decode()

    def seal(self, method: str, parameters: dict, app: bytes, key_name: str, answer: dict) -> None:
        key = nacl.public.PrivateKey(b"\2" * 32) if self.fault in ("foreign-key", "other-key") else self.key
        nonce = nacl.utils.random(24)
        data = nacl.public.Box(key, nacl.public.PublicKey(app)).encrypt(
            b"[" if self.fault == "garbage" else json.dumps(answer).encode(), nonce
        )[24:]
        if self.fault == "bitflip":
            data = bytes([data[0] ^ 1]) + data[1:]
        added = {"nonce": base58.b58encode(nonce).decode(), "data": base58.b58encode(data).decode()}
        if method == "connect" or self.fault == "foreign-key":
            public = bytes(32) if self.fault == "weak-key" else bytes(key.public_key)
            added = {key_name: base58.b58encode(public).decode(), **added}
        if self.fault == "reflect":
            added = {"nonce": parameters["nonce"], "data": parameters["payload"]}
        if self.fault == "replay":
            added = self.state["answers"][method]
        self.state["answers"][method] = added
        self.save()
        self.deliver(parameters["redirect_link"], added)

    def deliver(self, redirect: str, added: dict) -> None:
        query = urllib.parse.urlencode(added)
        link = redirect + ("&" if "?" in redirect else "?") + query if query else redirect
        if self.fault == "truncated":
            link = link[: len(link) - 20]
        for _ in range(2 if self.fault == "twice" else 1):
            if redirect.startswith("http:"):
                try:
                    with urllib.request.urlopen(link, timeout=20) as page:
                        page.read()
                except OSError:
                    pass
            else:
                with open(self.folder / "callbacks", "a") as callbacks:
                    callbacks.write(link + "\n")

    def note(self, request: dict) -> None:
        with open(self.folder / "requests.jsonl", "a") as requests:
            requests.write(json.dumps(request) + "\n")


class Refused(Exception):
    def __init__(self, code: int, message: str):
        self.parameters = {"errorCode": str(code), "errorMessage": message}


if __name__ == "__main__":
    sys.exit(Wallet(Path(sys.argv[1])).open(sys.argv[2]))
