import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { WalletError } from "../../extension/lib/errors.js";
import { install } from "./support/document.mjs";
import { settle } from "./support/fakes.mjs";
import { extension } from "./support/realm.mjs";

install(JSON.parse(readFileSync(new URL("_locales/en/messages.json", extension), "utf8")));
const { AccountsStore, isWatched } = await import("../../extension/ui/stores/accounts.js");
const { ContactsStore } = await import("../../extension/ui/stores/contacts.js");
const { AccountSwitch } = await import("../../extension/ui/wallet/account-switch.js");
const { AccountsView } = await import("../../extension/ui/wallet/views/accounts.js");
const { NFTsView } = await import("../../extension/ui/wallet/views/nfts.js");
const { StakeView } = await import("../../extension/ui/wallet/views/stake.js");
const { ReceiveView } = await import("../../extension/ui/wallet/views/receive.js");
const { RecipientChoice } = await import("../../extension/ui/wallet/recipients.js");
const { SendForm } = await import("../../extension/ui/wallet/send-form.js");
const { AddressNames } = await import("../../extension/ui/parts/names.js");
const { TransferStore } = await import("../../extension/ui/stores/transfer.js");

const COLD = "8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR9";
const OWN = "HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk";
const OTHER = "9qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR9";
const own = { publicKey: OWN, label: "Account 1", path: "m/44'/501'/0'/0'", hidden: false, imported: false };
const cold = { publicKey: COLD, label: "Cold", hidden: false, watchOnly: true };

/** A wallet that watches; `answers` are those of other methods. */
function client(watched = [cold], answers = {}) {
    const asked = [];
    return {
        asked,
        on: () => {},
        request: async (method, params) => {
            if (method === "accounts.list") return { accounts: [own], watched };
            asked.push([method, params]);
            if (answers[method]) return answers[method](params);
            return method === "contacts.list" ? { contacts: [] } : { accounts: [own], watched };
        },
    };
}

const flags = (element) => [...element.shown()].filter(({ attributes }) => attributes.get("class") === "flag").map(({ textContent }) => textContent);
const labelled = (element, name) => [...element.shown()].find(({ tag, attributes }) => tag === "button" && attributes.get("aria-label") === name);

test("a watch-only account stands apart from the wallet's own, and can be looked at", async () => {
    const wallet = client([cold, { ...cold, publicKey: "B".repeat(44), label: "Gone", hidden: true }]);
    const store = AccountsStore.of(wallet);
    await store.load();
    assert.deepEqual([store.state.accounts, store.shown].map((list) => list.map(({ publicKey }) => publicKey)), [[OWN], [OWN]]);
    assert.deepEqual(store.viewable.map(({ publicKey }) => publicKey), [OWN, COLD]);
    assert.equal(store.state.selected, OWN);
    const { element } = new AccountSwitch(wallet);
    element.children[0].children[0].click();
    assert.deepEqual(flags(element), ["watch-only"]);
    await store.select(COLD);
    assert.ok(store.isWatchOnly && isWatched(store.selected));
    assert.match(element.textContent, /Coldwatch-only/);
    await store.select("B".repeat(44));
    assert.equal(store.state.selected, COLD);
});

test("with every account of the wallet's own hidden, they are shown rather than a watch-only one alone", async () => {
    const store = AccountsStore.of({ on: () => {}, request: async () => ({ accounts: [{ ...own, hidden: true }], watched: [cold] }) });
    await store.load();
    assert.equal(store.viewable[0].publicKey, OWN);
});

test("one is renamed, hidden, shown and removed, and none is moved or offered to sites", async () => {
    const wallet = client();
    const element = await new AccountsView(wallet).draw();
    labelled(element, "Hide Cold").click();
    await settle();
    labelled(element, "Stop watching Cold").click();
    await settle();
    labelled(element, "Rename Cold").click();
    const field = [...element.shown()].find(({ tag, value }) => tag === "input" && value === "Cold");
    for (const taken of ["account 1", COLD, "alice.sol"]) {
        field.value = taken;
        element.button("Save").click();
        await settle();
    }
    field.value = "Colder";
    element.button("Save").click();
    await settle();
    assert.deepEqual(wallet.asked, [
        ["accounts.update", { publicKey: COLD, hidden: true }],
        ["accounts.unwatch", { publicKey: COLD }],
        ["accounts.update", { publicKey: COLD, label: "Colder" }],
    ]);
    assert.equal(labelled(element, "Move Cold up"), undefined);
    assert.equal(labelled(element, "Remove Cold…"), undefined);
});

/** The form for an address to watch, in the accounts' view. */
async function form(wallet) {
    const element = await new AccountsView(wallet).draw();
    const watching = [...element.shown()].findLast(({ tag }) => tag === "form");
    const [address, label] = [...watching.shown()].filter(({ tag }) => tag === "input");
    const submit = async () => {
        watching.listeners.get("submit")({ preventDefault: () => {} });
        await settle();
    };
    return { element, address, label, submit, watching };
}

test("an address is watched under a name, or under one that the agent gives", async () => {
    const wallet = client([]);
    const { address, label, submit } = await form(wallet);
    await submit();
    address.value = "not an address";
    await submit();
    address.value = COLD;
    label.value = "Account 1";
    await submit();
    assert.deepEqual(wallet.asked, []);
    label.value = "Cold";
    await submit();
    address.value = COLD;
    await submit();
    assert.deepEqual(wallet.asked, [["accounts.watch", { address: COLD, label: "Cold" }], ["accounts.watch", { address: COLD }]]);
});

test("a name's address is shown before it is watched", async () => {
    const wallet = client([], {
        "names.resolve": () => ({ address: COLD, cluster: "solana:mainnet", resolved: { name: "alice.sol", nodes: [{ node: "node.example", slot: "1" }] }, findings: [] }),
    });
    const { address, submit, watching } = await form(wallet);
    address.value = "alice.sol";
    await submit();
    assert.equal(address.value, COLD);
    assert.match(watching.textContent, /alice\.sol.*node\.example/);
    assert.deepEqual(wallet.asked.map(([method]) => method), ["names.resolve"]);
    await submit();
    assert.deepEqual(wallet.asked.at(-1), ["accounts.watch", { address: COLD }]);
});

test("what the agent refuses is said in words", async () => {
    for (const [reason, words] of [["account-exists", /already/], ["too-many-watched", /64/], ["locked", /lock/i]]) {
        const wallet = client([], { "accounts.watch": async () => { throw new WalletError(-32000, reason, "x"); } });
        const { element, address, submit } = await form(wallet);
        address.value = COLD;
        await submit();
        const problem = [...element.shown()].find(({ attributes, textContent }) => attributes.get("role") === "alert" && textContent !== "");
        assert.match(problem.textContent, words);
    }
});

test("it is no recipient of the user's own, and has no name where a decision is made", async () => {
    const wallet = client();
    await AccountsStore.of(wallet).load();
    await ContactsStore.of(wallet).load();
    const names = new AddressNames(wallet);
    assert.equal(names.of(COLD), undefined);
    assert.doesNotMatch(names.whole(COLD).textContent, /Cold|your account/);
    assert.match(names.short(COLD).textContent, /Coldwatch-only/);
    const choice = new RecipientChoice(wallet, () => {}, () => undefined);
    assert.doesNotMatch(choice.element.textContent, /Cold/);
});

test("nothing is sent from it, and no other account is chosen for the user", async () => {
    const wallet = client([cold], { "portfolio.balance": () => ({ lamports: "5", cluster: "c", node: "n", slot: "1", time: 0, age: 0 }), "portfolio.tokens": () => ({ tokens: [] }) });
    const accounts = AccountsStore.of(wallet);
    await accounts.load();
    await accounts.select(COLD);
    const sending = new SendForm(wallet, TransferStore.of(wallet), () => {});
    await sending.load({ to: OWN });
    await settle();
    sending.show();
    assert.match(sending.element.textContent, /This account is watch-only/);
    assert.ok(sending.element.button("Preview").disabled);
    sending.element.listeners.get("submit")({ preventDefault: () => {} });
    await settle();
    assert.ok(!wallet.asked.some(([method]) => method.startsWith("transfer.")));
    assert.equal(accounts.state.selected, COLD);
});

test("its address is shown with a warning", async () => {
    const wallet = client([cold], { "accounts.qr": () => undefined });
    await AccountsStore.of(wallet).load();
    await AccountsStore.of(wallet).select(COLD);
    const element = await new ReceiveView(wallet).draw();
    await settle();
    assert.match(element.textContent, /This account is watch-only/);
    assert.match(element.textContent, new RegExp(COLD));
});

test("its stakes and collectibles are shown, without a button that would sign", async () => {
    const stake = { address: "a".repeat(44), lamports: "2", powers: ["staker", "withdrawer"], state: "active", active: "2", activating: "0", deactivating: "0", deposit: "0", withdrawable: "2", closes: false, delegated: "2" };
    const wallet = client([cold], {
        "stake.list": () => ({ stakes: [stake], epoch: "9", node: "n" }),
        "stake.liquid": () => ({ programs: [] }),
        "nfts.list": () => ({ node: "n", slot: "1", nfts: [{ address: "N".repeat(44), kind: "token", name: "Ape" }], missing: [], partial: [] }),
    });
    const accounts = AccountsStore.of(wallet);
    await accounts.load();
    const drawn = async () => {
        const views = [new StakeView(wallet), new NFTsView(wallet, () => {})];
        const elements = await Promise.all(views.map((view) => view.draw()));
        await settle();
        return elements;
    };
    const signing = /^(Stop staking|Withdraw|Send|Burn|Check validator)/;
    const offered = (elements) => elements.flatMap((element) => [...element.shown()]).filter(({ tag, textContent }) => tag === "button" && signing.test(textContent)).map(({ textContent }) => textContent);
    await accounts.select(OWN);
    const own = offered(await drawn());
    assert.ok(["Stop staking", "Send…", "Burn…"].every((words) => own.includes(words)), own.join());
    await accounts.select(COLD);
    const elements = await drawn();
    assert.match(elements[0].textContent, /0\.000000002 SOL.*This account is watch-only/);
    assert.match(elements[1].textContent, /Ape/);
    assert.deepEqual(offered(elements), []);
});

test("a contact may be watched under its own name", async () => {
    const wallet = client([], { "contacts.list": () => ({ contacts: [{ address: COLD, label: "Cold" }] }) });
    await ContactsStore.of(wallet).load();
    const { address, label, submit } = await form(wallet);
    for (const watched of [OTHER, COLD]) {
        address.value = watched;
        label.value = "Cold";
        await submit();
    }
    assert.deepEqual(wallet.asked.filter(([method]) => method === "accounts.watch"), [["accounts.watch", { address: COLD, label: "Cold" }]]);
});
