import assert from "node:assert/strict";
import { test } from "node:test";
import { WalletError } from "../../extension/lib/errors.js";
import { PortfolioStore } from "../../extension/ui/stores/portfolio.js";
import { settle } from "./support/fakes.mjs";

const ALICE = "A".repeat(44);
const BOB = "B".repeat(44);
const fresh = { cluster: "solana:devnet", account: ALICE, lamports: "18446744073709551615", slot: "7", node: "https://node.example", time: 1, age: 0 };
const token = (name, amount = "1") => ({ tokenAccount: name, program: "T", mint: `mint-${name}`, amount, decimals: 0, frozen: false });

/** A background whose answers the test gives, now or later. */
class Client {
    asked = [];
    listeners = new Map();

    constructor(answers) {
        this.answers = answers;
    }

    on(method, listener) {
        this.listeners.set(method, listener);
    }

    async request(method, params) {
        this.asked.push([method, params]);
        return this.answers[method](params);
    }

    changed(account, cluster = "solana:devnet") {
        this.listeners.get("portfolio.changed")({ account, cluster });
        return settle();
    }
}

const failing = (reason, data = {}) => () => Promise.reject(new WalletError(-32000, reason, reason, data));
const still = { "portfolio.balance": () => fresh, "portfolio.tokens": () => ({ tokens: [token("a")] }) };

test("what a node has just said is ready, to the last digit", async () => {
    const store = new PortfolioStore(new Client(still));
    const phases = [];
    store.subscribe(({ phase }) => phases.push(phase));
    assert.equal(store.state.phase, "loading");
    const { phase, balance, tokens } = await store.load(ALICE);
    assert.deepEqual([phase, balance.lamports, tokens.length], ["ready", "18446744073709551615", 1]);
    assert.equal(phases[0], "loading");
});

test("nodes are asked once for an account: its tokens are those that the balance's reading saved", async () => {
    const client = new Client(still);
    const store = new PortfolioStore(client);
    await store.load(ALICE);
    await store.load();
    const asking = client.asked.filter(([, params]) => !params.saved).map(([method]) => method);
    assert.deepEqual(asking, ["portfolio.balance", "portfolio.balance"]);
    assert.ok(client.asked.findLastIndex(([method]) => method === "portfolio.tokens") > client.asked.findLastIndex(([method]) => method === "portfolio.balance"));
});

for (const [cause, phase] of [["no-network", "offline"], ["node-unreachable", "offline"], ["node-fault", "stale"], ["wrong-cluster", "stale"]]) {
    test(`what was saved is ${phase} for ${cause}`, async () => {
        const store = new PortfolioStore(new Client({ ...still, "portfolio.balance": () => ({ ...fresh, age: 60_000, cause }) }));
        assert.deepEqual([(await store.load(ALICE)).phase, store.state.balance.age], [phase, 60_000]);
    });
}

test("what was saved is shown while a node takes its time, and never in the place of what it says", async () => {
    let answer;
    const slow = new Promise((resolve) => (answer = resolve));
    const saved = { ...fresh, lamports: "5", age: 60_000 };
    const client = new Client({ ...still, "portfolio.balance": (params) => (params.saved ? saved : slow) });
    const store = new PortfolioStore(client);
    const loaded = store.load(ALICE);
    await settle();
    assert.deepEqual([store.state.phase, store.state.balance.lamports, store.state.isReading], ["loading", "5", true]);
    answer(fresh);
    assert.deepEqual([(await loaded).phase, store.state.balance.lamports], ["ready", fresh.lamports]);

    let late;
    client.answers["portfolio.balance"] = (params) => (params.saved ? new Promise((resolve) => (late = resolve)) : { ...fresh, account: BOB });
    await store.load(BOB);
    late(saved);
    await settle();
    assert.deepEqual([store.state.phase, store.state.balance.lamports], ["ready", fresh.lamports]);
});

test("what is too old takes the number away that stood there", async () => {
    const client = new Client({ ...still });
    const store = new PortfolioStore(client);
    await store.load(ALICE);
    client.answers["portfolio.balance"] = failing("balance-too-old", { saved: 5 });
    const { phase, balance, error } = await store.load();
    assert.deepEqual([phase, balance, error.reason, error.data.saved], ["error", undefined, "balance-too-old", 5]);
});

test("tokens that can't be read leave the balance, and the other way round", async () => {
    const one = new PortfolioStore(new Client({ ...still, "portfolio.tokens": failing("balance-unknown") }));
    await one.load(ALICE);
    assert.deepEqual([one.state.phase, one.state.tokens, one.state.tokensError.reason], ["ready", undefined, "balance-unknown"]);
    const other = new PortfolioStore(new Client({ ...still, "portfolio.balance": failing("balance-unknown") }));
    await other.load(ALICE);
    assert.deepEqual([other.state.phase, other.state.tokens.length], ["error", 1]);
});

test("pages neither double a row nor lose one, and a reading anew keeps as many", async () => {
    const pages = { "": { tokens: [token("a"), token("b")], cursor: "1" }, 1: { tokens: [token("b"), token("c")], cursor: "2" }, 2: { tokens: [token("d")] } };
    const client = new Client({ ...still, "portfolio.tokens": ({ cursor = "" }) => pages[cursor] });
    const store = new PortfolioStore(client);
    const names = () => store.state.tokens.map(({ tokenAccount }) => tokenAccount).join("");
    await store.load(ALICE);
    assert.equal(names(), "ab");
    await Promise.all([store.more(), store.more()]);
    assert.equal(names(), "abc");
    await store.load();
    assert.deepEqual([names(), store.state.cursor], ["abc", "2"]);
    await store.more();
    assert.deepEqual([names(), store.state.cursor], ["abcd", undefined]);
    const asked = client.asked.length;
    await store.more();
    assert.equal(client.asked.length, asked);
});

test("an answer about the account that was shown before is dropped", async () => {
    /** @type {Map<string, Function>} */
    const waiting = new Map();
    const later = ({ account }) => new Promise((resolve) => waiting.set(account, resolve));
    const store = new PortfolioStore(new Client({ ...still, "portfolio.balance": later }));
    const first = store.load(ALICE);
    const second = store.load(BOB);
    await settle();
    waiting.get(BOB)({ ...fresh, account: BOB, lamports: "2" });
    await second;
    waiting.get(ALICE)(fresh);
    await first;
    assert.deepEqual([store.state.account, store.state.balance.lamports], [BOB, "2"]);
});

test("nothing of one account is shown as another's while that is read", async () => {
    const store = new PortfolioStore(new Client({ ...still, "portfolio.balance": ({ account }) => (account === ALICE ? fresh : new Promise(() => {})) }));
    await store.load(ALICE);
    store.load(BOB);
    await settle();
    assert.deepEqual([store.state.phase, store.state.balance], ["loading", undefined]);
});

test("a change is read, once more where a reading was under way, and not for another account or cluster", async () => {
    let lamports = 1;
    const told = ({ saved }) => (saved ? failing("balance-unknown")() : { ...fresh, lamports: String(lamports++) });
    const client = new Client({ ...still, "portfolio.balance": told });
    const store = new PortfolioStore(client);
    await store.load(ALICE);
    await client.changed(BOB);
    await client.changed(ALICE, "solana:mainnet");
    assert.equal(store.state.balance.lamports, "1");
    await client.changed(ALICE);
    assert.equal(store.state.balance.lamports, "2");
    const reading = store.load();
    client.changed(ALICE);
    client.changed(ALICE);
    await reading;
    assert.equal(store.state.balance.lamports, "4");
});

test("there is one store for a client", () => {
    const client = new Client(still);
    assert.equal(PortfolioStore.of(client), PortfolioStore.of(client));
    assert.notEqual(PortfolioStore.of(client), PortfolioStore.of(new Client(still)));
});
