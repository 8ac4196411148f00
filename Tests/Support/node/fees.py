"""The cost of a transaction: 5,000 lamports a signature, and the priority fee that its message offers."""

from dataclasses import dataclass

from solders.message import MessageV1
from solders.pubkey import Pubkey
from solders.transaction import VersionedTransaction

LAMPORTS_A_SIGNATURE = 5_000
COMPUTE_BUDGET = Pubkey.from_string("ComputeBudget111111111111111111111111111111")
# What an instruction may use where the message sets no limit, one of a builtin program, and a whole transaction.
UNITS_AN_INSTRUCTION = 200_000
UNITS_A_BUILTIN = 3_000
UNITS_A_TRANSACTION = 1_400_000
BUILTINS = {
    Pubkey.from_string(each)
    for each in (
        "11111111111111111111111111111111",
        "ComputeBudget111111111111111111111111111111",
        "Vote111111111111111111111111111111111111111",
        "BPFLoader2111111111111111111111111111111111",
        "BPFLoaderUpgradeab1e11111111111111111111111",
    )
}


@dataclass(frozen=True)
class Fee:
    """Lamports for the signatures, lamports for priority, and the price of a compute unit in micro-lamports."""

    base: int
    priority: int
    micro_lamports_a_unit: int

    @property
    def total(self) -> int:
        return self.base + self.priority


def of_message(transaction: VersionedTransaction) -> Fee:
    message = transaction.message
    base = LAMPORTS_A_SIGNATURE * message.header.num_required_signatures
    if isinstance(message, MessageV1):
        priority = message.config.priority_fee or 0
        return Fee(base, priority, priority * 1_000_000 // max(1, message.config.compute_unit_limit or 0))
    keys = list(message.account_keys)
    price = 0
    limit = None
    default = 0
    for instruction in message.instructions:
        program = keys[instruction.program_id_index] if instruction.program_id_index < len(keys) else None
        default += UNITS_A_BUILTIN if program in BUILTINS else UNITS_AN_INSTRUCTION
        if program != COMPUTE_BUDGET:
            continue
        data = bytes(instruction.data)
        if len(data) == 5 and data[0] == 2:
            limit = int.from_bytes(data[1:], "little")
        elif len(data) == 9 and data[0] == 3:
            price = int.from_bytes(data[1:], "little")
    units = min(default if limit is None else limit, UNITS_A_TRANSACTION)
    return Fee(base, -(-price * units // 1_000_000), price)
