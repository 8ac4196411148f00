"""An app that asks a wallet by links, as Phantom documents them: PyNaCl and base58, and nothing of Sidekey's own code."""

import json
import os
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

import base58
from nacl.public import Box, PrivateKey, PublicKey


class Refused(Exception):
    """The wallet's answer is an error."""

    def __init__(self, code: int, message: str):
        super().__init__(code, message)
        self.code = code
        self.message = message


class DeeplinkApp:
    """One key pair, and the session that the wallet has given it."""

    def __init__(
        self, redirect: str = "testapp://back", base: str = "sidekey://v1", url: str = "https://app.example", wallet: str = "sidekey"
    ):
        self.redirect = redirect
        self.base = base
        self.url = url
        self.wallet = wallet
        self.key = PrivateKey.generate()
        self.box: Box | None = None
        self.session: str | None = None
        self.account: str | None = None

    @property
    def name(self) -> str:
        """The app's key, by which the wallet knows it."""
        return base58.b58encode(bytes(self.key.public_key)).decode()

    @property
    def origin(self) -> str:
        return f"app:{self.name}"

    def link(self, method: str, **parameters: str) -> str:
        return f"{self.base}/{method}?{urlencode(parameters, quote_via=quote, safe='')}"

    def connect(self, cluster: str | None = "localnet", **more: str) -> str:
        parameters = {"app_url": self.url, "dapp_encryption_public_key": self.name, "redirect_link": self.redirect}
        if cluster:
            parameters["cluster"] = cluster
        return self.link("connect", **{**parameters, **more})

    def sealed(self, method: str, payload: dict, nonce: bytes | None = None, session: str | None = None, **more: str) -> str:
        nonce = nonce or os.urandom(24)
        payload = {"session": session or self.session, **payload}
        data = self.box.encrypt(json.dumps(payload).encode(), nonce).ciphertext
        parameters = {
            "dapp_encryption_public_key": self.name,
            "nonce": base58.b58encode(nonce).decode(),
            "redirect_link": self.redirect,
            "payload": base58.b58encode(data).decode(),
        }
        return self.link(method, **{**parameters, **more})

    def sign_message(self, message: bytes, **more) -> str:
        return self.sealed("signMessage", {"message": base58.b58encode(message).decode(), "display": "utf8"}, **more)

    def sign_transaction(self, transaction: bytes, **more) -> str:
        return self.sealed("signTransaction", {"transaction": base58.b58encode(transaction).decode()}, **more)

    def sign_all(self, transactions: list[bytes], **more) -> str:
        return self.sealed("signAllTransactions", {"transactions": [base58.b58encode(each).decode() for each in transactions]}, **more)

    def send(self, transaction: bytes, options: dict | None = None, **more) -> str:
        payload = {"transaction": base58.b58encode(transaction).decode()}
        return self.sealed("signAndSendTransaction", payload | ({"sendOptions": options} if options else {}), **more)

    def disconnect(self) -> str:
        return self.sealed("disconnect", {})

    def parameters(self, answer: str) -> dict[str, str]:
        """What an answer says in its query, and that it came where it should."""
        assert urlsplit(answer)[:3] == urlsplit(self.redirect)[:3], answer
        own = parse_qsl(urlsplit(self.redirect).query, keep_blank_values=True)
        given = parse_qsl(urlsplit(answer).query, keep_blank_values=True)
        assert given[: len(own)] == own
        said = dict(given[len(own) :])
        assert len(said) == len(given) - len(own), "a parameter stands there twice"
        if "errorCode" in said:
            assert set(said) == {"errorCode", "errorMessage"}
            raise Refused(int(said["errorCode"]), said["errorMessage"])
        return said

    def connected(self, answer: str) -> str:
        """Takes the answer to `connect`; gives the account."""
        said = self.parameters(answer)
        assert set(said) == {f"{self.wallet}_encryption_public_key", "nonce", "data"}, set(said)
        self.box = Box(self.key, PublicKey(base58.b58decode(said[f"{self.wallet}_encryption_public_key"])))
        content = self._open(said)
        assert set(content) == {"public_key", "session"}
        self.account, self.session = content["public_key"], content["session"]
        return self.account

    def opened(self, answer: str) -> dict:
        """What the answer to a sealed request says."""
        said = self.parameters(answer)
        assert set(said) == {"nonce", "data"}
        return self._open(said)

    def _open(self, said: dict[str, str]) -> dict:
        nonce = base58.b58decode(said["nonce"])
        assert len(nonce) == 24
        return json.loads(self.box.decrypt(base58.b58decode(said["data"]), nonce))
