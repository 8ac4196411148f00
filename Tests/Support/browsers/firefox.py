"""Firefox ESR, driven by Marionette.

Marionette itself reaches tabs and windows but not the toolbar popup. Its actor for a document can be had for all three
from the chrome context, so everything here asks that actor, and surfaces are named by the browser id of their document.
"""

import base64
import json
import signal
import subprocess

from marionette_driver.addons import Addons
from marionette_driver.errors import MarionetteException
from marionette_driver.marionette import Marionette

from .browser import NAMED_SITES, Browser, Extension
from .surface import Appearance, ScriptError, Surface, SurfaceGone
from .waiting import TimedOut, wait_for

EXECUTABLE = "firefox-esr"

PREFERENCES = {
    "marionette.port": 0,
    # Marionette's own preferences switch off, from the second start on, add-ons that were installed for every user.
    "remote.prefs.recommended": False,
    "network.dns.localDomains": ",".join(NAMED_SITES),
    "app.normandy.enabled": False,
    "app.update.disabledForTesting": True,
    "browser.aboutConfig.showWarning": False,
    "browser.newtabpage.enabled": False,
    "browser.rights.3.shown": True,
    "browser.safebrowsing.downloads.enabled": False,
    "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False,
    "browser.sessionstore.resume_from_crash": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "browser.startup.page": 0,
    "browser.tabs.warnOnClose": False,
    "browser.warnOnQuit": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.getAddons.cache.enabled": False,
    "extensions.update.enabled": False,
    "extensions.webextensions.keepStorageOnUninstall": True,
    "extensions.webextensions.keepUuidOnUninstall": True,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,#remote-settings-dummy/v1",
    "toolkit.startup.max_resumed_crashes": -1,
    "toolkit.telemetry.reportingpolicy.firstRun": False,
    "trailhead.firstrun.didSeeAboutWelcome": True,
}

KEYS = {"Enter": "\ue007", "Tab": "\ue004", "Escape": "\ue00c", "Space": " ", "Backspace": "\ue003", "ArrowUp": "\ue013", "ArrowDown": "\ue015"}

# How errors read where a document, or a part of it, went away while it was being asked.
GONE = (
    "surface gone",
    "AbortError",
    "destroyed",
    "NoSuchWindow",
    "no such window",
    "InvalidStateError",
    "StaleElement",
)

# What every script in the chrome context begins with: how to reach a document's actor.
PRELUDE = """
const answer = async ([action, id, ...given]) => {
    const context = BrowsingContext.getCurrentTopByBrowserId(id);
    if (!context?.currentWindowGlobal) throw new Error("surface gone");
    const actor = context.currentWindowGlobal.getActor("MarionetteCommands");
    const capabilities = { toJSON: () => ({
        "moz:accessibilityChecks": false, "moz:webdriverClick": true, strictFileInteractability: false }) };
    const options = { sandboxName: "sidekey", newSandbox: false, timeout: 60000, async: false };
    return await ACTIONS[action]({ context, actor, capabilities, options }, ...given);
};
const ACTIONS = {
    run: ({ actor, options }, script) => actor.executeScript(script, [], options),
    candidates: async ({ actor, options }, role, name, within) => {
        const selector = `${within ?? ""} :is(button, input, textarea, select, a[href], summary, [role])`;
        const found = [];
        for (const element of await actor.findElements("css selector", selector, { all: true, timeout: 0 })) {
            if (await actor.getComputedLabel(element) !== name) continue;
            const computed = await actor.getComputedRole(element);
            // A password field has no ARIA role; Chromium says textbox.
            const secret = computed === "" && await actor.getElementAttribute(element, "type") === "password";
            if ((secret ? "textbox" : computed) !== role) continue;
            const marker = Math.random().toString(36).slice(2);
            const script = `const [element, marker] = arguments;
                element.dataset.testTarget = marker; return element.checkVisibility();`;
            if (await actor.executeScript(script, [element, marker], options)) found.push(marker);
        }
        return found;
    },
    click: async ({ actor, capabilities, options }, marker) => {
        const selector = `[data-test-target="${marker}"]`;
        const [element] = await actor.findElements("css selector", selector, { all: true, timeout: 0 });
        if (!element) throw new Error("surface gone: the element was drawn anew");
        // Out from under the bar at the bottom, as a user does it; Marionette is content with what is in the window at all.
        await actor.executeScript("arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' });", [element], options);
        // A button may close its own window.
        await actor.clickElement(element, capabilities).catch((error) => {
            if (!/AbortError|destroyed|NoSuchWindow|InvalidStateError/.test(String(error))) throw error;
        });
    },
    pointer: async ({ actor }, types, x, y, clickCount) => {
        for (const type of types) {
            const eventData = { type, button: 0, buttons: type === "mousedown" ? 1 : 0, clickCount };
            await actor.dispatchEvent("synthesizeMouseAtPoint", { x, y, eventData });
        }
    },
    // What the browser itself dispatches is trusted, as a person's key is.
    touch: ({ actor, options }) =>
        actor.executeScript(
            `document.notifyUserGestureActivation();
            document.documentElement.dispatchEvent(new KeyboardEvent("keydown", { key: "Shift", bubbles: true }));`,
            [], { ...options, sandboxName: "system" }),
    press: async ({ actor, capabilities }, key) => {
        const element = await actor.getActiveElement();
        await actor.sendKeysToElement(element, key, capabilities);
    },
    picture: async ({ context }) => {
        const image = await context.currentWindowGlobal.drawSnapshot(null, 1, "white");
        const canvas = document.createElementNS("http://www.w3.org/1999/xhtml", "canvas");
        [canvas.width, canvas.height] = [image.width, image.height];
        canvas.getContext("2d").drawImage(image, 0, 0);
        return canvas.toDataURL("image/png").split(",")[1];
    },
    close: ({ context }) => {
        const element = context.embedderElement;
        const view = element.ownerDocument.defaultView;
        const tab = view.gBrowser?.getTabForBrowser(element);
        if (!tab) element.closest("panel").hidePopup();
        else if (view.gBrowser.tabs.length > 1) view.gBrowser.removeTab(tab);
        else view.close();
    },
    front: ({ context }) => {
        const element = context.embedderElement;
        const view = element.ownerDocument.defaultView;
        const tab = view.gBrowser?.getTabForBrowser(element);
        if (tab) view.gBrowser.selectedTab = tab;
        view.focus();
        element.focus();
    },
    appear: ({ context }, { width, height, zoom, textZoom, dark, moreContrast, forcedColors, still }) => {
        context.prefersColorSchemeOverride = dark ? "dark" : "light";
        context.forcedColorsOverride = forcedColors ? "active" : "none";
        context.prefersReducedMotionOverride = still ? "reduce" : "no-preference";
        // No context has this of its own: it is what the system's accessible theme says, which keeps the pages' colours here.
        for (const name of ["ui.useAccessibilityTheme", "browser.display.document_color_use"]) {
            Services.prefs.setIntPref(name, moreContrast ? 1 : 0);
        }
        context.fullZoom = zoom;
        context.textZoom = textZoom;
        const { style } = context.embedderElement;
        for (const [name, size] of Object.entries({ width, height })) {
            for (const property of [name, `min-${name}`, `max-${name}`]) {
                if (size) style.setProperty(property, `${size * zoom}px`);
                else style.removeProperty(property);
            }
        }
    },
};
const [asked, resolve] = arguments;
answer(asked).then((value) => resolve({ value: value ?? null }), (error) => resolve({ error: String(error) }));
"""

SURFACES = """
const found = [];
for (const view of Services.wm.getEnumerator("navigator:browser")) {
    if (!view.gBrowser) continue;
    for (const tab of view.gBrowser.tabs) {
        found.push([tab.linkedBrowser.browserId, tab.linkedBrowser.currentURI?.spec ?? ""]);
    }
    for (const element of view.document.querySelectorAll("browser[webextension-view-type=popup]")) {
        if (element.closest("panel")?.state === "open") {
            found.push([element.browserId, element.currentURI?.spec ?? ""]);
        }
    }
}
return found;
"""

NEW_TAB = """
const view = Services.wm.getMostRecentWindow("navigator:browser");
let target = view;
if (!view.toolbar.visible) {
    for (const other of Services.wm.getEnumerator("navigator:browser")) if (other.toolbar.visible) target = other;
}
const tab = target.gBrowser.addTab(arguments[0], {
    triggeringPrincipal: Services.scriptSecurityManager.getSystemPrincipal() });
target.gBrowser.selectedTab = tab;
target.focus();
return tab.linkedBrowser.browserId;
"""

CONTAINER_TAB = """
const view = Services.wm.getMostRecentWindow("navigator:browser");
const tab = view.gBrowser.addTab(arguments[0], {
    userContextId: arguments[1], triggeringPrincipal: Services.scriptSecurityManager.getSystemPrincipal() });
view.gBrowser.selectedTab = tab;
return tab.linkedBrowser.browserId;
"""

PRIVATE_TAB = """
const [url, resolve] = arguments;
const { BrowserWindowTracker } = ChromeUtils.importESModule("resource:///modules/BrowserWindowTracker.sys.mjs");
BrowserWindowTracker.promiseOpenWindow({ private: true }).then((view) => {
    const tab = view.gBrowser.addTab(url, { triggeringPrincipal: Services.scriptSecurityManager.getSystemPrincipal() });
    view.gBrowser.selectedTab = tab;
    resolve(tab.linkedBrowser.browserId);
});
"""

CHANGE_PERMISSIONS = """
const [id, change, permissions, origins, resolve] = arguments;
const { ExtensionPermissions } = ChromeUtils.importESModule("resource://gre/modules/ExtensionPermissions.sys.mjs");
const { AddonManager } = ChromeUtils.importESModule("resource://gre/modules/AddonManager.sys.mjs");
ExtensionPermissions[change](id, { permissions, origins }, WebExtensionPolicy.getByID(id).extension)
    .then(() => permissions.length && AddonManager.getAddonByID(id).then((addon) => addon.reload()))
    .then(() => resolve(null), (error) => resolve(String(error)));
"""

PLACE_BUTTON = """
const { ExtensionParent } = ChromeUtils.importESModule("resource://gre/modules/ExtensionParent.sys.mjs");
const { CustomizableUI } = ChromeUtils.importESModule("moz-src:///browser/components/customizableui/CustomizableUI.sys.mjs");
const extension = WebExtensionPolicy.getByID(arguments[0])?.extension;
const action = extension && ExtensionParent.apiManager.global.browserActionFor(extension);
if (!action) return null;
CustomizableUI.addWidgetToArea(action.id, CustomizableUI[arguments[1]]);
window.focus();
return action.id;
"""

KILL_BACKGROUND = """
const [id, resolve] = arguments;
WebExtensionPolicy.getByID(id).extension.terminateBackground({ disableResetIdleForTest: true })
    .then(() => resolve(null), (error) => resolve(String(error)));
"""


class FirefoxSurface(Surface):
    def __init__(self, firefox: "Firefox", browser_id: int):
        self.firefox = firefox
        self.browser_id = browser_id

    def __repr__(self) -> str:
        return f"<firefox {self.url}>"

    def ask(self, action: str, *arguments: object) -> object:
        answer = self.firefox.chrome(PRELUDE, [action, self.browser_id, *arguments], wait=True)
        if "error" in answer:
            error = answer["error"]
            raise (SurfaceGone if any(word in error for word in GONE) else ScriptError)(f"{action}: {error}")
        return answer["value"]

    @property
    def url(self) -> str:
        return self.firefox.addresses().get(self.browser_id, "")

    def run(self, script: str) -> object:
        return json.loads(
            self.ask("run", f"return (async () => JSON.stringify(await (async () => {{ {script} }})() ?? null))()")
        )

    def candidates(self, role: str, name: str, within: str | None) -> list[str]:
        while True:
            try:
                return self.ask("candidates", role, name, within)
            except SurfaceGone as gone:
                # Drawn anew while it was being looked through; the document itself is there.
                if "StaleElement" not in str(gone) or not self.is_open:
                    raise

    def click_at(self, marker: str) -> None:
        self.ask("click", marker)

    def pointer(self, x: float, y: float, *acts: str, count: int = 1) -> None:
        self.ask("pointer", [f"mouse{act}" for act in acts], x, y, count)

    def touch(self) -> None:
        self.ask("touch")

    def press(self, key: str) -> None:
        try:
            self.ask("press", KEYS.get(key, key))
        except SurfaceGone:
            pass

    def picture(self) -> bytes:
        return base64.b64decode(self.ask("picture"))

    def close(self) -> None:
        try:
            self.ask("close")
        except SurfaceGone:
            pass
        wait_for(lambda: not self.is_open, "the surface is closed")

    def bring_to_front(self) -> None:
        self.ask("front")

    def appear(self, appearance: Appearance) -> None:
        settings = {
            "width": appearance.width,
            "height": appearance.height,
            "zoom": appearance.zoom,
            "textZoom": appearance.text_zoom,
            "dark": appearance.dark,
            "moreContrast": appearance.more_contrast,
            "forcedColors": appearance.forced_colors,
            "still": appearance.still,
        }
        self.ask("appear", settings)
        # Sheets follow a setting when the page is drawn next, later than `matchMedia` tells of it.
        drawn = "new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))"
        self.run(f"await Promise.race([{drawn}, new Promise((resolve) => setTimeout(resolve, 500))]);")
        if appearance.width:
            # The page has its size some frames later; what is measured before is measured under the bar of a lower window.
            self.wait_until(
                "(width, height) => Math.abs(innerWidth - width) <= 1 && Math.abs(innerHeight - height) <= 1", appearance.width, appearance.height
            )


class Firefox(Browser):
    name = "firefox"

    def start(self) -> None:
        self.profile.mkdir(parents=True, exist_ok=True)
        preferences = dict(PREFERENCES)
        if any(extension.kept for extension in self.extensions):
            # Mozilla hasn't signed what is only built.
            preferences["xpinstall.signatures.required"] = False
            # What lies in the user's own folder for extensions is loaded, and nobody is asked first.
            preferences |= {"extensions.autoDisableScopes": 0, "extensions.enabledScopes": 15, "extensions.startupScanScopes": 15}
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in preferences.items()]
        (self.profile / "user.js").write_text("\n".join(lines) + "\n")
        port_file = self.profile / "MarionetteActivePort"
        port_file.unlink(missing_ok=True)
        command = [
            self.program(EXECUTABLE),
            "-marionette",
            "-no-remote",
            "-profile",
            str(self.profile),
            "-remote-allow-system-access",
        ]
        if self.headless:
            command.append("-headless")
        self.log = open(self.profile / "browser.log", "ab")
        # Now and then one stands still before it listens. Left running, it would fail a later test, which has nothing to do with it.
        for patience in (30, 60):
            self.process = subprocess.Popen(
                command, env=self.environment, stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log
            )
            try:
                wait_for(lambda: port_file.exists() and port_file.read_text().strip(), "Firefox listens", patience)
                break
            except TimedOut:
                self.process.kill()
                self.process.wait(20)
        else:
            self.log.close()
            raise TimedOut("Firefox didn't listen, not even the second time")
        self.marionette = Marionette(host="127.0.0.1", port=int(port_file.read_text()), socket_timeout=90)
        # Sites of tests are on this computer, and sign their certificates themselves.
        self.marionette.start_session({"acceptInsecureCerts": True})
        self.marionette.timeout.script = 60
        self.marionette.set_context("chrome")
        for extension in self.extensions:
            if not (extension.kept and extension.folder.is_dir()):
                Addons(self.marionette).install(str(extension.folder), temp=not extension.kept)
            self._show_button(extension)

    def chrome(self, script: str, *arguments: object, wait: bool = False):
        """Runs a script with the browser's own privileges; with `wait` it calls its last argument to answer."""
        try:
            if wait:
                return self.marionette.execute_async_script(script, list(arguments), new_sandbox=False)
            return self.marionette.execute_script(script, list(arguments), new_sandbox=False)
        except (MarionetteException, OSError) as error:
            raise SurfaceGone(str(error)) from None

    def addresses(self) -> dict[int, str]:
        try:
            return {browser_id: url for browser_id, url in self.chrome(SURFACES)}
        except SurfaceGone:
            return {}

    def stop(self) -> None:
        if self.process.poll() is None:
            try:
                self.marionette.execute_script("Services.startup.quit(Ci.nsIAppStartup.eForceQuit)")
            except (MarionetteException, OSError):
                self.process.terminate()
        self._ended()

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self._ended()

    def _ended(self) -> None:
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(10)
        self.log.close()

    @property
    def is_running(self) -> bool:
        return self.process.poll() is None

    def surfaces(self) -> list[Surface]:
        return [FirefoxSurface(self, browser_id) for browser_id in self.addresses()]

    def new_tab(self, url: str) -> Surface:
        return FirefoxSurface(self, self.chrome(NEW_TAB, url))

    def new_container_tab(self, url: str, container: int) -> Surface:
        """As `new_tab`, in one of the containers that every profile begins with: 1 to 4."""
        return FirefoxSurface(self, self.chrome(CONTAINER_TAB, url, container))

    def new_private_tab(self, url: str) -> Surface:
        """As `new_tab`, in a new private window."""
        return FirefoxSurface(self, self.chrome(PRIVATE_TAB, url, wait=True))

    def allow_in_private_windows(self, extension: Extension) -> None:
        """Does what its user does in the list of add-ons; the extension starts anew."""
        self._change_permissions(extension, "add", ["internal:privateBrowsingAllowed"], [])
        wait_for(lambda: extension.firefox_id in self.installed_ids(), "the extension is active again")

    def take_sites_away(self, extension: Extension, sites: list[str]) -> None:
        """Does what its user does in the list of add-ons, under permissions."""
        self._change_permissions(extension, "remove", [], sites)

    def _change_permissions(self, extension: Extension, *change: object) -> None:
        error = self.chrome(CHANGE_PERMISSIONS, extension.firefox_id, *change, wait=True)
        assert error is None, error

    def _show_button(self, extension: Extension) -> str | None:
        """Moves the toolbar button out of the list of extensions, as a user may, and returns its id."""
        return self.chrome(PLACE_BUTTON, extension.firefox_id, "AREA_NAVBAR")

    def unpin(self, extension: Extension) -> None:
        wait_for(lambda: self.chrome(PLACE_BUTTON, extension.firefox_id, "AREA_ADDONS"), "the toolbar button is there")

    def press_toolbar_button(self, extension: Extension) -> None:
        # An extension that has just been loaded has its button a moment later.
        widget = wait_for(lambda: self._show_button(extension), "the toolbar button is there")
        button = f"[id='{widget}'] .unified-extensions-item-action-button"
        self.marionette.find_element("css selector", button).click()

    def kill_background(self, extension: Extension) -> None:
        error = self.chrome(KILL_BACKGROUND, extension.firefox_id, wait=True)
        assert error is None, error

    def extension_url(self, extension: Extension, path: str) -> str:
        script = "return WebExtensionPolicy.getByID(arguments[0])?.mozExtensionHostname ?? null"
        host = self.chrome(script, extension.firefox_id)
        assert host, f"{extension.firefox_id} is not active"
        return f"moz-extension://{host}/{path}"

    def installed_ids(self) -> list[str]:
        return self.chrome("return WebExtensionPolicy.getActiveExtensions().map((policy) => policy.id)")
