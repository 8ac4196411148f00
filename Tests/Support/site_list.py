"""Lists of scam sites: signed as minisign signs, and served by a server that does what servers can do."""

import base64
import hashlib
import ssl
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


class ListKey:
    """A key of minisign's, by https://jedisct1.github.io/minisign/, "Signature format"."""

    def __init__(self, seed: int = 7):
        self.number = bytes([seed]) * 8
        self.key = Ed25519PrivateKey.from_private_bytes(bytes([seed]) * 32)

    @property
    def public(self) -> str:
        return base64.b64encode(b"Ed" + self.number + self.key.public_key().public_bytes_raw()).decode()

    def signature(self, sites: bytes, time: int) -> bytes:
        own = self.key.sign(hashlib.blake2b(sites).digest())
        comment = f"timestamp:{time}\tfile:list.txt\thashed"
        lines = [
            "untrusted comment: signature from minisign secret key",
            base64.b64encode(b"ED" + self.number + own).decode(),
            f"trusted comment: {comment}",
            base64.b64encode(self.key.sign(own + comment.encode())).decode(),
        ]
        return "".join(f"{line}\n" for line in lines).encode()

    def write(self, file: Path, sites: bytes, time: int = 1_700_000_000) -> Path:
        """Writes a list with its signature beside it."""
        file.write_bytes(sites)
        file.with_name(file.name + ".minisig").write_bytes(self.signature(sites, time))
        return file


class ListServer:
    """Serves what `files` says, by path: bytes, or a status with headers and bytes. `asked` has every request, with its headers."""

    def __init__(self, certificate: Path | None = None):
        self.files: dict[str, bytes | tuple[int, dict[str, str], bytes]] = {}
        self.asked: list[tuple[str, str, dict[str, str]]] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *_: object) -> None:
                pass

            def do_GET(self) -> None:
                outer.asked.append((self.command, self.path, dict(self.headers)))
                found = outer.files.get(self.path, (404, {}, b""))
                status, headers, body = found if isinstance(found, tuple) else (200, {}, found)
                self.send_response(status)
                for name, value in {"Content-Length": str(len(body)), **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            do_POST = do_GET

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.scheme = "https" if certificate else "http"
        if certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate)
            self.server.socket = context.wrap_socket(self.server.socket, server_side=True, do_handshake_on_connect=False)
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def url(self, path: str) -> str:
        return f"{self.scheme}://localhost:{self.server.server_address[1]}{path}"

    def serve(self, key: ListKey, sites: bytes, time: int, path: str = "/list.txt") -> str:
        self.files[path] = sites
        self.files[f"{path}.minisig"] = key.signature(sites, time)
        return self.url(path)

    def __enter__(self) -> "ListServer":
        return self

    def __exit__(self, *_: object) -> None:
        self.server.shutdown()
        self.server.server_close()
