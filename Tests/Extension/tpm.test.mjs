import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { WalletError } from "../../extension/lib/errors.js";
import { install } from "./support/document.mjs";
import { settle } from "./support/fakes.mjs";
import { extension } from "./support/realm.mjs";

install(JSON.parse(readFileSync(new URL("_locales/en/messages.json", extension), "utf8")));
const { TPMSection } = await import("../../extension/ui/wallet/tpm.js");
const { UnlockSection } = await import("../../extension/ui/wallet/unlock.js");

const SLOT = { name: "Blue \u202Elaptop", created: 0 };

/** A part over an agent that answers as told; what it asked is kept. */
async function drawn(Part, answers) {
    const asked = [];
    const part = new Part({
        request: async (method, params) => {
            asked.push([method, params]);
            const answer = answers[method];
            if (answer instanceof Error) throw answer;
            return answer;
        },
    });
    const element = await part.draw();
    const named = (name) => [...element.shown()].find(({ tag, attributes, textContent }) => tag === "button" && (attributes.get("aria-label") ?? textContent) === name);
    const words = () => [...element.shown()].filter(({ tag }) => tag === "p").map(({ textContent }) => textContent).join("\n");
    const press = (name) => named(name).listeners.get("click")();
    return { asked, element, named, words, press };
}

test("a wallet with a PIN is unlocked by it, and the PIN is no part of what is asked", async () => {
    const part = await drawn(UnlockSection, { "vault.status": { trust: "intact", tpm: true }, "vault.unlock": {} });
    part.press("Unlock with this computer's PIN");
    assert.match(part.words(), /Enter your PIN in Sidekey's window\./);
    await settle();
    assert.deepEqual(part.asked.slice(1), [["vault.unlock", { tpm: true }]]);
    assert.doesNotMatch(part.words(), /Enter your PIN/);
});

test("without a PIN, and in a copy that isn't known, none is offered", async () => {
    for (const status of [{}, { tpm: false }, { tpm: true, extension: "unverified" }]) {
        const part = await drawn(UnlockSection, { "vault.status": { trust: "intact", ...status } });
        assert.equal(part.named("Unlock with this computer's PIN"), undefined);
    }
});

test("each fault of the TPM has words that say what to do", async () => {
    const texts = JSON.parse(readFileSync(new URL("_locales/en/messages.json", extension), "utf8"));
    const reasons = readFileSync(new URL("../docs/protocol.md", extension), "utf8").match(/`tpm-[a-z-]+`/g);
    assert.ok(new Set(reasons).size >= 15);
    for (const reason of new Set(reasons.map((each) => each.slice(1, -1)))) {
        const part = await drawn(UnlockSection, { "vault.status": { tpm: true }, "vault.unlock": new WalletError(4100, reason, "in English") });
        part.press("Unlock with this computer's PIN");
        await settle();
        const words = texts[reason.replace(/-/g, "_")]?.message;
        assert.ok(words && part.words().includes(words), reason);
    }
});

test("a PIN is set where there is none and removed where there is one, each through the agent's own question", async () => {
    const none = await drawn(TPMSection, { "tpm.status": { usable: true }, "tpm.add": {} });
    assert.equal(none.named("Remove PIN"), undefined);
    none.press("Set PIN");
    assert.match(none.words(), /Enter your passphrase in Sidekey's window, then the new PIN twice\./);
    await settle();
    const one = await drawn(TPMSection, { "tpm.status": { usable: true, slot: SLOT }, "tpm.remove": {} });
    assert.equal(one.named("Set PIN"), undefined);
    assert.ok(!one.element.textContent.includes("\u202E"));
    one.press("Remove PIN");
    await settle();
    const changes = [...none.asked, ...one.asked].filter(([method]) => method !== "tpm.status");
    assert.deepEqual(changes, [["tpm.add", undefined], ["tpm.remove", undefined]]);
});

test("a computer without a TPM says so and offers nothing, and one that was cleared still removes", async () => {
    const absent = await drawn(TPMSection, { "tpm.status": { usable: false, reason: "tpm-absent" } });
    assert.equal(absent.named("Set PIN"), undefined);
    assert.match(absent.words(), /no TPM 2\.0 that is switched on/);
    const gone = await drawn(TPMSection, { "tpm.status": { usable: false, reason: "tpm-absent", slot: SLOT } });
    assert.ok(gone.named("Remove PIN"));
});

test("an agent from before there was a PIN has no part for it", async () => {
    const part = await drawn(TPMSection, { "tpm.status": new WalletError(-32601, undefined, "no such method") });
    assert.equal(part.element.hidden, true);
});
