"""A silent `connect` from a page and back, in both browsers."""

import json
import sys
from pathlib import Path

from browsers import Surface, wait_for
from stage import Stage
from timing import MADE, ROOT, Line, Times, ratio
from wallet import Wallet

ROUNDS = 10
CALLS = 20
PAGE = "(window.wrappedJSObject ?? window).benchmark"
PAGES = ROOT / "Benchmarks" / "page"


def rows() -> list[Line]:
    lines = []
    for browser in ("chromium", "firefox"):
        ours, peer = measure(browser)
        lines.append(ratio(f"silent connect from a page and back, {browser}", ours, "C stand-in host", peer, 1.15))
    return lines


def measure(browser: str) -> tuple[Times, Times]:
    """Two browsers of the kind side by side, one with the wallet and one with the stand-in, asked in turn."""
    with Wallet(recorded=False) as wallet, Wallet(recorded=False) as other:
        wallet.create()
        wallet.unlock()
        with staged(browser, wallet) as real, staged(browser, other, MADE / "stand-in-host") as stand_in:
            tabs = [opened(real), opened(stand_in)]
            for tab in tabs:
                # A page that nobody touched connects to nothing.
                tab.touch()
                tab.run(f"{PAGE}.ask()")
            request = wait_for(wallet.pending, "the wallet is asked")[0]
            wallet.run("approve", request["id"], "--yes")
            for tab in tabs:
                tab.wait_until(f"{PAGE}.isConnected()")
            # As it is most of the day. A locked wallet also answers by reading its vault file.
            wallet.lock()
            times: list[list[float]] = [[], []]
            for turn in range(1 + ROUNDS):
                for tab, found in zip(tabs, times, strict=True):
                    tab.bring_to_front()
                    taken = timed(tab)
                    if turn > 0:
                        found += taken
            return Times(times[0]), Times(times[1])


def staged(browser: str, wallet: Wallet, host: Path | None = None) -> Stage:
    profile = wallet.folder / "profile"
    profile.mkdir()
    # Firefox rounds a page's clock to a millisecond, which is too coarse here; the harness's own user.js stays.
    (profile / "prefs.js").write_text('user_pref("privacy.reduceTimerPrecision", false);\n')
    wallet.register_host(profile, host)
    return Stage(browser, wallet, registered=False, profile=profile)


def opened(stage: Stage) -> Surface:
    tab = stage.browser.open(f"{stage.site(PAGES).origin}/connect.html")
    tab.wait_until(f"{PAGE} && {PAGE}.isReady()")
    return tab


def timed(tab: Surface) -> list[float]:
    """Nanoseconds of each call."""
    tab.run(f"{PAGE}.begin({CALLS})")
    result = json.loads(wait_for(lambda: tab.evaluate(f"{PAGE}.result()"), "the calls are answered"))
    if "error" in result:
        sys.exit(f"benchmarks: error: {result['error']}")
    return [time * 1e6 for time in result["taken"]]
