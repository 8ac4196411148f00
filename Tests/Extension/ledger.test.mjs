import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { WalletError } from "../../extension/lib/errors.js";
import { install } from "./support/document.mjs";
import { settle } from "./support/fakes.mjs";
import { extension } from "./support/realm.mjs";

const texts = JSON.parse(readFileSync(new URL("_locales/en/messages.json", extension), "utf8"));
install(texts);
const { LedgerSection } = await import("../../extension/ui/wallet/ledger.js");
const { failureText } = await import("../../extension/ui/parts/texts.js");

const A = "HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk";
const B = "3GJzvStsiYZonWE7WTsmt1BpWXkfcgWMGinaDwNs9HBc";

function drawn(answers) {
    const asked = [];
    let added = 0;
    const request = async (method, params) => {
        asked.push([method, params]);
        const answer = answers[method];
        if (answer instanceof Error) throw answer;
        return typeof answer === "function" ? answer(params) : answer;
    };
    const section = new LedgerSection({ request }, async () => void added++);
    const shown = () => [...section.element.shown()];
    const named = (name) => shown().find(({ tag, attributes, textContent }) => tag === "button" && (attributes.get("aria-label") ?? textContent) === name);
    const words = () => shown().filter(({ tag }) => tag === "p").map(({ textContent }) => textContent).join("\n");
    return { asked, named, words, shown, press: (name) => named(name).listeners.get("click")(), added: () => added };
}

test("accounts are read page by page, and one is added once its address was confirmed on the device", async () => {
    let confirm = () => {};
    const part = drawn({
        "ledger.accounts": ({ from }) => ({ accounts: [{ path: `m/44'/501'/${from}'`, publicKey: from === 0 ? A : B, added: from > 0 }], next: from + 5 }),
        "ledger.add": () => new Promise((resolve) => (confirm = resolve)),
    });
    part.press("Show its accounts");
    await settle();
    part.press("Show more accounts");
    await settle();
    assert.deepEqual(part.asked, [["ledger.accounts", { from: 0 }], ["ledger.accounts", { from: 5 }]]);
    assert.equal(part.named("Add the account at m/44'/501'/5'"), undefined);
    part.press("Add the account at m/44'/501'/0'");
    await settle();
    // The whole address is there to compare, and the wait can be ended.
    assert.match(part.words(), new RegExp(A));
    part.press("Stop waiting");
    assert.deepEqual(part.asked.slice(2), [["ledger.add", { path: "m/44'/501'/0'", publicKey: A }], ["ledger.cancel", undefined]]);
    assert.equal(part.added(), 0);
    confirm({ accounts: [], watched: [] });
    await settle();
    assert.equal(part.added(), 1);
    assert.doesNotMatch(part.words(), new RegExp(A));
    assert.equal(part.named("Add the account at m/44'/501'/0'"), undefined);
});

test("what is wrong with the device is said, and it can be tried again", async () => {
    const part = drawn({ "ledger.accounts": new WalletError(4100, "ledger-locked", "the Ledger is locked") });
    part.press("Show its accounts");
    await settle();
    assert.match(part.words(), /Your Ledger is locked\. Type its PIN/);
    assert.equal(part.named("Stop waiting"), undefined);
    assert.notEqual(part.named("Show its accounts"), undefined);
});

test("each fault of a Ledger has words that say what to do", () => {
    const reasons = readFileSync(new URL("../docs/protocol.md", extension), "utf8").match(/`ledger-[a-z-]+`/g);
    assert.ok(new Set(reasons).size >= 20);
    for (const reason of new Set(reasons.map((each) => each.slice(1, -1)))) {
        const words = failureText(new WalletError(4100, reason, "x"));
        assert.match(words, /^[A-Z].*\.$/, reason);
        assert.ok(Object.values(texts).some(({ message }) => message === words), reason);
    }
});
