import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { install } from "./support/document.mjs";
import { extension } from "./support/realm.mjs";

install(JSON.parse(readFileSync(new URL("_locales/en/messages.json", extension), "utf8")));
const { totalsArticle } = await import("../../extension/ui/approval/totals.js");
const { reviewSection } = await import("../../extension/ui/approval/review.js");

const flow = (more) => ({ account: "A".repeat(44), asset: "lamports", leaving: "0", arriving: "0", bounded: true, ...more });
const totals = (more) => ({ transactions: 3, complete: true, level: null, flows: [], moreFlows: 0, warnings: [], ...more });
const told = (given) => [...totalsArticle(totals(given)).shown()].filter(({ tag }) => ["dd", "li", "p"].includes(tag)).map(({ textContent }) => textContent);

test("sums are told to the last lamport, and what has no bound is told too", () => {
    assert.deepEqual(told({ flows: [
        flow({ leaving: "18446744073709551615", arriving: "1" }), flow({ asset: "tokens", leaving: "18446744073709551615" }),
        flow({ arriving: "1000000000", bounded: false }),
    ], moreFlows: 7 }), [
        "you pay 18,446,744,073.709551615 SOL, you receive 0.000000001 SOL",
        "you pay 18,446,744,073,709,551,615 of a token's smallest unit",
        "you receive 1 SOL, and an amount not known in advance",
        "And in 7 more accounts.",
    ]);
});

test("the transactions with something to fear are named once a level, the heaviest first", () => {
    assert.deepEqual(told({ warnings: [
        { id: "R03", level: "danger", transactions: [2] }, { id: "R02", level: "danger", transactions: [1, 2] },
        { id: "R06", level: "warning", transactions: [3] }, { id: "R13", level: "info", transactions: [1] },
    ] }), ["Danger: in transaction 1, 2", "Warning: in transaction 3"]);
});

test("what can't be read can only be more, also where the known part is the fee alone", () => {
    assert.deepEqual(told({ transactions: 1, complete: false, flows: [flow({ leaving: "5000" })] }), ["you pay at least 0.000005 SOL, and maybe more"]);
    assert.deepEqual(told({ transactions: 1, complete: false }), ["You may pay more than Sidekey can read."]);
});

test("each of several transactions is to be opened, and one with something to fear stands open", () => {
    const transaction = (more) => ({
        kind: "transaction", version: "0", bytes: 1, feePayer: "F", blockhash: "B", requiredSignatures: 1, signers: [], complete: true,
        instructions: [], effects: [], lookupTables: [], configuration: [], findings: [], level: null, ...more,
    });
    const items = [transaction(), transaction({ level: "danger" }), transaction({ complete: false }), transaction({ level: "info" })];
    const section = reviewSection({ kind: "transactions", items, totals: totals(), complete: false }, false);
    const folded = [...section.shown()].filter(({ tag, children }) => tag === "details" && children[0].children[0]?.tag === "h2");
    assert.deepEqual(folded.map(({ attributes }) => attributes.has("open")), [false, true, true, false]);
    assert.equal(reviewSection({ kind: "transactions", items: [transaction()], complete: true }, false).children[0].children.some(({ tag }) => tag === "h2"), false);
});

test("a single transaction says what moves in the user's accounts, and nothing where nothing does", () => {
    assert.equal(totalsArticle(totals({ transactions: 1 })), false);
    const article = totalsArticle(totals({ transactions: 1, flows: [flow({ leaving: "5000" })], warnings: [{ id: "R03", level: "danger", transactions: [1] }] }));
    assert.equal(article.children[0].textContent, "In your accounts");
    assert.equal([...article.shown()].some(({ tag }) => tag === "li"), false);
});
