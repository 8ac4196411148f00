import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { pointed } from "../../extension/lib/amount.js";
import { install } from "./support/document.mjs";
import { extension } from "./support/realm.mjs";

install(JSON.parse(readFileSync(new URL("_locales/en/messages.json", extension), "utf8")));
const { sentenceFor, words } = await import("../../extension/ui/approval/sentence.js");

const instruction = (programName, name, fields) => ({
    known: true,
    programName,
    name,
    fields: Object.entries(fields).map(([name, value]) => ({ name, value })),
});

test("amounts get their decimal point without rounding", () => {
    assert.equal(pointed("100000000", 9), "0.1");
    assert.equal(pointed("1", 9), "0.000000001");
    assert.equal(pointed("0", 9), "0");
    assert.equal(pointed("18446744073709551615", 9), "18446744073.709551615");
    assert.equal(pointed("1200", 0), "1200");
    assert.equal(pointed("5", 255), `0.${"0".repeat(254)}5`);
});

test("a known instruction says what it does", () => {
    assert.equal(sentenceFor(instruction("System", "Transfer", { lamports: "1500000000" })), "Sends 1.5 SOL");
    const approve = instruction("Token", "ApproveChecked", { amount: "1234500000", decimals: "6" });
    assert.equal(sentenceFor(approve), "Lets another account spend up to 1,234.5 of a token");
    assert.equal(sentenceFor(instruction("Token-2022", "Transfer", { amount: "7" })), "Sends 7 of a token's smallest unit");
});

test("what has no sentence keeps the program's own name for it", () => {
    assert.equal(sentenceFor(instruction("Token", "ThawAccount", {})), "Token: ThawAccount");
    assert.equal(sentenceFor(instruction("System", "Transfer", {})), "System: Transfer");
    assert.equal(sentenceFor(instruction("System", "Transfer", { lamports: "x".repeat(3) })).includes("undefined"), false);
});

test("an unknown instruction is never given a sentence", () => {
    const unknown = { ...instruction("System", "Transfer", { lamports: "1" }), known: false };
    assert.equal(sentenceFor(unknown), "System: an instruction that Sidekey doesn't know");
    const stranger = { known: false, fields: [] };
    assert.equal(sentenceFor(stranger), "Unknown program: an instruction that Sidekey doesn't know");
});

test("field names become words", () => {
    assert.equal(words("newAuthority"), "new authority");
    assert.equal(words("to"), "to");
});
