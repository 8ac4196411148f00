"""The time until the approval window and the toolbar popup draw their first content, against windows with one picture in them."""

import json
import statistics

from local_node import LocalNode
from browsers import Surface, SurfaceGone, wait_for
from stage import APPROVAL, POPUP, Stage
from timing import ROOT, Line, Times, ratio
from wallet import Wallet

ROUNDS = 12
BLANK = "icons/sidekey.svg"
PAGES = ROOT / "Benchmarks" / "page"
PAGE = "(window.wrappedJSObject ?? window).benchmark"
BROWSERS = ("chromium", "firefox")
NOW = "performance.timeOrigin + performance.now()"
# When the first content was drawn: from the document's beginning, and by the wall's clock.
DRAWN = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
SINCE = f"{DRAWN} + performance.timeOrigin"
# When Home shows the account, late by one look at most.
FILLED = "document.querySelector('.home .switch-current') && performance.now()"
# When the popup shows the account's SOL: with its first paint and not before its own mark, or else by the first look that finds it.
NUMBERS = """(() => {
    const page = window.wrappedJSObject ?? window;
    const [mark] = performance.getEntriesByName("kept-balance");
    const [paint] = performance.getEntriesByName("first-contentful-paint");
    if (mark) return paint && Math.max(mark.startTime, paint.startTime);
    if (!page.numbersLooked) {
        page.numbersLooked = true;
        const look = () => {
            if (!document.querySelector(".balance .amount:not(.reading, .unknown)")) return requestAnimationFrame(look);
            page.numbersShown = performance.now();
        };
        look();
    }
    return page.numbersShown;
})()"""
# Called from a script that the extension's own page runs: Firefox's driver stands beside it, and its objects are none of the page's.
CALL = """(name, argument) => {
    const page = window.wrappedJSObject ?? window;
    const [space, method] = name.split(".");
    return (page.browser ?? page.chrome)[space][method](page.JSON.parse(argument));
}"""


def approval_rows() -> list[Line]:
    """From the page's call to the first content of the approval window; from `windows.create` to that of a picture."""
    lines = []
    for browser in BROWSERS:
        with Wallet(recorded=False) as wallet, unlocked(browser, wallet) as stage:
            tab = stage.browser.open(f"{stage.site(PAGES).origin}/connect.html")
            screen = stage.browser.open(address(stage, POPUP))
            turns = [(asked(stage, tab), opened(stage, screen)) for _ in range(1 + ROUNDS)][1:]
            ours, blank = (Times(list(times)) for times in zip(*turns, strict=True))
            lines.append(ratio(f"request to the approval's first content, {browser}", ours, "a blank window", blank, 1.3))
    return lines


def popup_rows() -> list[Line]:
    """From the beginning of the toolbar popup's document to its first content; the same of a picture as the popup."""
    lines = []
    for browser in BROWSERS:
        with Wallet(recorded=False) as wallet, unlocked(browser, wallet) as stage:
            screen = stage.browser.open(address(stage, "ui/passkey.html"))
            turns = [(pressed(stage, screen, POPUP), pressed(stage, screen, BLANK)) for _ in range(1 + ROUNDS)][1:]
            ours, blank = (Times(list(times)) for times in zip(*turns, strict=True))
            beyond = [(mine - plain) / 1e6 for mine, plain in turns]
            figure = f"popup to its first content, beyond a blank one, {browser}"
            lines.append(Line(figure, str(ours), f"a blank popup {blank}", statistics.median(beyond), min(beyond), 100, " ms"))
            # The first content is the header, which the page holds; this is the account, as the agent says it.
            filled = Times([pressed(stage, screen, POPUP, FILLED) for _ in range(1 + ROUNDS)][1:])
            lines.append(Line(f"popup to the account that the agent names, {browser}", str(filled)))
    return lines


def balance_rows() -> list[Line]:
    """From the beginning of the toolbar popup's document to the account's SOL as it was saved last; a node is asked afterwards."""
    lines = []
    for browser in BROWSERS:
        with LocalNode("--slot-ms", "400") as node, Wallet(recorded=False, network="on") as wallet, unlocked(browser, wallet) as stage:
            wallet.use_nodes(node.url)
            node.control(set=wallet.public_key, lamports=1_234_567_890)
            screen = stage.browser.open(address(stage, "ui/passkey.html"))
            shown = Times([pressed(stage, screen, POPUP, NUMBERS) for _ in range(2 + ROUNDS)][2:])
            figure = f"popup to the balance in it, {browser}"
            lines.append(Line(figure, str(shown), "", shown.median / 1e6, shown.least / 1e6, 100, " ms"))
    return lines


def unlocked(browser: str, wallet: Wallet) -> Stage:
    wallet.create()
    wallet.unlock()
    return Stage(browser, wallet)


def asked(stage: Stage, tab: Surface) -> float:
    tab.wait_until(f"{PAGE} && {PAGE}.isReady()")
    stage.ensure_unlocked()
    # A page that nobody touched gets no window.
    tab.touch()
    began = tab.run(f"const began = {NOW}; {PAGE}.ask(); return began;")
    taken = drawn(stage, APPROVAL, f"{SINCE} - {began}")
    # Its page takes the request back: a site that is rejected three times has to wait.
    tab.run("location.reload()")
    wait_for(lambda: not stage.wallet.pending(), "the request is taken back")
    stage.wait_for_rest()
    return taken


def opened(stage: Stage, screen: Surface) -> float:
    details = json.dumps({"type": "popup", "url": address(stage, BLANK), "width": 384, "height": 660})
    began = screen.run(f"const began = {NOW}; ({CALL})('windows.create', {json.dumps(details)}); return began;")
    taken = drawn(stage, BLANK, f"{SINCE} - {began}")
    close(stage, BLANK)
    return taken


def pressed(stage: Stage, screen: Surface, popup: str, when: str = DRAWN) -> float:
    screen.evaluate(CALL, "action.setPopup", json.dumps({"popup": f"/{popup}"}))
    stage.browser.press_toolbar_button(stage.extension)
    taken = drawn(stage, popup, when)
    close(stage, popup)
    return taken


def drawn(stage: Stage, path: str, when: str) -> float:
    """Nanoseconds until the document at that path had drawn what is asked for."""

    def found() -> float | None:
        for surface in stage.browser.at(address(stage, path)):
            try:
                return surface.evaluate(f"({when}) || null")
            except SurfaceGone:
                continue
        return None

    return wait_for(found, f"{path} is drawn") * 1e6


def close(stage: Stage, path: str) -> None:
    for surface in stage.browser.at(address(stage, path)):
        surface.close()


def address(stage: Stage, path: str) -> str:
    return stage.browser.extension_url(stage.extension, path)
