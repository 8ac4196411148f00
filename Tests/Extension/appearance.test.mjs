import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import vm from "node:vm";
import { install } from "./support/document.mjs";
import { settle } from "./support/fakes.mjs";
import { extension } from "./support/realm.mjs";

const read = (path) => readFileSync(new URL(path, extension), "utf8");
install(JSON.parse(read("_locales/en/messages.json")));
const kept = new Map();
globalThis.localStorage = { getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => kept.set(name, value), removeItem: (name) => kept.delete(name) };
const root = document.documentElement;
const { wear } = await import("../../extension/ui/parts/theme.js");
const { AppearanceView } = await import("../../extension/ui/wallet/views/appearance.js");
const { WalletError } = await import("../../extension/lib/errors.js");

/** The attributes that a new screen has before its modules run. */
const first = (localStorage) => {
    const set = {};
    vm.runInNewContext(read("ui/first-theme.js"), { localStorage, document: { documentElement: { setAttribute: (name, value) => (set[name] = value) } } });
    return set;
};

test("a theme that is worn is the next screen's from the start", () => {
    wear("dark");
    assert.equal(root.attributes.get("data-theme"), "dark");
    assert.deepEqual(first(localStorage), { "data-theme": "dark" });
    wear(undefined);
    assert.equal(root.attributes.has("data-theme"), false);
    assert.deepEqual(first(localStorage), {});
});

test("what is no theme is the system's, and a storage that can't be read keeps no screen away", () => {
    for (const odd of ["pink", "", 7, null, "__proto__"]) {
        wear(odd);
        assert.equal(root.attributes.has("data-theme"), false, String(odd));
    }
    assert.deepEqual(first({ getItem: () => "pink" }), {});
    assert.deepEqual(first({ getItem() { throw new Error("forbidden"); } }), {});
    assert.deepEqual(first(null), {});
});

test("every page of the wallet has its theme before its colours", () => {
    for (const page of ["popup", "wallet", "approval", "passkey"]) {
        const html = read(`ui/${page}.html`);
        const at = html.indexOf('<script src="first-theme.js"></script>');
        assert.ok(at > 0 && at < html.indexOf("tokens.css"), page);
    }
});

const boxes = (element, name) => [...element.shown()].filter((each) => each.tag === "input" && each.attributes.get("name") === name);

test("theme and explorer show what holds, and a choice is asked for once", async () => {
    await browser.storage.local.set({ theme: "dark" });
    const asked = [];
    const settings = { language: "", theme: "dark", explorer: "solscan.io", currency: "USD" };
    const view = new AppearanceView({
        request: async (method, params) => {
            asked.push([method, params]);
            if (method === "settings.set") Object.assign(settings, params);
            return { settings: { ...settings } };
        },
    });
    const element = await view.draw();
    assert.deepEqual(boxes(element, "theme").map(({ checked }) => checked), [false, false, true]);
    assert.deepEqual(boxes(element, "explorer").map(({ checked }) => checked), [false, true, false]);
    asked.length = 0;
    boxes(element, "theme")[1].listeners.get("change")();
    boxes(element, "theme")[0].listeners.get("change")();
    boxes(element, "explorer")[2].listeners.get("change")();
    await settle();
    assert.deepEqual(asked, [["theme.choose", { theme: "light" }], ["theme.choose", { theme: "" }], ["settings.set", { explorer: "solana.fm" }]]);
    await browser.storage.local.remove("theme");
});

test("an explorer that wasn't kept isn't shown as chosen", async () => {
    let isAway = false;
    const view = new AppearanceView({
        request: async () => {
            if (isAway) throw new WalletError(-32603, "storage", "the disk is full");
            return { settings: { language: "", theme: "system", explorer: "solscan.io", currency: "USD" } };
        },
    });
    const element = await view.draw();
    isAway = true;
    boxes(element, "explorer")[0].checked = true;
    boxes(element, "explorer")[0].listeners.get("change")();
    await settle();
    assert.deepEqual(boxes(element, "explorer").map(({ checked }) => checked), [false, true, false]);
    assert.match(element.textContent, /the disk is full/);
});

test("the currency of worth is the one that the agent keeps, and it can be turned off", async () => {
    const asked = [];
    const view = new AppearanceView({
        request: async (method, params) => {
            asked.push([method, params]);
            return { settings: { language: "", theme: "system", explorer: "solscan.io", currency: params.currency ?? "BRL" } };
        },
    });
    const element = await view.draw();
    assert.deepEqual(boxes(element, "currency").map(({ checked }) => checked), [false, false, false, false, true, false, false]);
    boxes(element, "currency")[6].listeners.get("change")();
    await settle();
    assert.deepEqual(asked.at(-1), ["settings.set", { currency: "off" }]);
});
