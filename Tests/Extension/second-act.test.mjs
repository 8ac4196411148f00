import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { install } from "./support/document.mjs";
import { extension } from "./support/realm.mjs";

install(JSON.parse(readFileSync(new URL("_locales/en/messages.json", extension), "utf8")));
const { SecondAct } = await import("../../extension/ui/second-act.js");

const field = ({ element }) => [...element.shown()].find(({ tag }) => tag === "input");

test("only the word that is shown is the second act, however it is spaced and capitalised", () => {
    let changes = 0;
    const act = new SecondAct("zebra", () => (changes += 1));
    assert.match(act.element.textContent, /type: zebra$/);
    for (const [typed, done] of [["", false], ["y", false], ["zebr", false], ["zebras", false], ["zebra", true], [" Zebra\t", true]]) {
        field(act).value = typed;
        field(act).listeners.get("input")();
        assert.equal(act.done, done, typed);
    }
    assert.equal(act.typed, "zebra");
    assert.equal(changes, 6);
});

test("Enter in its field decides nothing", () => {
    const act = new SecondAct("zebra", () => {});
    assert.deepEqual([...field(act).listeners.keys()], ["input"]);
});
