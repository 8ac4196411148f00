import assert from "node:assert/strict";
import { test } from "node:test";
import { GrantMarks } from "../../extension/background/grants.js";
import { Pages } from "../../extension/background/pages.js";
import { checkedParams } from "../../extension/background/params.js";
import { ConnectionLost, WalletError } from "../../extension/lib/errors.js";
import { PAGE_METHODS } from "../../extension/lib/methods.js";
import { FakePort, FakeStorage, settle } from "./support/fakes.mjs";

const CONTEXT = { origin: "https://dapp.example", tab: 7, document: "d1" };
const ACCOUNTS = [{ publicKey: "A", label: "Account 1" }];
const MARK = "granted https://dapp.example";

/** Pages over a host whose answers the test gives. */
function pages({ listed = [...PAGE_METHODS.keys()] } = {}) {
    const asked = [];
    const host = {
        state: { phase: "ready", hello: { pages: listed } },
        ready: async () => {},
        recovered: 0,
        recover: async () => void (host.recovered += 1),
        request: (method, params, id) => {
            if (method === "cancel") {
                asked.push({ method, params });
                return Promise.resolve({});
            }
            return new Promise((resolve, reject) => asked.push({ method, params, id, resolve, reject }));
        },
    };
    const storage = new FakeStorage();
    const faces = [];
    const made = new Pages(host, new GrantMarks(storage), () => {}, (...face) => faces.push(face));
    const open = (context = CONTEXT) => {
        const port = new FakePort();
        made.add(port, context);
        return port;
    };
    return { pages: made, host, asked, storage, faces, open };
}

test("the context is the browser's, and the page's id is kept as the request", async () => {
    const { open, asked } = pages();
    open().receive({ id: "1", method: "signMessage", params: { message: "AQ==", account: "A" } });
    await settle();
    assert.equal(asked[0].method, "signMessage");
    assert.deepEqual(asked[0].params, { message: "AQ==", account: "A", ...CONTEXT, request: "1" });
});

test("another wallet takes the accounts from every page, and a page that it knows gets its own", async () => {
    const { pages: made, open, asked } = pages();
    const port = open();
    port.receive({ id: "1", method: "connect", params: { silent: true } });
    await settle();
    asked[0].resolve({ accounts: ACCOUNTS });
    await settle();
    made.leave();
    assert.deepEqual(port.sent.at(-1), { event: "accounts", accounts: [] });
    made.refresh();
    await settle();
    assert.equal(asked.at(-1).method, "getAccounts");
    const others = [{ publicKey: "B", label: "Account 1" }];
    asked.at(-1).resolve({ accounts: others });
    await settle();
    assert.deepEqual(port.sent.at(-1), { event: "accounts", accounts: others });
    // A page that never had any hears nothing.
    const stranger = open({ ...CONTEXT, document: "d2", tab: 8 });
    made.leave();
    assert.deepEqual(stranger.sent, []);
});

test("what was asked of one wallet is never asked of another", async () => {
    const { host, open, asked } = pages();
    host.state.hello.wallet = { id: "first", name: "Wallet 1", count: 2 };
    const port = open();
    port.receive({ id: "1", method: "signMessage", params: { message: "AQ==" } });
    await settle();
    // The same wallet comes back: an agent that was updated.
    asked[0].reject(new ConnectionLost());
    await settle();
    assert.equal(asked.length, 2);
    host.state.hello = { ...host.state.hello, wallet: { id: "0000000100000002", name: "Savings", count: 2 } };
    asked[1].reject(new ConnectionLost());
    await settle();
    assert.equal(asked.length, 2);
    assert.deepEqual([port.sent.at(-1).id, port.sent.at(-1).error.data.reason], ["1", "cancelled"]);
});

for (const method of [
    "hello", "host.attach", "vault.unlock", "vault.create", "vault.setup", "vault.ceremony", "approvals.approve", "approvals.list", "origins.revoke",
    "agent.stop", "records.get", "offchain.sign", "screen.holds", "tab.disconnect", "toString", "__proto__", "constructor",
    "", "Connect", "connect ", 7, null, ["connect"],
]) {
    test(`a page can't call ${JSON.stringify(method)}`, async () => {
        const { open, asked } = pages({ listed: [...PAGE_METHODS.keys(), String(method)] });
        const port = open();
        port.receive({ id: "1", method, params: {} });
        await settle();
        assert.equal(asked.length, 0);
        assert.deepEqual([port.sent[0].id, port.sent[0].error.code], ["1", -32601]);
    });
}

for (const name of ["origin", "tab", "document", "container", "private", "request", "unlock", "constructor"]) {
    test(`a page can't name the parameter ${name}`, () => {
        for (const [method, names] of PAGE_METHODS) {
            assert.equal(names.includes(name), false);
            assert.throws(() => checkedParams(method, { [name]: "https://evil.example" }), { code: -32602, reason: "param-unknown" });
        }
    });
}

test("params that are no object are refused", () => {
    for (const params of [undefined, null, 7, "x", []]) {
        assert.throws(() => checkedParams("connect", params), { code: -32602, reason: "param-type" });
    }
    const sneaky = JSON.parse('{"__proto__": {"origin": "https://evil.example"}}');
    assert.throws(() => checkedParams("connect", sneaky), { code: -32602 });
});

test("a parameter of a type that no method takes is refused here, where its sender can be told", () => {
    let deep = "x";
    for (let i = 0; i < 20; i++) deep = [deep];
    for (const value of [deep, null, 7, { a: 1 }, [7], [["a"]]]) {
        assert.throws(() => checkedParams("signMessage", { message: value }), { code: -32602, reason: "param-type" });
    }
    assert.deepEqual(checkedParams("signAllMessages", { messages: ["a"] }), { messages: ["a"] });
    assert.deepEqual(checkedParams("connect", { silent: true }), { silent: true });
});

test("a method of table A that this agent doesn't have is unknown", async () => {
    const { open, asked } = pages({ listed: ["connect"] });
    const port = open();
    port.receive({ id: "1", method: "signMessage", params: {} });
    await settle();
    assert.equal(port.sent[0].error.code, -32601);
    assert.equal(asked.length, 0);
});

test("errors of the agent reach the page with code and reason", async () => {
    const { open, asked } = pages();
    const port = open();
    port.receive({ id: "1", method: "connect", params: {}, touched: true });
    await settle();
    asked[0].reject(new WalletError(4001, "rejected", "rejected by the user"));
    await settle();
    const error = { code: 4001, message: "rejected by the user", data: { reason: "rejected" } };
    assert.deepEqual(port.sent, [{ id: "1", error }]);
});

test("when the host dies in the middle, the request is sent again as the same one", async () => {
    const { open, asked, host } = pages();
    const port = open();
    port.receive({ id: "1", method: "signMessage", params: { message: "AQ==" } });
    await settle();
    asked[0].reject(new ConnectionLost());
    await settle();
    assert.equal(host.recovered, 2, "an agent that is started anew is waited for at each sending");
    assert.deepEqual(asked[1].params, asked[0].params);
    asked[1].resolve({ signature: "s", signedMessage: "AQ==" });
    await settle();
    assert.deepEqual(port.sent, [{ id: "1", result: { signature: "s", signedMessage: "AQ==" } }]);
});

test("a request that ends the host each time ends itself with 4900", async () => {
    const { open, asked } = pages();
    const port = open();
    port.receive({ id: "1", method: "connect", params: {}, touched: true });
    for (let i = 0; i < 5; i++) {
        await settle();
        asked.at(-1)?.reject(new ConnectionLost());
    }
    assert.equal(asked.length, 3);
    assert.equal(port.sent[0].error.code, 4900);
});

test("when the host can't be reached again, the page hears 4900", async () => {
    const { open, asked, host } = pages();
    const port = open();
    port.receive({ id: "1", method: "connect", params: {}, touched: true });
    await settle();
    host.recover = async () => {
        throw new WalletError(4900, "host-missing", "gone");
    };
    asked[0].reject(new ConnectionLost());
    await settle();
    assert.deepEqual([port.sent[0].error.code, port.sent[0].error.data.reason], [4900, "host-missing"]);
});

test("a document that goes away cancels what it asked, and isn't answered", async () => {
    const { open, asked, pages: made } = pages();
    const port = open();
    port.receive({ id: "1", method: "connect", params: {}, touched: true });
    await settle();
    port.drop();
    await settle();
    assert.deepEqual(asked[1], { method: "cancel", params: { ...CONTEXT, request: "1", id: asked[0].id } });
    asked[0].reject(new WalletError(-32000, "cancelled", "cancelled"));
    await settle();
    assert.equal(port.sent.length, 0);
    assert.equal(made.needHost, false);
});

test("a page cancels its own request by its own id, and no other document's", async () => {
    const { open, asked } = pages();
    const [first, second] = [open(), open({ ...CONTEXT, document: "d2" })];
    first.receive({ id: "1", method: "connect", params: {}, touched: true });
    await settle();
    second.receive({ id: "2", method: "cancel", params: { id: "1" } });
    second.receive({ id: "3", method: "cancel", params: { id: asked[0].id } });
    await settle();
    assert.equal(asked.length, 1);
    assert.deepEqual(second.sent, [{ id: "2", result: {} }, { id: "3", result: {} }]);
    first.receive({ id: "4", method: "cancel", params: { id: "1" } });
    await settle();
    assert.equal(asked[1].params.id, asked[0].id);
});

test("an id that is under way isn't taken twice", async () => {
    const { open, asked } = pages();
    const port = open();
    port.receive({ id: "1", method: "connect", params: {}, touched: true });
    port.receive({ id: "1", method: "signMessage", params: { message: "AQ==" } });
    await settle();
    assert.equal(asked.length, 1);
});

test("a page can't fill the background's memory", async () => {
    const { open, asked } = pages();
    const port = open();
    for (let i = 0; i < 40; i++) port.receive({ id: String(i), method: "connect", params: {}, touched: true });
    await settle();
    assert.equal(asked.length, 32);
    assert.equal(port.sent.length, 8);
    assert.equal(port.sent[0].error.data.reason, "too-many-pending");
});

test("connecting leaves a mark and tells the page its accounts; disconnecting takes both from that page alone", async () => {
    const { open, asked, storage, pages: made } = pages();
    const [port, twin] = [open(), open({ ...CONTEXT, document: "d2", tab: 8 })];
    port.receive({ id: "1", method: "connect", params: {}, touched: true });
    await settle();
    asked[0].resolve({ accounts: ACCOUNTS, publicKey: "A", accountLabel: "Account 1" });
    await settle();
    assert.deepEqual(storage.items.get(MARK), ["default"]);
    assert.deepEqual(port.sent[0], { event: "accounts", accounts: ACCOUNTS });
    assert.equal(made.needHost, true);
    port.receive({ id: "2", method: "disconnect", params: {} });
    await settle();
    asked[1].resolve({});
    await settle();
    assert.equal(storage.items.has(MARK), false, "a page that is loaded anew sees nothing before it asks");
    assert.deepEqual(port.sent.slice(-2), [{ event: "accounts", accounts: [] }, { id: "2", result: {} }]);
    assert.deepEqual(twin.sent, []);
    assert.equal(made.needHost, false);

    // What is changed or unlocked elsewhere says nothing to a page that has logged out, and it signs nothing.
    made.accountsChanged(CONTEXT.origin, "default", ACCOUNTS);
    assert.deepEqual([port.sent.length, twin.sent.length], [4, 1]);
    port.receive({ id: "3", method: "signMessage", params: { message: "AQ==" } });
    await settle();
    assert.deepEqual([asked.length, port.sent.at(-1).error.code, port.sent.at(-1).error.data.reason], [2, 4100, "not-connected"]);

    // It connects again, and nobody is asked: the grant is the user's.
    port.receive({ id: "4", method: "connect", params: { silent: true } });
    await settle();
    asked[2].resolve({ accounts: ACCOUNTS });
    await settle();
    assert.deepEqual(port.sent.at(-2), { event: "accounts", accounts: ACCOUNTS });
    assert.deepEqual(storage.items.get(MARK), ["default"]);
    made.accountsChanged(CONTEXT.origin, "default", []);
    assert.deepEqual(port.sent.at(-1), { event: "accounts", accounts: [] });
});

test("a private window that disconnects leaves the mark of the others", async () => {
    const { open, asked, storage, pages: made } = pages();
    made.accountsChanged(CONTEXT.origin, "default", ACCOUNTS);
    open({ ...CONTEXT, private: true }).receive({ id: "1", method: "disconnect", params: {} });
    await settle();
    asked[0].resolve({});
    await settle();
    assert.deepEqual(storage.items.get(MARK), ["default"]);
});

/** A page that nobody has touched connects at load: what the agent was asked, and what came back. */
async function untouched(t, accounts) {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const made = pages();
    const port = made.open();
    port.receive({ id: "1", method: "connect", params: {}, touched: false });
    await settle();
    made.asked[0].resolve({ accounts });
    await settle();
    return { ...made, port };
}

test("a page that nobody touched sees what it was granted before, and nobody is asked", async (t) => {
    const { asked, port } = await untouched(t, ACCOUNTS);
    assert.deepEqual(asked.map(({ params }) => params.silent), [true]);
    assert.deepEqual(port.sent.at(-1), { id: "1", result: { accounts: ACCOUNTS } });
});

test("a stranger that connects at load is told after a second to ask again, and may", async (t) => {
    const { asked, port, pages: made } = await untouched(t, []);
    t.mock.timers.tick(999);
    await settle();
    assert.deepEqual(port.sent, []);
    t.mock.timers.tick(1);
    await settle();
    assert.deepEqual([port.sent[0].id, port.sent[0].error.code, port.sent[0].error.data.reason], ["1", 4100, "untouched"]);
    assert.deepEqual([asked.length, made.needHost], [1, false]);
    port.receive({ id: "2", method: "connect", params: {}, touched: true });
    await settle();
    assert.deepEqual([asked.length, asked[1].params.silent], [2, undefined]);
});

test("a click within that second asks the user", async (t) => {
    const { asked, port } = await untouched(t, []);
    port.receive({ touched: true });
    await settle();
    assert.deepEqual([asked.length, asked[1].method, asked[1].params.silent], [2, "connect", undefined]);
    t.mock.timers.tick(5000);
    await settle();
    assert.deepEqual(port.sent, []);
    asked[1].resolve({ accounts: ACCOUNTS });
    await settle();
    assert.deepEqual(port.sent.at(-1).result, { accounts: ACCOUNTS });
});

test("a page that is left while it waits for a click is forgotten", async (t) => {
    const { port, pages: made } = await untouched(t, []);
    port.drop();
    await settle();
    assert.equal(made.needHost, false);
});

test("a change reaches the pages of that origin and container, and no others", async () => {
    const { open, pages: made, storage } = pages();
    const same = open();
    const boxed = open({ ...CONTEXT, document: "d2", container: "firefox-container-1" });
    const other = open({ ...CONTEXT, document: "d3", origin: "https://other.example" });
    const secret = open({ ...CONTEXT, document: "d4", private: true });
    made.accountsChanged("https://dapp.example", "default", ACCOUNTS);
    await settle();
    assert.deepEqual(same.sent, [{ event: "accounts", accounts: ACCOUNTS }]);
    assert.deepEqual([boxed.sent, other.sent, secret.sent], [[], [], []]);
    made.accountsChanged("https://dapp.example", "firefox-container-1", ACCOUNTS);
    made.accountsChanged("https://dapp.example", "default", []);
    await settle();
    assert.deepEqual(boxed.sent.length, 1);
    assert.deepEqual(storage.items.get(MARK), ["firefox-container-1"]);
});

test("a private window leaves no mark", async () => {
    const { open, asked, storage } = pages();
    open({ ...CONTEXT, private: true }).receive({ id: "1", method: "connect", params: {}, touched: true });
    await settle();
    asked[0].resolve({ accounts: ACCOUNTS });
    await settle();
    assert.equal(storage.items.size, 0);
});

test("a page that is restored without a host is told to rest", async () => {
    const { open, asked, pages: made } = pages();
    const port = open();
    port.receive({ restore: true });
    await settle();
    assert.equal(asked[0].method, "getAccounts");
    asked[0].reject(new WalletError(4900, "host-missing", "gone"));
    await settle();
    assert.deepEqual(port.sent, [{ event: "rest" }]);
    assert.equal(made.needHost, false);
});

test("after a new connection every page with accounts hears what it has now", async () => {
    const { open, asked, pages: made } = pages();
    const port = open();
    open({ ...CONTEXT, document: "d2" });
    port.receive({ id: "1", method: "connect", params: {}, touched: true });
    await settle();
    asked[0].resolve({ accounts: ACCOUNTS });
    await settle();
    made.refresh();
    await settle();
    assert.deepEqual(asked.slice(1).map(({ method, params }) => [method, params.document]), [["getAccounts", "d1"]]);
});

test("the button of a tab says whether its page sees accounts", async () => {
    const { pages: made, open, asked, faces } = pages();
    const port = open();
    const other = open({ ...CONTEXT, origin: "https://other.example", tab: 8, document: "d2" });
    port.receive({ id: "1", method: "connect", params: {}, touched: true });
    await settle();
    assert.deepEqual(faces, []);
    asked[0].resolve({ accounts: ACCOUNTS });
    await settle();
    assert.deepEqual(faces, [[7, true]]);
    made.accountsChanged(CONTEXT.origin, "default", []);
    assert.deepEqual(faces.at(-1), [7, false]);
    other.receive({ restore: true });
    await settle();
    asked[1].resolve({ accounts: ACCOUNTS });
    await settle();
    assert.deepEqual(faces.slice(2), [[8, true]]);
    // The tab shows another document by then, whose button the browser has made plain.
    other.drop();
    made.accountsChanged("https://other.example", "default", ACCOUNTS);
    assert.equal(faces.length, 3);
});

const FRAMED = { origin: "https://pay.dapp.example", tab: 7, document: "d2" };

/** A frame that the page in its tab is asked about; `listed`: what the page says. */
async function framed({ listed = true, ...options } = {}) {
    const made = pages(options);
    const top = made.open();
    const frame = new FakePort();
    const added = made.pages.addFrame(frame, FRAMED);
    await settle();
    const { lists } = top.sent.at(-1);
    assert.equal(lists.origin, FRAMED.origin);
    top.receive({ lists: lists.number, listed });
    await added;
    return { ...made, top, frame };
}

test("a frame is served under both names where the page around it lists it, and is no page of its tab", async () => {
    const { frame, asked, storage, faces, pages: made } = await framed();
    assert.deepEqual(frame.sent, [{ event: "framed" }]);
    frame.receive({ id: "1", method: "connect", params: { silent: true } });
    await settle();
    assert.deepEqual(asked[0].params, { silent: true, ...FRAMED, top: CONTEXT.origin, request: "1" });
    asked[0].resolve({ accounts: ACCOUNTS });
    await settle();
    assert.deepEqual([...storage.items.keys()].filter((name) => name.includes("pay")), [
        "granted https://pay.dapp.example in https://dapp.example",
    ]);
    assert.deepEqual(faces, []);
    assert.equal(made.inTab(7).document, CONTEXT.document);
});

test("a frame that the page doesn't list is refused, and nothing of it reaches the agent", async () => {
    const { frame, asked } = await framed({ listed: false });
    assert.equal(frame.sent[0].refused.data.reason, "origin-refused");
    frame.receive({ id: "1", method: "connect", params: {} });
    await settle();
    assert.equal(asked.length, 0);
});

test("a frame is refused where no page in its tab is there to ask, and in a private window", async () => {
    const { pages: made, open } = pages();
    open({ ...CONTEXT, tab: 8 });
    const alone = new FakePort();
    await made.addFrame(alone, FRAMED);
    assert.equal(alone.sent[0].refused.data.reason, "origin-refused");
    open({ ...CONTEXT, private: true });
    const hidden = new FakePort();
    await made.addFrame(hidden, { ...FRAMED, private: true });
    assert.equal(hidden.sent[0].refused.data.reason, "origin-refused");
});

test("what changes for the page around a frame has the frame look again, and what changes for the frame is told to it alone", async () => {
    const { frame, top, asked, pages: made } = await framed();
    frame.receive({ id: "1", method: "connect", params: { silent: true } });
    await settle();
    asked[0].resolve({ accounts: ACCOUNTS });
    await settle();
    made.accountsChanged(CONTEXT.origin, "default", []);
    await settle();
    assert.deepEqual([asked[1].method, asked[1].params.top], ["getAccounts", CONTEXT.origin]);
    const before = top.sent.length;
    made.accountsChanged(`${FRAMED.origin} in ${CONTEXT.origin}`, "default", []);
    assert.deepEqual(frame.sent.at(-1), { event: "accounts", accounts: [] });
    assert.equal(top.sent.length, before);
});

test("a page that has disconnected itself isn't marked by what the agent says later, but by its own next connect", async () => {
    const { open, asked, storage, pages: made } = pages();
    const port = open();
    const call = async (id, method, result) => {
        port.receive({ id, method, params: {}, touched: true });
        await settle();
        asked.at(-1).resolve(result);
        await settle();
    };
    await call("1", "connect", { accounts: ACCOUNTS });
    assert.equal(storage.items.has(MARK), true);
    await call("2", "disconnect", {});
    assert.equal(storage.items.has(MARK), false);
    // An unlock tells every page what it has.
    made.accountsChanged(CONTEXT.origin, "default", ACCOUNTS);
    await settle();
    assert.equal(storage.items.has(MARK), false);
    await call("3", "connect", { accounts: ACCOUNTS });
    assert.equal(storage.items.has(MARK), true);
    await call("4", "disconnect", {});
    made.accountsChanged(CONTEXT.origin, "default", []);
    await settle();
    assert.deepEqual([...storage.items.keys()], [], "what is over leaves nothing behind");
});
