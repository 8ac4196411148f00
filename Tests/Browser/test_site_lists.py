"""The site that asks: one that imitates another, and one on a list that the user has added; and what a list's server can do."""

import json
import re
import time
from pathlib import Path

import pytest
from browsers import NAMED_SITES, wait_for
from certificate import write_certificate
from dapp import PAGES, DApp
from site_list import ListKey, ListServer
from wallet import Wallet

REAL, FALSE, THIEF = NAMED_SITES
KEY = ListKey()


def add(wallet: Wallet, source: str, name: str = "Known thieves", key: ListKey = KEY, check: bool = True):
    files = ["--passphrase-file", str(wallet.passphrase_file)]
    return wallet.run("sites", "add", source, "--key", key.public, "--name", name, *files, check=check)


@pytest.fixture
def named(fresh_stage):
    """The dApp under names that lead to this machine."""
    certificate = write_certificate(fresh_stage.wallet.folder / "named.pem", *NAMED_SITES)
    return fresh_stage.site(PAGES, certificate=certificate)


def decided(stage, call) -> None:
    """Approves a danger in the browser, with the passphrase."""
    stage.approve(stage.approval())
    call.result()
    stage.wait_for_rest()


def test_a_site_that_imitates_another_is_a_danger_and_the_real_one_is_named(fresh_stage, named):
    DApp.connected(fresh_stage, named.at(REAL))
    false = DApp.open(fresh_stage, named.at(FALSE))
    call = false.begin("connect")
    window = fresh_stage.approval()
    window.wait_until(f"document.body.innerText.includes(\"this isn't {REAL}, which you use\")")
    assert "Danger" in window.words() and FALSE in window.words()
    fresh_stage.picture(window, "approval-imitation")
    decided(fresh_stage, call)
    wallet = fresh_stage.wallet
    for place in ("browser", "terminal"):
        call = false.sign_message(b"hello")
        fresh_stage.approval().wait_until(f"document.body.innerText.includes(\"this isn't {REAL}\")")
        if place == "browser":
            decided(fresh_stage, call)
            continue
        (request,) = wallet.pending()
        wallet.run("approve", request["id"], "--yes", "--passphrase-file", str(wallet.passphrase_file))
        call.result()
        fresh_stage.wait_for_rest()
    # It is over with the first signature that was approved outside the browser.
    last = false.sign_message(b"hello")
    assert "this isn't" not in fresh_stage.approval().words()
    fresh_stage.reject()
    last.refusal()


def test_a_listed_site_is_a_danger_and_its_list_is_named(fresh_stage, named):
    wallet = fresh_stage.wallet
    added = add(wallet, str(KEY.write(wallet.folder / "list.txt", f"{THIEF}\n".encode())))
    assert "1 site, signed 2023-11-14" in added.stdout and "They can't allow anything." in added.stdout
    honest = DApp.open(fresh_stage, named.at(REAL))
    call = honest.begin("connect")
    assert "on the list" not in fresh_stage.approval().words()
    fresh_stage.approve()
    call.result()
    fresh_stage.wait_for_rest()
    thief = DApp.open(fresh_stage, named.at(THIEF))
    call = thief.begin("connect")
    window = fresh_stage.approval()
    said = f"{THIEF} is on the list “Known thieves” that you added"
    window.wait_until(f"document.body.innerText.includes('{said}')")
    assert "Danger" in window.words()
    fresh_stage.picture(window, "approval-listed")
    (request,) = wallet.pending()
    assert said in wallet.run("review", request["id"]).stdout
    decided(fresh_stage, call)
    for _ in range(2):
        call = thief.sign_message(b"hello")
        fresh_stage.approval().wait_until(f"document.body.innerText.includes('{said}')")
        decided(fresh_stage, call)


def test_the_lists_are_among_the_settings_and_are_read_again_there(fresh_stage):
    wallet = fresh_stage.wallet
    file = KEY.write(wallet.folder / "list.txt", b"thief.example\nworse.example\n")
    add(wallet, str(file))
    popup = fresh_stage.popup()
    fresh_stage.visit(popup, "Settings")
    popup.fill("Search settings", "phishing")
    popup.press("Enter")
    popup.wait_until("document.querySelector('.site-lists li')?.innerText.includes('2 sites')")
    assert "…/list.txt" in popup.words() and str(wallet.folder) not in popup.words()
    assert "sidekey sites add" in popup.words()
    fresh_stage.picture(popup, "site-lists")
    KEY.write(file, b"thief.example\nworse.example\nworst.example\n", 1_700_000_001)
    popup.click("button", "Update Known thieves")
    popup.wait_until("document.querySelector('.site-lists').innerText.includes('3 sites')")
    assert "Known thieves is up to date." in popup.words()
    KEY.write(file, b"thief.example\n")
    popup.click("button", "Update Known thieves")
    popup.wait_until("document.querySelector('.site-lists .problem:not(:empty)') !== null")
    assert "The list there is older than yours." in popup.words()
    (table,) = (wallet.data / "sites").iterdir()
    table.unlink()
    (found,) = wallet.json("sites")
    assert found["state"] == "damaged" and found["failure"] == "list-older"
    doctor = wallet.run("doctor", check=False)
    assert "the list Known thieves is missing or damaged" in doctor.stdout and "sidekey sites update" in doctor.stdout


@pytest.fixture
def reaching():
    """A wallet that reaches this machine's own servers, and trusts one certificate."""
    with Wallet(network="loopback") as made:
        made.certificates = write_certificate(made.folder / "server.pem", "localhost")
        made.create()
        made.unlock()
        yield made


def test_what_a_server_can_do_to_a_list(reaching):
    """The real sidekey-rpc, and a real server that speaks https."""
    with ListServer(reaching.certificates) as server, ListServer() as plain:
        address = server.serve(KEY, b"thief.example\ngithub.io\n", 100)
        add(reaching, address)
        (found,) = reaching.json("sites")
        assert (found["sites"], found["skipped"], found["signed"], found["source"]) == (1, 1, "100", address)
        assert [(method, path) for method, path, _ in server.asked] == [("GET", "/list.txt.minisig"), ("GET", "/list.txt")]
        for _, _, headers in server.asked:
            assert not {"cookie", "referer", "user-agent", "authorization"} & {name.lower() for name in headers}, headers

        def refused(reason: str) -> str:
            done = reaching.run("sites", "update", "--json", check=False)
            assert done.returncode != 0
            error = json.loads(done.stderr.splitlines()[-1])["error"]
            assert error["reason"] == reason, error
            (kept,) = reaching.json("sites")
            assert (kept["sites"], kept["signed"], kept["state"], kept["failure"]) == (1, "100", "intact", reason)
            return error["message"]

        good = dict(server.files)
        plain.serve(KEY, b"good.example\n", 200)
        for path in good:
            server.files = {**good, path: (302, {"Location": plain.url(path)}, b"")}
            assert "another address" in refused("list-unread")
        assert plain.asked == []
        server.files = {**good, "/list.txt": (200, {"Content-Length": "1000"}, good["/list.txt"])}
        refused("list-unread")
        server.files = {**good, "/list.txt": (200, {"Content-Length": str((16 << 20) + 1)}, b"#")}
        assert "longer than" in refused("list-unread")
        server.files = {**good, "/list.txt": b"#" * ((16 << 20) + 1)}
        assert "longer than" in refused("list-unread")
        server.files = {**good, "/list.txt.minisig": b"#" * 4097}
        assert "longer than" in refused("list-unread")
        server.files = {**good, "/list.txt": good["/list.txt"][:-3]}
        refused("list-unverified")
        server.serve(KEY, b"thief.example\n", 99)
        refused("list-older")
        server.serve(ListKey(9), b"thief.example\n", 200)
        refused("list-unverified")
        server.files = {}
        refused("list-unread")
        server.serve(KEY, b"thief.example\nworse.example\n", 101)
        (updated,) = reaching.json("sites", "update")
        assert updated["sites"] == 2 and "failure" not in updated

    with ListServer(write_certificate(reaching.folder / "other.pem", "localhost")) as stranger:
        done = add(reaching, stranger.serve(KEY, b"thief.example\n", 100), "Stranger", check=False)
        assert done.returncode != 0 and "certificate" in done.stderr


def test_a_long_list_takes_none_of_the_agents_memory(reaching):
    def memory() -> int:
        status = Path(f"/proc/{reaching.agent().number}/status").read_text()
        return int(re.search(r"RssAnon:\s+(\d+) kB", status)[1])

    def settled() -> int:
        for _ in range(3):
            reaching.run("sites")
        time.sleep(1)
        return memory()

    def restarted() -> int:
        reaching.run("stop")
        wait_for(lambda: reaching.agent() is None, "the agent has gone")
        reaching.unlock()
        return settled()

    before = restarted()
    sites = "".join(f"s{number}.scam-example-{number % 977}.example\n" for number in range(200_000)).encode()
    with ListServer(reaching.certificates) as server:
        add(reaching, server.serve(KEY, sites, 100))
        reaching.run("sites", "update")
    # What was read and compiled is given back: the list has 6 MB, and its table 1.6.
    read = settled()
    (found,) = reaching.json("sites")
    assert found["sites"] == 200_000 and found["state"] == "intact"
    (table,) = (reaching.data / "sites").iterdir()
    assert table.stat().st_size == 16 + 8 * 200_000
    opened = restarted()
    print(f"RssAnon in kB: {before} without a list, {read} after reading one, {opened} after the next start")
    assert max(read, opened) - before < 1_500, (before, read, opened)
