import assert from "node:assert/strict";
import { test } from "node:test";
import { install } from "./support/document.mjs";

install({});
const { AccountChoice } = await import("../../extension/ui/parts/choice.js");

const ACCOUNTS = ["A", "B", "C"].map((letter) => ({ publicKey: letter.repeat(44), label: `Account ${letter}` }));
const boxes = ({ element }) => [...element.shown()].filter(({ tag }) => tag === "input");

test("what is ticked is chosen, in the wallet's order", () => {
    const [a, b, c] = ACCOUNTS.map(({ publicKey }) => publicKey);
    let changes = 0;
    const choice = new AccountChoice("Which?", ACCOUNTS, [c], () => (changes += 1));
    assert.deepEqual(choice.chosen, [c]);
    boxes(choice)[0].checked = true;
    boxes(choice)[0].listeners.get("change")();
    assert.deepEqual([choice.chosen, changes], [[a, c], 1]);
    for (const box of boxes(choice)) box.checked = false;
    assert.deepEqual(choice.chosen, []);
    assert.equal(choice.chosen.includes(b), false);
});

test("a label hides nothing, and its box is found by it", () => {
    const choice = new AccountChoice("Which?", [{ ...ACCOUNTS[0], label: "Savings\u202e<b>" }], [], () => {});
    const label = [...choice.element.shown()].find(({ tag }) => tag === "label");
    assert.equal(label.textContent, "Savings\\u{202e}<b>");
    assert.equal(label.attributes.get("for"), boxes(choice)[0].attributes.get("id"));
});
