// The wallet's own screens without a browser: what they ask, what they say, and what they never show.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { WalletError } from "../../extension/lib/errors.js";
import { install } from "./support/document.mjs";
import { settle } from "./support/fakes.mjs";
import { extension } from "./support/realm.mjs";

const messages = JSON.parse(readFileSync(new URL("_locales/en/messages.json", extension), "utf8"));
install(messages);
globalThis.browser.runtime = { getManifest: () => ({ version: "9.8.7" }) };
const opened = [];
globalThis.browser.tabs = { create: async ({ url }) => opened.push(url) };
globalThis.browser.permissions = { contains: async () => true };

const { AboutView } = await import("../../extension/ui/wallet/views/about.js");
const { ActivityView } = await import("../../extension/ui/wallet/views/activity.js");
const { ContactsView } = await import("../../extension/ui/wallet/views/contacts.js");
const { KeysView } = await import("../../extension/ui/wallet/views/keys.js");
const { NetworkView } = await import("../../extension/ui/wallet/views/network.js");
const { PermissionsView } = await import("../../extension/ui/wallet/views/permissions.js");
const { SendView } = await import("../../extension/ui/wallet/views/send.js");
const { SitesView } = await import("../../extension/ui/wallet/views/sites.js");
const { addressFault, amountFault, recipientText, sendErrorText } = await import("../../extension/ui/parts/send-texts.js");

const ME = "4m7FfrjpeiX9WZ1nRGa6qFL7WTSEFRftp8ZuHJG7LT1e";
const FRIEND = "B5k9UeTqgoZtqrXBrkxuxbgkrQki7maVbGtQrUKoY7FC";
const THIEF = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
const SIGNATURE = "5".repeat(87);
const HOSTILE = "a\u202eb\u200b<img>";
const SPELLED = "a\\u{202e}b\\u{200b}<img>";

/** An agent that answers what a test says, and else what an ordinary wallet would. */
function agent(answers = {}) {
    const asked = [];
    const usual = {
        "accounts.list": { accounts: [{ publicKey: ME, label: "Mine", path: "m", hidden: false, imported: false }] },
        "tpm.status": { usable: true },
        "fingerprint.status": { usable: true, on: false },
        "contacts.list": { contacts: [{ address: FRIEND, label: "Friend", added: 0, onCurve: true }] },
        "origins.list": { origins: [] },
        "activity.list": { entries: [] },
        "outstanding.list": { entries: [] },
        "vault.status": { vault: "unlocked", trust: "intact" },
        "settings.get": { settings: { language: "", theme: "system", explorer: "solscan.io", currency: "USD" } },
        "portfolio.history": { cluster: "solana:devnet", account: ME, entries: [], node: "n", time: 0, age: 0, whole: true },
        "portfolio.balance": { cluster: "solana:devnet", account: ME, lamports: "2000000000", slot: "1", node: "n", time: 0, age: 0 },
        "portfolio.tokens": { cluster: "solana:devnet", account: ME, tokens: [], slot: "1", node: "n", time: 0, age: 0 },
    };
    const request = async (method, params) => {
        if (!(method in usual) || method in answers) asked.push([method, params]);
        const answer = answers[method] ?? usual[method];
        return structuredClone(typeof answer === "function" ? await answer(params) : answer);
    };
    return { asked, request, on: () => {} };
}

async function drawn(View, client, detail, went = []) {
    const view = new View(client, (...where) => went.push(where));
    await view.draw(detail);
    await settle();
    const shown = () => [...view.element.shown()];
    const field = (name) => {
        const id = shown().find(({ tag, textContent }) => tag === "label" && textContent === name).attributes.get("for");
        return shown().find((element) => element.id === id);
    };
    const type = (name, value) => {
        field(name).value = value;
        field(name).listeners.get("input")();
    };
    return { view, shown, field, type, said: () => view.element.textContent, button: (name) => view.element.button(name), submit: () => shown().find(({ tag }) => tag === "form").listeners.get("submit")({ preventDefault: () => {} }), rows: () => shown().filter(({ attributes }) => attributes.has("data-row")) };
}

const ENTRIES = [
    { sequence: 3, time: 1, kind: "confirmed", detail: `${SIGNATURE} solana:devnet`, signature: SIGNATURE, cluster: "solana:devnet" },
    { sequence: 2, time: 1, kind: "brand-new", origin: HOSTILE, method: "signMessage", detail: "danger incomplete R1", review: { level: "danger", complete: false, rules: ["R1"] } },
    { sequence: 1, time: 1, kind: "approved", origin: "https://dapp.example", account: FRIEND, detail: "prompt", surface: "prompt" },
];

test("the record shows every member whole, what it doesn't know by its name, and hides nothing in it", async () => {
    const { button, rows, shown } = await drawn(ActivityView, agent({ "activity.list": { entries: ENTRIES } }));
    button("Requests").click();
    await settle();
    const [sent, strange, approved] = rows().map((row) => row.textContent);
    assert.ok(sent.includes("Confirmed") && sent.includes(SIGNATURE));
    assert.ok(strange.includes("brand-new") && strange.includes(SPELLED) && strange.includes("ReviewDangerSidekey couldn't read all of itRules: R1") && !strange.includes('"level"'));
    // What the detail says stands there once, in its parts.
    assert.equal(sent.split(SIGNATURE).length, 2);
    assert.ok(sent.includes("NetworkDevnet (test tokens)"));
    assert.ok(approved.includes(FRIEND) && approved.includes("Friend") && approved.includes("Answered inSidekey's window") && !approved.includes("Detail"));
    assert.deepEqual(shown().filter(({ tag }) => tag === "time").map(({ attributes }) => attributes.get("datetime")), Array(3).fill("1970-01-01T00:00:00.001Z"));
    button("Open in solscan.io").click();
    assert.deepEqual(opened.splice(0), [`https://solscan.io/tx/${SIGNATURE}?cluster=devnet`]);
});

test("a review, a place of an answer and a network are told in words, and as the agent names them where there are none", async () => {
    const review = (level, rules = []) => ({ sequence: 1, time: 1, kind: "queued", detail: level, review: { level, complete: true, rules } });
    const entries = [review("info"), review("forbidden", ["T1", "S02"]), review("unheard-of"), ...["browser", "command line", "telepathy"].map((surface) => ({ sequence: 1, time: 1, kind: "rejected", detail: surface, surface })), { sequence: 1, time: 1, kind: "sent", detail: "5 solana:elsewhere", signature: "5", cluster: "solana:elsewhere" }];
    const { button, rows } = await drawn(ActivityView, agent({ "activity.list": { entries: entries.map((entry, index) => ({ ...entry, sequence: index + 1 })) } }));
    button("Requests").click();
    await settle();
    const told = ["ReviewNo warnings", "ReviewForbiddenRules: T1, S02", "Reviewunheard-of", "Answered inBrowser", "Answered inTerminal", "Answered intelepathy", "Networksolana:elsewhere"];
    rows().forEach(({ textContent }, index) => assert.ok(textContent.includes(told[index]), `${told[index]}: ${textContent}`));
    assert.equal(rows().length, told.length);
});

test("what opened the wallet and what proved an approval are named as on the screen of keys", async () => {
    const entries = [
        { sequence: 4, time: 1, kind: "fingerprint-on" }, { sequence: 3, time: 1, kind: "unlocked", detail: "fingerprint", by: "fingerprint" },
        { sequence: 2, time: 1, kind: "proven", detail: "security-key ab12", by: "security-key" }, { sequence: 1, time: 1, kind: "unlocked", detail: "brand-new", by: "brand-new" },
    ];
    const { button, rows } = await drawn(ActivityView, agent({ "activity.list": { entries } }));
    button("Requests").click();
    await settle();
    const [turned, unlocked, proven, strange] = rows().map((row) => row.textContent);
    assert.ok(turned.startsWith("Fingerprint turned on"));
    assert.ok(unlocked.startsWith("Unlocked") && unlocked.includes("WithFingerprint") && !unlocked.includes("Detail"), unlocked);
    // Which of several keys it was.
    assert.ok(proven.startsWith("Proof given") && proven.includes("WithSecurity key") && proven.includes("Detailsecurity-key ab12"), proven);
    assert.ok(strange.includes("Withbrand-new"), strange);
});

test("the steps of one request are one row, which says how it ended, and each thing once", async () => {
    const step = (sequence, kind, more = {}) => ({ sequence, time: sequence * 1000, kind, request: "r1", origin: "https://dapp.example", method: "sendTransaction", hash: `h${sequence}`, ...more });
    const entries = [
        step(6, "answered"), step(5, "confirmed", { signature: SIGNATURE, cluster: "solana:devnet" }),
        { sequence: 4, time: 4000, kind: "locked", hash: "h4" },
        step(3, "sent", { signature: SIGNATURE, cluster: "solana:devnet" }), step(2, "approved", { surface: "prompt" }), step(1, "queued"),
    ];
    const { button, rows, said } = await drawn(ActivityView, agent({ "activity.list": { entries } }));
    button("Requests").click();
    await settle();
    assert.equal(rows().length, 2);
    const [request, locked] = rows();
    assert.ok(request.textContent.startsWith("Confirmed") && locked.textContent.startsWith("Locked"), said());
    // Every entry stays to be read: its number, its hash, its step.
    for (const words of ["1", "2", "3", "5", "6"].flatMap((number) => [`h${number}`, number])) assert.ok(request.textContent.includes(words), words);
    for (const step of ["Requested", "Approved", "Sent", "Answered"]) assert.ok(request.textContent.includes(step), step);
    for (const once of [SIGNATURE, "sendTransaction", "Devnet"]) assert.equal(request.textContent.split(once).length, 2, once);
    assert.ok(request.textContent.indexOf("Requested") < request.textContent.indexOf("Answered"));
});

test("a request that waits, and one of which the page has the end alone, are rows too", async () => {
    const entries = [{ sequence: 9, time: 1, kind: "queued", request: "b" }, { sequence: 8, time: 1, kind: "answered", request: "a" }];
    const { button, rows } = await drawn(ActivityView, agent({ "activity.list": { entries } }));
    button("Requests").click();
    await settle();
    assert.deepEqual(rows().map(({ textContent }) => textContent.match(/^(Requested|Answered)/)?.[1]), ["Requested", "Answered"]);
});

test("a record that somebody changed says so", async () => {
    const { button, said } = await drawn(ActivityView, agent({ "vault.status": { activityBreak: 4 } }));
    assert.equal(said().includes("doesn't match"), false);
    button("Requests").click();
    await settle();
    assert.ok(said().includes("Entry 4 doesn't match the one before it") && said().includes("sidekey activity verify"));
});

test("the record is filtered by site, by the agent", async () => {
    const asked = [];
    const list = ({ origin }) => (asked.push(origin), { entries: ENTRIES.filter((entry) => !origin || entry.origin === origin) });
    const { button, field, rows } = await drawn(ActivityView, agent({ "activity.list": list }));
    button("Requests").click();
    await settle();
    assert.deepEqual(field("Site").children.map(({ textContent }) => textContent), ["All sites", SPELLED, "https://dapp.example"]);
    field("Site").value = "https://dapp.example";
    field("Site").listeners.get("change")();
    await settle();
    assert.deepEqual([asked, rows().length, field("Site").value], [[undefined, "https://dapp.example"], 1, "https://dapp.example"]);
});

const BAIT = {
    signature: SIGNATURE, slot: "7", time: 5, status: "succeeded", fee: "5000", paysFee: false, signed: false, marks: ["dust"],
    movements: [{ direction: "in", amount: "1", decimals: 9, currency: "SOL", from: THIEF, to: ME }],
};
const PAID = {
    signature: `${"5".repeat(86)}6`, slot: "6", status: "failed", failure: HOSTILE, fee: "5000", paysFee: true, signed: true, marks: [], omitted: 2,
    movements: [{ direction: "out", amount: "9007199254740993", decimals: 6, currency: THIEF, claims: { symbol: HOSTILE }, from: ME, to: FRIEND }],
};

test("what looks like bait shows neither address nor words before it is unfolded", async () => {
    const { rows, said } = await drawn(ActivityView, agent({ "portfolio.history": { cluster: "solana:devnet", account: ME, entries: [BAIT, PAID], node: "n", time: 0, age: 0, whole: false } }));
    const [bait, paid] = rows();
    const [summary] = [...bait.shown()].filter(({ tag }) => tag === "summary");
    assert.equal(summary.textContent.startsWith("A tiny amount from a stranger"), true);
    assert.equal(summary.textContent.includes(THIEF.slice(0, 4)), false);
    assert.ok(bait.textContent.includes(THIEF) && bait.textContent.includes("You didn't sign this."));
    assert.ok(paid.textContent.includes("Sent 9,007,199,254.740993") && paid.textContent.includes(SPELLED) && paid.textContent.includes(FRIEND));
    assert.ok(paid.textContent.includes("Failed") && paid.textContent.includes("2 more aren't listed") && paid.textContent.includes("0.000005 SOL"));
    assert.ok(said().includes("Transactions may be missing in between."));
});

test("a row that stays the same keeps its element while others come", async () => {
    let entries = [PAID];
    const client = agent({ "portfolio.history": () => ({ cluster: "solana:devnet", account: ME, entries, node: "n", time: 0, age: 0, whole: true }) });
    const { rows } = await drawn(ActivityView, client);
    const [before] = rows();
    entries = [BAIT, PAID];
    const { HistoryStore } = await import("../../extension/ui/stores/history.js");
    await HistoryStore.of(client).load();
    assert.deepEqual(rows().map((row) => row === before), [false, true]);
});

test("every state of a list says what it is, and what to do", async () => {
    let answer = () => new Promise(() => {});
    const client = agent({ "portfolio.history": (params) => answer(params) });
    const { said, button } = await drawn(ActivityView, client);
    assert.ok(said().includes("Reading…"));
    const { HistoryStore } = await import("../../extension/ui/stores/history.js");
    const store = HistoryStore.of(client);
    const fails = (reason, data = {}) => () => Promise.reject(new WalletError(-32000, reason, "the agent's words", data));
    for (const [next, words] of [
        [fails("node-unreachable"), "No node answers. Check your internet connection and try again."],
        [fails("locked"), "Unlock the wallet once, then try again."],
        [fails("storage"), "It didn't work: the agent's words"],
        [() => ({ entries: [], node: "n", time: 0, age: 0, whole: true }), "No transactions yet."],
        [() => ({ entries: [PAID], node: "n", time: 0, age: 120_000, whole: true, cause: "node-unreachable" }), "Read 2 minutes ago. No node answers."],
        [fails("wrong-cluster"), "Sidekey read this earlier and can't update it now. The node belongs to another network."],
    ]) {
        answer = next;
        await store.load();
        assert.ok(said().includes(words), `${words}: ${said()}`);
        assert.equal(button("Try again") !== undefined, !words.startsWith("No transactions"), words);
    }
});

const PLAN = {
    cluster: "solana:devnet", account: ME, to: FRIEND, destination: FRIEND, sources: [ME], amount: "1500000000", received: "1500000000", decimals: 9, fee: "5000",
    priorityFee: "0", total: "1500005000", balance: "2000000000", node: "n", slot: "1", lastValidBlockHeight: "2",
    findings: [{ name: "contact", level: "info" }, { name: "looks-like", level: "danger", address: THIEF }, { name: HOSTILE, level: "warning" }],
};

test("a transfer is previewed as it was typed, shown whole, and sent once", async () => {
    let finish;
    const client = agent({ "transfer.preview": PLAN, "transfer.send": () => new Promise((resolve) => (finish = resolve)) });
    const { button, submit, type, said, shown } = await drawn(SendView, client);
    type("To", ` ${FRIEND}\n`);
    assert.ok(said().includes("in your address book"));
    type("Amount", "1.5");
    submit();
    await settle();
    assert.deepEqual(client.asked, [["transfer.preview", { to: FRIEND, amount: "1.5", account: ME, priority: "normal" }]]);
    assert.ok(said().includes(ME) && said().includes(FRIEND) && said().includes("1.500005 SOL of 2 SOL"));
    const findings = shown().filter(({ attributes }) => attributes.get("class")?.startsWith("finding ")).map(({ textContent }) => textContent);
    assert.ok(findings[0].startsWith("Danger: The recipient looks like EPjF") && findings[1].includes(SPELLED) && findings.length === 3);
    const send = button("Send");
    send.click();
    send.click();
    await settle();
    assert.deepEqual(client.asked.slice(1), [["transfer.send", { to: FRIEND, amount: "1.5", account: ME, priority: "normal" }]]);
    assert.ok(said().includes("Waiting for your approval"));
    finish({ ...PLAN, signature: SIGNATURE });
    await settle();
    assert.ok(said().includes("Sent and confirmed") && said().includes(SIGNATURE));
    button("Send another").click();
    assert.equal(shown().find(({ tag, attributes }) => tag === "input" && attributes.get("inputmode") === "decimal").value, "");
});

test("what was typed stays when something else is decided in between, and when it was refused", async () => {
    const client = agent({ "transfer.preview": () => Promise.reject(new WalletError(-32000, "funds-missing", "no", { needed: "3000005000", available: "2000000000" })) });
    const { view, submit, type, field, said } = await drawn(SendView, client);
    type("To", FRIEND);
    type("Amount", "3");
    await view.draw(undefined);
    submit();
    await settle();
    assert.ok(said().includes("you need 3.000005 SOL and have 2 SOL"));
    assert.deepEqual([field("To").value, field("Amount").value], [FRIEND, "3"]);
});

test("an address that no key belongs to takes a second yes, for that address alone", async () => {
    const client = agent({ "transfer.preview": () => Promise.reject(new WalletError(-32000, "recipient-refused", "no", { finding: "off-curve" })) });
    const { submit, type, shown } = await drawn(SendView, client);
    const boxes = () => shown().filter(({ tag, attributes }) => tag === "input" && attributes.get("type") === "checkbox");
    type("To", THIEF);
    type("Amount", "1");
    assert.equal(boxes().length, 1);
    submit();
    await settle();
    boxes()[1].checked = true;
    submit();
    await settle();
    assert.equal(client.asked.at(-1)[1].allowOffCurve, true);
    type("To", FRIEND);
    assert.equal(boxes().length, 1);
    submit();
    await settle();
    assert.equal("allowOffCurve" in client.asked.at(-1)[1], false);
});

test("only whom the user paid by their own signature is offered as a recipient", async () => {
    const paid = { ...PAID, movements: [{ ...PAID.movements[0], to: THIEF }] };
    const other = (letter) => letter.repeat(44);
    const history = (entries) => ({ cluster: "solana:devnet", account: ME, entries, node: "n", time: 0, age: 0, whole: true });
    const bait = { ...BAIT, movements: [{ ...BAIT.movements[0], from: other("A") }] };
    const forged = { ...PAID, signature: "x", signed: false, movements: [{ ...PAID.movements[0], to: other("B") }] };
    const { shown } = await drawn(SendView, agent({ "portfolio.history": history([bait, forged, paid]) }));
    const details = shown().find(({ tag, textContent }) => tag === "details" && textContent.startsWith("Address book"));
    details.open = true;
    details.listeners.get("toggle")();
    await settle();
    const offered = [...details.shown()].filter(({ tag }) => tag === "button").map(({ textContent }) => textContent);
    assert.deepEqual(offered, [`Friend in your address book${FRIEND}`, `You have sent here before${THIEF}`, "Add to address book"]);
});

test("recipients that can't be read are said to be missing, and are read again when they are looked for again", async () => {
    let fail;
    let answer = () => new Promise((_, reject) => (fail = reject));
    const { shown } = await drawn(SendView, agent({ "portfolio.history": () => answer() }));
    const details = shown().find(({ tag, textContent }) => tag === "details" && textContent.startsWith("Address book"));
    const open = async () => {
        details.open = true;
        details.listeners.get("toggle")();
        await settle();
        return details.textContent;
    };
    assert.ok(!details.textContent.includes("Reading"));
    assert.ok((await open()).includes("Reading…"));
    fail(new WalletError(-32000, "node-unreachable", "the agent's words"));
    await settle();
    const missing = details.textContent;
    assert.ok(missing.includes("Earlier recipients may be missing. No node answers.") && missing.includes("Friend") && !missing.includes("Reading"));
    answer = () => ({ cluster: "solana:devnet", account: ME, entries: [], node: "n", time: 0, age: 9, cause: "node-fault" });
    assert.ok((await open()).includes("Earlier recipients may be missing. The node gave no usable answer."));
    answer = () => ({ cluster: "solana:devnet", account: ME, entries: [], node: "n", time: 0, age: 0, whole: true });
    assert.ok(!(await open()).includes("missing"));
});

test("every reason that the agent refuses a transfer for has words of its own", () => {
    const reasons = [
        "amount-invalid", "funds-missing", "below-rent", "no-network", "node-unreachable", "node-fault", "wrong-cluster", "simulation-failed", "simulation-missing",
        "blockhash-expired", "unconfirmed", "outcome-unknown", "transaction-failed", "node-rejected", "not-sent", "rejected", "expired", "cancelled", "too-many-pending",
        "blocked-after-rejections", "account-unknown", "host-gone",
    ];
    const refusals = ["sender", "mint", "program", "token-account", "off-curve"].map((finding) => ["recipient-refused", { finding, address: THIEF }]);
    const faults = ["non-transferable", "paused", "frozen", "hook", "not-a-mint"].map((fault) => ["token-refused", { fault }]);
    const data = { needed: "2", available: "1", minimum: "890880", most: "5", error: HOSTILE, message: HOSTILE };
    for (const [reason, more] of [...reasons.map((reason) => [reason, data]), ...refusals, ...faults]) {
        const words = sendErrorText(new WalletError(-32000, reason, "the agent's English"), false);
        const told = sendErrorText(new WalletError(-32000, reason, "the agent's English", more), false);
        // What it is short of is always said by the agent.
        for (const each of more !== data || reason === "below-rent" ? [told] : [words, told]) {
            assert.ok(!(each in messages) && !each.includes("the agent's English") && !each.includes("\u202e") && !each.includes("undefined"), `${reason}: ${each}`);
        }
    }
    for (const name of ["own", "contact", "unused", "off-curve", "program-account", "looks-like"]) assert.notEqual(recipientText({ name, level: "info", address: ME }), "");
    for (const fault of ["empty", "character", "short", "long", "signature"]) assert.ok(!(addressFault({ fault, character: "0" }) in messages));
    for (const fault of ["empty", "comma", "number", "decimals", "large", "nothing"]) assert.ok(!(amountFault({ fault }, 6) in messages));
});

/** The address book of an agent that shows Sidekey's window, and answers as a test says. */
function bookOf(answer) {
    let contacts = [{ address: FRIEND, label: "Friend", added: 0, onCurve: true }];
    const client = agent({
        "contacts.list": () => ({ contacts }),
        ...Object.fromEntries(["add", "update", "remove"].map((name) => [`contacts.${name}`, (params) => answer(params, name)])),
    });
    return { client, put: (changed) => (contacts = changed), changes: () => client.asked.filter(([method]) => method !== "contacts.list") };
}

test("a contact is asked for outside the browser, once, and stands there when it was allowed", async () => {
    let allow;
    const book = bookOf(() => new Promise((resolve) => (allow = resolve)));
    const { view, type, submit, said, field, rows, button } = await drawn(ContactsView, book.client);
    submit();
    assert.ok(said().includes("Paste the recipient's address") && said().includes("Give the contact a name."));
    type("Address", FRIEND);
    type("Name", "friend");
    submit();
    assert.ok(said().includes("This address is already in your address book as Friend.") && said().includes("Another contact has this address or name."));
    type("Address", ` ${THIEF}\n`);
    for (const name of ["a\u200bb", "x".repeat(65), ME]) {
        type("Name", name);
        assert.ok(said().includes("without hidden characters"), name);
        submit();
    }
    assert.deepEqual(book.changes(), []);
    type("Name", " Ann ");
    submit();
    submit();
    await settle();
    assert.ok(said().includes("Answer in Sidekey's window."));
    assert.equal(button("Add to address book").disabled, true);
    assert.deepEqual(book.changes(), [["contacts.add", { address: THIEF, label: "Ann", native: true }]]);
    book.put([{ address: THIEF, label: "Ann", added: 0, onCurve: true }, { address: FRIEND, label: "Friend", added: 0, onCurve: true }]);
    allow({});
    await settle();
    assert.ok(said().includes("Ann is in your address book now.") && !said().includes("Answer in Sidekey's window"));
    assert.deepEqual([rows().length, field("Address").value, field("Name").value], [2, "", ""]);
    // An address that was met elsewhere waits for its name.
    await view.draw({ address: ME });
    assert.equal(field("Address").value, ME);
});

test("a contact is renamed and taken out by the same window", async () => {
    const book = bookOf(async (params, name) => {
        if (name === "remove") book.put([]);
        return {};
    });
    const { shown, said, field, rows, submit } = await drawn(ContactsView, book.client);
    const press = (name) => shown().find(({ attributes }) => attributes.get("aria-label") === name).click();
    press("Rename Friend");
    assert.equal(field("New name").value, "Friend");
    field("New name").value = "Best friend";
    shown().filter(({ tag }) => tag === "form").at(-1).listeners.get("submit")({ preventDefault: () => {} });
    await settle();
    assert.ok(said().includes("The contact is now called Best friend."));
    press("Remove Friend");
    await settle();
    assert.ok(said().includes("Friend isn't in your address book any more.") && said().includes("No contacts yet."));
    assert.deepEqual(book.changes(), [
        ["contacts.update", { address: FRIEND, label: "Best friend", native: true }], ["contacts.remove", { address: FRIEND, native: true }],
    ]);
    assert.equal(rows().length, 0);
});

test("what wasn't allowed says that nothing was changed, and where no window can be shown a command does it", async () => {
    let refusal;
    const book = bookOf(() => Promise.reject(refusal));
    const { type, submit, said, shown, button } = await drawn(ContactsView, book.client);
    const command = () => shown().find(({ tag }) => tag === "pre")?.textContent;
    type("Address", THIEF);
    type("Name", "Mum's $(reboot)");
    const outcomes = [
        [4001, "rejected", "was closed. Nothing was changed."], [-32000, "expired", "You didn't answer"], [4101, "locked", "Unlock the wallet once"],
        [4100, "wrong-passphrase", "That isn't the passphrase. Nothing was changed."], [-32002, "too-many-pending", "Sidekey's window is already open"],
        [-32000, "contact-exists", "Another contact"], [-32000, "too-many-contacts", "Remove a contact first."], [4900, "host-gone", "Sidekey's program stopped"],
    ];
    for (const [code, reason, words] of outcomes) {
        refusal = new WalletError(code, reason, "the agent's English");
        submit();
        await settle();
        assert.ok(said().includes(words) && !said().includes("the agent's English"), `${reason}: ${said()}`);
        assert.equal(command(), undefined);
        assert.equal(button("Add to address book").disabled, false);
    }
    const said30 = "Sidekey's window can open again in 30 s";
    for (const [reason, words, data] of [["prompt-unavailable", "Sidekey's window couldn't open.", {}], ["prompt-cooldown", said30, { retryAfter: 29_500 }]]) {
        refusal = new WalletError(-32000, reason, "", { ...data, command: "sidekey contacts add ADDRESS NAME" });
        submit();
        await settle();
        assert.ok(said().includes(words) && !said().includes("Nothing was changed"), reason);
        assert.equal(command(), `sidekey contacts add ${THIEF} 'Mum'\\''s $(reboot)'`);
    }
    type("Name", "--help");
    submit();
    await settle();
    assert.equal(command(), `sidekey contacts add -- ${THIEF} --help`);
    shown().find(({ attributes }) => attributes.get("aria-label") === "Remove Friend").click();
    await settle();
    assert.equal(command(), `sidekey contacts remove ${FRIEND}`);
});

test("whom the user has paid can be added, and nobody else", async () => {
    const went = [];
    const out = { ...PAID, movements: [{ ...PAID.movements[0], to: THIEF }] };
    const tricks = [BAIT, { ...out, signature: "a", signed: false }, { ...PAID, signature: "b" }, { ...out, signature: "c", marks: ["many-recipients"] }];
    const history = { cluster: "solana:devnet", account: ME, entries: [...tricks, out], node: "n", time: 0, age: 0, whole: true };
    const { rows } = await drawn(ActivityView, agent({ "portfolio.history": history }), undefined, went);
    const offered = rows().map((row) => row.button("Add to address book"));
    assert.deepEqual(offered.map((button) => button !== undefined), [false, false, false, false, true]);
    offered.at(-1).click();
    assert.deepEqual(went, [["contacts", { address: THIEF }]]);
});

test("a contact is sent to from the list, by its address", async () => {
    const went = [];
    const { shown } = await drawn(ContactsView, agent(), undefined, went);
    shown().find(({ attributes }) => attributes.get("aria-label") === "Send to Friend").click();
    assert.deepEqual(went, [["send", { to: FRIEND }]]);
});

test("a site is disconnected where it is connected, once, and that is said", async () => {
    const site = { origin: "https://dapp.example", profile: "p", container: "firefox-container-2", accounts: [ME], granted: 0, used: 0, guards: true };
    let sites = [site];
    let finish;
    const client = agent({ "origins.list": () => ({ origins: sites }), "origins.revoke": () => new Promise((resolve) => (finish = resolve)) });
    const { shown, said, rows } = await drawn(SitesView, client);
    assert.ok(said().includes("https://dapp.example") && said().includes("Container firefox-container-2") && said().includes("Mine"));
    const button = shown().find(({ attributes }) => attributes.get("aria-label") === "Disconnect https://dapp.example");
    button.click();
    button.click();
    await settle();
    assert.deepEqual(client.asked.filter(([method]) => method === "origins.revoke"), [["origins.revoke", { origin: site.origin, profile: "p", container: site.container }]]);
    sites = [];
    finish({ revoked: 1 });
    await settle();
    assert.equal(rows().length, 0);
    assert.ok(said().includes("https://dapp.example is disconnected.") && said().includes("No site is connected."));
});

test("a site's visit leaves its panel open, its ticks as they are and the keyboard where it is", async () => {
    const account = (publicKey, label) => ({ publicKey, label, path: "m", hidden: false, imported: false });
    const site = { origin: "https://dapp.example", profile: "p", container: "default", accounts: [ME], granted: 0, used: 0, guards: true };
    let used = 0;
    const client = agent({ "origins.list": () => ({ origins: [{ ...site, used }] }), "accounts.list": { accounts: [account(ME, "Mine"), account(FRIEND, "Other")] } });
    const { view, shown } = await drawn(SitesView, client);
    const panel = () => shown().find(({ tag }) => tag === "details");
    const boxes = () => shown().filter(({ tag, attributes }) => tag === "input" && attributes.get("type") === "checkbox" && attributes.has("aria-describedby"));
    const old = panel();
    old.open = true;
    boxes()[1].checked = true;
    boxes()[1].listeners.get("change")();
    boxes()[1].focus();
    used = 60_000;
    await view.draw();
    await settle();
    assert.notEqual(panel(), old, "it was drawn anew");
    assert.deepEqual([panel().open, boxes().map(({ checked }) => checked)], [true, [true, true]]);
    assert.equal(document.activeElement, boxes()[1]);
    // A button that does the opposite now keeps the focus too.
    const named = (name) => shown().find(({ tag, textContent }) => tag === "button" && textContent === name);
    named("Turn guards off").focus();
    site.guards = false;
    await view.draw();
    await settle();
    assert.equal(document.activeElement, named("Turn guards on"));
    // What the user took back isn't held against what the wallet says next.
    boxes()[1].checked = false;
    boxes()[1].listeners.get("change")();
    site.accounts = [ME, FRIEND];
    await view.draw();
    await settle();
    assert.deepEqual(boxes().map(({ checked }) => checked), [true, true]);
});

test("any site is blocked by its address, and what isn't one is refused", async () => {
    let blocks = [];
    const client = agent({ "origins.blocks": () => ({ blocks }), "origins.block": ({ site }) => ((blocks = [{ site, since: 1 }]), { site }) });
    const { field, said, shown } = await drawn(SitesView, client);
    const submit = () => shown().find(({ tag }) => tag === "form").listeners.get("submit")({ preventDefault: () => {} });
    for (const wrong of ["", " ", "http://", "nobody", "me@evil.example", "a b.example", "javascript:alert(1)"]) {
        field("The site's address").value = wrong;
        submit();
        assert.ok(said().includes("Enter the address of a site"), wrong);
    }
    field("The site's address").value = " https://Evil.example/path?q ";
    submit();
    await settle();
    assert.deepEqual(client.asked.filter(([method]) => method === "origins.block"), [["origins.block", { site: "evil.example" }]]);
    assert.ok(said().includes("evil.example is blocked.") && said().includes("Blocked since") && field("The site's address").value === "");
});

test("a list of scam sites shows its state whole, is read again, and nothing adds or removes one", async () => {
    const list = { name: HOSTILE, source: "https://lists.example/…", key: "RWQ", sites: 1, skipped: 0, signed: "100", read: Date.now(), state: "intact" };
    let lists = [list];
    let update = () => Promise.resolve({});
    const client = agent({ "sites.lists": () => ({ lists }), "sites.update": () => update() });
    const { rows, said, shown } = await drawn(SitesView, client);
    const named = () => shown().find(({ attributes }) => attributes.get("aria-label") === `Update ${SPELLED}`);
    assert.ok(rows().some(({ textContent }) => textContent.includes(SPELLED) && textContent.includes("1 site")));
    assert.ok(said().includes("sidekey sites add") && !said().includes("missing or damaged"));
    named().click();
    await settle();
    assert.deepEqual(client.asked.filter(([method]) => method.startsWith("sites.") && method !== "sites.lists"), [["sites.update", { name: HOSTILE }]]);
    assert.ok(said().includes(`${SPELLED} is up to date.`));
    lists = [{ ...list, state: "damaged", failure: "list-older" }];
    update = () => Promise.reject(new WalletError(-32000, "list-older", "the agent's words"));
    named().click();
    await settle();
    assert.ok(said().includes("missing or damaged") && said().includes("older than yours") && !said().includes("up to date"));
    lists = [];
    const empty = await drawn(SitesView, agent({ "sites.lists": () => ({ lists }) }));
    assert.ok(empty.said().includes("You have no list."));
});

test("a permission is revoked by its token account, and who may only close is told and left", async () => {
    const token = { tokenAccount: FRIEND, program: ME, mint: THIEF, amount: "5", decimals: 0, claims: { symbol: HOSTILE }, frozen: false };
    const permissions = [{ ...token, delegate: ME, delegated: "3" }, { ...token, tokenAccount: THIEF, closeAuthority: FRIEND }];
    const client = agent({ "portfolio.permissions": { permissions, node: "n", time: 0, age: 0 }, "transfer.revoke": { revoked: [{}], left: 0, signature: SIGNATURE } });
    const { shown, said, button } = await drawn(PermissionsView, client);
    assert.ok(said().includes(SPELLED) && said().includes("can't change who may close the account here") && button("Revoke all") === undefined);
    shown().find(({ attributes }) => attributes.get("aria-label") === `Revoke the permission for ${SPELLED}`).click();
    await settle();
    assert.deepEqual(client.asked.filter(([method]) => method === "transfer.revoke"), [["transfer.revoke", { account: ME, accounts: [FRIEND] }]]);
    assert.ok(said().includes("1 permission was revoked."));
});

test("the network shows which nodes are asked, checks them when told to, and changes nothing", async () => {
    const nodes = [{ node: "https://one.example", state: "reached", version: "2.1", slot: "9" }, { node: HOSTILE, state: "wrong-cluster", found: "solana:devnet" }];
    const rules = { cluster: "devnet", off: false, endpoints: { devnet: ["https://one.example"], localnet: [] } };
    const client = agent({ "policy.get": { network: rules, trust: "intact" }, "network.status": { cluster: "solana:devnet", nodes } });
    const { shown, said } = await drawn(NetworkView, client);
    assert.deepEqual(client.asked.map(([method]) => method), ["policy.get"]);
    assert.ok(said().includes("Devnet (test tokens)in use") && said().includes("No node. Sidekey never reaches this network."));
    shown().find(({ attributes }) => attributes.get("aria-label") === "Check the nodes of Devnet (test tokens)").click();
    await settle();
    assert.deepEqual(client.asked.at(-1), ["network.status", { cluster: "solana:devnet" }]);
    assert.ok(said().includes("https://one.example answers: version 2.1, slot 9") && said().includes(`${SPELLED} belongs to another network`));
});

const ABOUT = { version: "9.8.7", protocol: 1, host: "9.8.7", sodium: "1.0.18", sqlite: "3.40.1", memoryLocked: true, desktopWatched: true, promptWindow: true };
const STATUS = { version: "9.8.7", protocol: 1, unattended: false, trust: "intact" };

/** What is said of each check, with how it stands. */
const checks = (shown) => shown().filter(({ tag, attributes }) => tag === "li" && attributes.has("class")).map(({ attributes, textContent }) => [attributes.get("class"), textContent]);

test("the network is changed in Sidekey's window, also where it is off", async () => {
    for (const off of [false, true]) {
        const client = agent({ "policy.get": { network: { cluster: "devnet", off, endpoints: {} }, trust: "intact" }, "vault.ceremony": { outcome: "done" } });
        const { shown } = await drawn(NetworkView, client);
        shown().find(({ tag, textContent }) => tag === "button" && textContent === "Change network…").click();
        await settle();
        assert.deepEqual(client.asked.slice(1), [["vault.ceremony", { kind: "network" }], ["policy.get", undefined]]);
    }
    const before = await drawn(NetworkView, agent({ "policy.get": { trust: "unverified", network: { cluster: "devnet", off: true, endpoints: {} } } }));
    assert.ok(!before.said().includes("Change network"));
});

const OPENINGS = [
    { kind: "passphrase", last: 1_800_000_000_000 },
    { kind: "passkey", id: "AQ==", name: HOSTILE, created: 1_700_000_000_000 },
    { kind: "security-key", id: "AQID", name: "Blue key", created: 1_700_000_000_000, pin: true, last: 1_800_000_000_000 },
    { kind: "tpm", name: "Desk", created: 1_700_000_000_000 },
    { kind: "ledger", account: FRIEND, name: HOSTILE, last: 1_800_000_000_000 },
    { kind: "ledger", account: ME, name: "Savings" },
    { kind: "hardware-token", account: FRIEND, name: "Chip" },
];

test("how this wallet opens: each button starts its own ceremony and tells the browser no secret", async () => {
    const client = agent({ "vault.ceremony": { outcome: "cancelled" }, "phrase.status": { due: false, last: 1_800_000_000_000 }, "openings.list": { openings: OPENINGS }, "securitykey.list": { securityKeys: [] }, "passkey.list": { passkeys: [] } });
    const { shown, said } = await drawn(KeysView, client);
    assert.ok(said().includes("Last checked: ") && said().includes("2027"));
    for (const [label, kind] of [
        ["Change passphrase…", "passphrase"], ["Show recovery phrase…", "phrase"], ["Check my words…", "words"], ["Save a backup…", "backup"], ["Restore a backup…", "restore"],
    ]) {
        const count = client.asked.length;
        shown().find(({ tag, textContent }) => tag === "button" && textContent === label).click();
        await settle();
        assert.deepEqual(client.asked[count], ["vault.ceremony", { kind }]);
    }
    assert.ok(said().includes("wants to rob you"));
});

test("how this wallet opens: what opens it stands on one screen, with its last use and what it protects against", async () => {
    const client = agent({ "tpm.status": { usable: true, slot: OPENINGS[3] }, "phrase.status": { due: false }, "openings.list": { openings: OPENINGS }, "securitykey.list": { securityKeys: [OPENINGS[2]] }, "passkey.list": { passkeys: [{}] } });
    const { shown, said } = await drawn(KeysView, client);
    const parts = shown().filter(({ attributes }) => attributes.has("data-part")).map(({ attributes, textContent }) => [attributes.get("data-part"), textContent]);
    assert.deepEqual(parts.map(([part]) => part), ["passphrase", "passkeys", "securityKeys", "tpm", "fingerprint", "ledger", "hardware-token", "phrase", "backup"]);
    const words = Object.fromEntries(parts);
    assert.match(words.passphrase, /reads your keyboard.*Last used: .*2027/);
    assert.ok(words.passkeys.includes(SPELLED) && words.passkeys.includes("Not used yet") && !words.passkeys.includes("Last used"));
    assert.match(words.securityKeys, /Blue key.*Last used: .*2027/);
    assert.match(words.tpm, /Desk.*Not used yet/);
    assert.match(words.ledger, /Last used: .*2027.*Savings.*Not used yet/);
    assert.ok(words.ledger.includes(SPELLED) && !words.ledger.includes("Chip"));
    assert.match(words["hardware-token"], /It shows nothing.*Chip.*Not used yet/);
    assert.ok(said().includes("The weakest one decides how safe the wallet is."));
    // A change asks anew: what was added a moment ago is on the list, too.
    const count = client.asked.length;
    shown().find(({ tag, textContent }) => tag === "button" && textContent === "Remove PIN").click();
    await settle();
    assert.deepEqual(client.asked.slice(count).map(([method]) => method), ["tpm.remove", "openings.list", "tpm.status"]);
});

test("how this wallet opens: an agent from before there was such a list says nothing of uses", async () => {
    const { said } = await drawn(KeysView, agent({ "securitykey.list": { securityKeys: [OPENINGS[2]] }, "passkey.list": { passkeys: [] } }));
    assert.ok(said().includes("Blue key") && !said().includes("Last used") && !said().includes("Not used"));
});

test("about names the versions of what is here, and a moved home", async () => {
    const { said } = await drawn(AboutView, agent({ "vault.status": { ...STATUS, version: "0.1.0", home: HOSTILE }, "agent.about": { ...ABOUT, host: HOSTILE } }));
    for (const words of ["Extension9.8.7, protocol 1", "Agent0.1.0, protocol 1", `Host${SPELLED}`, "libsodium1.0.18", "SQLite3.40.1", `Data (SIDEKEY_HOME)${SPELLED}`]) {
        assert.ok(said().includes(words), words);
    }
});

test("about says what holds, and what is wrong first with what to do", async () => {
    const { shown } = await drawn(AboutView, agent({ "vault.status": STATUS, "agent.about": ABOUT }));
    assert.deepEqual(checks(shown).map(([state]) => state), Array(7).fill("good"));
    const status = { ...STATUS, trust: "reset", activityBreak: 7, version: "0.1.0" };
    const ill = await drawn(AboutView, agent({ "vault.status": status, "agent.about": { ...ABOUT, memoryLocked: false, desktopWatched: false, promptWindow: false } }));
    const found = checks(ill.shown);
    assert.deepEqual(found.map(([state]) => state), [...Array(6).fill("bad"), "good"]);
    for (const words of ["different versions", "ulimit -l", "logind", "libgtk-4-dev", "under Protection", "line 7"]) assert.ok(found.some(([, said]) => said.includes(words)), words);
});

test("about says of a wallet that was never unlocked, and of an agent that is old, only what is known", async () => {
    const { shown, said } = await drawn(AboutView, agent({ "vault.status": { ...STATUS, trust: "unverified" } }));
    assert.deepEqual(checks(shown).map(([state]) => state), ["unknown", "good", "good"]);
    assert.ok(said().includes("Agent9.8.7") && !said().includes("libsodium"));
    const gone = await drawn(AboutView, { on: () => {}, request: () => Promise.reject(new Error("gone")) });
    assert.deepEqual(checks(gone.shown), []);
    assert.ok(gone.said().includes("Extension9.8.7"));
});
