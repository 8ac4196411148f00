"""Frames of a site's own: off, until the page lists them and the user allows that pair."""

import time

import base58
import pytest
from browsers import wait_for
from dapp import PAGES, DApp, spell, unspell
from nacl.signing import VerifyKey


class Frame:
    """A page of the same site in a frame of a dApp's."""

    def __init__(self, dapp: DApp, origin: str, list: str | None = None):
        self.dapp = dapp
        self.origin = origin
        dapp.begin("place", src=f"{origin}/framed.html", **({} if list is None else {"list": list})).result()

    @classmethod
    def served(cls, stage, dapp: DApp) -> "Frame":
        """One that the page lists, with the wallet in it."""
        origin = stage.site(PAGES).origin
        frame = cls(dapp, origin, list=f"https://other.example {origin}")
        wait_for(frame.finds, "the frame finds the wallet")
        return frame

    @property
    def name(self) -> str:
        """Whom the wallet takes it for."""
        return f"{self.origin} in {self.dapp.origin}"

    def begin(self, action: str, /, **parameters: object):
        return self.dapp.begin_untouched("framed", action=action, parameters=parameters)

    def finds(self) -> dict | None:
        return self.begin("look").result()

    def accounts(self) -> list[str]:
        return [account["address"] for account in self.finds()["accounts"]]

    def press(self) -> None:
        """Clicks in it, as a person does."""
        self.dapp.tab.pointer(150, 100, "down", "up")

    def stays_without(self) -> bool:
        """Returns whether it has no wallet, also once everybody has said what there is to say."""
        time.sleep(1.5)
        return self.finds() is None


def test_a_frame_that_its_page_lists_is_allowed_by_the_user_for_that_pair(stage):
    dapp = DApp.stranger(stage)
    frame = Frame.served(stage, dapp)
    assert frame.accounts() == [] and frame.begin("connect", silent=True).result() == [], "what the page has is the page's"
    refused = frame.begin("connect").refusal()
    assert refused.code == 4100 and "clicks" in refused.message, "a touch of the page around it is none of the frame's"

    frame.press()
    call = frame.begin("connect")
    window = stage.approval()
    words = window.words()
    assert frame.origin in words and f"Inside the site {dapp.origin}" in words
    (request,) = stage.wallet.pending()
    assert request["origin"] == frame.name
    stage.approve(window)
    assert call.result()[0]["address"] == stage.wallet.public_key
    stage.wait_for_rest()

    call = frame.begin("signMessage", messages=[spell(b"in a frame")])
    window = stage.approval()
    assert f"Inside the site {dapp.origin}" in window.words()
    stage.approve(window)
    signed = call.result()[0]
    VerifyKey(base58.b58decode(stage.wallet.public_key)).verify(unspell(signed["signedMessage"]), unspell(signed["signature"]))
    # The same page by itself, and in another site's page, is somebody else.
    assert DApp.open(stage, frame.origin).begin("connect", silent=True).result() == []
    # It comes back as any site does.
    again = DApp.open(stage, dapp.origin)
    back = Frame(again, frame.origin, list=frame.origin)
    wait_for(lambda: back.finds() and back.accounts() == [stage.wallet.public_key], "the frame finds its account at load")


def test_with_the_page_around_it_a_frame_is_disconnected(stage):
    dapp = DApp.stranger(stage)
    frame = Frame.served(stage, dapp)
    frame.press()
    call = frame.begin("connect")
    stage.approve()
    assert call.result()
    stage.wait_for_rest()
    stage.wallet.run("origins", "revoke", dapp.origin)
    wait_for(lambda: frame.accounts() == [], "the frame hears that it has no account any more")
    assert frame.begin("signMessage", messages=[spell(b"no more")]).refusal() is not None
    assert frame.begin("connect").refusal().code == 4100
    assert dapp.origin not in stage.wallet.run("origins").stdout


@pytest.mark.parametrize("case", ["not listed", "another site's", "in a page that isn't connected"])
def test_no_other_frame_finds_a_wallet(stage, case):
    dapp = DApp.open(stage) if "connected" in case else DApp.stranger(stage)
    site = stage.site(PAGES)
    origin = site.localhost if case == "another site's" else site.origin
    frame = Frame(dapp, origin, list=f"{origin}.example {origin}/" if case == "not listed" else origin)
    assert frame.stays_without()
    assert stage.wallet.pending() == []
    if "connected" in case:
        call = dapp.begin("connect")
        stage.approve()
        call.result()
        wait_for(frame.finds, "a frame finds the wallet once the page around it is connected")


def test_a_frame_in_a_frame_finds_no_wallet(stage):
    dapp = DApp.stranger(stage)
    frame = Frame.served(stage, dapp)
    inner = stage.site(PAGES).origin
    frame.begin("place", src=f"{inner}/framed.html", list=inner).result()
    time.sleep(1.5)
    assert frame.begin("framed", action="look").result() is None
