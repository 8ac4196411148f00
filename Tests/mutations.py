#!/usr/bin/env python3
"""Makes mistakes in the sources, one a part of the wallet, and holds that the tests named for each catch it.

    Tests/mutations.py             each of them: caught or uncaught, a line each
    Tests/mutations.py vault relay only these
    Tests/mutations.py --together  with one build for all that are compiled; several mistakes are in the programs at once then
    Tests/mutations.py --restore   puts back what a run that was killed has left changed

Works in this checkout, since one of its own would have to be compiled from nothing: each file is put back as it was, whatever
happens, and what was changed stands in .build/mutations until it is. Ends with 1 where one isn't caught, or isn't found any more.
"""

import fcntl
import json
import os
import re
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CHANGED = ROOT / ".build" / "mutations"
BUILD = ["bash", "packaging/build", "--build-tests", "--explicit-target-dependency-import-check", "error"]
TEST = ["swift", "test", "-c", "release", "--traits", "Window", "--skip-build"]
PYTEST = [str(ROOT / ".venv-tests" / "bin" / "python"), "-m", "pytest", "-q"]
# A mistake can make a loop endless. In seconds; each of these runs takes a few.
PATIENCE = 900


@dataclass(frozen=True)
class Mutation:
    part: str
    #: What goes wrong with it.
    mistake: str
    file: str
    old: str
    new: str
    #: A regular expression over Swift tests, a file of `node --test`, or one test of `pytest`, which uses the built programs.
    tests: str

    @property
    def is_compiled(self) -> bool:
        return self.file.endswith(".swift")

    @property
    def path(self) -> Path:
        return ROOT / self.file


MUTATIONS = [
    Mutation(
        "queue",
        "a request whose time is over can be approved",
        "Sources/ApprovalQueue/ApprovalCoordinator.swift",
        "guard context.clock.now < pending.deadline else",
        "guard context.clock.now < pending.deadline + .seconds(3_600) else",
        r"^WalletStateTests\.(DeadlineBoundaryTests|DeadlineTests)/",
    ),
    Mutation(
        "policy",
        "what the browser let out isn't added up",
        "Sources/WalletState/Store/AuthenticatedStore+Decisions.swift",
        "contents.spendAllowance(charge.allowance, at: time)",
        "contents.spendAllowance(0, at: time)",
        r"^WalletStateTests\.AllowanceTests/(theAllowanceIsUsedUp|ofManyAtOnce)",
    ),
    Mutation(
        "budgets",
        "what the browser let out of a site's budget isn't added up",
        "Sources/WalletState/Store/AuthenticatedStore+Decisions.swift",
        "contents.spendBudget(of: charge.origin, charge.budget, at: time)",
        "contents.spendBudget(of: charge.origin, [:], at: time)",
        r"^WalletStateTests\.BudgetTests/",
    ),
    Mutation(
        "vault",
        "whether the passphrase was the right one isn't looked at",
        "Sources/WalletKeys/Vault/WrappedKey.swift",
        "guard keys.slice(32..<64).isEqual(to: commitment) else { return nil }",
        "_ = keys.slice(32..<64).isEqual(to: commitment)",
        r"^WalletKeysTests\.(VaultTests/.*told apart|SessionLockTests/.*wrong passphrase)",
    ),
    Mutation(
        "review",
        "the fee isn't counted among what the account loses",
        "Sources/TransactionReview/TransactionOutflow.swift",
        "review.changes.fee.addingSaturated(review.changes.lamports)",
        "review.changes.lamports",
        r"^TransactionReviewTests\.TransactionOutflowTests/",
    ),
    Mutation(
        "guards",
        "a guard holds half of what has to be left",
        "Sources/TransactionReview/Guards/GuardPlan.swift",
        "var rest = after\n",
        "var rest = after / 2\n",
        r"^TransactionReviewTests\.GuardPlanTests/",
    ),
    Mutation(
        "provider",
        "the port to the wallet is handed to any origin",
        "extension/page/WalletStandardProvider.js",
        'postMessage("sidekey:handover", self.origin, [channel.port2])',
        'postMessage("sidekey:handover", "*", [channel.port2])',
        "Tests/Extension/provider.test.mjs",
    ),
    Mutation(
        "relay",
        "a port from another frame is taken",
        "extension/content/relay.js",
        'if (event.source !== window || event.data',
        "if (event.data",
        "Tests/Extension/relay.test.mjs",
    ),
    Mutation(
        "frames",
        "a frame of as many bytes as there may be is refused",
        "Sources/NativeMessaging/FrameReader.swift",
        "guard count <= Frame.maximumCount else",
        "guard count < Frame.maximumCount else",
        r"^NativeMessagingTests\.FrameReaderTests/",
    ),
    Mutation(
        "records",
        "the code over policy and connections isn't compared",
        "Sources/WalletState/Store/AuthenticatedStorage.swift",
        "guard authenticator.isCode(code, over: bytes), sequence >= reached,",
        "guard authenticator.isCode(code, over: bytes) || !bytes.isEmpty, sequence >= reached,",
        r"^WalletStateTests\.(EditedDatabaseTests/anEditOfAnyMember|AuthenticatedStoreTests/whatSomebodyElseWrote)",
    ),
    Mutation(
        "sender",
        "what the network has seen is sent again",
        "Sources/WalletNetwork/Sending/Broadcast.swift",
        "if state.seen == nil, state.refusal == nil {",
        "if state.refusal == nil {",
        r"^WalletNetworkTests\.BroadcastTimingTests/",
    ),
    Mutation(
        "prompts",
        "a question that nobody answered in time counts as a yes",
        "Sources/Pinentry/PinentryConversation.swift",
        "case Code.timeout: return .timedOut",
        "case Code.timeout: return .yes",
        r"^PinentryTests\.ConversationTests/takesTheAnswerToAQuestion",
    ),
    Mutation(
        "window",
        "what is pressed before anybody can have read it counts",
        "Sources/sidekey-window/ScreenWindow.swift",
        "private static let unseen: gint64 = 500_000",
        "private static let unseen: gint64 = 0",
        "Tests/Window/test_window.py::test_what_comes_before_anyone_can_have_read_it_does_not_count",
    ),
]


def restore() -> None:
    """Puts every file back that stands in the list of those changed."""
    if not CHANGED.exists():
        return
    for name, content in json.loads(CHANGED.read_text()).items():
        (ROOT / name).write_text(content)
    CHANGED.unlink()


def change(mutations: list[Mutation]) -> None:
    before = {each.file: each.path.read_text() for each in mutations}
    # Whole before a file is touched, lest half a list be all there is to go by.
    unfinished = CHANGED.with_suffix(".new")
    unfinished.write_text(json.dumps(before))
    os.replace(unfinished, CHANGED)
    for each in mutations:
        each.path.write_text(each.path.read_text().replace(each.old, each.new))


def run(command: list[str], patience: int | None = None) -> subprocess.CompletedProcess:
    """Runs a command; one that takes too long is ended with all that it has started, which holds its output open."""
    with subprocess.Popen(
        command,
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        process_group=0,
    ) as process:
        try:
            output, _ = process.communicate(timeout=patience)
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)
            raise
        return subprocess.CompletedProcess(command, process.returncode, output)


def build() -> None:
    if (done := run(BUILD)).returncode != 0:
        sys.exit(f"a mistake that doesn't compile shows nothing:\n{done.stdout[-3000:]}")


def verdict(mutation: Mutation) -> str:
    """`caught` where a test fails, `uncaught` where all pass; neither where none was run."""
    if not mutation.is_compiled:
        done = run(["node", "--test", "--test-reporter=tap", mutation.tests])
        failed, passed = (int(n[1]) if (n := re.search(rf"^# {word} (\d+)$", done.stdout, re.M)) else 0 for word in ("fail", "pass"))
        if failed + passed == 0:
            return "uncaught: no test was run"
        return "caught" if failed else "uncaught"
    if "::" in mutation.tests and mutation.tests.startswith("Tests/"):
        done = run([*PYTEST, mutation.tests], PATIENCE)
        # What can't be run at all is an error, and no test that failed.
        failed, passed = (int(n[1]) if (n := re.search(rf"\b(\d+) {word}\b", done.stdout)) else 0 for word in ("failed", "passed"))
        if failed + passed == 0:
            return "uncaught: no test was run"
        return "caught" if failed else "uncaught"
    try:
        done = run([*TEST, "--filter", mutation.tests], PATIENCE)
    except subprocess.TimeoutExpired:
        return "uncaught: the tests never came to their end"
    # A line of the summary says how many there were; a crash says nothing and is no test that failed.
    if ran := re.search(r"Test run with (\d+) tests?.* (passed|failed) after", done.stdout):
        if int(ran[1]) == 0:
            return "uncaught: no test was run"
        return "caught" if ran[2] == "failed" else "uncaught"
    return "uncaught: the tests never came to their end"


def main() -> None:
    words = sys.argv[1:]
    CHANGED.parent.mkdir(exist_ok=True)
    lock = CHANGED.with_suffix(".lock").open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        # Whoever works here puts back what is changed.
        sys.exit(0 if words == ["--restore"] else "mistakes are being made in this checkout already")
    restore()
    if words == ["--restore"]:
        return
    together = "--together" in words
    names = [word for word in words if word != "--together"]
    if unknown := set(names) - {each.part for each in MUTATIONS}:
        sys.exit(f"no part is called {unknown.pop()}; there are: {' '.join(each.part for each in MUTATIONS)}")
    chosen = [each for each in MUTATIONS if not names or each.part in names]
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda number, _: sys.exit(128 + number))
    lost = [each for each in chosen if each.path.read_text().count(each.old) != 1]
    for each in lost:
        print(f"{each.part:9} uncaught: its text isn't in {each.file} once", flush=True)
    rest = [each for each in chosen if each not in lost]
    compiled = [each for each in rest if each.is_compiled]
    rounds = [[each] for each in rest if not each.is_compiled]
    rounds += [compiled] if together and compiled else [[each] for each in compiled]
    uncaught = len(lost)
    try:
        for mutations in rounds:
            change(mutations)
            if mutations[0].is_compiled:
                build()
            for each in mutations:
                said = verdict(each)
                uncaught += said != "caught"
                print(f"{each.part:9} {said}: {each.mistake}", flush=True)
            restore()
    finally:
        restore()
    # What stands in .build is what stands in the sources again.
    if compiled:
        build()
    print(f"{len(chosen) - uncaught} caught, {uncaught} uncaught")
    sys.exit(1 if uncaught else 0)


if __name__ == "__main__":
    main()
