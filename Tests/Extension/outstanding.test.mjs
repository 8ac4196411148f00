// What was signed and can still be sent, in Activity: the count, the agent's own sentences, and what can be taken back.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { WalletError } from "../../extension/lib/errors.js";
import { install } from "./support/document.mjs";
import { settle } from "./support/fakes.mjs";
import { extension } from "./support/realm.mjs";

const messages = JSON.parse(readFileSync(new URL("_locales/en/messages.json", extension), "utf8"));
install(messages);

const { OutstandingList } = await import("../../extension/ui/wallet/outstanding-list.js");

const ME = "4m7FfrjpeiX9WZ1nRGa6qFL7WTSEFRftp8ZuHJG7LT1e";

/** An entry as the agent tells it. */
function entry(number, more = {}) {
    return {
        signature: String(number).repeat(87), account: ME, cluster: "solana:devnet", origin: "https://dapp.example", time: 1, void: "waits",
        shown: {
            asker: { name: "dapp.example", notes: [] }, sentence: `You pay ${number} SOL`, changes: [], findings: [], facts: [], shares: [], consequences: [],
            until: "Can be sent for about 90 s more at most",
        },
        ...more,
    };
}

async function drawn(answers) {
    const asked = [];
    const usual = {
        "accounts.list": { accounts: [{ publicKey: ME, label: "Mine", path: "m", hidden: false, imported: false }] },
        "contacts.list": { contacts: [] },
    };
    const request = async (method, params) => {
        if (!(method in usual)) asked.push([method, params]);
        const answer = answers[method] ?? usual[method];
        return structuredClone(typeof answer === "function" ? await answer(params) : answer);
    };
    const list = new OutstandingList({ request, on: () => {} });
    await list.load();
    await settle();
    return { asked, element: list.element };
}

test("what can still be sent is counted, and says what it does and until when", async () => {
    const { element, asked } = await drawn({ "outstanding.list": { entries: [entry(1), entry(2, { void: "foreign" })], changed: 3 } });
    assert.equal(asked[0][1].language, "en");
    const said = element.textContent;
    assert.match(said, /Signed and can still be sent: 2/);
    assert.match(said, /dapp\.example.*You pay 1 SOL.*Can be sent for about 90 s more at most\./);
    assert.match(said, /Another program changed 3 of these records/);
    // Neither can be taken back.
    assert.equal(element.button("Make void"), undefined);
});

test("a transaction on a nonce of the user's is made void, and the list is read again", async () => {
    let entries = [entry(1, { void: "nonce" })];
    const { element, asked } = await drawn({
        "outstanding.list": () => ({ entries }),
        "outstanding.void": () => {
            entries = [];
            return { ended: true };
        },
    });
    element.button("Make void").click();
    await settle();
    assert.deepEqual(asked.find(([method]) => method === "outstanding.void"), ["outstanding.void", { signature: "1".repeat(87) }]);
    assert.match(element.textContent, /can't be executed any more/);
    assert.match(element.textContent, /No signed transaction can still be sent/);
});

test("a list that can't be read claims nothing", async () => {
    const { element } = await drawn({ "outstanding.list": () => Promise.reject(new WalletError(4101, "locked", { reason: "locked" })) });
    assert.equal([...element.shown()].find(({ tag }) => tag === "summary").textContent, "Signed transactions");
});
