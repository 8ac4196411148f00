import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { WalletError } from "../../extension/lib/errors.js";
import { install } from "./support/document.mjs";
import { settle } from "./support/fakes.mjs";
import { extension } from "./support/realm.mjs";

install(JSON.parse(readFileSync(new URL("_locales/en/messages.json", extension), "utf8")));
const { FingerprintSection } = await import("../../extension/ui/wallet/fingerprint.js");
const { Openings } = await import("../../extension/ui/wallet/openings.js");
const { UnlockSection } = await import("../../extension/ui/wallet/unlock.js");

const BUTTON = "Unlock with fingerprint";

/** A part over an agent that answers as told; what it asked is kept. */
async function drawn(Part, answers, ...rest) {
    const asked = [];
    const part = new Part({
        request: async (method, params) => {
            asked.push([method, params]);
            const answer = answers[method];
            if (answer instanceof Error) throw answer;
            return answer;
        },
    });
    const element = await part.draw(...rest);
    const named = (name) => [...element.shown()].find(({ tag, attributes, textContent }) => tag === "button" && (attributes.get("aria-label") ?? textContent) === name);
    const words = () => [...element.shown()].filter(({ tag }) => ["p", "span"].includes(tag)).map(({ textContent }) => textContent).join("\n");
    const press = (name) => named(name).listeners.get("click")();
    return { asked, element, named, words, press };
}

test("a wallet whose key is kept is unlocked by a finger, which the agent asks for in its own window", async () => {
    const part = await drawn(UnlockSection, { "vault.status": { trust: "intact", fingerprint: true }, "fingerprint.status": { usable: true }, "vault.unlock": {} });
    part.press(BUTTON);
    assert.match(part.words(), /Use your fingerprint in Sidekey's window\./);
    part.press("Stop waiting");
    await settle();
    assert.deepEqual(part.asked.slice(2), [["vault.unlock", { fingerprint: true }], ["fingerprint.cancel", undefined]]);
    assert.doesNotMatch(part.words(), /Use your fingerprint/);
});

test("without a kept key, a finger or a sensor, and in a copy that isn't known, none is offered", async () => {
    for (const [status, sensor] of [[{}, { usable: true }], [{ fingerprint: false }, { usable: true }], [{ fingerprint: true, extension: "unverified" }, { usable: true }],
        [{ fingerprint: true }, { usable: false, reason: "fingerprint-unenrolled" }], [{ fingerprint: true }, new WalletError(-32601, undefined, "no such method")]]) {
        const part = await drawn(UnlockSection, { "vault.status": { trust: "intact", ...status }, "fingerprint.status": sensor });
        assert.equal(part.named(BUTTON), undefined);
    }
});

test("each reason has words that say what to do", async () => {
    const texts = JSON.parse(readFileSync(new URL("_locales/en/messages.json", extension), "utf8"));
    const reasons = new Set(readFileSync(new URL("../docs/protocol.md", extension), "utf8").match(/`fingerprint-[a-z-]+`/g).map((each) => each.slice(1, -1)));
    assert.equal(reasons.size, 13);
    for (const reason of reasons) {
        const part = await drawn(UnlockSection, {
            "vault.status": { fingerprint: true }, "fingerprint.status": { usable: true }, "vault.unlock": new WalletError(4100, reason, "in English"),
        });
        part.press(BUTTON);
        await settle();
        const words = texts[reason.replace(/-/g, "_")]?.message;
        assert.ok(words && part.words().includes(words), reason);
    }
});

test("it is turned on where a finger can be asked for, and off whatever became of the sensor", async () => {
    const off = await drawn(FingerprintSection, { "fingerprint.status": { usable: true, on: false }, "fingerprint.on": {} });
    assert.equal(off.named("Turn off fingerprint"), undefined);
    off.press("Turn on fingerprint");
    await settle();
    const on = await drawn(FingerprintSection, { "fingerprint.status": { usable: false, reason: "fingerprint-absent", on: true }, "fingerprint.off": {} });
    assert.equal(on.named("Turn on fingerprint"), undefined);
    on.press("Turn off fingerprint");
    await settle();
    const changes = [...off.asked, ...on.asked].filter(([method]) => method !== "fingerprint.status");
    assert.deepEqual(changes, [["fingerprint.on", undefined], ["fingerprint.off", undefined]]);
    for (const status of [{ usable: false, reason: "fingerprint-unenrolled", on: false }, { usable: true }]) {
        const part = await drawn(FingerprintSection, { "fingerprint.status": status });
        assert.equal(part.named("Turn on fingerprint") ?? part.named("Turn off fingerprint"), undefined);
    }
});

test("it says when a finger was used last, and what a finger is worth", async () => {
    const openings = new Openings([{ kind: "passphrase", last: 1 }, { kind: "fingerprint", last: Date.UTC(2026, 1, 3, 12) }]);
    const part = await drawn(FingerprintSection, { "fingerprint.status": { usable: true, on: true } }, openings);
    assert.match(part.words(), /Last used: .*2026/);
    assert.match(part.words(), /Shows only that you are there/);
});

test("an agent from before there was a fingerprint has no part for it", async () => {
    const part = await drawn(FingerprintSection, { "fingerprint.status": new WalletError(-32601, undefined, "no such method") });
    assert.equal(part.element.hidden, true);
});
