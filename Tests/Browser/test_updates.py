"""A newer version: how the terminal and the popup tell of it, and what a list's server can do."""

import json
import shutil
from pathlib import Path

import pytest
from browsers import wait_for
from site_list import ListKey, ListServer
from stage import Stage
from wallet import Wallet, programs

pytestmark = pytest.mark.shared

KEYS = (ListKey(1), ListKey(2))
AVAILABLE = 13


def release(counter: int, version: str = "9.9.9", notes: str = "https://sidekey.invalid/news", **more: object) -> bytes:
    contents = {"format": 1, "counter": str(counter), "version": version, "date": "2026-12-01", "urgent": False, "notes": notes}
    return json.dumps({**contents, "packages": [], "extensions": [], **more}).encode()


def installed(folder: Path, url: str | None) -> Path:
    """The wallet's programs as a package has them, with its file that names a list."""
    (folder / "bin").mkdir(parents=True)
    (folder / "lib/sidekey").mkdir(parents=True)
    for name in ("sidekey", "sidekey-host", "sidekey-agent", "sidekey-rpc", "sidekey-picture", "sidekey-device"):
        shutil.copy(programs() / name, folder / "bin" / name)
    named = {"list": url, "keys": [key.public for key in KEYS], "counter": "3"} if url else {}
    (folder / "lib/sidekey/release.json").write_text(json.dumps({"format": 1, "kind": "deb", **named}))
    return folder / "bin"


@pytest.fixture
def server():
    with ListServer() as server:
        yield server


def check(wallet: Wallet, exits: int = 0) -> dict:
    """What `update --check --json` prints, or the error that it prints."""
    done = wallet.run("update", "--check", "--json", check=False)
    assert done.returncode == exits, done.stdout + done.stderr
    return json.loads(done.stdout) if exits in (0, AVAILABLE) else json.loads(done.stderr.splitlines()[-1])["error"]


def test_a_newer_version_is_told_in_the_terminal_and_the_popup_and_nothing_installs_it(browser_name, server, tmp_path):
    bin_folder = installed(tmp_path / "usr", server.url("/list.json"))
    before = {path.name: path.stat().st_mtime_ns for path in bin_folder.iterdir()}
    with Wallet(bin_folder=bin_folder, network="loopback") as wallet:
        wallet.create()
        wallet.unlock()
        assert "hasn't looked for updates yet" in wallet.run("update").stdout
        assert server.asked == []
        with Stage(browser_name, wallet) as stage:
            server.serve(KEYS[0], release(4), 1, "/list.json")
            assert check(wallet, AVAILABLE)["release"]["version"] == "9.9.9"
            said = wallet.run("update").stdout
            assert "Sidekey 9.9.9 is out." in said and "sudo apt update && sudo apt install sidekey" in said
            assert "https://sidekey.invalid/news" in said and "never installs" in said
            doctor = wallet.run("doctor", "--json", check=False)
            (found,) = [check for check in json.loads(doctor.stdout)["checks"] if check["id"] == "update"]
            assert found["status"] == "warning" and "9.9.9" in found["message"] and "sidekey update" in found["hint"]

            popup = stage.popup()
            popup.wait_until("document.body.innerText.includes('Sidekey 9.9.9 is out.')")
            words = popup.words()
            assert "sudo apt update && sudo apt install sidekey" in words and "https://sidekey.invalid/news" in words
            assert popup.evaluate("document.querySelectorAll('a[href]').length") == 0
            stage.picture(popup, "popup-update")
            popup.click("button", "Show what is new")
            wait_for(lambda: any("sidekey.invalid" in surface.url for surface in stage.browser.surfaces()), "the page of the news")
            stage.browser.close_all_but_one()
            popup = stage.popup()
            popup.click("button", "Hide this version")
            popup.wait_until("!document.body.innerText.includes('Sidekey 9.9.9 is out.')")
            popup = stage.popup()
            popup.wait_until("document.querySelector('.view.home .acts') !== null")
            assert "Sidekey 9.9.9 is out." not in popup.words()
            # "About" still says it, and another version is told anew.
            stage.visit(popup, "About")
            popup.wait_until("document.body.innerText.includes('Sidekey 9.9.9 is out.')")
            stage.picture(popup, "popup-about-updates")
            assert "learns your IP address" in popup.words()
            assert wallet.json("settings")["updates"] == "off"
            popup.click("checkbox", "Look for updates once a day")
            wait_for(lambda: wallet.json("settings")["updates"] == "daily", "the setting")
            server.serve(KEYS[1], release(5, "9.9.10", urgent=True), 1, "/list.json")
            check(wallet, AVAILABLE)
            popup = stage.popup()
            popup.wait_until("document.body.innerText.includes('Sidekey 9.9.10 is out and closes a security hole.')")
    assert before == {path.name: path.stat().st_mtime_ns for path in bin_folder.iterdir()}
    # A list and its signature each time, without a cookie, and nobody else's request.
    assert [path for _, path, _ in server.asked] == ["/list.json.minisig", "/list.json"] * 2
    assert all("Cookie" not in headers and method == "GET" for method, _, headers in server.asked)


def test_what_a_lists_server_can_do_changes_nothing(server, tmp_path):
    with Wallet(bin_folder=installed(tmp_path / "usr", server.url("/list.json")), network="loopback") as wallet:
        server.serve(KEYS[0], release(5), 1, "/list.json")
        check(wallet, AVAILABLE)

        def refused(reason: str, exits: int = 1, fault: str | None = None) -> None:
            error = check(wallet, exits)
            assert (error["reason"], error["data"].get("fault")) == (reason, fault)
            kept = wallet.json("update")
            assert (kept["release"]["counter"], kept["failure"]) == ("5", reason)

        server.serve(KEYS[1], release(4), 1, "/list.json")
        refused("release-older", 10)
        server.serve(KEYS[1], release(5, "9.9.8"), 1, "/list.json")
        refused("release-changed", 10)
        server.serve(ListKey(3), release(6), 1, "/list.json")
        refused("release-unverified", 10, "other-key")
        server.files["/list.json.minisig"] = KEYS[0].signature(release(7), 1)
        server.files["/list.json"] = release(6)
        refused("release-unverified", 10, "signature")
        server.serve(KEYS[0], release(6) + b" " * (1 << 16), 1, "/list.json")
        refused("release-unread", 1, "too-large")
        server.files["/list.json"] = (302, {"Location": "http://localhost:1/list.json"}, b"")
        refused("release-unread", 1, "redirected")
        server.files["/list.json"] = (404, {}, b"")
        refused("release-unread", 1, "status")
        server.serve(KEYS[0], b'{"format": 2}', 1, "/list.json")
        refused("release-unfit", 1, "format")
        server.serve(KEYS[0], release(6, "0.0.1"), 1, "/list.json")
        assert check(wallet)["release"]["newer"] is False


def test_a_package_that_names_no_list_asks_nobody(server, tmp_path):
    with Wallet(bin_folder=installed(tmp_path / "usr", None), network="loopback") as wallet:
        assert check(wallet, 1)["reason"] == "release-unnamed"
        said = wallet.run("update").stdout
        assert "names no release list" in said and "sudo apt update" in said
    assert server.asked == []
