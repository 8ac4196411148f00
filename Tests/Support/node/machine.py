"""The node's insides: the chain with its faucet, and who listens to it."""

import hashlib
from collections.abc import Callable
from typing import Any

from solders.account import Account
from solders.compute_budget import set_compute_unit_limit
from solders.hash import Hash
from solders.instruction import Instruction
from solders.keypair import Keypair
from solders.message import MessageV0
from solders.pubkey import Pubkey
from solders.system_program import TransferParams, transfer
from solders.transaction import VersionedTransaction

from .chain import Chain
from .clock import Clock
from .errors import INTERNAL_ERROR, RPCError, described, invalid
from .ledger import Record
from .lookup import NotExecutable
from .votes import Validator

FAUCET_LAMPORTS = 500_000_000 * 1_000_000_000
LARGEST_AIRDROP = 1_000_000 * 1_000_000_000


class Machine:
    """One cluster of one node. Everything runs in one thread; nothing here waits."""

    def __init__(self, seed: int = 0, slot_seconds: float = 0.4):
        self.seed = seed
        self.slot_seconds = slot_seconds
        # Told after everything that could concern a subscriber.
        self.listeners: list[Callable[[], None]] = []
        self.genesis = Hash(hashlib.sha256(f"sidekey node {seed} genesis".encode()).digest())
        self.identity = self.keypair("identity").pubkey()
        self.faucet = self.keypair("faucet")
        # Who is given lamports when the chain is planted, beside those of the seed.
        self.funded: list[tuple[Pubkey, int]] = []
        self.begin()

    def begin(self) -> None:
        """Begins a chain on which there is only the faucet, in place of one that was there before."""
        self.chain = Chain(Clock(self.slot_seconds))
        # Transactions that land in a later slot.
        self.underway: list[tuple[int, VersionedTransaction]] = []
        # What sendTransaction was given, in order: who sends twice is found out here.
        self.sent: list[str] = []
        # What an index of assets says; none is offered without one.
        self.assets: list[dict[str, Any]] | None = None
        self.chain.put(self.faucet.pubkey(), Account(FAUCET_LAMPORTS, b"", Pubkey.default()))
        # By their vote accounts.
        self.validators: dict[Pubkey, Validator] = {}
        # Counts the node's own transactions.
        self.runs = 0

    def keypair(self, name: str) -> Keypair:
        """The seed's keypair of a name: the same whenever the node starts."""
        return Keypair.from_seed(hashlib.sha256(f"sidekey node {self.seed} {name}".encode()).digest())

    def advance(self, slots: int = 1) -> None:
        """Lets slots pass; subscribers hear of each, or of the last one where there are more than 200."""
        for step in [1] * slots if slots <= 200 else [slots]:
            self.chain.advance(step)
            arrived = [each for each in self.underway if each[0] <= self.chain.clock.slot]
            self.underway = [each for each in self.underway if each not in arrived]
            for _, transaction in arrived:
                self.land(transaction)
            self.tell()

    def tell(self) -> None:
        for listener in list(self.listeners):
            listener()

    def run(self, instructions: list[Instruction], signers: list[Keypair]) -> Record:
        """Runs instructions of the node's own; the first signer pays."""
        # Two that are the same would be one transaction, so each has a limit of its own.
        self.runs += 1
        limit = set_compute_unit_limit(400_000 + self.runs % 1_000_000)
        blockhash = self.chain.clock.blockhash(self.chain.clock.slot)
        message = MessageV0.try_compile(signers[0].pubkey(), [limit, *instructions], [], blockhash)
        return self.chain.execute(VersionedTransaction(message, signers))

    def airdrop(self, receiver: Pubkey, lamports: int) -> Record:
        if lamports > LARGEST_AIRDROP:
            raise invalid("Invalid param: the faucet gives at most 1,000,000 SOL at once")
        source = self.faucet.pubkey()
        given = transfer(TransferParams(from_pubkey=source, to_pubkey=receiver, lamports=lamports))
        try:
            record = self.run([given], [self.faucet])
        except NotExecutable as error:
            raise RPCError(INTERNAL_ERROR, f"airdrop failed: {described(str(error))}") from None
        self.tell()
        return record

    def land(self, transaction: VersionedTransaction, late: int = 0) -> None:
        """Puts a transaction into the current block or a later one, or drops it without a word, as a cluster does."""
        if late > 0:
            self.underway.append((self.chain.clock.slot + late, transaction))
            return
        try:
            self.chain.execute(transaction)
        except NotExecutable:
            return
        self.tell()
