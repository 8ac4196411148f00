"""A small assembler for Solana programs: instructions of sBPF version 0, and the ELF file that a loader takes.

    code = Assembly()
    code.mov("r0", 0)
    code.exit()
    program = code.elf()

There is no compiler for Solana programs on most machines, and the tests need one small program only (`plan_program.py`).
Registers are "r0" … "r10"; every operand that isn't a register is a number. Jumps go to labels.
"""

import struct

# Of ELF and of the loader: https://github.com/anza-xyz/sbpf (src/elf.rs, src/ebpf.rs).
EM_BPF, ET_DYN = 247, 3
PT_LOAD, PT_DYNAMIC = 1, 2
R_BPF_64_32 = 10
SIZES = {1: 0x10, 2: 0x08, 4: 0x00, 8: 0x18}
ARITHMETIC = {"add": 0x00, "sub": 0x10, "mul": 0x20, "or_": 0x40, "and_": 0x50, "lsh": 0x60, "rsh": 0x70, "mov": 0xB0}
JUMPS = {"eq": 0x10, "gt": 0x20, "ge": 0x30, "ne": 0x50, "lt": 0xA0, "le": 0xB0}


def register(name: str) -> int:
    return int(name.removeprefix("r"))


class Assembly:
    def __init__(self) -> None:
        self.slots: list[bytes] = []
        self.labels: dict[str, int] = {}
        self.jumps: list[tuple[int, str]] = []
        self.calls: list[tuple[int, str]] = []

    def emit(self, opcode: int, to: int = 0, source: int = 0, offset: int = 0, value: int = 0) -> None:
        self.slots.append(struct.pack("<BBhI", opcode, to | source << 4, offset, value & 0xFFFFFFFF))

    def label(self, name: str) -> None:
        self.labels[name] = len(self.slots)

    def __getattr__(self, name: str):
        """`add`, `mov` … on 64 bits; `eq`, `lt` … jump if it is so, unsigned."""
        if name in ARITHMETIC:
            return lambda to, value: self.operate(0x07 | ARITHMETIC[name], to, value)
        if name in JUMPS:
            return lambda left, right, label: self.jump(0x05 | JUMPS[name], left, right, label)
        raise AttributeError(name)

    def operate(self, opcode: int, to: str, value: str | int) -> None:
        if isinstance(value, str):
            self.emit(opcode | 0x08, register(to), register(value))
        else:
            self.emit(opcode, register(to), value=value)

    def jump(self, opcode: int, left: str, right: str | int, label: str) -> None:
        self.jumps.append((len(self.slots), label))
        self.operate(opcode, left, right)

    def goto(self, label: str) -> None:
        self.jumps.append((len(self.slots), label))
        self.emit(0x05)

    def load_constant(self, to: str, value: int) -> None:
        self.emit(0x18, register(to), value=value)
        self.emit(0x00, value=value >> 32)

    def load(self, size: int, to: str, base: str, offset: int = 0) -> None:
        self.emit(0x61 | SIZES[size], register(to), register(base), offset)

    def store(self, size: int, base: str, offset: int, value: str | int) -> None:
        if isinstance(value, str):
            self.emit(0x63 | SIZES[size], register(base), register(value), offset)
        else:
            self.emit(0x62 | SIZES[size], register(base), offset=offset, value=value)

    def syscall(self, name: str) -> None:
        # The loader puts the hash of the name in, because of the relocation.
        self.calls.append((len(self.slots), name))
        self.emit(0x85, source=1, value=-1)

    def exit(self) -> None:
        self.emit(0x95)

    def text(self) -> bytes:
        slots = list(self.slots)
        for at, label in self.jumps:
            distance = self.labels[label] - at - 1
            slots[at] = slots[at][:2] + struct.pack("<h", distance) + slots[at][4:]
        return b"".join(slots)

    def elf(self) -> bytes:
        names = sorted({name for _, name in self.calls})
        strings = b"\0" + b"".join(name.encode() + b"\0" for name in names)
        places = {name: strings.index(b"\0" + name.encode() + b"\0") + 1 for name in names}
        # A function that stands nowhere here: STT_NOTYPE, global, undefined.
        symbols = bytes(24) + b"".join(struct.pack("<IBBHQQ", places[name], 0x10, 0, 0, 0, 0) for name in names)
        start = 64 + 3 * 56
        text = self.text()
        relocations = b"".join(
            struct.pack("<QQ", start + 8 * at, (names.index(name) + 1) << 32 | R_BPF_64_32) for at, name in self.calls)

        # Everything stands in the file where it stands in memory.
        sections = {".text": text, ".dynsym": symbols, ".dynstr": strings, ".rel.dyn": relocations, ".dynamic": b""}
        at, offsets = start, {}
        for name, content in sections.items():
            at += -at % 8
            offsets[name] = at
            at += len(content)
        # A program that calls nothing has no relocations: the loader takes no table of none.
        relocated = [17, offsets[".rel.dyn"], 18, len(relocations), 19, 16] if relocations else []
        entries = [*relocated, 6, offsets[".dynsym"], 5, offsets[".dynstr"], 10, len(strings), 0, 0]
        dynamic = struct.pack(f"<{len(entries)}Q", *entries)
        sections[".dynamic"] = dynamic
        titles = b"\0" + b"".join(name.encode() + b"\0" for name in [*sections, ".shstrtab"])
        sections[".shstrtab"] = titles
        offsets[".shstrtab"] = offsets[".dynamic"] + len(dynamic)
        end = offsets[".shstrtab"] + len(titles)
        headers = end + -end % 8

        kinds = {".text": (1, 6, 0, 8, 0), ".dynsym": (11, 2, 3, 8, 24), ".dynstr": (3, 2, 0, 1, 0), ".rel.dyn": (9, 2, 2, 8, 16),
                 ".dynamic": (6, 3, 3, 8, 16), ".shstrtab": (3, 0, 0, 1, 0)}
        table = bytes(64)
        for name, content in sections.items():
            kind, flags, link, alignment, size = kinds[name]
            address = 0 if name == ".shstrtab" else offsets[name]
            table += struct.pack("<IIQQQQIIQQ", titles.index(b"\0" + name.encode() + b"\0") + 1, kind, flags, address,
                                 offsets[name], len(content), link, 1 if name == ".dynsym" else 0, alignment, size)
        rest = offsets[".dynamic"] + len(dynamic) - offsets[".dynsym"]
        loads = [
            (PT_LOAD, 5, start, len(text)), (PT_LOAD, 4, offsets[".dynsym"], rest), (PT_DYNAMIC, 4, offsets[".dynamic"], len(dynamic)),
        ]
        programs = b"".join(struct.pack("<IIQQQQQQ", kind, flags, place, place, place, size, size, 8) for kind, flags, place, size in loads)
        ident = b"\x7fELF" + bytes([2, 1, 1]) + bytes(9)
        head = ident + struct.pack("<HHIQQQIHHHHHH", ET_DYN, EM_BPF, 1, start, 64, headers, 0, 64, 56, len(loads), 64,
                                   len(sections) + 1, len(sections))
        image = bytearray(headers)
        image[: start] = head + programs
        for name, content in sections.items():
            image[offsets[name] : offsets[name] + len(content)] = content
        return bytes(image) + table
