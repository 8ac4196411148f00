#!/usr/bin/env python3
"""A release: the version in every place, the commit and its tag, and everything that is given away, signed and made twice.

    packaging/cut.py VERSION (--key FILE | --unsigned) [--output FOLDER] [--crx-key FILE] [--quick]

    --key FILE       minisign's secret key; minisign asks for its passphrase itself, and nothing here reads the file
    --unsigned       a rehearsal, without a signature
    --output FOLDER  where all of it comes to lie (.build/release-VERSION)
    --crx-key FILE   besides, a CRX3 that is signed with this RSA key in PEM
    --quick          packs quickly instead of small, for tests

It wants a clean clone whose CHANGELOG begins with an unreleased section. It makes the branch `release/VERSION` with one commit and the tag
`vVERSION`, and pushes nothing: whoever has looked at it does. If anything fails, the branch is gone again.

```
sidekey_VERSION_amd64.deb  sidekey-VERSION-1.x86_64.rpm  sidekey-VERSION-linux-x86_64.tar.gz
sidekey-VERSION.tar.gz     the source
sidekey-VERSION.xpi  sidekey-VERSION.zip     the extension for the stores
sidekey-VERSION.spdx.json  what the programs are made of
recipes/                   for the AUR, Nix and Homebrew
reproducibility.txt        what a second build elsewhere gave (packaging/reproduce.py)
SHA256SUMS  SHA256SUMS.minisig
releases.json  releases.json.minisig         the list that `sidekey update --check` reads
```
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

from release import ROOT, PackagingError, commit_time, own_version, run
from reproduce import archives, reproduced, sums

# Each place that says the version, with what stands before and after it. A test finds the ones that are missing here.
PLACES = {
    "extension/manifest.json": r'(^    "version": ")[^"]+(")',
    "Sources/AgentSocket/AgentProgram.swift": r'(public static let version = ")[^"]+(")',
    # What holds the programs against it.
    "Tests/CommandLineTests/UsageTests.swift": r'(#expect\(result\.text == ")[0-9.]+(\\n"\))',
    "Tests/CommandLineTests/WalletSessionTests.swift": r'(#expect\(locked\["version"\] == ")[0-9.]+("\))',
}
UNRELEASED = re.compile(r"^## (?:\S+ )?\(unreleased\)$", re.M)
RELEASED = re.compile(r"^## ([0-9]+\.[0-9]+\.[0-9]+) \([0-9-]+\)$", re.M)
SUMS = "SHA256SUMS"
NOTES = "https://sidekey.app/releases"


def parts(version: str) -> tuple[int, ...]:
    # What a browser's manifest and a package take alike.
    if not re.fullmatch(r"(0|[1-9][0-9]{0,3})(\.(0|[1-9][0-9]{0,3})){2}", version):
        raise PackagingError(f"{version} isn't a version like 0.2.0")
    return tuple(int(part) for part in version.split("."))


def git(*arguments: str, root: Path = ROOT) -> str:
    return run("git", *arguments, cwd=root).strip()


def check(version: str) -> None:
    """Refuses what can't become a release, before anything is changed."""
    wanted = parts(version)
    if left := git("status", "--porcelain"):
        raise PackagingError(f"there are changes that aren't committed: {left.splitlines()[0].strip()}")
    log = (ROOT / "CHANGELOG.md").read_text()
    released = {*RELEASED.findall(log), *(tag[1:] for tag in git("tag", "--list", "v[0-9]*").split())}
    if newest := max((parts(each) for each in released), default=None):
        if wanted <= newest:
            raise PackagingError(f"{version} isn't newer than {'.'.join(map(str, newest))}")
    if wanted < parts(own_version()):
        raise PackagingError(f"{version} is older than the programs' own {own_version()}")
    section(log)


def section(log: str) -> tuple[re.Match[str], str]:
    """The heading of what isn't released yet, and its text."""
    first = re.search(r"^## .*$", log, re.M)
    heading = UNRELEASED.search(log)
    if not heading or not first or first.start() != heading.start():
        raise PackagingError("CHANGELOG.md doesn't begin with a section that is (unreleased)")
    after = re.compile(r"^## ", re.M).search(log, heading.end())
    text = log[heading.end() : after.start() if after else len(log)]
    if not re.search(r"^- \S", text, re.M):
        raise PackagingError("the unreleased section of CHANGELOG.md has no line")
    return heading, text


def set_version(version: str, day: str) -> None:
    for name, pattern in PLACES.items():
        path = ROOT / name
        changed, count = re.subn(pattern, rf"\g<1>{version}\g<2>", path.read_text(), flags=re.M)
        if count != 1:
            raise PackagingError(f"{name} says the version {count} times; packaging/cut.py looks for {pattern}")
        path.write_text(changed)
    path = ROOT / "CHANGELOG.md"
    log = path.read_text()
    heading, _ = section(log)
    path.write_text(log[: heading.start()] + f"## {version} ({day})" + log[heading.end() :])


def sign(folder: Path, version: str, day: str, key: Path) -> None:
    comment = f"Sidekey {version}, {day}"
    # It asks for the key's passphrase on the terminal.
    ended = subprocess.run(["minisign", "-S", "-s", key, "-m", folder / SUMS, "-t", comment], stdout=subprocess.DEVNULL)
    if ended.returncode != 0:
        raise PackagingError("minisign has not signed")
    # Later releases have more commits, so that the counter goes up.
    counter = git("rev-list", "--count", "HEAD")
    run(sys.executable, ROOT / "packaging/release_list.py", folder, "--counter", counter, "--notes", f"{NOTES}/{version}", "--date", day, "--key", key)


def cut(options: argparse.Namespace) -> Path:
    version = options.version
    check(version)
    output = options.output or ROOT / f".build/release-{version}"
    if output.exists() and any(output.iterdir()):
        raise PackagingError(f"{output} isn't empty")
    if options.key:
        if not options.key.is_file():
            raise PackagingError(f"there is no key {options.key}")
        if not shutil.which("minisign"):
            raise PackagingError("there is no minisign in the PATH: apt-get install minisign")
    before, branch, tag = git("rev-parse", "--abbrev-ref", "HEAD"), f"release/{version}", f"v{version}"
    before = git("rev-parse", "HEAD") if before == "HEAD" else before
    day = datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH") or datetime.now(UTC).timestamp()), UTC).strftime("%Y-%m-%d")
    git("switch", "--quiet", "--create", branch)
    try:
        set_version(version, day)
        git("commit", "--quiet", "--all", "--message", f"release: {version}")
        if subprocess.run(["bash", ROOT / "packaging/build"]).returncode != 0:
            raise PackagingError("the programs weren't built")
        if left := git("status", "--porcelain"):
            raise PackagingError(f"the build has changed files: {left.splitlines()[0].strip()}")
        output.mkdir(parents=True, exist_ok=True)
        environment = {**os.environ, "SOURCE_DATE_EPOCH": str(commit_time())}
        os.environ["SOURCE_DATE_EPOCH"] = environment["SOURCE_DATE_EPOCH"]
        programs = (ROOT / ".build/release").resolve()
        archives(ROOT, output, programs, options.quick, options.crx_key, env=environment, umask=0o022)
        print("the same again, elsewhere", flush=True)
        report, same = reproduced(output, programs, options.quick, options.crx_key)
        (output / "reproducibility.txt").write_text(report)
        if not same:
            raise PackagingError(f"the second build differs: {output}/reproducibility.txt")
        (output / SUMS).write_text("".join(f"{value}  {name}\n" for name, value in sums(output).items()))
        if options.key:
            sign(output, version, day, options.key)
        git("tag", "--annotate", tag, "--message", f"Sidekey {version}")
    except BaseException:
        # As it was before; what was made stays to be looked at.
        git("switch", "--quiet", "--force", *(["--detach"] if re.fullmatch("[0-9a-f]{40}", before) else []), before)
        git("branch", "--quiet", "-D", branch)
        raise
    return output


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("version")
    parser.add_argument("--output", type=Path)
    signed = parser.add_mutually_exclusive_group(required=True)
    signed.add_argument("--key", type=Path)
    signed.add_argument("--unsigned", action="store_true")
    parser.add_argument("--crx-key", type=Path)
    parser.add_argument("--quick", action="store_true")
    options = parser.parse_args()
    for name in ("output", "key", "crx_key"):
        if value := getattr(options, name):
            setattr(options, name, value.absolute())
    try:
        output = cut(options)
    except PackagingError as error:
        print(f"release: error: {error}", file=sys.stderr)
        return 1
    print(f"{output}: look at it, then push the branch release/{options.version} and the tag v{options.version}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
