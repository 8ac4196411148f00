import assert from "node:assert/strict";
import { test } from "node:test";

import { readName } from "../../extension/lib/solana-name.js";
import { TransferStore } from "../../extension/ui/stores/transfer.js";

test("a name is read in its one spelling, and what only looks like one is refused", () => {
    for (const name of ["alice.sol", "alice.sns", "pay.alice.sns", "0.sol", "a-b_c.sol", `${"a".repeat(60)}.sol`]) assert.deepEqual(readName(` ${name}\n`), { name });
    for (const wrong of ["Alice.sol", "alice.SOL", "аlice.sol", "ali\u200bce.sol", "a..sns", ".sol", "pay.alice.sol", "a.b.c.sns", "al ice.sol", `${"a".repeat(61)}.sol`]) {
        assert.deepEqual(readName(wrong), { fault: "spelling" }, wrong);
    }
    for (const other of ["", "carol", "alice.eth", "alice.sole", "8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR9"]) assert.deepEqual(readName(other), { fault: "none" }, other);
});

test("what is sent to a name names the address that the preview showed", async () => {
    /** @type {any[]} */
    const asked = [];
    const plan = { to: "8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR9", findings: [] };
    let resolved = /** @type {any} */ ({ name: "alice.sol", nodes: [] });
    const client = /** @type {any} */ ({
        request: async (/** @type {string} */ method, /** @type {any} */ params) => {
            asked.push([method, params.address]);
            return method === "transfer.preview" ? { ...plan, ...(resolved && { resolved }) } : { ...plan, signature: "s" };
        },
    });
    const store = new TransferStore(client);
    await store.preview({ to: "alice.sol", amount: "1", priority: "none" });
    await store.send();
    resolved = undefined;
    store.restart();
    await store.preview({ to: plan.to, amount: "1", priority: "none" });
    await store.send();
    assert.deepEqual(asked, [["transfer.preview", undefined], ["transfer.send", plan.to], ["transfer.preview", undefined], ["transfer.send", undefined]]);
});
