"""Durable nonces: a transaction whose blockhash a nonce account holds is good for as long as the account holds it."""

from solders.pubkey import Pubkey
from solders.transaction import VersionedTransaction

from .lookup import AccountAt

SYSTEM_PROGRAM = Pubkey.from_string("11111111111111111111111111111111")
ADVANCE = (4).to_bytes(4, "little")
# u32 version, u32 state, authority, then the nonce and u64 lamports a signature.
SIZE = 80
NONCE = slice(40, 72)


def allows(transaction: VersionedTransaction, account: AccountAt) -> bool:
    """Returns whether the first instruction advances a nonce account that holds the transaction's blockhash."""
    message = transaction.message
    if not message.instructions:
        return False
    first = message.instructions[0]
    keys = list(message.account_keys)
    named = [first.program_id_index, *bytes(first.accounts)[:1]]
    if len(named) < 2 or max(named) >= len(keys) or keys[named[0]] != SYSTEM_PROGRAM or bytes(first.data) != ADVANCE:
        return False
    nonce = account(keys[named[1]])
    return (
        nonce is not None
        and nonce.owner == SYSTEM_PROGRAM
        and len(nonce.data) == SIZE
        and nonce.data[4] == 1
        and nonce.data[NONCE] == bytes(message.recent_blockhash)
    )
