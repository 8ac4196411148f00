#!/usr/bin/env python3
"""The extension's archives for the stores, the same bytes from the same files wherever they are made.

    packaging/extension.py FOLDER               sidekey-VERSION.xpi for addons.mozilla.org, sidekey-VERSION.zip for the Chrome Web Store
    packaging/extension.py FOLDER --key FILE    besides, sidekey-VERSION.crx (CRX3), signed with an RSA key in PEM

An archive holds exactly the files that git knows below `extension`, in the order of their names, uncompressed: what a compressor
makes of them depends on its version. Each store gets the manifest that it takes; every other file is the same in all three.
"""

import argparse
import base64
import hashlib
import json
import re
import struct
import subprocess
import sys
import zipfile
from io import BytesIO
from pathlib import Path

from release import ROOT, PackagingError, run

EXTENSION = ROOT / "extension"
IDS = ROOT / "manifests" / "extension-ids.json"
# The oldest time that a zip can say.
TIME = (1980, 1, 1, 0, 0, 0)
# Beside the files of the extension, for tools that run its modules outside a browser.
LEFT_OUT = {"package.json"}
# What Chromium writes anew as it installs an archive: the same values in another form.
REWRITTEN = re.compile(r"manifest\.json|_locales/[^/]+/messages\.json")


def files() -> dict[str, bytes]:
    """The extension's files by their names, as git knows them: nothing of an editor's or a system's gets in."""
    if (ROOT / ".git").exists():
        listed = run("git", "ls-files", "-z", "--cached", "--", ".", cwd=EXTENSION).split("\0")
    else:
        # An unpacked archive of the source has no files but those that git knew.
        listed = [str(path.relative_to(EXTENSION)) for path in EXTENSION.rglob("*") if path.is_file()]
    names = sorted(set(listed) - {""} - LEFT_OUT)
    if not names:
        raise PackagingError("git knows no file of the extension here")
    found = {}
    for name in names:
        path = EXTENSION / name
        if path.is_symlink() or not path.is_file():
            raise PackagingError(f"{name} isn't a file")
        found[name] = path.read_bytes()
    return found


def manifest_for_firefox(manifest: dict) -> dict:
    """Without what only Chromium reads."""
    manifest = {name: value for name, value in manifest.items() if name not in ("key", "minimum_chrome_version")}
    manifest["background"] = {name: value for name, value in manifest["background"].items() if name != "service_worker"}
    return manifest


def manifest_for_store(manifest: dict) -> dict:
    """Without what only Firefox reads, and without the key, which the Chrome Web Store keeps and refuses in a manifest."""
    manifest = {name: value for name, value in manifest.items() if name not in ("key", "browser_specific_settings")}
    manifest["background"] = {name: value for name, value in manifest["background"].items() if name != "scripts"}
    return manifest


def archive(contents: dict[str, bytes]) -> bytes:
    """A zip whose bytes follow from names and contents alone."""
    made = BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as target:
        for name in sorted(contents):
            entry = zipfile.ZipInfo(name, TIME)
            # As a Unix system writes a file that everybody reads; Python would say the system that it runs on.
            entry.create_system = 3
            entry.external_attr = 0o100644 << 16
            target.writestr(entry, contents[name])
    return made.getvalue()


def packed(contents: dict[str, bytes], manifest: dict) -> bytes:
    text = json.dumps(manifest, indent=4, ensure_ascii=False) + "\n"
    return archive({**contents, "manifest.json": text.encode()})


def varint(number: int) -> bytes:
    encoded = b""
    while number > 0x7F:
        encoded += bytes([number & 0x7F | 0x80])
        number >>= 7
    return encoded + bytes([number])


def field(number: int, value: bytes) -> bytes:
    """A field of bytes in Protocol Buffers' form."""
    return varint(number << 3 | 2) + varint(len(value)) + value


def openssl(*arguments: str | Path, given: bytes = b"") -> bytes:
    """The key stays in its file: OpenSSL reads it, this program doesn't."""
    try:
        ended = subprocess.run(["openssl", *arguments], input=given, capture_output=True)
    except FileNotFoundError:
        raise PackagingError("there is no openssl in the PATH") from None
    if ended.returncode != 0:
        raise PackagingError("openssl can't use the key: " + (ended.stderr.decode(errors="replace").strip().splitlines() or ["no reason given"])[-1])
    return ended.stdout


def extension_id(public_key: bytes) -> str:
    """The id that Chromium gives an extension with this key: half of its hash, in letters from a to p."""
    return "".join(chr(ord("a") + int(digit, 16)) for digit in hashlib.sha256(public_key).hexdigest()[:32])


def crx(zipped: bytes, key: Path, public_key: bytes) -> bytes:
    """A signed archive of Chromium's third format (components/crx_file/crx3.proto).

    ```
    "Cr24" | 3 (4) | length of the header (4) | header | zip            numbers little-endian
    header           = 2: proof, 10000: signed data                     Protocol Buffers
    proof            = 1: public key (SubjectPublicKeyInfo), 2: signature
    signed data      = 1: first 16 bytes of the public key's SHA-256
    signature        = RSASSA-PKCS1-v1_5 with SHA-256 over
                       "CRX3 SignedData" 00 | length of the signed data (4) | signed data | zip
    ```
    """
    signed_data = field(1, hashlib.sha256(public_key).digest()[:16])
    signed = b"CRX3 SignedData\0" + struct.pack("<I", len(signed_data)) + signed_data + zipped
    signature = openssl("dgst", "-sha256", "-sign", key, "-binary", given=signed)
    header = field(2, field(1, public_key) + field(2, signature)) + field(10000, signed_data)
    return b"Cr24" + struct.pack("<II", 3, len(header)) + header + zipped


def listed_hash(contents: dict[str, bytes]) -> str:
    """The hash by which the agent knows an extension, as Sources/BrowserExtensions/KnownExtension.swift draws it."""
    names = sorted(contents, key=lambda name: name.encode())
    return hashlib.sha256("".join(f"{hashlib.sha256(contents[name]).hexdigest()}  {name}\n" for name in names).encode()).hexdigest()


def canonical(text: bytes) -> bytes:
    """A JSON text in the one form of its values, as `jq -cSj` prints it too, whatever form Chromium writes it in."""
    return json.dumps(json.loads(text), sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def installed(contents: dict[str, bytes], manifest: dict) -> dict[str, bytes]:
    """What is hashed of an archive once Chromium has installed it, but for what the store and Chromium add to it."""
    held = {**contents, "manifest.json": json.dumps(manifest_for_store(manifest)).encode()}
    return {name: canonical(held[name]) if REWRITTEN.fullmatch(name) else held[name] for name in held}


def known() -> str:
    """The list of this release's extension in its shapes, for the package."""
    contents = files()
    manifest = json.loads(contents["manifest.json"])
    text = json.dumps(manifest_for_firefox(manifest), indent=4, ensure_ascii=False) + "\n"
    shapes = {
        "unpacked": contents,
        "firefox": {**contents, "manifest.json": text.encode()},
        "chromium": installed(contents, manifest),
    }
    rows = [{"version": manifest["version"], "shape": shape, "hash": listed_hash(held)} for shape, held in shapes.items()]
    return json.dumps({"extensions": rows}, indent=4) + "\n"


def build(folder: Path, key: Path | None) -> dict[Path, bytes]:
    contents = files()
    manifest = json.loads(contents["manifest.json"])
    stem = f"sidekey-{manifest['version']}"
    made = {
        folder / f"{stem}.xpi": packed(contents, manifest_for_firefox(manifest)),
        folder / f"{stem}.zip": packed(contents, manifest_for_store(manifest)),
    }
    if key:
        public_key = openssl("pkey", "-in", key, "-pubout", "-outform", "DER")
        if b"\x2a\x86\x48\x86\xf7\x0d\x01\x01\x01" not in public_key:
            raise PackagingError("the key isn't an RSA key")
        # Chromium refuses an archive whose manifest names another key than the one that has signed it.
        named = {**manifest_for_store(manifest), "key": base64.b64encode(public_key).decode()}
        made[folder / f"{stem}.crx"] = crx(packed(contents, named), key, public_key)
        own = json.loads(IDS.read_text())["chromium"]
        if (given := extension_id(public_key)) != own:
            print(f"note: with this key the extension's id is {given}; the programs know the wallet's own as {own}", file=sys.stderr)
    return made


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--key", type=Path, help="an RSA key in PEM that signs a CRX3")
    options = parser.parse_args()
    try:
        made = build(options.folder, options.key)
    except PackagingError as error:
        print(f"extension: error: {error}", file=sys.stderr)
        return 1
    options.folder.mkdir(parents=True, exist_ok=True)
    for path, contents in made.items():
        path.write_bytes(contents)
        print(f"{hashlib.sha256(contents).hexdigest()}  {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
