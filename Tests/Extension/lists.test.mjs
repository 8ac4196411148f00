// The agent's lists, read page by page while they grow: rows neither double nor move, and what is said of them is so.

import assert from "node:assert/strict";
import { test } from "node:test";
import { WalletError } from "../../extension/lib/errors.js";
import { settle } from "./support/fakes.mjs";

const { ActivityStore } = await import("../../extension/ui/stores/activity.js");
const { HistoryStore } = await import("../../extension/ui/stores/history.js");
const { SitesStore } = await import("../../extension/ui/stores/sites.js");

/** The agent's activity, with its cursor: the last entry of a page. */
function log(count) {
    const entries = Array.from({ length: count }, (_, index) => ({ sequence: count - index, time: 0, kind: "queued", origin: index % 2 ? "https://a" : "https://b" }));
    const asked = [];
    const request = async (method, { cursor, limit, origin, ...others }) => {
        asked.push({ method, cursor, limit, origin, ...others });
        const below = entries.filter(({ sequence }) => cursor === undefined || sequence < Number(cursor)).filter((entry) => !origin || entry.origin === origin);
        const page = below.slice(0, limit);
        return { entries: page.map((entry) => ({ ...entry })), cursor: below.length > limit ? String(page.at(-1).sequence) : undefined };
    };
    return { entries, asked, request, grow: () => entries.unshift({ sequence: entries.length + 1, time: 0, kind: "answered", origin: "https://a" }) };
}

const sequences = ({ state }) => state.rows.map(({ sequence }) => sequence);
const descending = (from, to) => Array.from({ length: from - to + 1 }, (_, index) => from - index);

test("pages follow each other while the list grows, and nothing is there twice", async () => {
    const agent = log(130);
    const store = new ActivityStore(agent);
    assert.equal(store.state.phase, "loading");
    await store.load();
    assert.deepEqual([sequences(store), store.state.more], [descending(130, 81), true]);
    agent.grow();
    await store.more();
    agent.grow();
    assert.deepEqual(sequences(store), descending(130, 31));
    await store.load();
    assert.deepEqual(sequences(store), descending(132, 31));
    await store.more();
    await store.more();
    assert.deepEqual([sequences(store), store.state.more, store.state.phase], [descending(132, 1), false, "ready"]);
    const asked = agent.asked.length;
    await store.more();
    assert.equal(agent.asked.length, asked, "after the end nothing is asked");
});

test("where more came than a page has, the list begins anew and leaves no gap", async () => {
    const agent = log(60);
    const store = new ActivityStore(agent);
    await store.load();
    await store.more();
    for (let i = 0; i < 51; i++) agent.grow();
    await store.load();
    assert.deepEqual([sequences(store), store.state.more], [descending(111, 62), true]);
    await store.more();
    assert.deepEqual(sequences(store), descending(111, 12));
});

test("a page that is asked for twice comes once", async () => {
    const agent = log(120);
    const store = new ActivityStore(agent);
    await store.load();
    await Promise.all([store.more(), store.more(), store.more()]);
    assert.deepEqual([sequences(store), agent.asked.length], [descending(120, 21), 2]);
});

test("an answer that was overtaken is dropped: another site's rows never come under this one's name", async () => {
    const agent = log(10);
    const held = [];
    const store = new ActivityStore({ request: (method, params) => new Promise((resolve) => held.push(() => resolve(agent.request(method, params)))) });
    const first = store.load();
    const second = store.filter("https://a");
    held[1]();
    await second;
    held[0]();
    await first;
    await settle();
    assert.deepEqual([store.state.rows.map(({ origin }) => origin), store.state.phase], [Array(5).fill("https://a"), "ready"]);
});

test("what can't be read says so, and takes nothing away that was read", async () => {
    let answer = async () => {
        throw new WalletError(-32000, "balance-unknown", "nothing was saved", { cause: "node-unreachable" });
    };
    const store = new HistoryStore({ request: (...given) => answer(...given) });
    await store.load();
    assert.deepEqual([store.state.phase, store.state.rows], ["offline", []]);
    answer = async () => {
        throw new WalletError(-32000, "wrong-cluster", "another cluster's");
    };
    await store.load();
    assert.equal(store.state.phase, "error");
    answer = async () => ({ entries: [{ signature: "s1" }], node: "n", time: 1, age: 0, whole: true });
    await store.load();
    assert.deepEqual([store.state.phase, store.state.said.whole], ["ready", true]);
    answer = async () => ({ entries: [{ signature: "s1" }], node: "n", time: 1, age: 70_000, whole: false, cause: "node-unreachable" });
    await store.load();
    assert.deepEqual([store.state.phase, store.state.said.age, store.state.rows.length], ["offline", 70_000, 1]);
    answer = async () => {
        throw new WalletError(-32603, "storage", "the disk is full");
    };
    await store.load();
    assert.deepEqual([store.state.phase, store.state.error.reason, store.state.rows.length], ["stale", "storage", 1]);
});

test("a whole list is read to its end, and what is gone from it is gone", async () => {
    let sites = Array.from({ length: 230 }, (_, index) => ({ origin: `https://${index}.example`, profile: "p", container: "default", accounts: [], granted: 0, used: 0, guards: true }));
    const asked = [];
    const request = async (method, { cursor, limit, ...others }) => {
        asked.push([method, others]);
        if (method === "origins.revoke") {
            sites = sites.filter(({ origin }) => origin !== others.origin);
            return { revoked: 1 };
        }
        const from = cursor === undefined ? 0 : Number(cursor);
        return { origins: sites.slice(from, from + limit), cursor: from + limit < sites.length ? String(from + limit) : undefined };
    };
    const store = new SitesStore({ request });
    await store.load();
    assert.equal(store.state.rows.length, 230);
    await store.revoke(store.state.rows[100]);
    assert.deepEqual(asked[3], ["origins.revoke", { origin: "https://100.example", profile: "p", container: "default" }]);
    assert.deepEqual([store.state.rows.length, store.state.rows.some(({ origin }) => origin === "https://100.example")], [229, false]);
});

test("an agent that never ends a list is left", async () => {
    let pages = 0;
    const store = new SitesStore({ request: async () => ({ origins: [{ origin: `https://${++pages}.example`, profile: "", container: "" }], cursor: "again" }) });
    await store.load();
    assert.equal(pages, 100);
});
