import assert from "node:assert/strict";
import { test } from "node:test";
import { checkedParams } from "../../extension/background/params.js";
import { providerRealm } from "./support/realm.mjs";

const ADDRESS = "7Np41oeYqPefeNQEHSv1UDhYrehxin3NStELsSKCT4K2";
const OTHER = "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin";
const KEY = Buffer.from("5ebc85372c15219bcceab05bc5e7e14df47501334c8bcfd4cd07167717c0dac1", "hex");
const ACCOUNTS = [{ publicKey: ADDRESS, label: "Account 1" }];
const SIGNATURE = Buffer.alloc(64, 7).toString("base64");
/** 64 bytes of 7 in base58, by another implementation. */
const SENT = "99eUso3aSbE9tqGSTXzo3TLfKb9RkMTURrHKQ1K7Zh3BbeqPevr5E1iCbpTjqHuTFLtfxTTD5ekfVuZFzQyEQf8";
const NO_NETWORK = { code: -32000, message: "no network is configured", data: { reason: "no-network" } };
const plain = (value) => JSON.parse(JSON.stringify(value));

function realmOf(accounts = ACCOUNTS) {
    const realm = providerRealm();
    realm.answer({ event: "accounts", accounts });
    const call = (feature, ...inputs) => realm.wallet.features[feature][feature.split(":")[1]](...inputs);
    const { features } = realm.wallet;
    return { ...realm, call, features, account: realm.wallet.accounts[0] };
}

const refused = (name) => (error) => error.code === -32602 && error.data.name === name;

test("every feature of the table is there, with version and options, and named by the accounts", () => {
    const { features, account } = realmOf();
    const versions = Object.fromEntries(Object.entries(features).map(([name, { version }]) => [name, version]));
    assert.deepEqual(versions, {
        "standard:connect": "1.0.0", "standard:disconnect": "1.0.0", "standard:events": "1.0.0",
        "solana:signTransaction": "1.0.0", "solana:signAndSendTransaction": "1.0.0",
        "solana:signAndSendAllTransactions": "1.0.0", "solana:signMessage": "1.1.0", "solana:signIn": "1.0.0",
        "solana:signOffchainMessage": "1.0.0", "sidekey:guardedTransactions": "1.0.0",
    });
    assert.deepEqual(plain(features["solana:signOffchainMessage"].supportedMessageVersions), [1]);
    for (const name of ["signTransaction", "signAndSendTransaction", "signAndSendAllTransactions"]) {
        assert.deepEqual(plain(features[`solana:${name}`].supportedTransactionVersions), ["legacy", 0, 1]);
    }
    const named = Object.keys(features).filter((name) => !name.startsWith("standard:")).sort();
    assert.deepEqual(plain(account.features), named);
});

test("a sign-in without anything is one, and connects", async () => {
    const realm = realmOf([]);
    const answer = realm.call("solana:signIn");
    assert.deepEqual(realm.sent, [{ id: "1", method: "signIn", params: {} }]);
    realm.answer({ id: "1", result: { publicKey: ADDRESS, accounts: ACCOUNTS, signature: SIGNATURE, signedMessage: "AQID" } });
    const [output] = await answer;
    assert.equal(output.account, realm.wallet.accounts[0]);
    assert.deepEqual([...output.signedMessage], [1, 2, 3]);
    assert.deepEqual([output.signature.length, output.signatureType], [64, "ed25519"]);
});

test("a sign-in's fields are passed on as they are, and nothing else", async () => {
    const realm = realmOf();
    const input = {
        domain: "dapp.example", address: ADDRESS, statement: "S", uri: "https://dapp.example", version: "1", chainId: "mainnet",
        nonce: "12345678", issuedAt: "t", expirationTime: "e", notBefore: "n", requestId: "r", resources: ["a:b", "c:d"],
    };
    realm.call("solana:signIn", { ...input, more: 1 });
    assert.deepEqual(realm.sent[0].params, input);
    assert.deepEqual(checkedParams("signIn", realm.sent[0].params), input);
    await assert.rejects(realm.call("solana:signIn", { nonce: 1 }), refused("nonce"));
    await assert.rejects(realm.call("solana:signIn", { resources: ["a", 1] }), refused("resources"));
    assert.equal(realm.sent.length, 1);
});

test("several sign-ins are asked for one after the other, each as it was when it was called", async () => {
    const realm = realmOf();
    const inputs = [{ statement: "one" }, { statement: "two" }];
    const answer = realm.call("solana:signIn", ...inputs);
    inputs[1].statement = "three";
    const result = { publicKey: ADDRESS, accounts: ACCOUNTS, signature: SIGNATURE, signedMessage: "AQ==" };
    assert.equal(realm.sent.length, 1);
    realm.answer({ id: "1", result });
    await new Promise(setImmediate);
    assert.deepEqual(realm.sent.map(({ params }) => params.statement), ["one", "two"]);
    realm.answer({ id: "2", result });
    assert.equal((await answer).length, 2);
    const refusedOne = realm.call("solana:signIn", {}, {});
    realm.answer({ id: "3", error: { code: 4001, message: "no" } });
    await assert.rejects(refusedOne, { code: 4001 });
    assert.equal(realm.sent.length, 3);
});

test("an off-chain message goes as its bytes with base58 signers", async () => {
    const realm = realmOf();
    const zero = new Uint8Array(32);
    const input = { messageVersion: 1, account: realm.account, message: "ação \ud800", requiredSigners: [KEY, zero].map((key) => new Uint8Array(key)) };
    const answer = realm.call("solana:signOffchainMessage", input);
    const [{ method, params }] = realm.sent;
    assert.equal(method, "signOffchainMessage");
    assert.deepEqual(params, {
        account: ADDRESS, message: Buffer.from("ação \ufffd").toString("base64"),
        signers: [ADDRESS, "11111111111111111111111111111111"],
    });
    assert.deepEqual(checkedParams(method, params), params);
    realm.answer({ id: "1", result: { signature: SIGNATURE, signedMessage: "/3Nv" } });
    const [output] = await answer;
    assert.deepEqual([...output.signedOffchainMessage], [0xff, 0x73, 0x6f]);
    assert.deepEqual([output.signature.length, output.signatureType], [64, "ed25519"]);
    realm.call("solana:signOffchainMessage", { ...input, message: new Uint8Array([1]) }, { ...input, message: "b" });
    assert.deepEqual([realm.sent[1].method, realm.sent[1].params.messages], ["signAllOffchainMessages", ["AQ==", "Yg=="]]);
});

test("off-chain messages that can't be are refused before anything is sent", async () => {
    const realm = realmOf();
    const key = new Uint8Array(32);
    const input = { messageVersion: 1, account: realm.account, message: "a", requiredSigners: [key] };
    for (const [change, name] of [
        [{ messageVersion: 0 }, "messageVersion"], [{ messageVersion: "1" }, "messageVersion"], [{ message: 7 }, "message"],
        [{ requiredSigners: [] }, "requiredSigners"], [{ requiredSigners: undefined }, "requiredSigners"],
        [{ requiredSigners: [new Uint8Array(31)] }, "requiredSigners"], [{ requiredSigners: [ADDRESS] }, "requiredSigners"],
        [{ requiredSigners: Array(256).fill(key) }, "requiredSigners"], [{ account: undefined }, "account"],
    ]) {
        await assert.rejects(realm.call("solana:signOffchainMessage", { ...input, ...change }), refused(name), name);
    }
    assert.equal(realm.sent.length, 0);
    // Who else has to sign is a part of what is signed: they are two requests.
    realm.call("solana:signOffchainMessage", input, { ...input, requiredSigners: [key, new Uint8Array(KEY)] });
    assert.deepEqual(realm.sent.map(({ params }) => params.signers.length), [1, 2]);
});

test("sending passes on chain and options, and gives 64 raw bytes", async () => {
    const realm = realmOf();
    const transaction = new Uint8Array([9]);
    const options = { commitment: "confirmed", preflightCommitment: "processed", skipPreflight: true, minContextSlot: 2 ** 52, maxRetries: 3n, more: 1 };
    const input = { account: realm.account, transaction, chain: "solana:devnet", options };
    const answer = realm.call("solana:signAndSendTransaction", input);
    const [{ method, params }] = realm.sent;
    assert.equal(method, "sendTransaction");
    assert.deepEqual(params, {
        account: ADDRESS, cluster: "solana:devnet", tx: "CQ==", commitment: "confirmed", preflightCommitment: "processed",
        skipPreflight: true, minContextSlot: "4503599627370496", maxRetries: "3",
    });
    assert.deepEqual(checkedParams(method, params), params);
    realm.answer({ id: "1", result: { signature: SENT } });
    const [{ signature }] = await answer;
    assert.equal(Buffer.from(signature).toString("base64"), SIGNATURE);
    assert.deepEqual(plain(await realm.call("solana:signAndSendTransaction")), []);
    for (const [change, name] of [
        [{ chain: undefined }, "chain"], [{ chain: "solana:nowhere" }, "chain"], [{ options: { maxRetries: 1.5 } }, "maxRetries"],
        [{ options: { minContextSlot: -1 } }, "minContextSlot"], [{ options: { commitment: 1 } }, "commitment"],
    ]) {
        await assert.rejects(realm.call("solana:signAndSendTransaction", { ...input, ...change }), refused(name), name);
    }
    realm.call("solana:signAndSendTransaction", input, { ...input, options: undefined });
    assert.deepEqual(realm.sent.slice(1).map(({ params }) => params.maxRetries), ["3", undefined], "other options are another request");
});

test("without a network sending says so", async () => {
    const realm = realmOf();
    const input = { account: realm.account, transaction: new Uint8Array([9]), chain: "solana:devnet" };
    const one = realm.call("solana:signAndSendTransaction", input);
    realm.answer({ id: "1", error: NO_NETWORK });
    await assert.rejects(one, (error) => error.code === -32000 && error.data.reason === "no-network");
    const all = realm.call("solana:signAndSendAllTransactions", [input, input], { mode: "serial" });
    assert.deepEqual([realm.sent[1].method, realm.sent[1].params.mode], ["sendAllTransactions", "serial"]);
    assert.deepEqual(checkedParams("sendAllTransactions", realm.sent[1].params), realm.sent[1].params);
    realm.answer({ id: "2", error: NO_NETWORK });
    const results = await all;
    assert.deepEqual(plain(results.map(({ status, reason }) => [status, reason.data.reason])), Array(2).fill(["rejected", "no-network"]));
});

test("several that are sent are settled one by one, and as one they fail with the first", async () => {
    const realm = realmOf();
    const input = { account: realm.account, transaction: new Uint8Array([9]), chain: "solana:devnet" };
    const results = [{ signature: SENT }, { error: { code: -32003, message: "refused" } }];
    const all = realm.call("solana:signAndSendAllTransactions", [input, input]);
    realm.answer({ id: "1", result: { results } });
    const [first, second] = await all;
    assert.deepEqual([first.status, first.value.signature.length], ["fulfilled", 64]);
    assert.deepEqual([second.status, second.reason.code], ["rejected", -32003]);
    const together = realm.call("solana:signAndSendTransaction", input, input);
    realm.answer({ id: "2", result: { results } });
    await assert.rejects(together, { code: -32003 });
    const short = realm.call("solana:signAndSendTransaction", input, input);
    realm.answer({ id: "3", result: { results: [] } });
    await assert.rejects(short, { code: -32603 });
    await assert.rejects(realm.call("solana:signAndSendAllTransactions", [input], { mode: "both" }), refused("mode"));
    const elsewhere = { ...input, chain: "solana:testnet" };
    await assert.rejects(realm.call("solana:signAndSendAllTransactions", [input, elsewhere], { mode: "serial" }), refused("mode"));
    const apart = realm.call("solana:signAndSendAllTransactions", [input, elsewhere, input]);
    realm.answer({ id: "5", error: { code: -32000, message: "no node", data: { reason: "node-unreachable" } } });
    realm.answer({ id: "4", result: { results: [{ signature: SENT }, { signature: SENT }] } });
    assert.deepEqual(Array.from(await apart, ({ status }) => status), ["fulfilled", "rejected", "fulfilled"]);
    await assert.rejects(realm.call("solana:signAndSendAllTransactions", [{ ...input, chain: "x" }]), refused("chain"));
    assert.deepEqual(plain(await realm.call("solana:signAndSendAllTransactions", [])), []);
});

test("prototypes that the page replaced change no sign-in, no envelope and nothing that is to be sent", () => {
    const realm = realmOf();
    realm.run(`
        const evil = () => { throw new Error("reached"); };
        for (const type of [Array, Uint8Array, String, Number, Object, Promise, TextEncoder, MessagePort, Object.getPrototypeOf(Uint8Array)]) {
            for (const name of Object.getOwnPropertyNames(type.prototype)) {
                if (name === "constructor") continue;
                if (Object.getOwnPropertyDescriptor(type.prototype, name).configurable) {
                    Object.defineProperty(type.prototype, name, { value: evil, configurable: true, writable: true });
                }
            }
        }
        Object.defineProperty(Array.prototype, "0", { set: evil, configurable: true });
        Reflect.apply = Reflect.defineProperty = Object.freeze = globalThis.btoa = evil;
        globalThis.Uint8Array = globalThis.Promise = globalThis.Error = globalThis.TextEncoder = evil;
        const spoil = Object.defineProperty;
        const how = { __proto__: null, get: evil, set: evil, configurable: true };
        for (const name of ["statement", "nonce", "signers", "params", "cluster", "mode", "commitment", "skipPreflight"]) {
            spoil(Object.prototype, name, how);
        }
        Array.prototype[Symbol.iterator] = evil;
    `);
    const of = (members) => {
        const made = Object.create(null);
        for (const [name, value] of Object.entries(members)) made[name] = value;
        return made;
    };
    const account = of({ address: ADDRESS });
    const { features } = realm;
    features["solana:signIn"].signIn(of({ statement: "hello" }));
    const requiredSigners = [new Uint8Array(KEY)];
    features["solana:signOffchainMessage"].signOffchainMessage(of({ messageVersion: 1, account, message: "hello", requiredSigners }));
    const sending = of({ account, transaction: new Uint8Array([9]), chain: "solana:devnet", options: of({ maxRetries: 1 }) });
    features["solana:signAndSendTransaction"].signAndSendTransaction(sending);
    assert.deepEqual(realm.sent.map(({ method, params }) => [method, params]), [
        ["signIn", { statement: "hello" }],
        ["signOffchainMessage", { account: ADDRESS, message: "aGVsbG8=", signers: [ADDRESS] }],
        ["sendTransaction", { account: ADDRESS, cluster: "solana:devnet", tx: "CQ==", maxRetries: "1" }],
    ]);
});

test("base58 agrees with addresses of any leading zeros", async () => {
    const realm = realmOf([{ publicKey: "11111111111111111111111111111111", label: "" }, { publicKey: OTHER, label: "" }]);
    const [zero, other] = realm.wallet.accounts;
    assert.equal(Buffer.from(zero.publicKey).equals(Buffer.alloc(32)), true);
    const answer = realm.call("solana:signOffchainMessage", {
        messageVersion: 1, account: other, message: "a",
        requiredSigners: [other.publicKey, new Uint8Array(32), new Uint8Array(32).fill(255), new Uint8Array([...new Uint8Array(31), 1])],
    });
    if (realm.sent.length === 0) await answer;
    assert.deepEqual(realm.sent[0].params.signers, [
        OTHER, "11111111111111111111111111111111", "JEKNVnkbo3jma5nREBBJCDoXFVeKkD56V3xKrvRmWxFG",
        "11111111111111111111111111111112",
    ]);
});
