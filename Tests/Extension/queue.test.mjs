import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { WalletError } from "../../extension/lib/errors.js";
import { install } from "./support/document.mjs";
import { settle } from "./support/fakes.mjs";
import { extension } from "./support/realm.mjs";

install(JSON.parse(readFileSync(new URL("_locales/en/messages.json", extension), "utf8")));
const { ApprovalQueue } = await import("../../extension/ui/approval/queue.js");

const DIGEST = "d".repeat(64);
const summary = (id) => ({
    id, digest: DIGEST, origin: `https://${id}.example`, method: "signMessage", state: "presented", container: "default",
    private: false, own: true, created: Date.now(), remaining: 30_000, tab: 1,
});
const item = { findings: [], details: [{ kind: "text", text: "message of 5 bytes, text:" }, { kind: "quote", text: "hello" }], open: true };
const nothing = { asker: { name: "a.example", notes: [] }, sentence: "You sign a message.", consequences: [], changes: [], findings: [], shares: [], facts: [], items: [] };
const approval = (id, shown = { ...nothing, items: [item] }, kind = "messages") => ({
    summary: summary(id), decision: "popup", reasons: [], review: { kind, complete: true }, shown, reviewHash: "r",
    wallet: { accounts: [], trust: "intact", perRequest: false, passkeys: false },
});

/** A queue whose background answers `approvals.get` as told, and what it was asked; an object among the ids is what the wallet adds. */
async function queue(get, ...ids) {
    const wallet = ids.find((each) => typeof each === "object");
    ids = ids.filter((each) => typeof each === "string");
    const asked = [];
    const refusals = [];
    const listeners = new Map();
    const background = {
        request: async (method, params) => {
            if (method !== "screen.holds") asked.push({ method, params });
            if (method === "approvals.present") return { requests: [] };
            if (method === "approvals.get") {
                const answer = await get(params.id);
                return wallet ? { ...answer, wallet: { ...answer.wallet, ...wallet } } : answer;
            }
            if (refusals.length > 0) throw await refusals.shift();
            return {};
        },
        seal: async (method, parameter, value) => `${method} ${parameter} ${value}`,
        on: (method, listener) => listeners.set(method, listener),
    };
    const made = new ApprovalQueue(background);
    made.update({ listed: true, vault: "unlocked", requests: ids.map(summary) });
    await settle();
    return { queue: made, element: made.element, asked, refusals, tell: (method, params) => listeners.get(method)(params) };
}

const decisions = (asked) => asked.filter(({ method }) => /approve|reject/.test(method));

for (const [name, get] of Object.entries({
    "that the agent can't give": () => Promise.reject(new WalletError(-32603, "internal", "internal error")),
    "that can't be drawn": (id) => approval(id, { ...nothing, items: [null] }),
    "without items": (id) => approval(id, { ...nothing, items: undefined }),
})) {
    test(`a review ${name} can be rejected, and not approved`, async () => {
        const { element, asked } = await queue(get, "a");
        assert.match(element.textContent, /https:\/\/a\.example/);
        assert.equal(element.button("Approve"), undefined);
        element.button("Reject").click();
        await settle();
        assert.deepEqual(decisions(asked), [{ method: "approvals.reject", params: { id: "a" } }]);
    });
}

test("a rejection that fails is told, and can be tried again", async () => {
    const { element, asked, refusals } = await queue(() => ({}), "a");
    refusals.push(new WalletError(4900, "host-gone", "gone"));
    element.button("Reject").click();
    await settle();
    assert.equal(element.button("Reject").disabled, false);
    assert.ok([...element.shown()].some(({ attributes, textContent }) => attributes.get("class") === "problem" && textContent !== ""));
    element.button("Reject").click();
    element.button("Reject").click();
    await settle();
    assert.equal(decisions(asked).length, 2);
});

test("Escape rejects what can't be read too", async () => {
    const { queue: made, asked } = await queue(() => ({}), "a");
    made.reject();
    await settle();
    assert.deepEqual(decisions(asked), [{ method: "approvals.reject", params: { id: "a" } }]);
});

test("what can be read at the second try is shown with its decision", async () => {
    const answers = [{}, approval("a")];
    const { element } = await queue(() => answers.shift(), "a");
    element.button("Try again").click();
    await settle();
    assert.match(element.textContent, /hello/);
    assert.ok(element.button("Approve") && element.button("Reject"));
});

test("one that can't be read doesn't stand before the others", async () => {
    const { element } = await queue((id) => (id === "a" ? {} : approval(id)), "a", "b");
    [...element.shown()].filter(({ tag }) => tag === "button").find(({ textContent }) => textContent.startsWith("b.example")).click();
    await settle();
    assert.match(element.textContent, /hello/);
});

test("a failure of a request that is out of view isn't said of the one in view", async () => {
    const { element, refusals } = await queue(approval, "a", "b");
    let fail;
    refusals.push(new Promise((_, reject) => (fail = reject)));
    element.button("Reject").click();
    [...element.shown()].filter(({ tag }) => tag === "button").find(({ textContent }) => textContent.startsWith("b.example")).click();
    await settle();
    fail(new WalletError(-32603, "internal", "out of view"));
    await settle();
    assert.match(element.textContent, /https:\/\/b\.example/);
    assert.doesNotMatch(element.textContent, /out of view/);
});

const native = (id, reasons) => ({ ...approval(id), decision: "native", reasons });
const shownText = (element) => [...element.shown()].map(({ tag, textContent }) => (["p", "li"].includes(tag) ? textContent : "")).join("\n");

test("every reason why a decision is asked for outside the browser has its words", async () => {
    // As in RequestRisk.Reason, in its order.
    const risk = readFileSync(new URL("../../Sources/ApprovalQueue/RequestRisk.swift", import.meta.url), "utf8");
    const reasons = [...risk.matchAll(/^\s+case (\w+)(?: = "([\w-]+)")?$/gm)].map(([, name, spelled]) => spelled ?? name);
    assert.ok(reasons.length >= 8 && reasons.includes("first-signature"), reasons.join());
    const { element } = await queue((id) => native(id, [...reasons, "of-a-later-agent"]), "a");
    const told = [...element.shown()].filter(({ tag }) => tag === "li" && element).map(({ textContent }) => textContent);
    assert.equal(told.filter((words) => /\.$/.test(words)).length, reasons.length, told.join("|"));
    assert.doesNotMatch(element.textContent, /reason_|of-a-later-agent/);
    assert.equal(element.button("Approve"), undefined);
});

test("what the browser may approve says which rule lets it: the allowance, or the site's budget", async () => {
    const SAID = { allowance: /within your allowance for approvals in the browser\./, budget: /within what you let a\.example spend today\./, both: /a\.example spend today, and within your allowance\./ };
    for (const [within, words] of Object.entries(SAID)) {
        const { element } = await queue((id) => ({ ...approval(id), within }), "a");
        assert.match(shownText(element), words);
        // What Sidekey's window decides, no budget lets through.
        assert.doesNotMatch(shownText((await queue((id) => ({ ...native(id, ["danger"]), within }), "a")).element), words);
    }
    assert.doesNotMatch(shownText((await queue(approval, "a")).element), /within/);
});

test("what only Sidekey's window decides opens it by itself, once", async () => {
    const { queue: made, element, asked, refusals } = await queue((id) => native(id, ["danger"]), "a");
    const opened = () => asked.filter(({ method }) => method === "approvals.native").length;
    assert.equal(opened(), 1);
    made.update({ listed: true, vault: "unlocked", requests: [summary("a")] });
    await settle();
    assert.equal(opened(), 1);
    // Another screen's window for the same request is no fault to tell.
    refusals.push(new WalletError(-32002, "too-many-pending", "a prompt is being shown already"));
    made.update({ listed: true, vault: "unlocked", requests: [summary("b")] });
    await settle();
    assert.equal(refusals.length, 0);
    assert.doesNotMatch(shownText(element), /already|again in/);
    // What the browser may decide waits for a press.
    const { asked: others } = await queue(approval, "c");
    assert.equal(others.filter(({ method }) => method === "approvals.native").length, 0);
});

test("what nobody should sign can only be rejected", async () => {
    const { element } = await queue((id) => ({ ...approval(id), decision: "none", reasons: ["forbidden"] }), "a");
    assert.match(shownText(element), /This can't be approved/);
    for (const name of ["Approve", "Open Sidekey's window"]) assert.equal(element.button(name), undefined);
    assert.ok(element.button("Reject"));
});

test("what a limit refuses can only be rejected, and the limit is named as why", async () => {
    const { element } = await queue((id) => ({ ...approval(id), decision: "none", reasons: ["limit-spending"] }), "a");
    assert.match(shownText(element), /one of your limits blocks it/);
    assert.match(shownText(element), /more SOL than one of your limits has left/);
    assert.doesNotMatch(shownText(element), /Only a thief/);
    assert.equal(element.button("Approve"), undefined);
    assert.ok(element.button("Reject"));
});

test("records that something else changed are told with the request", async () => {
    const { element } = await queue(approval, "a", { trust: "reset" });
    assert.match(shownText(element), /Something other than Sidekey changed/);
    // Nobody chose what holds then.
    const { element: strictest } = await queue((id) => native(id, ["setting"]), "a", { trust: "reset" });
    assert.doesNotMatch(strictest.textContent, /You chose/);
    const { element: other } = await queue(approval, "a");
    assert.doesNotMatch(shownText(other), /Something other than Sidekey changed/);
});

test("what was read before the first unlock is read again after it", async () => {
    const answers = [{ ...approval("a"), reasons: ["locked"] }, native("a", ["danger"])];
    const { queue: made, element, asked } = await queue(() => answers.shift(), "a");
    assert.match(shownText(element), /hasn't been unlocked since/);
    made.update({ listed: true, vault: "locked", requests: [summary("a")] });
    await settle();
    assert.equal(asked.filter(({ method }) => method === "approvals.get").length, 1);
    made.update({ listed: true, vault: "unlocked", requests: [summary("a")] });
    await settle();
    assert.match(shownText(element), /more than it seems/);
});

test("what the rules have come to refuse to the browser is read again, with its reason", async () => {
    const answers = [approval("a"), native("a", ["allowance"])];
    const { element, asked, refusals } = await queue(() => answers.shift(), "a");
    refusals.push(new WalletError(4100, "native-only", "this request is decided outside the browser"));
    await new Promise((resolve) => setTimeout(resolve, 600)); // Past the guard's half second.
    element.button("Approve").click();
    await settle();
    assert.equal(asked.filter(({ method }) => method === "approvals.get").length, 2);
    assert.equal(decisions(asked).length, 1);
    assert.equal(element.button("Approve"), undefined);
    assert.ok(element.button("Open Sidekey's window"));
});

test("with a passphrase for every request the field is there, and nothing that opens a session", async () => {
    const { element } = await queue(approval, "a", { perRequest: true });
    assert.ok([...element.shown()].some(({ attributes }) => attributes.get("type") === "password"));
    assert.equal(element.button("Unlock"), undefined);
    const { element: other } = await queue(approval, "a");
    assert.ok(![...other.shown()].some(({ attributes }) => attributes.get("type") === "password"));
});

test("where a security key would prove it, the popup leads to Sidekey's window, and has no key touched itself", async () => {
    const proofs = ["passphrase", "security-key"];
    const { element, asked } = await queue(approval, "a", { perRequest: true, proofs });
    await new Promise((resolve) => setTimeout(resolve, 600)); // Past the guard's half second.
    element.button("Use security key").click();
    await settle();
    assert.ok(asked.some(({ method }) => method === "approvals.native"));
    assert.deepEqual(decisions(asked), []);
    // Nobody is sent to a key where a press is enough, or where the key's touch isn't.
    for (const wallet of [{ proofs }, { perRequest: true, proofs: ["passphrase"] }, { perRequest: true }]) {
        const { element: other } = await queue(approval, "a", wallet);
        assert.equal(other.button("Use security key"), undefined);
        assert.ok(other.button("Open Sidekey's window"));
    }
});

test("where this computer's PIN would prove it, the button says so, and leads to Sidekey's window", async () => {
    for (const [factors, label] of [[["tpm-pin"], "Use PIN"], [["security-key-pin", "tpm-pin"], "Use security key or PIN"]]) {
        const proofs = ["passphrase", ...factors];
        const { element, asked } = await queue(approval, "a", { perRequest: true, proofs });
        await new Promise((resolve) => setTimeout(resolve, 600)); // Past the guard's half second.
        element.button(label).click();
        await settle();
        assert.ok(asked.some(({ method }) => method === "approvals.native"));
        assert.deepEqual(decisions(asked), []);
    }
});

test("what was approved elsewhere says that the Ledger asks now, decides nothing any more, and can end the wait", async () => {
    const onLedger = (id) => ({ ...summary(id), signer: { kind: "ledger", path: "m/44'/501'/0'" } });
    const { queue: made, element, asked } = await queue((id) => ({ ...approval(id), summary: onLedger(id) }), "a", "b");
    assert.equal(element.button("Stop waiting"), undefined);
    made.update({ listed: true, vault: "unlocked", requests: [{ ...onLedger("a"), state: "approved", awaits: "ledger" }, onLedger("b")] });
    await settle();
    assert.match(shownText(element), /Confirm on your Ledger\./);
    assert.match(shownText(element), /waits for your Ledger/);
    // Nothing sends its user elsewhere.
    const { queue: outside, element: decided } = await queue((id) => ({ ...native(id, ["danger"]), summary: onLedger(id) }), "a");
    const warned = () => [...decided.shown()].some(({ attributes, textContent }) => attributes.get("class") === "warning" && textContent.includes("Sidekey's window"));
    assert.ok(warned());
    outside.update({ listed: true, vault: "unlocked", requests: [{ ...onLedger("a"), state: "approved", awaits: "ledger" }] });
    assert.ok(!warned());
    for (const label of ["Approve", "Reject"]) assert.equal(element.button(label).disabled, true, label);
    element.button("Stop waiting").click();
    await settle();
    assert.ok(asked.some(({ method }) => method === "ledger.cancel"));
    assert.deepEqual(decisions(asked), []);
    // Signed: the network is what it waits for now.
    made.update({ listed: true, vault: "unlocked", requests: [{ ...onLedger("a"), state: "signed" }, onLedger("b")] });
    await settle();
    assert.doesNotMatch(shownText(element), /Confirm on your Ledger/);
});

test("a danger takes the passphrase in an open session too, and without it there is no yes", async () => {
    const { element, asked } = await queue((id) => ({ ...approval(id), proof: "danger" }), "a");
    const field = [...element.shown()].find(({ attributes }) => attributes.get("type") === "password");
    assert.match(element.textContent, /Dangerous requests need your passphrase\./);
    assert.equal(element.button("Unlock"), undefined);
    await new Promise((resolve) => setTimeout(resolve, 600)); // Past the guard's half second.
    element.button("Approve").click();
    await settle();
    assert.deepEqual(decisions(asked), []);
    field.value = "correct";
    field.listeners.get("input")();
    element.button("Approve").click();
    await settle();
    assert.equal(decisions(asked).length, 1);
    assert.deepEqual(decisions(asked)[0].params.unlock, { passphrase: "approvals.approve unlock.passphrase correct" });
});

test("what the wallet asks by itself is shown as its own, in the list too", async () => {
    const own = (id) => ({ ...summary(id), origin: "sidekey", method: "sendTransaction" });
    const { queue: made, element } = await queue((id) => ({ ...approval(id), summary: own(id) }), "a");
    made.update({ listed: true, vault: "unlocked", requests: [own("a"), own("b")] });
    await settle();
    assert.equal(element.textContent.match(/Your wallet/g)?.length, 3);
    assert.ok(element.button("Approve"));
});

test("a decision that comes too late is told why", async () => {
    for (const [state, words] of [["expired", /This request expired/], ["cancelled", /The site withdrew this request/], ["answered", /already approved or rejected/], ["interrupted", /already approved or rejected/]]) {
        const { element, refusals } = await queue(approval, "a");
        refusals.push(new WalletError(-32000, "not-pending", "late", { reason: "not-pending", state }));
        await new Promise((resolve) => setTimeout(resolve, 600)); // Past the guard's half second.
        element.button("Approve").click();
        await settle();
        assert.match(element.textContent, words);
    }
});

const waiting = (id) => ({ ...approval(id, { ...nothing, waiting: "Waiting for the network." }, "transactions"), waiting: "network", reviewHash: "first" });
const told = (id) => ({ ...approval(id, { ...nothing, items: [item] }, "transactions"), reviewHash: "second" });

test("what waits for the network is shown, can't be approved, and is read again in its place when the rest has come", async () => {
    const answers = [waiting("a"), told("a")];
    const { element, tell } = await queue(() => answers.shift(), "a");
    assert.match(element.textContent, /You sign a message\./);
    assert.match(element.textContent, /Waiting for the network\./);
    assert.equal(element.button("Approve").disabled, true);
    assert.equal(element.button("Reject").disabled, false);
    tell("com.wallet.review", { id: "a" });
    // It stays until the other one is there.
    assert.match(element.textContent, /Waiting for the network\./);
    await settle();
    assert.doesNotMatch(element.textContent, /Waiting for the network\./);
    assert.match(element.textContent, /hello/);
    assert.equal(element.button("Approve").disabled, false);
});

test("the question in Sidekey's window stays the same when the review changes", async () => {
    const reviews = [{ ...waiting("a"), decision: "native" }, { ...told("a"), decision: "native" }, { ...told("a"), decision: "native" }];
    const { element, tell, asked } = await queue(() => reviews.shift(), "a");
    const opened = () => asked.filter(({ method }) => method === "approvals.native").map(({ params }) => params.review);
    assert.deepEqual(opened(), ["first"]);
    tell("com.wallet.review", { id: "a" });
    await settle();
    assert.deepEqual(opened(), ["first"]);
    assert.match(element.textContent, /hello/);
});
