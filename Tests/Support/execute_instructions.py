#!/usr/bin/env python3
"""Runs instructions and transactions on a chain in memory (solders.litesvm), for a test in another language.

    execute_instructions.py single         one line for each instruction, each alone, signatures not looked at
        {"program": HEX, "accounts": [[HEX, SIGNER, WRITABLE], ...], "data": HEX}  ->  {"error": TEXT | null, "logs": [...]}

    execute_instructions.py transactions   one object: a chain's whole life, signatures verified
        {"airdrops": [[HEX, LAMPORTS], ...], "steps": [{"slot": N, "wire": HEX}, ...], "accounts": [HEX, ...]}
     -> {"steps": [{"error": ..., "logs": ...}, ...],
         "accounts": [{"lamports": N, "owner": HEX, "data": HEX} | null, ...]}
"""

import json
import sys

from solders.instruction import AccountMeta, Instruction
from solders.litesvm import LiteSVM
from solders.message import Message
from solders.pubkey import Pubkey
from solders.signature import Signature
from solders.transaction import VersionedTransaction
from solders.transaction_metadata import FailedTransactionMetadata


def key(digits):
    return Pubkey(bytes.fromhex(digits))


def send(svm, transaction):
    result = svm.send_transaction(transaction)
    if isinstance(result, FailedTransactionMetadata):
        return {"error": " ".join(str(result.err()).split()), "logs": result.meta().logs()}
    return {"error": None, "logs": result.logs()}


def run_single(lines):
    svm = LiteSVM().with_sigverify(False).with_blockhash_check(False)
    payer = Pubkey(bytes([0x51]) * 32)
    svm.airdrop(payer, 10**12)
    for count, line in enumerate(lines):
        value = json.loads(line)
        accounts = [AccountMeta(key(account), signer, writable) for account, signer, writable in value["accounts"]]
        instruction = Instruction(key(value["program"]), bytes.fromhex(value["data"]), accounts)
        message = Message([instruction], payer)
        # A signature of its own for each: a chain takes none twice.
        first = Signature(count.to_bytes(8, "little") * 8)
        others = [Signature.default()] * (message.header.num_required_signatures - 1)
        yield send(svm, VersionedTransaction.populate(message, [first, *others]))


def run_transactions(life):
    svm = LiteSVM().with_sigverify(True).with_blockhash_check(False)
    for account, lamports in life["airdrops"]:
        svm.airdrop(key(account), lamports)
    steps = []
    for step in life["steps"]:
        svm.warp_to_slot(step["slot"])
        steps.append(send(svm, VersionedTransaction.from_bytes(bytes.fromhex(step["wire"]))))
    accounts = []
    for digits in life["accounts"]:
        account = svm.get_account(key(digits))
        accounts.append(
            account
            and {"lamports": account.lamports, "owner": bytes(account.owner).hex(), "data": bytes(account.data).hex()}
        )
    return {"steps": steps, "accounts": accounts}


def main():
    if sys.argv[1:] == ["single"]:
        for answer in run_single(sys.stdin):
            print(json.dumps(answer))
    elif sys.argv[1:] == ["transactions"]:
        print(json.dumps(run_transactions(json.load(sys.stdin))))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
