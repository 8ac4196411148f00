// The balance that is kept in the browser's memory for the popup's first moment.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

const kept = new Map();
globalThis.browser = {
    storage: {
        session: {
            get: async (name) => Object.fromEntries(kept.has(name) ? [[name, structuredClone(kept.get(name))]] : []),
            set: async (items) => Object.entries(items).forEach(([name, value]) => kept.set(name, structuredClone(value))),
            remove: async (name) => void kept.delete(name),
        },
    },
};
const { forgetBalance, keepBalance, keptBalance } = await import("../../extension/ui/stores/kept-balance.js");
const { PortfolioStore } = await import("../../extension/ui/stores/portfolio.js");

const ALICE = "A".repeat(44);
const BOB = "B".repeat(44);
const DAY = 86_400_000;
const balance = { cluster: "solana:devnet", lamports: "18446744073709551615", slot: "7", node: "node", time: 1, age: 5 };
const said = (read) => ({ name: "Main", address: "AAAA", digits: "1", size: "amount", unit: "SOL", note: String(read), language: "en" });

beforeEach(() => kept.clear());

test("a balance is kept whole, with its age, for its account alone", async () => {
    assert.equal(await keptBalance("first", ALICE), undefined);
    await keepBalance("first", ALICE, balance, said);
    const { age, ...rest } = await keptBalance("first", ALICE);
    assert.deepEqual(rest, (({ age: _, ...others }) => others)(balance));
    assert.ok(age >= 5 && age < 60_000);
    assert.equal(await keptBalance("first", BOB), undefined);
    await forgetBalance();
    assert.equal(await keptBalance("first", ALICE), undefined);
});

test("a balance that one wallet has kept is never shown in another, not even of the same account", async () => {
    await keepBalance("first", ALICE, balance, said);
    assert.equal(await keptBalance("0000000100000002", ALICE), undefined);
    assert.notEqual(await keptBalance("first", ALICE), undefined);
});

test("what is seven days old, or from a time that hasn't come, isn't shown", async () => {
    for (const [age, isShown] of [[7 * DAY - 60_000, true], [7 * DAY, false], [-60_000, false]]) {
        await keepBalance("first", ALICE, { ...balance, age }, said);
        assert.equal((await keptBalance("first", ALICE)) !== undefined, isShown, age);
    }
});

test("the kept balance stands until the agent says another, and never after it", async () => {
    await keepBalance("first", ALICE, balance, said);
    const answers = [];
    const client = { state: { wallet: { id: "first" } }, on: () => {}, request: (method, params) => new Promise((resolve, reject) => answers.push({ method, params, resolve, reject })) };
    const store = new PortfolioStore(client);
    const shown = [];
    store.subscribe(({ phase, balance }) => shown.push([phase, balance?.lamports]));
    const loaded = store.load(ALICE);
    await new Promise((resolve) => setTimeout(resolve));
    assert.deepEqual(shown.at(-1), ["loading", balance.lamports]);
    answers.find(({ params }) => params.saved).reject(new Error("nothing saved"));
    answers.find(({ params }) => !params.saved).resolve({ ...balance, lamports: "3", age: 0 });
    await new Promise((resolve) => setTimeout(resolve));
    answers.at(-1).resolve({ tokens: [] });
    await loaded;
    assert.deepEqual(shown.at(-1), ["ready", "3"]);
});
