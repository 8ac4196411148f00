import assert from "node:assert/strict";
import { test } from "node:test";
import { providerRealm } from "./support/realm.mjs";

const ADDRESS = "7Np41oeYqPefeNQEHSv1UDhYrehxin3NStELsSKCT4K2";
const OTHER = "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin";
const ACCOUNTS = [{ publicKey: ADDRESS, label: "Account 1" }];
const SIGNATURE = Buffer.alloc(64, 7).toString("base64");
const plain = (value) => JSON.parse(JSON.stringify(value));
const base64 = (bytes) => Buffer.from(bytes).toString("base64");

async function connected() {
    const realm = providerRealm();
    const answer = realm.wallet.features["standard:connect"].connect();
    realm.answer({ id: realm.sent[0].id, result: { accounts: ACCOUNTS } });
    await answer;
    return realm;
}

const sign = (realm, ...inputs) => realm.wallet.features["solana:signMessage"].signMessage(...inputs);
const signTransaction = (realm, ...inputs) => realm.wallet.features["solana:signTransaction"].signTransaction(...inputs);

test("the wallet announces itself once, and again to an app that comes later", () => {
    const { dispatched, listeners, wallet } = providerRealm();
    const [event, ...others] = dispatched.filter(({ type }) => type.startsWith("wallet-standard:"));
    assert.deepEqual(others, []);
    assert.equal(event.type, "wallet-standard:register-wallet");
    assert.deepEqual([event.bubbles, event.cancelable, event.composed], [false, false, false]);
    let later;
    listeners.get("wallet-standard:app-ready")({ detail: { register: (registered) => (later = registered) } });
    assert.equal(later, wallet);
});

test("the wallet and everything in it is frozen, and says what it can do", () => {
    const { wallet } = providerRealm();
    assert.equal(wallet.name, "Sidekey");
    assert.equal(wallet.version, "1.0.0");
    assert.deepEqual(plain(wallet.chains), ["solana:mainnet", "solana:devnet", "solana:testnet", "solana:localnet"]);
    const { features } = wallet;
    assert.equal(features["solana:signMessage"].version, "1.1.0");
    assert.deepEqual(plain(features["solana:signTransaction"].supportedTransactionVersions), ["legacy", 0, 1]);
    for (const part of [wallet, wallet.chains, features, wallet.accounts, ...Object.values(features)]) {
        assert.equal(Object.isFrozen(part), true);
    }
});

test("a sandboxed document gets no wallet", () => {
    const { dispatched, posted } = providerRealm("null");
    assert.deepEqual([dispatched.length, posted.length], [0, 0]);
});

test("the port is handed over once, to its own origin", () => {
    const { posted } = providerRealm();
    assert.equal(posted.length, 1);
    assert.equal(posted[0].message, "sidekey:handover");
    assert.equal(posted[0].target, "https://dapp.example");
    assert.equal(posted[0].ports.length, 1);
});

test("connect gives frozen accounts with the address's bytes, and tells the change once", async () => {
    const realm = providerRealm();
    const changes = [];
    realm.wallet.features["standard:events"].on("change", (change) => changes.push(change));
    const answer = realm.wallet.features["standard:connect"].connect();
    assert.deepEqual(realm.sent, [{ id: "1", method: "connect", params: {} }]);
    realm.answer({ id: "1", result: { accounts: ACCOUNTS } });
    const { accounts } = await answer;
    assert.equal(accounts, realm.wallet.accounts);
    const [account] = accounts;
    assert.equal(Object.isFrozen(account), true);
    const bytes = "5ebc85372c15219bcceab05bc5e7e14df47501334c8bcfd4cd07167717c0dac1";
    assert.equal(Buffer.from(account.publicKey).toString("hex"), bytes);
    assert.deepEqual(changes.map((change) => Object.keys(change)), [["accounts"]]);
});

test("an account that stays the same stays the same object", async () => {
    const realm = await connected();
    const { accounts } = realm.wallet;
    const [account] = accounts;
    let changes = 0;
    realm.wallet.features["standard:events"].on("change", () => (changes += 1));
    realm.answer({ event: "accounts", accounts: ACCOUNTS });
    assert.equal(realm.wallet.accounts, accounts);
    realm.answer({ event: "accounts", accounts: [...ACCOUNTS, { publicKey: OTHER, label: "Account 2" }] });
    assert.equal(realm.wallet.accounts[0], account);
    assert.equal(realm.wallet.accounts[0].publicKey, account.publicKey);
    realm.answer({ event: "accounts", accounts: [] });
    assert.equal(realm.wallet.accounts.length, 0);
    assert.equal(changes, 2);
});

test("silent is passed on, and nothing else is taken for it", () => {
    const realm = providerRealm();
    const { connect } = realm.wallet.features["standard:connect"];
    connect({ silent: true });
    connect({ silent: "yes" });
    assert.deepEqual(realm.sent.map(({ params }) => params), [{ silent: true }, {}]);
});

test("two callers that connect at once share one question, and a rejection frees the next", async () => {
    const realm = providerRealm();
    const { connect } = realm.wallet.features["standard:connect"];
    const [first, second] = [connect(), connect()];
    assert.equal(realm.sent.length, 1);
    realm.answer({ id: "1", error: { code: 4001, message: "rejected", data: { reason: "rejected" } } });
    await assert.rejects(first, { code: 4001 });
    await assert.rejects(second, { code: 4001 });
    connect();
    assert.equal(realm.sent.length, 2);
});

test("an error is an Error of the page with code and reason", async () => {
    const realm = await connected();
    const answer = sign(realm, { account: realm.wallet.accounts[0], message: new Uint8Array(1) });
    realm.answer({ id: "2", error: { code: 4100, message: "not connected", data: { reason: "not-connected" } } });
    const error = await answer.catch((thrown) => thrown);
    assert.equal(error instanceof realm.run("Error"), true);
    assert.deepEqual([error.code, error.message, error.data.reason], [4100, "not connected", "not-connected"]);
});

test("one message is signMessage, several are signAllMessages, and the answers keep their order", async () => {
    const realm = await connected();
    const [account] = realm.wallet.accounts;
    const one = sign(realm, { account, message: new Uint8Array([1, 2, 3]) });
    assert.deepEqual(realm.sent[1], { id: "2", method: "signMessage", params: { account: ADDRESS, message: "AQID" } });
    realm.answer({ id: "2", result: { signature: SIGNATURE, signedMessage: "AQID" } });
    const [output] = await one;
    assert.deepEqual([...output.signedMessage], [1, 2, 3]);
    assert.deepEqual([output.signature.length, output.signatureType], [64, "ed25519"]);

    const inputs = [1, 2, 3].map((byte) => ({ account, message: new Uint8Array([byte]) }));
    const many = sign(realm, ...inputs);
    assert.equal(realm.sent[2].method, "signAllMessages");
    assert.deepEqual(realm.sent[2].params, { account: ADDRESS, messages: ["AQ==", "Ag==", "Aw=="] });
    const result = { signatures: [SIGNATURE, SIGNATURE, SIGNATURE], signedMessages: ["AQ==", "Ag==", "Aw=="] };
    realm.answer({ id: "3", result });
    assert.deepEqual(plain((await many).map(({ signedMessage }) => signedMessage[0])), [1, 2, 3]);
});

test("a transaction goes with its chain as the cluster", async () => {
    const realm = await connected();
    const [account] = realm.wallet.accounts;
    const answer = signTransaction(realm, { account, transaction: new Uint8Array([9]), chain: "solana:devnet" });
    assert.deepEqual(realm.sent[1].params, { account: ADDRESS, cluster: "solana:devnet", tx: "CQ==" });
    realm.answer({ id: "2", result: { signature: SIGNATURE, signedTransaction: "CQ==" } });
    assert.deepEqual(plain((await answer).map(({ signedTransaction }) => [...signedTransaction])), [[9]]);
    const input = { account, transaction: new Uint8Array([9]) };
    signTransaction(realm, input, input);
    assert.deepEqual(realm.sent[2].params, { account: ADDRESS, transactions: ["CQ==", "CQ=="] });
});

test("inputs of several accounts and chains are one request for each, and their outputs stand in the order of the inputs", async () => {
    const realm = await connected();
    const [account] = realm.wallet.accounts;
    const other = { address: OTHER };
    const of = (who, chain, byte, options) => ({ account: who, chain, transaction: new Uint8Array([byte]), options });
    const signed = signTransaction(realm, of(account, "solana:devnet", 1), of(other, "solana:devnet", 2), of(account, "solana:mainnet", 3),
        of(account, "solana:devnet", 4), of(account, "solana:devnet", 5, { minContextSlot: 7n, preflightCommitment: "processed", maxRetries: 3 }));
    const tx = (byte) => base64(Uint8Array.of(byte));
    assert.deepEqual(realm.sent.slice(1).map(({ method, params }) => [method, params]), [
        ["signAllTransactions", { account: ADDRESS, cluster: "solana:devnet", transactions: [tx(1), tx(4)] }],
        ["signTransaction", { account: OTHER, cluster: "solana:devnet", tx: tx(2) }],
        ["signTransaction", { account: ADDRESS, cluster: "solana:mainnet", tx: tx(3) }],
        ["signTransaction", { account: ADDRESS, cluster: "solana:devnet", minContextSlot: "7", preflightCommitment: "processed", tx: tx(5) }],
    ]);
    const [all, ...single] = realm.sent.slice(1).map(({ id }) => id);
    single.forEach((id, i) => realm.answer({ id, result: { signature: SIGNATURE, signedTransaction: tx([2, 3, 5][i] + 10) } }));
    realm.answer({ id: all, result: { signatures: [SIGNATURE, SIGNATURE], signedTransactions: [tx(11), tx(14)] } });
    assert.deepEqual(Array.from(await signed, ({ signedTransaction }) => signedTransaction[0]), [11, 12, 13, 14, 15]);
});

test("one of several requests that is refused refuses the call", async () => {
    const realm = await connected();
    const [account] = realm.wallet.accounts;
    const signed = sign(realm, { account, message: new Uint8Array([1]) }, { account: { address: OTHER }, message: new Uint8Array([2]) });
    realm.answer({ id: realm.sent.at(-1).id, error: { code: 4001, message: "User rejected the request.", data: { reason: "rejected" } } });
    await assert.rejects(signed, { code: 4001, message: "User rejected the request." });
});

test("a call that is aborted is withdrawn, and one that was aborted before is never sent", async () => {
    const realm = await connected();
    const [account] = realm.wallet.accounts;
    const message = new Uint8Array([1]);
    for (const place of [(abortSignal) => ({ abortSignal }), (abortSignal) => ({ options: { abortSignal } })]) {
        const controller = new AbortController();
        const signed = sign(realm, { account, message, ...place(controller.signal) });
        const { id, params } = realm.sent.at(-1);
        assert.deepEqual(params, { account: ADDRESS, message: "AQ==" });
        controller.abort(new Error("given up"));
        await assert.rejects(signed, { message: "given up" });
        assert.deepEqual([realm.sent.at(-1).method, realm.sent.at(-1).params], ["cancel", { id }]);
        realm.answer({ id, result: { signature: SIGNATURE, signedMessage: "AQ==" } });
        const count = realm.sent.length;
        await assert.rejects(sign(realm, { account, message, ...place(controller.signal) }), { message: "given up" });
        assert.equal(realm.sent.length, count);
    }
    const late = new AbortController();
    const signed = sign(realm, { account, message, abortSignal: late.signal });
    const { id } = realm.sent.at(-1);
    realm.answer({ id, result: { signature: SIGNATURE, signedMessage: "AQ==" } });
    await signed;
    late.abort();
    assert.equal(realm.sent.at(-1).id, id, "what is answered is not withdrawn");
});

test("inputs without an account, of an unknown chain or of no bytes are refused before anything is sent", async () => {
    const realm = await connected();
    const [account] = realm.wallet.accounts;
    const transaction = new Uint8Array([9]);
    const devnet = { account, transaction, chain: "solana:devnet" };
    for (const inputs of [
        [devnet, { ...devnet, chain: "solana:nowhere" }],
        [{ ...devnet, chain: "solana:nowhere" }],
        [{ ...devnet, account: undefined }],
        [{ ...devnet, transaction: [9] }],
        [{ ...devnet, transaction: new Uint16Array(1) }],
        [undefined],
    ]) {
        await assert.rejects(signTransaction(realm, ...inputs), (error) => error.code === -32602 && error.data.reason === "param-value");
    }
    assert.equal(realm.sent.length, 1);
});

test("no inputs are no request", async () => {
    const realm = await connected();
    assert.deepEqual(plain(await sign(realm)), []);
    assert.equal(realm.sent.length, 1);
});

test("what the caller changes after the call isn't sent", async () => {
    const realm = await connected();
    const message = new Uint8Array([1, 2, 3]);
    const input = { account: realm.wallet.accounts[0], message };
    sign(realm, input);
    message.fill(0);
    input.account = { address: OTHER };
    assert.deepEqual(realm.sent[1].params, { account: ADDRESS, message: "AQID" });
});

test("a buffer that was taken away or cut off before the call is refused with a code", async () => {
    const realm = await connected();
    const [account] = realm.wallet.accounts;
    const detached = new Uint8Array(8);
    structuredClone(detached.buffer, { transfer: [detached.buffer] });
    const resizable = new ArrayBuffer(8, { maxByteLength: 8 });
    const cut = new Uint8Array(resizable, 0, 8);
    resizable.resize(1);
    for (const message of [detached, cut]) {
        await assert.rejects(sign(realm, { account, message }), (error) => error.code === -32602 && error.data.name === "message");
    }
    assert.equal(realm.sent.length, 1);
});

test("a getter is read once", async () => {
    const realm = await connected();
    let reads = 0;
    sign(realm, {
        account: { get address() { return reads++ === 0 ? ADDRESS : OTHER; } },
        message: new Uint8Array([1]),
    });
    assert.deepEqual([reads, realm.sent[1].params.account], [1, ADDRESS]);
});

test("base64 agrees with another implementation at every length", async () => {
    const realm = await connected();
    const [account] = realm.wallet.accounts;
    for (let length = 0; length < 70; length++) {
        const message = Uint8Array.from({ length }, (_, index) => (index * 37 + length) & 255);
        const answer = sign(realm, { account, message });
        const { id, params } = realm.sent.at(-1);
        assert.equal(params.message, base64(message));
        realm.answer({ id, result: { signature: SIGNATURE, signedMessage: params.message } });
        assert.deepEqual([...(await answer)[0].signedMessage], [...message]);
    }
});

test("prototypes that the page replaces later change nothing that is sent", async () => {
    const realm = await connected();
    realm.run(`
        const evil = () => { throw new Error("reached"); };
        for (const type of [Array, Uint8Array, String, Object, Promise, Map, Set, MessagePort, Object.getPrototypeOf(Uint8Array)]) {
            for (const name of Object.getOwnPropertyNames(type.prototype)) {
                if (name === "constructor" || name === "sent") continue;
                if (Object.getOwnPropertyDescriptor(type.prototype, name).configurable) {
                    Object.defineProperty(type.prototype, name, { value: evil, configurable: true, writable: true });
                }
            }
        }
        Object.defineProperty(Array.prototype, "0", { set: evil, configurable: true });
        Reflect.apply = Reflect.defineProperty = Object.freeze = Uint8Array.from = globalThis.btoa = evil;
        globalThis.Uint8Array = globalThis.Promise = globalThis.Error = evil;
        const names = ["toJSON", "cluster", "message", "params", "resolve", "value", "get", "set"];
        const spoil = Object.defineProperty;
        const how = { __proto__: null, get: evil, set: evil, configurable: true };
        for (let i = 0; i < names.length; i++) spoil(Object.prototype, names[i], how);
        Array.prototype[Symbol.iterator] = evil;
    `);
    const account = Object.create(null, { address: { value: ADDRESS } });
    const input = Object.create(null, { account: { value: account }, message: { value: new Uint8Array([1, 2, 3]) } });
    sign(realm, input);
    sign(realm, input, input);
    assert.deepEqual(realm.sent[1], { id: "2", method: "signMessage", params: { account: ADDRESS, message: "AQID" } });
    assert.deepEqual(realm.sent[2].params, { account: ADDRESS, messages: ["AQID", "AQID"] });
});

test("accounts come in where Array.prototype lends every array a first element", async () => {
    const realm = providerRealm();
    realm.run(`Object.defineProperty(Array.prototype, "0", { get() { throw new Error("reached"); }, configurable: true })`);
    realm.answer({ event: "accounts", accounts: ACCOUNTS });
    assert.equal(realm.wallet.accounts.length, 1);
});

test("an answer isn't taken from a changed Object.prototype", async () => {
    const realm = await connected();
    const answer = sign(realm, { account: realm.wallet.accounts[0], message: new Uint8Array([1]) });
    realm.run(`Object.prototype.error = { code: 1, message: "forged" }; Object.prototype.event = "accounts";`);
    Object.prototype.error = { code: 1 };
    try {
        realm.answer({ id: "2", result: { signature: SIGNATURE, signedMessage: "AQ==" } });
    } finally {
        delete Object.prototype.error;
    }
    assert.equal((await answer).length, 1);
});

test("an answer with the wrong number of signatures is an error", async () => {
    const realm = await connected();
    const input = { account: realm.wallet.accounts[0], message: new Uint8Array([1]) };
    const answer = sign(realm, input, input);
    realm.answer({ id: "2", result: { signatures: [SIGNATURE], signedMessages: ["AQ=="] } });
    await assert.rejects(answer, { code: -32603 });
});

test("off removes its own listener, and a listener that throws harms nobody", async () => {
    const realm = providerRealm();
    const { on } = realm.wallet.features["standard:events"];
    const heard = [];
    const listener = () => heard.push("twice");
    const off = on("change", listener);
    on("change", listener);
    off();
    off();
    on("nothing", () => heard.push("never"));
    on("change", () => heard.push("last"));
    realm.answer({ event: "accounts", accounts: ACCOUNTS });
    assert.deepEqual(heard, ["twice", "last"]);
});

test("disconnect empties the accounts", async () => {
    const realm = await connected();
    const answer = realm.wallet.features["standard:disconnect"].disconnect();
    assert.equal(realm.sent[1].method, "disconnect");
    realm.answer({ id: "2", result: {} });
    assert.equal(await answer, undefined);
    assert.equal(realm.wallet.accounts.length, 0);
});

test("a relay that fell silent ends what waits with 4900, one that answers doesn't", async () => {
    const realm = await connected();
    const input = { account: realm.wallet.accounts[0], message: new Uint8Array([1]) };
    const answer = sign(realm, input);
    for (let i = 0; i < 10; i++) {
        realm.tick();
        realm.answer({ pong: true });
    }
    realm.answer({ id: "2", result: { signature: SIGNATURE, signedMessage: "AQ==" } });
    await answer;
    realm.tick();
    const pings = realm.sent.filter(({ ping }) => ping).length;
    realm.tick();
    assert.equal(realm.sent.filter(({ ping }) => ping).length, pings, "nothing waits, so nothing is asked");

    const lost = [sign(realm, input), realm.wallet.features["standard:connect"].connect()];
    for (let i = 0; i < 5; i++) realm.tick();
    for (const refused of lost) await assert.rejects(refused, (error) => error.code === 4900 && error.data.reason === "host-gone");
});

test("an extension that is updated under an open page leaves one wallet in each app's list", async () => {
    const old = providerRealm();
    const lists = [[], []];
    const registering = (list) => ({ register: (wallet) => (list.push(wallet), () => list.splice(list.indexOf(wallet), 1)) });
    for (const list of lists) old.listeners.get("wallet-standard:app-ready")({ detail: registering(list) });
    const waiting = old.wallet.features["standard:connect"].connect();
    // The update's provider says so as it comes, before it registers itself.
    const { dispatched, wallet } = providerRealm();
    assert.deepEqual(dispatched.map(({ type }) => type), ["sidekey:replace", "wallet-standard:register-wallet"]);
    for (const list of lists) registering(list).register(wallet);
    old.listeners.get("sidekey:replace")({});
    assert.deepEqual(lists, [[wallet], [wallet]]);
    old.listeners.get("wallet-standard:app-ready")({ detail: registering(lists[0]) });
    assert.equal(lists[0].length, 1);
    await assert.rejects(old.wallet.features["standard:connect"].connect({ silent: true }), { code: 4900, message: /reload this page/ });
    for (let i = 0; i < 4; i++) old.tick();
    await assert.rejects(waiting, { code: 4900 });
});

test("in a frame there is no wallet before the relay says that it is served", () => {
    const realm = providerRealm("https://pay.dapp.example", ["https://dapp.example"]);
    assert.deepEqual(realm.dispatched, []);
    assert.equal(realm.run("'sidekey' in globalThis"), false);
    assert.equal(realm.listeners.size, 0);
    realm.answer({ event: "frame" });
    assert.equal(realm.find().name, "Sidekey");
    assert.equal(realm.run("typeof sidekey.solana.connect"), "function");
});

test("in another site's page, or deeper than one frame, nothing is handed over", () => {
    for (const around of [["https://other.example"], ["http://dapp.example"], ["https://dapp.example", "https://dapp.example"], ["null"], []]) {
        const realm = providerRealm("https://pay.dapp.example", around);
        assert.deepEqual([realm.posted, realm.dispatched, realm.listeners.size], [[], [], 0]);
    }
});
