// Stakes without a browser: what each row offers, what is shown of a validator before an amount can be typed, and which sites are opened.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { install } from "./support/document.mjs";
import { settle } from "./support/fakes.mjs";
import { extension } from "./support/realm.mjs";

install(JSON.parse(readFileSync(new URL("_locales/en/messages.json", extension), "utf8")));

const { StakeView } = await import("../../extension/ui/wallet/views/stake.js");
const { WalletError } = await import("../../extension/lib/errors.js");

const ME = "4m7FfrjpeiX9WZ1nRGa6qFL7WTSEFRftp8ZuHJG7LT1e";
const VOTE = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
const base = { address: "a", lamports: "2002282880", powers: ["staker", "withdrawer"], state: "active", active: "2000000000", activating: "0", deactivating: "0", deposit: "2282880", withdrawable: "0", closes: false, vote: VOTE, delegated: "2000000000", validator: { commission: 5, delinquent: false } };
const validator = { vote: VOTE, identity: ME, commission: 5, stake: "1000000000000", delinquent: false, lastVote: "7", history: [{ epoch: "9", credits: "4321", share: 98 }] };

function agent(stakes, answers = {}) {
    const asked = [];
    const usual = {
        "accounts.list": () => ({ accounts: [{ publicKey: ME, label: "Mine", path: "m", hidden: false, imported: false }] }),
        "stake.list": () => ({ stakes: stakes(), epoch: "9", node: "n" }),
        "stake.validators": () => ({ validators: [validator], count: 1, minimum: "1000000000", deposit: "2282880", node: "n" }),
        "stake.liquid": () => ({ programs: [{ address: ME, name: "Marinade liquid staking", publisher: "Marinade", site: "https://marinade.finance" }, { address: VOTE, name: "Bad", publisher: "Bad", site: "javascript:alert(1)" }] }),
    };
    const request = async (method, params) => {
        asked.push([method, params]);
        const answer = (answers[method] ?? usual[method])(params);
        return structuredClone(answer);
    };
    return { asked, request, on: () => {}, of: (name) => asked.filter(([method]) => method === name).map(([, params]) => params) };
}

async function drawn(client) {
    const view = new StakeView(client);
    await view.draw();
    await settle();
    const shown = () => [...view.element.shown()];
    return {
        said: () => view.element.textContent,
        has: (name) => shown().some(({ tag, attributes, textContent }) => tag === "button" && (attributes.get("aria-label") ?? textContent) === name),
        press: async (name) => {
            const found = shown().find(({ tag, attributes, textContent }) => tag === "button" && (attributes.get("aria-label") ?? textContent) === name);
            assert.ok(found, `no button ${name} in ${view.element.textContent}`);
            found.click();
            await settle();
        },
        inputs: () => shown().filter(({ tag }) => tag === "input"),
        submit: async () => {
            shown().find(({ tag }) => tag === "form").listeners.get("submit")({ preventDefault: () => {} });
            await settle();
        },
    };
}

test("an active stake can be stopped, a free one withdrawn, and one of somebody else's powers says whose they are", async () => {
    const free = { ...base, address: "b", state: "inactive", active: "0", withdrawable: "2002282880", closes: true };
    const foreign = { ...base, address: "c", powers: ["staker"], state: "inactive", withdrawable: "9" };
    const locked = { ...base, address: "d", powers: ["withdrawer"], state: "inactive", lockup: { epoch: "900" } };
    const client = agent(() => [base, free, foreign, locked], { "stake.deactivate": () => ({ amount: "2000000000" }), "stake.withdraw": () => ({ amount: "2002282880", closed: true }) });
    const { said, has, press } = await drawn(client);
    assert.ok(said().includes("commission 5%"));
    assert.ok(said().includes("Locked until epoch 900.") && said().includes("Only somebody else can withdraw it."));
    assert.ok(!has("Withdraw 0.000000009 SOL from c…c"));
    assert.ok(!has("Stop staking 2 SOL in d…d"));
    await press("Stop staking 2 SOL in a…a");
    assert.deepEqual(client.of("stake.deactivate"), [{ stake: "a" }]);
    assert.ok(said().includes("The staking of 2 SOL ends. You can withdraw it after this epoch."));
    await press("Withdraw 2.00228288 SOL from b…b");
    assert.deepEqual(client.of("stake.withdraw"), [{ stake: "b", all: true }]);
    assert.ok(said().includes("2.00228288 SOL is back in your account."));
});

test("an amount can be typed only below what is known of the validator, and another address forgets it", async () => {
    const client = agent(() => [], { "stake.delegate": () => ({ stake: "s", amount: "2000000000" }) });
    const { said, inputs, press, submit } = await drawn(client);
    const [vote, amount] = inputs();
    assert.equal(amount, undefined);
    vote.value = "no address";
    await press("Check the validator");
    assert.deepEqual(client.of("stake.validators"), []);
    vote.value = VOTE;
    await press("Check the validator");
    assert.deepEqual(client.of("stake.validators"), [{ vote: VOTE }]);
    for (const words of ["commission 5%", "It can change its commission at any time.", "epoch 9: 4,321 credits", "98% of the best validator's", "You can stake 1 SOL or more."]) assert.ok(said().includes(words), words);
    const typed = inputs()[1];
    typed.value = "0.5";
    await submit();
    assert.ok(said().includes("You can stake 1 SOL or more."));
    assert.deepEqual(client.of("stake.delegate"), []);
    typed.value = "2";
    await submit();
    assert.deepEqual(client.of("stake.delegate"), [{ account: ME, amount: "2", vote: VOTE }]);
    assert.ok(said().includes("2 SOL is staked. It earns rewards from the next epoch on."));
    assert.equal(inputs().length, 1);
});

test("a validator that is behind is warned of, and only then is it accepted", async () => {
    const client = agent(() => [], { "stake.validators": () => ({ validators: [{ ...validator, delinquent: true }], count: 1, minimum: "1", deposit: "1", node: "n" }), "stake.delegate": () => ({ stake: "s", amount: "2000000000" }) });
    const { said, inputs, press, submit } = await drawn(client);
    inputs()[0].value = VOTE;
    await press("Check the validator");
    assert.ok(said().includes("This validator is behind. Your stake would earn nothing until it catches up."));
    assert.ok(said().includes("Stake with it all the same"));
    inputs()[1].value = "2";
    await submit();
    assert.deepEqual(client.of("stake.delegate"), [{ account: ME, amount: "2", vote: VOTE, acceptDelinquent: true }]);
});

test("refusals are said in words, and only https sites of the registry are offered", async () => {
    const client = agent(() => [base], { "stake.deactivate": () => { throw new WalletError(-32000, "stake-refused", "no", { fault: "inactive" }); }, "stake.validators": () => { throw new WalletError(-32000, "validator-refused", "no", { fault: "unknown" }); } });
    const { said, has, inputs, press } = await drawn(client);
    await press("Stop staking 2 SOL in a…a");
    assert.ok(said().includes("It isn't staked, or it is ending already."));
    inputs()[0].value = VOTE;
    await press("Check the validator");
    assert.ok(said().includes("There is no validator's vote account at this address."));
    assert.ok(has("Open marinade.finance") && !said().includes("Bad"));
});
