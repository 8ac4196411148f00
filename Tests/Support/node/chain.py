"""The chain: runs transactions on litesvm, checks what litesvm leaves to others, and writes down what they did.

litesvm has one state, the newest; older slots are kept beside it until they are final. It would know one blockhash, the
newest, so this checks them, and that no signature comes twice. It charges a v1 message no priority fee, so this does.
Nobody enforces a v1 message's compute limits.
"""

import base64
import json
from dataclasses import dataclass
from typing import Any

from solders.account import Account
from solders.hash import Hash
from solders.litesvm import LiteSVM
from solders.message import MessageV1
from solders.pubkey import Pubkey
from solders.transaction import VersionedTransaction
from solders.transaction_metadata import FailedTransactionMetadata, TransactionMetadata

from . import fees, lookup, nonces, tokens
from .clock import SLOTS_AN_EPOCH, Clock
from .encoding import compiled
from .ledger import Ledger, Record, Versions
from .lookup import Keys, NotExecutable
from .memo import memo_of

MEMORY_OF_SIGNATURES = 300
CLOCK = Pubkey.from_string("SysvarC1ock11111111111111111111111111111111")
SLOT_HASHES = 512


@dataclass(frozen=True)
class Outcome:
    """What running a transaction did or would do. `error` is a TransactionError as JSON, or None."""

    error: Any
    logs: list[str]
    units: int
    fee: int
    return_data: dict[str, Any] | None
    inner: list[dict[str, Any]]
    before: list[Account | None]
    after: list[Account | None]


class Chain:
    """litesvm with a clock and a memory."""

    def __init__(self, clock: Clock):
        self.clock = clock
        # A history of no capacity, because litesvm's would refuse a simulation of what has already run.
        self.svm = LiteSVM().with_blockhash_check(False).with_sigverify(True).with_transaction_history(0)
        self.ledger = Ledger()
        self.versions = Versions()
        self.advance(0)

    def advance(self, slots: int) -> None:
        self.clock.advance(slots)
        self.stale = True

    def _wake(self) -> None:
        """Tells litesvm the slot, before it runs something: slots in which nothing runs cost nothing."""
        if not self.stale:
            return
        self.stale = False
        self.svm.warp_to_slot(self.clock.slot)
        now = self.svm.get_clock()
        now.unix_timestamp = self.clock.block_time(self.clock.slot)
        now.epoch = self.clock.slot // SLOTS_AN_EPOCH
        self.svm.set_clock(now)
        # Lookup tables are named after a recent slot, as the sysvar SlotHashes knows it; litesvm leaves that alone.
        recent = range(self.clock.slot - 1, self.clock.slot - 1 - SLOT_HASHES, -1)
        self.svm.set_slot_hashes([(slot, self.clock.blockhash(slot)) for slot in recent])
        # Nonces advance to a hash made of this one.
        self.svm.expire_blockhash()

    def account(self, address: Pubkey, slot: int | None = None) -> Account | None:
        """The account as it was at a slot, or as it is."""
        if address == CLOCK:
            # litesvm's stands still while nothing runs, and an old one is of no use to anybody.
            self._wake()
            return self.svm.get_account(address)
        if slot is not None and slot < self.clock.slot and (known := self.versions.at(address, slot)):
            return known[1]
        account = self.svm.get_account(address)
        return account if account is not None and account.lamports > 0 else None

    def last_change(self, address: Pubkey, slot: int) -> int:
        """The slot up to `slot` in which the account was changed last; 0 where it wasn't."""
        known = self.versions.at(address, slot)
        return known[0] if known else 0

    def accounts_of(self, program: Pubkey, slot: int) -> list[tuple[Pubkey, Account]]:
        """Every account that a program owns at a slot."""
        addresses = {address for address, _ in self.svm.get_program_accounts(program)} | set(self.versions.changes)
        found = ((address, self.account(address, slot)) for address in sorted(addresses, key=bytes))
        return [(address, account) for address, account in found if account is not None and account.owner == program]

    def put(self, address: Pubkey, account: Account) -> None:
        """Sets an account, by no transaction."""
        self.versions.begin(address, self.account(address))
        self.svm.set_account(address, account)
        self._changed(address)

    def add_program(self, address: Pubkey, code: bytes) -> None:
        """Sets a program, by no transaction."""
        self.versions.begin(address, self.account(address))
        self.svm.add_program(address, code)
        self._changed(address)

    def objection(self, transaction: VersionedTransaction, bank: int) -> str | None:
        """Why a bank takes no such transaction into its next block: a name of TransactionError, or None."""
        known = self.ledger.by_signature.get(str(transaction.signatures[0]))
        if known is not None and self.clock.slot - known.slot < MEMORY_OF_SIGNATURES:
            return "AlreadyProcessed"
        blockhash: Hash = transaction.message.recent_blockhash
        if not self.clock.is_valid(blockhash, bank) and not nonces.allows(transaction, self.account):
            return "BlockhashNotFound"
        return None

    def simulate(self, transaction: VersionedTransaction, verify: bool) -> Outcome:
        """What the transaction would do now. Raises NotExecutable where a lookup table isn't there."""
        self._wake()
        keys = lookup.keys(transaction, self.account)
        before = [self.account(each) for each in keys.all]
        self.svm.with_sigverify(verify)
        result = self.svm.simulate_transaction(transaction)
        self.svm.with_sigverify(True)
        if isinstance(result, FailedTransactionMetadata):
            return self._outcome(transaction, keys, result, before, list(before))
        changed = dict(result.post_accounts())
        after = [changed.get(each, old) for each, old in zip(keys.all, before, strict=True)]
        after = [each if each is not None and each.lamports > 0 else None for each in after]
        return self._outcome(transaction, keys, result.meta(), before, after)

    def execute(self, transaction: VersionedTransaction) -> Record:
        """Runs the transaction in the current slot. Raises NotExecutable where no block would hold it."""
        self._wake()
        if reason := self.objection(transaction, self.clock.slot):
            raise NotExecutable(reason)
        keys = lookup.keys(transaction, self.account)
        price = fees.of_message(transaction)
        payer = self.account(keys.static[0])
        if payer is None:
            raise NotExecutable("AccountNotFound")
        if payer.lamports < price.total:
            raise NotExecutable("InsufficientFundsForFee")
        before = [self.account(each) for each in keys.all]
        for address, account in zip(keys.all, before, strict=True):
            self.versions.begin(address, account)
        result = self.svm.send_transaction(transaction)
        if isinstance(result, FailedTransactionMetadata) and self.svm.get_balance(keys.static[0]) == payer.lamports:
            error = json.loads(result.to_json())["err"]
            raise NotExecutable(error if isinstance(error, str) else next(iter(error)))
        if isinstance(transaction.message, MessageV1) and price.priority:
            left = self.svm.get_account(keys.static[0])
            rest = max(0, left.lamports - price.priority)
            self.svm.set_account(keys.static[0], Account(rest, left.data, left.owner, left.executable, left.rent_epoch))
        for index, address in enumerate(keys.all):
            if keys.is_writable(index):
                self._changed(address)
        after = [self.account(each) for each in keys.all]
        return self._record(transaction, keys, self._outcome(transaction, keys, result, before, after), price)

    def _changed(self, address: Pubkey) -> None:
        self.versions.end(address, self.account(address), self.clock.slot, self.clock.at("finalized"))

    def _record(self, transaction: VersionedTransaction, keys: Keys, outcome: Outcome, price: fees.Fee) -> Record:
        slot = self.clock.slot
        record = Record(
            number=self.ledger.count,
            slot=slot,
            index=len(self.ledger.by_slot[slot]),
            transaction=transaction,
            keys=keys,
            signature=str(transaction.signatures[0]),
            error=outcome.error,
            memo=memo_of(transaction),
            meta=self.meta(keys, outcome),
            price=price.micro_lamports_a_unit,
        )
        self.ledger.add(record)
        return record

    def _outcome(
        self,
        transaction: VersionedTransaction,
        keys: Keys,
        result: FailedTransactionMetadata | TransactionMetadata,
        before: list[Account | None],
        after: list[Account | None],
    ) -> Outcome:
        failed = isinstance(result, FailedTransactionMetadata)
        meta = result.meta() if failed else result
        data = meta.return_data()
        returned = None
        if data.data:
            returned = {"programId": str(data.program_id), "data": [base64.b64encode(data.data).decode(), "base64"]}
        return Outcome(
            error=json.loads(result.to_json())["err"] if failed else None,
            logs=meta.logs(),
            units=meta.compute_units_consumed(),
            fee=fees.of_message(transaction).total,
            return_data=returned,
            inner=[inner for inner in map(inner_instructions, range(256), meta.inner_instructions()) if inner],
            before=before,
            after=after,
        )

    def meta(self, keys: Keys, outcome: Outcome) -> dict[str, Any]:
        """A transaction's UiTransactionStatusMeta."""
        error = outcome.error
        meta: dict[str, Any] = {
            "err": error,
            "status": {"Ok": None} if error is None else {"Err": error},
            "fee": outcome.fee,
            "preBalances": [each.lamports if each else 0 for each in outcome.before],
            "postBalances": [each.lamports if each else 0 for each in outcome.after],
            "innerInstructions": outcome.inner,
            "logMessages": outcome.logs,
            "preTokenBalances": self.token_balances(keys, outcome.before),
            "postTokenBalances": self.token_balances(keys, outcome.after),
            "rewards": [],
            "loadedAddresses": loaded(keys),
            "computeUnitsConsumed": outcome.units,
            "costUnits": outcome.units,
        }
        return meta | ({"returnData": outcome.return_data} if outcome.return_data else {})

    def decimals(self, mint: Pubkey) -> int | None:
        found = tokens.read_mint(self.account(mint))
        return found.decimals if found else None

    def token_balances(self, keys: Keys, accounts: list[Account | None]) -> list[dict[str, Any]]:
        found = []
        for index, account in enumerate(accounts):
            holding = tokens.read_account(account)
            if account is None or holding is None or (decimals := self.decimals(holding.mint)) is None:
                continue
            balance = {"accountIndex": index, "mint": str(holding.mint), "owner": str(holding.owner)}
            balance |= {"programId": str(account.owner), "uiTokenAmount": tokens.ui_amount(holding.amount, decimals)}
            found.append(balance)
        return found


def loaded(keys: Keys) -> dict[str, list[str]]:
    return {"writable": [str(each) for each in keys.writable], "readonly": [str(each) for each in keys.readonly]}


def inner_instructions(index: int, inner: list) -> dict[str, Any] | None:
    """What one instruction called, as UiInnerInstructions."""
    calls = [compiled(each.instruction(), each.stack_height()) for each in inner]
    return {"index": index, "instructions": calls} if calls else None
