import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { install } from "./support/document.mjs";
import { settle } from "./support/fakes.mjs";
import { extension } from "./support/realm.mjs";

install(JSON.parse(readFileSync(new URL("_locales/en/messages.json", extension), "utf8")));
const { ApprovalQueue } = await import("../../extension/ui/approval/queue.js");
const { stageText } = await import("../../extension/ui/parts/progress.js");

const summary = {
    id: "a", digest: "d".repeat(64), origin: "https://a.example", method: "sendTransaction", state: "presented", cluster: "solana:localnet",
    account: "A".repeat(44), container: "default", private: false, own: true, created: Date.now(), remaining: 30_000, tab: 1,
};
const shown = {
    asker: { name: "a.example", notes: [] }, sentence: "You send 0.5 SOL to Ana.", consequences: [], changes: [], findings: [], shares: [], facts: [],
    items: [{ findings: [], details: [{ kind: "text", text: "the simulation succeeded, according to n at slot 5" }], open: false }],
};
const WALLET = { accounts: [], trust: "intact", perRequest: false, passkeys: false };

/** A queue with one request that is sent, whose life the agent tells as given. */
async function card(life, decided = []) {
    const background = {
        request: async (method, params) => {
            if (/approve|reject|askAgain/.test(method)) decided.push({ method, params });
            if (method === "approvals.present") return { requests: [{ id: "a", state: "presented", remaining: 30_000, life: life.present }] };
            if (method === "approvals.get") return { summary, decision: "popup", reasons: [], review: { kind: "transactions", complete: true }, shown, reviewHash: "r", life: life.get, wallet: WALLET };
            return {};
        },
        on() {},
    };
    const queue = new ApprovalQueue(background);
    queue.update({ listed: true, vault: "unlocked", requests: [summary] });
    await settle();
    return queue;
}

const blocks = { kind: "blocks", blocks: "100", remaining: 40_000 };

test("how long the blockhash lives is counted down, and what it does stands above", async () => {
    const { element } = await card({ get: blocks });
    assert.match(element.textContent, /You send 0\.5 SOL to Ana\./);
    assert.match(element.textContent, /The transaction expires in about0:(40|39)/);
    assert.match(element.textContent, /the simulation succeeded, according to n at slot 5/);
});

test("once the blockhash is too old nothing is approved: the site is asked to ask again, and its tab is shown", async () => {
    const decided = [];
    const shown = [];
    globalThis.browser.tabs = { update: async (...change) => void shown.push(change) };
    const queue = await card({ get: { kind: "expired" } }, decided);
    assert.match(queue.element.textContent, /its blockhash is too old\. Nothing was signed\./);
    await new Promise((resolve) => setTimeout(resolve, 600));
    for (const name of ["Approve", "Open Sidekey's window"]) assert.equal(queue.element.button(name), undefined);
    assert.equal(queue.element.button("Reject").disabled, false);
    queue.element.button("Ask the site again").click();
    await settle();
    assert.deepEqual(decided, [{ method: "approvals.askAgain", params: { id: "a" } }]);
    assert.deepEqual(shown, [[1, { active: true }]]);
    delete globalThis.browser.tabs;
    const living = await card({ get: blocks });
    await new Promise((resolve) => setTimeout(resolve, 600));
    assert.equal(living.element.button("Approve").disabled, false);
    assert.equal(living.element.button("Ask the site again"), undefined);
});

test("what was approved tells how far it has come", async () => {
    const queue = await card({ get: { kind: "nonce" } });
    assert.match(queue.element.textContent, /stays valid until its nonce advances/);
    queue.progress("b", [{ item: 0, stage: "sent", signature: "s" }]);
    assert.doesNotMatch(queue.element.textContent, /Waiting for the network/);
    queue.progress("a", [{ item: 0, stage: "sent", signature: "s" }]);
    assert.match(queue.element.textContent, /Waiting for the network/);
    queue.progress("a", [{ item: 0, stage: "confirmed", signature: "s", slot: "7" }]);
    assert.match(queue.element.textContent, /Confirmed in slot 7/);
});

test("of several transactions the worst is told, and how many there are", () => {
    const stages = (...names) => names.map((stage, index) => ({ item: index, stage, signature: "s", slot: "7" }));
    assert.equal(stageText([]), "");
    assert.equal(stageText(stages("confirmed", "confirmed")), "2 of 2: Confirmed in slot 7");
    assert.equal(stageText(stages("confirmed", "sent")), "1 of 2: Sent. Waiting for the network to confirm it.");
    assert.match(stageText(stages("confirmed", "failed", "sent")), /^1 of 3: Executed in slot 7, but failed/);
    assert.match(stageText(stages("failed", "unknown")), /the result is unknown/);
});
