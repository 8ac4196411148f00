import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { isAskedOutside, Outside } from "../../extension/background/outside.js";
import { Screens } from "../../extension/background/screens.js";
import { WalletError } from "../../extension/lib/errors.js";
import { install } from "./support/document.mjs";
import { FakePort, FakeStorage, settle } from "./support/fakes.mjs";
import { extension } from "./support/realm.mjs";

install(JSON.parse(readFileSync(new URL("_locales/en/messages.json", extension), "utf8")));
const { outsideParts } = await import("../../extension/ui/parts/outside-texts.js");

/** A request whose end the test decides. */
function held() {
    const ends = {};
    const promise = new Promise((resolve, reject) => Object.assign(ends, { resolve, reject }));
    return { ...ends, ask: () => promise };
}

test("what a screen has asked goes on when the screen is gone, and the host is needed until it ended", async () => {
    const asked = held();
    let changes = 0;
    const screens = new Screens({ request: asked.ask }, {}, () => (changes += 1));
    const popup = new FakePort();
    screens.add(popup, {});
    popup.receive({ id: 1, method: "vault.unlock", params: { native: true } });
    popup.drop();
    assert.deepEqual([screens.count, screens.isAsking], [0, true]);
    const before = changes;
    asked.resolve({});
    await settle();
    assert.deepEqual([screens.isAsking, changes > before], [false, true]);
});

test("how it ended is kept for the next screen, over the background's end, until it was shown", async () => {
    const storage = new FakeStorage();
    const told = [];
    const asked = held();
    const outside = new Outside(storage, (last) => told.push(last));
    const params = { native: true, address: "A", label: "Ann" };
    const run = outside.run("contacts.add", params, asked.ask, () => false);
    assert.deepEqual([outside.isRunning, (await outside.last()).isRunning], [true, true]);
    asked.reject(new WalletError(4001, "rejected", "closed"));
    await assert.rejects(run);
    assert.equal(outside.isRunning, false);
    assert.deepEqual(told.map((last) => last.isRunning), [true, false]);
    const next = new Outside(storage, () => {});
    assert.equal((await next.last()).error.data.reason, "rejected");
    await next.seen();
    assert.equal(await new Outside(storage, () => {}).last(), undefined);
});

test("what whoever asked was told of, and an unlock that went well, leave nothing to be said", async () => {
    const outside = new Outside(new FakeStorage(), () => {});
    await outside.run("contacts.remove", { native: true }, async () => ({}), () => true);
    assert.equal(await outside.last(), undefined);
    await outside.run("vault.unlock", { native: true }, async () => ({ accounts: [] }));
    assert.equal(await outside.last(), undefined);
});

test("a ceremony's outcome is kept also while the screen that asked is there, since it may show another place then", async () => {
    const outside = new Outside(new FakeStorage(), () => {});
    const params = { kind: "restore" };
    await outside.run("vault.ceremony", params, async () => ({ outcome: "done" }), () => true);
    assert.deepEqual(await outside.last(), { method: "vault.ceremony", params, isRunning: false, result: { outcome: "done" } });
    await outside.seen();
    await assert.rejects(outside.run("vault.ceremony", params, () => Promise.reject(new WalletError(4100, "wrong-passphrase", "no")), () => true));
    assert.equal((await outside.last()).error.data.reason, "wrong-passphrase");
});

test("a second one, which the agent refuses, says nothing of the first", async () => {
    const asked = held();
    const outside = new Outside(new FakeStorage(), () => {});
    const first = outside.run("vault.setup", { kind: "create" }, asked.ask);
    await assert.rejects(outside.run("vault.setup", { kind: "create" }, () => Promise.reject(new WalletError(-32002, "too-many-pending", "one is shown"))));
    assert.equal(outside.isRunning, true);
    asked.resolve({ outcome: "created" });
    await first;
    assert.deepEqual((await outside.last()).result, { outcome: "created" });
});

test("one of another kind that waits behind the first is followed to its end, whichever ends first", async () => {
    const created = { outcome: "created" };
    for (const setupFirst of [false, true]) {
        const [unlock, setup] = [held(), held()];
        const outside = new Outside(new FakeStorage(), () => {});
        const unlocking = outside.run("vault.unlock", { native: true }, unlock.ask);
        unlocking.catch(() => {});
        await settle();
        const making = outside.run("vault.setup", { kind: "restore" }, setup.ask);
        await settle();
        assert.equal((await outside.last()).method, "vault.setup");
        const ends = [() => unlock.reject(new WalletError(4001, "rejected", "closed")), () => setup.resolve(created)];
        if (setupFirst) ends.reverse();
        ends[0]();
        await settle();
        assert.equal(outside.isRunning, true, "the host is still needed");
        ends[1]();
        await assert.rejects(unlocking);
        await making;
        assert.equal(outside.isRunning, false);
        const last = await outside.last();
        assert.equal(last.isRunning, false);
        assert.equal(last.method, setupFirst ? "vault.unlock" : "vault.setup");
    }
});

test("only what the agent asks in its own window counts", () => {
    const asked = [["vault.setup", { kind: "create" }], ["vault.ceremony", { kind: "phrase" }], ["vault.unlock", { native: true }], ["contacts.add", { native: true }]];
    const others = [["vault.unlock", { passphrase: {} }], ["vault.status", undefined], ["contacts.add", { native: 1 }]];
    assert.deepEqual(asked.map(([method, params]) => isAskedOutside(method, params)), [true, true, true, true]);
    assert.deepEqual(others.map(([method, params]) => isAskedOutside(method, params)), [false, false, false]);
});

test("each way in which it can end has its words", () => {
    const said = (asked) => outsideParts({ params: {}, isRunning: false, ...asked }).map(({ textContent }) => textContent).join(" ");
    assert.match(said({ method: "vault.setup", isRunning: true }), /Continue in Sidekey's window/);
    assert.match(said({ method: "vault.setup", result: { outcome: "created" } }), /Your wallet is ready/);
    assert.match(said({ method: "vault.setup", result: { outcome: "cancelled" } }), /No wallet was created/);
    assert.doesNotMatch(said({ method: "vault.setup", params: { replace: true }, result: { outcome: "cancelled" } }), /No wallet was created/);
    assert.match(said({ method: "vault.unlock", error: { code: 4001, message: "", data: { reason: "rejected" } } }), /was closed/);
    const contact = { address: "B5k9UeTqgoZtqrXBrkxuxbgkrQki7maVbGtQrUKoY7FC", label: "A\u202enn" };
    assert.match(said({ method: "contacts.add", params: contact, result: {} }), /is in your address book now/);
    assert.doesNotMatch(said({ method: "contacts.add", params: contact, result: {} }), /\u202e/);
    assert.match(said({ method: "contacts.remove", params: { address: contact.address }, result: {} }), /B5k9…Y7FC/);
    assert.match(said({ method: "contacts.add", params: contact, error: { code: -32000, message: "", data: { reason: "prompt-unavailable" } } }), /sidekey contacts add/);
});

test("each ceremony says in one sentence that it was done, or that nothing changed", () => {
    const said = (kind, outcome) => outsideParts({ method: "vault.ceremony", params: { kind }, isRunning: false, result: { outcome } }).map(({ textContent }) => textContent).join(" ");
    const done = {
        passphrase: /new passphrase/, phrase: /showed your recovery phrase/, import: /import is done/, remove: /isn't in this wallet/, protection: /new rules apply/,
        recognition: /your new word/, limit: /new limit applies/, unlimit: /limit is removed/, network: /new network settings/, backup: /Your backup is saved/, restore: /wallet from the backup/,
    };
    for (const [kind, words] of Object.entries(done)) {
        assert.match(said(kind, "done"), words);
        const cancelled = { phrase: /wasn't shown/, backup: /No backup was saved/ }[kind] ?? /^Nothing was changed\.$/;
        assert.match(said(kind, "cancelled"), cancelled);
        assert.doesNotMatch(said(kind, "cancelled"), words);
    }
    // Of a later version's ceremony nothing is claimed.
    assert.equal(said("later", "done"), "");
    const running = outsideParts({ method: "vault.ceremony", params: { kind: "phrase" }, isRunning: true });
    assert.match(running[0].textContent, /Look for Sidekey's window/);
    const unavailable = { code: -32000, message: "", data: { reason: "prompt-unavailable", command: "sidekey phrase show" } };
    assert.match(outsideParts({ method: "vault.ceremony", params: { kind: "phrase" }, isRunning: false, error: unavailable })[0].textContent, /in a terminal: sidekey phrase show/);
});
