import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { WalletError } from "../../extension/lib/errors.js";
import { install } from "./support/document.mjs";
import { settle } from "./support/fakes.mjs";
import { extension } from "./support/realm.mjs";

install(JSON.parse(readFileSync(new URL("_locales/en/messages.json", extension), "utf8")));
const { AccountsView } = await import("../../extension/ui/wallet/views/accounts.js");

const ACCOUNTS = ["A", "B"].map((letter, index) => ({
    publicKey: letter.repeat(44), label: `Account ${letter}`, path: `m/44'/501'/${index}'/0'`, hidden: letter === "B", imported: false,
}));

async function screen(answer = () => ({ accounts: ACCOUNTS }), accounts = ACCOUNTS) {
    const asked = [];
    const request = async (method, params) => {
        if (method === "accounts.list") return { accounts };
        asked.push([method, params]);
        return answer();
    };
    const element = await new AccountsView({ request }).draw();
    const named = (name) => [...element.shown()].find(({ tag, attributes }) => tag === "button" && attributes.get("aria-label") === name);
    return { asked, element, named };
}

test("an account is hidden, shown and moved", async () => {
    const { asked, named } = await screen();
    const [{ publicKey: a }, { publicKey: b }] = ACCOUNTS;
    for (const [name, params] of [
        ["Hide Account A", { publicKey: a, hidden: true }],
        ["Show Account B", { publicKey: b, hidden: false }],
        ["Move Account B up", { publicKey: b, position: 0, native: true }],
    ]) {
        named(name).click();
        await settle();
        assert.deepEqual(asked.pop(), ["accounts.update", params]);
    }
    assert.equal(named("Move Account A up"), undefined);
});

test("an account is named, and not with nothing", async () => {
    const { asked, element, named } = await screen();
    named("Rename Account A").click();
    const field = [...element.shown()].find(({ tag }) => tag === "input");
    assert.equal(field.value, "Account A");
    field.value = "  ";
    element.button("Save").click();
    await settle();
    assert.deepEqual(asked, []);
    field.value = " Savings ";
    element.button("Save").click();
    await settle();
    assert.deepEqual(asked, [["accounts.update", { publicKey: ACCOUNTS[0].publicKey, label: "Savings" }]]);
});

test("importing and removing are left to Sidekey's window, and the list is read anew", async () => {
    const { asked, element, named } = await screen(() => ({ outcome: "done" }));
    element.button("Import…").click();
    await settle();
    named("Remove Account B…").click();
    await settle();
    assert.deepEqual(asked, [["vault.ceremony", { kind: "import" }], ["vault.ceremony", { kind: "remove", account: ACCOUNTS[1].publicKey }]]);
});

test("the only account can't be removed", async () => {
    const { named } = await screen(undefined, ACCOUNTS.slice(0, 1));
    assert.equal(named("Remove Account A…"), undefined);
});

test("a press while Sidekey's window is open asks for no second one, and a refusal leaves the button usable", async () => {
    let refuse;
    const { asked, element } = await screen(() => new Promise((_, reject) => (refuse = reject)));
    element.button("Import…").click();
    element.button("Import…").click();
    await settle();
    assert.equal(asked.length, 1);
    refuse(new WalletError(-32000, "prompt-unavailable", "no window"));
    await settle();
    element.button("Import…").click();
    await settle();
    assert.equal(asked.length, 2);
});

test("one is added once, however often the button is pressed meanwhile", async () => {
    let finish;
    const { asked, element } = await screen(() => new Promise((resolve) => (finish = resolve)));
    element.button("Add an account").click();
    element.button("Add an account").click();
    await settle();
    assert.deepEqual(asked, [["accounts.add", {}]]);
    finish({ accounts: [...ACCOUNTS, { ...ACCOUNTS[0], publicKey: "C".repeat(44), label: "Account C" }] });
    await settle();
    assert.match(element.textContent, /Account C/);
});

test("no click is lost while another change is on its way, and each goes by how things are by then", async () => {
    const finish = [];
    const three = [...ACCOUNTS, { ...ACCOUNTS[0], publicKey: "C".repeat(44), label: "Account C" }];
    const { asked, named, element } = await screen(() => new Promise((resolve) => finish.push(resolve)), three);
    const up = named("Move Account C up");
    up.focus();
    up.click();
    up.click();
    named("Hide Account A").click();
    await settle();
    const [a, b, c] = three;
    assert.deepEqual(asked, [["accounts.update", { publicKey: c.publicKey, position: 1, native: true }]]);
    for (const accounts of [[a, c, b], [c, a, b], [c, { ...a, hidden: true }, b]]) {
        finish.shift()({ accounts });
        await settle();
        if (accounts[0] === a) assert.equal(globalThis.document.activeElement, named("Move Account C up"));
    }
    assert.deepEqual(asked.slice(1), [["accounts.update", { publicKey: c.publicKey, position: 0, native: true }], ["accounts.update", { publicKey: a.publicKey, hidden: true }]]);
    // At the top there is nothing to move: the keyboard stays with the account.
    assert.equal(globalThis.document.activeElement, named("Rename Account C"));
    assert.ok(named("Show Account A") && element.textContent.includes("Account B"));
});

test("what is typed as a name outlives a change of another account", async () => {
    const { element, named } = await screen(() => ({ accounts: ACCOUNTS.map((account) => ({ ...account, hidden: false })) }));
    named("Rename Account A").click();
    const field = [...element.shown()].find(({ tag }) => tag === "input");
    field.value = "Sav";
    named("Show Account B").click();
    await settle();
    assert.ok([...element.shown()].includes(field) && field.value === "Sav");
});

test("a failure is told and leaves the list", async () => {
    const { element } = await screen(() => Promise.reject(new WalletError(4101, "locked", "the session is locked")));
    element.button("Add an account").click();
    await settle();
    assert.ok([...element.shown()].some(({ attributes, textContent }) => attributes.get("class") === "problem" && textContent !== ""));
    assert.match(element.textContent, /Account A/);
});

test("a label that a hijacked extension gave hides nothing", async () => {
    const { element } = await screen(undefined, [{ ...ACCOUNTS[0], label: "Savings\u202e\u200b<b>\\u{202e}" }]);
    const strong = [...element.shown()].find(({ tag }) => tag === "strong");
    assert.equal(strong.textContent, "Savings\\u{202e}\\u{200b}<b>\\u{5c}u{202e}");
});
