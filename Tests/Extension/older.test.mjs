import assert from "node:assert/strict";
import { test } from "node:test";
import { providerRealm } from "./support/realm.mjs";
import { base58 } from "./support/web3.mjs";

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
    await assert.rejects(trusted, { code: 4001, message: "User rejected the request." });
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

/** A legacy message that wants `signers` signatures, and the transaction around it. */
const message = (signers, first = [signers]) => Buffer.from([...first, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
const unsigned = (signers, inner) => Buffer.concat([Buffer.from([signers]), Buffer.alloc(64 * signers), inner]);

test("request takes the same by name", async () => {
    const { solana, sent } = olderRealm();
    const transaction = new VersionedTransaction();
    solana.request({ method: "connect", params: { onlyIfTrusted: true } });
    solana.request({ method: "disconnect" });
    solana.request({ method: "signMessage", params: { message: new Uint8Array([1]), display: "utf8" } });
    solana.request({ method: "signTransaction", params: { transaction } });
    solana.request({ method: "signAllTransactions", params: { transactions: [transaction, transaction] } });
    solana.request({ method: "signAndSendTransaction", params: { transaction, options: { maxRetries: 2 } } });
    solana.request({ method: "signAndSendAllTransactions", params: { transactions: [transaction, transaction] } });
    solana.request({ method: "signIn", params: { nonce: "12345678" } });
    assert.deepEqual(sent.map(({ method }) => method), [
        "connect", "disconnect", "signMessage", "signTransaction", "signAllTransactions", "sendTransaction", "sendAllTransactions", "signIn",
    ]);
    assert.equal(sent[5].params.maxRetries, "2");
    await assert.rejects(solana.request({ method: "signTransaction", params: { message: "0OIl" } }), { code: -32602 });
    await assert.rejects(solana.request({ method: "eth_sign" }), { code: -32601 });
    await assert.rejects(solana.request(), { code: -32601 });
});

for (const [name, signers, inner] of [
    ["a legacy message", 1, message(1)], ["one of two signers", 2, message(2)], ["a message of version 0", 1, message(1, [0x80, 1])],
    ["a message of version 1 of three signers", 3, message(3, [0x81, 3])],
]) {
    test(`request takes ${name} in base58, as Phantom documents it, and a whole transaction`, async () => {
        const { solana, sent, answer } = olderRealm();
        const whole = unsigned(signers, inner);
        const signature = base58(Buffer.from(SIGNATURE, "base64"));
        const result = { signature: SIGNATURE, signedTransaction: whole.toString("base64") };
        for (const [i, text] of [base58(inner), base58(whole)].entries()) {
            const signed = solana.request({ method: "signTransaction", params: { message: text } });
            assert.equal(sent[i].params.tx, whole.toString("base64"));
            answer({ id: sent[i].id, result });
            assert.deepEqual({ ...(await signed) }, { signature, publicKey: ADDRESS });
        }
        const all = solana.request({ method: "signAllTransactions", params: { message: [base58(inner), base58(whole)] } });
        assert.deepEqual(sent[2].params.transactions, [whole.toString("base64"), whole.toString("base64")]);
        answer({ id: "3", result: { signatures: [SIGNATURE, SIGNATURE], signedTransactions: [result.signedTransaction, result.signedTransaction] } });
        assert.deepEqual(Array.from(await all, (one) => ({ ...one })), [{ signature, publicKey: ADDRESS }, { signature, publicKey: ADDRESS }]);
        const sending = solana.request({ method: "signAndSendTransaction", params: { message: base58(inner) } });
        assert.equal(sent[3].params.tx, whole.toString("base64"));
        answer({ id: "4", result: { signature } });
        assert.equal((await sending).signature, signature);
    });
}

test("all are signed and sent in one call; where one isn't sent, its error says which were", async () => {
    const { solana, sent, answer } = olderRealm();
    const sending = solana.signAndSendAllTransactions([new VersionedTransaction(), new LegacyTransaction()], { mode: "serial" });
    assert.deepEqual(sent[0], {
        id: "1", method: "sendAllTransactions", params: { account: ADDRESS, transactions: ["AQID", "BAUG"], mode: "serial" },
    });
    answer({ id: "1", result: { results: [{ signature: "one" }, { signature: "two" }] } });
    const { signatures, publicKey } = await sending;
    assert.deepEqual([[...signatures], publicKey.toBase58()], [["one", "two"], ADDRESS]);
    const half = solana.signAndSendAllTransactions([new VersionedTransaction(), new LegacyTransaction()]);
    answer({ id: "2", result: { results: [{ signature: "one" }, { error: { code: -32003, message: "no", data: { reason: "preflight-failed" } } }] } });
    await assert.rejects(half, (error) => error.code === -32003 && error.data.reason === "preflight-failed"
        && JSON.stringify(error.data.signatures) === `["one",null]`);
    assert.deepEqual([...(await solana.signAndSendAllTransactions([])).signatures], []);
});

test("a dApp that waits for the event hears it at an eager connect too, and once a connection", async () => {
    const { solana, answer, heard } = olderRealm();
    const eager = solana.connect({ onlyIfTrusted: true });
    answer({ id: "1", result: { accounts: ACCOUNTS } });
    await eager;
    assert.deepEqual(heard, [["connect", ADDRESS]]);
    answer({ event: "accounts", accounts: [] });
    heard.length = 0;
    const again = solana.connect();
    answer({ id: "2", result: { accounts: ACCOUNTS } });
    await again;
    assert.deepEqual(heard, [["connect", ADDRESS]]);
});

test("listeners are counted, and all of one event or of each are taken off", () => {
    const { solana } = olderRealm([]);
    const counts = () => ["connect", "disconnect", "accountChanged", "nothing", "__proto__"].map((event) => solana.listenerCount(event));
    solana.on("connect", () => {});
    assert.deepEqual(counts(), [2, 1, 1, 0, 0]);
    assert.equal(solana.removeAllListeners("connect"), solana);
    assert.deepEqual(counts(), [0, 1, 1, 0, 0]);
    solana.removeAllListeners("__proto__");
    solana.removeAllListeners();
    assert.deepEqual(counts(), [0, 0, 0, 0, 0]);
    solana.on("connect", () => {});
    assert.deepEqual(counts(), [1, 0, 0, 0, 0]);
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
