"""The first program on each library's page compiles against what a package gets, and prints what the page says."""

import re
import shlex
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from library_products import ROOT, compiler_arguments, libraries, objects, products
from local_node import LocalNode

# What a program's reader has anyway, and swift-log, which comes with the products that take a logger.
ELSEWHERE = {"FoundationEssentials", "Logging", "Synchronization"}


def program(product: str) -> Path:
    return ROOT / "Examples" / "first" / f"{product}.swift"


def page(product: str) -> str:
    text = (ROOT / "Sources" / product / f"{product}.docc" / f"{product}.md").read_text(encoding="utf-8")
    return text.split("\n## A first program\n")[1].split("\n## Topics\n")[0]


def blocks(product: str, language: str) -> list[str]:
    """What stands on the page as code of a language; an output has none."""
    found = re.findall(r"^```(\w*)\n(.*?)^```$", page(product), re.MULTILINE | re.DOTALL)
    return [body for name, body in found if name == language]


def built(product: str, folder: Path) -> Path:
    """Compiles and links the program as the build did its own."""
    result = folder / "program"
    listed = folder / "objects"
    listed.write_text("\n".join(shlex.quote(path) for path in objects(product)), encoding="utf-8")
    where = compiler_arguments(product)
    done = subprocess.run(
        ["swiftc", "-swift-version", "6", "-warnings-as-errors", "-enable-upcoming-feature", "MemberImportVisibility",
         *where, str(program(product)), f"@{listed}", "-o", str(result), "-lstdc++", *libraries(product),
         "-Xlinker", "--gc-sections"],
        cwd=folder, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stderr
    return result


def test_the_page_shows_the_program(product: str) -> None:
    assert blocks(product, "swift") == [program(product).read_text(encoding="utf-8")]


def test_it_imports_what_a_package_can_have(product: str) -> None:
    imported = set(re.findall(r"^import (\w+)$", program(product).read_text(encoding="utf-8"), re.MULTILINE))
    assert product in imported
    assert imported <= {*products(), *ELSEWHERE}
    # What its reader has to add to the package besides is named before it.
    before = page(product).split("```swift")[0]
    assert all(re.search(rf"\b{name}\b", before) for name in imported - {product, "FoundationEssentials"})


def test_it_prints_what_the_page_says(product: str, tmp_path: Path) -> None:
    command = built(product, tmp_path)
    outputs = blocks(product, "")
    if product == "SidekeyAgent":
        return serves(command, tmp_path)
    with arguments(product) as given:
        done = subprocess.run([command, *given], capture_output=True, text=True, check=False, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    assert outputs == [done.stdout]


@contextmanager
def arguments(product: str) -> Iterator[list[str]]:
    """What the program is started with: one that asks a node has one at another port than its reader's."""
    if product != "SolanaRPCTransports":
        yield []
        return
    with LocalNode("--slot-ms", "0") as node:
        yield [node.url]


def serves(command: Path, folder: Path) -> None:
    """An agent doesn't print: it opens its wallet and goes on until it is told to end."""
    home = folder / "home"
    home.mkdir(mode=0o700)
    agent = subprocess.Popen([command], env={"SIDEKEY_HOME": str(home), "HOME": str(home), "SIDEKEY_NETWORK": "off"})
    try:
        limit = time.monotonic() + 30
        while not list(home.rglob("*.sock")) and time.monotonic() < limit:
            assert agent.poll() is None
            time.sleep(0.05)
        assert list(home.rglob("*.sock"))
        agent.send_signal(signal.SIGTERM)
        assert agent.wait(30) == 0
    finally:
        if agent.poll() is None:
            agent.kill()
            agent.wait()
