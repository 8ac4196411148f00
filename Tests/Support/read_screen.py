"""Reads the QR codes in a screenshot, as a phone that looks at the screen does."""

import struct
import zlib

import zxingcpp

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def codes(png: bytes) -> list[str]:
    """What the codes in a PNG say. Takes what browsers write: 8 bits, RGB or RGBA, not interlaced."""
    return [found.text for found in zxingcpp.read_barcodes(grey(png))]


def grey(png: bytes) -> memoryview:
    assert png.startswith(SIGNATURE)
    at, parts, header = len(SIGNATURE), [], b""
    while at < len(png):
        (length,) = struct.unpack_from(">I", png, at)
        kind, data = png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        at += 12 + length
        if kind == b"IHDR":
            header = data
        elif kind == b"IDAT":
            parts.append(data)
    width, height, depth, colours, _, _, interlaced = struct.unpack(">IIBBBBB", header)
    assert depth == 8 and colours in (2, 6) and not interlaced
    channels = 3 if colours == 2 else 4
    raw = zlib.decompress(b"".join(parts))
    stride = width * channels
    pixels = bytearray()
    before = bytearray(stride)
    for row in range(height):
        start = row * (stride + 1)
        line = unfiltered(raw[start], bytearray(raw[start + 1 : start + 1 + stride]), before, channels)
        pixels += bytes(sum(line[x : x + 3]) // 3 for x in range(0, stride, channels))
        before = line
    return memoryview(bytes(pixels)).cast("B", shape=[height, width])


def unfiltered(kind: int, line: bytearray, above: bytearray, step: int) -> bytearray:
    """Undoes one row's filter (PNG, third edition, 9.2)."""
    for x in range(len(line)):
        left = line[x - step] if x >= step else 0
        up = above[x]
        corner = above[x - step] if x >= step else 0
        guess = (0, left, up, (left + up) // 2, nearest(left, up, corner))[kind]
        line[x] = (line[x] + guess) & 0xFF
    return line


def nearest(left: int, up: int, corner: int) -> int:
    """Paeth's predictor."""
    estimate = left + up - corner
    return min((left, up, corner), key=lambda value: abs(estimate - value))
