"""Pictures of NFTs: a press fetches one from a real server, `sidekey-picture` decodes it, and nothing is asked before."""

import base64
import json
import struct
import zlib

import pytest
from local_node import LocalNode
from seat import Seat
from site_list import ListServer
from solders.pubkey import Pubkey
from stage import Stage
from vectors_nfts import METAPLEX, TOKEN, beside, edition, holding, key, metadata, mint
from wallet_screens import SOL, Screens, says, stage_on

pytestmark = pytest.mark.shared

# Two by two pixels.
GIF = bytes.fromhex("47494638396102000200810000 ff000000ff000000ffffffff 2c000000000200020000 0203443405003b")


def png(width: int, height: int) -> bytes:
    """A red picture."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    rows = zlib.compress((b"\0" + b"\xff\0\0" * width) * height)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


@pytest.fixture(scope="module")
def node():
    with LocalNode("--slot-ms", "400") as node:
        yield node


@pytest.fixture(scope="module")
def picture_stage(seat: Seat, node: LocalNode):
    with stage_on(seat, node, trusts="localhost") as stage:
        yield stage


@pytest.fixture
def server(picture_stage: Stage):
    with ListServer(picture_stage.wallet.certificates) as server:
        yield server


@pytest.fixture
def screens(picture_stage: Stage, node: LocalNode, server: ListServer):
    picture_stage.ensure_unlocked()
    node.control(clear=True)
    node.control(set=picture_stage.wallet.public_key, lamports=10 * SOL)
    held = f'data:,{{"image":"data:;base64,{base64.b64encode(GIF).decode()}"}}'
    for number, name, uri in ((11, "Red #1", server.url("/1.json")), (12, "Trap #2", server.url("/2.json")), (13, "Held #3", held)):
        put(node, picture_stage.wallet.public_key, number, name, uri)
    node.advance(2)
    yield Screens(picture_stage, node)
    node.control(clear=True)
    picture_stage.tidy()


def put(node: LocalNode, owner: str, number: int, name: str, uri: str) -> None:
    nft = key(number)
    for address, program, data in (
        (nft, TOKEN, mint(edition(nft))),
        (beside(nft), METAPLEX, metadata(nft, name, "RED", uri)),
        (key(number + 100), TOKEN, holding(nft, Pubkey.from_string(owner))),
    ):
        node.control(set=str(address), lamports=5_000_000, owner=str(program), data=base64.b64encode(data).decode())


def painted(popup) -> list[int]:
    """The first pixel of the picture on the screen."""
    popup.wait_until("document.querySelector('.nfts canvas') !== null")
    return popup.evaluate("[...document.querySelector('.nfts canvas').getContext('2d').getImageData(0, 0, 1, 1).data]")


def test_a_picture_is_shown_on_a_press_and_nothing_is_asked_before(screens, server, tmp_path):
    told = {"image": server.url("/1.png"), "attributes": [{"trait_type": "Fur", "value": "Gold"}]}
    server.files = {"/1.json": (302, {"Location": server.url("/moved.json")}, b""), "/moved.json": json.dumps(told).encode(), "/1.png": png(640, 320)}
    popup = screens.open("More", "Collectibles")
    says(popup, "Red #1")
    popup.click("button", "Details of Red #1")
    says(popup, "To show the picture, Sidekey asks localhost, and each server to which it leads.")
    says(popup, "They learn this computer's IP address and which NFT you are looking at.")
    screens.stage.picture(popup, "nfts-picture-ask")
    assert server.asked == []
    popup.click("button", "Show picture of Red #1")
    assert painted(popup) == [255, 0, 0, 255]
    assert popup.evaluate("[document.querySelector('.nfts canvas').width, document.querySelector('.nfts canvas').height]") == [320, 160]
    says(popup, "Asked for the picture: localhost.")
    says(popup, "Traits, as its maker's file says:")
    says(popup, "Gold")
    screens.stage.picture(popup, "nfts-picture")
    assert [(method, path) for method, path, _ in server.asked] == [("GET", "/1.json"), ("GET", "/moved.json"), ("GET", "/1.png")]
    for _, _, headers in server.asked:
        assert not {"cookie", "referer", "user-agent", "authorization", "origin"} & {name.lower() for name in headers}, headers
    # The terminal says the same, and keeps the picture.
    file = tmp_path / "red.png"
    done = screens.wallet.run("nfts", "picture", str(key(11)), "--output", str(file))
    assert "Sidekey asks localhost, and each server to which it leads." in done.stderr
    assert f"The picture is in {file}." in done.stdout and "    Fur: Gold" in done.stdout
    assert file.read_bytes()[:24] == b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", 320, 160)


def test_what_is_no_picture_is_refused_with_its_reason_and_can_be_asked_again(screens, server):
    server.files = {"/2.json": json.dumps({"image": server.url("/2")}).encode()}
    popup = screens.open("More", "Collectibles")
    says(popup, "Trap #2")
    popup.click("button", "Details of Trap #2")
    says(popup, "Sidekey asks localhost")
    for file, words in (
        (b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>", "The file isn't a picture that Sidekey shows."),
        (b"GIF89a" + b"\xff" * 7, "The picture is too large for Sidekey."),
        (png(9, 9)[:50], "The picture's file is damaged."),
        (b"\x89PNG\r\n\x1a\n" + b"#" * (4 << 20), "The picture is too large for Sidekey."),
        ((302, {"Location": "http://localhost/"}, b""), "The picture can't be fetched now."),
    ):
        server.files["/2"] = file
        popup.click("button", "Show picture of Trap #2")
        says(popup, words)
        popup.wait_until("document.querySelector('.nfts .busy') === null")
    assert popup.evaluate("document.querySelectorAll('.nfts canvas, .nfts img, .nfts svg:not([aria-hidden])').length") == 0
    screens.stage.picture(popup, "nfts-picture-refused")


def test_a_picture_in_the_nfts_own_data_takes_no_server(screens, server):
    popup = screens.open("More", "Collectibles")
    says(popup, "Held #3")
    popup.click("button", "Details of Held #3")
    says(popup, "The picture is in the NFT's own data. Sidekey asks no server for it.")
    popup.click("button", "Show picture of Held #3")
    assert painted(popup) == [255, 0, 0, 255]
    assert server.asked == []
