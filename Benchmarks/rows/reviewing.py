"""Transactions of 1,232 bytes decoded and reviewed, against solders decoding the same bytes."""

import hashlib
import random
import tempfile
from functools import partial
from pathlib import Path

from rows.codecs import INPUTS, ROUNDS, compare, loop
from solders.compute_budget import set_compute_unit_limit, set_compute_unit_price
from solders.hash import Hash
from solders.instruction import AccountMeta, Instruction
from solders.keypair import Keypair
from solders.message import MessageV0
from solders.pubkey import Pubkey
from solders.signature import Signature
from solders.system_program import TransferParams, transfer
from solders.transaction import VersionedTransaction
from spl.token import instructions as token
from spl.token.constants import TOKEN_PROGRAM_ID, WRAPPED_SOL_MINT
from timing import Line, Measure, Times, ratio

LARGEST = 1232
MEMO = Pubkey.from_string("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr")
DECIMALS = b"\x09"
JUPITER = Pubkey.from_string("JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4")


class Maker:
    """Makes transactions of the largest size; no two have a key in common but the programs'."""

    def __init__(self) -> None:
        self.random = random.Random(1232)

    def key(self) -> Pubkey:
        """One that somebody holds."""
        return Keypair.from_seed(self.random.randbytes(32)).pubkey()

    def swap(self) -> bytes:
        """What an exchange has signed: fee, SOL wrapped, an account made, tokens there and to a friend, SOL unwrapped, a tip; a memo fills it up."""
        user, mint, pool = self.key(), self.key(), self.key()
        mine, wrapped = token.get_associated_token_address(user, mint), token.get_associated_token_address(user, WRAPPED_SOL_MINT)
        return self.filled(user, [
            set_compute_unit_limit(200_000),
            set_compute_unit_price(10_000),
            token.create_idempotent_associated_token_account(user, user, WRAPPED_SOL_MINT),
            pay(user, wrapped, 1_000_000),
            tokens(17, [wrapped]),
            token.create_idempotent_associated_token_account(user, user, mint),
            tokens(12, [wrapped, WRAPPED_SOL_MINT, token.get_associated_token_address(pool, WRAPPED_SOL_MINT), user], 900_000),
            tokens(12, [mine, mint, token.get_associated_token_address(pool, mint), user], 17),
            tokens(9, [wrapped, user, user]),
            pay(user, self.key(), 10_000),
        ])  # fmt: skip

    def routes(self) -> bytes:
        """Ten instructions, three of which the registry of programs reads: SOL is wrapped, swapped by way of two tokens, and a memo fills it up."""
        user, middle, last, bought = (self.key() for _ in range(4))
        mints = [WRAPPED_SOL_MINT, middle, last, bought]
        return self.filled(user, [
            set_compute_unit_limit(900_000),
            set_compute_unit_price(10_000),
            token.create_idempotent_associated_token_account(user, user, WRAPPED_SOL_MINT),
            pay(user, token.get_associated_token_address(user, WRAPPED_SOL_MINT), 1_000_000),
            tokens(17, [token.get_associated_token_address(user, WRAPPED_SOL_MINT)]),
            *(self.route(user, source, bought) for source, bought in zip(mints, mints[1:], strict=False)),
            tokens(9, [token.get_associated_token_address(user, WRAPPED_SOL_MINT), user, user]),
        ])  # fmt: skip

    def route(self, user: Pubkey, source: Pubkey, bought: Pubkey) -> Instruction:
        """Jupiter's `sharedAccountsRoute` with one step, over accounts that stand for themselves."""
        mine, theirs = token.get_associated_token_address(user, source), token.get_associated_token_address(user, bought)
        step = bytes([7, 100, 0, 1])
        amounts = (1_000_000).to_bytes(8, "little") + (648_450).to_bytes(8, "little") + (100).to_bytes(2, "little") + b"\0"
        data = hashlib.sha256(b"global:shared_accounts_route").digest()[:8] + b"\1" + (1).to_bytes(4, "little") + step + amounts
        writable = [mine, theirs]
        keys = [TOKEN_PROGRAM_ID, JUPITER, user, mine, mine, theirs, theirs, source, bought, JUPITER, JUPITER, JUPITER, JUPITER]
        return Instruction(JUPITER, data, [AccountMeta(key, key == user, key in writable) for key in keys])

    def trade(self) -> bytes:
        """At a program that nobody knows, over three token accounts of the user's and eight others; it isn't filled up, so that there is room for guards."""
        user = self.key()
        metas = [AccountMeta(user, True, True), *(AccountMeta(self.key(), False, place < 3) for place in range(11)), AccountMeta(TOKEN_PROGRAM_ID, False, False)]
        instructions = [set_compute_unit_limit(200_000), set_compute_unit_price(10_000), Instruction(self.key(), self.random.randbytes(24), metas)]
        return self.made(user, instructions, Hash(self.random.randbytes(32)), Signature.default())

    def payments(self) -> bytes:
        """SOL to fourteen people."""
        user = self.key()
        return self.filled(user, [pay(user, self.key(), 1 + place) for place in range(14)])

    def steps(self) -> bytes:
        """As many token transfers between two accounts as there is room for."""
        user, one, other = self.key(), self.key(), self.key()
        steps = [tokens(3, [one, other, user], 1 + place) for place in range(55)]
        return self.filled(user, steps)

    def filled(self, user: Pubkey, instructions: list[Instruction]) -> bytes:
        blockhash = Hash(self.random.randbytes(32))
        signature = Signature(self.random.randbytes(64))
        while True:
            bare = self.made(user, [*instructions, memo(user, 0)], blockhash, signature)
            # From 128 bytes on, the memo's length takes a second one.
            room = LARGEST - len(bare)
            whole = self.made(user, [*instructions, memo(user, room - (room > 127))], blockhash, signature)
            if room >= 0 and len(whole) == LARGEST:
                return whole
            instructions = instructions[:-1]

    def made(self, user: Pubkey, instructions: list[Instruction], blockhash: Hash, signature: Signature) -> bytes:
        message = MessageV0.try_compile(user, instructions, [], blockhash)
        return bytes(VersionedTransaction.populate(message, [signature]))


def pay(user: Pubkey, to: Pubkey, lamports: int) -> Instruction:
    return transfer(TransferParams(from_pubkey=user, to_pubkey=to, lamports=lamports))


def tokens(tag: int, accounts: list[Pubkey], amount: int | None = None) -> Instruction:
    """An instruction of the Token program; the last account signs where there are several, and those before the amount are written."""
    data = bytes([tag])
    if amount is not None:
        data += amount.to_bytes(8, "little") + (DECIMALS if tag == 12 else b"")
    metas = [AccountMeta(key, place == len(accounts) - 1 > 0, True) for place, key in enumerate(accounts)]
    return Instruction(TOKEN_PROGRAM_ID, data, metas)


def memo(user: Pubkey, count: int) -> Instruction:
    return Instruction(MEMO, (b"thank you for your order " * 50)[:count], [AccountMeta(user, True, True)])


def rows() -> list[Line]:
    maker = Maker()
    raw = {
        "swap": [maker.swap() for _ in range(INPUTS)],
        "routes": [maker.routes() for _ in range(INPUTS)],
        "payments": [maker.payments() for _ in range(INPUTS)],
        "trade": [maker.trade() for _ in range(INPUTS)],
        "steps": [maker.steps() for _ in range(INPUTS)],
    }
    signatures = [maker.random.randbytes(64) for _ in range(INPUTS)]
    lines = []
    with tempfile.TemporaryDirectory(prefix="sidekey-") as folder:
        inputs = Path(folder) / "inputs"
        inputs.write_text("".join(f"{name} {item.hex()}\n" for name, items in raw.items() for item in items))
        with Measure("reviewing", inputs) as measure:

            def line(figure: str, name: str, work: str = "", aim: float | None = None) -> list[Line]:
                theirs = partial(loop, VersionedTransaction.from_bytes, raw[name])
                call = partial(loop, Signature.from_bytes, signatures)
                return compare(figure, measure, name + work, INPUTS, theirs, call, aim)[:1]

            lines += line("decoding and reviewing a swap of 1,232 bytes", "swap", aim=2.0)
            lines += line("  its decoding alone", "swap", "-decoded")
            lines += line("  with every text that is shown", "swap", "-text")
            lines += line("decoding and reviewing a swap whose calls the registry reads", "routes", aim=2.0)
            lines += line("  its decoding alone", "routes", "-decoded")
            lines += guarding(measure)
            lines += line("decoding and reviewing payments to 14 people", "payments")
            lines += line("decoding and reviewing as many token transfers as there is room for", "steps")
    return lines


def guarding(measure: Measure) -> list[Line]:
    """A trade with its guards, in turn with the same without: both are reviewed with what nodes say of twelve accounts. In two lines, the ratio and what it costs."""
    bare, guarded = [], []
    for _ in range(3 + ROUNDS):
        guarded.append(measure.run("trade-guarded", INPUTS)[0] / INPUTS)
        bare.append(measure.run("trade-shown", INPUTS)[0] / INPUTS)
    bare, guarded = Times(bare[3:]), Times(guarded[3:])
    cost = Times([mine - floor for mine, floor in zip(guarded.all, bare.all, strict=True)])
    return [
        ratio("guarding a trade at an unknown program", guarded, "its review alone", bare),
        Line("  what its guards cost", str(cost), value=cost.median / 1e6, least=(guarded.least - bare.least) / 1e6, aim=1.0, unit="ms"),
    ]
