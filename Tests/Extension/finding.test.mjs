import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { install } from "./support/document.mjs";
import { extension } from "./support/realm.mjs";

install(JSON.parse(readFileSync(new URL("_locales/en/messages.json", extension), "utf8")));
const { findingList } = await import("../../extension/ui/finding.js");

const found = (id, level, parameters = {}) => ({
    id, level, parameters: Object.entries(parameters).map(([name, value]) => ({ name, value })),
});
const lines = (findings) => {
    const list = findingList(findings);
    return list ? [...list.shown()].filter(({ tag }) => tag === "li").map(({ textContent }) => textContent) : [];
};

test("the heaviest stands first, in words with its values", () => {
    assert.deepEqual(lines([
        found("R13", "info", { signer: "B" }), found("R03", "danger", { account: "T", to: "D", amount: "7" }),
        found("R01", "forbidden", { account: "A", to: "P" }),
    ]), [
        "Forbidden: A becomes the property of the program P, which can then take all of it. Nobody should sign this.",
        "Danger: D may take up to 7 tokens out of T later, without asking you again.",
        "Note: B has to sign too, and may send it later.",
    ]);
});

test("a power that nobody has afterwards is told as that", () => {
    assert.deepEqual(lines([found("R02", "warning", { account: "M", role: "mintTokens" })]), [
        "Careful: Nobody has the power “mintTokens” over M any more. That can't be undone.",
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
    const rules = new URL("../../Sources/TransactionReview/Messages/MessageRule.swift", import.meta.url);
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
        "Danger: It has control characters that no text has: it wasn't written to be read.",
    ]);
    assert.equal(findingList([found("M01", "danger", { bytes: "3" })], true), false);
});
