// The site that "Swap" opens.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { install } from "./support/document.mjs";
import { settle } from "./support/fakes.mjs";
import { extension } from "./support/realm.mjs";

install(JSON.parse(readFileSync(new URL("_locales/en/messages.json", extension), "utf8")));
const opened = [];
let closed = 0;
window.close = () => void (closed += 1);
globalThis.browser.tabs = { create: async ({ url }) => void opened.push(url) };
const { SwapView, swap } = await import("../../extension/ui/wallet/views/swap.js");

/** A background with settings; it notes what is asked of it. */
function background() {
    const settings = { language: "", theme: "system", explorer: "solscan.io", currency: "USD", swap: "" };
    const asked = [];
    return {
        asked,
        request: async (method, params) => {
            asked.push([method, params]);
            if (method === "settings.set") Object.assign(settings, params);
            return { settings: { ...settings } };
        },
    };
}

const input = (element) => [...element.shown()].find(({ tag }) => tag === "input");
const type = async (element, words) => {
    const field = input(element);
    field.value = words;
    field.listeners.get("input")();
    const form = [...element.shown()].find(({ tag }) => tag === "form");
    form.listeners.get("submit")({ preventDefault() {} });
    await settle();
};

test("a site is kept as its origin, however it is written, and nothing else is", async () => {
    for (const [typed, kept] of [["jup.ag", "https://jup.ag"], [" https://Jup.AG/swap/SOL-USDC ", "https://jup.ag"], ["raydium.io:8443", "https://raydium.io:8443"]]) {
        const client = background();
        await type(await new SwapView(client).draw(), typed);
        assert.deepEqual(client.asked.filter(([method]) => method === "settings.set"), [["settings.set", { swap: kept }]], typed);
    }
    for (const wrong of ["http://jup.ag", "jup", "javascript:alert(1)", "https://jup.ag@evil.example", "jup ag"]) {
        const client = background();
        await type(await new SwapView(client).draw(), wrong);
        assert.deepEqual(client.asked.filter(([method]) => method === "settings.set"), [], wrong);
    }
});

test("Swap goes to where a site is chosen, and from then on to the site", async () => {
    const client = background();
    const went = [];
    await swap(client, (place) => went.push(place));
    assert.deepEqual([went, opened], [["swap"], []]);
    await type(await new SwapView(client).draw(), "jup.ag");
    await swap(client, (place) => went.push(place));
    assert.deepEqual([went, opened], [["swap"], ["https://jup.ag/"]]);
    // The popup stands over the tab that it has opened.
    assert.equal(closed, 1);
});
