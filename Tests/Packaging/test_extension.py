"""The extension's archives: the same bytes everywhere, what each store takes, and signed as Chromium signs."""

import hashlib
import json
import os
import shutil
import struct
import subprocess
import sys
import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa

ROOT = Path(__file__).resolve().parents[2]
VERSION = json.loads((ROOT / "extension/manifest.json").read_text())["version"]


def build(root: Path, folder: Path, *more: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, root / "packaging/extension.py", folder, *more]
    return subprocess.run(command, capture_output=True, text=True, env={**os.environ, **environment}, umask=0o077 if environment else 0o022)


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = rsa.generate_private_key(65537, 2048)
    path = tmp_path_factory.mktemp("key") / "key.pem"
    path.write_bytes(made.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
    return path


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory, key: Path) -> Path:
    folder = tmp_path_factory.mktemp("made")
    ended = build(ROOT, folder, "--key", key)
    assert ended.returncode == 0, ended.stderr
    return folder


def contents(path: Path) -> dict[str, bytes]:
    data = path.read_bytes()
    with zipfile.ZipFile(BytesIO(data[data.index(b"PK\x03\x04") :])) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


def fields(message: bytes) -> list[tuple[int, bytes]]:
    """Protocol Buffers, as far as a CRX has them: fields of bytes."""
    found, place = [], 0

    def number() -> int:
        nonlocal place
        value = shift = 0
        while True:
            byte = message[place]
            place += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    while place < len(message):
        tag = number()
        assert tag & 7 == 2
        count = number()
        found.append((tag >> 3, message[place : place + count]))
        place += count
    assert place == len(message)
    return found


def crx_parts(path: Path) -> tuple[bytes, bytes, bytes, bytes]:
    """The public key, the signature, the signed data and the zip."""
    data = path.read_bytes()
    assert data[:4] == b"Cr24"
    version, count = struct.unpack("<II", data[4:12])
    assert version == 3
    header = fields(data[12 : 12 + count])
    proof = dict(fields(next(value for number, value in header if number == 2)))
    return proof[1], proof[2], dict(header)[10000], data[12 + count :]


def test_another_folder_time_user_mask_and_locale_give_the_same_bytes(made: Path, key: Path, tmp_path: Path):
    clone = tmp_path / "a clone elsewhere"
    # What stands here, not what was committed last.
    shutil.copytree(ROOT / "extension", clone / "extension")
    for name in ("packaging", "manifests"):
        shutil.copytree(ROOT / name, clone / name)
    git = ["git", "-C", clone, "-c", "user.name=a", "-c", "user.email=a@example.org"]
    for command in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "all"]):
        subprocess.run([*git, *command], check=True)
    # What an editor leaves, and what git doesn't know, is in no archive.
    (clone / "extension/notes.js~").write_text("mine")
    for path in clone.glob("extension/**/*"):
        os.utime(path, (1, 1))
    ended = build(clone, tmp_path / "out", "--key", key, TZ="Pacific/Kiritimati", LC_ALL="tr_TR.UTF-8", PYTHONHASHSEED="7", HOME=str(tmp_path))
    assert ended.returncode == 0, ended.stderr
    names = sorted(path.name for path in made.iterdir())
    assert names == [f"sidekey-{VERSION}.{kind}" for kind in ("crx", "xpi", "zip")]
    for name in names:
        assert (made / name).read_bytes() == (tmp_path / "out" / name).read_bytes(), name


@pytest.mark.parametrize("kind", ["xpi", "zip", "crx"])
def test_an_archive_holds_the_extensions_files_and_nothing_else(made: Path, kind: str):
    listed = subprocess.run(["git", "ls-files", "."], cwd=ROOT / "extension", capture_output=True, text=True, check=True).stdout.split("\n")
    found = contents(made / f"sidekey-{VERSION}.{kind}")
    assert set(found) == set(listed) - {"", "package.json"}
    for name, data in found.items():
        assert name == "manifest.json" or data == (ROOT / "extension" / name).read_bytes(), name


def test_each_store_gets_the_manifest_that_it_takes(made: Path):
    own = json.loads((ROOT / "extension/manifest.json").read_text())
    firefox, store, crx = (json.loads(contents(made / f"sidekey-{VERSION}.{kind}")["manifest.json"]) for kind in ("xpi", "zip", "crx"))
    assert set(own) - set(firefox) == {"key", "minimum_chrome_version"} and "service_worker" not in firefox["background"]
    assert set(own) - set(store) == {"key", "browser_specific_settings"} and "scripts" not in store["background"]
    assert {name: value for name, value in crx.items() if name != "key"} == store
    for manifest in (firefox, store):
        assert {name: own[name] for name in manifest if name != "background"} == {name: value for name, value in manifest.items() if name != "background"}


def test_a_crx_is_signed_by_the_key_over_all_of_it(made: Path):
    public, signature, signed_data, zipped = crx_parts(made / f"sidekey-{VERSION}.crx")
    assert dict(fields(signed_data)) == {1: hashlib.sha256(public).digest()[:16]}
    signed = b"CRX3 SignedData\0" + struct.pack("<I", len(signed_data)) + signed_data + zipped
    verifier = serialization.load_der_public_key(public)
    verifier.verify(signature, signed, padding.PKCS1v15(), hashes.SHA256())
    with pytest.raises(InvalidSignature):
        verifier.verify(signature, signed[:-1] + bytes([signed[-1] ^ 1]), padding.PKCS1v15(), hashes.SHA256())


def test_chromium_packs_the_same_key_and_id(made: Path, key: Path, tmp_path: Path):
    """Chromium's own packer is the peer: its proof names the same key, and its signed data the same id."""
    folder = tmp_path / "unpacked"
    for name, data in contents(made / f"sidekey-{VERSION}.zip").items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    command = ["chromium", "--no-sandbox", "--headless", f"--user-data-dir={tmp_path}/profile", f"--pack-extension={folder}", f"--pack-extension-key={key}"]
    subprocess.run(command, capture_output=True, timeout=120, env={**os.environ, "HOME": str(tmp_path)})
    theirs, ours = crx_parts(tmp_path / "unpacked.crx"), crx_parts(made / f"sidekey-{VERSION}.crx")
    assert (theirs[0], theirs[2]) == (ours[0], ours[2])
    assert len(theirs[1]) == len(ours[1])


@pytest.mark.parametrize("text", ["", "not a key", "EC"])
def test_without_a_key_of_rsa_nothing_is_written(tmp_path: Path, text: str):
    key = tmp_path / "key.pem"
    made = ec.generate_private_key(ec.SECP256R1())
    pem = made.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    key.write_bytes(pem if text == "EC" else text.encode())
    ended = build(ROOT, tmp_path / "out", "--key", key)
    assert ended.returncode == 1 and ended.stderr.startswith("extension: error: "), ended.stderr
    assert pem.decode().split("\n")[1] not in ended.stderr
    assert not (tmp_path / "out").exists()


def test_a_link_in_the_extension_is_refused(tmp_path: Path):
    """An archive would hold what the link leads to on this machine."""
    for name in ("extension", "packaging", "manifests"):
        shutil.copytree(ROOT / name, tmp_path / name)
    (tmp_path / "extension/lib/secret.js").symlink_to("/etc/hostname")
    git = ["git", "-C", tmp_path]
    for command in (["init", "-q"], ["add", "-A"]):
        subprocess.run([*git, *command], check=True)
    ended = build(tmp_path, tmp_path / "out")
    assert ended.returncode == 1 and "lib/secret.js isn't a file" in ended.stderr
    assert not (tmp_path / "out").exists()
