"""A run of tests that is killed leaves nothing behind: no browser, no agent, no display and no folder. Another run beside it goes on."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from browsers import wait_for
from process import Process
from scratch import run_folder, sweep
from scratch_keeper import RUN, processes
from wallet import ROOT, Wallet

# Has a display, a browser, its host and an agent while it is at work.
TEST = "Tests/Browser/test_prompt.py::test_the_popup_unlocks_outside_the_browser"
PROGRAMS = {"chromium": {"chromium"}, "firefox": {"firefox-esr", "firefox-bin", "firefox"}}


class Run:
    """Another run of the tests, of one test in one browser."""

    def __init__(self, browser: str):
        command = [sys.executable, "-m", "pytest", "-q", "-n", "1", "--browser", browser, TEST]
        kept = {name: value for name, value in os.environ.items() if name != RUN and not name.startswith("PYTEST_")}
        quiet = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)
        self.process = subprocess.Popen(command, cwd=ROOT, env=kept, start_new_session=True, **quiet)
        self.keeper, self.folder = wait_for(self._keeper, "the other run has a folder")

    def _keeper(self) -> tuple[Process, Path] | None:
        for each in Path("/proc").glob("[0-9]*"):
            try:
                parent = (each / "stat").read_text().rsplit(")", 1)[1].split()[1]
                words = (each / "cmdline").read_text().split("\0")
                if parent == str(self.process.pid) and any(word.endswith("scratch_keeper.py") for word in words):
                    return Process(int(each.name)), Path(words[-2])
            except OSError:
                continue
        assert self.process.poll() is None, "the other run ended by itself"
        return None

    def programs(self) -> set[str]:
        """The names of what the run has started and runs."""
        found = set()
        for number in processes(self.folder):
            try:
                found.add(Path("/proc", str(number), "comm").read_text().strip())
            except OSError:
                continue
        return found

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(20)


@pytest.mark.parametrize(("browser_name", "with_keeper"), [("chromium", False), ("firefox", True)], ids=["alone", "with-its-keeper"])
def test_a_killed_run_leaves_nothing_behind_and_takes_nothing_of_anothers(browser_name: str, with_keeper: bool, wallet: Wallet):
    run = Run(browser_name)
    needed = {"Xvfb", "sidekey-host", "sidekey-agent"}
    wait_for(lambda: needed <= (found := run.programs()) and found & PROGRAMS[browser_name], "the other run is at work")
    if with_keeper:
        run.keeper.kill()
    run.kill()
    if with_keeper:
        assert run.folder.exists() and "sidekey-agent" in run.programs(), "there is nothing to remove"
        # As the next run begins.
        sweep(run.folder.parent)
    wait_for(lambda: not run.folder.exists() and not processes(run.folder), "nothing is left")
    assert wallet.folder.is_relative_to(run_folder()) and wallet.status["vault"] == "unlocked"
