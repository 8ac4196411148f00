// The popup draws what the agent says of a request: every text of it, in its order, and nothing of its own beside.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { install } from "./support/document.mjs";
import { extension } from "./support/realm.mjs";

install(JSON.parse(readFileSync(new URL("_locales/en/messages.json", extension), "utf8")));
const { claims, effects, factList, headline, itemList } = await import("../../extension/ui/approval/summary.js");

const nothing = { asker: { name: "a.example", notes: [] }, sentence: "You pay nothing.", consequences: [], changes: [], findings: [], shares: [], facts: [], items: [] };
const texts = (parts, tag) => [...parts].filter(Boolean).flatMap((part) => [...part.shown()]).filter((part) => part.tag === tag).map(({ textContent }) => textContent);

test("what is odd in the asker's name, and the sentence, are drawn as they are", () => {
    const shown = { ...nothing, asker: { name: "a.example", notes: ["careful", "from a private window"] } };
    assert.deepEqual(claims(shown).map(({ textContent }) => textContent), ["careful", "from a private window"]);
    assert.equal(headline(shown).textContent, "You pay nothing.");
});

test("changes have a sign for their direction, and the account where it isn't the one that signs", () => {
    const shown = {
        ...nothing,
        changes: [{ direction: "leaving", text: "5 SOL" }, { direction: "arriving", text: "655 USDC", account: "B “Savings”" }, { direction: "open", text: "what Sidekey can't read" }],
    };
    assert.deepEqual(texts(effects(shown), "li"), ["− 5 SOL", "+ 655 USDCB “Savings”", "? what Sidekey can't read"]);
});

test("a finding of an unknown level is drawn as a danger", () => {
    const findings = [{ level: "danger", name: "Danger", text: "x" }, { level: "<b>", name: "?", text: "y" }];
    const list = effects({ ...nothing, findings }).find(Boolean);
    assert.deepEqual([...list.shown()].filter(({ tag }) => tag === "li").map((each) => each.attributes.get("class")), ["finding danger", "finding danger"]);
    assert.equal(list.textContent, "Danger: x?: y");
});

test("what a connection allows and what it never does are told apart", () => {
    const consequences = [{ allowed: true, text: "sees" }, { allowed: false, text: "can't sign" }];
    const lines = [...effects({ ...nothing, consequences }).find(Boolean).shown()].filter(({ tag }) => tag === "li");
    assert.deepEqual(lines.map((each) => each.attributes.get("class")), ["may", "not"]);
});

test("somebody else's words are quoted", () => {
    const list = factList([{ name: "memo", value: "Sidekey: safe", form: "quoted" }, { name: "Account", value: "A", form: "address" }]);
    assert.deepEqual(texts([list], "q"), ["Sidekey: safe"]);
    assert.deepEqual(texts([list], "dd"), ["Sidekey: safe", "A"]);
    assert.equal(factList([]), false);
});

test("a single transaction's details are folded, and those of a heavy one are open", () => {
    const group = { kind: "group", number: "1", title: "Sends 0.5 SOL", details: [{ kind: "fact", name: "to", value: "B", form: "address" }, { kind: "quote", text: "hi" }] };
    const item = { findings: [], details: [group, { kind: "text", text: "the simulation succeeded" }], open: false };
    const folded = itemList([item]);
    assert.deepEqual(texts([folded], "summary"), ["Transaction details"]);
    assert.equal([...folded.shown()].find(({ tag }) => tag === "details")?.attributes.get("open"), undefined);
    assert.deepEqual(texts([folded], "li"), ["Sends 0.5 SOLtoBhi"]);
    const heavy = { title: "Transaction 2 of 2", sentence: "You pay 1 SOL.", findings: [{ level: "danger", name: "Danger", text: "x" }], details: [], open: true };
    const open = itemList([heavy]);
    assert.match(open.textContent, /^Transaction 2 of 2DangerYou pay 1 SOL\./);
    assert.equal([...open.shown()].find(({ tag }) => tag === "details")?.attributes.get("open"), "");
});

test("a message is drawn whole", () => {
    const message = { findings: [], details: [{ kind: "text", text: "message of 5 bytes, text:" }, { kind: "quote", text: "one\n two" }], open: true };
    const drawn = itemList([message]);
    assert.deepEqual(texts([drawn], "pre"), ["one\n two"]);
    assert.deepEqual(texts([drawn], "details"), []);
});
