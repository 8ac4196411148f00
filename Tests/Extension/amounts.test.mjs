// What the popup says of amounts is what prompt and terminal say: both are held to Tests/Support/amounts.json.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { pointed } from "../../extension/lib/amount.js";
import { install } from "./support/document.mjs";
import { extension } from "./support/realm.mjs";

install(JSON.parse(readFileSync(new URL("_locales/en/messages.json", extension), "utf8")));
const { sol, tokenText } = await import("../../extension/ui/parts/amounts.js");
const { totalsArticle } = await import("../../extension/ui/approval/totals.js");
const vectors = JSON.parse(readFileSync(new URL("../Support/amounts.json", import.meta.url), "utf8"));

/** English groups digits by commas; the vectors don't. */
const plain = (text) => text.replace(/(?<=\d),(?=\d{3})/g, "");

test("an amount's point stands where prompt and terminal have it", () => {
    for (const { units, decimals, text } of vectors.pointed) assert.equal(pointed(units, decimals), text);
});

test("lamports are told in SOL", () => {
    for (const { lamports, text } of vectors.sol) assert.equal(plain(sol(lamports)), text);
});

test("tokens are told by their decimals, or as what they are", () => {
    for (const { units, token, text } of vectors.tokens) assert.equal(plain(tokenText(units, token)), text);
});

test("what moves is told in the same words", () => {
    for (const { flow, complete, text } of vectors.flows) {
        const article = totalsArticle({ transactions: 1, complete, level: null, flows: [flow], moreFlows: 0, warnings: [] });
        const said = [...article.shown()].filter(({ tag }) => tag === "dd").map(({ textContent }) => plain(textContent));
        assert.deepEqual(said, [text]);
    }
});
