"""Type-checks Wallet with folders left out, against the libraries that the last build has made.

    python3 Tests/Support/without_module.py BUILD FOLDER...

BUILD is the folder of the build's products, as .build/debug; the compiler's own arguments are taken from the plan that
SwiftPM keeps beside it. Prints what doesn't compile, and then ends with 1.
"""

import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import installed_modules

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def arguments(build: pathlib.Path) -> list[str]:
    """What SwiftPM gives the compiler for Wallet besides its files."""
    plan = build.resolve().parent.parent / f"{build.name}.yaml"
    lines = plan.read_text(encoding="utf-8").split("\n")
    start = next(n for n, line in enumerate(lines) if re.match(r'  "C\.Wallet-', line))
    found = next(line for line in lines[start:] if line.lstrip().startswith(("args:", "other-args:")))
    return json.loads(found.split(":", 1)[1])


def command(given: list[str], files: list[str]) -> list[str]:
    """The same compilation, of other files, and without a result."""
    kept = []
    rest = iter(given)
    for argument in rest:
        if argument in ("-o", "-output-file-map", "-emit-module-path", "-emit-objc-header-path", "-num-threads", "-j",
                        "-index-store-path", "-emit-const-values-path"):
            next(rest, None)
        elif argument.startswith("@") or argument.endswith(".swift") or re.match(r"-j\d+$", argument):
            continue
        elif argument in ("-c", "-emit-module", "-emit-dependencies", "-incremental", "-whole-module-optimization",
                          "-enable-batch-mode", "-parseable-output", "-emit-objc-header", "-index-store-path",
                          "-serialize-diagnostics", "-parse-as-library"):
            continue
        else:
            kept.append(argument)
    return kept + ["-parse-as-library", "-typecheck"] + files


def main() -> int:
    build, leaving = pathlib.Path(sys.argv[1]), sys.argv[2:]
    given = arguments(build)
    swiftc = given[0] if given[0].endswith("swiftc") else "swiftc"
    given = given[1:] if given[0].endswith("swiftc") else given
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch) / "Wallet"
        shutil.copytree(ROOT / "Sources/Wallet", folder)
        for name in leaving:
            shutil.rmtree(folder / name)
        names = installed_modules.modules(folder)
        (folder / "InstalledModules.swift").write_text(installed_modules.text(names), encoding="utf-8")
        files = sorted(str(file) for file in folder.rglob("*.swift"))
        done = subprocess.run([swiftc] + command(given, files), cwd=ROOT, capture_output=True, text=True, check=False)
    errors = [line for line in done.stderr.splitlines() if "error:" in line]
    print("\n".join(errors))
    return 1 if errors or done.returncode else 0


if __name__ == "__main__":
    sys.exit(main())
