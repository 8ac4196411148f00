"""A browser with the extension in it, a wallet, and the sites that it visits: what tests and the demo play on."""

import os
import shutil
import time
from pathlib import Path

from browsers import PATIENCE, Browser, Extension, Surface, TimedOut, launch, wait_for
from loopback import Site
from seat import Seat
from wallet import IDS, ROOT, Wallet

SIDEKEY = Extension(ROOT / "extension", IDS["chromium"], IDS["firefox"], welcome="ui/wallet.html")
APPROVAL = "ui/approval.html"
POPUP = "ui/popup.html"


class Stage:
    """The browser starts with the stage and ends with `close`, or is one that others have after it; the wallet is its owner's."""

    def __init__(
        self,
        browser: str | Seat,
        wallet: Wallet,
        extension: Extension = SIDEKEY,
        others: list[Extension] | None = None,
        headless: bool = True,
        registered: bool = True,
        loaded: bool = True,
        profile: Path | None = None,
        within: list[str] | None = None,
        **manifest: list[str],
    ):
        """Starts the browser of that name, or takes a seat.

        - others: extensions beside the wallet's own.
        - registered: whether the host's native manifest is written for the profile; `manifest` adds to its lists.
        - loaded: false where the extension is installed already.
        - profile: a folder of the caller's.
        - within: what the browser's command begins with.
        """
        self.wallet = wallet
        self.extension = extension
        self.sites: list[Site] = []
        self._familiar: Site | None = None
        self.seat = browser if isinstance(browser, Seat) else None
        if self.seat:
            self.registration = {"registered": registered, **manifest}
            self.sit()
            return
        self.profile = profile or wallet.folder / "profile"
        if registered:
            wallet.register_host(self.profile, **manifest)
        self.browser: Browser = launch(
            browser,
            profile=self.profile,
            environment=wallet.environment,
            extensions=[*([extension] if loaded else []), *(others or [])],
            headless=headless,
            within=within,
        )

    def sit(self) -> None:
        """Takes the seat, also again where another stage has had it meanwhile."""
        if self.seat and self.seat.holder is not self:
            self.browser = self.seat.take(self, self.wallet, **self.registration)
            self.profile = self.seat.profile

    def site(self, folder: Path, **options) -> Site:
        """Serves a folder under a new origin; the options are those of `Site`."""
        self.sites.append(Site(folder, **options))
        return self.sites[-1]

    def familiar(self, folder: Path) -> Site:
        """Serves a folder under an origin that stays the same as long as the stage, so that its grant can be kept."""
        if self._familiar is None:
            self._familiar = Site(folder)
        return self._familiar

    # The wallet's own surfaces

    def approvals(self) -> list[Surface]:
        """The approval windows that are open."""
        return self.browser.at(self.browser.extension_url(self.extension, APPROVAL))

    def approval(self, timeout: float = PATIENCE) -> Surface:
        """The approval window, once it shows a request; the one of a request before may be just closing."""

        def showing() -> Surface | None:
            return next((window for window in self.approvals() if window.can_click("button", "Reject")), None)

        try:
            return wait_for(showing, "an approval window shows a request", timeout)
        except TimedOut as error:
            raise TimedOut(f"{error}; the windows say: {[window.words() for window in self.approvals()]!r}") from None

    def wait_for_rest(self) -> None:
        """Waits until the approval window has closed by itself, as it does when nothing is waiting any longer."""
        wait_for(lambda: not self.approvals(), "the approval window closes by itself")

    def popup(self) -> Surface:
        """The toolbar popup, opened by its button."""
        return self.browser.open_toolbar_popup(self.extension, POPUP)

    def visit(self, surface: Surface, place: str) -> None:
        """Goes to a place of the wallet's own screen: by its button in the bar, else by way of "More"."""
        surface.find("button", "More", ".bar")
        if surface.has("button", place, ".bar"):
            surface.click("button", place, ".bar")
        else:
            surface.click("button", "More", ".bar")
            surface.click("button", place, "main")

    def approve(self, surface: Surface | None = None, within: str | None = None) -> None:
        self.decide("Approve", surface or self.approval(), within)

    def reject(self, surface: Surface | None = None, within: str | None = None) -> None:
        self.decide("Reject", surface or self.approval(), within)

    def decide(self, button: str, surface: Surface, within: str | None = None) -> None:
        """Clicks as a user does who reads first, and again where the guard's half second swallowed the click.

        Approve is disabled while the guard holds, and both buttons are while a decision is under way.
        """
        waiting = len(self.wallet.pending())
        if button == "Approve":
            self.prove(surface)

        def is_taken() -> bool:
            return len(self.wallet.pending()) < waiting

        for _ in range(4):
            surface.click("button", button, within)
            clicked = time.monotonic()

            def was_swallowed(since: float = clicked) -> bool:
                return time.monotonic() - since > 1 and surface.can_click("button", button, within)

            try:
                wait_for(lambda: is_taken() or was_swallowed(), f"{button} is taken")
            except TimedOut as error:
                raise TimedOut(f"{error}; {surface.url} says: {surface.words()!r}") from None
            if is_taken():
                return
        raise AssertionError(f"{button} at {surface.url} does nothing; it says: {surface.words()!r}")

    def prove(self, surface: Surface) -> None:
        """Types the passphrase where an open session isn't enough: a danger, or something that can't be read."""
        asks = "document.querySelector('.unlocking:not([hidden]) input')?.value === ''"
        if self.wallet.status["vault"] == "unlocked" and surface.evaluate(asks):
            surface.fill("Passphrase", self.wallet.passphrase)

    def unlock(self, surface: Surface) -> None:
        """Types the passphrase into the popup of a locked wallet, presses Unlock and waits for the session."""
        surface.fill("Passphrase", self.wallet.passphrase)
        surface.click("button", "Unlock")
        wait_for(lambda: self.wallet.status["vault"] == "unlocked", "the session is open")

    def picture(self, surface: Surface, name: str) -> None:
        """Saves what a state looks like into the folder that SIDEKEY_GALLERY names, if it names one."""
        if gallery := os.environ.get("SIDEKEY_GALLERY"):
            surface.run("await new Promise((resolve) => setTimeout(resolve, 600))")  # Past the guard's half second.
            surface.screenshot(Path(gallery) / f"{name}-{self.browser.name}.png")

    # Between tests

    def ensure_unlocked(self) -> None:
        """Unlocks the session where a test could outlive it; the browser is this stage's from then on."""
        self.sit()
        session = self.wallet.status.get("session")
        if session is None or session["remaining"] < 60_000:
            self.wallet.unlock()

    def tidy(self) -> None:
        """Leaves one empty tab and no request, whatever was there before."""
        self.browser.close_all_but_one()
        for request in self.wallet.pending():
            self.wallet.run("reject", request["id"], check=False)
        while self.sites:
            self.sites.pop().close()

    def save(self, folder: Path) -> None:
        """Pictures of every surface, and the logs, for somebody who looks into a failure."""
        folder.mkdir(parents=True, exist_ok=True)
        for number, surface in enumerate(self.browser.surfaces()):
            name = surface.url.split("?")[0].rstrip("/").rsplit("/", 1)[-1] or "page"
            (folder / f"{number}-{name}.txt").write_text(f"{surface.url}\n\n{surface.words()}\n")
            try:
                surface.screenshot(folder / f"{number}-{name}.png")
            except Exception as error:  # A picture that can't be taken must not hide the failure.
                (folder / f"{number}-{name}.png.txt").write_text(f"{error}\n")
        shutil.copytree(self.wallet.frames, folder / "frames", dirs_exist_ok=True)
        for log in (*self.wallet.data.rglob("*.log"), *self.profile.glob("*.log")):
            shutil.copy(log, folder)

    def close(self) -> None:
        if self.seat:
            self.seat.leave(self, self.wallet)
        else:
            self.browser.stop()
        while self.sites:
            self.sites.pop().close()
        if self._familiar:
            self._familiar.close()

    def __enter__(self) -> "Stage":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
