"""A web server on loopback for pages of tests and of the demo; every port is another origin."""

import ssl
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


class Quiet(SimpleHTTPRequestHandler):
    extensions_map = {**SimpleHTTPRequestHandler.extensions_map, ".js": "text/javascript"}

    def __init__(self, *arguments: object, headers: dict[str, str], **options: object):
        self.headers_of_site = headers
        super().__init__(*arguments, **options)

    def log_message(self, *_: object) -> None:
        pass

    def end_headers(self) -> None:
        for name, value in {"Cache-Control": "no-store", **self.headers_of_site}.items():
            self.send_header(name, value)
        super().end_headers()


class Site:
    """Serves a folder on a free port of 127.0.0.1 until it is closed."""

    def __init__(self, folder: Path, headers: dict[str, str] | None = None, certificate: Path | None = None):
        """Starts to serve.

        - headers: what every answer carries beside `Cache-Control`, or instead of it.
        - certificate: a PEM file with a key and its certificate; the site then speaks https.
        """
        handler = partial(Quiet, directory=str(folder), headers=headers or {})
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.server.daemon_threads = True
        self.scheme = "http"
        if certificate:
            self.scheme = "https"
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate)
            # The handshake is the connection's own thread's affair: a browser opens connections that it never uses.
            self.server.socket = context.wrap_socket(self.server.socket, server_side=True, do_handshake_on_connect=False)
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    @property
    def port(self) -> int:
        return self.server.server_address[1]

    @property
    def origin(self) -> str:
        return self.at("127.0.0.1")

    @property
    def localhost(self) -> str:
        """The same pages under another host name, so another origin and another domain."""
        return self.at("localhost")

    def at(self, host: str) -> str:
        """The same pages under a name that leads to this machine, as every name under `localhost` does in a browser."""
        return f"{self.scheme}://{host}:{self.port}"

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()

    def __enter__(self) -> "Site":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
