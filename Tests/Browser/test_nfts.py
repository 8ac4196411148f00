"""NFTs on the wallet's own screens: what the chain shows, what only a node says, and what can be done with them."""

import pytest
from browsers import wait_for
from local_node import LocalNode
from seat import Seat
from stage import Stage
from vectors_nfts import key, put
from wallet_screens import SOL, Screens, says, stage_on

pytestmark = pytest.mark.shared


@pytest.fixture(scope="module")
def node():
    with LocalNode("--slot-ms", "400") as node:
        yield node


@pytest.fixture(scope="module")
def nft_stage(seat: Seat, node: LocalNode):
    with stage_on(seat, node) as stage:
        yield stage


@pytest.fixture
def screens(nft_stage: Stage, node: LocalNode):
    nft_stage.ensure_unlocked()
    node.control(clear=True)
    node.control(set=nft_stage.wallet.public_key, lamports=10 * SOL)
    put(node, nft_stage.wallet.public_key)
    yield Screens(nft_stage, node)
    node.control(clear=True)
    nft_stage.tidy()


def test_every_kind_of_nft_is_listed_with_who_vouches_for_it(screens):
    popup = screens.open("More", "Collectibles")
    says(popup, "Lad #1")
    screens.stage.picture(popup, "nfts")
    names = popup.evaluate("[...document.querySelectorAll('.nfts .line q')].map((each) => each.textContent)")
    assert {"Lad #1", "Boss 7", "Ape 3", "Frozen", "Leaf #9"} <= set(names)
    assert len(names) == 7 and any("\\u{202e}" in name for name in names)
    words = popup.evaluate("document.querySelector('.nfts').innerText")
    assert f"From the collection “Lads” {key(21)}." in words
    assert f"Names the collection “Lads” {key(21)}, which hasn't confirmed it." in words
    assert "Compressed: your node says that you hold it." in words
    assert "Sidekey fetches a picture only when you ask for it." in words
    assert popup.evaluate("document.querySelectorAll('.nfts img, .nfts a').length") == 0
    # The terminal says the same.
    told = screens.wallet.run("nfts").stdout
    for name in names:
        assert name in told
    assert "Compressed: your node says that you hold it." in told
    assert "Sidekey can't send or burn this kind of NFT." in told
    told = screens.wallet.run("nfts", "show", str(key(13))).stdout
    assert "Traits, as its account on the chain says:" in told and "    Mood: grim" in told
    assert "Sidekey asks it only when you want to see the picture: https://boss.example/7.json" in told


def test_traits_come_on_a_press_and_an_nft_is_sent_and_burned_like_a_token(screens):
    popup = screens.open("More", "Collectibles")
    says(popup, "Boss 7")
    popup.click("button", "Details of Boss 7")
    says(popup, "Traits, as its account on the chain says:")
    says(popup, "grim")
    screens.stage.picture(popup, "nfts-details")
    popup.click("button", "Burn token Lad #1…")
    says(popup, "Burn “Lad #1”? A burned NFT is gone for ever.")
    popup.click("button", "Burn all of it")
    (request,) = wait_for(screens.wallet.pending, "it waits in the queue")
    says(popup, "Lad #1")
    screens.wallet.run("reject", request["id"])
    says(popup, "You rejected it. Nothing was signed.")
    popup.click("button", "Send Lad #1…")
    popup.wait_until(f"document.querySelector('form select option:checked') && [...document.querySelectorAll('form select')].some((each) => each.value === '{key(11)}')")
    screens.stage.picture(popup, "nfts-send")


def test_a_node_without_an_index_is_named_and_a_hidden_nft_stands_last(screens):
    screens.node.control(assets=None)
    popup = screens.open("More", "Collectibles")
    says(popup, "Your node doesn't list compressed NFTs, so those are missing.")
    popup.click("button", "Mark token Ape 3 as spam")
    says(popup, "marked as spam")
    names = popup.evaluate("[...document.querySelectorAll('.nfts .line q')].map((each) => each.textContent)")
    assert names[-1] == "Ape 3"
    assert "and 1 hidden NFT" in screens.wallet.run("nfts").stdout
    screens.wallet.run("tokens", "show", str(key(14)))
