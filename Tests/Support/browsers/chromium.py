"""Chromium, started by Playwright and driven by the DevTools protocol.

Playwright doesn't see the toolbar popup, so tabs, windows and the popup are all reached in one way: each is a DevTools
target, attached to over Playwright's browser session.
"""

import base64
import itertools
import json
import os
import time

from process import Process
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Playwright, sync_playwright

from .browser import NAMED_SITES, Browser, Extension
from .surface import Appearance, ScriptError, Surface, SurfaceGone
from .waiting import wait_for

EXECUTABLE = "/usr/bin/chromium"

KEYS = {"Enter": (13, "\r"), "Tab": (9, ""), "Escape": (27, ""), "Space": (32, " "), "Backspace": (8, ""), "Shift": (16, ""), "ArrowUp": (38, ""), "ArrowDown": (40, "")}

POINTER = {"move": "mouseMoved", "down": "mousePressed", "up": "mouseReleased"}

# Marks an element so that a script finds it again, and says whether it is drawn.
MARK = "function (marker) { this.dataset.testTarget = marker; return this.checkVisibility(); }"


class Targets:
    """The DevTools targets of one browser, and commands to each of them."""

    def __init__(self, session):
        self.session = session
        self.numbers = itertools.count(1)
        self.answers: dict[int, dict] = {}
        self.attached: dict[str, str] = {}
        # By which the extension's documents are zoomed.
        self.zoom: float = 1
        # What was said of service workers while somebody listened.
        self.workers: list[dict] = []
        session.on("Target.receivedMessageFromTarget", self._received)
        session.on("Target.detachedFromTarget", self._detached)

    def _received(self, event: dict) -> None:
        message = json.loads(event["message"])
        if "id" in message:
            self.answers[message["id"]] = message
        elif message["method"] == "ServiceWorker.workerVersionUpdated":
            self.workers += message["params"]["versions"]

    def _detached(self, event: dict) -> None:
        for target, session in list(self.attached.items()):
            if session == event["sessionId"]:
                del self.attached[target]

    def all(self, kind: str = "page") -> list[dict]:
        infos = self.session.send("Target.getTargets", {"filter": [{"type": kind}]})["targetInfos"]
        return [info for info in infos if info["type"] == kind]

    def send(self, target: str, method: str, timeout: float = 30, **parameters: object) -> dict:
        """One command to a target, and its result."""
        number = next(self.numbers)
        message = json.dumps({"id": number, "method": method, "params": parameters})
        try:
            if target not in self.attached:
                answer = self.session.send("Target.attachToTarget", {"targetId": target, "flatten": False})
                self.attached[target] = answer["sessionId"]
            session = self.attached[target]
            self.session.send("Target.sendMessageToTarget", {"sessionId": session, "message": message})
            deadline = time.monotonic() + timeout
            pause = 0.001
            while number not in self.answers:
                if self.attached.get(target) != session:
                    raise SurfaceGone(f"closed during {method}")
                if time.monotonic() > deadline:
                    raise SurfaceGone(f"no answer to {method} in {timeout:g} s")
                time.sleep(pause)
                pause = min(pause * 1.4, 0.03)
                # Playwright hands out events only while it is asked something.
                self.session.send("Target.getTargets", {"filter": [{"type": "none"}]})
        except PlaywrightError as error:
            raise SurfaceGone(f"{method}: {error.message}") from None
        answer = self.answers.pop(number)
        if "error" in answer:
            raise SurfaceGone(f"{method}: {answer['error']['message']}")
        return answer["result"]


class ChromiumSurface(Surface):
    def __init__(self, targets: Targets, target: str):
        self.targets = targets
        self.target = target

    def __repr__(self) -> str:
        return f"<chromium {self.url}>"

    def send(self, method: str, **parameters: object) -> dict:
        return self.targets.send(self.target, method, **parameters)

    @property
    def url(self) -> str:
        try:
            return next((info["url"] for info in self.targets.all() if info["targetId"] == self.target), "")
        except PlaywrightError:
            return ""

    def run(self, script: str) -> object:
        answer = self.send(
            "Runtime.evaluate",
            expression=f"(async () => {{ {script} }})()",
            awaitPromise=True,
            returnByValue=True,
            userGesture=False,
        )
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise ScriptError(details.get("exception", {}).get("description", details["text"]))
        return answer["result"].get("value")

    def candidates(self, role: str, name: str, within: str | None) -> list[str]:
        root = self.send("DOM.getDocument", depth=0)["root"]["nodeId"]
        nodes = [root]
        if within:
            nodes = self.send("DOM.querySelectorAll", nodeId=root, selector=within)["nodeIds"]
        markers = []
        for node in nodes:
            found = self.send("Accessibility.queryAXTree", nodeId=node, role=role, accessibleName=name)["nodes"]
            for item in found:
                if item.get("ignored") or "backendDOMNodeId" not in item:
                    continue
                marker = str(item["backendDOMNodeId"])
                described = self.send("DOM.resolveNode", backendNodeId=item["backendDOMNodeId"])
                shown = self.send(
                    "Runtime.callFunctionOn",
                    objectId=described["object"]["objectId"],
                    functionDeclaration=MARK,
                    arguments=[{"value": marker}],
                    returnByValue=True,
                )
                if shown["result"].get("value"):
                    markers.append(marker)
        return markers

    def click_at(self, marker: str) -> None:
        spot = self.run(
            f"""const element = document.querySelector('[data-test-target="{marker}"]');
            if (!element) return null;
            element.scrollIntoView({{block: "center", behavior: "instant"}});
            const box = element.getBoundingClientRect();
            const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
            const hit = document.elementFromPoint(x, y);
            const labels = [...(element.labels ?? [])];
            return {{x, y, hit: element.contains(hit) || labels.includes(hit)}};"""
        )
        if spot is None:
            raise SurfaceGone("the element was drawn anew")
        assert spot["hit"], f"element {marker} at {self.url} is covered by another"
        for act in POINTER:
            try:
                self.pointer(spot["x"], spot["y"], act)
            except SurfaceGone:
                # A button may close its own window.
                if act != "up":
                    raise

    def pointer(self, x: float, y: float, *acts: str, count: int = 1) -> None:
        for act in acts:
            button, clicks = ("none", 0) if act == "move" else ("left", count)
            self.send("Input.dispatchMouseEvent", type=POINTER[act], x=x, y=y, button=button, clickCount=clicks)

    def touch(self) -> None:
        self.send("Runtime.evaluate", expression="0", userGesture=True)
        self.press("Shift")

    def press(self, key: str) -> None:
        code, text = KEYS.get(key, (ord(key.upper()) if len(key) == 1 and key.isalnum() else 0, key))
        name = " " if key == "Space" else key
        common = {"key": name, "windowsVirtualKeyCode": code, "code": key if key in KEYS else ""}
        self.send("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", text=text, **common)
        try:
            self.send("Input.dispatchKeyEvent", type="keyUp", **common)
        except SurfaceGone:
            pass

    def picture(self) -> bytes:
        return base64.b64decode(self.send("Page.captureScreenshot", format="png")["data"])

    def close(self) -> None:
        def is_closed() -> bool:
            # Told once, a page that is just drawing itself anew has been seen to stay.
            try:
                self.targets.session.send("Target.closeTarget", {"targetId": self.target})
            except PlaywrightError:
                pass
            return not self.is_open

        wait_for(is_closed, "the surface is closed")

    def bring_to_front(self) -> None:
        self.targets.session.send("Target.activateTarget", {"targetId": self.target})

    def appear(self, appearance: Appearance) -> None:
        features = {
            "prefers-color-scheme": "dark" if appearance.dark else "light",
            "prefers-contrast": "more" if appearance.more_contrast else "",
            "forced-colors": "active" if appearance.forced_colors else "",
            "prefers-reduced-motion": "reduce" if appearance.still else "",
        }
        self.send("Emulation.setEmulatedMedia", features=[{"name": name, "value": value} for name, value in features.items()])
        if appearance.width:
            size = {"width": round(appearance.width * appearance.zoom), "height": round(appearance.height * appearance.zoom)}
            self.send("Emulation.setDeviceMetricsOverride", mobile=False, deviceScaleFactor=1, **size)
        else:
            self.send("Emulation.clearDeviceMetricsOverride")
        if appearance.zoom != self.targets.zoom:
            # The browser's own, which an extension's page can ask for; it holds for every document of its origin.
            self.run(f"const {{ id }} = await chrome.tabs.getCurrent(); await chrome.tabs.setZoom(id, {appearance.zoom});")
            self.targets.zoom = appearance.zoom
        if appearance.width:
            self.wait_until("(width) => innerWidth === width", appearance.width)


class Chromium(Browser):
    name = "chromium"
    _playwright: Playwright | None = None

    def start(self) -> None:
        if Chromium._playwright is None:
            Chromium._playwright = sync_playwright().start()
        self.profile.mkdir(parents=True, exist_ok=True)
        self._prepare_profile()
        # Sites of tests are on this computer, and sign their certificates themselves. Told to each tab once it is there, it would come too late.
        arguments = ["--enable-unsafe-extension-debugging", "--screen-info={1366x900}", "--ignore-certificate-errors"]
        arguments.append("--host-resolver-rules=" + ",".join(f"MAP {name} 127.0.0.1" for name in NAMED_SITES))
        if os.geteuid() == 0:
            arguments.append("--no-sandbox")
        if self.extensions:
            folders = ",".join(str(extension.folder) for extension in self.extensions)
            arguments += [f"--load-extension={folders}", f"--disable-extensions-except={folders}"]
        self.context = Chromium._playwright.chromium.launch_persistent_context(
            str(self.profile),
            executable_path=self.program(EXECUTABLE),
            headless=self.headless,
            no_viewport=True,
            env=self.environment,
            args=arguments,
            ignore_default_args=["--disable-extensions"],
        )
        self.targets = Targets(self.context.browser.new_browser_cdp_session())
        for extension in self.extensions:
            wait_for(lambda: extension.chromium_id in self.installed_ids(), f"{extension.folder} is loaded")

    def _prepare_profile(self) -> None:
        """Pins the toolbar buttons; without developer mode `runtime.reload()` leaves an unpacked extension disabled."""
        preferences = self.profile / "Default" / "Preferences"
        if preferences.exists():
            return
        preferences.parent.mkdir(parents=True, exist_ok=True)
        pinned = [extension.chromium_id for extension in self.extensions]
        extensions = {"ui": {"developer_mode": True}, "pinned_extensions": pinned}
        preferences.write_text(json.dumps({"extensions": extensions}))

    def stop(self) -> None:
        try:
            self.context.close()
        except PlaywrightError:
            pass

    def kill(self) -> None:
        processes = self.targets.session.send("SystemInfo.getProcessInfo")["processInfo"]
        number = next(process["id"] for process in processes if process["type"] == "browser")
        main = Process.with_environment(number, HOME=self.environment["HOME"])
        assert main, f"process {number} isn't this browser's"
        main.kill()
        self.stop()

    @property
    def is_running(self) -> bool:
        try:
            self.targets.session.send("Browser.getVersion")
            return True
        except PlaywrightError:
            return False

    def surfaces(self) -> list[Surface]:
        return [ChromiumSurface(self.targets, info["targetId"]) for info in self.targets.all()]

    def new_tab(self, url: str) -> Surface:
        target = self.targets.session.send("Target.createTarget", {"url": url})["targetId"]
        return ChromiumSurface(self.targets, target)

    def press_toolbar_button(self, extension: Extension) -> None:
        tabs = [tab for tab in self.targets.all("tab") if tab.get("embedderData", {}).get("tabActive")]
        # Popup windows have a tab too; the toolbar button stands in a window with web pages.
        tabs = [tab for tab in tabs if not tab["url"].startswith("chrome-extension:")] or tabs
        self.targets.session.send(
            "Extensions.triggerAction", {"id": extension.chromium_id, "targetId": tabs[-1]["targetId"]}
        )

    def unpin(self, extension: Extension) -> None:
        settings = self.open("chrome://extensions")
        change = f"{{extensionId: '{extension.chromium_id}', pinnedToToolbar: false}}"
        settings.run(f"await chrome.developerPrivate.updateExtensionConfiguration({change});")
        settings.close()

    def kill_background(self, extension: Extension) -> None:
        start = self.extension_url(extension, "")
        before = {info["targetId"] for info in self.targets.all("service_worker") if info["url"].startswith(start)}
        page = next(info["targetId"] for info in self.targets.all() if info["url"].startswith(("http", "about:")))
        self.targets.send(page, "ServiceWorker.enable")
        self.targets.workers.clear()
        self.targets.send(page, "ServiceWorker.stopAllWorkers")

        def is_gone() -> bool:
            # Asking lets events in. A worker that is started again at once can come back as the same target.
            now = {info["targetId"] for info in self.targets.all("service_worker")}
            stopped = [each for each in self.targets.workers if each["runningStatus"] == "stopped"]
            return before.isdisjoint(now) or any(each["scriptURL"].startswith(start) for each in stopped)

        wait_for(is_gone, "the background is gone")
        self.targets.send(page, "ServiceWorker.disable")

    def extension_url(self, extension: Extension, path: str) -> str:
        return f"chrome-extension://{extension.chromium_id}/{path}"

    def installed_ids(self) -> list[str]:
        extensions = self.targets.session.send("Extensions.getExtensions")["extensions"]
        return [extension["id"] for extension in extensions if extension["enabled"]]
