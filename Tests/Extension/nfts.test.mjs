// The list of NFTs without a browser: what is a claim and whose, what is missing, and what can be done with which.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { install } from "./support/document.mjs";
import { settle } from "./support/fakes.mjs";
import { extension } from "./support/realm.mjs";

install(JSON.parse(readFileSync(new URL("_locales/en/messages.json", extension), "utf8")));

const { NFTsView } = await import("../../extension/ui/wallet/views/nfts.js");
const { WalletError } = await import("../../extension/lib/errors.js");

const ME = "4m7FfrjpeiX9WZ1nRGa6qFL7WTSEFRftp8ZuHJG7LT1e";
const LAD = "k7FaK87WHGVXzkaoHb7CdVPgkKDQhZ29VLDeBVbDfYn";
const LEAF = "3mg7sM6RFEBHiiFotFNfvteH1WdFcc9cujKuPaqZdfDz";
const LADS = "2RJD1KnDRGEkvuFfAGrJ7PD28LRE9LRDjZznDywagzmr";
const lad = { address: LAD, kind: "token", name: "Lad #1", tokenAccount: "a", collection: { address: LADS, verified: true, name: "Lads" }, uri: "https://lads.example/1.json" };
const claim = { ...lad, address: ME, name: "a\\u{202e}b\u200b<img>", collection: { address: LADS, verified: false, name: "La\u202eds” X" }, more: true };
const leaf = { address: LEAF, kind: "compressed", name: "Leaf #9" };

function agent(nfts, answers = {}, said = { missing: [], partial: [] }) {
    const asked = [];
    const usual = {
        "accounts.list": () => ({ accounts: [{ publicKey: ME, label: "Mine", path: "m", hidden: false, imported: false }] }),
        "nfts.list": () => ({ nfts: nfts(), node: "n", slot: "1", ...said }),
    };
    const request = async (method, params) => {
        asked.push([method, params]);
        return structuredClone((answers[method] ?? usual[method])(params));
    };
    return { asked, request, on: () => {}, of: (name) => asked.filter(([method]) => method === name).map(([, params]) => params) };
}

async function drawn(client, went = []) {
    const view = new NFTsView(client, (...where) => went.push(where));
    await view.draw();
    await settle();
    const find = (name) => [...view.element.shown()].find(({ tag, attributes, textContent }) => tag === "button" && (attributes.get("aria-label") ?? textContent) === name);
    return { shown: () => [...view.element.shown()], said: () => view.element.textContent, find, press: async (name) => {
        const found = find(name);
        assert.ok(found, `no button ${name} in ${view.element.textContent}`);
        found.click();
        await settle();
    } };
}

test("a name stands in quotes with nothing hidden in it, and a collection is named with what it confirms", async () => {
    const { said, shown } = await drawn(agent(() => [lad, claim, leaf]));
    assert.deepEqual(shown().filter(({ tag }) => tag === "q").map(({ textContent }) => textContent), ["Lad #1", "a\\u{202e}b\\u{200b}<img>", "Leaf #9"]);
    assert.ok(said().includes(`From the collection “Lads” ${LADS}.`));
    assert.ok(said().includes(`Names the collection “La\\u{202e}ds\\u{201d} X” ${LADS}, which hasn't confirmed it.`));
    assert.ok(said().includes("Its maker can make more of it."));
    assert.ok(said().includes("Compressed: your node says that you hold it. No account on the chain shows it."));
    assert.ok(said().includes("Sidekey fetches a picture only when you ask for it."));
    assert.equal(shown().filter(({ tag }) => tag === "img" || tag === "a").length, 0);
});

test("only tokens that can move offer to be sent or burned", async () => {
    const went = [];
    const { find, press, said } = await drawn(agent(() => [lad, leaf, { ...lad, address: ME, name: "Ice", frozen: true }]), went);
    assert.equal(find("Send Leaf #9…") ?? find("Burn token Leaf #9…") ?? find("Send Ice…") ?? find("Burn token Ice…"), undefined);
    assert.ok(said().includes("Sidekey can't send or burn this kind of NFT.") && said().includes("Frozen: it can't be sent or burned now."));
    await press("Send Lad #1…");
    assert.deepEqual(went, [["send", { mint: LAD }]]);
});

test("an NFT is burned after a question, and hidden by its address", async () => {
    let nfts = [lad];
    const client = agent(() => nfts, { "transfer.burn": () => ((nfts = []), { lamports: "2039280" }), "portfolio.hide": ({ mint, as }) => ((nfts = [{ ...lad, hidden: as }]), { mint, hidden: as }) });
    const { press, said } = await drawn(client);
    await press("Mark token Lad #1 as spam");
    assert.deepEqual(client.of("portfolio.hide"), [{ mint: LAD, as: "spam" }]);
    assert.ok(said().includes("marked as spam"));
    await press("Burn token Lad #1…");
    assert.ok(said().includes("Burn “Lad #1”? A burned NFT is gone for ever."));
    assert.deepEqual(client.of("transfer.burn"), []);
    await press("Burn all of it");
    assert.deepEqual(client.of("transfer.burn"), [{ account: ME, mint: LAD }]);
    assert.ok(said().includes("0.00203928 SOL came back to you.") && said().includes("This account holds no NFTs."));
});

test("traits are asked for on a press alone, and say who tells them", async () => {
    const traits = [{ name: "Fur", value: "Gold\u202e" }];
    const client = agent(() => [lad, leaf], { "nfts.details": ({ address }) => {
        if (address === LEAF) throw new WalletError(-32000, "nft-unknown", "no node tells of it");
        return { nft: lad, attributes: traits, from: "node", node: "n" };
    } });
    const { press, said } = await drawn(client);
    assert.deepEqual(client.of("nfts.details"), []);
    await press("Details of Lad #1");
    assert.deepEqual(client.of("nfts.details"), [{ account: ME, address: LAD }]);
    assert.ok(said().includes("Traits, as your node says:") && said().includes("Gold\\u{202e}"));
    assert.ok(said().includes("Sidekey asks it only when you want to see the picture: https://lads.example/1.json"));
    await press("Details of Lad #1");
    assert.ok(!said().includes("Gold") && client.of("nfts.details").length === 1);
    await press("Details of Leaf #9");
    assert.ok(said().includes("No node tells of this NFT in your account."));
});

test("an answer that comes after its place was folded doesn't unfold it, and the next press does", async () => {
    let answer = () => {};
    const client = agent(() => [lad], { "nfts.details": () => ({ nft: lad, attributes: [{ name: "Fur", value: "Gold" }], from: "node", node: "n" }) });
    const { request } = client;
    client.request = async (method, params) => {
        if (method === "nfts.details") await new Promise((resolve) => (answer = resolve));
        return request(method, params);
    };
    const { press, said } = await drawn(client);
    await press("Details of Lad #1");
    await press("Details of Lad #1");
    answer();
    await settle();
    assert.ok(!said().includes("Gold"));
    await press("Details of Lad #1");
    answer();
    await settle();
    assert.ok(said().includes("Gold"));
});

test("what a node doesn't list is said", async () => {
    const { said } = await drawn(agent(() => [], {}, { missing: ["core", "compressed"], partial: ["token"] }));
    for (const words of ["Your node doesn't list NFTs of Metaplex Core", "Your node doesn't list compressed NFTs", "There are more NFTs than Sidekey reads."]) assert.ok(said().includes(words), words);
});

test("a picture is asked for by its own press, after words that name the server", async () => {
    const painted = [];
    const { createElement } = document;
    document.createElement = (tag) => Object.assign(createElement.call(document, tag), tag === "canvas" ? { getContext: () => ({ drawImage: (...all) => painted.push(all.slice(1)) }) } : {});
    globalThis.createImageBitmap = async (blob) => (assert.equal(blob.type, "image/png"), { close() {} });
    let refuse = "picture-kind";
    const client = agent(() => [lad, leaf], {
        "nfts.details": ({ address }) => ({ nft: address === LAD ? lad : leaf, attributes: [], node: "n", ...(address === LAD ? { picture: { host: "lads.example" } } : { picture: {} }) }),
        "nfts.picture": ({ address }) => {
            if (refuse) throw new WalletError(-32000, refuse, "no");
            return { picture: "iVBORw0=", width: 30, height: 20, hosts: address === LAD ? ["lads.example", "art.example"] : [], attributes: [{ name: "Fur", value: "Go\u202eld" }], from: "file" };
        },
    });
    const { press, said, find } = await drawn(client);
    await press("Details of Lad #1");
    assert.ok(said().includes("Sidekey asks lads.example, and each server to which it leads. They learn this computer's IP address"));
    assert.deepEqual(client.of("nfts.picture"), []);
    for (const [reason, words] of [["picture-kind", "The file isn't a picture that Sidekey shows."], ["picture-unread", "The picture can't be fetched now."], ["picture-unavailable", "Sidekey can't open pictures safely on this computer"]]) {
        refuse = reason;
        await press("Show picture of Lad #1");
        assert.ok(said().includes(words), words);
    }
    refuse = "";
    await press("Show picture of Lad #1");
    assert.deepEqual(client.of("nfts.picture").at(-1), { account: ME, address: LAD });
    assert.deepEqual(painted, [[0, 0, 30, 20]]);
    assert.ok(said().includes("Asked for the picture: lads.example, art.example.") && said().includes("Traits, as its maker's file says:") && said().includes("Go\\u{202e}ld"));
    assert.equal(find("Show picture of Lad #1"), undefined);
    await press("Details of Leaf #9");
    assert.ok(said().includes("The picture is in the NFT's own data. Sidekey asks no server for it."));
    document.createElement = createElement;
});
