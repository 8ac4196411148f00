"""Every screen of the extension in every state, and how to get there: a new one is one line of SCREENS."""

import contextlib
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import canned
from browsers import ScriptError, Surface, SurfaceGone, TimedOut, wait_for
from canned import CONTACTS, GONE, LONGEST_NAME, NO_NODE, Answers, accounts, passkeys
from dapp import DApp, spell
from seat import Seat
from stage import APPROVAL, POPUP, Stage
from transactions import danger, forbidden, long, payment
from wallet import ROOT, Wallet

PASSKEYS, PAGE, WELCOME = "ui/passkey.html", "ui/wallet.html", "ui/wallet.html#welcome"
MENU = ("place_more",)
SETTINGS = (*MENU, "place_settings")
ACTIVITY, SEND = ("place_activity",), ("place_send",)
# So long that the screen is gone by then that asked.
LATE = {"delay": 0.5}
# What a wallet that holds something says to whoever sends from it.
SENDER = {**canned.balance("12480000001"), **canned.tokens(*canned.HELD), **canned.MANY_CONTACTS}


@dataclass(frozen=True)
class Screen:
    """One state of one screen.

    - ready: what stands in the document once it is drawn, as a CSS selector.
    - page: the document; the approval window opens by itself.
    - way: the buttons that lead there from the page's first screen, by their keys in _locales.
    - locked: whether the wallet is.
    - answers: what is said in the agent's place, as `answering_host.py` has it.
    - asks: what a page asks for meanwhile.
    - over: the tab that the popup opens over, where it isn't its own.
    - then: what the user does there.
    - says: a text that must stand there, by its key: where two states have the same elements.
    - heard: the live region that must hold words.
    - host: whether the browser knows of one.
    """

    name: str
    ready: str
    page: str = POPUP
    way: tuple[str, ...] = ()
    locked: bool = False
    answers: Answers = field(default_factory=dict)
    asks: Callable[["Tour"], object] | None = None
    over: Callable[["Tour"], Surface] | None = None
    then: Callable[["Tour", Surface], object] | None = None
    says: str = ""
    heard: str = ""
    host: bool = True


def hello(**members: object) -> Answers:
    return {"hello": {"merge": members}}


def mismatch(update: str) -> Answers:
    return {"hello": canned.refusal("protocol-mismatch", "another protocol", code=-32600, update=update)}


def approving(name: str, ready: str, asks: Callable[["Tour"], object], **more: object) -> Screen:
    return Screen(name, ready, page=APPROVAL, asks=asks, **more)


def message(text: bytes) -> Callable[["Tour"], object]:
    return lambda tour: tour.dapp.sign_message(text)


def transaction(make: Callable[[str], list[bytes]]) -> Callable[["Tour"], object]:
    return lambda tour: tour.dapp.sign_transaction(*make(tour.wallet.public_key))


def typing(key: str, words: str) -> Callable[["Tour", Surface], object]:
    return lambda tour, surface: surface.fill(tour.text(key), words)


def press(*keys: str) -> Callable[["Tour", Surface], object]:
    """Presses buttons by their texts' keys, one after the other; what unfolds is pressed as well."""
    return lambda tour, surface: [tour.press(surface, key, "main") for key in keys]


def unfolding(selector: str) -> Callable[["Tour", Surface], object]:
    """Opens what is folded."""
    opened = f"(() => {{ const found = [...document.querySelectorAll('{selector}')]; for (const each of found) each.open = true; return found.length > 0; }})()"
    # Names that arrive after the rows draw them anew.
    return lambda _, surface: [surface.wait_until(opened), surface.run("await new Promise((resolve) => setTimeout(resolve, 500))"), surface.wait_until(opened)]


def in_turn(*steps: Callable[["Tour", Surface], object]) -> Callable[["Tour", Surface], object]:
    return lambda tour, surface: [step(tour, surface) for step in steps]


def typing_amount(tour: "Tour", surface: Surface) -> None:
    """The amount of a budget that a site is to get."""
    surface.fill(tour.text("budgetOfDay").replace("$1", "SOL"), "3")


requests_of_sites = press("activityRequests")
# To somebody in the address book, and as much as there is a preview of.
transfer = in_turn(typing("sendTo", "carol"), typing("sendAmount", "1"))
preview = in_turn(transfer, press("sendPreview"))
sending = in_turn(preview, press("sendNow"))


def refused_transfer(name: str, ready: str, refusal: dict, **more: object) -> Screen:
    return Screen(name, ready, way=("place_send",), then=preview, answers={**SENDER, "transfer.preview": refusal}, **more)


def wrong_passphrase(tour: "Tour", surface: Surface) -> None:
    surface.fill(tour.text("passphrase"), "not the passphrase")
    surface.press("Enter")


def choosing_token(_: "Tour", surface: Surface) -> None:
    """The longest of those that can be sent."""
    found = "[...document.querySelectorAll('.send select')].find((each) => each.options.length > 2)"
    surface.wait_until(f"{found} !== undefined")
    surface.run(f"const select = {found}; select.selectedIndex = 2; select.dispatchEvent(new Event('change'));")


def leaving(method: str, **params: str) -> Callable[["Tour"], object]:
    """Asks the background for something of the user's own, and is gone before the answer comes: as the popup is under Sidekey's window."""

    def ask(tour: "Tour") -> None:
        tab = tour.open(PASSKEYS)
        message = json.dumps({"id": 1, "method": method, "params": params})
        tab.run(f"const page = window.wrappedJSObject ?? window; (page.browser ?? page.chrome).runtime.connect().postMessage(page.JSON.parse({json.dumps(message)}));")
        tab.close()

    return ask


def approved_elsewhere(tour: "Tour") -> None:
    """A request that no window here opens for, since nobody touched its page."""
    tour.dapp.tab.reload()
    tour.dapp.wait_for_wallet()
    wait_for(lambda: tour.dapp.accounts, "it knows its account")
    tour.dapp.begin_untouched("signMessage", messages=[spell(b"elsewhere")])
    (request,) = wait_for(tour.wallet.pending, "it waits")
    tour.wallet.run("approve", request["id"], "--yes")


ACCOUNTS = [each["publicKey"] for each in accounts({}, {}, {})["accounts.list"]["result"]["accounts"]]
NODES = {"mainnet": [canned.NODE, "https://" + "a-node." * 9 + "example", "https://third.example"], "testnet": []}
ANSWERING = [
    {"node": canned.NODE, "state": "reached", "version": "3.1.0", "slot": "312345678"},
    {"node": NODES["mainnet"][1], "state": "unreachable"},
    {"node": NODES["mainnet"][2], "state": "wrong-cluster", "found": "solana:devnet"},
]

# Something in every list.
EVERYTHING = {**SENDER, **canned.history(*canned.PAST), **canned.permissions(*canned.PERMITTED), **canned.network(endpoints=NODES), **passkeys(2)}

SCREENS = [
    # What stands between the user and the wallet.
    Screen("loading", ".busy", answers={"approvals.list": {"silent": True}}, heard="[role=status]"),
    Screen("host-missing", ".notice .command", host=False, says="problemMissingTitle", heard="[role=status]"),
    Screen("host-fails", ".notice .command", answers={"hello": canned.refusal("agent-unavailable", code=-32603)}, says="problemFailedTitle", heard="[role=status]"),
    Screen("extension-too-old", ".notice", answers=mismatch("extension"), says="problemOldExtensionTitle", heard="[role=status]"),
    Screen("agent-too-old", ".notice", answers=mismatch("agent"), says="problemOldAgentTitle", heard="[role=status]"),
    Screen("no-wallet", ".notice .setup", answers=hello(vault="none")),
    Screen("wallet-damaged", ".notice .command", answers=hello(vault="damaged"), heard="[role=status]"),
    # The popup.
    Screen("locked", ".passphrase input", locked=True),
    Screen("locked-wrong-passphrase", ".problem:not(:empty)", locked=True, then=wrong_passphrase, heard=".problem[role=alert]"),
    Screen("locked-records-reset", ".warning[role=alert]", locked=True, answers={"vault.status": {"merge": {"trust": "reset"}}}),
    Screen("locked-never-opened", ".passphrase input", locked=True, answers={"vault.status": {"merge": {"trust": "unverified"}}}),
    Screen("locked-passkeys", ".passphrase input", locked=True, answers={**canned.balance("12480000001"), **passkeys(1)}),
    Screen("home", ".home .balance"),
    Screen("home-tokens", ".tokens .row", answers={**canned.balance("12480000001", unreadable=2), **canned.tokens(*canned.HELD, cursor="next")}),
    Screen("home-worth", ".tokens .worth", answers={**canned.balance("12480000001", worth=canned.worth(canned.LONG, canned.sum_of("2497.48", "200.123"), 3, instead="BRL")), **canned.tokens(*canned.WORTHY, currency="USD")}),
    Screen("home-priceless", ".home .balance p.worth", answers={**canned.balance("12480000001", worth=canned.worth(None, None, 1)), **canned.tokens()}, says="worthUnknown"),
    Screen("home-sorted", ".tokens details[open] .row", then=unfolding(".tokens details"), answers={**canned.balance("12480000001"), **canned.tokens(*canned.SORTED)}),
    Screen("home-empty", ".tokens .empty", answers={**canned.balance("0"), **canned.tokens()}),
    Screen("home-reading", ".home .balance [role=status]", answers={"portfolio.balance": {"silent": True}, "portfolio.tokens": {"silent": True}}, heard=".balance [role=status]"),
    Screen("home-saved", ".home .balance .note", answers={**canned.balance("12480000001", **canned.SAVED), **canned.tokens(*canned.HELD[:2], **canned.SAVED)}, heard=".note[role=status]"),
    Screen("home-never-read", ".home .balance .note", answers={"portfolio.balance": canned.NEVER_READ, "portfolio.tokens": canned.NEVER_READ}, says="balanceUnknown", heard=".note[role=status]"),
    Screen("home-accounts", ".switch-list:not([hidden])", answers={**accounts({}, {"label": "Savings"}, {"imported": True}), **canned.balance("12480000001"), **canned.tokens()}, then=lambda _, surface: surface.wait_until("document.querySelector('button.switch-current') && (document.querySelector('button.switch-current').click(), true)")),
    Screen("tab-connected", ".tab .state.on", over=lambda tour: tour.dapp.tab, answers=canned.balance("12480000001")),
    Screen("tab-stranger", ".tab .state.off", over=lambda tour: tour.stranger.tab),
    Screen("tab-silent", ".tab button", over=lambda tour: tour.blank, says="reloadTab"),
    Screen("receive", ".receive", way=("place_receive",)),
    Screen("more", ".menu", way=MENU),
    Screen("home-records-reset", ".warning[role=alert]", answers={"vault.status": {"merge": {"trust": "reset"}}}),
    Screen("home-unlisted", ".home .balance", answers={**canned.balance(canned.MOST), "portfolio.tokens": NO_NODE}),
    Screen("home-broken", ".home .problem", answers={"accounts.list": GONE}, says="listProblemNext", heard=".problem[role=alert]"),
    Screen("send", ".view.send", way=("place_send",)),
    Screen("send-faults", ".field .problem", way=SEND, then=press("sendPreview"), answers=SENDER, says="addressEmpty"),
    Screen("send-known", ".recipient", way=SEND, then=press("sendKnown"), answers={**SENDER, **canned.history(*canned.PAST), **accounts({}, {"label": "Savings"})}),
    Screen("send-token", ".send details[open]", way=SEND, then=in_turn(choosing_token, press("sendMore", "sendAll")), answers=SENDER),
    refused_transfer("send-off-curve", ".problem:not(:empty)", canned.refusal("recipient-refused", finding="off-curve"), says="sendOffCurve", heard=".problem[role=alert]"),
    refused_transfer("send-funds", ".problem:not(:empty)", canned.refusal("funds-missing", needed=canned.MOST, available="5000"), heard=".problem[role=alert]"),
    Screen("send-preview", ".preview .facts", way=SEND, then=preview, answers={**SENDER, **canned.FULL_PLAN}),
    Screen("send-preview-danger", ".finding.danger", way=SEND, then=preview, answers={**SENDER, **canned.DANGER_PLAN}),
    Screen("send-name", ".send .field", way=SEND, then=typing("sendTo", "alice.sol"), answers=SENDER, says="sendNamed"),
    Screen("send-name-preview", ".finding.danger", way=SEND, then=in_turn(typing("sendTo", canned.LONGEST_SOL_NAME), typing("sendAmount", "1"), press("sendPreview")), answers={**SENDER, **canned.NAMED_PLAN}),
    Screen("send-claim-preview", ".finding.warning", way=SEND, then=in_turn(typing("sendTo", canned.FRIEND), typing("sendAmount", "1"), press("sendPreview")), answers={**SENDER, **canned.CLAIMED_PLAN}),
    refused_transfer("send-name-disputed", ".problem:not(:empty)", canned.refusal("name-disputed"), says="nameDisputed", heard=".problem[role=alert]"),
    Screen("send-waiting", ".preview .busy", way=SEND, then=sending, answers={**SENDER, **canned.plan(), "transfer.send": {"silent": True}}, heard=".busy[role=status]"),
    Screen("send-done", ".preview .outcome", way=SEND, then=sending, answers={**SENDER, **canned.plan(), **canned.sent()}, heard=".outcome[role=status]"),
    Screen("send-failed", ".preview .problem", way=SEND, then=sending, answers={**SENDER, **canned.plan(), "transfer.send": canned.refusal("transaction-failed", code=-32003, signature=canned.SIGNATURE)}, heard=".problem[role=alert]"),
    Screen("send-untold", ".preview .problem", way=SEND, then=sending, answers={**SENDER, **canned.plan(), "transfer.send": canned.refusal("unconfirmed", code=-32003, signature=canned.SIGNATURE)}, says="sendUnconfirmed", heard=".problem[role=alert]"),
    Screen("history", ".activity .line", way=ACTIVITY, answers={**canned.history(*canned.PAST, cursor="next"), **canned.MANY_CONTACTS}),
    Screen("history-unfolded", ".line details[open]", way=ACTIVITY, then=unfolding(".line details"), answers={**canned.history(*canned.PAST[1:6]), **canned.MANY_CONTACTS, **accounts({}, {"label": "Savings"})}),
    Screen("history-empty", ".activity .empty", way=ACTIVITY, answers=canned.history()),
    Screen("history-offline", ".listing-notice .problem", way=ACTIVITY, answers={"portfolio.history": NO_NODE}, heard="[role=alert]"),
    Screen("history-saved", ".listing-notice .warning", way=ACTIVITY, answers=canned.history(*canned.PAST[:2], **{**canned.SAVED, "whole": False}), says="historyMissing", heard="[role=status]"),
    Screen("activity-seal-broken", ".panel .warning:not([hidden])", way=ACTIVITY, then=requests_of_sites, answers={"vault.status": {"merge": {"activityBreak": 4}}}, heard=".warning[role=alert]"),
    Screen("activity-unfolded", ".line details[open]", way=ACTIVITY, then=in_turn(requests_of_sites, unfolding(".panel:not([hidden]) .line details"))),
    Screen("activity", ".activity .line", way=("place_activity",), then=requests_of_sites),
    Screen("activity-empty", ".activity .empty", way=("place_activity",), then=requests_of_sites, answers={"activity.list": {"result": {"entries": []}}}),
    Screen("activity-loading", ".activity .busy", way=("place_activity",), then=requests_of_sites, answers={"activity.list": {"silent": True}}, heard=".busy[role=status]"),
    Screen("activity-broken", ".activity .listing-notice .problem", way=("place_activity",), then=requests_of_sites, answers={"activity.list": GONE}, heard="[role=alert]"),
    Screen("sites", ".site-entry", way=MENU + ("place_sites",)),
    Screen("sites-many", ".site-accounts details[open]", way=MENU + ("place_sites",), then=unfolding(".site-accounts details"), answers={**accounts({}, {"label": "Savings"}, {"hidden": True}), "origins.list": {"result": {"origins": [canned.site("https://xn--80ak6aa92e.example", *ACCOUNTS[:2]), canned.site(canned.LONGEST_ORIGIN, *ACCOUNTS), canned.site("https://dapp.example", ACCOUNTS[0], container="firefox-container-1"), canned.site("https://pay.dapp.example in https://dapp.example", ACCOUNTS[0])]}}}),
    Screen("sites-extensions", ".other-extensions .line", way=MENU + ("place_sites",), answers={"permissions.list": {"result": {"extensions": [canned.allowed("opacnhohgpeonclhdknogmaggldkgmbk", *ACCOUNTS[:2]), canned.allowed("{3f0f1f2a-6c1e-4f0e-9d57-0f6f6f1c2a10}")], "offered": []}}}),
    Screen("sites-apps", ".connected-apps .line", way=MENU + ("place_sites",), answers=canned.apps("https://transfer.example/wallet", "https://b.example", "https://" + "a-name." * 12 + "example")),
    Screen("sites-block", ".blocked-sites .hint.problem", way=MENU + ("place_sites",), then=in_turn(unfolding(".blocked-sites details"), press("blockForGood")), heard=".hint[role=status]"),
    Screen("sites-empty", ".sites .empty", way=MENU + ("place_sites",), answers={"origins.list": {"result": {"origins": []}}}),
    Screen("contacts", ".contacts .line", way=MENU + ("place_contacts",), answers=CONTACTS),
    Screen("contacts-many", ".contacts .line", way=MENU + ("place_contacts",), answers=canned.MANY_CONTACTS),
    Screen("contacts-name", ".contacts .finding", way=MENU + ("place_contacts",), then=press("contactCheckNamed"), answers={**canned.NAMED_CONTACTS, **canned.found_name(canned.THIEF), **canned.chosen_name()}, heard=".contacts [role=status] .findings"),
    Screen("contacts-name-like", ".contacts .finding", way=MENU + ("place_contacts",), then=press("contactCheckNamed"), answers={**CONTACTS, **canned.chosen_name({"name": "name-like", "level": "warning", "address": canned.FRIEND})}, heard=".contacts [role=status] .findings"),
    Screen("contacts-empty", ".contacts .empty", way=MENU + ("place_contacts",)),
    Screen("tokens", ".reclaim details[open]", way=MENU + ("place_tokens",), then=unfolding(".reclaim details"), answers={**canned.tokens(*canned.SORTED), **canned.RECLAIMABLE}),
    Screen("tokens-burning", ".confirm .warning", way=MENU + ("place_tokens",), then=press("burnTokenNamed"), answers={**canned.tokens(*canned.SORTED), **canned.RECLAIMABLE}, says="burnKeep"),
    Screen("tokens-empty", ".manage-tokens .empty", way=MENU + ("place_tokens",), answers=canned.tokens()),
    Screen("tokens-refused", ".manage-tokens .problem:not(:empty)", way=MENU + ("place_tokens",), then=press("hideTokenNamed"), answers={**canned.tokens(*canned.SORTED), **canned.RECLAIMABLE, "portfolio.hide": canned.refusal("too-many-hidden")}, says="hiddenMany", heard="[role=alert]"),
    Screen("nfts", ".nfts .line", way=MENU + ("place_nfts",), answers=canned.nfts(*canned.COLLECTED)),
    Screen("nfts-details", ".nfts .details .facts", way=MENU + ("place_nfts",), then=press("nftDetailsNamed"), answers={**canned.nfts(*canned.COLLECTED), **canned.traits(canned.COLLECTED[2], ("Fur", "Gold"), ("W" * 64, "W" * 128), **{"from": "node"})}, says="nftTraitsNode"),
    Screen("nfts-picture-ask", ".nfts .picture-place button", way=MENU + ("place_nfts",), then=press("nftDetailsNamed"), answers={**canned.nfts(*canned.COLLECTED), **canned.traits(canned.COLLECTED[0], picture={"host": "a-very-long-name-of-a-server." * 4 + "lads.example"})}),
    Screen("nfts-gone", ".nfts .details .problem", way=MENU + ("place_nfts",), then=press("nftDetailsNamed"), answers={**canned.nfts(*canned.COLLECTED), "nfts.details": canned.refusal("nft-unknown")}, says="nftUnknown", heard=".details [role=alert]"),
    Screen("nfts-empty", ".nfts .empty", way=MENU + ("place_nfts",), answers=canned.nfts(missing=("core", "compressed"), partial=("token",)), says="nftsMissingCompressed"),
    Screen("nfts-offline", ".nfts .listing-notice .problem", way=MENU + ("place_nfts",), answers={"nfts.list": NO_NODE}, heard="[role=alert]"),
    Screen("swap", ".swap form", way=MENU + ("place_swap",)),
    Screen("stakes", ".stakes .line", way=MENU + ("place_stake",), answers=canned.stakes(*canned.STAKED)),
    Screen("stakes-empty", ".stakes .empty", way=MENU + ("place_stake",), answers=canned.stakes()),
    Screen("stakes-validators", ".stakes .validators .menu-entry", way=MENU + ("place_stake",), then=press("stakeChoose"), answers={**canned.stakes(), **canned.CHECKED}),
    Screen("stakes-refused", ".stakes .problem:not(:empty)", way=MENU + ("place_stake",), then=press("stakeStopNamed"), answers={**canned.stakes(*canned.STAKED), "stake.deactivate": canned.refusal("stake-refused", fault="inactive")}, says="stake_inactive", heard="[role=alert]"),
    Screen("multisigs", ".multisigs .line", way=MENU + ("place_multisig",), answers=canned.multisigs(canned.MULTISIG)),
    Screen("multisigs-empty", ".multisigs .empty", way=MENU + ("place_multisig",), answers=canned.multisigs()),
    Screen("multisigs-proposals", ".multisigs .proposals .line", way=MENU + ("place_multisig",), then=press("multisigOpenNamed"), answers=canned.proposals(*canned.PROPOSED), says="multisigStale"),
    Screen("multisigs-refused", ".multisigs .problem:not(:empty)", way=MENU + ("place_multisig",), then=press("multisigOpenNamed", "multisigVoteNamed_approve"), answers={**canned.proposals(*canned.PROPOSED), "multisig.vote": canned.refusal("vote-refused", fault="given")}, says="vote_given", heard="[role=alert]"),
    Screen("permissions-offline", ".permissions .listing-notice .problem", way=MENU + ("place_permissions",), answers={"portfolio.permissions": NO_NODE}, heard="[role=alert]"),
    Screen("permissions", ".permissions .line", way=MENU + ("place_permissions",), answers={**canned.permissions(*canned.PERMITTED), **canned.MANY_CONTACTS}),
    Screen("permissions-empty", ".permissions .empty", way=MENU + ("place_permissions",), answers=canned.permissions()),
    Screen("permissions-revoking", ".permissions .line", way=MENU + ("place_permissions",), then=press("revokeAll"), answers={**canned.permissions(*canned.PERMITTED), "transfer.revoke": {"silent": True}}, says="sendWaiting", heard="[role=status]"),
    Screen("permissions-failed", ".permissions .problem:not(:empty)", way=MENU + ("place_permissions",), then=press("revokeAll"), answers={**canned.permissions(*canned.PERMITTED), "transfer.revoke": canned.refusal("rejected", code=4001)}, heard="[role=alert]"),
    Screen("network-answers", ".cluster [role=status] li", way=MENU + ("place_network",), then=press("networkCheckNamed"), answers={**canned.network(endpoints=NODES), **canned.nodes(*ANSWERING)}, heard=".cluster [role=status]"),
    Screen("network-off", ".network .warning", way=MENU + ("place_network",), answers=canned.network(off=True)),
    Screen("network", ".network .cluster", way=MENU + ("place_network",)),
    Screen("about", ".about .facts", way=MENU + ("place_about",)),
    Screen("keys", ".keys .card", way=MENU + ("place_keys",)),
    Screen("keys-openings", ".keys .last", way=MENU + ("place_keys",), answers=canned.openings()),
    Screen("keys-saved", ".outside", way=MENU + ("place_keys",), then=press("saveBackup"), answers=canned.ceremony("done"), says="ceremonyBackup", heard=".outside-place[role=status]"),
    Screen("keys-no-window", ".outside.problem", way=MENU + ("place_keys",), then=press("showPhrase"), answers={"vault.ceremony": canned.refusal("prompt-unavailable", command="sidekey phrase show")}, heard=".outside-place[role=status]"),
    Screen("accounts-removal", ".outside", way=MENU + ("place_accounts",), then=press("removeAccount"), answers={**accounts({}, {"imported": True}), **canned.ceremony("cancelled")}, says="replaceCancelled", heard=".outside-place[role=status]"),
    Screen("language", ".language input", way=MENU + ("place_language",)),
    Screen("accounts", ".account", way=MENU + ("place_accounts",)),
    Screen("accounts-renaming", ".account .field input", way=MENU + ("place_accounts", "renameAccount")),
    Screen("accounts-watched", ".watch-only details[open]", way=MENU + ("place_accounts",), then=unfolding(".watch-only details"), answers=canned.watched({}, {"label": "Cold store"}, {"hidden": True})),
    Screen("wallets", ".wallets .account", way=MENU + ("place_wallets",), answers=canned.wallets("Wallet 1", "Savings", LONGEST_NAME)),
    Screen("wallets-renaming", ".wallets .field input", way=MENU + ("place_wallets", "renameAccount"), answers=canned.wallets("Wallet 1", "Savings")),
    Screen("wallets-taken", ".hint.problem", way=MENU + ("place_wallets",), then=in_turn(typing("accountName", "savings"), press("walletAdd")), answers=canned.wallets("Wallet 1", "Savings"), says="walletTaken"),
    Screen("wallets-refused", ".problem:not(:empty)", way=MENU + ("place_wallets",), then=press("walletSwitchTo"), answers={**canned.wallets("Wallet 1", "Savings"), "wallets.switch": canned.refusal("wallet-busy", "a window is open")}, says="walletBusy", heard=".problem[role=alert]"),
    Screen("wallet-empty", ".other-wallets button", answers={**canned.wallets("Club", "Savings"), "hello": {"merge": {"vault": "none", "wallet": {"id": "0000000000000001", "name": "Club", "count": 2}}}}),
    Screen("accounts-hidden", ".account.off", way=MENU + ("place_accounts",), answers=accounts({"hidden": True}, {"hidden": True, "imported": True})),
    Screen("protection", ".claim", way=MENU + ("place_protection",)),
    Screen("protection-risky", ".claim", way=MENU + ("place_protection",), answers={"policy.get": {"merge": {"approvals": "risky", "recognitionSet": True}}, **passkeys(2)}),
    Screen("protection-limits", ".limit", way=MENU + ("place_protection",), answers=canned.limits()),
    Screen("protection-budget-new", ".budgets .more .primary", way=MENU + ("place_protection",), then=in_turn(unfolding(".budgets details"), typing_amount), answers={"origins.list": {"result": {"origins": [canned.site(canned.LONGEST_ORIGIN, ACCOUNTS[0])]}}}),
    Screen("protection-budgets", ".budget", way=MENU + ("place_protection",), answers=canned.budgets()),
    Screen("protection-locked", ".claim", way=MENU + ("place_protection",), locked=True),
    Screen("protection-loosens", ".more .primary", way=MENU + ("place_protection",), then=typing("protectionAllowance", "99")),
    Screen("protection-no-value", ".more .problem", way=MENU + ("place_protection",), then=typing("protectionAllowance", "much"), heard="[role=alert]"),
    Screen("settings", ".setting-group", way=SETTINGS),
    Screen("settings-unfolded", ".setting-group[open]", way=SETTINGS, then=unfolding(".setting-group")),
    Screen("settings-found", ".setting .within", way=SETTINGS, then=typing("settingsSearch", "sidekey"), heard=".settings [role=status]"),
    Screen("settings-none", ".settings > .muted:not([hidden])", way=SETTINGS, then=typing("settingsSearch", "x" * 60), heard=".settings [role=status]"),
    Screen("settings-sought", ".sought input", way=SETTINGS, then=in_turn(unfolding(".setting-group"), press("setting_press"))),
    Screen("settings-nothing", ".nothing", way=SETTINGS, then=in_turn(unfolding(".setting-group"), press("apps")), heard=".nothing[role=status]"),
    Screen("appearance", ".appearance input", way=MENU + ("place_appearance",)),
    Screen("home-new", ".tip", answers={"origins.list": {"result": {"origins": []}}}),
    Screen("popup-request", ".request .buttons", asks=message(b"Sign in to this site."), page=POPUP),
    Screen("popup-frame-connect", ".request .around", answers=canned.frame_asks("https://pay.example.com", "https://example.com", "connect", "connect")),
    Screen("popup-frame-message", "pre.message", answers=canned.frame_asks(canned.LONGEST_ORIGIN, "https://xn--80ak6aa92e.example", "signMessage", "messages", {**canned.text_message("Pay the order."), "envelope": {"version": 1, "signers": [canned.OTHER, canned.FRIEND]}})),
    Screen("popup-app-connect", ".request .facts", answers=canned.app_asks("connect", "connect", canned.APP)),
    Screen("popup-app-message", "pre.message", answers=canned.app_asks("signMessage", "messages", canned.text_message("Sign in to the app."), url="https://" + "a-name." * 12 + "example")),
    Screen("popup-app-browse", ".request .does", answers={**canned.app_asks("browse", "browse", canned.ADDRESS)}),
    # What became of what nobody was there to read about.
    Screen("ended-sent", ".ending .facts", asks=leaving("transfer.send", to="carol", amount="0.25"), answers={"transfer.send": canned.sent(label=LONGEST_NAME)["transfer.send"] | LATE}, heard=".outside-place[role=status]"),
    Screen("ended-failed", ".ending .problem", asks=leaving("transfer.send", to="carol", amount="0.25"), answers={"transfer.send": canned.refusal("transaction-failed", code=-32003, signature=canned.SIGNATURE) | LATE}, heard=".outside-place[role=status]"),
    Screen("ended-approved", ".ending", asks=approved_elsewhere, heard=".outside-place[role=status]"),
    Screen("welcome", ".welcome", page=WELCOME, says="welcomeTitle"),
    Screen("welcome-without-program", ".welcome", page=WELCOME, host=False, says="welcomeTitle"),
    # The approval window.
    approving("connect", ".request .facts", lambda tour: tour.stranger.begin("connect")),
    approving("connect-several", "fieldset.choice", lambda tour: tour.stranger.begin("connect"), answers=accounts({}, {}, {})),
    approving("connect-outside", ".request .reasons", lambda tour: tour.stranger.begin("connect"),
              answers={"approvals.get": {"merge": {"decision": "native", "reasons": ["setting"]}}}),
    approving("message", "pre.message", message(b"Sign in to this site.")),
    approving("message-long", "pre.message", message("\n".join(f"{line} {'unbroken' * 40}" for line in range(60)).encode())),
    approving("message-binary", "pre.message.hex", message(bytes(range(256)))),
    approving("message-locked", ".unlocking input", message(b"Sign in to this site."), locked=True),
    approving("message-wrong-passphrase", ".problem:not(:empty)", message(b"Sign in."), locked=True, then=wrong_passphrase, heard=".problem[role=alert]"),
    approving("transaction", ".request .does", transaction(lambda key: [payment(key)])),
    approving("transaction-danger", ".unlocking:not([hidden]) input", transaction(lambda key: [danger(key)])),
    approving("transaction-forbidden", ".finding.forbidden", transaction(lambda key: [forbidden(key)]), heard="footer [role=alert]"),
    approving("transaction-long", ".request .does", transaction(lambda key: [long(key)])),
    approving("transactions", ".review details", transaction(lambda key: [payment(key), danger(key), payment(key)])),
    approving("two-waiting", ".waiting:not([hidden])", lambda tour: [tour.dapp.sign_message(b"one"), tour.dapp.sign_message(b"two")]),
    approving("danger-waiting", ".waiting .level.danger", lambda tour: [tour.dapp.sign_transaction(make(tour.wallet.public_key)) for make in (payment, danger, payment)]),
    approving("request-loading", ".busy", message(b"slow"), answers={"approvals.get": {"silent": True}}, heard="[role=status]"),
    approving("request-unreadable", ".request .warning", message(b"broken"), answers={"approvals.get": GONE}),
    # Passkeys, in a tab.
    Screen("passkeys-none", "#screen .home", page=PASSKEYS),
    Screen("passkeys", "#screen .home", page=PASSKEYS, answers=passkeys(3)),
    Screen("passkeys-locked", "#screen .home", page=PASSKEYS, locked=True, answers=passkeys(1)),
    # What opens the wallet beside the passphrase, and what signs without the vault.
    Screen("locked-factors", ".unlock .secondary", locked=True, answers=canned.factors(), says="unlockByFingerprint"),
    Screen("locked-touch", ".unlock .small:not([hidden])", locked=True, then=press("unlockBySecurityKey"), answers={**canned.factors(), "vault.unlock": {"silent": True}}, says="securityKeyTouch", heard=".unlock [role=status]:not(:empty)"),
    Screen("locked-finger-refused", ".unlock .problem:not(:empty)", locked=True, then=press("unlockByFingerprint"), answers={**canned.factors(), "vault.unlock": canned.refusal("fingerprint-no-match", code=4100)}, heard=".unlock .problem[role=alert]"),
    Screen("keys-factors", ".keys [data-part=hardware-token]", way=MENU + ("place_keys",), answers=canned.factors()),
    Screen("keys-useless", ".keys [data-part=tpm] .muted", way=MENU + ("place_keys",), answers=canned.useless_factors(), says="tpm_absent"),
    Screen("keys-tpm-refused", ".keys [data-part=tpm] .problem:not(:empty)", way=MENU + ("place_keys",), then=press("removeTPM"), answers={**canned.factors(), "tpm.remove": canned.refusal("wrong-passphrase", code=4100)}, heard="[data-part=tpm] .problem[role=alert]"),
    Screen("accounts-ledger", ".ledger .account", way=MENU + ("place_accounts",), then=press("ledgerShow"), answers=canned.ledger(True, False, False)),
    Screen("accounts-ledger-compare", ".ledger [role=status]:not(:empty)", way=MENU + ("place_accounts",), then=press("ledgerShow", "ledgerAddNamed"), answers={**canned.ledger(False), "ledger.add": {"silent": True}}, heard=".ledger [role=status]:not(:empty)"),
    Screen("accounts-ledger-missing", ".ledger .problem:not(:empty)", way=MENU + ("place_accounts",), then=press("ledgerShow"), answers={"ledger.accounts": canned.refusal("ledger-absent", code=4100)}, heard=".ledger .problem[role=alert]"),
    Screen("activity-told", ".activity .line details[open]", way=("place_activity",), then=in_turn(requests_of_sites, unfolding(".activity .line details")), answers=canned.activity(), says="reviewIncomplete"),
]  # fmt: skip


@cache
def texts(language: str) -> dict[str, dict]:
    return json.loads((ROOT / "extension" / "_locales" / language / "messages.json").read_text())


class Tour:
    """One browser that is led to every screen, with a host between that can be told what to say."""

    def __init__(self, browser: str | Seat, wallet: Wallet):
        self.wallet, self.language = wallet, "en"
        wallet.create()
        wallet.unlock()
        wallet.run("account", "label", "1", LONGEST_NAME[:40])
        self.stage = Stage(browser, wallet, registered=False)
        self.answers = wallet.register_answering_host(self.stage.profile)
        self.measures = Path(__file__).with_name("measures.js").read_text()
        self.dapp = DApp.connected(self.stage)
        self.stranger = DApp.open(self.stage)
        # A tab without the extension in it.
        self.blank = self.stage.browser.new_tab("about:blank")
        # What was said in the agent's place when the host was started.
        self.started_with: object = None

    def speak(self, language: str) -> None:
        """Chooses a language as the wallet's own screen does; it stays until the next choice."""
        if language != self.language:
            tab = self.open(PASSKEYS)
            wait_for(lambda: self._choose(tab, language), f"{language} is chosen")
            tab.close()
        self.language = language

    def _choose(self, tab: Surface, language: str) -> bool:
        """Asks the background, and looks whether the choice holds: the page loads itself anew, and what was asked of it then may be lost."""
        page = "const page = window.wrappedJSObject ?? window; const api = page.browser ?? page.chrome;"
        message = json.dumps({"id": 1, "method": "language.choose", "params": {"language": language}})
        with contextlib.suppress(SurfaceGone, ScriptError):
            if tab.run(f"{page} return (await api.storage.local.get('language')).language") == language:
                return True
            tab.run(f"{page} api.runtime.connect().postMessage(page.JSON.parse({json.dumps(message)}))")
        return False

    def text(self, key: str) -> str:
        return texts(self.language)[key]["message"]

    @contextlib.contextmanager
    def at(self, screen: Screen, by_keyboard: bool = True) -> Iterator[Surface]:
        """The screen, drawn; afterwards nothing of it is left."""
        self._prepare(screen)
        try:
            yield self._arrive(screen, self.walk if by_keyboard else self.press)
        finally:
            self._leave()

    def measure(self, surface: Surface, expression: str) -> object:
        return surface.run(f"{self.measures}\nreturn {expression};")

    def _prepare(self, screen: Screen) -> None:
        if screen.locked:
            self.wallet.lock()
        else:
            self.stage.ensure_unlocked()
        # In one step: the host between reads it at any time, and half a file would end it.
        beside = self.answers.with_suffix(".new")
        beside.write_text(json.dumps(screen.answers))
        beside.replace(self.answers)
        # Both are asked when the host is started.
        start = (screen.answers.get("hello"), screen.answers.get("approvals.list"), screen.host)
        if start != self.started_with:
            if screen.host:
                self.wallet.register_answering_host(self.stage.profile)
            else:
                self.wallet.unregister_host(self.stage.profile)
            self.wallet.kill_hosts()
        self.started_with = start

    def _arrive(self, screen: Screen, go: Callable[[Surface, str], None]) -> Surface:
        if screen.asks:
            self.dapp.wait_for_wallet()
            self.stranger.wait_for_wallet()
            screen.asks(self)
        if screen.page == APPROVAL:
            surface = self._window(screen.ready)
        else:
            surface = self.open(screen.page)
        if screen.over:
            # As the toolbar popup opens: over a tab that stays in front.
            screen.over(self).bring_to_front()
            surface.reload()
            surface.wait_until("document.querySelector('.tab')?.innerText.trim() ? true : false")
            surface.bring_to_front()
        if screen.way:
            self._settle(surface)
        for key in screen.way:
            go(surface, key)
        if screen.then:
            screen.then(self, surface)
        surface.wait_until("(ready) => [...document.querySelectorAll(ready)].some((each) => each.checkVisibility())", screen.ready)
        if screen.says:
            surface.wait_until("(words) => document.body.innerText.includes(words)", self.text(screen.says))
        return surface

    def open(self, page: str) -> Surface:
        """One of the extension's own pages."""
        return self.stage.browser.open(self.stage.browser.extension_url(self.stage.extension, page))

    def _window(self, ready: str) -> Surface:
        def found() -> Surface | None:
            for window in self.stage.approvals():
                with contextlib.suppress(SurfaceGone):
                    if window.evaluate("document.getElementById('screen')?.childElementCount > 0"):
                        return window
            return None

        return wait_for(found, f"an approval window that shows {ready}")

    def press(self, surface: Surface, key: str, within: str = "body") -> None:
        """Presses the first button with that text, by script: what is looked at lies behind it."""
        found = f"[...document.querySelectorAll('{within} :is(button:enabled, summary, [type=checkbox] + label)')].find((each) => isDrawn(each) && pattern.test(nameOf(each)))"
        script = f"const pattern = new RegExp({json.dumps(f'^(?:{self._pattern(key)})$')}, 's'); const found = {found}; found?.click(); return Boolean(found)"
        self._wait(surface, lambda: surface.run(f"{self.measures}\n{script}"), f"{self.text(key)} can be pressed")

    def _pattern(self, key: str) -> str:
        return re.sub(r"\\\$\d", ".*", re.escape(self.text(key)))

    def walk(self, surface: Surface, key: str) -> None:
        """Presses the button with that text, by keyboard alone."""
        pattern = re.compile(self._pattern(key), re.DOTALL)
        surface.wait_until("document.querySelector('button') !== null")

        def reached() -> bool:
            # A round at a time: between two looks a wait pauses, and longer each time.
            for _ in range(40):
                surface.press("Tab")
                if pattern.fullmatch(self.measure(surface, "(await focusPlace()).name")):
                    return True
            return False

        self._wait(surface, reached, f"the focus reaches {pattern.pattern}")
        surface.press("Enter")

    def _settle(self, surface: Surface) -> None:
        """Waits until a page that has just opened draws itself no more: a key that is pressed at what is being replaced is lost."""
        count = "document.querySelectorAll('*').length"
        # What was kept of Home stands there before anything can be pressed.
        still = f"const before = {count}; await new Promise((resolve) => setTimeout(resolve, 200)); return before === {count} && document.querySelector('button') !== null"
        wait_for(lambda: surface.run(still), "the page is drawn")

    def _wait(self, surface: Surface, condition: Callable[[], object], what: str) -> None:
        """Waits, and says what the screen shows where that was in vain: it is closed before anybody else could look."""
        try:
            wait_for(condition, what)
        except TimedOut as error:
            raise TimedOut(f"{error}; the screen says: {surface.words()!r}") from None

    def _leave(self) -> None:
        # Their pages take them back: a site that is rejected three times has to wait.
        asking = {request["origin"] for request in self.wallet.pending()}
        for dapp in (self.dapp, self.stranger):
            if dapp.origin in asking:
                dapp.tab.reload()
        wait_for(lambda: not self.wallet.pending(), "the requests are taken back")
        own = self.stage.browser.extension_url(self.stage.extension, "")
        for surface in self.stage.browser.surfaces():
            if surface.url.startswith(own):
                surface.close()

    def close(self) -> None:
        self.stage.close()
