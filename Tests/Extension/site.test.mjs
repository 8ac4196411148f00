import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { install } from "./support/document.mjs";
import { extension } from "./support/realm.mjs";

install(JSON.parse(readFileSync(new URL("_locales/en/messages.json", extension), "utf8")));
const { SiteAccounts } = await import("../../extension/ui/wallet/site.js");

const ACCOUNTS = ["A", "B", "C", "D"].map((letter) => ({ publicKey: letter.repeat(44), label: `Account ${letter}`, hidden: letter === "C" }));
const [A, B, , D] = ACCOUNTS.map(({ publicKey }) => publicKey);
const GRANT = { origin: "https://dapp.example", profile: "p", container: "firefox-container-1", accounts: [A, B], elsewhere: false };

function site(grant = {}) {
    const saved = [];
    const made = new SiteAccounts({ ...GRANT, ...grant }, ACCOUNTS, (accounts) => saved.push(accounts));
    const shown = () => [...made.element.shown()];
    const box = (letter) => {
        const name = shown().find(({ tag, textContent }) => tag === "label" && textContent === `Account ${letter}`).attributes.get("for");
        return shown().find(({ tag, id }) => tag === "input" && id === name);
    };
    const tick = (letter, checked) => {
        box(letter).checked = checked;
        box(letter).listeners.get("change")();
    };
    return { tick, saved, shown, save: made.element.button("Show only these"), command: () => shown().find(({ tag }) => tag === "pre")?.textContent };
}

test("fewer accounts are saved from here", () => {
    const { tick, save, saved, command } = site();
    assert.equal(save.disabled, true);
    tick("B", false);
    save.click();
    assert.deepEqual([saved, command()], [[[A]], undefined]);
});

test("more accounts, and others, are a command with the numbers of the command line's list", () => {
    const { tick, save, command } = site();
    tick("D", true);
    assert.deepEqual([save.disabled, command()], [true, "sidekey origins set https://dapp.example --account 1 --account 2 --account 4"]);
    tick("A", false);
    tick("B", false);
    assert.deepEqual([save.disabled, command()], [true, "sidekey origins set https://dapp.example --account 4"]);
    tick("D", false);
    assert.deepEqual([save.disabled, command()], [true, undefined]);
});

test("where the site is connected elsewhere too, the command names this place", () => {
    const { tick, command } = site({ elsewhere: true });
    tick("D", true);
    assert.match(command(), /--account 4 --profile p --container firefox-container-1$/);
});

test("a hidden account is offered only where the site sees it already", () => {
    const labels = ({ shown }) => shown().filter(({ tag }) => tag === "label").map(({ textContent }) => textContent);
    assert.deepEqual(labels(site()), ["Account A", "Account B", "Account D"]);
    assert.deepEqual(labels(site({ accounts: [D, ACCOUNTS[2].publicKey] })), ["Account A", "Account B", "Account C", "Account D"]);
});
