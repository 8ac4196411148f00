#!/usr/bin/env python3
"""NFTs of an owner as their programs lay them out and as an index tells of them, one JSON object a line: vectors_nfts.py OWNER.

    {"kind": "account", "what": TEXT, "address": KEY, "program": KEY, "data": BASE64}
    {"kind": "asset", "what": TEXT, "item": {...}}

The layouts are written here a second time, from the programs' sources, so that a mistake in one of the two readings shows. `what` names the NFT that an
account belongs to, and `wrong` begins the names of those that are none of the owner's.
"""

import base64
import json
import struct
import sys
from collections.abc import Iterator

from solders.pubkey import Pubkey

TOKEN = Pubkey.from_string("TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA")
TOKEN_2022 = Pubkey.from_string("TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb")
METAPLEX = Pubkey.from_string("metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s")
CORE = Pubkey.from_string("CoREENxT6tW1HoK8ypY1SxRMZTcVPm7R94rH4PZNhX7d")
MAKER = Pubkey(bytes([77] * 32))
# A site to lure to and a right-to-left override, in the 32 bytes that a name may have.
HOSTILE = "Claim 5 SOL at ld.example \u202egpj"


def key(number: int) -> Pubkey:
    return Pubkey(bytes([number] * 32))


def pda(*seeds: bytes) -> Pubkey:
    return Pubkey.find_program_address([b"metadata", bytes(METAPLEX), *seeds], METAPLEX)[0]


def beside(mint: Pubkey) -> Pubkey:
    return pda(bytes(mint))


def edition(mint: Pubkey) -> Pubkey:
    return pda(bytes(mint), b"edition")


def text(value: str, width: int = 0) -> bytes:
    encoded = value.encode().ljust(width, b"\0")
    assert width in (0, len(encoded)), f"longer than the program allows: {value}"
    return struct.pack("<I", len(encoded)) + encoded


def coption(value: Pubkey | None) -> bytes:
    return struct.pack("<I", 0) + bytes(32) if value is None else struct.pack("<I", 1) + bytes(value)


def mint(authority: Pubkey | None, supply: int = 1, decimals: int = 0, freezer: Pubkey | None = None) -> bytes:
    return coption(authority) + struct.pack("<QBB", supply, decimals, 1) + coption(freezer)


def holding(mint: Pubkey, owner: Pubkey, amount: int = 1, state: int = 1) -> bytes:
    return bytes(mint) + bytes(owner) + struct.pack("<Q", amount) + bytes(36) + bytes([state]) + bytes(12) + bytes(8) + bytes(36)


def metadata(mint: Pubkey, name: str, symbol: str, uri: str, collection: tuple[bool, Pubkey] | None = None, creators: int = 2) -> bytes:
    data = b"\4" + bytes(MAKER) + bytes(mint) + text(name, 32) + text(symbol, 10) + text(uri, 200) + struct.pack("<H", 500)
    if creators:
        data += b"\1" + struct.pack("<I", creators) + b"".join(bytes(key(90 + each)) + b"\1\x32" for each in range(creators))
    else:
        data += b"\0"
    # Was sold, is mutable, the edition's nonce, the standard.
    data += b"\1\1" + b"\1\xfe" + b"\1\0"
    data += b"\0" if collection is None else b"\1" + bytes([collection[0]]) + bytes(collection[1])
    return data.ljust(679, b"\0")


def extended(base: bytes, *extensions: tuple[int, bytes]) -> bytes:
    return base.ljust(165, b"\0") + b"\1" + b"".join(struct.pack("<HH", kind, len(value)) + value for kind, value in extensions)


def claims(mint: Pubkey, name: str, symbol: str, uri: str, **fields: str) -> bytes:
    more = struct.pack("<I", len(fields)) + b"".join(text(each) + text(fields[each]) for each in fields)
    return bytes(MAKER) + bytes(mint) + text(name) + text(symbol) + text(uri) + more


def core(owner: Pubkey, name: str, uri: str, collection: Pubkey | None = None, **traits: str) -> bytes:
    data = b"\1" + bytes(owner) + (b"\0" if collection is None else b"\2" + bytes(collection)) + text(name) + text(uri) + b"\0"
    if not traits:
        return data
    # Two plugins behind the header: royalties that nobody looks at, and the traits. The registry comes after both.
    royalties = b"\0" + struct.pack("<HI", 500, 0) + b"\0"
    listed = b"\6" + struct.pack("<I", len(traits)) + b"".join(text(each) + text(traits[each]) for each in traits)
    first = len(data) + 9
    registry = first + len(royalties) + len(listed)
    records = b"\0\3" + bytes(MAKER) + struct.pack("<Q", first) + b"\6\2" + struct.pack("<Q", first + len(royalties))
    return data + b"\3" + struct.pack("<Q", registry) + royalties + listed + b"\4" + struct.pack("<I", 2) + records + struct.pack("<I", 0)


def core_collection(name: str) -> bytes:
    return b"\5" + bytes(MAKER) + text(name) + text("https://lads.example/c.json") + struct.pack("<II", 1, 1)


def asset(identifier: Pubkey, owner: Pubkey, name: object, compressed: bool = True, **more: object) -> dict:
    """An item of the Digital Asset Standard, as the reference server writes it."""
    content = {"$schema": "https://schema.metaplex.com/nft1.0.json", "json_uri": "https://leaf.example/9.json", "files": [], "links": {}}
    content["metadata"] = {"name": name, "symbol": "LEAF", "attributes": [{"trait_type": "Leaf", "value": "Oak"}, {"trait_type": "Age", "value": 9}]}
    return {
        "interface": "V1_NFT",
        "id": str(identifier),
        "content": content,
        "compression": {"eligible": False, "compressed": compressed, "tree": str(key(80)), "leaf_id": 9},
        "grouping": [{"group_key": "collection", "group_value": str(key(81)), "collection_metadata": {"name": "Leaves"}}],
        "ownership": {"frozen": False, "delegated": False, "delegate": None, "ownership_model": "single", "owner": str(owner)},
        "mutable": True,
        "burnt": False,
        **more,
    }


def accounts(owner: Pubkey) -> Iterator[tuple[str, Pubkey, Pubkey, bytes]]:
    """What belongs to which NFT: address, program and data."""
    lad, claim, boss, ape, frozen = (key(each) for each in (11, 12, 13, 14, 15))
    lads, bosses, gang = key(21), key(22), key(23)
    plain, double = key(31), key(32)
    yield "collection", lads, TOKEN, mint(edition(lads))
    yield "collection", beside(lads), METAPLEX, metadata(lads, "Lads", "LADS", "https://lads.example/c.json")
    yield "Lad #1", lad, TOKEN, mint(edition(lad), freezer=edition(lad))
    yield "Lad #1", beside(lad), METAPLEX, metadata(lad, "Lad #1", "LADS", "https://lads.example/1.json", (True, lads))
    yield "Lad #1", key(111), TOKEN, holding(lad, owner)
    # It names the same collection, which hasn't confirmed it, and more of it can be made.
    yield "claim", claim, TOKEN, mint(MAKER)
    yield "claim", beside(claim), METAPLEX, metadata(claim, HOSTILE, "LADS", "https://ld.example/1.json", (False, lads), creators=0)
    yield "claim", key(112), TOKEN, holding(claim, owner)
    group = extended(mint(None), (19, claims(bosses, "Bosses", "BOSS", "")))
    yield "collection", bosses, TOKEN_2022, group
    member = (
        (18, bytes(MAKER) + bytes(boss)),
        (19, claims(boss, "Boss 7", "BOSS", "https://boss.example/7.json", Level="7", Mood="grim")),
        (23, bytes(boss) + bytes(bosses) + struct.pack("<Q", 7)),
    )
    yield "Boss 7", boss, TOKEN_2022, extended(mint(None), *member)
    yield "Boss 7", key(113), TOKEN_2022, holding(boss, owner)
    yield "collection", gang, CORE, core_collection("Gang")
    yield "Ape 3", ape, CORE, core(owner, "Ape 3", "https://ape.example/3.json", gang, Fur="Gold", Eyes="Laser")
    yield "frozen", frozen, TOKEN, mint(edition(frozen))
    yield "frozen", beside(frozen), METAPLEX, metadata(frozen, "Frozen", "", "ipfs://bafy/1.json")
    yield "frozen", key(115), TOKEN, holding(frozen, owner, state=2)
    yield "wrong: nothing describes it", plain, TOKEN, mint(None)
    yield "wrong: nothing describes it", key(131), TOKEN, holding(plain, owner)
    yield "wrong: there are two", double, TOKEN, mint(None, supply=2)
    yield "wrong: there are two", beside(double), METAPLEX, metadata(double, "Double", "D", "")
    yield "wrong: there are two", key(132), TOKEN, holding(double, owner)
    yield "wrong: another holds it", key(33), CORE, core(MAKER, "Theirs", "")
    # Its metadata is another mint's.
    yield "wrong: lent metadata", key(34), TOKEN, mint(None)
    yield "wrong: lent metadata", beside(key(34)), METAPLEX, metadata(lad, "Lad #1", "LADS", "https://lads.example/1.json", (True, lads))
    yield "wrong: lent metadata", key(134), TOKEN, holding(key(34), owner)


def assets(owner: Pubkey) -> Iterator[tuple[str, dict]]:
    """What an index says of the owner, some of it wrong."""
    yield "Leaf #9", asset(key(41), owner, "Leaf #9")
    yield "number", asset(key(42), owner, 7, grouping=[])
    yield "wrong: another holds it", asset(key(43), MAKER, "Theirs")
    yield "wrong: burnt", asset(key(44), owner, "Ashes", burnt=True)
    # An account shows this one, and under its own name.
    yield "wrong: not compressed", asset(key(11), owner, "Renamed", compressed=False)
    yield "wrong: of an account", asset(key(13), owner, "Renamed too")


def put(node: object, owner: str) -> None:
    """Puts all of it onto a local node, the index too."""
    holder = Pubkey.from_string(owner)
    for _, address, program, data in accounts(holder):
        node.control(set=str(address), lamports=5_000_000, owner=str(program), data=base64.b64encode(data).decode())  # type: ignore[attr-defined]
    node.control(assets=[item for _, item in assets(holder)])  # type: ignore[attr-defined]
    node.advance(2)  # type: ignore[attr-defined]


if __name__ == "__main__":
    owner = Pubkey.from_string(sys.argv[1])
    for what, address, program, data in accounts(owner):
        print(json.dumps({"kind": "account", "what": what, "address": str(address), "program": str(program), "data": base64.b64encode(data).decode()}))
    for what, item in assets(owner):
        print(json.dumps({"kind": "asset", "what": what, "item": item}))
