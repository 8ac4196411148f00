"""The agent knows its extension by its files: a release decides in the browser as ever, and an altered copy decides nothing."""

import base64
import json
import os
import pty
import shutil
import subprocess
import sys
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from browsers import Extension, wait_for
from browsers.chromium import EXECUTABLE as CHROMIUM
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from probe import ORIGIN, hello, open_probe, taken_over
from site_list import ListKey, ListServer
from stage import Stage
from test_updates import AVAILABLE, KEYS, check, installed, release
from wallet import ROOT, Wallet, programs

sys.path.insert(0, str(ROOT / "packaging"))

import extension as packaged  # noqa: E402


NOTICE = "Sidekey doesn't know this copy of its extension."


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def by_hand(wallet: Wallet, *words: str) -> str:
    """A command in a terminal, whose passphrase somebody types; what the terminal showed."""
    child, terminal = pty.fork()
    if child == 0:
        os.execve(wallet.bin / "sidekey", ["sidekey", *words], wallet.environment)
    shown = b""
    while not shown.endswith(b": "):
        shown += os.read(terminal, 4096)
    os.write(terminal, wallet.passphrase.encode() + b"\n")
    try:
        while more := os.read(terminal, 4096):
            shown += more
    except OSError:
        pass  # As a terminal ends on Linux.
    os.close(terminal)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0, shown
    assert wallet.passphrase.encode() not in shown
    return shown.decode()


def packed(browser: str, extension: Extension, target: Path) -> Extension:
    """The extension as its user has it: a folder in Chromium, an archive that is installed for good in Firefox."""
    if browser == "chromium":
        return extension
    target.write_bytes(packaged.archive(contents(extension.folder)))
    return replace(extension, folder=target, kept=True)


def placed(browser: str, wallet: Wallet, extension: Extension) -> Extension:
    """The extension's folder where the browser loads it from at each start: Firefox, where a user's own are."""
    if browser == "chromium":
        return extension
    folder = wallet.home / ".mozilla/extensions/{ec8030f7-c20a-464f-9b0e-13a3a9e97384}" / extension.firefox_id
    shutil.copytree(extension.folder, folder)
    return replace(extension, folder=folder, kept=True)


def installed_with(folder: Path, *known: Path) -> Path:
    """Programs beside the list of the extension in some folders, as a package installs them."""
    folder.mkdir()
    for program in programs().glob("sidekey*"):
        if program.is_file() and os.access(program, os.X_OK) and "." not in program.name:
            try:
                os.link(program, folder / program.name)
            except OSError:
                shutil.copy2(program, folder / program.name)
    hashes = [packaged.listed_hash(contents(each)) for each in known]
    rows = [{"version": "0.1.0", "shape": shape, "hash": value} for value in hashes for shape in ("unpacked", "firefox")]
    (folder / "extensions.json").write_text(json.dumps({"extensions": rows}))
    return folder


@pytest.fixture
def made(tmp_path: Path):
    """An open wallet whose agent checks, and the copy of the extension in which tests can speak, whose files it knows."""
    with Wallet(bin_folder=tmp_path / "bin", checked=True) as wallet:
        extension = taken_over(wallet)
        installed_with(tmp_path / "bin", extension.folder)
        wallet.create()
        wallet.unlock()
        yield wallet, extension


def alter(extension: Extension) -> Extension:
    main = extension.folder / "background/main.js"
    main.write_bytes(main.read_bytes() + b"\n")
    return extension


def begin(stage: Stage):
    probe = open_probe(stage)
    assert "result" in probe.request("hello", hello("extension"))
    return probe


def asks(wallet: Wallet, probe) -> tuple[str, dict]:
    """Asks in a site's name; the call, and what approves it."""
    wallet.run("origins", "revoke", ORIGIN["origin"], check=False)
    call = probe.start("connect", ORIGIN)
    (request,) = wait_for(wallet.pending, "it waits")
    shown = probe.request("approvals.get", {"id": request["id"]})["result"]
    return call, {"shown": shown, "approve": {"id": request["id"], "digest": shown["summary"]["digest"], "review": shown["reviewHash"]}}


def refused(answer: dict) -> str:
    assert "result" not in answer, answer
    return answer["error"]["data"]["reason"]


def decides_nothing(wallet: Wallet, probe) -> None:
    call, request = asks(wallet, probe)
    assert request["shown"]["decision"] == "native"
    assert request["shown"]["reasons"][0] == "unverified-extension"
    assert refused(probe.request("approvals.approve", request["approve"])) == "extension-unverified"
    # Nor with a proof that somebody typed into it, nor anything else that is the user's to decide.
    secret = probe.sealed("vault.unlock", "passphrase", wallet.passphrase)
    assert refused(probe.request("vault.unlock", {"passphrase": secret})) == "extension-unverified"
    assert refused(probe.request("policy.tighten", {"session": 60000})) == "extension-unverified"
    assert refused(probe.request("settings.set", {"theme": "dark"})) == "extension-unverified"
    # What asks for Sidekey's window is let through, but not as a word beside what it doesn't belong to.
    for method, params in {"approvals.approve": request["approve"], "settings.set": {"theme": "dark"}}.items():
        assert "result" not in probe.request(method, {**params, "native": True})
    assert [waiting["id"] for waiting in wallet.pending()] == [request["approve"]["id"]]
    wallet.run("approve", request["approve"]["id"], "--yes")
    assert "result" in probe.answer(call)


def is_confined(wallet: Wallet) -> bool:
    """The kernel's word for the filter; for Landlock, that the agent can't open a file of the user's, which its helper refuses too."""
    status = Path("/proc", str(wallet.agent().number), "status").read_text()
    assert "Seccomp:\t2\n" in status and "NoNewPrivs:\t1\n" in status
    for name in ("diary", "diary.minisig"):
        (wallet.folder / name).write_text("nobody's")
    files = ["--key", ListKey(1).public, "--passphrase-file", str(wallet.passphrase_file), "--json"]
    # One that reads both finds that the one isn't a signature of the other.
    answer = wallet.run("sites", "add", str(wallet.folder / "diary"), *files, check=False)
    return "list-unread" in answer.stdout + answer.stderr


def test_a_known_extension_decides_in_the_browser(browser_name: str, made, tmp_path: Path):
    wallet, extension = made
    with Stage(browser_name, wallet, extension=packed(browser_name, extension, tmp_path / "known.xpi")) as stage:
        probe = begin(stage)
        call, request = asks(wallet, probe)
        assert request["shown"]["decision"] == "popup"
        assert "result" in probe.request("approvals.approve", request["approve"])
        assert "result" in probe.answer(call)
        (own,) = [row for row in probe.request("extensions.copies", {})["result"]["copies"] if row["own"]]
        assert own["standing"] == "known" and [copy["version"] for copy in own["copies"]] == ["0.1.0"]
        assert is_confined(wallet)


def test_an_altered_extension_shows_and_decides_nothing(browser_name: str, made, tmp_path: Path):
    wallet, extension = made
    with Stage(browser_name, wallet, extension=packed(browser_name, alter(extension), tmp_path / "altered.xpi")) as stage:
        decides_nothing(wallet, begin(stage))


def words_of(popup) -> str:
    return " ".join(popup.words().split())


def test_an_altered_extension_says_so_before_anything_is_pressed(browser_name: str, made, tmp_path: Path):
    """Where its screens are as they were: a copy that somebody has taken over shows what it likes."""
    wallet, extension = made
    with Stage(browser_name, wallet, extension=packed(browser_name, extension, tmp_path / "known.xpi")) as stage:
        popup = stage.popup()
        popup.find("button", "Send", ".acts")
        assert NOTICE not in words_of(popup)
        wallet.lock()
        popup.find("button", "Unlock")
        assert popup.evaluate("document.querySelectorAll('input[type=password]').length") == 1
    wallet.unlock()
    with Stage(browser_name, wallet, extension=packed(browser_name, alter(extension), tmp_path / "altered.xpi")) as stage:
        popup = stage.popup()
        popup.find("button", "Send", ".acts")
        popup.wait_until("document.querySelector('.unknown-copy p') !== null")
        assert NOTICE in words_of(popup) and "sidekey extensions copies" in words_of(popup)
        stage.picture(popup, "popup-unknown-copy")
        wallet.lock()
        popup.find("button", "Open Sidekey's window")
        stage.picture(popup, "popup-unknown-copy-locked")
        assert NOTICE in words_of(popup) and not popup.has("button", "Unlock")
        assert popup.evaluate("document.querySelectorAll('input').length") == 0
        for language in ("el", "tr"):
            wallet.run("settings", "set", "--language", language)
            stage.picture(stage.popup(), f"popup-unknown-copy-{language}")
        wallet.run("settings", "set", "--language", "auto")
        findings = {check["id"]: check for check in json.loads(wallet.run("doctor", "--json", check=False).stdout)["checks"]}
        assert findings["copies"]["status"] == "warning" and findings["copies"]["hint"]


def test_a_folder_that_is_trusted_by_hand_decides_until_that_is_taken_back(browser_name: str, made, tmp_path: Path):
    wallet, extension = made
    extension = placed(browser_name, wallet, alter(extension))

    def first_request() -> str:
        """How the first request of a browser that was just started is decided; it is, in its popup, if it can be."""
        wallet.run("origins", "revoke", ORIGIN["origin"], check=False)
        with Stage(browser_name, wallet, extension=extension) as stage:
            probe = begin(stage)
            call, request = asks(wallet, probe)
            decision = request["shown"]["decision"]
            if decision == "popup":
                popup = stage.popup()
                assert NOTICE not in words_of(popup)
                stage.approve(popup)
                assert "result" in probe.answer(call)
            else:
                assert refused(probe.request("approvals.approve", request["approve"])) == "extension-unverified"
            return decision

    assert first_request() == "native"
    # The wallet is open, and was made by a script: a terminal with nobody at it still can't.
    assert wallet.run("extensions", "trust-folder", str(extension.folder), check=False).returncode == 9
    assert str(extension.folder) in by_hand(wallet, "extensions", "trust-folder", str(extension.folder))
    assert first_request() == "popup"
    assert wallet.json("extensions", "copies")["folders"] == [str(extension.folder)]
    wallet.run("extensions", "untrust-folder", str(extension.folder))
    assert first_request() == "native"


def test_an_extension_that_is_replaced_between_start_and_request_decides_nothing(browser_name: str, made, tmp_path: Path):
    wallet, extension = made
    with Stage(browser_name, wallet, extension=packed(browser_name, extension, tmp_path / "known.xpi")) as stage:
        probe = begin(stage)
        call, request = asks(wallet, probe)
        assert request["shown"]["decision"] == "popup"
        if browser_name == "chromium":
            main = extension.folder / "background/main.js"
            before = main.read_bytes()
            main.write_bytes(before + b"\n")
        else:
            (main,) = stage.profile.glob("extensions/*.xpi")
            before = main.read_bytes()
            with zipfile.ZipFile(main, "a") as archive:
                archive.writestr("more.js", "")
        assert refused(probe.request("approvals.approve", request["approve"])) == "extension-unverified"
        # Nor once the old files are back: what the browser has loaded by then, nobody knows.
        main.write_bytes(before)
        assert refused(probe.request("approvals.approve", request["approve"])) == "extension-unverified"
        wallet.run("approve", request["approve"]["id"], "--yes")
        assert "result" in probe.answer(call)


def test_without_its_reader_an_agent_lets_no_extension_decide(browser_name: str, made, tmp_path: Path):
    wallet, extension = made
    with Stage(browser_name, wallet, extension=packed(browser_name, extension, tmp_path / "known.xpi")) as stage:
        probe = begin(stage)
        call, request = asks(wallet, probe)
        assert request["shown"]["decision"] == "popup"
        agent = wallet.agent().number
        wallet.companion("sidekey-reader").kill()
        assert refused(probe.request("approvals.approve", request["approve"])) == "extension-unverified"
        assert [waiting["id"] for waiting in wallet.pending()] == [request["approve"]["id"]]
        doctor = json.loads(wallet.run("doctor", "--json", check=False).stdout)
        assert "extension-reader" in json.dumps(doctor)
        # It still serves whatever needs no copy of the extension.
        wallet.run("approve", request["approve"]["id"], "--yes")
        assert "result" in probe.answer(call)
        assert wallet.agent().number == agent


def test_a_temporary_add_on_stands_in_no_file_and_is_not_known(made, tmp_path: Path):
    wallet, extension = made
    with Stage("firefox", wallet, extension=extension) as stage:
        decides_nothing(wallet, begin(stage))


def test_a_release_that_only_the_signed_list_has_is_known(browser_name: str, tmp_path: Path):
    """As when a store is ahead of the package; without a signature of one of the package's two keys the list says nothing."""
    with ListServer() as server, Wallet(bin_folder=installed(tmp_path / "usr", server.url("/list.json")), network="loopback", checked=True) as wallet:
        wallet.create()
        wallet.unlock()
        extension = taken_over(wallet)
        digest = packaged.listed_hash(contents(extension.folder))
        rows = [{"version": "9.9.9", "shape": shape, "sha256": digest} for shape in ("unpacked", "firefox")]
        with Stage(browser_name, wallet, extension=packed(browser_name, extension, tmp_path / "known.xpi")) as stage:
            probe = begin(stage)
            call, request = asks(wallet, probe)
            server.serve(ListKey(3), release(4, extensions=rows), 1, "/list.json")
            assert check(wallet, 10)["reason"] == "release-unverified"
            assert refused(probe.request("approvals.approve", request["approve"])) == "extension-unverified"
            wallet.run("reject", request["approve"]["id"])
            probe.answer(call)
            server.serve(KEYS[1], release(4, extensions=rows), 1, "/list.json")
            check(wallet, AVAILABLE)
        with Stage(browser_name, wallet, extension=packed(browser_name, extension, tmp_path / "known.xpi")) as stage:
            probe = begin(stage)
            call, request = asks(wallet, probe)
            assert request["shown"]["decision"] == "popup"
            assert "result" in probe.request("approvals.approve", request["approve"])
            assert "result" in probe.answer(call)


def written_by_chromium(folder: Path, wallet: Wallet) -> Path:
    """The store's archive with what a store adds to it, as Chromium leaves it in a profile that installs it."""
    key = folder / "key.pem"
    made = rsa.generate_private_key(65537, 2048)
    key.write_bytes(made.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
    public_key = made.public_key().public_bytes(serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)
    files = packaged.files()
    manifest = packaged.manifest_for_store(json.loads(files["manifest.json"]))
    added = {"key": base64.b64encode(public_key).decode(), "update_url": "https://clients2.google.com/service/update2/crx"}
    more = {"manifest.fingerprint": b"1.0af3", "_metadata/verified_contents.json": b'[{"description":"treehash per file"}]'}
    archive = folder / "store.crx"
    archive.write_bytes(packaged.crx(packaged.packed({**files, **more}, {**manifest, **added}), key, public_key))
    identifier = packaged.extension_id(public_key)
    named = folder / "profile/External Extensions" / f"{identifier}.json"
    named.parent.mkdir(parents=True)
    named.write_text(json.dumps({"external_crx": str(archive), "external_version": manifest["version"]}))
    # As Playwright starts it, it installs nothing.
    command = [CHROMIUM, "--headless=new", "--no-first-run", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder / 'profile'}", "about:blank"]
    browser = subprocess.Popen(command, env=wallet.environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        (written,) = wait_for(lambda: list((folder / "profile").glob(f"*/Extensions/{identifier}/*/manifest.json")), "Chromium installs it")
    finally:
        browser.terminate()
        browser.wait(30)
    assert written.read_bytes() != files["manifest.json"] and b"differential_fingerprint" in written.read_bytes()
    return written.parent


def test_the_stores_copy_is_known_before_a_store_has_it(made, tmp_path: Path):
    """By the row that the package has. Chromium has written manifest and texts anew, and the store has put its own things beside them."""
    wallet, extension = made
    written = written_by_chromium(tmp_path, wallet)
    rows = json.loads((tmp_path / "bin/extensions.json").read_text())["extensions"]
    rows += json.loads(packaged.known())["extensions"]
    (tmp_path / "bin/extensions.json").write_text(json.dumps({"extensions": rows}))
    wallet.stop_agent()
    wallet.unlock()
    with Stage("chromium", wallet, extension=extension) as stage:
        probe = begin(stage)

        def stores_copy() -> dict:
            (own,) = [row for row in probe.request("extensions.copies", {})["result"]["copies"] if row["own"]]
            (copy,) = [copy for copy in own["copies"] if copy["shape"] == "chromium"]
            return {**copy, "connection": own["standing"]}

        # As an update lies there; under the wallet's own id, whose key is nobody's here.
        lies = stage.profile / "Default/Extensions" / extension.chromium_id / written.name
        shutil.copytree(written, lies)
        copy = stores_copy()
        assert (copy["standing"], copy["connection"]) == ("known", "known")
        assert copy["version"] == json.loads((ROOT / "extension/manifest.json").read_text())["version"]
        (lies / "_metadata/more.js").write_text("")
        assert stores_copy()["standing"] == "unverified"
        (lies / "_metadata/more.js").unlink()
        manifest = lies / "manifest.json"
        manifest.write_text(manifest.read_text().replace("clients2.google.com", "clients2.google.com.thief.example"))
        copy = stores_copy()
        assert (copy["standing"], copy["connection"]) == ("unverified", "unverified")
        call, request = asks(wallet, probe)
        assert request["shown"]["decision"] == "native"
        assert refused(probe.request("approvals.approve", request["approve"])) == "extension-unverified"
        wallet.run("reject", request["approve"]["id"])
        probe.answer(call)
