#!/usr/bin/env python3
"""The programs, built a second time elsewhere, and every archive and package made of each build: the same bytes, or where they differ.

    packaging/reproduce.py [--programs FOLDER] [--again FOLDER] [--report FILE] [--quick]

    --programs FOLDER   the programs of the first build (.build/release)
    --again FOLDER      those of a second build that is there already; without it, it is made here
    --report FILE       where the report goes as well
    --quick             packs quickly instead of small

The second build is of the last commit, in a clone in another folder, with another home, temporary folder, time zone, locale and mask, as
another user if this one is root, and on another day where Debian's `faketime` is there. The other folder's path is as long as this one's:
where GRDB lets a closure escape for a while, Swift puts the length of that file's path into the agent. diffoscope, if there, says where
two files differ. Ends with 1 if a byte does.
"""

import argparse
import hashlib
import os
import platform
import pwd
import secrets
import shutil
import string
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from release import PROGRAMS, ROOT, PackagingError, commit_time, own_version, run, stripped

# What is said of the second build; the folders come to it.
OTHER = {"TZ": "Pacific/Kiritimati", "LC_ALL": "el_GR.UTF-8", "LANG": "el_GR.UTF-8", "PYTHONHASHSEED": "7"}
MASK = 0o077
SHIFT = "+33d"
USER = "nobody"


def archives(root: Path, folder: Path, programs: Path, quick: bool, crx_key: Path | None = None, **options) -> None:
    """Makes everything whose bytes follow from the commit and the programs, by the scripts of a clone."""
    small = ["--quick"] if quick else []
    # The one here may lie in a home that another user can't enter.
    python = "/usr/bin/python3" if "user" in options else sys.executable
    built = ["--programs", str(programs)]
    for command in (
        ["deb.py", str(folder), *built, *small],
        ["rpm.py", str(folder), *built, *small],
        ["tarball.py", str(folder), *built],
        ["tarball.py", str(folder), "--source"],
        ["extension.py", str(folder), *(["--key", str(crx_key)] if crx_key else [])],
    ):
        print(f"{command[0]} ...", flush=True)
        run(python, root / "packaging" / command[0], *command[1:], cwd=root, **options)
    stem = f"sidekey-{own_version()}"
    (folder / f"{stem}.spdx.json").write_text(run(python, root / "packaging/sbom.py", *built, cwd=root, **options))
    (binary,) = folder.glob(f"{stem}-linux-*.tar.gz")
    recipes = ["--source", folder / f"{stem}.tar.gz", "--binary", binary]
    run(python, root / "packaging/templates.py", folder / "recipes", *recipes, cwd=root, **options)


def sums(folder: Path) -> dict[str, str]:
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(folder.rglob("*")) if path.is_file()}


def difference(one: Path, two: Path) -> list[str]:
    if not shutil.which("diffoscope"):
        return ["         (diffoscope isn't here to say where)"]
    said = subprocess.run(["diffoscope", "--max-text-report-size", "20000", one, two], capture_output=True, text=True).stdout
    return [f"         {line}" for line in said.splitlines()]


@dataclass(frozen=True)
class Elsewhere:
    """A clone of the last commit, and how programs are run in it: unlike here in everything that should not show."""

    clone: Path
    scratch: Path
    # For subprocess: environment, mask and user.
    options: dict

    def build(self) -> Path:
        """Builds the programs; gives their folder."""
        command = ["bash", "packaging/build"]
        if shutil.which("faketime"):
            command = ["faketime", "-f", SHIFT, *command]
        if subprocess.run(command, cwd=self.clone, **self.options).returncode != 0:
            raise PackagingError("the programs weren't built a second time")
        return (self.clone / ".build/release").resolve()

    def unlike(self) -> str:
        """What was unlike here, in a line for the report."""
        user = f"user {USER}" if "user" in self.options else "the same user"
        day = f"the day {SHIFT}" if shutil.which("faketime") else "the same day, for want of faketime"
        return f"{', '.join(f'{name}={value}' for name, value in OTHER.items())}, umask {MASK:03o}, {user}, {day}"


def as_long_as(folder: Path, scratch: Path) -> Path:
    """A path as long as another's, of a folder that isn't there yet: in the scratch folder, or where that is too deep, beside it."""
    length = len(str(folder))
    for parent in (scratch, scratch.parent):
        room = length - len(f"{parent}/")
        # A name that nobody has.
        if room >= 4:
            return parent / "".join(secrets.choice(string.ascii_lowercase) for _ in range(room))
    raise PackagingError(f"{folder} has so short a path that no other folder has one as long: clone it somewhere deeper")


@contextmanager
def elsewhere() -> Iterator[Elsewhere]:
    with ExitStack() as stack:
        scratch = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        # Another user goes through it.
        scratch.chmod(0o711)
        own = scratch / "a-folder-with-a-longer-name"
        clone = as_long_as(ROOT, scratch)
        stack.callback(shutil.rmtree, clone, ignore_errors=True)
        for folder in (own, own / "home/.cache", own / "tmp"):
            folder.mkdir(parents=True)
        run("git", "clone", "--quiet", "--no-hardlinks", str(ROOT), str(clone))
        # What the build resolved, which git doesn't know, and what was fetched for it.
        shutil.copy(ROOT / "Package.resolved", clone)
        fetched = Path.home() / ".cache/org.swift.swiftpm"
        if fetched.is_dir():
            shutil.copytree(fetched, own / "home/.cache/org.swift.swiftpm", symlinks=True)
        # Where packages are fetched from a folder of this machine, that is another user's.
        (own / "home/.gitconfig").write_text("[safe]\n\tdirectory = *\n")
        options: dict = {"env": {**os.environ, **OTHER, "HOME": str(own / "home"), "TMPDIR": str(own / "tmp"), "SOURCE_DATE_EPOCH": str(commit_time())}, "umask": MASK}
        if os.geteuid() == 0:
            user = pwd.getpwnam(USER)
            options |= {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
            options["env"] |= {"USER": USER, "LOGNAME": USER}
            for path in [own, *own.rglob("*"), clone, *clone.rglob("*")]:
                os.chown(path, user.pw_uid, user.pw_gid, follow_symlinks=False)
        yield Elsewhere(clone, own, options)


def compared(one: Path, two: Path) -> tuple[list[str], bool]:
    """A line for each file of two folders, and whether all are the same."""
    first, second = sums(one), sums(two)
    lines = []
    for name in sorted(first.keys() | second.keys()):
        same = first.get(name) == second.get(name)
        lines.append(f"{'same   ' if same else 'DIFFERS'}  {first.get(name, 'not made')}  {name}")
        if not same and name in first and name in second:
            lines += difference(one / name, two / name)
    return lines, first == second


def reproduced(first: Path, programs: Path, quick: bool, crx_key: Path | None, again: Path | None = None) -> tuple[str, bool]:
    """Builds and makes all of it again elsewhere; gives the report, and whether everything is the same.

    `first` has the archives of `programs`. `again` are programs of a second build that is there already.
    """
    with elsewhere() as place:
        rebuilt = again or place.build()
        bare = [place.scratch / name for name in ("programs", "programs again")]
        for folder, source in zip(bare, (programs, rebuilt), strict=True):
            folder.mkdir()
            for name in PROGRAMS:
                (folder / name).write_bytes(stripped(source / name))
        second = place.scratch / "again"
        second.mkdir()
        if "user" in place.options:
            os.chown(second, place.options["user"], place.options["group"])
        archives(place.clone, second, rebuilt, quick, crx_key, **place.options)
        of_programs, same_programs = compared(*bare)
        of_archives, same_archives = compared(first, second)
        how = place.unlike()
    lines = [
        f"Sidekey {own_version()}, commit {run('git', 'rev-parse', 'HEAD', cwd=ROOT).strip()}",
        "",
        f"The programs were built twice, in folders with paths of {len(str(ROOT))} bytes, and everything else was made of each build: the second",
        "time in a clone in another folder, with another temporary folder and home. What is compared of a program is the form in which it is delivered, without its symbols.",
        "",
        f"on {platform.freedesktop_os_release().get('PRETTY_NAME', 'an unknown system')}, {run('swift', '--version').splitlines()[0]}",
        f"second: {how}" if not again else f"second: archives with {how}; the programs were built before, in {again}",
        "",
        *of_programs,
        "",
        *of_archives,
    ]
    return "\n".join(lines) + "\n", same_programs and same_archives


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--programs", type=Path, default=ROOT / ".build/release")
    parser.add_argument("--again", type=Path)
    parser.add_argument("--report", type=Path)
    parser.add_argument("--quick", action="store_true")
    options = parser.parse_args()
    try:
        if left := run("git", "status", "--porcelain", "--untracked-files=no", cwd=ROOT).strip():
            raise PackagingError(f"there are changes that aren't committed: {left.splitlines()[0].strip()}")
        with tempfile.TemporaryDirectory() as scratch:
            first = Path(scratch) / "first"
            first.mkdir()
            programs = options.programs.resolve()
            archives(ROOT, first, programs, options.quick, umask=0o022, env={**os.environ, "SOURCE_DATE_EPOCH": str(commit_time())})
            report, same = reproduced(first, programs, options.quick, None, options.again and options.again.resolve())
    except PackagingError as error:
        print(f"reproduce: error: {error}", file=sys.stderr)
        return 1
    if options.report:
        options.report.write_text(report)
    print(report, end="")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
