"""Texts that come from outside, in every list of the wallet's own screens: nothing in them hides, and nothing is obeyed."""

import pytest
from canned import OTHER, accounts, app_asks, apps, text_message
from screens import MENU, Screen, Tour, requests_of_sites
from wallet import Wallet

pytestmark = pytest.mark.shared

HOSTILE = "Pay\u202eeno\u2066\u200b\u00ad\x1b[2K<img src=x onerror=hacked=1><b class=made>&amp;</b>"
SHOWN = r"Pay\u{202e}eno\u{2066}\u{200b}\u{ad}\u{1b}[2K<img src=x onerror=hacked=1><b class=made>&amp;</b>"
MINT = "So11111111111111111111111111111111111111112"
TOKEN = {"tokenAccount": OTHER, "mint": MINT, "program": "spl-token", "amount": "1", "decimals": 0, "claims": {"name": HOSTILE, "symbol": HOSTILE}}
SAID = {"cluster": "solana:mainnet", "account": OTHER, "node": HOSTILE, "slot": "1", "time": 1_790_000_000_000, "age": 1}
MOVED = {"direction": "in", "amount": "1", "decimals": 0, "currency": MINT, "claims": {"symbol": HOSTILE}, "from": OTHER}
ENTRY = {"sequence": 1, "time": 1, "kind": HOSTILE, "origin": HOSTILE, "method": HOSTILE, "account": HOSTILE, "detail": HOSTILE, "surface": HOSTILE, "hash": "00"}
SITE = {"origin": HOSTILE, "profile": HOSTILE, "container": HOSTILE, "accounts": [OTHER], "granted": 1, "used": 2}
NODES = {"cluster": "solana:mainnet", "off": False, "endpoints": {name: [HOSTILE] for name in ("mainnet", "devnet", "testnet", "localnet")}}

VIEWS = [
    Screen("contacts", ".contacts .line", way=MENU + ("place_contacts",), answers={
        "contacts.list": {"result": {"contacts": [{"address": OTHER, "label": HOSTILE, "added": 1, "onCurve": True}]}}}),
    Screen("accounts", ".account", way=MENU + ("place_accounts",), answers=accounts({"label": HOSTILE, "path": HOSTILE})),
    Screen("sites", ".site-entry", way=MENU + ("place_sites",), answers={
        "origins.list": {"result": {"origins": [SITE]}}, "origins.blocks": {"result": {"blocks": [{"site": HOSTILE, "since": 1}, {"site": HOSTILE, "remaining": 9}]}},
        "permissions.list": {"result": {"extensions": [{"extension": HOSTILE, "methods": [HOSTILE], "accounts": [OTHER], "granted": 1}], "offered": []}}}),
    Screen("apps", ".connected-apps .line", way=MENU + ("place_sites",), answers=apps(HOSTILE)),
    Screen("activity", ".activity .line", way=("place_activity",), then=requests_of_sites, answers={"activity.list": {"result": {"entries": [ENTRY]}}}),
    Screen("transactions", ".activity .line", way=("place_activity",), answers={"portfolio.history": {"result": {
        **SAID, "whole": True, "entries": [{"signature": "5" * 87, "slot": "1", "status": "failed", "failure": HOSTILE, "movements": [MOVED]}]}}}),
    Screen("tokens", ".tokens .row", answers={"portfolio.tokens": {"result": {**SAID, "tokens": [TOKEN]}}}),
    Screen("nfts", ".nfts .line", way=MENU + ("place_nfts",), answers={"nfts.list": {"result": {
        "cluster": "solana:mainnet", "account": OTHER, "node": HOSTILE, "slot": "1", "missing": [], "partial": [],
        "nfts": [{"address": MINT, "kind": "token", "name": HOSTILE, "symbol": HOSTILE, "collection": {"address": OTHER, "verified": True, "name": HOSTILE}}]}}}),
    Screen("multisigs", ".multisigs .line", way=MENU + ("place_multisig",), answers={"multisig.list": {"result": {
        "cluster": "solana:mainnet", "account": OTHER, "node": HOSTILE, "multisigs": [{
            "address": OTHER, "threshold": 1, "members": 1, "timeLock": 0, "permissions": [HOSTILE], "index": HOSTILE, "staleIndex": HOSTILE, "authority": HOSTILE}]}}}),
    Screen("permissions", ".permissions .line", way=MENU + ("place_permissions",), answers={
        "portfolio.permissions": {"result": {**SAID, "permissions": [{**TOKEN, "delegate": OTHER, "delegated": "1"}]}}}),
    Screen("network", ".network .cluster", way=MENU + ("place_network",), answers={"policy.get": {"merge": {"network": NODES}}}),
    Screen("about", ".about .facts", way=MENU + ("place_about",), answers={"vault.status": {"merge": {"version": HOSTILE, "home": HOSTILE}}}),
    # The host is started anew for these, and again for what comes behind them. The agent spells out what is hidden in these texts.
    Screen("app-connect", ".request .facts", answers=app_asks("connect", "connect", {"kind": "app", "url": SHOWN, "redirect": SHOWN, "days": 30})),
    Screen("app-message", ".request .facts", answers=app_asks("signMessage", "messages", text_message("x"), url=SHOWN)),
    Screen("app-browse", ".request .facts", answers=app_asks("browse", "browse", {"kind": "address", "url": SHOWN, "ref": SHOWN})),
]  # fmt: skip


@pytest.fixture(scope="module")
def tour(seat):
    with Wallet() as wallet:
        tour = Tour(seat, wallet)
        yield tour
        tour.close()


@pytest.mark.parametrize("view", VIEWS, ids=lambda view: view.name)
def test_what_comes_from_outside_is_shown_whole_and_obeyed_nowhere(tour, view):
    with tour.at(view) as surface:
        surface.wait_until("(shown) => document.body.textContent.includes(shown)", SHOWN)
        found = surface.run(
            r"""const hidden = /[\u200b\u202e\u2066\u00ad\u001b]/u;
            const every = [document.documentElement, ...document.querySelectorAll("*")];
            // The address of a row that the view finds it by is read by nobody.
            const attributes = every.flatMap((each) => [...each.attributes]).filter(({ name }) => !name.startsWith("data-") && name !== "value");
            return {
                made: document.querySelectorAll(".made, img[src=x]").length,
                hidden: hidden.test(document.body.textContent) || hidden.test(document.title),
                attributes: attributes.filter(({ value }) => hidden.test(value)).map(({ name, value }) => [name, value]),
                run: "hacked" in (window.wrappedJSObject ?? window),
            };"""
        )
        assert found == {"made": 0, "hidden": False, "attributes": [], "run": False}
        tour.stage.picture(surface, f"hostile-view-{view.name}")
