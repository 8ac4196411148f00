// walletlib.js as another extension uses it, with a stand-in for the browser's port. Against the wallet itself: Tests/Browser/test_walletlib.py.
import assert from "node:assert/strict";
import { test } from "node:test";
import { FakePort, settle } from "./support/fakes.mjs";

const HELLO = { protocol: 1, version: "0.1.0", methods: ["NATIVE_GET_ACCOUNTS_METHOD"] };
const ADDRESS = Buffer.alloc(32, 7).toString("base64");
let ports = [];
globalThis.browser = {
    runtime: {
        connectNative: (host) => {
            assert.equal(host, "app.sidekey.host");
            ports.push(new FakePort());
            return ports.at(-1);
        },
        getManifest: () => ({ version: "1.2.3" }),
    },
};
let count = 0;

/** The library anew, with no connection. */
async function fresh() {
    ports = [];
    return import(`../../extension/lib/walletlib.js?${(count += 1)}`);
}

/** Answers `hello`, and returns the port with what follows it. */
async function greeted() {
    await settle();
    const port = ports.at(-1);
    if (port.sent.length === 1) port.receive({ jsonrpc: "2.0", id: port.sent[0].id, result: HELLO });
    await settle();
    return port;
}

async function answered(answer, result) {
    const port = await greeted();
    port.receive({ jsonrpc: "2.0", id: port.sent.at(-1).id, result });
    return answer;
}

test("hello comes first, and the requests share one connection", async () => {
    const { sendNativeRpcRequest } = await fresh();
    const both = [sendNativeRpcRequest({ method: "one", id: "a" }), sendNativeRpcRequest({ method: "two", id: "b" })];
    await settle();
    assert.equal(ports.length, 1);
    assert.deepEqual(ports[0].sent.map(({ method }) => method), ["hello"]);
    assert.deepEqual(Object.keys(ports[0].sent[0].params).sort(), ["client", "connectionKey", "profile", "protocol", "version"]);
    const port = await greeted();
    assert.deepEqual(port.sent.slice(1), [
        { jsonrpc: "2.0", id: "a", method: "one", params: {} }, { jsonrpc: "2.0", id: "b", method: "two", params: {} },
    ]);
    port.receive({ jsonrpc: "2.0", id: "b", result: { pong: [1] } });
    port.receive({ jsonrpc: "2.0", id: "a", error: { code: -3, message: "payload not signed", data: { reason: "rejected" } } });
    assert.deepEqual(await both[1], { jsonrpc: "2.0", id: "b", result: '{"pong":[1]}' });
    assert.deepEqual(await both[0], { jsonrpc: "2.0", id: "a", error: { code: -3, message: "payload not signed", data: { reason: "rejected" } } });
});

test("params are taken as an object, as a JSON string, and left out", async () => {
    const { sendNativeRpcRequest } = await fresh();
    for (const [params, sent] of [[{ a: 1 }, { a: 1 }], ['{"a": 1}', { a: 1 }], ["null", {}], [null, {}], [undefined, {}]]) {
        const answer = sendNativeRpcRequest({ method: "m", params });
        const port = await greeted();
        assert.deepEqual(port.sent.at(-1).params, sent);
        port.receive({ jsonrpc: "2.0", id: port.sent.at(-1).id, result: null });
        assert.equal((await answer).result, "null");
    }
});

for (const [name, params, code] of [
    ["an array", [1], -32602], ["a string that holds an array", "[1]", -32602], ["a number", 7, -32602], ["a string that holds a number", "7", -32602],
    ["no JSON", "{", -32700], ["a big integer", { a: 1n }, -32602], ["half a surrogate pair", { a: "\ud800" }, -32700],
    ["more than a frame", { a: "x".repeat(1_048_576) }, -32600],
]) {
    test(`params that are ${name} are refused without a connection`, async () => {
        const { sendNativeRpcRequest } = await fresh();
        const { error, id } = await sendNativeRpcRequest({ method: "m", params, id: "1" });
        assert.equal(error.code, code);
        assert.equal(typeof error.message, "string");
        assert.equal(id, "1");
        assert.equal(ports.length, 0);
    });
}

for (const [name, id] of [["a float", 1.5], ["an integer", 1], ["null", null], ["an object", {}], ["empty", ""], ["huge", "x".repeat(129)]]) {
    test(`an id that is ${name} is refused`, async () => {
        const { sendNativeRpcRequest } = await fresh();
        assert.equal((await sendNativeRpcRequest({ method: "m", id })).error.code, -32600);
        assert.equal(ports.length, 0);
    });
}

test("a missing id is made, another each time, and one that is unanswered isn't taken again", async () => {
    const { sendNativeRpcRequest } = await fresh();
    const waiting = [1, 2, 3].map(() => sendNativeRpcRequest({ method: "m" }));
    void sendNativeRpcRequest({ method: "m", id: "x".repeat(128) });
    const port = await greeted();
    const ids = port.sent.slice(1).map(({ id }) => id);
    assert.equal(new Set(ids).size, 4);
    assert.match(ids[0], /^[0-9a-f-]{36}$/);
    assert.equal((await sendNativeRpcRequest({ method: "m", id: ids[3] })).error.code, -32600);
    for (const id of ids) port.receive({ jsonrpc: "2.0", id, result: {} });
    assert.deepEqual((await Promise.all(waiting)).map(({ id }) => id), ids.slice(0, 3));
});

test("the accounts are checked", async () => {
    const { sendNativeGetAccountsRequest } = await fresh();
    assert.deepEqual(await answered(sendNativeGetAccountsRequest(), { addresses: [ADDRESS] }), { addresses: [ADDRESS] });
    for (const result of [null, {}, { addresses: ADDRESS }, { addresses: [1] }, { addresses: ["AAAA"] }, { addresses: ["*"] }, "x"]) {
        const answer = sendNativeGetAccountsRequest({ id: "i" });
        await assert.rejects(answered(answer, result), { name: "WalletlibRpcError", code: -32603, jsonRpcId: "i" });
    }
});

test("signed payloads are checked, and asked for by walletlib's names", async () => {
    const { sendNativeSignPayloadsRequest } = await fresh();
    const ask = () => sendNativeSignPayloadsRequest({ address: ADDRESS, payloads: ["AAAA", "BBBB"], extra_data: {} });
    const signed = answered(ask(), { signed_payloads: ["AAAA", "BBBB"] });
    assert.deepEqual(await signed, { signed_payloads: ["AAAA", "BBBB"] });
    assert.deepEqual(ports[0].sent.at(-1).params, { address: ADDRESS, payloads: ["AAAA", "BBBB"], extra_data: {} });
    assert.equal(ports[0].sent.at(-1).method, "NATIVE_SIGN_PAYLOADS_METHOD");
    for (const result of [{}, { signed_payloads: ["AAAA"] }, { signed_payloads: ["AAAA", ""] }, { signed_payloads: ["AAAA", "A"] }]) {
        await assert.rejects(answered(ask(), result), { code: -32603 });
    }
});

test("an error is thrown as one with code and message", async () => {
    const { sendNativeSignPayloadsRequest } = await fresh();
    const answer = sendNativeSignPayloadsRequest({ address: ADDRESS, payloads: ["AAAA"] });
    const port = await greeted();
    port.receive({ jsonrpc: "2.0", id: port.sent.at(-1).id, error: { code: -3, message: "payload not signed", data: { reason: "expired" } } });
    await assert.rejects(answer, { code: -3, message: "payload not signed", data: { reason: "expired" } });
});

test("a connection that is refused or lost answers everything that waits, and the next request opens another", async () => {
    const { sendNativeRpcRequest } = await fresh();
    const waiting = [sendNativeRpcRequest({ method: "m" }), sendNativeRpcRequest({ method: "m" })];
    await settle();
    ports[0].drop("Access to the specified native messaging host is forbidden.");
    for (const { error } of await Promise.all(waiting)) {
        assert.deepEqual(error, { code: 4900, message: "Access to the specified native messaging host is forbidden." });
    }
    const next = sendNativeRpcRequest({ method: "m" });
    await settle();
    const error = { code: -32600, message: "the two sides speak different versions of the protocol", data: { reason: "protocol-mismatch" } };
    ports[1].receive({ jsonrpc: "2.0", id: ports[1].sent[0].id, error });
    assert.deepEqual((await next).error, error);
    assert.equal(ports[1].open, false);
    assert.equal((await answered(sendNativeRpcRequest({ method: "m" }), 1)).result, "1");
    assert.equal(ports.length, 3);
});

test("what isn't an answer to anything is passed over, and an error that isn't one is an internal error", async () => {
    const { sendNativeRpcRequest } = await fresh();
    const answer = sendNativeRpcRequest({ method: "m", id: "1" });
    const port = await greeted();
    for (const message of [null, { id: "2", result: 1 }, { method: "vault.changed", params: {} }, { id: null, error: { code: 1, message: "" } }]) port.receive(message);
    port.receive({ jsonrpc: "2.0", id: "1", error: "no" });
    assert.equal((await answer).error.code, -32603);
});
