import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { WalletError } from "../../extension/lib/errors.js";
import { install } from "./support/document.mjs";
import { settle } from "./support/fakes.mjs";
import { extension } from "./support/realm.mjs";

install(JSON.parse(readFileSync(new URL("_locales/en/messages.json", extension), "utf8")));
const { SecurityKeySection } = await import("../../extension/ui/wallet/security-keys.js");
const { UnlockSection } = await import("../../extension/ui/wallet/unlock.js");

const KEY = { id: "AQID", name: "Blue \u202Ekey", created: 0, pin: false };

/** A part over an agent that answers as told; what it asked is kept. */
async function drawn(Part, answers) {
    const asked = [];
    const part = new Part({
        request: async (method, params) => {
            asked.push([method, params]);
            const answer = answers[method];
            if (answer instanceof Error) throw answer;
            return typeof answer === "function" ? answer() : answer;
        },
    });
    const element = await part.draw();
    const shown = () => [...element.shown()];
    const redraw = () => part.draw();
    const named = (name) => shown().find(({ tag, attributes, textContent }) => tag === "button" && (attributes.get("aria-label") ?? textContent) === name);
    const words = () => shown().filter(({ tag }) => tag === "p").map(({ textContent }) => textContent).join("\n");
    const press = (name) => named(name).listeners.get("click")();
    return { asked, element, named, words, press, shown, redraw };
}

test("a wallet with a security key is unlocked by it, and the wait can be ended", async () => {
    let end = () => {};
    const waiting = new Promise((_, reject) => (end = () => reject(new WalletError(4100, "security-key-cancelled", "it was cancelled"))));
    const part = await drawn(UnlockSection, { "vault.status": { trust: "intact", securityKeys: 1 }, "vault.unlock": () => waiting, "securitykey.cancel": () => end() });
    assert.equal(part.named("Stop waiting"), undefined);
    part.press("Unlock with security key");
    assert.match(part.words(), /Touch your security key\./);
    part.press("Stop waiting");
    await settle();
    assert.deepEqual(part.asked.slice(1), [["vault.unlock", { securityKey: true }], ["securitykey.cancel", undefined]]);
    assert.match(part.words(), /it was cancelled/);
    assert.doesNotMatch(part.words(), /Touch your/);
    assert.equal(part.named("Stop waiting"), undefined);
});

test("without a security key, and in a copy that isn't known, none is offered", async () => {
    for (const status of [{}, { securityKeys: 1, extension: "unverified" }]) {
        const part = await drawn(UnlockSection, { "vault.status": { trust: "intact", ...status } });
        assert.equal(part.named("Unlock with security key"), undefined);
    }
});

test("each fault of a key has words that say what to do", async () => {
    const texts = JSON.parse(readFileSync(new URL("_locales/en/messages.json", extension), "utf8"));
    const reasons = readFileSync(new URL("../docs/protocol.md", extension), "utf8").match(/`security-key-[a-z-]+`/g);
    assert.ok(new Set(reasons).size >= 18);
    for (const reason of new Set(reasons.map((each) => each.slice(1, -1)))) {
        const part = await drawn(UnlockSection, { "vault.status": { securityKeys: 1 }, "vault.unlock": new WalletError(4100, reason, "in English") });
        part.press("Unlock with security key");
        await settle();
        const words = texts[reason.replace(/-/g, "_")]?.message;
        assert.ok(words && part.words().includes(words), reason);
    }
});

test("keys are listed, added and removed, each through the agent's own question", async () => {
    const part = await drawn(SecurityKeySection, { "securitykey.list": { securityKeys: [KEY] }, "securitykey.add": {}, "securitykey.remove": {} });
    assert.ok(!part.element.textContent.includes("\u202E"));
    part.press("Add security key");
    assert.match(part.words(), /Enter your passphrase in Sidekey's window\. Then touch/);
    await settle();
    const remove = [...part.element.shown()].find(({ tag, textContent }) => tag === "button" && textContent.startsWith("Remove"));
    remove.listeners.get("click")();
    await settle();
    const changes = part.asked.filter(([method]) => method !== "securitykey.list");
    assert.deepEqual(changes, [["securitykey.add", { name: "Security key" }], ["securitykey.remove", { id: "AQID" }]]);
});

test("a refused change says why and keeps the name, and one that is made takes it", async () => {
    const answers = { "securitykey.list": { securityKeys: [] }, "securitykey.add": new WalletError(4100, "security-key-absent", "in English") };
    const part = await drawn(SecurityKeySection, answers);
    const field = part.shown().find(({ tag }) => tag === "input");
    field.value = "Blue";
    part.press("Add security key");
    await settle();
    assert.match(part.words(), /No security key is plugged in/);
    assert.equal(field.value, "Blue");
    answers["securitykey.add"] = {};
    part.press("Add security key");
    await settle();
    assert.doesNotMatch(part.words(), /No security key is plugged in/);
    assert.equal(field.value, "");
});

test("what couldn't be read is no longer said once it can", async () => {
    const answers = { "securitykey.list": new WalletError(-32603, "agent-unavailable", "in English") };
    const part = await drawn(SecurityKeySection, answers);
    const said = part.words();
    answers["securitykey.list"] = { securityKeys: [KEY] };
    await part.redraw();
    assert.notEqual(part.words(), said);
    assert.equal(part.shown().find(({ attributes }) => attributes.get("role") === "alert")?.textContent ?? "", "");
});

test("an agent from before there were security keys has no part for them", async () => {
    const part = await drawn(SecurityKeySection, { "securitykey.list": new WalletError(-32601, undefined, "no such method") });
    assert.equal(part.element.hidden, true);
});
