"""Answers of an agent in states that no test leads it into: a list for `answering_host.py`, by what the screens show of them.

`test_canned.py` holds their shapes to what a real agent says: an answer that none gives would prove nothing.
"""

Answers = dict[str, dict]

OTHER = "8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR9"
FRIEND = "B5k9UeTqgoZtqrXBrkxuxbgkrQki7maVbGtQrUKoY7FC"
THIEF = "B5k9bait111111111111111111111111111111111oY7FC"
MINT = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"
TOKEN = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA"
SIGNATURE = "4LZUhR8uBDmDuR7iAPGfjd6f6FawbCqzA1iS37JRvjWT32iLndvbi1ieB5QdBJvZZW2HqZ4WuCqRsPbePAkEWqDX"
NODE = "https://api.mainnet-beta.solana.com"
LONGEST_NAME = "Ελληνικά Χρήματα " * 3 + "WWWWWWWWWWWWW"
LONGEST_SOL_NAME = "w" * 60 + ".sol"
LONGEST_ORIGIN = "https://" + "a-long-name." * 8 + "example"
TIME, DAY = 1_790_000_000_000, 86_400_000
MOST = str(2**64 - 1)

READ = {"cluster": "solana:mainnet", "account": OTHER, "node": NODE, "time": TIME, "age": 0}
SAVED = {"age": 3 * DAY, "cause": "node-unreachable"}


def refusal(reason: str, message: str = "it went away", code: int = -32000, **data: str) -> dict:
    return {"error": {"code": code, "message": message, "data": {"reason": reason, **data}}}


GONE = refusal("storage", code=-32603)
NO_NODE = refusal("node-unreachable", "no node answers")
NEVER_READ = refusal("balance-unknown", "the balance was never read", cause="node-unreachable")


def balance(lamports: str, **more: object) -> Answers:
    return {"portfolio.balance": {"result": {**READ, "lamports": lamports, "slot": "312345678", **more}}}


def token(number: int, amount: str, decimals: int | None = 6, **more: object) -> dict:
    """One token account; its addresses differ by the number."""
    account = f"{'123456789ABCDEFGH'[number]}{OTHER[1:]}"
    said = {} if decimals is None else {"decimals": decimals}
    return {"tokenAccount": account, "program": TOKEN, "mint": f"{account[0]}{MINT[1:]}", "amount": amount, "frozen": False, **said, **more}


HELD = [
    token(0, "25000000", claims={"name": "USD Coin", "symbol": "USDC"}),
    token(1, MOST, 0, claims={"name": LONGEST_NAME, "symbol": "W" * 32}),
    token(2, MOST, 9, claims={"symbol": "<b>SOL</b> ‎مال"}, frozen=True),
    # An NFT is a token of which there is one.
    token(3, "1", 0, claims={"name": "Degen Ape #4321"}),
    token(4, "1234567", None),
    token(5, "7", 2, delegate=FRIEND, delegated="7"),
]


def tokens(*held: dict, **more: object) -> Answers:
    return {"portfolio.tokens": {"result": {**READ, "tokens": list(held), "slot": "312345678", **more}}}


def sum_of(value: str, price: str | None = None, **more: object) -> dict:
    """What something is worth."""
    return {"value": value, **({} if price is None else {"price": price}), **more}


def worth(total: dict | None, sol: dict | None, unpriced: int = 0, currency: str = "USD", **more: object) -> dict:
    sums = {name: each for name, each in (("total", total), ("sol", sol)) if each}
    return {"currency": currency, "unpriced": unpriced, **sums, **more}


# The longest sums, and everything that can stand beside one.
LONG = sum_of("340282366920938463463374607431.76", "67123.45", asOf=TIME, about=True)
WORTHY = [
    token(0, "25000000", claims={"name": "USD Coin", "symbol": "USDC"}, worth=sum_of("24.99", "0.999812")),
    token(1, MOST, 0, claims={"name": LONGEST_NAME, "symbol": "W" * 32}, worth=LONG),
    token(2, "7", 5, claims={"symbol": "Bonk"}, worth=sum_of("0.00", "0.0000212345")),
]


# Known ones first, as the agent lists them; an account without tokens; hidden ones last.
SORTED = [
    token(6, "25000000", known={"symbol": "USDC", "name": "USD Coin"}),
    token(7, MOST, 9, known={"symbol": "mSOL", "name": "Marinade staked SOL"}),
    *HELD[1:4],
    token(8, "0", claims={"symbol": "DUST"}),
    token(9, "1", 0, claims={"name": "Claim 1,000 USDC at usdc-claim.example"}, hidden="spam"),
    token(10, "5", 2, claims={"symbol": "W" * 32}, hidden="hidden"),
]


def empty(number: int, lamports: str = "2039280", **more: str) -> dict:
    account = token(number, "0")
    return {"account": account["tokenAccount"], "mint": account["mint"], "program": TOKEN, "lamports": lamports, **more}


def reclaimable(*accounts: dict, count: int, lamports: str) -> Answers:
    """What closing empty accounts would give back."""
    told = {name: READ[name] for name in ("cluster", "account", "node")}
    return {"transfer.reclaimable": {"result": {**told, "accounts": list(accounts), "omitted": 0, "count": count, "lamports": lamports}}}


RECLAIMABLE = reclaimable(
    *(empty(number) for number in range(3)), empty(4, "2074080", fault="withheld"), empty(5, fault="close-authority"), empty(6, MOST, fault="wrapped"),
    count=20, lamports="40785600",
)  # fmt: skip


def nft(number: int, name: str | None = None, kind: str = "token", **more: object) -> dict:
    """One NFT; its address differs by the number."""
    said = {} if name is None else {"name": name}
    return {"address": f"{'123456789ABCDEFGH'[number]}{OTHER[1:]}", "kind": kind, **said, **more}


def nfts(*held: dict, missing: tuple[str, ...] = (), partial: tuple[str, ...] = (), **more: object) -> Answers:
    told = {name: READ[name] for name in ("cluster", "account", "node")}
    return {"nfts.list": {"result": {**told, "nfts": list(held), "missing": list(missing), "partial": list(partial), "slot": "312345678", **more}}}


def traits(of: dict, *pairs: tuple[str, str], **more: object) -> Answers:
    told = {name: READ[name] for name in ("cluster", "account", "node")}
    return {"nfts.details": {"result": {**told, "nft": of, "attributes": [{"name": name, "value": value} for name, value in pairs], **more}}}


LADS = {"address": f"L{MINT[1:]}", "verified": True, "name": "Lads"}
COLLECTED = [
    nft(0, "Lad #4321", collection=LADS, tokenAccount=OTHER, uri="https://lads.example/4321.json"),
    nft(1, LONGEST_NAME, "token-2022", collection={**LADS, "name": "W" * 64}, tokenAccount=OTHER, frozen=True),
    nft(2, "<b>Lad</b> ‎مال", collection={**LADS, "verified": False}, tokenAccount=OTHER, more=True, uri="https://" + "a-name." * 40 + "example/1"),
    nft(3, None, "core"),
    nft(4, "Leaf #9", "compressed", collection={"address": FRIEND, "verified": True}),
    nft(5, "Claim 5 SOL at lads-drop.example", tokenAccount=OTHER, hidden="spam"),
]

def stake(number: int, lamports: str, state: str, **more: object) -> dict:
    """One stake; its address differs by the number."""
    told = {"active": "0", "activating": "0", "deactivating": "0", "deposit": "2282880", "withdrawable": "0", "closes": False}
    told |= {"powers": ["staker", "withdrawer"], "vote": FRIEND, "delegated": lamports, "validator": {"commission": 5, "delinquent": False}}
    return {"address": f"{'123456789'[number]}{OTHER[1:]}", "lamports": lamports, "state": state, **told, **more}


def stakes(*held: dict) -> Answers:
    told = {name: READ[name] for name in ("cluster", "account", "node")}
    sites = [("Marinade liquid staking", "Marinade", "https://marinade.finance"), ("Sanctum Router", "Sanctum", "https://sanctum.so")]
    programs = [{"address": OTHER, "name": name, "publisher": publisher, "site": site} for name, publisher, site in sites]
    return {"stake.list": {"result": {**told, "epoch": "912", "stakes": list(held)}}, "stake.liquid": {"result": {"programs": programs}}}


STAKED = [
    stake(0, "2502282880", "active", active="2500000000", reward={"epoch": "911", "lamports": "412345", "commission": 5}),
    stake(1, "1002282880", "activating", active="90000000", activating="910000000"),
    stake(2, "1002282880", "deactivating", active="400000000", deactivating="400000000", withdrawable="600000000", validator={"commission": 100, "delinquent": True}),
    stake(3, "7002282880", "inactive", withdrawable="7002282880", closes=True),
    stake(4, MOST, "inactive", powers=["staker"], lockup={"time": TIME, "epoch": "1000", "custodian": OTHER}),
]
VALIDATOR = {
    "vote": FRIEND, "identity": OTHER, "commission": 5, "stake": "1234567000000000", "delinquent": True, "lastVote": "312345678",
    "history": [{"epoch": str(912 - each), "credits": str(6_900_000 - each), "share": 98 - each} for each in range(5)],
}  # fmt: skip
CHECKED = {"stake.validators": {"result": {"cluster": READ["cluster"], "validators": [VALIDATOR], "count": 1, "minimum": "1000000000", "deposit": "2282880", "node": NODE}}}

MULTISIG = {"address": FRIEND, "threshold": 2, "members": 3, "timeLock": 5400, "permissions": ["initiate", "vote", "execute"], "index": "4321", "staleIndex": "4300"}


def multisigs(*listed: dict) -> Answers:
    told = {name: READ[name] for name in ("cluster", "account", "node")}
    return {"multisig.list": {"result": {**told, "multisigs": list(listed)}}}


def proposal(number: int, status: str, **more: object) -> dict:
    told = {"address": OTHER, "transaction": OTHER, "kind": "vault", "time": TIME, "stale": False, "approved": 1, "rejected": 0, "cancelled": 0, "votes": ["approve", "reject"]}
    fact = {"kind": "fact", "name": "destination", "value": OTHER, "form": "address"}
    pays = {"kind": "group", "number": "1", "title": "Sends 7 SOL (System: Transfer)", "details": [fact]}
    return {"index": str(number), "status": status, **told, "shown": [pays], **more}


def proposals(*listed: dict) -> Answers:
    told = {name: READ[name] for name in ("cluster", "account", "node")}
    return {**multisigs(MULTISIG, {**MULTISIG, "address": OTHER, "permissions": [], "authority": FRIEND}), "multisig.proposals": {"result": {**told, "multisig": MULTISIG, "proposals": list(listed)}}}


PROPOSED = [
    proposal(4321, "active"),
    proposal(4320, "approved", kind="config", vote="approve", votes=["cancel"], approved=2),
    proposal(4319, "active", kind="batch", vote="reject", votes=["approve"], shown=[{"kind": "text", "text": "Sidekey can't read the proposed instructions."}]),
    proposal(4299, "active", stale=True, votes=[]),
]

PERMITTED = [
    token(0, "25000000", claims={"name": "USD Coin", "symbol": "USDC"}, delegate=FRIEND, delegated="5000000"),
    token(1, MOST, 9, claims={"symbol": "W" * 32}, delegate=OTHER, delegated=MOST, closeAuthority=FRIEND),
    token(2, "3", None, closeAuthority=OTHER),
]


def permissions(*permitted: dict, **more: object) -> Answers:
    return {"portfolio.permissions": {"result": {**READ, "permissions": list(permitted), "slot": "312345678", **more}}}


def movement(direction: str, amount: str, other: str | None = FRIEND, **more: object) -> dict:
    """What came or went, of SOL unless it is said otherwise."""
    ends = {"in": ("to", "from"), "out": ("from", "to")}[direction]
    sides = {ends[0]: OTHER} | ({ends[1]: other} if other else {})
    return {"direction": direction, "amount": amount, "decimals": 9, "currency": "SOL", **sides, **more}


def entry(number: int, *movements: dict, **more: object) -> dict:
    signed = {"paysFee": True, "signed": True, "status": "succeeded", "fee": "5000", "marks": []}
    place = {"signature": f"{number}{SIGNATURE[1:]}", "slot": str(312_345_678 - number), "time": TIME - number * DAY}
    return {**place, **signed, "movements": list(movements), **more}


CAME = {"paysFee": False, "signed": False}
PAST = [
    entry(1, movement("out", "250000000")),
    entry(2, movement("in", "25000000", decimals=6, currency=MINT, claims={"name": "USD Coin", "symbol": "USDC"}), **CAME),
    entry(3, movement("in", "1", THIEF), marks=["dust", "many-recipients"], **CAME),
    entry(4, movement("out", MOST), status="failed", failure="custom program error: 0x1"),
    entry(5, movement("out", MOST, decimals=9, currency=MINT, claims={"symbol": "W" * 32}), movement("in", MOST, None, others=3), omitted=12),
    entry(6),
    {"signature": f"7{SIGNATURE[1:]}", "slot": "312345000", "status": "succeeded"},
]


def history(*entries: dict, **more: object) -> Answers:
    return {"portfolio.history": {"result": {**READ, "entries": list(entries), "whole": True, **more}}}


def plan(*findings: dict, **more: object) -> Answers:
    """What a transfer of a quarter SOL would be."""
    ends = {"account": OTHER, "to": FRIEND, "destination": FRIEND, "sources": [OTHER]}
    amounts = {"amount": "250000000", "received": "250000000", "decimals": 9, "fee": "5000", "priorityFee": "0", "total": "250005000", "balance": "12480000001"}
    said = {"node": NODE, "slot": "312345678", "lastValidBlockHeight": "290000000"}
    return {"transfer.preview": {"result": {"cluster": "solana:mainnet", **ends, **amounts, "findings": list(findings), **said, **more}}}


FULL_PLAN = plan(
    {"name": "contact", "level": "info"}, {"name": "unused", "level": "warning"},
    mint=MINT, name="USD Coin", symbol="USDC", label=LONGEST_NAME, memo="Invoice 2026-11, " + "x" * 100, amount=MOST, received="18446744073709551",
    decimals=6, accountCost="2039280", priorityFee="100000",
)  # fmt: skip
NAMED_PLAN = plan(
    {"name": "unused", "level": "warning"}, {"name": "name-changed", "level": "danger", "address": THIEF},
    {"name": "name-differs", "level": "warning", "address": FRIEND}, {"name": "name-alone", "level": "info"},
    resolved={"name": LONGEST_SOL_NAME, "nodes": [{"node": "https://a-node-with-a-long-name.example.com", "slot": "1"}]},
)  # fmt: skip
CLAIMED_PLAN = plan(
    {"name": "name-like", "level": "warning", "address": FRIEND},
    claimed={"name": LONGEST_SOL_NAME.replace(".sol", ".sns"), "nodes": [{"node": "https://a-node-with-a-long-name.example.com", "slot": "1"}]},
)  # fmt: skip
DANGER_PLAN = plan({"name": "off-curve", "level": "warning"}, {"name": "looks-like", "level": "danger", "address": THIEF})


def sent(**more: str) -> Answers:
    return {"transfer.send": {"result": {**plan()["transfer.preview"]["result"], "signature": SIGNATURE, **more}}}


def contact(number: int, label: str, on_curve: bool = True) -> dict:
    return {"address": f"{'123456789ABCDEFGH'[number]}{FRIEND[1:]}", "label": label, "added": TIME, "onCurve": on_curve}


def found_name(address: str = "", *findings: dict) -> Answers:
    """What nodes say about the name of the first contact."""
    resolved = {"name": LONGEST_SOL_NAME, "nodes": [{"node": "https://one.example.com", "slot": "1"}, {"node": "https://two.example.com", "slot": "2"}]}
    return {"names.resolve": {"result": {"address": address or contact(0, "")["address"], "cluster": "solana:mainnet", "resolved": resolved, "findings": list(findings)}}}


def chosen_name(*findings: dict) -> Answers:
    """What nodes say about the name that the first contact's address chose for itself."""
    found = found_name("", *findings)["names.resolve"]["result"]
    chosen = {**found["resolved"], "name": LONGEST_SOL_NAME.replace(".sol", ".sns")}
    return {"names.reverse": {"result": {**found, "resolved": chosen}}}


def contacts(*kept: dict) -> Answers:
    return {"contacts.list": {"result": {"contacts": list(kept)}}}


CONTACTS = contacts(contact(0, LONGEST_NAME, False))
NAMED_CONTACTS = contacts({**contact(0, LONGEST_NAME), "name": LONGEST_SOL_NAME}, contact(1, "Carol"))
MANY_CONTACTS = contacts(*(contact(number, f"Contact number {number}") for number in range(9)), {**contact(10, "Carol"), "address": FRIEND})


def site(origin: str, *accounts: str, container: str = "default") -> dict:
    return {"origin": origin, "profile": "5b1c9e0e-1111-4222-8333-444455556666", "container": container, "accounts": list(accounts), "granted": TIME, "used": TIME}


def allowed(extension: str, *accounts: str) -> dict:
    methods = ["NATIVE_GET_ACCOUNTS_METHOD", "NATIVE_SIGN_PAYLOADS_METHOD"]
    return {"extension": extension, "methods": methods, "accounts": list(accounts), "granted": TIME}


def apps(*urls: str) -> Answers:
    """Connected apps, each with answers to another kind of place."""
    places = ["my-wallet-app:", "http://127.0.0.1", LONGEST_ORIGIN]
    every = [
        {"app": f"{'23456789ABCDEFGH'[number]}{OTHER[1:]}", "url": url, "redirect": places[number % 3], "cluster": "solana:mainnet"}
        | {"account": OTHER, "granted": TIME, "used": TIME, "expires": TIME + 7 * DAY}
        for number, url in enumerate(urls)
    ]
    return {"deeplinks.list": {"result": {"apps": every}}}


def shown_with(accounts: list[dict]) -> dict:
    """What the wallet itself adds to a request that is shown."""
    named = [{name: account[name] for name in ("publicKey", "label")} for account in accounts]
    return {"accounts": named, "trust": "intact", "perRequest": False, "passkeys": False, "proofs": []}


def app_asks(method: str, kind: str, *items: dict, url: str = "https://transfer.example/wallet") -> Answers:
    """One request of an app's, which no window opened for."""
    summary = {
        **{"id": "2f0c8a52-0c9a-4a3e-9a53-1f0b3a0e7a10", "digest": "00" * 32, "origin": f"app:{FRIEND}", "method": method, "state": "pending"},
        **{"tab": 0, "container": "default", "private": False, "own": False, "created": TIME, "remaining": 290_000},
        **({} if kind == "browse" else {"cluster": "solana:mainnet"}),
        **({"account": OTHER, "app": {"url": url, "redirect": "my-wallet-app:"}} if kind == "messages" else {}),
    }
    whole = {"summary": summary, "decision": "popup", "reasons": [], "review": {"kind": kind, "complete": True}, "reviewHash": "11" * 32, "confirm": {"place": "popup", "by": "press"}}
    whole["shown"] = summed_up(kind, summary, *items)
    whole["wallet"] = shown_with([])
    state = {"id": summary["id"], "state": "pending", "remaining": 290_000}
    return {
        "approvals.list": {"result": {"requests": [summary]}},
        "approvals.get": {"result": whole},
        "approvals.present": {"result": {"requests": [state]}},
    }


def summed_up(kind: str, summary: dict, *items: dict) -> dict:
    """What the agent shows of a request: the same texts in window, popup and terminal."""
    notes, facts, drawn = [], [], []
    sentence = {"connect": "It wants to see your address and to ask you for signatures.", "messages": "You sign a message."}.get(kind, "")
    for item in [*items, *([{"kind": "app", **summary["app"]}] if "app" in summary else [])]:
        if item["kind"] == "app":
            notes += [f"it claims to be “{item['url']}” (not verified)", f"answers go to “{item['redirect']}”"]
        elif item["kind"] == "address":
            sentence = f"It wants to open “{item['url']}” in your browser."
            notes.append(f"it claims to be “{item['ref']}” (not verified)")
        else:
            about = {"kind": "text", "text": f"message of {item['bytes']} bytes, text:"}
            drawn.append({"findings": [], "details": [about, {"kind": "quote", "text": item["content"]}], "open": True})
    if "account" in summary:
        facts.append({"name": "Account", "value": summary["account"], "form": "address"})
    if "cluster" in summary:
        facts.append({"name": "Network", "value": "Mainnet", "form": "text"})
    sees = [{"allowed": allowed, "text": text} for allowed, text in ((True, "may ask you to sign"), (False, "can't sign without asking you"))]
    empty = {"consequences": sees if kind == "connect" else [], "changes": [], "findings": [], "shares": [{"name": "Shares", "value": OTHER, "form": "address"}] if kind == "connect" else []}
    return {"asker": {"name": "An app", "notes": notes}, "sentence": sentence, **empty, "facts": facts, "items": drawn}


def frame_asks(page: str, top: str, method: str, kind: str, *items: dict) -> Answers:
    """One request of a page in a frame."""
    asked = app_asks(method, kind, *items)
    for summary in (asked["approvals.list"]["result"]["requests"][0], asked["approvals.get"]["result"]["summary"]):
        summary.pop("app", None)
        summary["origin"] = f"{page} in {top}"
    return asked


def text_message(content: str) -> dict:
    return {"kind": "message", "encoding": "text", "content": content, "bytes": len(content.encode()), "findings": []}


APP = {"kind": "app", "url": "https://transfer.example/wallet", "redirect": "my-wallet-app:", "days": 30}
ADDRESS = {"kind": "address", "url": "https://shop.example/" + "a-page/" * 12, "ref": "https://transfer.example/wallet"}


def nodes(*said: dict) -> Answers:
    return {"network.status": {"result": {"cluster": "solana:mainnet", "nodes": list(said)}}}


def network(**rules: object) -> Answers:
    return {"policy.get": {"merge": {"network": {"cluster": "mainnet", "off": False, "endpoints": {}, **rules}}}}


def limits() -> Answers:
    """Two limits with everything that a limit can have, as long as it can be."""
    bounds = {"ceiling": "18446744073709551615", "spending": {"lamports": "18446744073709551615", "period": 86_400_000, "left": "1"}}
    counts = {"signatures": {"count": "20", "period": 5_400_000, "left": "3"}, "programs": [f"{number}{OTHER[1:]}" for number in "89A"]}
    first = {"id": 1, "action": "refuse", "account": OTHER, "expiry": TIME, "expired": True, **bounds}
    second = {"id": 32, "action": "raise", "origin": "https://" + "a-site." * 9 + "example", "expired": False, **counts}
    return {"policy.get": {"merge": {"limits": [first, second]}}}


def budgets() -> Answers:
    """A budget of known assets, one of a mint that nobody knows, and amounts for presses, as long as they can be."""
    known = [{"asset": "SOL", "amount": "2000000000", "left": "1500000000", "symbol": "SOL", "decimals": 9}]
    known.append({"asset": "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v", "amount": "18446744073709551615", "left": "1", "symbol": "USDC", "decimals": 6})
    unknown = [{"asset": OTHER, "amount": "18446744073709551615", "left": "18446744073709551614"}]
    sites = [{"origin": "https://jup.ag", "since": TIME, "spend": known}, {"origin": "https://" + "a-site." * 9 + "example", "since": TIME, "spend": unknown}]
    return {"policy.get": {"merge": {"approvals": "risky", "budgets": sites, "pressAmounts": known[1:]}}}


def ceremony(outcome: str) -> Answers:
    """How a ceremony in Sidekey's window ended."""
    return {"vault.ceremony": {"result": {"outcome": outcome}}}


def accounts(*kinds: dict) -> Answers:
    """The accounts that there are, each the longest of its kind where nothing else is said."""
    plain = {"path": "m/44'/501'/0'/0'", "hidden": False, "imported": False, "signer": "vault", "label": LONGEST_NAME}
    every = [{"publicKey": f"{'8123456789ABCDEFGH'[number]}{OTHER[1:]}", **plain, **kind} for number, kind in enumerate(kinds)]
    return {
        "accounts.list": {"result": {"accounts": every, "watched": []}},
        "vault.status": {"merge": {"accounts": every}},
        "approvals.get": {"merge": {"wallet": shown_with(every)}},
    }


def watched(*kinds: dict) -> Answers:
    """A wallet of one account that watches these, each with the longest name where nothing else is said."""
    listed = accounts({})
    plain = {"hidden": False, "watchOnly": True, "label": LONGEST_NAME}
    listed["accounts.list"]["result"]["watched"] = [{"publicKey": f"{'8123456789ABCDEFGH'[number]}{OTHER[1:]}", **plain, **kind} for number, kind in enumerate(kinds, 1)]
    return listed


def wallets(*names: str) -> Answers:
    """These wallets side by side, the first of which is open."""
    found = [
        {"id": f"{number:016}" if number else "first", "name": name, "current": number == 0, "vault": "whole", "accounts": number + 1, "used": TIME}
        for number, name in enumerate(names)
    ]
    return {"wallets.list": {"result": {"wallets": found}}, "hello": {"merge": {"wallet": {"id": "first", "name": names[0], "count": len(names)}}}}


def openings() -> Answers:
    keys = [{"id": "AQID", "name": LONGEST_NAME, "created": TIME, "pin": True}, {"id": "BAUG", "name": "Blue key", "created": TIME, "pin": False}]
    listed = [
        {"kind": "passphrase", "last": TIME}, {"kind": "passkey", "id": "A0==", "name": LONGEST_NAME, "created": TIME},
        *({"kind": "security-key", **key} for key in keys),
    ]
    listed[-1]["last"] = TIME
    return {"openings.list": {"result": {"openings": listed}}, "securitykey.list": {"result": {"securityKeys": keys}}, **passkeys(1)}


def factors() -> Answers:
    """Everything beside the passphrase that opens this wallet, and the accounts whose key is on a device."""
    answers = openings()
    devices = [{"kind": kind, "account": account, "name": LONGEST_NAME} for kind, account in (("ledger", OTHER), ("ledger", FRIEND), ("hardware-token", MINT))]
    devices[0]["last"] = TIME
    answers["openings.list"]["result"]["openings"] += [{"kind": "tpm", "created": TIME}, {"kind": "fingerprint", "last": TIME}, *devices]
    return {
        **answers,
        "tpm.status": {"result": {"usable": True, "slot": {"name": LONGEST_NAME, "created": TIME}}},
        "fingerprint.status": {"result": {"usable": True, "on": True}},
        "vault.status": {"merge": {"securityKeys": 2, "tpm": True, "fingerprint": True}},
    }


def useless_factors() -> Answers:
    """What this computer has of them can't be used."""
    return {"tpm.status": {"result": {"usable": False, "reason": "tpm-absent"}}, "fingerprint.status": {"result": {"usable": False, "on": False, "reason": "fingerprint-absent"}}}


def ledger(*added: bool) -> Answers:
    """The accounts of the Ledger that is plugged in."""
    found = [{"path": f"m/44'/501'/{number}'/0'", "publicKey": f"{'123456789'[number]}{OTHER[1:]}", "added": is_added} for number, is_added in enumerate(added)]
    return {"ledger.accounts": {"result": {"accounts": found, "next": len(found)}}}


def activity() -> Answers:
    """A request of a site with all that its steps can say, and what opened the wallet for it."""
    step = {"time": TIME, "request": "b11973cc-ba28-488e-8806-8fed3aa88bcc", "origin": LONGEST_ORIGIN, "method": "signTransaction", "account": OTHER}
    entries = [
        {"kind": "sent", "signature": SIGNATURE, "cluster": "solana:devnet", "detail": f"{SIGNATURE} solana:devnet"},
        {"kind": "approved", "surface": "prompt", "detail": "prompt"},
        {"kind": "proven", "by": "security-key", "detail": "security-key AQID"},
        {"kind": "queued", "review": {"level": "danger", "complete": False, "rules": ["P03", "S01", "T12"]}, "detail": "danger incomplete P03 S01 T12"},
    ]
    numbered = [{**step, "sequence": 10 - place, "hash": f"{place}" * 64, **each} for place, each in enumerate(entries)]
    return {"activity.list": {"result": {"entries": numbered}}}


def passkeys(count: int) -> Answers:
    found = [{"id": f"A{number}==", "name": LONGEST_NAME[number:], "created": TIME, "rpId": "x"} for number in range(count)]
    return {"passkey.list": {"result": {"passkeys": found, "supported": True}}}
