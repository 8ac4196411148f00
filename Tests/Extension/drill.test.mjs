import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { install } from "./support/document.mjs";
import { settle } from "./support/fakes.mjs";
import { extension } from "./support/realm.mjs";

install(JSON.parse(readFileSync(new URL("_locales/en/messages.json", extension), "utf8")));
const { DrillNotice } = await import("../../extension/ui/wallet/drill.js");

/** Draws the question; gives its place and what was asked. */
async function drawn(status, outcome = "done") {
    const asked = [];
    const client = {
        request: async (method, params) => {
            asked.push([method, params]);
            if (method === "vault.ceremony") return { outcome };
            if (status === undefined) throw new Error("method-unknown");
            return status;
        },
    };
    const place = document.createElement("div");
    await DrillNotice.draw(client, place);
    return { place, asked };
}
const buttons = (place) => [...place.shown()].filter(({ tag }) => tag === "button");
const press = async (place, label) => {
    buttons(place).find(({ textContent }) => textContent === label).click();
    await settle();
};

test("the question is there when it is due, and with an agent that knows it", async () => {
    assert.equal(buttons((await drawn({ due: false, last: 5 })).place).length, 0);
    assert.equal(buttons((await drawn(undefined)).place).length, 0);
    assert.match((await drawn({ due: true })).place.textContent, /Do you still have your words\?/);
});

test("the window asks for the words, and the question goes when they were right", async () => {
    const { place, asked } = await drawn({ due: true });
    await press(place, "Check my words…");
    assert.deepEqual(asked.at(-1), ["vault.ceremony", { kind: "words" }]);
    assert.equal(buttons(place).length, 0);
    const given = await drawn({ due: true }, "cancelled");
    await press(given.place, "Check my words…");
    assert.equal(buttons(given.place).length, 2);
});

test("it can be put off for a month, and a clock that was set back brings it back", async (context) => {
    context.mock.timers.enable({ apis: ["Date"], now: 1_800_000_000_000 });
    const { place } = await drawn({ due: true });
    await press(place, "Ask me in a month");
    assert.equal(buttons(place).length, 0);
    const isAsked = async (days) => {
        context.mock.timers.setTime(1_800_000_000_000 + days * 24 * 3600 * 1000);
        return buttons((await drawn({ due: true })).place).length > 0;
    };
    assert.equal(await isAsked(29), false);
    assert.equal(await isAsked(31), true);
    assert.equal(await isAsked(-1), true);
});
