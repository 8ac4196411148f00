"""Memos, as getSignaturesForAddress lists them: `[5] hello`, several of them joined by `; `."""

from solders.pubkey import Pubkey
from solders.transaction import VersionedTransaction

PROGRAMS = {
    Pubkey.from_string("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr"),
    Pubkey.from_string("Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo"),
}


def memo_of(transaction: VersionedTransaction) -> str | None:
    keys = list(transaction.message.account_keys)
    memos = []
    for instruction in transaction.message.instructions:
        if instruction.program_id_index < len(keys) and keys[instruction.program_id_index] in PROGRAMS:
            data = bytes(instruction.data)
            try:
                memos.append(f"[{len(data)}] {data.decode()}")
            except UnicodeDecodeError:
                memos.append(f"[{len(data)}] (invalid)")
    return "; ".join(memos) or None
