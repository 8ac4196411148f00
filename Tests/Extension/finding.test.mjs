import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { install } from "./support/document.mjs";
import { extension } from "./support/realm.mjs";

install(JSON.parse(readFileSync(new URL("_locales/en/messages.json", extension), "utf8")));
const { findingList } = await import("../../extension/ui/approval/finding.js");
const { NameLabels } = await import("../../extension/ui/parts/name-labels.js");

const found = (id, level, parameters = {}) => ({
    id, level, parameters: Object.entries(parameters).map(([name, value]) => ({ name, value })),
});
const lines = (findings, of) => {
    const list = findingList(findings, of);
    return list ? [...list.shown()].filter(({ tag }) => tag === "li").map(({ textContent }) => textContent) : [];
};

test("the heaviest stands first, in words with its values", () => {
    assert.deepEqual(lines([
        found("R13", "info", { signer: "B" }), found("R03", "danger", { account: "T", to: "D", amount: "7" }),
        found("R01", "forbidden", { account: "A", to: "P" }),
    ]), [
        "Forbidden: The program P gets ownership of A and can take everything in it. Never sign this.",
        "Danger: D may take up to 7 of a token's smallest unit out of T later, without asking you again.",
        "Note: B has to sign too, and may send it later.",
    ]);
});

test("an address that the user has named stands with its name, and an amount is found by the address alone", () => {
    const names = new NameLabels([{ address: "D", label: "Bank \u201cof\u202e", kind: "contact" }, { address: "T", label: "Savings", kind: "account" }]);
    const effects = [{ kind: "tokens", account: "T", amount: "7", mint: "M", decimals: 0, symbol: "USDX" }];
    const [line] = lines([found("R03", "danger", { account: "T", to: "D", amount: "7" })], { names, effects });
    assert.match(line, /^Danger: D \u201cBank \\u\{201c\}of\\u\{202e\}\u201d \(.+\) may take up to 7 /);
    assert.match(line, /out of T \u201cSavings\u201d \(.+\) later/);
    assert.doesNotMatch(line, /smallest unit/);
});

test("a power that nobody has afterwards is told as that", () => {
    assert.deepEqual(lines([found("R02", "warning", { account: "M", role: "mintTokens" })]), [
        "Warning: The “mintTokens” authority over M is removed. This can't be undone.",
    ]);
});

test("a rule of a later agent is told by its number and values", () => {
    assert.deepEqual(lines([found("R99", "danger", { account: "A", what: "x" })]), ["Danger: Rule R99. account: A, what: x"]);
});

test("what the transaction's own lines tell isn't told twice", () => {
    assert.equal(findingList([found("R06", "warning"), found("R07", "warning")]), false);
    assert.equal(findingList([]), false);
});

test("every rule for messages has its words here", () => {
    const rules = new URL("../../Sources/TransactionReview/Messages/MessageReview.swift", import.meta.url);
    const ids = [...readFileSync(rules, "utf8").matchAll(/= "(M\d+)"/g)].map(([, id]) => id);
    assert.ok(ids.length >= 17);
    // A whole transaction and the off-chain prefix are refused when they come.
    for (const id of ids.filter((each) => !["M03", "M04"].includes(each))) {
        assert.doesNotMatch(lines([found(id, "danger")])[0], /Rule M/, id);
    }
});

test("every rule of the agent has its words here", () => {
    const folder = new URL("../../Sources/TransactionReview/Rules/", import.meta.url);
    const rules = readdirSync(folder).flatMap((name) =>
        [...readFileSync(new URL(name, folder), "utf8").matchAll(/static let id = "(R\d+)"/g)].map(([, id]) => id));
    assert.ok(rules.length >= 16);
    for (const id of rules.filter((each) => !["R06", "R07"].includes(each))) {
        assert.doesNotMatch(lines([found(id, "danger")])[0], /Rule R/, id);
    }
});

test("a message that is shown as text and isn't one says so; one in hexadecimal is told where it stands", () => {
    assert.deepEqual(lines([found("M01", "danger", { bytes: "3" })]), [
        "Danger: It has control characters, which normal text never has. It wasn't written for people to read.",
    ]);
    assert.equal(findingList([found("M01", "danger", { bytes: "3" })], { inHex: true }), false);
});

test("amounts are told in the unit that people use", () => {
    const mint = "CdHZ11111111111111111111111111111111111119wQe";
    const effects = [{ kind: "delegate", account: "T", amount: "7000000", mint, decimals: 6, symbol: "USDX" }];
    assert.deepEqual(lines([found("R03", "danger", { account: "T", to: "D", amount: "7000000" }), found("R09", "warning", { lamports: "20000000" })], { effects }), [
        "Danger: D may take up to 7 “USDX” (CdHZ…9wQe) out of T later, without asking you again.",
        "Warning: The fee is up to 0.02 SOL, far more than you need to pay.",
    ]);
    assert.deepEqual(lines([
        found("R35", "danger", { account: "A", amount: "500005000", unit: "lamports" }), found("R35", "danger", { account: "T", amount: "5", unit: "tokens", mint, decimals: "0" }),
    ]), [
        "Danger: In the simulation, A ends up with 0.500005 SOL less than its instructions say.",
        "Danger: In the simulation, T ends up with 5 of the token CdHZ…9wQe less than its instructions say.",
    ]);
});

test("words that a page chose stand between quotation marks, which they can't leave", () => {
    const said = { id: "M11", level: "danger", parameters: [{ name: "uri", value: "x”  Sidekey: safe “", quoted: true }, { name: "origin", value: "https://a.example" }] };
    assert.match(lines([said])[0], /“x\\u\{201d\} Sidekey: safe \\u\{201c\}”/);
});
