"""The instructions of Token, Token-2022 and the associated token program that the node's own transactions need.

The package `spl` has most of them, but takes a second to import, and the tests hold the node against it.
"""

import struct

from solders.instruction import AccountMeta, Instruction
from solders.pubkey import Pubkey

from .tokens import TOKEN_2022_PROGRAM

ASSOCIATED_PROGRAM = Pubkey.from_string("ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL")
SYSTEM_PROGRAM = Pubkey.from_string("11111111111111111111111111111111")
RENT = Pubkey.from_string("SysvarRent111111111111111111111111111111111")
# The discriminator of the metadata interface's instruction Initialize.
INITIALIZE_METADATA = bytes.fromhex("d2e11ea258b84d8d")
PAGE = "https://example.invalid/token.json"


def read(key: Pubkey) -> AccountMeta:
    return AccountMeta(key, False, False)


def write(key: Pubkey) -> AccountMeta:
    return AccountMeta(key, False, True)


def sign(key: Pubkey) -> AccountMeta:
    return AccountMeta(key, True, False)


def initialize_mint(program: Pubkey, mint: Pubkey, authority: Pubkey, decimals: int) -> Instruction:
    """A mint that nobody can freeze."""
    data = bytes([0, decimals]) + bytes(authority) + bytes(33)
    return Instruction(program, data, [write(mint), read(RENT)])


def mint_to(program: Pubkey, mint: Pubkey, account: Pubkey, authority: Pubkey, amount: int) -> Instruction:
    return Instruction(program, struct.pack("<BQ", 7, amount), [write(mint), write(account), sign(authority)])


def approve(program: Pubkey, account: Pubkey, delegate: Pubkey, owner: Pubkey, amount: int) -> Instruction:
    return Instruction(program, struct.pack("<BQ", 4, amount), [write(account), read(delegate), sign(owner)])


def transfer_fee(mint: Pubkey, authority: Pubkey, points: int, most: int) -> Instruction:
    """InitializeTransferFeeConfig: hundredths of a percent, and the smallest units that a fee can have at most."""
    data = bytes([26, 0]) + 2 * (b"\1" + bytes(authority)) + struct.pack("<HQ", points, most)
    return Instruction(TOKEN_2022_PROGRAM, data, [write(mint)])


def permanent_delegate(mint: Pubkey, delegate: Pubkey) -> Instruction:
    return Instruction(TOKEN_2022_PROGRAM, bytes([35]) + bytes(delegate), [write(mint)])


def metadata_pointer(mint: Pubkey, authority: Pubkey) -> Instruction:
    """Says that the mint holds its metadata itself."""
    return Instruction(TOKEN_2022_PROGRAM, bytes([39, 0]) + bytes(authority) + bytes(mint), [write(mint)])


def initialize_metadata(mint: Pubkey, authority: Pubkey, name: str, symbol: str) -> Instruction:
    data = INITIALIZE_METADATA + text(name) + text(symbol) + text(PAGE)
    return Instruction(TOKEN_2022_PROGRAM, data, [write(mint), read(authority), read(mint), sign(authority)])


def text(value: str, size: int = 0) -> bytes:
    """A text with its u32 length, filled up with zeros where it has a fixed size."""
    raw = value.encode().ljust(size, b"\0")
    return struct.pack("<I", len(raw)) + raw


def associated_account(owner: Pubkey, mint: Pubkey, program: Pubkey) -> Pubkey:
    """The address of an owner's associated token account."""
    return Pubkey.find_program_address([bytes(owner), bytes(program), bytes(mint)], ASSOCIATED_PROGRAM)[0]


def create_associated_account(payer: Pubkey, owner: Pubkey, mint: Pubkey, program: Pubkey) -> Instruction:
    """CreateIdempotent: does nothing where the account is there."""
    account = associated_account(owner, mint, program)
    metas = [AccountMeta(payer, True, True), write(account), *map(read, (owner, mint, SYSTEM_PROGRAM, program))]
    return Instruction(ASSOCIATED_PROGRAM, bytes([1]), metas)
