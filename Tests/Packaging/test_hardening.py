"""What compiler and linker have to have done to every program, read from the programs themselves."""

import subprocess
from pathlib import Path

import pytest
from elftools.elf.elffile import ELFFile

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = ("sidekey", "sidekey-host", "sidekey-agent", "sidekey-rpc", "sidekey-picture", "sidekey-window")
BUILT = ROOT / ".build/release"
DF_BIND_NOW, DF_1_NOW, DF_1_PIE = 0x8, 0x1, 0x08000000
PF_X, PF_W = 1, 2


# gold, Swift's usual linker, makes no static program that is position-independent. lld does; the host isn't linked with it yet.
KNOWN = {"sidekey-host": {"not position-independent"}}


def dynamic(elf: ELFFile) -> dict[str, list]:
    found: dict[str, list] = {}
    section = elf.get_section_by_name(".dynamic")
    for tag in section.iter_tags() if section else ():
        found.setdefault(tag.entry.d_tag, []).append(getattr(tag, "runpath", None) or getattr(tag, "rpath", None) or tag.entry.d_val)
    return found


def symbols(elf: ELFFile) -> set[str]:
    tables = [elf.get_section_by_name(name) for name in (".symtab", ".dynsym")]
    return {symbol.name.split("@")[0] for table in tables if table for symbol in table.iter_symbols()}


def faults(path: Path) -> set[str]:
    """What a program lacks: empty for one that is as it should be."""
    with path.open("rb") as file:
        elf = ELFFile(file)
        tags = dynamic(elf)
        segments = list(elf.iter_segments())
        kinds = {segment["p_type"] for segment in segments}
        (flags,), (flags_1,) = tags.get("DT_FLAGS", [0]), tags.get("DT_FLAGS_1", [0])
        found = set()
        # Without it, every address of the program's own is the same in each run.
        if elf["e_type"] != "ET_DYN" or not flags_1 & DF_1_PIE:
            found.add("not position-independent")
        if "PT_GNU_RELRO" not in kinds:
            found.add("no RELRO")
        # A program without a loader has nothing that is bound later.
        if "PT_INTERP" in kinds and not flags & DF_BIND_NOW and not flags_1 & DF_1_NOW:
            found.add("binds late")
        stacks = [segment for segment in segments if segment["p_type"] == "PT_GNU_STACK"]
        if not stacks or any(segment["p_flags"] & PF_X for segment in stacks):
            found.add("executable stack")
        if any(segment["p_type"] == "PT_LOAD" and segment["p_flags"] & (PF_X | PF_W) == PF_X | PF_W for segment in segments):
            found.add("writable code")
        # $ORIGIN is SwiftPM's own, and harmless: who writes beside the program can write the program. A folder of the build isn't.
        if any(place != "$ORIGIN" for tag in ("DT_RPATH", "DT_RUNPATH") for place in tags.get(tag, [])):
            found.add("looks for libraries elsewhere")
        if "__stack_chk_fail" not in symbols(elf):
            found.add("no stack protector")
        return found


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_is_hardened(name: str):
    assert faults(BUILT / name) == KNOWN.get(name, set())


# A program, and what is wrong with it: each fault is found, so that none passes because nobody can see it.
SOURCE = """
#include <string.h>
#include <stdio.h>
int main(int count, char **words) { char room[64]; strcpy(room, words[0]); return puts(room) + count; }
"""
GOOD = ["-fstack-protector-strong", "-pie", "-fPIE", "-Wl,-z,relro,-z,now", "-Wl,-z,noexecstack"]
FLAWS = {
    "not position-independent": ["-no-pie", "-fno-PIE"],
    "no RELRO": ["-Wl,-z,norelro"],
    "binds late": ["-Wl,-z,lazy"],
    "executable stack": ["-Wl,-z,execstack"],
    "looks for libraries elsewhere": ["-Wl,-rpath,/home/builder/lib"],
    "no stack protector": ["-fno-stack-protector"],
}


def compiled(folder: Path, *flags: str) -> Path:
    (folder / "main.c").write_text(SOURCE)
    subprocess.run(["gcc", "-O1", "-w", *flags, folder / "main.c", "-o", folder / "made"], check=True, capture_output=True)
    return folder / "made"


def test_a_good_program_has_no_fault(tmp_path: Path):
    assert faults(compiled(tmp_path, *GOOD)) == set()


@pytest.mark.parametrize("flaw", FLAWS)
def test_each_fault_is_found(flaw: str, tmp_path: Path):
    assert flaw in faults(compiled(tmp_path, *GOOD, *FLAWS[flaw]))


def test_writable_code_is_found(tmp_path: Path):
    """No linker makes it willingly: the flags of each segment are changed in the file."""
    path = compiled(tmp_path, *GOOD)
    contents = bytearray(path.read_bytes())
    with path.open("rb") as file:
        elf = ELFFile(file)
        for number in range(elf.num_segments()):
            contents[elf["e_phoff"] + number * elf["e_phentsize"] + 4] |= PF_W
    path.write_bytes(contents)
    assert faults(path) == {"writable code"}
