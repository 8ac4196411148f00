// Multisigs without a browser: what stands above a vote, which votes are offered, and why one is refused.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { install } from "./support/document.mjs";
import { settle } from "./support/fakes.mjs";
import { extension } from "./support/realm.mjs";

install(JSON.parse(readFileSync(new URL("_locales/en/messages.json", extension), "utf8")));

const { MultisigView } = await import("../../extension/ui/wallet/views/multisig.js");
const { WalletError } = await import("../../extension/lib/errors.js");

const ME = "4m7FfrjpeiX9WZ1nRGa6qFL7WTSEFRftp8ZuHJG7LT1e";
const GROUP = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
const ENDS = "EPjF…Dt1v";
const group = { address: GROUP, threshold: 2, members: 3, timeLock: 5400, permissions: ["initiate", "vote"], index: "6", staleIndex: "1" };
const pays = [{ kind: "group", number: "1", title: "Sends 7 SOL (System: Transfer)", details: [{ kind: "fact", name: "to", value: ME, form: "address" }] }];
const open = { index: "4", address: "p", transaction: "t", kind: "vault", status: "active", time: 1, stale: false, approved: 1, rejected: 0, cancelled: 0, votes: ["approve", "reject"], shown: pays };

function agent(answers = {}) {
    const asked = [];
    const usual = {
        "accounts.list": () => ({ accounts: [{ publicKey: ME, label: "Mine", path: "m", hidden: false, imported: false }] }),
        "multisig.list": () => ({ multisigs: [group], node: "n" }),
        "multisig.proposals": () => ({ multisig: group, proposals: [open], node: "n" }),
    };
    const request = async (method, params) => {
        asked.push([method, params]);
        return structuredClone((answers[method] ?? usual[method])(params));
    };
    return { asked, request, on: () => {}, of: (name) => asked.filter(([method]) => method === name).map(([, params]) => params) };
}

async function drawn(client) {
    const view = new MultisigView(client);
    await view.draw();
    await settle();
    const shown = () => [...view.element.shown()];
    const buttons = () => shown().filter(({ tag }) => tag === "button");
    const name = ({ attributes, textContent }) => attributes.get("aria-label") ?? textContent;
    return {
        said: () => view.element.textContent,
        buttons: () => buttons().map(name),
        press: async (wanted) => {
            const found = buttons().find((each) => name(each) === wanted);
            assert.ok(found, `no button ${wanted} in ${view.element.textContent}`);
            found.click();
            await settle();
        },
        type: async (words) => {
            shown().find(({ tag }) => tag === "input").value = words;
            shown().find(({ tag }) => tag === "form").listeners.get("submit")({ preventDefault: () => {} });
            await settle();
        },
    };
}

test("a proposal says what it does above its votes, and a vote names multisig and number", async () => {
    const client = agent({ "multisig.vote": () => ({ signature: "s", index: "4", vote: "approve" }) });
    const { said, press } = await drawn(client);
    for (const words of ["Members: 3. Approvals that a proposal needs: 2.", "This account may: propose, vote.", "waits 1 h 30 min before anyone can execute it."]) assert.ok(said().includes(words), words);
    await press(`Show the proposals of ${ENDS}`);
    assert.deepEqual(client.of("multisig.proposals"), [{ multisig: GROUP, language: "en", account: ME, limit: 50 }]);
    assert.ok(said().indexOf("Sends 7 SOL (System: Transfer)") < said().indexOf("Vote for"));
    assert.ok(said().includes("Votes for: 1. Against: 0. To cancel: 0.") && said().includes("open for votes"));
    await press("Vote for proposal 4");
    assert.deepEqual(client.of("multisig.vote"), [{ account: ME, multisig: GROUP, index: "4", vote: "approve" }]);
    assert.ok(said().includes("You voted for proposal 4."));
    // The proposals are read anew.
    assert.equal(client.of("multisig.proposals").length, 2);
});

test("only the votes that the program takes are offered, and what is special is a warning", async () => {
    const stale = { ...open, index: "1", stale: true, votes: [] };
    const approved = { ...open, index: "3", kind: "config", status: "approved", vote: "approve", votes: ["cancel"] };
    const batch = { ...open, index: "5", kind: "batch", shown: [{ kind: "text", text: "Sidekey can't read the proposed instructions." }] };
    const client = agent({
        "multisig.list": () => ({ multisigs: [{ ...group, authority: ME, permissions: [] }], node: "n" }),
        "multisig.proposals": () => ({ multisig: group, proposals: [batch, approved, stale], node: "n" }),
    });
    const { said, buttons, press } = await drawn(client);
    assert.ok(said().includes(`${ME} can change the members without a vote.`));
    assert.ok(said().includes("This account isn't a member of this multisig."));
    await press(`Show the proposals of ${ENDS}`);
    assert.deepEqual(buttons().filter((name) => name.startsWith("Vote")), ["Vote for proposal 5", "Vote against proposal 5", "Vote to cancel proposal 3"]);
    for (const words of ["Nobody can vote for it or against it any more.", "It changes the multisig itself.", "This account voted for it.", "Don't vote for what you can't read.", "Sidekey can't read the proposed instructions."]) assert.ok(said().includes(words), words);
});

test("an address without a multisig says so in the list", async () => {
    const client = agent({
        "multisig.list": () => {
            throw new WalletError(-32000, "vote-refused", "", { fault: "unknown" });
        },
    });
    assert.ok((await drawn(client)).said().includes("There is no Squads multisig at this address."));
});

test("a multisig is looked up by its address, and a refused vote says why", async () => {
    const client = agent({
        "multisig.vote": () => {
            throw new WalletError(-32000, "vote-refused", "", { fault: "given" });
        },
    });
    const { said, press, type } = await drawn(client);
    const before = client.of("multisig.list").length;
    await type("no address");
    assert.equal(client.of("multisig.list").length, before);
    await type(GROUP);
    assert.deepEqual(client.of("multisig.list").at(-1), { account: ME, multisig: GROUP, limit: 100 });
    await press(`Show the proposals of ${ENDS}`);
    await press("Vote against proposal 4");
    assert.ok(said().includes("This account gave this vote already."));
});
