// The lists of tokens without a browser: what is known, what is hidden, what is asked before a token is burned.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { install } from "./support/document.mjs";
import { settle } from "./support/fakes.mjs";
import { extension } from "./support/realm.mjs";

install(JSON.parse(readFileSync(new URL("_locales/en/messages.json", extension), "utf8")));

const { TokensSection } = await import("../../extension/ui/wallet/tokens.js");
const { TokensView } = await import("../../extension/ui/wallet/views/tokens.js");
const { WalletError } = await import("../../extension/lib/errors.js");

const ME = "4m7FfrjpeiX9WZ1nRGa6qFL7WTSEFRftp8ZuHJG7LT1e";
const USDC = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
const FAKE = "FAKEWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
const base = { program: ME, decimals: 0, frozen: false };
const known = { ...base, tokenAccount: "a", mint: USDC, amount: "5", known: { symbol: "USDC", name: "USD Coin" } };
const fake = { ...base, tokenAccount: "b", mint: FAKE, amount: "7", claims: { symbol: "USDC" } };
const spam = { ...base, tokenAccount: "c", mint: ME, amount: "9", claims: { symbol: "SPAM" }, hidden: "spam" };
const empty = { ...base, tokenAccount: "d", mint: ME, amount: "0" };

function agent(tokens, answers = {}) {
    const asked = [];
    const usual = {
        "accounts.list": () => ({ accounts: [{ publicKey: ME, label: "Mine", path: "m", hidden: false, imported: false }] }),
        "portfolio.tokens": () => ({ tokens: tokens(), node: "n", time: 0, age: 0 }),
        "transfer.reclaimable": () => ({ accounts: [{ account: ME, mint: ME, lamports: "1" }, { account: FAKE, mint: ME, lamports: "2", fault: "withheld" }], omitted: 0, count: 20, lamports: "40785600" }),
    };
    const request = async (method, params) => {
        asked.push([method, params]);
        const answer = (answers[method] ?? usual[method])(params);
        return structuredClone(answer);
    };
    return { asked, request, on: () => {}, of: (name) => asked.filter(([method]) => method === name).map(([, params]) => params) };
}

async function drawn(client) {
    const view = new TokensView(client);
    await view.draw();
    await settle();
    return { said: () => view.element.textContent, press: async (name) => {
        const found = [...view.element.shown()].find(({ tag, attributes, textContent }) => tag === "button" && (attributes.get("aria-label") ?? textContent) === name);
        assert.ok(found, `no button ${name} in ${view.element.textContent}`);
        found.click();
        await settle();
    } };
}

test("known tokens stand first under their symbol, others in quotes, hidden ones folded, and empty ones are counted", () => {
    const section = new TokensSection(() => {}, () => {}, () => {});
    section.show({ phase: "ready", tokens: [known, fake, spam, empty], isReading: false }, false);
    const said = section.element.textContent;
    assert.ok(said.indexOf(USDC) < said.indexOf("Other tokens") && said.indexOf("Other tokens") < said.indexOf(FAKE));
    assert.ok(said.includes("1 hidden token") && said.includes("1 empty account holds a rent deposit"));
    const quoted = [...section.element.shown()].filter(({ tag }) => tag === "q").map(({ textContent }) => textContent);
    assert.deepEqual(quoted, ["USDC", "SPAM"]);
    const folded = [...section.element.shown()].find(({ tag }) => tag === "details");
    assert.ok(folded.textContent.includes("SPAM") && !folded.textContent.includes(FAKE));
});

test("a token is hidden by its mint, and shown again", async () => {
    let tokens = [fake];
    const client = agent(() => tokens, { "portfolio.hide": ({ mint, as }) => ((tokens = [{ ...fake, hidden: as }]), { mint, hidden: as }), "portfolio.show": ({ mint }) => ((tokens = [fake]), { mint, shown: true }) });
    const { said, press } = await drawn(client);
    await press("Mark token USDC as spam");
    assert.deepEqual(client.of("portfolio.hide"), [{ mint: FAKE, as: "spam" }]);
    assert.ok(said().includes("marked as spam"));
    await press("Show token USDC again");
    assert.deepEqual(client.of("portfolio.show"), [{ mint: FAKE }]);
    assert.ok(!said().includes("marked as spam"));
});

test("empty accounts are asked for once there is one, and the offer names the sum and why others stay", async () => {
    const none = agent(() => [known]);
    await drawn(none);
    assert.deepEqual(none.of("transfer.reclaimable"), []);
    let tokens = [known, empty];
    const client = agent(() => tokens, { "transfer.reclaim": () => ((tokens = [known]), { reclaimed: [{}, {}], left: 3, lamports: "4078560" }) });
    const { said, press } = await drawn(client);
    assert.ok(said().includes("1 account stays open") && said().includes("it holds fees that the token kept back"));
    await press("Reclaim 0.0407856 SOL from 20 empty accounts");
    assert.deepEqual(client.of("transfer.reclaim"), [{ account: ME }]);
    assert.ok(said().includes("2 accounts were closed. 0.00407856 SOL came back to you. 3 more didn't fit in the transaction. Reclaim again."));
    assert.ok(!said().includes("Reclaim 0.04"));
});

test("a token is burned after a question, a known one after a warning, and one that only the agent knows is asked for twice", async () => {
    const client = agent(() => [known, { ...fake, claims: { symbol: "SCALED" } }], {
        "transfer.burn": ({ mint, acceptKnown }) => {
            if (mint === FAKE && !acceptKnown) throw new WalletError(-32000, "token-known", "known", { symbol: "SCALED" });
            return { lamports: "2039280" };
        },
    });
    const { said, press } = await drawn(client);
    const warning = "USDC is a known token and may be worth money.";
    assert.ok(!said().includes(warning));
    await press("Burn token USDC…");
    assert.deepEqual(client.of("transfer.burn"), []);
    assert.ok(said().includes(warning) && said().includes("Burned tokens are gone for ever."));
    await press("Burn all of it");
    assert.deepEqual(client.of("transfer.burn"), [{ account: ME, mint: USDC, acceptKnown: true }]);
    assert.ok(said().includes("The token is burned. 0.00203928 SOL came back to you."));
    await press("Burn token SCALED…");
    await press("Burn all of it");
    assert.ok(said().includes("SCALED is a known token and may be worth money."));
    await press("Burn token SCALED…");
    await press("Burn all of it");
    assert.deepEqual(client.of("transfer.burn").slice(1), [{ account: ME, mint: FAKE }, { account: ME, mint: FAKE, acceptKnown: true }]);
});
