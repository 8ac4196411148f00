"""A browser that stays while the wallets behind it change: to start one takes longer than most tests do."""

from browsers import Appearance, Browser, Extension, SurfaceGone, TimedOut, launch
from scratch import new_folder
from wallet import Wallet

# How many seconds an extension may take to begin anew; a browser that takes longer is started again, which takes less.
RELOAD = 15
# A page of the extension's that asks the agent for little.
PAGE = "ui/passkey.html"
CLEAR = """
    const page = window.wrappedJSObject ?? window;
    const api = page.browser ?? page.chrome;
    await api.storage.local.clear();
    page.localStorage.clear();
    page.sessionStorage.clear();
    api.runtime.reload();
"""


class Seat:
    """One browser with the wallet's extension in it.

    Whoever takes it finds it as after a start: one empty tab, nothing stored, and an extension that has just begun and knows
    the host of the new wallet, or none. It is started anew where that fails, and after a test that did.
    """

    def __init__(self, name: str, extension: Extension):
        self.name = name
        self.extension = extension
        self.browser: Browser | None = None
        self.holder: object = None
        self.is_doubtful = False

    def take(self, holder: object, wallet: Wallet, registered: bool, **manifest: list[str]) -> Browser:
        """Gives the browser to a stage, and its extension to a wallet."""
        self.holder = holder
        if self.browser and not self.is_doubtful:
            try:
                return self._exchange(wallet, registered, **manifest)
            except (SurfaceGone, TimedOut, AssertionError, OSError):
                pass  # It is started anew, as after a failure.
        self.close()
        self.is_doubtful = False
        self.folder = new_folder("b-")
        self.home, self.profile = self.folder / "home", self.folder / "profile"
        self.home.mkdir(mode=0o700)
        self._register(wallet, registered, **manifest)
        # Of no wallet: its host says which, see `Wallet.register_host`.
        environment = {**wallet.environment, "HOME": str(self.home), "SIDEKEY_HOME": str(self.folder / "no-wallet")}
        # A session bus ends with its test, and Chromium with its bus.
        if wallet.bus:
            del environment["DBUS_SESSION_BUS_ADDRESS"]
        self.browser = launch(self.name, profile=self.profile, environment=environment, extensions=[self.extension])
        return self.browser

    def _exchange(self, wallet: Wallet, registered: bool, **manifest: list[str]) -> Browser:
        browser = self.browser
        browser.new_tab("about:blank")
        browser.close_all_but_one()
        page = browser.open(browser.extension_url(self.extension, PAGE))
        page.appear(Appearance())
        self._register(wallet, registered, **manifest)
        try:
            page.run(CLEAR)
        except SurfaceGone:
            pass  # It went with the extension.
        browser.wait_for_reload(self.extension, page, RELOAD)
        return browser

    def _register(self, wallet: Wallet, registered: bool, **manifest: list[str]) -> None:
        wallet.browser_home = self.home
        if registered:
            wallet.register_host(self.profile, **manifest)
        else:
            wallet.unregister_host(self.profile)

    def leave(self, holder: object, wallet: Wallet) -> None:
        """Takes the wallet's host away: its agent would be started again otherwise, in a folder that goes."""
        if self.holder is holder:
            wallet.browser_home = self.home
            wallet.unregister_host(self.profile)
            wallet.kill_hosts()
            self.holder = None

    def close(self) -> None:
        if self.browser:
            self.browser.stop()
            self.browser = None
