import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { WalletError } from "../../extension/lib/errors.js";
import { PAGE_METHODS, SCREEN_METHODS } from "../../extension/lib/methods.js";
import { install } from "./support/document.mjs";
import { extension } from "./support/realm.mjs";

const texts = JSON.parse(readFileSync(new URL("_locales/en/messages.json", extension), "utf8"));
install(texts);
const { failureText, reasonTexts } = await import("../../extension/ui/parts/texts.js");

test("each fault of a hardware token has words that say what to do", () => {
    const reasons = readFileSync(new URL("../docs/protocol.md", extension), "utf8").match(/`hardware-token-[a-z-]+`/g);
    assert.ok(new Set(reasons).size >= 15);
    for (const reason of new Set(reasons.map((each) => each.slice(1, -1)))) {
        const words = failureText(new WalletError(4100, reason, "x"));
        assert.match(words, /^[A-Z].*\.$/, reason);
        assert.ok(Object.values(texts).some(({ message }) => message === words), reason);
    }
});

test("what a later agent says of a device is told in its own words", () => {
    const words = failureText(new WalletError(-32000, "tpm-brand-new", "the chip is tired"));
    assert.ok(words.includes("the chip is tired") && !words.includes("tpm_brand_new"), words);
});

test("the window is where such a request is confirmed, and says why", () => {
    assert.match(reasonTexts(["hardware-token"])[0], /hardware token signs it\..*Sidekey's window/);
});

test("no method that names a library is the extension's", () => {
    assert.deepEqual([...PAGE_METHODS.keys(), ...SCREEN_METHODS].filter((name) => name.startsWith("hardwaretoken")), []);
});
