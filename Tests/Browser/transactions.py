"""Unsigned transactions that a page may ask for, of each weight that a review knows."""

from solders.hash import Hash
from solders.instruction import AccountMeta, Instruction
from solders.keypair import Keypair
from solders.message import Message
from solders.pubkey import Pubkey
from solders.system_program import AssignParams, TransferParams, assign, transfer
from solders.transaction import Transaction
from spl.token.instructions import get_associated_token_address

MEMO = Pubkey.from_string("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr")
TOKEN = Pubkey.from_string("TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA")
STRANGER = Pubkey.from_string("8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR9")


def payment(signer: str, lamports: int = 123_456_789) -> bytes:
    """SOL to an address of nobody's."""
    return unsigned(signer, _payment(signer, lamports))


def token_payment(signer: str, mint: str, units: int, decimals: int = 6) -> bytes:
    """Token's `TransferChecked` from the signer's associated account, to an account of nobody's."""
    source = get_associated_token_address(_key(signer), _key(mint))
    metas = [AccountMeta(source, False, True), AccountMeta(_key(mint), False, False), AccountMeta(Pubkey.new_unique(), False, True)]
    data = bytes([12]) + units.to_bytes(8, "little") + bytes([decimals])
    return unsigned(signer, Instruction(TOKEN, data, [*metas, AccountMeta(_key(signer), True, False)]))


def danger(signer: str) -> bytes:
    """Token's `Approve` of everything, to a stranger."""
    metas = [AccountMeta(Pubkey.new_unique(), False, True), AccountMeta(STRANGER, False, False), AccountMeta(_key(signer), True, False)]
    return unsigned(signer, Instruction(TOKEN, bytes([4]) + (2**64 - 1).to_bytes(8, "little"), metas))


def forbidden(signer: str) -> bytes:
    """The account itself given to a stranger's program."""
    return unsigned(signer, assign(AssignParams(pubkey=_key(signer), owner=STRANGER)))


def long(signer: str) -> bytes:
    """Payments, a program that nobody knows, and a memo without a place to break it."""
    unknown = Instruction(Pubkey.new_unique(), bytes(range(90)), [AccountMeta(Pubkey.new_unique(), False, True) for _ in range(4)])
    memo = Instruction(MEMO, b"unbroken" * 30, [])
    return unsigned(signer, *[_payment(signer, 2**60 + step) for step in range(5)], unknown, memo)


def unsigned(signer: str, *instructions: Instruction) -> bytes:
    return bytes(Transaction.new_unsigned(Message.new_with_blockhash(list(instructions), _key(signer), Hash.new_unique())))


def _payment(signer: str, lamports: int) -> Instruction:
    return transfer(TransferParams(from_pubkey=_key(signer), to_pubkey=Keypair().pubkey(), lamports=lamports))


def _key(address: str) -> Pubkey:
    return Pubkey.from_string(address)
