// The popup, prompts and the terminal write amounts alike: all are held to Tests/Support/amounts.json.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { pointed } from "../../extension/lib/amount.js";
import { install } from "./support/document.mjs";
import { extension } from "./support/realm.mjs";

install(JSON.parse(readFileSync(new URL("_locales/en/messages.json", extension), "utf8")));
const { sol, tokenText } = await import("../../extension/ui/parts/amounts.js");
const vectors = JSON.parse(readFileSync(new URL("../Support/amounts.json", import.meta.url), "utf8"));

test("an amount's point stands where prompt and terminal have it", () => {
    for (const { units, decimals, text } of vectors.pointed) assert.equal(pointed(units, decimals), text);
});

test("lamports are told in SOL", () => {
    for (const { lamports, text } of vectors.sol) assert.equal(sol(lamports), text);
});

test("tokens are told by their decimals, or as what they are", () => {
    for (const { units, token, text } of vectors.tokens) assert.equal(tokenText(units, token), text);
});
