"""The chain at the start: three people, three mints, their token accounts, a delegate and a lookup table.

Keypairs come from the seed, so addresses are the same whenever the node starts. They are known to everybody.

| | |
|---|---|
| alice, bob, carol | 100 SOL each |
| USDX | Token, 6 decimals, with Metaplex metadata; alice 1,000, bob 50 of which carol may take 5 |
| FEEX | Token-2022, 9 decimals, a fee of 1.5 % up to 5 tokens, metadata in the mint; alice 500 |
| BOSS | Token-2022, 2 decimals, carol is its permanent delegate; alice 100 |
| lookup table | alice, bob, carol, the mints, Token, Token-2022 |
"""

from typing import TYPE_CHECKING, Any

from solders.account import Account
from solders.instruction import Instruction
from solders.pubkey import Pubkey
from solders.system_program import (
    CreateAccountParams,
    CreateLookupTableParams,
    ExtendLookupTableParams,
    create_account,
    create_lookup_table,
    extend_lookup_table,
)

from . import token_instructions as token
from .lookup import NotExecutable
from .tokens import MINT_SIZE, TOKEN_2022_PROGRAM, TOKEN_PROGRAM

if TYPE_CHECKING:
    from .machine import Machine

PEOPLE = ("alice", "bob", "carol")
LAMPORTS = 100_000_000_000
METAPLEX = Pubkey.from_string("metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s")
# Token-2022: what a mint takes with no extension, and an extension's own header.
EXTENDED = 166
HEADER = 4
MINTS: dict[str, dict[str, Any]] = {
    "USDX": {"decimals": 6, "program": TOKEN_PROGRAM, "name": "Pretend Dollar"},
    "FEEX": {"decimals": 9, "program": TOKEN_2022_PROGRAM, "name": "Fee on Transfer"},
    "BOSS": {"decimals": 2, "program": TOKEN_2022_PROGRAM, "name": "Permanent Delegate"},
}
HOLDINGS = [("USDX", "alice", 1_000), ("USDX", "bob", 50), ("FEEX", "alice", 500), ("BOSS", "alice", 100)]


class SeedError(ValueError):
    """What the node starts with could not be made; the text is the chain's reason."""


def plant(machine: "Machine") -> dict[str, Any]:
    """Puts everything on the chain, makes it final, and says what there is."""
    authority = machine.keypair("authority")
    machine.airdrop(authority.pubkey(), LAMPORTS)
    people = {name: machine.keypair(name) for name in PEOPLE}
    for pair in people.values():
        machine.airdrop(pair.pubkey(), LAMPORTS)
    for address, lamports in machine.funded:
        machine.airdrop(address, lamports)
    for symbol in MINTS:
        create_mint(machine, symbol, people["carol"].pubkey())
    holdings = []
    for symbol, name, amount in HOLDINGS:
        units = amount * 10 ** MINTS[symbol]["decimals"]
        account = mint_tokens(machine, symbol, people[name].pubkey(), units)
        holdings.append({"address": str(account), "mint": symbol, "owner": name, "amount": str(units)})
    bobs = Pubkey.from_string(holdings[1]["address"])
    allow = token.approve(TOKEN_PROGRAM, bobs, people["carol"].pubkey(), people["bob"].pubkey(), 5_000_000)
    run(machine, [allow], [people["bob"]])
    entries = [each.pubkey() for each in people.values()] + [mint_address(machine, each) for each in MINTS]
    table = create_table(machine, [*entries, TOKEN_PROGRAM, TOKEN_2022_PROGRAM])
    machine.chain.advance(40)
    return {
        "accounts": {
            name: {"publicKey": str(pair.pubkey()), "secretKey": str(pair), "lamports": LAMPORTS}
            for name, pair in people.items()
        },
        "mints": {symbol: described(machine, symbol) for symbol in MINTS},
        "tokenAccounts": holdings,
        "lookupTable": {"address": str(table), "addresses": [str(each) for each in entries]},
        "faucet": str(machine.faucet.pubkey()),
        "genesisHash": str(machine.genesis),
    }


def described(machine: "Machine", symbol: str) -> dict[str, Any]:
    mint = MINTS[symbol]
    address = str(mint_address(machine, symbol))
    return {"address": address, "decimals": mint["decimals"], "program": str(mint["program"]), "name": mint["name"]}


def run(machine: "Machine", instructions: list[Instruction], signers: list) -> None:
    record = machine.run(instructions, signers)
    if record.error is not None:
        raise SeedError(f"{record.error}: {'; '.join(record.meta['logMessages'])}")


def mint_address(machine: "Machine", symbol: str) -> Pubkey:
    return machine.keypair(f"mint {symbol}").pubkey()


def create_mint(machine: "Machine", symbol: str, boss: Pubkey) -> None:
    authority, pair = machine.keypair("authority"), machine.keypair(f"mint {symbol}")
    mint, program, decimals = pair.pubkey(), MINTS[symbol]["program"], MINTS[symbol]["decimals"]
    size, extensions, after = MINT_SIZE, [], []
    if symbol == "FEEX":
        size = EXTENDED + HEADER + 108 + HEADER + 64
        fee = token.transfer_fee(mint, authority.pubkey(), 150, 5_000_000_000)
        extensions = [fee, token.metadata_pointer(mint, authority.pubkey())]
        after = [token.initialize_metadata(mint, authority.pubkey(), MINTS[symbol]["name"], symbol)]
    elif symbol == "BOSS":
        size = EXTENDED + HEADER + 32
        extensions = [token.permanent_delegate(mint, boss)]
    # The metadata makes the mint grow; its rent is there before.
    rent = machine.chain.svm.minimum_balance_for_rent_exemption(size + 300)
    creation = CreateAccountParams(
        from_pubkey=authority.pubkey(), to_pubkey=mint, lamports=rent, space=size, owner=program
    )
    mint_it = token.initialize_mint(program, mint, authority.pubkey(), decimals)
    steps = [create_account(creation), *extensions, mint_it, *after]
    run(machine, steps, [authority, pair])
    if symbol == "USDX":
        put_metaplex(machine, mint, authority.pubkey(), MINTS[symbol]["name"], symbol)


def put_metaplex(machine: "Machine", mint: Pubkey, authority: Pubkey, name: str, symbol: str) -> None:
    """Writes what Metaplex's program would: the program itself isn't on the chain."""
    place, _ = Pubkey.find_program_address([b"metadata", bytes(METAPLEX), bytes(mint)], METAPLEX)
    texts = token.text(name, 32) + token.text(symbol, 10) + token.text(token.PAGE, 200)
    # Key MetadataV1; then no fee for sellers, no creators, not sold, mutable, no edition, a fungible token.
    data = bytes([4]) + bytes(authority) + bytes(mint) + texts + bytes([0, 0, 0, 0, 1, 0, 1, 2])
    data = data.ljust(679, b"\0")
    rent = machine.chain.svm.minimum_balance_for_rent_exemption(len(data))
    machine.chain.put(place, Account(rent, data, METAPLEX))


def mint_tokens(machine: "Machine", symbol: str, owner: Pubkey, amount: int) -> Pubkey:
    """Gives somebody tokens of a seeded mint, in their associated account; the answer is its address."""
    if symbol not in MINTS:
        raise SeedError(f"no such mint; there are: {', '.join(MINTS)}")
    authority, mint, program = machine.keypair("authority"), mint_address(machine, symbol), MINTS[symbol]["program"]
    account = token.associated_account(owner, mint, program)
    create = token.create_associated_account(authority.pubkey(), owner, mint, program)
    try:
        run(machine, [create, token.mint_to(program, mint, account, authority.pubkey(), amount)], [authority])
    except NotExecutable as error:
        raise SeedError(str(error)) from None
    return account


def create_table(machine: "Machine", addresses: list[Pubkey]) -> Pubkey:
    """Makes a lookup table by the real instructions; its entries can be used from the next slot."""
    authority = machine.keypair("authority")
    recent = machine.chain.clock.slot
    machine.chain.advance(1)
    owner = authority.pubkey()
    create, table = create_lookup_table(
        CreateLookupTableParams(authority_address=owner, payer_address=owner, recent_slot=recent)
    )
    extend = extend_lookup_table(
        ExtendLookupTableParams(
            lookup_table_address=table, authority_address=owner, payer_address=owner, new_addresses=addresses
        )
    )
    run(machine, [create, extend], [authority])
    machine.chain.advance(1)
    return table
