import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { install } from "./support/document.mjs";
import { extension } from "./support/realm.mjs";

install(JSON.parse(readFileSync(new URL("_locales/en/messages.json", extension), "utf8")));
const { instructionEntry } = await import("../../extension/ui/instruction.js");

test("a batch says what each of its instructions does", () => {
    const field = (name, value) => ({ name, value });
    const entry = instructionEntry({
        program: "T", programName: "Token", name: "Batch", known: true, fields: [], accounts: [], data: "",
        nested: [
            { name: "Transfer", known: true, fields: [field("amount", "7")] },
            { name: "SetAuthority", known: true, fields: [field("newAuthority", "X")] },
        ],
    });
    for (const part of ["Sends 7 of a token's smallest units", "Token: SetAuthority", "new authority", "X"]) {
        assert.ok(entry.textContent.includes(part), part);
    }
});
