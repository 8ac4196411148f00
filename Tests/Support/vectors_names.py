#!/usr/bin/env python3
"""Accounts of names as PyPI's solders derives them and as their programs lay them out, one JSON object a line.

    {"kind": "derived", "name": NAME, "account": KEY, "record": KEY?, "mint": KEY, "tokenRecord": KEY?, "signed": KEY?, "verified": KEY?, "reverse": KEY?}
    {"kind": "primary", "address": KEY, "account": KEY}
    {"kind": "case", "what": TEXT, "name": NAME, "accounts": {KEY: {"program": KEY, "data": HEX}}, "address": KEY | null, "mint": KEY?, "refusal": TEXT?}

The layouts are written here a second time, from the programs' sources, so that a mistake in one of the two readings shows.
"""

import hashlib
import json
import struct

from solders.keypair import Keypair
from solders.pubkey import Pubkey

SRS = Pubkey.from_string("srsWjm76StJucL7atFyPSdXFaVLNPFqEt1uFEDPrZsn")
SOL_REGISTRAR = Pubkey.from_string("soL7856gZrjQMSJMT33YDpfAuRYbetAbkZPuv7YeLht")
NAMES = Pubkey.from_string("namesLPneVptA9Z5rqUDD9tMTWEJwofgaYwp8cawRkX")
ROOT = Pubkey.from_string("58PwtjSDuFHuUkYjH9BYnnQKHfwo9reZhC2zMJv9JPkx")
SNS_REGISTRAR = Pubkey.from_string("jCebN34bUfdeUYJT13J1yG16XWQpt5PDx6Mse9GUqhR")
TOKENIZER = Pubkey.from_string("nftD3vbNkNqfj2Sd3HZwbpw4BxxKWr4AjGb9X38JeZk")
RECORDS = Pubkey.from_string("HP3D4D1ZCmohQGFVms2SS4LCANgJyksBf5s1F77FuFjZ")
OFFERS = Pubkey.from_string("85iDfUvr3HJyLM2zcq5BXSiDvUWfw6cSE1FfNBo8Ap29")
NONE = bytes(32)


def pda(program, *seeds):
    return Pubkey.find_program_address([bytes(seed) for seed in seeds], program)[0]


CENTRAL = pda(SOL_REGISTRAR, b"central_state")
SOL_CLASS = pda(SRS, b"class", CENTRAL, b".sol")
REVERSE_CLASS = pda(SNS_REGISTRAR, SNS_REGISTRAR)
RECORD_CLASS = pda(RECORDS, RECORDS)


def name_account(text, kind=NONE, parent=NONE):
    return pda(NAMES, hashlib.sha256(b"SPL Name Service" + text.encode()).digest(), kind, parent)


def sol_record(label):
    return pda(SRS, b"record", SOL_CLASS, hashlib.sha256(b"name" + label.encode()).digest())


def sns_account(name):
    parts = name.removesuffix(".sns").split(".")
    domain = name_account(parts[-1], parent=ROOT)
    return domain if len(parts) == 1 else name_account("\0" + parts[0], parent=domain)


def sns_parts(name):
    account = sns_account(name)
    return {
        "account": account,
        "tokenRecord": pda(TOKENIZER, b"nft_record", account),
        "mint": pda(TOKENIZER, b"tokenized_name", account),
        "verified": name_account("\x02SOL", RECORD_CLASS, account),
        "signed": name_account("\x01SOL", parent=account),
        "reverse": name_account(str(account), REVERSE_CLASS),
    }


def sol_data(label, owner, *, kind=0, expiry=0, tag=2, cls=SOL_CLASS, more=b"", seed=None):
    seed = hashlib.sha256(b"name" + label.encode()).digest() if seed is None else seed
    return (bytes([tag]) + bytes(cls) + bytes([kind]) + bytes(owner) + b"\0" + struct.pack("<q", expiry)
            + bytes([len(seed)]) + seed + more)


def name_data(parent, owner, data=b"", kind=NONE):
    return bytes(parent) + bytes(owner) + bytes(kind) + data


def token_data(account, owner, mint, tag=2):
    return bytes([tag, 255]) + bytes(account) + bytes(owner) + bytes(mint)


def verified_data(account, owner, content, *, author, holder, kinds=(1, 1)):
    """Ids have a length by their kind."""
    sizes = {0: 0, 1: 32, 2: 20, 3: 32}
    head = struct.pack("<HHI", *kinds, len(content))
    ids = bytes(author)[: sizes.get(kinds[0], 32)] + bytes(holder)[: sizes.get(kinds[1], 32)]
    return name_data(account, owner, head + ids + content, RECORD_CLASS)


def signed_data(account, key, record, signer):
    text = (bytes(key) + bytes(record)).hex().encode()
    return name_data(account, signer.pubkey(), bytes(key) + bytes(signer.sign_message(text)))


def main():
    keys = [Keypair.from_seed(bytes([n]) * 32) for n in range(1, 9)]
    owner, other, third = (key.pubkey() for key in keys[:3])

    def show(kind, **rest):
        print(json.dumps({"kind": kind} | rest))

    for label in ["sns-ip-5-wallet-1", "sns-ip-5-wallet-2", "a", "under_score", "0"]:
        record = sol_record(label)
        show("derived", name=label + ".sol", account=str(record), mint=str(pda(SRS, b"mint", record)))
    for name in ["bonfida.sns", "dex.bonfida.sns", "a.sns", "x-1.y_2.sns"]:
        show("derived", name=name, **{what: str(key) for what, key in sns_parts(name).items()})
    show("primary", address=str(owner), account=str(pda(OFFERS, b"favourite_domain", owner)))

    def case(what, name, accounts, address=None, **rest):
        accounts = {str(key): {"program": str(program), "data": data.hex()} for key, (program, data) in accounts.items()}
        show("case", what=what, name=name, accounts=accounts, address=address and str(address), **rest)

    label = "alice"
    sol, name = sol_record(label), label + ".sol"
    mint = pda(SRS, b"mint", sol)
    case("owner", name, {sol: (SRS, sol_data(label, owner))}, owner)
    case("owner beside data", name, {sol: (SRS, sol_data(label, owner, more=b"more"))}, owner)
    case("lasts", name, {sol: (SRS, sol_data(label, owner, expiry=1_800_000_001))}, owner)
    case("ends now", name, {sol: (SRS, sol_data(label, owner, expiry=1_800_000_000))}, refusal="expired")
    case("before all time", name, {sol: (SRS, sol_data(label, owner, expiry=-1))}, refusal="expired")
    case("token", name, {sol: (SRS, sol_data(label, mint, kind=1))}, mint=str(mint))
    case("another token", name, {sol: (SRS, sol_data(label, other, kind=1))}, refusal="record")
    case("another owner type", name, {sol: (SRS, sol_data(label, owner, kind=2))}, refusal="record")
    case("another program", name, {sol: (NAMES, sol_data(label, owner))}, refusal="record")
    case("another class", name, {sol: (SRS, sol_data(label, owner, cls=CENTRAL))}, refusal="record")
    case("another account", name, {sol: (SRS, sol_data(label, owner, tag=1))}, refusal="record")
    case("another name's seed", name, {sol: (SRS, sol_data("bob", owner))}, refusal="record")
    case("cut", name, {sol: (SRS, sol_data(label, owner)[:-1])}, refusal="record")
    case("nobody", name, {sol: (SRS, sol_data(label, Pubkey(NONE)))}, refusal="record")
    case("nothing", name, {}, refusal="unknown")

    for name in ["alice.sns", "pay.alice.sns"]:
        parts = sns_parts(name)
        account, token, mint = parts["account"], parts["tokenRecord"], parts["mint"]
        signed, verified = parts["signed"], parts["verified"]
        above = ROOT if name == "alice.sns" else sns_account("alice.sns")
        base = {account: (NAMES, name_data(above, owner, b"any"))}

        def sns(what, more=None, address=None, **rest):
            case(what, name, base | (more or {}), address, **rest)

        def second(*, author=owner, holder=other, content=bytes(other), kinds=(1, 1), program=NAMES):
            return {verified: (program, verified_data(account, owner, content, author=author, holder=holder, kinds=kinds))}

        first = {signed: (NAMES, signed_data(account, third, signed, keys[0]))}
        sns("owner", address=owner)
        sns("signed", first, third)
        sns("signed by another", {signed: (NAMES, signed_data(account, third, signed, keys[1]))}, owner)
        sns("signed for another record", {signed: (NAMES, signed_data(account, third, verified, keys[0]))}, owner)
        sns("signed, in another program", {signed: (SRS, first[signed][1])}, owner)
        sns("signed, cut", {signed: (NAMES, first[signed][1][:-1])}, owner)
        sns("verified before signed", second() | first, other)
        sns("stale, so signed", second(author=third) | first, third)
        sns("stale, so the owner", second(author=third), owner)
        sns("not the holder's", second(holder=third), refusal="record")
        sns("stale unverified", second(kinds=(3, 1)), refusal="record")
        sns("holder unverified", second(kinds=(1, 3)), refusal="record")
        sns("no validation", second(kinds=(0, 0)), refusal="record")
        sns("by Ethereum", second(kinds=(2, 2)), refusal="record")
        sns("an unknown validation", second(kinds=(1, 4)), refusal="record")
        sns("short content", second(content=bytes(31)), refusal="record")
        sns("verified, in another program", second(program=RECORDS), refusal="record")
        sns("token", {token: (TOKENIZER, token_data(account, owner, mint))} | second() | first, mint=str(mint))
        sns("no token any more", {token: (TOKENIZER, token_data(account, owner, mint, 3))}, owner)
        sns("another token", {token: (TOKENIZER, token_data(account, owner, other))}, refusal="record")
        sns("another name's token", {token: (TOKENIZER, token_data(other, owner, mint))}, refusal="record")
        sns("a token's record of another program", {token: (NAMES, token_data(account, owner, mint))}, refusal="record")
        case("nothing", name, {}, refusal="unknown")
        case("given back", name, {account: (NAMES, name_data(above, Pubkey(NONE)))}, refusal="unknown")
        case("another parent", name, {account: (NAMES, name_data(other, owner))}, refusal="record")
        case("a class", name, {account: (NAMES, name_data(above, owner, kind=REVERSE_CLASS))}, refusal="record")
        case("another program", name, {account: (SRS, name_data(above, owner))}, refusal="record")
        case("cut", name, {account: (NAMES, name_data(above, owner)[:95])}, refusal="record")


if __name__ == "__main__":
    main()
