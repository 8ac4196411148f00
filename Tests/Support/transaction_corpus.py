#!/usr/bin/env python3
"""Transactions that wallets meet, honest ones and drainers' tricks, each executed in a chain in this process.

    transaction_corpus.py    prints a JSON list: {name, honest, transaction: base64, user, changes: [change]}

A change is what one account was and became: {account, before, after}, each {lamports, owner, token?, mint?, nonce?, stake?} or null where there was or is
no account. Nothing here shares code with the wallet.
"""

import base64
import json
import struct
import sys
from dataclasses import dataclass
from multiprocessing import Pool

from solders.address_lookup_table_account import AddressLookupTableAccount
from solders.compute_budget import set_compute_unit_limit, set_compute_unit_price
from solders.hash import Hash
from solders.instruction import AccountMeta, Instruction
from solders.keypair import Keypair
from solders.litesvm import LiteSVM
from solders.account import Account
from solders.message import Message, MessageV0, MessageV1, TransactionConfig
from solders.pubkey import Pubkey
from solders.signature import Signature
from solders.system_program import (
    ID as SYSTEM,
    AdvanceNonceAccountParams,
    AssignParams,
    AuthorizeNonceAccountParams,
    CreateAccountParams,
    CreateAccountWithSeedParams,
    TransferParams,
    WithdrawNonceAccountParams,
    advance_nonce_account,
    assign,
    authorize_nonce_account,
    create_account,
    create_account_with_seed,
    initialize_nonce_account,
    InitializeNonceAccountParams,
    transfer,
    withdraw_nonce_account,
)
from solders.transaction import VersionedTransaction
from spl.memo.instructions import create_memo
from spl.memo.models import MemoParams
from spl.token import instructions as token
from spl.token import models
from spl.token.constants import TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID, WRAPPED_SOL_MINT

STAKE = Pubkey.from_string("Stake11111111111111111111111111111111111111")
CLOCK = Pubkey.from_string("SysvarC1ock11111111111111111111111111111111")
RENT = Pubkey.from_string("SysvarRent111111111111111111111111111111111")
STAKE_HISTORY = Pubkey.from_string("SysvarStakeHistory1111111111111111111111111")
VOTE = Pubkey.from_string("Vote111111111111111111111111111111111111111")
STAKE_CONFIG = Pubkey.from_string("StakeConfig11111111111111111111111111111111")
STAKED = Keypair.from_seed(bytes([32]) * 32)
MEMO = Pubkey.from_string("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr")
FIRST_MEMO = Pubkey.from_string("Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo")
SOL = 1_000_000_000
RENT_TOKEN = 2_039_280


def keypair(number: int) -> Keypair:
    return Keypair.from_seed(bytes([number]) * 32)


USER, FRIEND, THIEF, COSIGNER, SPARE = (keypair(number) for number in range(1, 6))
MINTS = {TOKEN_PROGRAM_ID: keypair(20), TOKEN_2022_PROGRAM_ID: keypair(21)}
NONCE = keypair(30)
THIEFS_NONCE = keypair(31)
THIEFS_PROGRAM = Pubkey.from_bytes(bytes([99]) * 32)
VALIDATOR = Pubkey.from_bytes(bytes([88]) * 32)
TABLE = Pubkey.from_bytes(bytes([77]) * 32)
LOOKUP_PROGRAM = Pubkey.from_string("AddressLookupTab1e1111111111111111111111111")


class World:
    """A chain in which the user has SOL, tokens of both programs, wrapped SOL and a nonce; made anew for every transaction."""

    def __init__(self) -> None:
        self.chain = LiteSVM().with_sigverify(True)
        for person in (USER, FRIEND, THIEF, COSIGNER):
            self.chain.airdrop(person.pubkey(), 100 * SOL)
        # Wrapped SOL's mint, which every cluster has.
        mint_data = bytes(36) + struct.pack("<QBB", 0, 9, 1) + bytes(36)
        self.chain.set_account(WRAPPED_SOL_MINT, Account(
            lamports=10_000_000, data=mint_data, owner=TOKEN_PROGRAM_ID, executable=False, rent_epoch=0))
        for program, mint in MINTS.items():
            self.run(
                [
                    create_account(CreateAccountParams(
                        from_pubkey=USER.pubkey(), to_pubkey=mint.pubkey(), lamports=1_461_600, space=82, owner=program)),
                    token.initialize_mint(given(models.InitializeMintParams, decimals=6, program_id=program, mint=mint.pubkey(), mint_authority=USER.pubkey(),
                        freeze_authority=USER.pubkey())),
                ], mint)
            for person in (USER, FRIEND, THIEF):
                self.run([token.create_associated_token_account(USER.pubkey(), person.pubkey(), mint.pubkey(), program)])
            for person in (USER, FRIEND):
                self.run([token.mint_to(given(models.MintToParams, program, mint.pubkey(), tokens(person, program), USER.pubkey(), 5_000_000))])
        for person in (USER, FRIEND):
            self.run(wrap(3 * SOL, person))
        for nonce, authority in ((NONCE, USER), (THIEFS_NONCE, THIEF)):
            self.run(
                [
                    create_account(CreateAccountParams(
                        from_pubkey=USER.pubkey(), to_pubkey=nonce.pubkey(), lamports=10_000_000, space=80, owner=SYSTEM)),
                    initialize_nonce_account(InitializeNonceAccountParams(
                        nonce_pubkey=nonce.pubkey(), authority=authority.pubkey())),
                ], nonce)
        self.run(stake(STAKED), STAKED)
        self.chain.warp_to_slot(100)
        self.chain.expire_blockhash()
        self.table = self.make_table()
        self.make_validator()

    def make_validator(self) -> None:
        """A vote account in which nobody has voted yet (`VoteStateVersions::Current`)."""
        state = struct.pack("<I", 2) + bytes(64) + b"\0" + bytes(8) + b"\0" + bytes(8) + bytes(32 * 48 + 8) + b"\1" + bytes(8) + bytes(16)
        self.chain.set_account(VALIDATOR, Account(
            lamports=30_000_000, data=state.ljust(3762, b"\0"), owner=VOTE, executable=False, rent_epoch=0))

    def make_table(self) -> AddressLookupTableAccount:
        addresses = [
            THIEF.pubkey(), tokens(USER), tokens(THIEF), FRIEND.pubkey(), tokens(USER, TOKEN_2022_PROGRAM_ID),
            tokens(THIEF, TOKEN_2022_PROGRAM_ID),
        ]
        header = struct.pack("<IQQB", 1, 2**64 - 1, 0, 0) + b"\0" + bytes(32) + b"\0\0"
        data = header + b"".join(bytes(address) for address in addresses)
        self.chain.set_account(TABLE, Account(lamports=10_000_000, data=data, owner=LOOKUP_PROGRAM, executable=False, rent_epoch=0))
        return AddressLookupTableAccount(TABLE, addresses)

    def run(self, instructions: list[Instruction], *signers: Keypair) -> None:
        message = Message.new_with_blockhash(instructions, USER.pubkey(), self.chain.latest_blockhash())
        self.send(VersionedTransaction(message, [USER, *signers]))

    def send(self, transaction: VersionedTransaction) -> None:
        result = self.chain.send_transaction(transaction)
        if type(result).__name__ == "FailedTransactionMetadata":
            raise SystemExit(f"refused by the chain: {result.err()} {result.meta().logs()}")

    def state(self, address: Pubkey) -> dict | None:
        account = self.chain.get_account(address)
        if account is None or account.lamports == 0 and not account.data:
            return None
        return {"lamports": account.lamports, "owner": str(account.owner), **contents(account)}


def contents(account: Account) -> dict:
    """What an account of a known program says of who holds what."""
    data = bytes(account.data)
    if account.owner in MINTS and len(data) >= 165:
        return {"token": {
            "mint": str(Pubkey(data[:32])), "holder": str(Pubkey(data[32:64])), "amount": number(data, 64),
            "delegate": option(data, 72), "frozen": data[108] == 2, "closer": option(data, 129),
        }}
    if account.owner in MINTS and len(data) >= 82:
        return {"mint": {"minter": option(data, 0), "freezer": option(data, 46)}}
    if account.owner == SYSTEM and len(data) == 80:
        return {"nonce": {"authority": str(Pubkey(data[8:40]))}}
    if account.owner == STAKE and len(data) == 200:
        is_delegated = data[0] == 2
        return {"stake": {
            "staker": str(Pubkey(data[12:44])), "withdrawer": str(Pubkey(data[44:76])), "custodian": str(Pubkey(data[92:124])),
            "vote": str(Pubkey(data[124:156])) if is_delegated else None, "stopped": is_delegated and number(data, 172) != str(2**64 - 1),
        }}
    return {"data": len(data)} if data else {}


def given(kind: type, *values: object, **named: object) -> object:
    """The parameters of an instruction, by their order or their names."""
    return kind(**dict(zip(kind.__annotations__, values)), **named)


def number(data: bytes, offset: int) -> str:
    return str(struct.unpack_from("<Q", data, offset)[0])


def option(data: bytes, offset: int) -> str | None:
    return str(Pubkey(data[offset + 4 : offset + 36])) if data[offset] else None


def tokens(person: Keypair, program: Pubkey = TOKEN_PROGRAM_ID) -> Pubkey:
    return token.get_associated_token_address(person.pubkey(), MINTS[program].pubkey(), program)


def wrapped(person: Keypair = USER) -> Pubkey:
    return token.get_associated_token_address(person.pubkey(), WRAPPED_SOL_MINT)


def wrap(lamports: int, person: Keypair = USER) -> list[Instruction]:
    """Wraps the user's SOL, for somebody."""
    return [
        token.create_idempotent_associated_token_account(USER.pubkey(), person.pubkey(), WRAPPED_SOL_MINT),
        pay(wrapped(person), lamports),
        token.sync_native(given(models.SyncNativeParams, TOKEN_PROGRAM_ID, wrapped(person))),
    ]


def unwrap(to: Keypair = USER) -> Instruction:
    return token.close_account(given(models.CloseAccountParams, TOKEN_PROGRAM_ID, wrapped(), to.pubkey(), USER.pubkey()))


def pay(to: Pubkey, lamports: int) -> Instruction:
    return transfer(TransferParams(from_pubkey=USER.pubkey(), to_pubkey=to, lamports=lamports))


def send_tokens(to: Keypair, amount: int, program: Pubkey = TOKEN_PROGRAM_ID, of: Keypair = USER) -> Instruction:
    return token.transfer_checked(given(models.TransferCheckedParams, program, tokens(of, program), MINTS[program].pubkey(), tokens(to, program), of.pubkey(), amount, 6))


def send_wrapped(to: Keypair, amount: int, of: Keypair = USER) -> Instruction:
    return token.transfer_checked(given(models.TransferCheckedParams, TOKEN_PROGRAM_ID, wrapped(of), WRAPPED_SOL_MINT, wrapped(to), of.pubkey(), amount, 9))


def stake(account: Keypair) -> list[Instruction]:
    """Makes a stake whose authorities are the user's."""
    authorities = bytes(USER.pubkey()) * 2 + struct.pack("<qQ", 0, 0) + bytes(32)
    return [
        create_account(CreateAccountParams(
            from_pubkey=USER.pubkey(), to_pubkey=account.pubkey(), lamports=5 * SOL, space=200, owner=STAKE)),
        Instruction(STAKE, struct.pack("<I", 0) + authorities, [
            AccountMeta(account.pubkey(), False, True), AccountMeta(RENT, False, False)]),
    ]


def authorize_stake(kind: int, to: Keypair) -> Instruction:
    return Instruction(STAKE, struct.pack("<I", 1) + bytes(to.pubkey()) + struct.pack("<I", kind), [
        AccountMeta(STAKED.pubkey(), False, True), AccountMeta(CLOCK, False, False), AccountMeta(USER.pubkey(), True, False)])


def withdraw_stake(lamports: int, custodian: Keypair | None = None, has_sysvars: bool = True) -> Instruction:
    sysvars = [AccountMeta(CLOCK, False, False), AccountMeta(STAKE_HISTORY, False, False)] if has_sysvars else []
    signers = [AccountMeta(person.pubkey(), True, False) for person in (USER, custodian) if person]
    return Instruction(STAKE, struct.pack("<IQ", 4, lamports), [
        AccountMeta(STAKED.pubkey(), False, True), AccountMeta(USER.pubkey(), False, True), *sysvars, *signers])


def delegate_stake(account: Keypair = STAKED) -> Instruction:
    return Instruction(STAKE, struct.pack("<I", 2), [
        AccountMeta(account.pubkey(), False, True), AccountMeta(VALIDATOR, False, False), AccountMeta(CLOCK, False, False),
        AccountMeta(STAKE_HISTORY, False, False), AccountMeta(STAKE_CONFIG, False, False), AccountMeta(USER.pubkey(), True, False)])


def deactivate_stake() -> Instruction:
    return Instruction(STAKE, struct.pack("<I", 5), [
        AccountMeta(STAKED.pubkey(), False, True), AccountMeta(CLOCK, False, False), AccountMeta(USER.pubkey(), True, False)])


def merge_stake(source: Keypair) -> Instruction:
    return Instruction(STAKE, struct.pack("<I", 7), [
        AccountMeta(STAKED.pubkey(), False, True), AccountMeta(source.pubkey(), False, True), AccountMeta(CLOCK, False, False),
        AccountMeta(STAKE_HISTORY, False, False), AccountMeta(USER.pubkey(), True, False)])


def lock_stake(custodian: Keypair) -> Instruction:
    """Makes somebody the one without whom nothing can be withdrawn until 2100."""
    lockup = struct.pack("<BqB", 1, 4_102_444_800, 0) + b"\1" + bytes(custodian.pubkey())
    return Instruction(STAKE, struct.pack("<I", 6) + lockup, [
        AccountMeta(STAKED.pubkey(), False, True), AccountMeta(USER.pubkey(), True, False)])


def withdraw_excess(to: Keypair) -> list[Instruction]:
    account = tokens(USER, TOKEN_2022_PROGRAM_ID)
    return [pay(account, 77_000_000), Instruction(TOKEN_2022_PROGRAM_ID, bytes([38]), [
        AccountMeta(account, False, True), AccountMeta(to.pubkey(), False, True), AccountMeta(USER.pubkey(), True, False)])]


def split_stake(account: Keypair) -> list[Instruction]:
    return [
        create_account(CreateAccountParams(
            from_pubkey=USER.pubkey(), to_pubkey=account.pubkey(), lamports=2_282_880, space=200, owner=STAKE)),
        Instruction(STAKE, struct.pack("<IQ", 3, 2 * SOL), [
            AccountMeta(STAKED.pubkey(), False, True), AccountMeta(account.pubkey(), False, True),
            AccountMeta(USER.pubkey(), True, False)]),
    ]


def memo(text: str) -> Instruction:
    return create_memo(given(MemoParams, MEMO, USER.pubkey(), text.encode()))


def advance(nonce: Keypair, authority: Keypair) -> Instruction:
    return advance_nonce_account(AdvanceNonceAccountParams(
        nonce_pubkey=nonce.pubkey(), authorized_pubkey=authority.pubkey()))


def set_authority(kind: token.AuthorityType, to: Pubkey | None, account: Pubkey, program: Pubkey = TOKEN_PROGRAM_ID) -> Instruction:
    return token.set_authority(given(models.SetAuthorityParams, program, account, kind, USER.pubkey(), [], to))


def approve(to: Keypair, amount: int, program: Pubkey = TOKEN_PROGRAM_ID) -> Instruction:
    return token.approve(given(models.ApproveParams, program, tokens(USER, program), to.pubkey(), USER.pubkey(), amount))


def batch(program: Pubkey, *instructions: Instruction) -> Instruction:
    data = b"".join(bytes([len(each.accounts), len(each.data)]) + bytes(each.data) for each in instructions)
    return Instruction(program, b"\xff" + data, [account for each in instructions for account in each.accounts])


def more(instruction: Instruction, *accounts: AccountMeta, data: bytes = b"") -> Instruction:
    """The same instruction with what its program doesn't look at."""
    return Instruction(instruction.program_id, bytes(instruction.data) + data, [*instruction.accounts, *accounts])


def with_more() -> dict[str, tuple[list[Instruction], list[Keypair]]]:
    """Honest ones with accounts or bytes that nobody looks at, as some sites send them."""
    classic, new = TOKEN_PROGRAM_ID, TOKEN_2022_PROGRAM_ID
    again, cosigner = AccountMeta(USER.pubkey(), True, False), AccountMeta(COSIGNER.pubkey(), True, False)
    references = [AccountMeta(Pubkey.from_bytes(bytes([index]) * 32), False, False) for index in (60, 61)]
    burn = token.burn(given(models.BurnParams, classic, tokens(USER), MINTS[classic].pubkey(), USER.pubkey(), 11))
    return {
        "transfer with references": ([more(pay(FRIEND.pubkey(), SOL), *references)], []),
        "tokens with the owner once more": ([more(send_tokens(FRIEND, 1_000), again)], []),
        "tokens with another signer": ([more(send_tokens(FRIEND, 1_000), cosigner)], [COSIGNER]),
        "tokens with references": ([more(send_tokens(FRIEND, 1_000), *references)], []),
        "tokens of token-2022 with the owner once more": ([more(send_tokens(FRIEND, 5, new), again, again)], []),
        "burn with the owner once more": ([more(burn, again)], []),
        "unwrap with an account more": ([more(unwrap(), references[0])], []),
        "unwrap with the owner once more": ([more(unwrap(), again)], []),
        "approval of token-2022 with an account more": ([more(approve(USER, 1, new), references[0])], []),
        "a budget with more bytes and accounts": (
            [more(set_compute_unit_limit(200_000), data=b"\0" * 4), more(set_compute_unit_price(1_000), references[0]),
             pay(FRIEND.pubkey(), 5)], []),
        "a stake emptied without sysvars": ([withdraw_stake(SOL, has_sysvars=False)], []),
        "a stake emptied with its custodian": ([withdraw_stake(SOL, COSIGNER, has_sysvars=False)], [COSIGNER]),
        "a first memo with accounts": ([Instruction(FIRST_MEMO, b"hello", [again, references[0]])], []),
        "tokens in a batch": ([batch(classic, send_tokens(FRIEND, 3), burn)], []),
        "tokens of token-2022 in a batch": ([batch(new, send_tokens(FRIEND, 3, new), approve(USER, 1, new))], []),
        "a memo with two signers": ([Instruction(MEMO, b"hello", [again, cosigner])], [COSIGNER]),
    }


def tricks() -> dict[str, tuple[list[Instruction], list[Keypair]]]:
    """What drainers have signed."""
    new = TOKEN_2022_PROGRAM_ID
    return {
        "owner assigned": ([assign(AssignParams(pubkey=USER.pubkey(), owner=THIEFS_PROGRAM))], []),
        "token owner set": ([set_authority(token.AuthorityType.ACCOUNT_OWNER, THIEF.pubkey(), tokens(USER))], []),
        "token closer set": ([set_authority(token.AuthorityType.CLOSE_ACCOUNT, THIEF.pubkey(), tokens(USER))], []),
        "mint authority set": (
            [set_authority(token.AuthorityType.MINT_TOKENS, THIEF.pubkey(), MINTS[TOKEN_PROGRAM_ID].pubkey())], []),
        "delegate approved": ([approve(THIEF, 2**64 - 1)], []),
        "delegate of a token-2022 approved": ([approve(THIEF, 4_000_000, new)], []),
        "wrapped SOL closed to a stranger": ([unwrap(THIEF)], []),
        "stake's withdrawer set": ([authorize_stake(1, THIEF)], []),
        "stake's staker set": ([authorize_stake(0, THIEF)], []),
        "nonce handed over": (
            [authorize_nonce_account(AuthorizeNonceAccountParams(
                nonce_pubkey=NONCE.pubkey(), authorized_pubkey=USER.pubkey(), new_authority=THIEF.pubkey()))], []),
        "freeze authority set": (
            [set_authority(token.AuthorityType.FREEZE_ACCOUNT, THIEF.pubkey(), MINTS[TOKEN_PROGRAM_ID].pubkey())], []),
        "token owner set in a batch": (
            [batch(TOKEN_PROGRAM_ID, send_tokens(FRIEND, 3),
                   set_authority(token.AuthorityType.ACCOUNT_OWNER, THIEF.pubkey(), tokens(USER)))], []),
        "stake locked by a stranger": ([lock_stake(THIEF)], []),
        "what lies beyond the rent taken": (withdraw_excess(THIEF), []),
    }


def honest() -> dict[str, tuple[list[Instruction], list[Keypair]]]:
    classic, new = TOKEN_PROGRAM_ID, TOKEN_2022_PROGRAM_ID
    budget = [set_compute_unit_limit(200_000), set_compute_unit_price(1_000)]
    fresh = keypair(40)
    return {
        "transfer": ([pay(FRIEND.pubkey(), SOL)], []),
        "transfer with a priority fee and a memo": ([*budget, pay(FRIEND.pubkey(), 5), memo("thanks")], []),
        "transfer to an account that is new": ([pay(SPARE.pubkey(), SOL)], []),
        "three transfers": ([pay(person.pubkey(), 7) for person in (FRIEND, THIEF, COSIGNER)], []),
        "tokens": ([send_tokens(FRIEND, 1_000)], []),
        "tokens, unchecked": ([token.transfer(given(models.TransferParams, classic, tokens(USER), tokens(FRIEND), USER.pubkey(), 7))], []),
        "tokens of token-2022": ([*budget, send_tokens(FRIEND, 5, new)], []),
        "tokens to somebody without an account": (
            [
                token.create_idempotent_associated_token_account(USER.pubkey(), SPARE.pubkey(), MINTS[classic].pubkey()),
                token.transfer_checked(given(models.TransferCheckedParams, classic, tokens(USER), MINTS[classic].pubkey(),
                    token.get_associated_token_address(SPARE.pubkey(), MINTS[classic].pubkey()), USER.pubkey(), 3, 6)),
            ], []),
        "token account made": (
            [token.create_associated_token_account(USER.pubkey(), SPARE.pubkey(), MINTS[new].pubkey(), new)], []),
        "token account that is there": (
            [token.create_idempotent_associated_token_account(USER.pubkey(), USER.pubkey(), MINTS[classic].pubkey())], []),
        "wrap": (wrap(SOL), []),
        "unwrap": ([unwrap()], []),
        "a swap's wrapping and unwrapping": ([*budget, *wrap(SOL), send_tokens(FRIEND, 9), unwrap()], []),
        "delegate revoked": ([approve(USER, 1), token.revoke(given(models.RevokeParams, classic, tokens(USER), USER.pubkey()))], []),
        "burn": ([token.burn(given(models.BurnParams, classic, tokens(USER), MINTS[classic].pubkey(), USER.pubkey(), 11))], []),
        "mint": ([token.mint_to(given(models.MintToParams, classic, MINTS[classic].pubkey(), tokens(FRIEND), USER.pubkey(), 12))], []),
        "mint authority given up": (
            [set_authority(token.AuthorityType.MINT_TOKENS, None, MINTS[classic].pubkey())], []),
        "an account of one's own made": (
            [create_account(CreateAccountParams(
                from_pubkey=USER.pubkey(), to_pubkey=fresh.pubkey(), lamports=RENT_TOKEN, space=165, owner=classic)),
             token.initialize_account(given(models.InitializeAccountParams, classic, fresh.pubkey(), MINTS[classic].pubkey(), USER.pubkey()))], [fresh]),
        "an account with a seed": (
            [create_account_with_seed(CreateAccountWithSeedParams(
                from_pubkey=USER.pubkey(), to_pubkey=Pubkey.create_with_seed(USER.pubkey(), "stash", SYSTEM),
                base=USER.pubkey(), seed="stash", lamports=SOL, space=0, owner=SYSTEM))], []),
        "with a second signer": (
            [pay(FRIEND.pubkey(), 3), transfer(TransferParams(
                from_pubkey=COSIGNER.pubkey(), to_pubkey=USER.pubkey(), lamports=4))], [COSIGNER]),
        "nonce emptied in part": (
            [withdraw_nonce_account(WithdrawNonceAccountParams(
                nonce_pubkey=NONCE.pubkey(), authorized_pubkey=USER.pubkey(), to_pubkey=USER.pubkey(), lamports=1_000))], []),
        "one's own nonce": ([advance(NONCE, USER), pay(FRIEND.pubkey(), 5)], []),
        "memo": ([memo("hello")], []),
        "a stake made": (stake(keypair(41)), [keypair(41)]),
        "a stake emptied in part": ([withdraw_stake(SOL)], []),
        "a stake emptied": ([withdraw_stake(5 * SOL)], []),
        "a stake split": (split_stake(keypair(42)), [keypair(42)]),
        "a stake delegated": ([delegate_stake()], []),
        "a stake made and delegated": ([*stake(keypair(41)), delegate_stake(keypair(41))], [keypair(41)]),
        "a stake delegated and stopped": ([delegate_stake(), deactivate_stake()], []),
        "a stake stopped and emptied in part": ([delegate_stake(), deactivate_stake(), withdraw_stake(SOL)], []),
        "two stakes made one": ([*stake(keypair(43)), merge_stake(keypair(43))], [keypair(43)]),
        "SOL for tokens": (
            [*budget, token.create_idempotent_associated_token_account(USER.pubkey(), USER.pubkey(), MINTS[classic].pubkey()),
             *wrap(SOL), send_wrapped(FRIEND, SOL), send_tokens(USER, 90, of=FRIEND), unwrap()], [FRIEND]),
        "tokens for SOL": (
            [*budget, token.create_idempotent_associated_token_account(USER.pubkey(), USER.pubkey(), WRAPPED_SOL_MINT),
             send_tokens(FRIEND, 80), send_wrapped(USER, SOL, of=FRIEND), unwrap()], [FRIEND]),
        "tokens for tokens": ([*budget, send_tokens(FRIEND, 70), send_tokens(USER, 60, new, of=FRIEND)], [FRIEND]),
        "with three signers": (
            [transfer(TransferParams(from_pubkey=one.pubkey(), to_pubkey=other.pubkey(), lamports=9))
             for one, other in ((USER, COSIGNER), (COSIGNER, FRIEND), (FRIEND, USER))], [COSIGNER, FRIEND]),
    }


# Made in all versions, and also as they come where the others have signed first.
EXCHANGES = ["SOL for tokens", "tokens for SOL", "tokens for tokens", "with a second signer", "with three signers"]


def filler() -> list[Instruction]:
    """Twenty harmless instructions to hide another among."""
    return [memo(f"step {index}") if index % 2 else pay(FRIEND.pubkey(), index + 1) for index in range(20)]


@dataclass(frozen=True)
class Way:
    """How instructions are put into a transaction."""

    version: str
    is_hidden: bool = False
    """Among twenty harmless ones."""
    has_tables: bool = False
    has_nonce: bool = False
    """It stands on a nonce of the thief's."""
    is_sponsored: bool = False
    """Somebody else pays."""
    is_partly_signed: bool = False
    """The others have signed, the user hasn't yet."""

    def __str__(self) -> str:
        parts = {
            "among twenty others": self.is_hidden, "behind a lookup table": self.has_tables, "with a nonce": self.has_nonce,
            "paid by somebody else": self.is_sponsored, "partly signed": self.is_partly_signed,
        }
        return " ".join([name for name, is_so in parts.items() if is_so] + [self.version])

    def build(self, world: World, instructions: list[Instruction], others: list[Keypair]) -> VersionedTransaction:
        if self.is_hidden:
            steps = filler()
            # Nothing can be paid any more by an account that was assigned.
            place = 20 if instructions[0].program_id == SYSTEM and instructions[0].data[0] == 1 else 13
            instructions = [*steps[:place], *instructions, *steps[place:]]
        if self.has_tables:
            instructions = [pay(FRIEND.pubkey(), 1), *instructions]
        blockhash, signers = world.chain.latest_blockhash(), [USER, *others]
        if self.has_nonce:
            blockhash = Hash(bytes(world.chain.get_account(THIEFS_NONCE.pubkey()).data)[40:72])
            instructions, signers = [advance(THIEFS_NONCE, THIEF), *instructions], [USER, THIEF, *others]
        payer = COSIGNER if self.is_sponsored else USER
        if payer not in signers:
            signers.append(payer)
        match self.version:
            case "legacy":
                message = Message.new_with_blockhash(instructions, payer.pubkey(), blockhash)
            case "v0":
                tables = [world.table] if self.has_tables else []
                message = MessageV0.try_compile(payer.pubkey(), instructions, tables, blockhash)
            case _:
                config = TransactionConfig(compute_unit_limit=400_000, priority_fee=10)
                plain = [each for each in instructions if str(each.program_id) != "ComputeBudget111111111111111111111111111111"]
                message = MessageV1.try_compile(payer.pubkey(), plain, blockhash, config)
        return VersionedTransaction(message, signers)

    def shown(self, transaction: VersionedTransaction) -> VersionedTransaction:
        """As it comes to the wallet."""
        if not self.is_partly_signed:
            return transaction
        place = list(transaction.message.account_keys).index(USER.pubkey())
        signatures = list(transaction.signatures)
        signatures[place] = Signature.default()
        return VersionedTransaction.populate(transaction.message, signatures)


VERSIONS = ["legacy", "v0", "v1"]


def cases() -> list[tuple[str, bool, Way, list[Instruction], list[Keypair]]]:
    found = []
    for name, (instructions, signers) in {**honest(), **with_more()}.items():
        ways = [Way("legacy")]
        if name in ("transfer", "tokens", "unwrap", "a swap's wrapping and unwrapping", *EXCHANGES):
            ways = [Way(version) for version in VERSIONS]
        if name in EXCHANGES:
            ways += [Way(version, is_partly_signed=True) for version in VERSIONS]
        if name in ("transfer", "tokens"):
            ways += [Way(version, is_sponsored=True, is_partly_signed=True) for version in VERSIONS]
        found += [(f"{name}, {way}", True, way, instructions, signers) for way in ways]
    ways = [
        Way(version, is_hidden=is_hidden, has_nonce=has_nonce)
        for version in VERSIONS for is_hidden in (False, True) for has_nonce in (False, True)
    ]
    ways += [
        Way("v0", is_hidden=is_hidden, has_tables=True, has_nonce=has_nonce)
        for is_hidden in (False, True) for has_nonce in (False, True)
    ]
    for name, (instructions, signers) in tricks().items():
        found += [(f"{name}, {way}", False, way, instructions, signers) for way in ways]
    return found


def entry(name: str, is_honest: bool, way: Way, instructions: list[Instruction], signers: list[Keypair]) -> dict:
    world = World()
    transaction = way.build(world, instructions, signers)
    addresses = sorted(
        {*transaction.message.account_keys, *(each.pubkey for step in instructions for each in step.accounts)}, key=str)
    before = {address: world.state(address) for address in addresses}
    world.send(transaction)
    after = {address: world.state(address) for address in addresses}
    return {
        "name": name,
        "honest": is_honest,
        "transaction": base64.b64encode(bytes(way.shown(transaction))).decode(),
        "user": str(USER.pubkey()),
        "changes": [
            {"account": str(address), "before": before[address], "after": after[address]}
            for address in addresses
            if before[address] != after[address]
        ],
    }


if __name__ == "__main__":
    with Pool() as pool:
        found = pool.starmap(entry, cases(), chunksize=8)
        # Told to end and waited for: a test's children may have SIGTERM blocked, with which a pool is ended otherwise.
        pool.close()
        pool.join()
    json.dump(found, sys.stdout)
