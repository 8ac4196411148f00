import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { install } from "./support/document.mjs";
import { extension } from "./support/realm.mjs";

install(JSON.parse(readFileSync(new URL("_locales/en/messages.json", extension), "utf8")));
const { sumText, totalWorth, assetWorth } = await import("../../extension/ui/parts/worth.js");

const lines = (worth, lamports = "1") => totalWorth(worth, lamports).map(({ textContent }) => textContent);

test("a sum has its digits, its currency, and what its prices make of it", () => {
    assert.equal(sumText({ value: "1234567.50" }, "USD", true), "1,234,567.50 USD");
    assert.equal(sumText({ value: "12.00", about: true }, "EUR", true), "about 12.00 EUR");
    assert.match(sumText({ value: "12.00", asOf: 1_790_000_000_000 }, "EUR", true), /^12\.00 EUR as of \d\d?:\d\d/);
    assert.match(sumText({ value: "12.00", about: true, asOf: 1_790_000_000_000 }, "EUR", true), /^about 12\.00 EUR as of /);
});

test("something is never worth nothing, and nothing is", () => {
    assert.equal(sumText({ value: "0.00" }, "USD", true), "below 0.01 USD");
    assert.equal(sumText({ value: "0.00" }, "USD", false), "0.00 USD");
});

test("digits that no double has are shown as they came, and other texts aren't read", () => {
    assert.equal(sumText({ value: "90071992547409931234567890.12" }, "USD", true), "90,071,992,547,409,931,234,567,890.12 USD");
    assert.equal(sumText({ value: "1e9" }, "USD", true), "1e9 USD");
});

test("the total says what it leaves out, and in which currency it isn't", () => {
    const sol = { value: "200.00", price: "200.00" };
    assert.deepEqual(lines(undefined), []);
    assert.deepEqual(lines({ currency: "USD", unpriced: 0, total: { value: "200.00" }, sol }), ["In all 200.00 USD", "1 SOL is 200.00 USD"]);
    assert.deepEqual(lines({ currency: "USD", unpriced: 4 }), ["No current price is known."]);
    assert.deepEqual(lines({ currency: "USD", instead: "BRL", unpriced: 2, total: { value: "1.00" } }), [
        "In all 1.00 USD", "2 more assets have no known price.", "There is no current rate for BRL, so this is in US dollars.",
    ]);
});

test("an asset's worth stands with the price of one, of a stablecoin too", () => {
    const [sum, each] = assetWorth({ value: "8.70", price: "0.87" }, "USD", "10000000");
    assert.deepEqual([sum.textContent, each.textContent], ["8.70 USD", "0.87 USD each"]);
});
