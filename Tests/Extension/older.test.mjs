import assert from "node:assert/strict";
import { test } from "node:test";
import { providerRealm } from "./support/realm.mjs";

const ADDRESS = "7Np41oeYqPefeNQEHSv1UDhYrehxin3NStELsSKCT4K2";
const OTHER = "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin";
const ACCOUNTS = [{ publicKey: ADDRESS, label: "Account 1" }];
const SIGNATURE = Buffer.alloc(64, 7).toString("base64");

function olderRealm(accounts = ACCOUNTS) {
    const realm = providerRealm();
    const solana = realm.run("window.sidekey.solana");
    const heard = [];
    for (const event of ["connect", "disconnect", "accountChanged"]) {
        solana.on(event, (key) => heard.push([event, key?.toBase58()]));
    }
    if (accounts.length > 0) realm.answer({ event: "accounts", accounts });
    heard.length = 0;
    return { ...realm, solana, heard };
}

/** A key of the dApp's own library, which compares only with its own kind. */
class LibraryKey {
    constructor(address) { this.address = address; }
    toBase58() { return this.address; }
    equals(other) { return other instanceof LibraryKey && other.address === this.address; }
}

/** As the library's transaction of versions: serialises without options, and finds the signer by its own keys. */
class VersionedTransaction {
    signatures = [new Uint8Array(64), new Uint8Array(64)];
    message = { staticAccountKeys: [new LibraryKey(OTHER), new LibraryKey(ADDRESS)] };
    serialize() { return new Uint8Array([1, 2, 3]); }
    addSignature(key, signature) {
        this.signatures[this.message.staticAccountKeys.findIndex((own) => own.equals(key))] = signature;
    }
}

/** As the library's older transaction: refuses to be serialised unsigned unless told, and lists its signers. */
class LegacyTransaction {
    signatures = [{ publicKey: new LibraryKey(ADDRESS), signature: null }];
    serialize(options) {
        if (options?.requireAllSignatures !== false || options?.verifySignatures !== false) throw new Error("unsigned");
        return new Uint8Array([4, 5, 6]);
    }
    addSignature(key, signature) {
        this.signatures.find(({ publicKey }) => publicKey.equals(key)).signature = signature;
    }
}

test("the older provider is at window.sidekey.solana, frozen, and claims to be nobody else", () => {
    const { solana, run } = olderRealm([]);
    assert.equal(run("Object.isFrozen(window.sidekey) && Object.isFrozen(window.sidekey.solana)"), true);
    assert.deepEqual(["isPhantom" in solana, "isSolflare" in solana, solana.isSidekey], [false, false, true]);
    assert.equal(run(`"solana" in window`), false);
    assert.deepEqual([solana.publicKey, solana.isConnected], [null, false]);
});

test("connect asks, onlyIfTrusted never does", async () => {
    const { solana, sent, answer, heard } = olderRealm([]);
    const trusted = solana.connect({ onlyIfTrusted: true });
    assert.deepEqual(sent[0].params, { silent: true });
    answer({ id: "1", result: { accounts: [] } });
    await assert.rejects(trusted, { code: 4001 });
    const connected = solana.connect();
    assert.deepEqual(sent[1].params, {});
    answer({ id: "2", result: { accounts: ACCOUNTS } });
    const { publicKey } = await connected;
    assert.equal(publicKey, solana.publicKey);
    assert.equal(publicKey.toBase58(), ADDRESS);
    assert.equal(`${publicKey}`, ADDRESS);
    assert.equal(publicKey.toBytes().length, 32);
    assert.deepEqual([publicKey.equals(new LibraryKey(ADDRESS)), publicKey.equals(new LibraryKey(OTHER)), publicKey.equals(null)], [true, false, false]);
    assert.deepEqual([solana.isConnected, heard], [true, [["connect", ADDRESS]]]);
});

test("events tell a connection, another account, and the end", async () => {
    const { solana, answer, heard } = olderRealm();
    answer({ event: "accounts", accounts: [...ACCOUNTS, { publicKey: OTHER, label: "Account 2" }] });
    assert.deepEqual(heard, [], "the first account is the same");
    answer({ event: "accounts", accounts: [{ publicKey: OTHER, label: "Account 1" }] });
    answer({ event: "accounts", accounts: [] });
    assert.deepEqual(heard, [["accountChanged", OTHER], ["disconnect", undefined]]);
    let once = 0;
    let off = 0;
    const listener = () => (off += 1);
    assert.equal(solana.once("connect", () => (once += 1)), solana);
    solana.on("connect", listener);
    solana.removeListener("connect", listener);
    solana.on("nothing", listener);
    solana.on("__proto__", listener);
    answer({ event: "accounts", accounts: ACCOUNTS });
    answer({ event: "accounts", accounts: [] });
    answer({ event: "accounts", accounts: ACCOUNTS });
    assert.deepEqual([once, off], [1, 0]);
});

for (const Transaction of [VersionedTransaction, LegacyTransaction]) {
    test(`a ${Transaction.name} comes back as the same object, signed under the dApp's own key`, async () => {
        const { solana, sent, answer } = olderRealm();
        const transaction = new Transaction();
        const bytes = Buffer.from(transaction.serialize({ requireAllSignatures: false, verifySignatures: false })).toString("base64");
        const signed = solana.signTransaction(transaction);
        assert.deepEqual(sent[0], { id: "1", method: "signTransaction", params: { account: ADDRESS, tx: bytes } });
        answer({ id: "1", result: { signature: SIGNATURE, signedTransaction: bytes } });
        assert.equal(await signed, transaction);
        const signature = transaction.signatures.at(-1).signature ?? transaction.signatures.at(-1);
        assert.equal(Buffer.from(signature).toString("base64"), SIGNATURE);

        const all = solana.signAllTransactions([transaction, new VersionedTransaction()]);
        assert.deepEqual(sent[1].params, { account: ADDRESS, transactions: [bytes, "AQID"] });
        answer({ id: "2", result: { signatures: [SIGNATURE, SIGNATURE], signedTransactions: [bytes, "AQID"] } });
        assert.equal((await all)[0], transaction);
    });
}

test("what the dApp does to its object afterwards isn't sent", () => {
    const { solana, sent } = olderRealm();
    const bytes = new Uint8Array([1, 2, 3]);
    solana.signTransaction({ serialize: () => bytes, addSignature() {} });
    bytes.fill(0);
    assert.equal(sent[0].params.tx, "AQID");
});

test("messages are bytes or a text", async () => {
    const { solana, sent, answer } = olderRealm();
    const signed = solana.signMessage(new Uint8Array([1, 2, 3]), "utf8");
    assert.deepEqual(sent[0].params, { account: ADDRESS, message: "AQID" });
    answer({ id: "1", result: { signature: SIGNATURE, signedMessage: "AQID" } });
    const { signature, publicKey } = await signed;
    assert.deepEqual([signature.length, publicKey.toBase58()], [64, ADDRESS]);
    solana.signMessage("é");
    assert.equal(sent[1].params.message, "w6k=");
    await assert.rejects(solana.signMessage(7), { code: -32602 });
});

test("signing in gives address and signature", async () => {
    const { solana, sent, answer } = olderRealm([]);
    const signed = solana.signIn({ statement: "S" });
    assert.deepEqual(sent[0], { id: "1", method: "signIn", params: { statement: "S" } });
    answer({ id: "1", result: { publicKey: ADDRESS, accounts: ACCOUNTS, signature: SIGNATURE, signedMessage: "AQID" } });
    const { address, signature, signedMessage, publicKey } = await signed;
    assert.deepEqual([address, signature.length, signedMessage.length, publicKey.toBase58()], [ADDRESS, 64, 3, ADDRESS]);
});

test("sending names no cluster, so that the agent takes the chosen one, and says what the agent says", async () => {
    const { solana, sent, answer } = olderRealm();
    const sending = solana.signAndSendTransaction(new VersionedTransaction(), { skipPreflight: false });
    assert.deepEqual(sent[0], {
        id: "1", method: "sendTransaction",
        params: { account: ADDRESS, skipPreflight: false, tx: "AQID" },
    });
    answer({ id: "1", error: { code: -32000, message: "no network", data: { reason: "no-network" } } });
    await assert.rejects(sending, (error) => error.code === -32000 && error.data.reason === "no-network");
});

test("request takes the same by name, with bytes in base58", async () => {
    const { solana, sent, answer } = olderRealm();
    solana.request({ method: "connect", params: { onlyIfTrusted: true } });
    solana.request({ method: "disconnect" });
    solana.request({ method: "signMessage", params: { message: new Uint8Array([1]), display: "utf8" } });
    solana.request({ method: "signTransaction", params: { message: "Ldp" } });
    solana.request({ method: "signAllTransactions", params: { message: ["Ldp", "Ldp"] } });
    solana.request({ method: "signAndSendTransaction", params: { message: "Ldp", options: { maxRetries: 2 } } });
    solana.request({ method: "signIn", params: { nonce: "12345678" } });
    assert.deepEqual(sent.map(({ method }) => method), [
        "connect", "disconnect", "signMessage", "signTransaction", "signAllTransactions", "sendTransaction", "signIn",
    ]);
    assert.equal(sent[3].params.tx, "AQID");
    assert.equal(sent[5].params.maxRetries, "2");
    await assert.rejects(solana.request({ method: "signTransaction", params: { message: "0OIl" } }), { code: -32602 });
    await assert.rejects(solana.request({ method: "eth_sign" }), { code: -32601 });
    await assert.rejects(solana.request(), { code: -32601 });
    const bytes = solana.request({ method: "signTransaction", params: { message: "Ldp" } });
    answer({ id: "8", result: { signature: SIGNATURE, signedTransaction: "AQID" } });
    assert.deepEqual([...(await bytes)], [1, 2, 3]);
});

test("window.solana is taken only when told, and only where it is free", () => {
    const { run, answer, dispatched } = olderRealm([]);
    answer({ event: "window.solana" });
    assert.equal(run("window.solana === window.sidekey.solana"), true);
    assert.equal(dispatched.at(-1).type, "solana#initialized");
    const taken = olderRealm([]);
    taken.run("window.solana = { isOther: true }");
    taken.answer({ event: "window.solana" });
    assert.equal(taken.run("window.solana.isOther"), true);
    const empty = olderRealm([]);
    empty.run("window.solana = undefined");
    empty.answer({ event: "window.solana" });
    assert.equal(empty.run("window.solana"), undefined);
});

test("a page may use the wallet's names for itself", () => {
    const { run } = olderRealm([]);
    run("var sidekey = 1; globalThis.solana = 2;");
    assert.equal(run("sidekey"), 1);
});
