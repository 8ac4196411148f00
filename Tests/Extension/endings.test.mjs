// The end of a request, told by a screen that is opened later, or by a notification if none is open.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { WalletError } from "../../extension/lib/errors.js";
import { install } from "./support/document.mjs";
import { FakeStorage } from "./support/fakes.mjs";
import { extension } from "./support/realm.mjs";

install(JSON.parse(readFileSync(new URL("_locales/en/messages.json", extension), "utf8")));
let notices = [];
Object.assign(globalThis.browser, {
    runtime: { getURL: (path) => path },
    notifications: {
        create: async (name, { title, message }) => void notices.push([name, title, message]),
        clear: async (name) => void (notices = notices.filter(([shown]) => shown !== name)),
    },
});
const { Endings, isOwnSend } = await import("../../extension/background/endings.js");
const { endingCard } = await import("../../extension/ui/parts/ending-texts.js");

const TO = "B5k9UeTqgoZtqrXBrkxuxbgkrQki7maVbGtQrUKoY7FC", SIGNATURE = "5".repeat(87);
const PLAN = { to: TO, amount: "250000000", decimals: 9, cluster: "solana:devnet", signature: SIGNATURE };
const SITE = { id: "r", origin: "https://dapp.example", method: "sendTransaction", cluster: "solana:devnet" };
const client = { request: async () => ({ settings: { language: "", theme: "system", explorer: "solscan.io", currency: "USD" } }), on: () => {} };

function made(isShown = false) {
    notices = [];
    const storage = new FakeStorage();
    const changes = [];
    return { storage, changes, endings: new Endings(storage, (last) => changes.push(last), () => isShown) };
}

async function said(ending) {
    return (await endingCard(client, ending)).textContent;
}

test("what was sent from a popup that has closed is told with its signature, once", async () => {
    const { endings, storage } = made();
    await endings.send("transfer.send", { to: TO, amount: "0.25" }, async () => PLAN, () => false);
    // By another background too.
    const later = new Endings(storage, () => {}, () => false);
    const last = await later.last();
    const words = await said(last);
    assert.ok(words.includes("Sent 0.25 SOL to B5k9…Y7FC.") && words.includes(SIGNATURE), words);
    assert.deepEqual(notices, [["ended", "Done", "Press here to see the result in your wallet."]]);
    await later.seen("another");
    assert.equal((await later.last()).id, last.id);
    await later.seen(last.id);
    assert.deepEqual([await later.last(), storage.items.size, notices], [undefined, 0, []]);
});

test("why it wasn't sent is told too, and what the user rejected makes no notification", async () => {
    const { endings } = made();
    const refused = (reason, data) => endings.send("transfer.send", { to: TO, amount: "0.25" }, () => Promise.reject(new WalletError(4001, reason, "no", data)), () => false);
    await assert.rejects(refused("rejected"));
    assert.deepEqual(notices, []);
    assert.match(await said(await endings.last()), /Your transfer to B5k9…Y7FC.*You rejected it. Nothing was signed./);
    await assert.rejects(refused("transaction-failed", { signature: SIGNATURE }));
    assert.deepEqual(notices.map(([, title]) => title), ["Something you approved wasn't completed"]);
    assert.match(await said(await endings.last()), /executed but failed.*5{87}/);
});

test("a screen that is still there is told by its answer alone", async () => {
    const { endings, changes } = made(true);
    await endings.send("transfer.send", { to: TO }, async () => PLAN, () => true);
    assert.deepEqual([await endings.last(), changes, notices], [undefined, [], []]);
    // Another one that is open shows it, and needs no notification.
    await endings.send("transfer.send", { to: TO }, async () => PLAN, () => false);
    assert.deepEqual([changes.length, notices], [1, []]);
});

test("what became of a site's request is told in its words, with the stage of its transactions", async () => {
    const { endings } = made();
    endings.progressed({ id: "r", item: 0, stage: "sent", signature: SIGNATURE });
    endings.progressed({ id: "r", item: 0, stage: "confirmed", signature: SIGNATURE, slot: "7" });
    await endings.ended("r", "answered", SITE);
    assert.match(await said(await endings.last()), /dapp\.example.*Send.*Confirmed in slot 7.*5{87}/);
    assert.deepEqual(notices.map(([, title]) => title), ["Done"]);
    assert.doesNotMatch(JSON.stringify(notices), /dapp/);
    for (const [state, words] of [["rejected", /Rejected/], ["expired", /expired/], ["interrupted", /stopped before it answered/]]) {
        notices = [];
        await endings.ended("r", state, SITE);
        assert.match(await said(await endings.last()), words);
        // A page can ask and let it expire as often as it likes.
        assert.deepEqual(notices, [], state);
    }
});

test("a request that its site withdrew, one of another browser's and the wallet's own say nothing", async () => {
    const { endings, changes } = made();
    await endings.ended("r", "cancelled", SITE);
    await endings.ended("r", "answered", undefined);
    await endings.ended("r", "answered", { ...SITE, origin: "sidekey" });
    assert.deepEqual([await endings.last(), changes, notices], [undefined, [], []]);
});

test("only what the wallet itself sends is followed to its end", () => {
    assert.deepEqual(["transfer.send", "transfer.revoke", "transfer.preview", "vault.lock"].map(isOwnSend), [true, true, false, false]);
});
