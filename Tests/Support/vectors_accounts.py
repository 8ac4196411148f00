#!/usr/bin/env python3
"""Accounts as programs lay them out in a chain in this process, beside what solders reads in them.

    vectors_accounts.py    prints JSON lines

    {"kind": "mint" | "token" | "table", "data": HEX, "read": {...} | null}    read by solders, null where it refuses; many with a byte changed
    {"kind": "metadata", "data": HEX, "read": {...} | null}                   Metaplex's, laid out and read here by hand: PyPI has no current client of theirs
    {"kind": "metadata address", "mint": KEY, "address": KEY}                 derived by solders
    {"kind": "extended", "name": TEXT, "data": HEX}                           a Token-2022 mint; what stands in it is said by its name in the test
    {"kind": "extended token", "data": HEX}, {"kind": "stake" | "nonce" | "buffer", "data": HEX}
"""

import json
import random
import struct

from solders.address_lookup_table_account import AddressLookupTable
from solders.instruction import AccountMeta, Instruction
from solders.keypair import Keypair
from solders.litesvm import LiteSVM
from solders.message import Message
from solders.pubkey import Pubkey
from solders.system_program import (
    ID as SYSTEM,
    CreateAccountParams,
    CreateLookupTableParams,
    ExtendLookupTableParams,
    InitializeNonceAccountParams,
    create_account,
    create_lookup_table,
    extend_lookup_table,
    initialize_nonce_account,
)
from solders.token.state import Mint, TokenAccount, TokenAccountState
from solders.transaction import VersionedTransaction

TOKEN = Pubkey.from_string("TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA")
TOKEN_2022 = Pubkey.from_string("TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb")
STAKE = Pubkey.from_string("Stake11111111111111111111111111111111111111")
RENT = Pubkey.from_string("SysvarRent111111111111111111111111111111111")
METADATA = bytes([210, 225, 30, 162, 88, 184, 77, 141])


def key(number: int) -> Pubkey:
    return Pubkey(bytes([number]) * 32)


def option(value: Pubkey | None) -> bytes:
    return bytes(1) if value is None else b"\1" + bytes(value)


def text(value: str) -> bytes:
    return struct.pack("<I", len(value.encode())) + value.encode()


class Chain:
    def __init__(self) -> None:
        self.svm = LiteSVM()
        self.payer = Keypair.from_seed(bytes([1]) * 32)
        self.svm.airdrop(self.payer.pubkey(), 10**12)
        self.count = 0

    def run(self, instructions: list[Instruction], *signers: Keypair) -> None:
        message = Message.new_with_blockhash(instructions, self.payer.pubkey(), self.svm.latest_blockhash())
        result = self.svm.send_transaction(VersionedTransaction(message, [self.payer, *signers]))
        if type(result).__name__ == "FailedTransactionMetadata":
            raise SystemExit(f"refused by the chain: {result.err()} {result.meta().logs()}")

    def data(self, address: Pubkey) -> bytes:
        return bytes(self.svm.get_account(address).data)

    def make(self, space: int, program: Pubkey, instructions: list[tuple[bytes, list[AccountMeta]]], lamports: int = 10**8) -> Pubkey:
        """Makes an account of a program, and calls the program with it and other accounts."""
        self.count += 1
        account = Keypair.from_seed(struct.pack("<Q", self.count) + bytes([2]) * 24)
        address = account.pubkey()
        self.run(
            [
                create_account(CreateAccountParams(
                    from_pubkey=self.payer.pubkey(), to_pubkey=address, lamports=lamports, space=space, owner=program)),
                *(Instruction(program, data, [AccountMeta(address, False, True), *others]) for data, others in instructions),
            ], account)
        return address

    def mint(self, program: Pubkey, freezer: Pubkey | None = None, extensions: dict[str, tuple[int, bytes]] | None = None, after: bytes | None = None) -> Pubkey:
        """A mint of 6 decimals. An extension is its size and the instruction that begins it."""
        extensions = extensions or {}
        size = 82 if not extensions else 166 + sum(4 + size for size, _ in extensions.values())
        begin = bytes([20, 6]) + bytes(self.payer.pubkey()) + option(freezer)
        mint = self.make(size, program, [(data, []) for _, data in extensions.values()] + [(begin, [])])
        if after is not None:
            self.run([Instruction(program, after, [
                AccountMeta(mint, False, True), AccountMeta(key(8), False, False), AccountMeta(mint, False, False),
                AccountMeta(self.payer.pubkey(), True, False)])])
        return mint

    def tokens(self, program: Pubkey, mint: Pubkey, size: int = 165) -> Pubkey:
        return self.make(size, program, [(bytes([18]) + bytes(self.payer.pubkey()), [AccountMeta(mint, False, False)])])

    def call(self, program: Pubkey, data: bytes, *accounts: Pubkey) -> None:
        self.run([Instruction(program, data, [
            *(AccountMeta(account, False, True) for account in accounts), AccountMeta(self.payer.pubkey(), True, False)])])


def spelled(value: object) -> str | None:
    return None if value is None else str(value)


def read_mint(data: bytes) -> dict:
    mint = Mint.from_bytes(data)
    return {
        "mintAuthority": spelled(mint.mint_authority), "supply": str(mint.supply), "decimals": mint.decimals,
        "freezeAuthority": spelled(mint.freeze_authority),
    }


def read_token(data: bytes) -> dict:
    token = TokenAccount.from_bytes(data)
    return {
        "mint": str(token.mint), "owner": str(token.owner), "amount": str(token.amount), "delegate": spelled(token.delegate),
        "delegatedAmount": str(token.delegated_amount), "frozen": token.state == TokenAccountState.Frozen,
        "nativeReserve": spelled(token.is_native), "closeAuthority": spelled(token.close_authority),
    }


def read_table(data: bytes) -> dict:
    table = AddressLookupTable.deserialize(data)
    return {
        "deactivationSlot": str(table.meta.deactivation_slot), "lastExtendedSlot": str(table.meta.last_extended_slot),
        "lastExtendedStart": table.meta.last_extended_slot_start_index, "authority": spelled(table.meta.authority),
        "addresses": [str(address) for address in table.addresses],
    }


def metadata_account(mint: Pubkey, name: bytes, symbol: bytes, uri: bytes) -> bytes:
    """Metadata as mpl-token-metadata lays it out: texts filled up with NULs; then shares, creators and flags, which differ with its age."""
    def filled(value: bytes, size: int) -> bytes:
        return struct.pack("<I", size) + value.ljust(size, b"\0")

    head = bytes([4]) + bytes(key(23)) + bytes(mint)
    return head + filled(name, 32) + filled(symbol, 10) + filled(uri, 200) + bytes([0, 0, 0, 0, 1, 1, 255, 1, 2])


def metadata() -> list[bytes]:
    page = b"https://claims.example/usdc.json"
    usual = metadata_account(key(5), b"USD Coin", b"USDC", page)
    # The program fills up, but doesn't have to.
    short = usual[:65] + b"".join(struct.pack("<I", len(each)) + each for each in (b"A\0B", b"", b""))
    return [
        usual, usual.ljust(679, b"\0"), usual[:319], short,
        metadata_account(key(24), "Ｕ\u202eＳＤ".encode(), "€".encode(), page),
        metadata_account(key(5), b"N" * 32, b"S" * 10, b"U" * 200), metadata_account(key(5), b"", b"", b""),
    ]


def read_metadata(data: bytes) -> dict:
    if data[0] != 4 or len(data) < 65:
        raise ValueError("no metadata")
    texts, place = [], 65
    for most in (32, 10, 200):
        (size,) = struct.unpack_from("<I", data, place)
        raw = data[place + 4 : place + 4 + size]
        if size > most or len(raw) < size:
            raise ValueError("no text")
        texts.append(raw.decode().rstrip("\0"))
        place += 4 + size
    return {
        "authority": str(Pubkey.from_bytes(data[1:33])), "mint": str(Pubkey.from_bytes(data[33:65])),
        "name": texts[0], "symbol": texts[1], "uri": texts[2],
    }


READERS = {"mint": read_mint, "token": read_token, "table": read_table, "metadata": read_metadata}


def line(kind: str, data: bytes) -> dict:
    try:
        read = READERS[kind](data)
    except Exception:
        read = None
    return {"kind": kind, "data": data.hex(), "read": read}


def basics(chain: Chain) -> list[tuple[str, bytes]]:
    me = chain.payer.pubkey()
    frozen = chain.mint(TOKEN, freezer=me)
    bare = chain.mint(TOKEN)
    plain, delegated, closed = (chain.tokens(TOKEN, frozen) for _ in range(3))
    for account in (plain, delegated, closed):
        chain.call(TOKEN, bytes([7]) + struct.pack("<Q", 5_000_000), frozen, account)
    chain.run([Instruction(TOKEN, bytes([4]) + struct.pack("<Q", 77), [
        AccountMeta(delegated, False, True), AccountMeta(key(9), False, False), AccountMeta(me, True, False)])])
    chain.call(TOKEN, bytes([6, 3]) + option(key(10)), closed)
    chain.call(TOKEN, bytes([10]), closed, frozen)
    native = struct.pack("<II", 1, 2_039_280)
    wrapped = chain.data(plain)[:109] + native + bytes(4) + chain.data(plain)[121:]
    slot = chain.svm.get_clock().slot
    chain.svm.warp_to_slot(slot + 1)
    create, table = create_lookup_table(CreateLookupTableParams(authority_address=me, payer_address=me, recent_slot=slot))
    chain.run([create])
    empty = chain.data(table)
    chain.run([extend_lookup_table(ExtendLookupTableParams(
        lookup_table_address=table, authority_address=me, payer_address=me, new_addresses=[key(20 + i) for i in range(5)]))])
    filled = chain.data(table)
    lookup = Pubkey.from_string("AddressLookupTab1e1111111111111111111111111")
    chain.call(lookup, struct.pack("<I", 3), table)
    ended = chain.data(table)
    return [
        ("mint", chain.data(frozen)), ("mint", chain.data(bare)), ("token", chain.data(plain)), ("token", chain.data(delegated)),
        ("token", chain.data(closed)), ("token", wrapped), ("table", empty), ("table", filled), ("table", ended),
        ("table", filled[:21] + bytes(35) + filled[56:]),
    ]


def changed(kind: str, data: bytes, draw: random.Random) -> bytes:
    """Another byte somewhere, mostly where it tells something; sometimes another length."""
    length = draw.choice([len(data)] * 8 + [draw.randrange(len(data) + 1)])
    changed = bytearray(data[:length])
    places = {"mint": [0, 1, 44, 45, 46, 49], "token": [72, 75, 108, 109, 129, 131], "table": [0, 3, 21, 22, 4],
              "metadata": [0, 65, 66, 69, 72, 101, 105, 114, 115, 116, 119, 318]}[kind]
    for _ in range(draw.randrange(1, 3)):
        place = draw.choice([*places, draw.randrange(len(data))])
        if place < len(changed):
            changed[place] = draw.choice([0, 1, 2, 3, 255, draw.randrange(256)])
    return bytes(changed)


def extended(chain: Chain) -> dict[str, Pubkey]:
    me = chain.payer.pubkey()
    fee = (108, bytes([26, 0]) + option(key(11)) + option(None) + struct.pack("<HQ", 250, 9_000))
    pointer = (64, bytes([39, 0]) + bytes(me) + bytes(key(12)))
    claims = METADATA + text("USD Coin") + text("USDC\u202e") + text("https://claims.example")
    kinds = {
        "permanent delegate": {"d": (32, bytes([35]) + bytes(key(13)))},
        "transfer fee": {"f": fee},
        "transfer hook": {"h": (64, bytes([36, 0]) + bytes(32) + bytes(key(14)))},
        "transfer hook without a program": {"h": (64, bytes([36, 0]) + bytes(key(15)) + bytes(32))},
        "frozen by default": {"s": (1, bytes([28, 0, 2]))},
        "not frozen by default": {"s": (1, bytes([28, 0, 1]))},
        "non-transferable": {"n": (0, bytes([32]))},
        "close authority": {"c": (32, bytes([25]) + option(key(16)))},
        "pausable": {"p": (33, bytes([44, 0]) + bytes(key(17)))},
        "all": {"d": (32, bytes([35]) + bytes(key(13))), "f": fee, "h": (64, bytes([36, 0]) + bytes(32) + bytes(key(14)))},
    }
    made = {name: chain.mint(TOKEN_2022, freezer=me, extensions=extensions) for name, extensions in kinds.items()}
    made["claims"] = chain.mint(TOKEN_2022, extensions={"p": pointer}, after=claims)
    return made


def main() -> None:
    chain = Chain()
    draw = random.Random(20)
    for kind, data in basics(chain):
        print(json.dumps(line(kind, data)))
        for _ in range(150):
            print(json.dumps(line(kind, changed(kind, data, draw))))
    for data in metadata():
        print(json.dumps(line("metadata", data)))
        for _ in range(60):
            print(json.dumps(line("metadata", changed("metadata", data, draw))))
    program = Pubkey.from_string("metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s")
    for number in range(30, 60):
        place, _ = Pubkey.find_program_address([b"metadata", bytes(program), bytes(key(number))], program)
        print(json.dumps({"kind": "metadata address", "data": "", "mint": str(key(number)), "address": str(place)}))
    made = extended(chain)
    for name, mint in made.items():
        print(json.dumps({"kind": "extended", "name": name, "data": chain.data(mint).hex()}))
    # Its tokens have an extension as well: what is kept back there.
    account = chain.tokens(TOKEN_2022, made["transfer fee"], 178)
    print(json.dumps({"kind": "extended token", "data": chain.data(account).hex()}))
    rent = AccountMeta(RENT, False, False)
    authorities = bytes(key(18)) + bytes(key(19)) + struct.pack("<qQ", 5, 6) + bytes(key(20))
    stake = chain.make(200, STAKE, [(struct.pack("<I", 0) + authorities, [rent])], 10**10)
    print(json.dumps({"kind": "stake", "data": chain.data(stake).hex()}))
    nonce = Keypair.from_seed(bytes([3]) * 32)
    chain.run([
        create_account(CreateAccountParams(
            from_pubkey=chain.payer.pubkey(), to_pubkey=nonce.pubkey(), lamports=10**8, space=80, owner=SYSTEM)),
        initialize_nonce_account(InitializeNonceAccountParams(nonce_pubkey=nonce.pubkey(), authority=key(21))),
    ], nonce)
    print(json.dumps({"kind": "nonce", "data": chain.data(nonce.pubkey()).hex()}))
    loader = Pubkey.from_string("BPFLoaderUpgradeab1e11111111111111111111111")
    buffer = chain.make(100, loader, [(struct.pack("<I", 0), [AccountMeta(key(22), False, False)])])
    print(json.dumps({"kind": "buffer", "data": chain.data(buffer).hex()}))


if __name__ == "__main__":
    main()
