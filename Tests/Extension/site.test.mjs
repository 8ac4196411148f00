import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { install } from "./support/document.mjs";
import { settle } from "./support/fakes.mjs";
import { extension } from "./support/realm.mjs";

install(JSON.parse(readFileSync(new URL("_locales/en/messages.json", extension), "utf8")));
const { SiteAccounts } = await import("../../extension/ui/wallet/site.js");

const ACCOUNTS = ["A", "B", "C", "D"].map((letter) => ({ publicKey: letter.repeat(44), label: `Account ${letter}`, hidden: letter === "C" }));
const [A, B, , D] = ACCOUNTS.map(({ publicKey }) => publicKey);
const GRANT = { origin: "https://dapp.example", profile: "p", container: "firefox-container-1", accounts: [A, B] };

function site(grant = {}, outcome = "done") {
    const saved = [];
    const asked = [];
    const done = [];
    const client = {
        request: async (method, params) => {
            asked.push({ method, params });
            return { outcome };
        },
    };
    const acts = { client, save: (accounts) => saved.push(accounts), done: () => done.push(true) };
    const made = new SiteAccounts({ ...GRANT, ...grant }, ACCOUNTS, acts);
    const shown = () => [...made.element.shown()];
    const box = (letter) => {
        const name = shown().find(({ tag, textContent }) => tag === "label" && textContent === `Account ${letter}`).attributes.get("for");
        return shown().find(({ tag, id }) => tag === "input" && id === name);
    };
    const tick = (letter, checked) => {
        box(letter).checked = checked;
        box(letter).listeners.get("change")();
    };
    return { tick, saved, asked, done, shown, save: made.element.button("Show only these"), more: () => made.element.button("Confirm in Sidekey's window") };
}

test("fewer accounts are saved from here", () => {
    const { tick, save, saved, more } = site();
    assert.equal(save.disabled, true);
    tick("B", false);
    save.click();
    assert.deepEqual([saved, more()], [[[A]], undefined]);
});

test("more accounts, and others, are confirmed in Sidekey's window", async () => {
    const { tick, save, saved, asked, done, more } = site();
    tick("D", true);
    assert.equal(save.disabled, true);
    more().click();
    await settle();
    const { accounts: _, ...place } = GRANT;
    assert.deepEqual(asked, [{ method: "vault.ceremony", params: { kind: "site", ...place, accounts: [A, B, D] } }]);
    assert.deepEqual([saved, done], [[], [true]]);
    tick("A", false);
    tick("B", false);
    more().click();
    await settle();
    assert.deepEqual(asked[1].params.accounts, [D]);
    tick("D", false);
    assert.deepEqual([save.disabled, more()], [true, undefined]);
});

test("a window that was closed changes nothing", async () => {
    const { tick, done, more } = site({}, "cancelled");
    tick("D", true);
    more().click();
    await settle();
    assert.deepEqual(done, []);
});

test("a hidden account is offered only where the site sees it already", () => {
    const labels = ({ shown }) => shown().filter(({ tag }) => tag === "label").map(({ textContent }) => textContent);
    assert.deepEqual(labels(site()), ["Account A", "Account B", "Account D"]);
    assert.deepEqual(labels(site({ accounts: [D, ACCOUNTS[2].publicKey] })), ["Account A", "Account B", "Account C", "Account D"]);
});

test("the tab's panel stays open and ticked when the popup draws it anew, and not for another site", async () => {
    const { TabSection } = await import("../../extension/ui/wallet/tab.js");
    let tab = 1;
    let origin = GRANT.origin;
    globalThis.browser.tabs = { query: async () => [{ id: tab }], sendMessage: async () => ({ served: true }) };
    globalThis.browser.permissions = { contains: async () => true };
    const answers = {
        "tab.status": () => ({ ...GRANT, origin, accounts: ACCOUNTS.slice(0, 1) }),
        "accounts.list": () => ({ accounts: ACCOUNTS }),
    };
    const section = new TabSection({ request: async (method) => answers[method]() });
    const found = (wanted) => [...section.element.shown()].filter(({ tag }) => tag === wanted);
    const ticked = () => found("input").map(({ checked }) => checked);
    await section.draw();
    const [old] = found("details");
    old.open = true;
    found("input")[1].checked = true;
    found("input")[1].listeners.get("change")();
    found("summary")[0].focus();
    await section.draw();
    assert.notEqual(found("details")[0], old, "it was drawn anew");
    assert.deepEqual([found("details")[0].open, ticked()], [true, [true, true, false]]);
    assert.equal(document.activeElement, found("summary")[0]);
    // Also where a call that began before the first one drew ends after the user has opened it.
    let calls = 0;
    let answer;
    const slow = new Promise((resolve) => (answer = resolve));
    const late = new TabSection({
        request: async (method) => {
            if (method === "accounts.list" && ++calls === 2) await slow;
            return answers[method]();
        },
    });
    const first = late.draw();
    const second = late.draw();
    await first;
    const unfolded = [...late.element.shown()].find(({ tag }) => tag === "details");
    unfolded.open = true;
    answer();
    await second;
    assert.equal([...late.element.shown()].find(({ tag }) => tag === "details").open, true);
    // What was ticked for one site is nothing that the user said of another.
    [tab, origin] = [2, "https://other.example"];
    await section.draw();
    assert.deepEqual([found("details")[0].open === true, ticked()], [false, [true, false, false]]);
});
