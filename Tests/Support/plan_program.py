"""A Solana program that does what a plan says, and the plans: the one program behind all dApps of the corpus.

The program looks among its accounts for the first whose data begins with `MAGIC`: the state of a pool, of a market, of a lender. There stands
what to do, by the first bytes of the instruction's data, so that accounts and data can be those that a real client sends:

    MAGIC 8 · mode u64 · number of seeds u64 · seeds: label 8, bump 1, 0 × 7
    scripts: want u64, mask u64, length u64, steps · the first whose want is (first 8 bytes of the data & mask) is run; none: nothing happens
    step: kind u8, when u8, a u8, b u8, n u8, 0 u8, length u16 · n × (account u8, 1 signer | 2 writable) · data

    kind 0  calls account a's program with the n accounts and the data; signed for every address made of a seed
    kind 1  moves lamports (u64 in the data) from account a, which is the program's own, to account b
    kind 2  writes the data into account a, which is the program's own, from byte b on
    kind 3  fails with the custom error b

`when`: 0 always, else only if mode is when − 1. a, b: places in the instruction's list of accounts.
"""

import struct
from dataclasses import dataclass, field

from sbf import Assembly
from solders.pubkey import Pubkey

MAGIC = b"SKPLAN01"
HEAP = 0x3_0000_0000
# What the heap (32 KiB) holds, by offset: accounts as the system calls want them, then these.
INFOS, METAS, SIGNERS, SEEDS, CALL, NOTES = 0, 0x3000, 0x4000, 0x4200, 0x4800, 0x4900
COUNT, PLAN, DATA, SEED_COUNT, STEP, END = (NOTES + 8 * index for index in range(6))
INFO_SIZE = 56


def program() -> bytes:
    """The program as an ELF file."""
    code = Assembly()
    code.load_constant("r7", HEAP)
    code.load(8, "r2", "r1", 0)
    code.store(8, "r7", COUNT, "r2")
    code.mov("r8", "r1")
    code.add("r8", 8)
    code.mov("r9", 0)

    code.label("account")
    code.load(8, "r2", "r7", COUNT)
    code.eq("r9", "r2", "accounts read")
    code.mov("r3", "r9")
    code.mul("r3", INFO_SIZE)
    code.add("r3", "r7")
    code.add("r9", 1)
    code.load(1, "r1", "r8", 0)
    code.eq("r1", 0xFF, "new")
    # An account that stood before: its place.
    code.mul("r1", INFO_SIZE)
    code.add("r1", "r7")
    for offset in range(0, INFO_SIZE, 8):
        code.load(8, "r2", "r1", offset)
        code.store(8, "r3", offset, "r2")
    code.add("r8", 8)
    code.goto("account")

    code.label("new")
    for offset, place in ((0, 8), (8, 72), (24, 88), (32, 40)):
        code.mov("r2", "r8")
        code.add("r2", place)
        code.store(8, "r3", offset, "r2")
    code.load(8, "r4", "r8", 80)
    code.store(8, "r3", 16, "r4")
    for offset in range(3):
        code.load(1, "r2", "r8", 1 + offset)
        code.store(1, "r3", 48 + offset, "r2")
    code.lt("r4", 24, "no plan")
    code.load(8, "r2", "r7", PLAN)
    code.ne("r2", 0, "no plan")
    code.load(8, "r2", "r8", 88)
    code.load_constant("r5", int.from_bytes(MAGIC, "little"))
    code.ne("r2", "r5", "no plan")
    code.mov("r2", "r8")
    code.add("r2", 88)
    code.store(8, "r7", PLAN, "r2")
    code.label("no plan")
    # Behind the data: room to grow, then to the next multiple of eight.
    code.add("r8", 88 + 10240 + 7)
    code.add("r8", "r4")
    code.rsh("r8", 3)
    code.lsh("r8", 3)
    code.load(8, "r2", "r8", 0)
    code.store(8, "r3", 40, "r2")
    code.add("r8", 8)
    code.goto("account")

    code.label("accounts read")
    code.load(8, "r2", "r8", 8)
    code.store(8, "r7", DATA, "r2")
    code.load(8, "r6", "r7", PLAN)
    code.eq("r6", 0, "done")
    # The seeds that sign.
    code.load(8, "r1", "r6", 16)
    code.store(8, "r7", SEED_COUNT, "r1")
    code.mov("r2", "r7")
    code.add("r2", SIGNERS)
    code.mov("r3", "r7")
    code.add("r3", SEEDS)
    code.add("r6", 24)
    code.label("seed")
    code.eq("r1", 0, "seeds read")
    code.store(8, "r2", 0, "r3")
    code.store(8, "r2", 8, 2)
    code.store(8, "r3", 0, "r6")
    code.store(8, "r3", 8, 8)
    code.mov("r4", "r6")
    code.add("r4", 8)
    code.store(8, "r3", 16, "r4")
    code.store(8, "r3", 24, 1)
    code.add("r2", 16)
    code.add("r3", 32)
    code.add("r6", 16)
    code.sub("r1", 1)
    code.goto("seed")

    code.label("seeds read")
    code.label("script")
    # A script of mask and want 0 and length 0 ends the plan: the account's data is filled up with zeros.
    code.load(8, "r1", "r6", 0)
    code.load(8, "r2", "r6", 8)
    code.load(8, "r3", "r6", 16)
    code.add("r6", 24)
    code.eq("r3", 0, "done")
    code.load(8, "r4", "r7", DATA)
    code.and_("r4", "r2")
    code.eq("r4", "r1", "found")
    code.add("r6", "r3")
    code.goto("script")
    code.label("found")
    code.add("r3", "r6")
    code.store(8, "r7", END, "r3")

    code.label("step")
    code.load(8, "r1", "r7", END)
    code.ge("r6", "r1", "done")
    code.load(1, "r1", "r6", 4)
    code.load(2, "r2", "r6", 6)
    code.mov("r8", "r6")
    code.add("r8", 8)
    code.mov("r9", "r1")
    code.lsh("r9", 1)
    # r8: the accounts, r9: the data; what follows is kept for the next step.
    code.add("r9", "r8")
    code.mov("r3", "r9")
    code.add("r3", "r2")
    code.store(8, "r7", STEP, "r3")
    code.load(1, "r4", "r6", 1)
    code.eq("r4", 0, "do")
    code.load(8, "r3", "r7", PLAN)
    code.load(8, "r3", "r3", 8)
    code.sub("r4", 1)
    code.ne("r3", "r4", "next")
    code.label("do")
    code.load(1, "r4", "r6", 2)
    code.mul("r4", INFO_SIZE)
    code.add("r4", "r7")
    code.load(1, "r3", "r6", 0)
    code.eq("r3", 1, "move")
    code.eq("r3", 2, "write")
    code.eq("r3", 3, "fail")

    code.mov("r3", "r7")
    code.add("r3", METAS)
    code.load(8, "r5", "r4", 0)
    code.store(8, "r7", CALL, "r5")
    code.store(8, "r7", CALL + 8, "r3")
    code.store(8, "r7", CALL + 16, "r1")
    code.store(8, "r7", CALL + 24, "r9")
    code.store(8, "r7", CALL + 32, "r2")
    code.label("meta")
    code.eq("r1", 0, "call")
    code.load(1, "r4", "r8", 0)
    code.mul("r4", INFO_SIZE)
    code.add("r4", "r7")
    code.load(8, "r4", "r4", 0)
    code.store(8, "r3", 0, "r4")
    code.load(1, "r4", "r8", 1)
    code.mov("r5", "r4")
    code.rsh("r5", 1)
    code.store(1, "r3", 8, "r5")
    code.and_("r4", 1)
    code.store(1, "r3", 9, "r4")
    code.add("r3", 16)
    code.add("r8", 2)
    code.sub("r1", 1)
    code.goto("meta")
    code.label("call")
    code.mov("r1", "r7")
    code.add("r1", CALL)
    code.mov("r2", "r7")
    code.load(8, "r3", "r7", COUNT)
    code.mov("r4", "r7")
    code.add("r4", SIGNERS)
    code.load(8, "r5", "r7", SEED_COUNT)
    code.syscall("sol_invoke_signed_c")
    code.ne("r0", 0, "end")
    code.goto("next")

    code.label("move")
    code.load(1, "r5", "r6", 3)
    code.mul("r5", INFO_SIZE)
    code.add("r5", "r7")
    code.load(8, "r4", "r4", 8)
    code.load(8, "r5", "r5", 8)
    code.load(8, "r1", "r9", 0)
    code.load(8, "r2", "r4", 0)
    code.sub("r2", "r1")
    code.store(8, "r4", 0, "r2")
    code.load(8, "r2", "r5", 0)
    code.add("r2", "r1")
    code.store(8, "r5", 0, "r2")
    code.goto("next")

    code.label("write")
    code.load(8, "r4", "r4", 24)
    code.load(1, "r5", "r6", 3)
    code.add("r4", "r5")
    code.label("byte")
    code.eq("r2", 0, "next")
    code.load(1, "r1", "r9", 0)
    code.store(1, "r4", 0, "r1")
    code.add("r9", 1)
    code.add("r4", 1)
    code.sub("r2", 1)
    code.goto("byte")

    code.label("fail")
    code.load(1, "r0", "r6", 3)
    code.goto("end")

    code.label("next")
    code.load(8, "r6", "r7", STEP)
    code.goto("step")
    code.label("done")
    code.mov("r0", 0)
    code.label("end")
    code.exit()
    return code.elf()


@dataclass(frozen=True)
class Step:
    kind: int
    a: int = 0
    b: int = 0
    metas: tuple[tuple[int, bool, bool], ...] = ()
    data: bytes = b""
    when: int = 0

    def __bytes__(self) -> bytes:
        head = struct.pack("<BBBBBBH", self.kind, self.when, self.a, self.b, len(self.metas), 0, len(self.data))
        return head + b"".join(bytes([place, is_signer | is_writable << 1]) for place, is_signer, is_writable in self.metas) + self.data


@dataclass
class Plan:
    """What stands in the account that the program looks for."""

    program: Pubkey
    mode: int = 0
    labels: list[bytes] = field(default_factory=list)
    scripts: list[tuple[bytes, list[Step]]] = field(default_factory=list)

    def address(self, label: str) -> Pubkey:
        """An address for which the program signs."""
        short = label.encode().ljust(8, b"\0")[:8]
        if short not in self.labels:
            self.labels.append(short)
        return Pubkey.find_program_address([short], self.program)[0]

    def __bytes__(self) -> bytes:
        out = MAGIC + struct.pack("<QQ", self.mode, len(self.labels))
        for label in self.labels:
            out += label + bytes([Pubkey.find_program_address([label], self.program)[1]]) + bytes(7)
        for start, steps in self.scripts:
            mask = bytes([0xFF] * len(start)).ljust(8, b"\0")
            body = b"".join(bytes(step) for step in steps)
            out += start.ljust(8, b"\0") + mask + struct.pack("<Q", len(body)) + body
        return out + bytes(24)
