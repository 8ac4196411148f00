import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { install } from "./support/document.mjs";
import { settle } from "./support/fakes.mjs";
import { extension } from "./support/realm.mjs";

install(JSON.parse(readFileSync(new URL("_locales/en/messages.json", extension), "utf8")));
const stored = new Map();
globalThis.browser.storage.local = { get: async (name) => ({ [name]: stored.get(name) }), set: async (items) => Object.entries(items).forEach(([name, value]) => stored.set(name, value)) };
const { ReceiveView } = await import("../../extension/ui/wallet/views/receive.js");
const { AccountsStore } = await import("../../extension/ui/stores/accounts.js");

const ACCOUNTS = ["A", "B", "C"].map((letter) => ({ publicKey: letter.repeat(44), label: `Account ${letter}`, path: "", hidden: letter === "C", imported: false }));
const [ALICE, BOB, CAROL] = ACCOUNTS.map(({ publicKey }) => publicKey);
/** 21 modules a side: the first row has two bars, all others none. */
const modules = "1110001".padEnd(441, "0");
const codeOf = (publicKey) => ({ publicKey, size: 21, modules });

function client(answer = ({ publicKey }) => codeOf(publicKey), accounts = ACCOUNTS) {
    return { on: () => {}, request: async (method, params) => (method === "accounts.list" ? { accounts } : answer(params)) };
}

const drawing = (element) => [...element.shown()].find(({ attributes }) => attributes.get("class") === "qr");
const path = (element) => drawing(element)?.children[1].attributes.get("d");

test("the address stands there whole, with its code", async () => {
    stored.clear();
    const element = await new ReceiveView(client()).draw();
    await settle();
    assert.ok([...element.shown()].some(({ attributes, textContent }) => attributes.get("class") === "whole-address" && textContent === ALICE));
    assert.equal(path(element), "M4 4h3v1h-3zM10 4h1v1h-1z");
    assert.equal(drawing(element).attributes.get("viewBox"), "0 0 29 29");
    assert.match(drawing(element).attributes.get("aria-label"), new RegExp(ALICE));
});

for (const [name, answer] of Object.entries({
    "another account's": () => codeOf(BOB),
    "one that lacks a module": ({ publicKey }) => ({ ...codeOf(publicKey), modules: modules.slice(1) }),
    "one with something else than 0 and 1": ({ publicKey }) => ({ ...codeOf(publicKey), modules: modules.replace("0", "M") }),
    "too small a one": ({ publicKey }) => ({ publicKey, size: 1, modules: "1" }),
    "no number": ({ publicKey }) => ({ publicKey, size: "21", modules }),
    nothing: () => undefined,
    "a refusal": () => Promise.reject(new Error("no such method")),
})) {
    test(`${name} is drawn as no code, and the address stays`, async () => {
        stored.clear();
        const element = await new ReceiveView(client(answer)).draw();
        await settle();
        assert.equal(drawing(element), undefined);
        assert.match(element.textContent, /couldn't create the QR code/);
        assert.match(element.textContent, new RegExp(ALICE));
    });
}

test("a code that comes late isn't drawn beside another account's address", async () => {
    stored.clear();
    const late = new Map();
    const one = client(({ publicKey }) => new Promise((resolve) => late.set(publicKey, resolve)));
    const view = new ReceiveView(one);
    view.draw();
    await settle();
    AccountsStore.of(one).select(BOB);
    await settle();
    late.get(ALICE)({ ...codeOf(ALICE), modules: "1".repeat(441) });
    await settle();
    assert.equal(drawing(view.element), undefined);
    late.get(BOB)(codeOf(BOB));
    await settle();
    assert.ok(drawing(view.element));
    assert.match(view.element.textContent, new RegExp(BOB));
});

test("the account that is shown is remembered by its key, and gives way when it is hidden", async () => {
    stored.clear();
    await (await opened()).select(BOB);
    assert.equal((await opened()).state.selected, BOB);
    const renamed = [{ ...ACCOUNTS[1], label: "Savings" }, ACCOUNTS[0]];
    assert.equal((await opened(renamed)).selected.label, "Savings");
    assert.equal((await opened([ACCOUNTS[0], { ...ACCOUNTS[1], hidden: true }])).state.selected, ALICE);
    await (await opened()).select(CAROL);
    assert.equal((await opened()).state.selected, BOB);
    // Where all are hidden, there is still something to show.
    assert.equal((await opened([ACCOUNTS[2]])).state.selected, CAROL);

    async function opened(accounts = ACCOUNTS) {
        const store = new AccountsStore(client(undefined, accounts));
        await store.load();
        return store;
    }
});
