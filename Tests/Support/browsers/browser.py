"""Abilities of both browsers for a test."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from pathlib import Path

from .surface import ScriptError, Surface, SurfaceGone
from .unshared import beginning, unshared
from .waiting import PATIENCE, wait_for


@dataclass(frozen=True)
class Extension:
    """An unpacked extension, the id that each browser gives it, and the page that it opens after its installation, if it does."""

    folder: Path
    chromium_id: str
    firefox_id: str
    welcome: str = ""
    # Firefox: an archive that is installed for good, as its user does it, and not until the browser ends; or a folder that lies where Firefox looks.
    kept: bool = False


# Names that lead to this machine, in a domain that is nobody's (RFC 6761): a site, another whose name looks like it, and a third.
NAMED_SITES = ("orchardswap.test", "orchardsvvap.test", "thief.test")


class Browser(ABC):
    """A browser with a profile of its own; leaving the `with` block closes it."""

    name: str

    def __init__(
        self,
        profile: Path,
        environment: dict[str, str],
        extensions: list[Extension],
        headless: bool = True,
        within: list[str] | None = None,
    ):
        """Starts the browser; `within` is what its command begins with."""
        self.profile = profile
        self.environment = environment
        self.extensions = extensions
        self.headless = headless
        self.within = within or []
        self.start()
        self._leave_welcomes()

    def _leave_welcomes(self) -> None:
        """Closes what the extensions open at the first start of a profile, so that tests find no tab but their own."""
        greeted = self.profile / "greeted"
        if greeted.exists():
            return
        for extension in self.extensions:
            if extension.welcome:
                self.wait_for_surface(self.extension_url(extension, extension.welcome)).close()
        greeted.touch()

    def program(self, executable: str) -> str:
        """What is started: with extensions of the test's own, without what is installed for every user."""
        return unshared(self.name, executable, self.profile) if self.extensions else beginning(self.within, executable, self.profile)

    @abstractmethod
    def start(self) -> None:
        """Starts the browser with its profile and loads the extensions."""

    @abstractmethod
    def stop(self) -> None:
        """Closes the browser in an orderly way and waits for its end."""

    @abstractmethod
    def kill(self) -> None:
        """Ends the browser's main process with SIGKILL."""

    @property
    @abstractmethod
    def is_running(self) -> bool:
        """False once the browser was closed or has died."""

    @abstractmethod
    def surfaces(self) -> list[Surface]:
        """Every tab, window and toolbar popup, in no particular order."""

    @abstractmethod
    def new_tab(self, url: str) -> Surface:
        """Opens a tab in front and returns at once, before the page is there."""

    @abstractmethod
    def press_toolbar_button(self, extension: Extension) -> None:
        """Does what a click on the extension's toolbar button does."""

    @abstractmethod
    def unpin(self, extension: Extension) -> None:
        """Takes the extension's button out of the toolbar, into the list of extensions, as a user may."""

    @abstractmethod
    def kill_background(self, extension: Extension) -> None:
        """Ends the extension's background, and waits until it is gone."""

    @abstractmethod
    def extension_url(self, extension: Extension, path: str) -> str:
        """The address of a file of the extension."""

    @abstractmethod
    def installed_ids(self) -> list[str]:
        """The ids of the extensions that are active."""

    def restart(self) -> None:
        self.stop()
        self.start()

    def open(self, url: str, timeout: float = PATIENCE) -> Surface:
        """Opens a tab in front and waits until the page has loaded."""
        tab = self.new_tab(url)
        tab.wait_until("document.readyState === 'complete' && location.href !== 'about:blank'", timeout=timeout)
        return tab

    def at(self, address: str) -> list[Surface]:
        """The surfaces whose address begins so."""
        return [surface for surface in self.surfaces() if surface.url.startswith(address)]

    def close_all_but_one(self) -> None:
        """Leaves one empty tab, which must be there: without one, a browser ends."""
        kept = None
        for surface in self.surfaces():
            if kept is None and surface.url == "about:blank":
                kept = surface
            else:
                surface.close()

    def wait_for_surface(self, address: str, timeout: float = PATIENCE) -> Surface:
        """The first surface whose address begins so and that has loaded; one that is just closing isn't waited for."""

        def loaded() -> Surface | None:
            for surface in self.at(address):
                try:
                    if surface.evaluate("document.readyState === 'complete'"):
                        return surface
                except (SurfaceGone, ScriptError):
                    continue
            return None

        return wait_for(loaded, f"a surface at {address}", timeout)

    def reload_extension(self, extension: Extension, page: str) -> None:
        """Ends the extension and starts it anew, as an update does; tabs keep what was injected before.

        `page` is any page of the extension; it is opened and closed again.
        """
        tab = self.open(self.extension_url(extension, page))
        try:
            tab.run("const page = window.wrappedJSObject ?? window; (page.browser ?? page.chrome).runtime.reload();")
        except SurfaceGone:
            pass
        self.wait_for_reload(extension, tab)

    def wait_for_reload(self, extension: Extension, tab: Surface, timeout: float = PATIENCE) -> None:
        """Waits until the extension that a page of its own has told to reload is there again."""
        wait_for(lambda: not tab.is_open, "the extension's pages are closed", timeout)
        identifier = extension.chromium_id if self.name == "chromium" else extension.firefox_id
        wait_for(lambda: identifier in self.installed_ids(), "the extension is active again", timeout)

    def open_toolbar_popup(self, extension: Extension, page: str, timeout: float = PATIENCE) -> Surface:
        """Presses the toolbar button and returns the popup, which shows `page`."""
        self.press_toolbar_button(extension)
        return self.wait_for_surface(self.extension_url(extension, page), timeout)

    def __enter__(self) -> "Browser":
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
