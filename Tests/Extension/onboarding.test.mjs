import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { install } from "./support/document.mjs";
import { settle } from "./support/fakes.mjs";
import { extension } from "./support/realm.mjs";

install(JSON.parse(readFileSync(new URL("_locales/en/messages.json", extension), "utf8")));
let os = "linux";
/** What the browser says of its toolbar; nothing where it is too old to say. */
let toolbar = { isOnToolbar: false };
browser.runtime = { getPlatformInfo: async () => ({ os }) };
browser.action = { getUserSettings: async () => toolbar };
const { HintsSection } = await import("../../extension/ui/wallet/hints.js");
const { problemSection } = await import("../../extension/ui/parts/problem.js");

const client = (origins = []) => ({ request: async (method) => (method === "origins.list" ? { origins } : {}) });
const titles = (element) => (element.hidden ? [] : [...element.shown()].filter(({ tag }) => tag === "h2").map(({ textContent }) => textContent));
const hints = async (isUnlocked, origins) => {
    const section = new HintsSection(client(origins));
    await section.draw(isUnlocked);
    return section.element;
};
const PIN = "Keep the wallet in sight", CONNECT = "Connecting to a site";

test("a new user hears what happens on a site and where the button is kept", async () => {
    const element = await hints(true);
    assert.deepEqual(titles(element), [CONNECT, PIN]);
    assert.match(element.textContent, /pin next to Sidekey/);
});

test("a hint that came true isn't given: a site is connected, the button is in the toolbar", async () => {
    assert.deepEqual(titles(await hints(true, [{ origin: "https://a.example" }])), [PIN]);
    toolbar = { isOnToolbar: true };
    assert.deepEqual(titles(await hints(true)), [CONNECT]);
    toolbar = {};
    assert.deepEqual(titles(await hints(true)), [CONNECT]);
    toolbar = { isOnToolbar: false };
});

test("of sites nothing is said while nobody knows which are connected, or a browser can't be asked", async () => {
    assert.deepEqual(titles(await hints(false)), [PIN]);
    const { getUserSettings } = browser.action;
    browser.action.getUserSettings = undefined;
    assert.deepEqual(titles(await hints(false)), []);
    browser.action.getUserSettings = () => Promise.reject(new Error("no window"));
    assert.deepEqual(titles(await hints(false)), []);
    browser.action.getUserSettings = getUserSettings;
    const section = new HintsSection({ request: () => Promise.reject(new Error("gone")) });
    await section.draw(true);
    assert.deepEqual(titles(section.element), [PIN]);
});

test("in Firefox the way to the toolbar is another one", async () => {
    browser.runtime.getBrowserInfo = async () => ({});
    assert.match((await hints(false)).textContent, /Pin to Toolbar/);
    delete browser.runtime.getBrowserInfo;
});

test("a hint that was read doesn't come back, and takes the other one nowhere", async () => {
    const element = await hints(true);
    const read = [...element.shown()].find(({ attributes }) => attributes.get("aria-label") === `Got it: ${CONNECT}`);
    read.click();
    await settle();
    assert.deepEqual(titles(element), [PIN]);
    assert.deepEqual(titles(await hints(true)), [PIN]);
    await browser.storage.local.remove("hint.connect");
});

const state = (change) => ({ unattended: false, listed: false, requests: [], ...change });

test("before a wallet is made, the seed phrase is explained above the buttons", () => {
    const section = problemSection(state({ phase: "ready", vault: "none" }), client());
    const said = section.textContent;
    assert.ok(said.includes("12 to 24 words") && said.includes("wants to rob you"));
    assert.ok(said.indexOf("12 to 24 words") < said.indexOf("Create wallet") && said.indexOf("Create wallet") < said.indexOf("sidekey create"));
});

test("without a wallet, a backup can take its place", async () => {
    const asked = [];
    const background = { request: async (method, params) => (asked.push([method, params]), { outcome: "done" }) };
    problemSection(state({ phase: "ready", vault: "none" }), background).button("Restore a backup…").click();
    await settle();
    assert.deepEqual(asked, [["vault.ceremony", { kind: "restore" }]]);
});

test("a disk that is full or read-only is called that, and not a program that failed", () => {
    for (const [reason, words] of /** @type {const} */ ([["disk-full", "The disk is full"], ["disk-read-only", "The disk is read-only"]])) {
        const said = problemSection(state({ phase: "failed", reason }), client()).textContent;
        assert.ok(said.includes(words) && said.includes("sidekey doctor"), said);
    }
});

test("where the program is missing, the command is this system's, and no command is given where there is none", async () => {
    const section = problemSection(state({ phase: "missing" }), client());
    await settle();
    assert.ok(section.textContent.includes("./install.sh") && section.textContent.includes("Flatpak") && section.textContent.includes("continues automatically"));
    os = "mac";
    const other = problemSection(state({ phase: "missing" }), client());
    await settle();
    assert.ok(!other.textContent.includes("install.sh") && other.textContent.includes("runs only on Linux"));
    os = "linux";
});

test("the wallet opens in a tab after the installation, once, and not after an update or a browser's update", async () => {
    const opened = [];
    const { FakeStorage } = await import("./support/fakes.mjs");
    browser.storage = { ...browser.storage, local: new FakeStorage() };
    browser.runtime.getURL = (path) => `ext://${path}`;
    browser.tabs = { create: async ({ url }) => opened.push(["tab", url]) };
    browser.windows = { create: async ({ url }) => opened.push(["window", url]) };
    const { welcome } = await import("../../extension/background/welcome.js");
    for (const reason of ["update", "chrome_update", "browser_update", "shared_module_update"]) await welcome({ reason });
    assert.deepEqual(opened, []);
    await welcome({ reason: "install" });
    await welcome({ reason: "install" });
    assert.deepEqual(opened.splice(0), [["tab", "ext://ui/wallet.html#welcome"]]);
    // Before a browser has a window, it has no place for a tab.
    browser.storage.local = new FakeStorage();
    browser.tabs.create = () => Promise.reject(new Error("No current window"));
    await welcome({ reason: "install" });
    assert.deepEqual(opened, [["window", "ext://ui/wallet.html#welcome"]]);
});
