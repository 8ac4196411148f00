"""Frames of native messaging: a length as u32 little endian, then as many bytes of JSON."""

import json
import struct
from pathlib import Path


def encode(message: dict) -> bytes:
    payload = json.dumps(message).encode()
    return struct.pack("<I", len(payload)) + payload


def split(stream: bytes) -> list[bytes]:
    """The payloads of the whole frames in a stream; what is cut off at its end is left out."""
    payloads = []
    while len(stream) >= 4:
        (count,) = struct.unpack_from("<I", stream)
        if len(stream) < 4 + count:
            break
        payloads.append(stream[4 : 4 + count])
        stream = stream[4 + count :]
    return payloads


class Recording:
    """What `recording_host.py` wrote into a folder."""

    def __init__(self, folder: Path):
        self.folder = folder

    def hosts(self) -> list[dict]:
        """`pid`, `wrapper` and `arguments` of every host that was started, oldest first."""
        files = sorted(self.folder.glob("*.json"), key=lambda file: file.stat().st_mtime_ns)
        return [json.loads(text) for file in files if (text := file.read_text())]

    def payloads(self, direction: str) -> list[bytes]:
        """The frames of every host in one direction: `to-extension` or `to-host`."""
        files = sorted(self.folder.glob(f"*.{direction}"), key=lambda file: file.stat().st_mtime_ns)
        return [payload for file in files for payload in split(file.read_bytes())]

    def streams(self, direction: str) -> bytes:
        """Every byte of one direction, whole frames or not."""
        return b"".join(file.read_bytes() for file in self.folder.glob(f"*.{direction}"))

    def messages(self, direction: str) -> list[dict]:
        return [json.loads(payload) for payload in self.payloads(direction)]
