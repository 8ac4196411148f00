import assert from "node:assert/strict";
import { test } from "node:test";
import { GrantMarks } from "../../extension/background/grants.js";
import { Screens } from "../../extension/background/screens.js";
import { WalletView } from "../../extension/background/wallet.js";
import { SCREEN_METHODS } from "../../extension/lib/methods.js";
import { FakePort, FakeStorage, settle } from "./support/fakes.mjs";

const HELLO = { protocol: 1, version: "0.1.0", vault: "locked", unattended: true, pages: [], home: "/demo" };

function view(pages) {
    const host = { state: { phase: "ready" }, asked: [], request: async (_, params) => (host.asked.push(params), pages.shift()) };
    const states = [];
    return { host, states, view: new WalletView(host, (state) => states.push(state)) };
}

test("what waits is read whole, page by page", async () => {
    const made = view([{ requests: [{ id: "a" }], cursor: "c" }, { requests: [{ id: "b" }] }]);
    made.view.hostChanged({ phase: "ready", hello: HELLO });
    await settle();
    assert.deepEqual(made.host.asked, [{ limit: 100 }, { limit: 100, cursor: "c" }]);
    const { requests, listed, vault, unattended, home } = made.view.state;
    assert.deepEqual([requests.map(({ id }) => id), listed, vault, unattended, home], [["a", "b"], true, "locked", true, "/demo"]);
});

test("a change during the reading makes it read once more", async () => {
    const made = view([{ requests: [] }, { requests: [{ id: "a" }] }]);
    made.view.hostChanged({ phase: "ready", hello: HELLO });
    made.view.notified("com.wallet.request", { id: "a" });
    made.view.notified("com.wallet.request", { id: "a" });
    await settle();
    assert.equal(made.host.asked.length, 2);
    assert.deepEqual(made.view.state.requests, [{ id: "a" }]);
});

test("what comes and goes is known from its announcement, and asks nothing", async () => {
    const made = view([{ requests: [{ id: "a" }, { id: "b" }] }]);
    made.view.hostChanged({ phase: "ready", hello: HELLO });
    await settle();
    const ids = () => made.view.state.requests.map(({ id, tab }) => (tab === undefined ? id : `${id}${tab}`));
    made.view.notified("com.wallet.request", { id: "c", summary: { id: "c" } });
    assert.deepEqual(ids(), ["a", "b", "c"]);
    // Its page has joined it again, from another tab.
    made.view.notified("com.wallet.request", { id: "b", summary: { id: "b", tab: 2 } });
    assert.deepEqual(ids(), ["a", "b2", "c"]);
    made.view.notified("com.wallet.response", { id: "a", state: "rejected" });
    made.view.notified("com.wallet.response", { id: "unknown", state: "rejected" });
    assert.deepEqual(ids(), ["b2", "c"]);
    assert.equal(made.host.asked.length, 1);
    // One that had ended before it could be told.
    made.view.notified("com.wallet.request", { id: "d" });
    assert.deepEqual(ids(), ["b2", "c"]);
});

test("a lost host leaves nothing that could be mistaken for its word", async () => {
    const made = view([{ requests: [{ id: "a" }] }]);
    made.view.hostChanged({ phase: "ready", hello: HELLO });
    await settle();
    made.view.hostChanged({ phase: "lost" });
    const { phase, vault, requests, listed } = made.view.state;
    assert.deepEqual([phase, vault, requests, listed], ["lost", undefined, [], false]);
});

test("the vault's state follows the agent", async () => {
    const made = view([{ requests: [] }]);
    made.view.hostChanged({ phase: "ready", hello: HELLO });
    made.view.notified("vault.changed", { vault: "unlocked", unattended: false });
    await settle();
    assert.deepEqual([made.view.state.vault, made.view.state.unattended], ["unlocked", false]);
});

test("a mark holds the containers of an origin, also when changes come at once", async () => {
    const storage = new FakeStorage();
    const marks = new GrantMarks(storage);
    await Promise.all([marks.set("https://a", "default", true), marks.set("https://a", "box", true), marks.set("https://b", "box", true)]);
    assert.deepEqual(storage.items.get("granted https://a"), ["default", "box"]);
    await Promise.all([marks.set("https://a", "default", false), marks.set("https://a", "nowhere", false)]);
    assert.deepEqual(storage.items.get("granted https://a"), ["box"]);
    await marks.set("https://a", "box", false);
    assert.deepEqual([...storage.items.keys()], ["granted https://b"]);
});

test("a screen may ask what its list says, and nothing else", async () => {
    const asked = [];
    const screens = new Screens(
        { request: async (method) => (asked.push(method), {}) },
        { "tab.status": async () => ({ origin: "https://a" }) },
        () => {},
    );
    const port = new FakePort();
    screens.add(port, { phase: "idle" });
    const methods = [...SCREEN_METHODS, "tab.status", "vault.create", "connect", "agent.stop", "__proto__", "toString"];
    methods.forEach((method, id) => port.receive({ id, method, params: {} }));
    await settle();
    assert.deepEqual(asked, [...SCREEN_METHODS]);
    const refused = port.sent.filter(({ error }) => error).map(({ id, error }) => [methods[id], error.code]);
    assert.deepEqual(refused, methods.slice(-5).map((method) => [method, -32601]));
});

test("a connection that is lost for a switch is no problem, and the next one brings the other wallet", async () => {
    const { states, view: shown } = view([{ requests: [] }, { requests: [] }]);
    const hello = (wallet) => ({ protocol: 1, version: "1", vault: "locked", unattended: false, pages: [], sealingKey: "", wallet });
    const [first, second] = [{ id: "first", name: "Wallet 1", count: 2 }, { id: "0000000100000002", name: "Savings", count: 2 }];
    shown.hostChanged({ phase: "ready", hello: hello(first) });
    shown.switches();
    shown.hostChanged({ phase: "lost" });
    assert.equal(states.at(-1).phase, "connecting");
    shown.hostChanged({ phase: "connecting" });
    shown.hostChanged({ phase: "ready", hello: hello(second) });
    assert.deepEqual(states.at(-1).wallet, second);
    shown.hostChanged({ phase: "lost" });
    assert.equal(states.at(-1).phase, "lost");
});
