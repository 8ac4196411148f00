"""What compiler and linker have to have done to every program, read from the programs themselves."""

import re
import subprocess
from functools import cache
from pathlib import Path

import pytest
from elftools.elf.elffile import ELFFile

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = ("sidekey", "sidekey-host", "sidekey-agent", "sidekey-rpc", "sidekey-picture", "sidekey-device", "sidekey-window")
BUILT = ROOT / ".build/release"
DF_BIND_NOW, DF_1_NOW, DF_1_PIE = 0x8, 0x1, 0x08000000
PF_X, PF_W = 1, 2
ENDBR64 = bytes.fromhex("f30f1efa")
# The functions of our own C that every program has (Sources/CPlatform), and those of our own Swift: `$s`, and the module's length and name.
OWN_C = re.compile(r"platform_\w+")
OWN_SWIFT = re.compile(r"\$s(11AgentSocket|7JSONRPC|15NativeMessaging|9CPlatform)\w+")
# The guard as a function reads it, and copies that the C library checks.
GUARD = re.compile(r"%fs:0x28")
CHECKED_COPY = re.compile(r"<_{2,3}\w+_chk(@plt)?>")


def dynamic(elf: ELFFile) -> dict[str, list]:
    found: dict[str, list] = {}
    section = elf.get_section_by_name(".dynamic")
    for tag in section.iter_tags() if section else ():
        found.setdefault(tag.entry.d_tag, []).append(getattr(tag, "runpath", None) or getattr(tag, "rpath", None) or tag.entry.d_val)
    return found


@cache
def symbols(path: Path) -> dict[str, tuple[str, int, int]]:
    """Each symbol's kind, address and size, as nm prints them: pyelftools takes a minute for the tables of all programs."""
    found = {}
    for options in (["--dynamic"], ["--print-size"]):
        for line in subprocess.run(["nm", *options, path], capture_output=True, text=True).stdout.splitlines():
            *numbers, kind, name = line.split()
            found[name.split("@")[0]] = (kind, *(int(number, 16) for number in (numbers + ["0", "0"])[:2]))
    return found


def functions(path: Path, named: re.Pattern[str]) -> dict[int, int]:
    """The addresses and sizes of the functions of such names that can be called from elsewhere."""
    return {address: size for name, (kind, address, size) in symbols(path).items() if kind == "T" and size and named.fullmatch(name)}


def landing_pads(path: Path, elf: ELFFile, named: re.Pattern[str]) -> float:
    """The share of functions that begin with a landing pad for indirect branches; 1 where there are none."""
    text = elf.get_section_by_name(".text")
    contents, start = text.data(), text["sh_addr"]
    addresses = functions(path, named)
    return sum(contents[address - start :].startswith(ENDBR64) for address in addresses) / len(addresses) if addresses else 1


def instructions(path: Path, named: re.Pattern[str]) -> str:
    """The instructions from the first of these functions to the last, as objdump prints them: a linker keeps a library's functions together."""
    addresses = functions(path, named)
    if not addresses:
        return ""
    bounds = [f"--start-address={min(addresses)}", f"--stop-address={max(address + size for address, size in addresses.items())}"]
    return subprocess.run(["objdump", "-d", *bounds, path], check=True, capture_output=True, text=True).stdout


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
        if any(tag in tags for tag in ("DT_RPATH", "DT_RUNPATH")):
            found.add("looks for libraries elsewhere")
        if "__stack_chk_fail" not in symbols(path):
            found.add("no stack protector")
        own = instructions(path, OWN_C)
        if not GUARD.search(own):
            found.add("no stack protector in our C")
        if not CHECKED_COPY.search(own):
            found.add("no checked copies in our C")
        if landing_pads(path, elf, OWN_C) < 1:
            found.add("no landing pads in our C")
        if landing_pads(path, elf, OWN_SWIFT) < 1:
            found.add("no landing pads in our Swift")
        return found


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_is_hardened(name: str):
    assert faults(BUILT / name) == set()


@pytest.mark.parametrize("name", PROGRAMS)
def test_no_program_is_marked_for_what_its_libraries_lack(name: str):
    """A program is marked for CET if everything in it has landing pads. Swift's own libraries have none, and decision 62 says so."""
    notes = subprocess.run(["readelf", "-n", BUILT / name], check=True, capture_output=True, text=True).stdout
    assert "IBT" not in notes
    assert functions(BUILT / name, OWN_C) and functions(BUILT / name, OWN_SWIFT)


# A program, and what is wrong with it: each fault is found, so that none passes because nobody can see it.
SOURCE = """
#include <string.h>
#include <stdio.h>
int platform_show(const char *word) { char room[64]; strcpy(room, word); return puts(room); }
int main(int count, char **words) { return platform_show(words[0]) + count; }
"""
GOOD = ["-fstack-protector-strong", "-D_FORTIFY_SOURCE=2", "-fcf-protection=full", "-pie", "-fPIE", "-Wl,-z,relro,-z,now", "-Wl,-z,noexecstack"]
FLAWS = {
    "not position-independent": ["-no-pie", "-fno-PIE"],
    "no RELRO": ["-Wl,-z,norelro"],
    "binds late": ["-Wl,-z,lazy"],
    "executable stack": ["-Wl,-z,execstack"],
    "looks for libraries elsewhere": ["-Wl,-rpath,/home/builder/lib"],
    "no stack protector": ["-fno-stack-protector", "-U_FORTIFY_SOURCE"],
    "no stack protector in our C": ["-fno-stack-protector"],
    "no checked copies in our C": ["-U_FORTIFY_SOURCE"],
    "no landing pads in our C": ["-fcf-protection=none"],
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
