import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { install } from "./support/document.mjs";
import { extension } from "./support/realm.mjs";

install(JSON.parse(readFileSync(new URL("_locales/en/messages.json", extension), "utf8")));
const { instructionEntry } = await import("../../extension/ui/approval/instruction.js");
const { NameLabels } = await import("../../extension/ui/parts/name-labels.js");

test("a batch says what each of its instructions does", () => {
    const field = (name, value) => ({ name, value });
    const entry = instructionEntry({
        program: "T", programName: "Token", name: "Batch", known: true, fields: [], accounts: [], data: "",
        nested: [
            { name: "Transfer", known: true, fields: [field("amount", "7")] },
            { name: "SetAuthority", known: true, fields: [field("newAuthority", "X")] },
        ],
    });
    for (const part of ["Sends 7 of a token's smallest unit", "Token: SetAuthority", "new authority", "X"]) {
        assert.ok(entry.textContent.includes(part), part);
    }
});

test("names stand beside addresses, and what somebody chose is quoted", () => {
    const to = "8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR9";
    const entry = instructionEntry({
        program: "P", programName: "Memo", name: "Memo", known: true, accounts: [], data: "",
        fields: [{ name: "signer", value: to }, { name: "memo", value: "Sidekey: all is well", quoted: true }, { name: "lamports", value: "500005000" }],
    }, [], new NameLabels([{ address: to, label: "Alice\u202e", kind: "contact" }]));
    const quotes = [...entry.shown()].filter(({ tag }) => tag === "q").map(({ textContent }) => textContent);
    assert.deepEqual(quotes, ["Alice\\u{202e}", "Sidekey: all is well"]);
    for (const part of [to, "(in your address book)", "0.500005 SOL"]) assert.ok(entry.textContent.includes(part), part);
    assert.ok(!entry.textContent.includes("lamports"));
});
