"""Reads a QR code by zxing-cpp: its modules on standard input as {"size", "modules"}, what is in it on standard output.

The picture has the quiet zone of four modules around it, and four pixels a module.
"""
import json
import sys

import zxingcpp

QUIET_ZONE, SCALE = 4, 4


def picture(size: int, modules: str) -> memoryview:
    side = (size + 2 * QUIET_ZONE) * SCALE
    pixels = bytearray(b"\xff" * (side * side))
    for index, module in enumerate(modules):
        if module == "0":
            continue
        row, column = divmod(index, size)
        for line in range(SCALE):
            start = ((row + QUIET_ZONE) * SCALE + line) * side + (column + QUIET_ZONE) * SCALE
            pixels[start : start + SCALE] = bytes(SCALE)
    return memoryview(pixels).cast("B", shape=[side, side])


code = json.load(sys.stdin)
found = zxingcpp.read_barcodes(picture(code["size"], code["modules"]))
json.dump([{"text": barcode.text, "level": barcode.ec_level, "format": str(barcode.format)} for barcode in found], sys.stdout)
