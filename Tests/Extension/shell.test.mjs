import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { WalletError } from "../../extension/lib/errors.js";
import { install } from "./support/document.mjs";
import { settle } from "./support/fakes.mjs";
import { extension } from "./support/realm.mjs";

install(JSON.parse(readFileSync(new URL("_locales/en/messages.json", extension), "utf8")));
browser.runtime = { getPlatformInfo: async () => ({ os: "linux" }) };
const keys = [];
document.addEventListener = (type, listener) => type === "keydown" && keys.push(listener);
const idle = [];
globalThis.requestIdleCallback = (callback) => idle.push(callback);
const { Shell } = await import("../../extension/ui/wallet/shell.js");
const { make } = await import("../../extension/ui/parts/dom.js");

const ready = { phase: "ready", vault: "unlocked", unattended: false, listed: true, requests: [] };
const waiting = { id: "1", origin: "https://dapp.example", method: "signMessage", own: true };

/** A shell over views that say how often they were drawn and left. */
async function shell(state = ready, failure, status = {}) {
    const drawn = [];
    const left = [];
    const view = (name) => class {
        element = make("section", {}, [make("h1", { text: name })]);

        async draw(detail) {
            drawn.push(detail === undefined ? name : `${name} ${detail}`);
            if (failure?.place === name) throw failure.error;
            return this.element;
        }

        leave() {
            left.push(name);
        }
    };
    const read = [];
    const reading = (name) => async () => {
        read.push(name);
        if (failure?.unread === name) throw new TypeError("not read");
        return view(name);
    };
    const places = new Map([
        ["home", { read: reading("home"), isInBar: true }],
        ["send", { read: reading("send"), isInBar: true, needsSession: true }],
        ["receive", { read: reading("receive"), isInBar: true }],
        ["accounts", { read: reading("accounts"), needsSession: true }],
        ["protection", { read: reading("protection") }],
        ["more", { read: reading("more"), isInBar: true }],
    ]);
    const client = {
        state,
        on: () => {},
        request: async (method) => (method === "vault.status" ? { vault: client.state.vault, trust: "intact", session: { remaining: 60_000 }, ...status } : new Promise(() => {})),
    };
    const screen = make("div");
    let show;
    const made = new Shell(screen, (shown) => ((show = shown), client), places);
    const become = async (change) => {
        client.state = { ...client.state, ...change };
        show(client.state);
        await settle();
    };
    await become({});
    const go = async (place, detail) => {
        made.go(place, detail);
        await settle();
    };
    const heading = () => screen.querySelector("h1")?.textContent;
    const back = () => [...screen.shown()].find(({ attributes }) => attributes.get("aria-label") === "Back");
    const press = (key, also = {}) => {
        let isPrevented = false;
        keys.at(-1)({ key, repeat: false, isComposing: false, preventDefault: () => (isPrevented = true), ...also });
        return settle().then(() => isPrevented);
    };
    return { screen, drawn, left, read, become, go, heading, back, press, made };
}

test("a place that is drawn anew stays where it stands, and keeps the keyboard", async () => {
    const { screen, drawn, become } = await shell();
    const main = [...screen.shown()].find(({ tag }) => tag === "main");
    const replaced = [];
    const { replaceChildren } = main;
    main.replaceChildren = (...parts) => {
        replaced.push(parts.length);
        replaceChildren.call(main, ...parts);
    };
    await become({ vault: "locked" });
    await become({ vault: "unlocked" });
    assert.deepEqual([drawn, replaced], [["home", "home", "home"], []]);
    await become({ requests: [waiting] });
    assert.equal(replaced.length, 1);
});

test("a click that is repeated goes to a place once", async () => {
    const { made, drawn, heading } = await shell();
    made.go("receive");
    made.go("receive");
    await settle();
    made.go("receive");
    await settle();
    assert.deepEqual([drawn, heading()], [["home", "receive"], "receive"]);
});

test("a place that nobody knows leads nowhere", async () => {
    const { go, drawn } = await shell();
    await go("vault");
    await go("__proto__");
    assert.deepEqual(drawn, ["home"]);
});

test("the way back leads through where the user came from, and Escape does the same", async () => {
    const { go, heading, back, press, left } = await shell();
    assert.equal(back(), undefined);
    await go("more");
    await go("accounts");
    await go("protection");
    back().click();
    await settle();
    assert.equal(heading(), "accounts");
    assert.equal(await press("Escape", { isComposing: true }), false);
    assert.equal(await press("Backspace"), false);
    assert.equal(heading(), "accounts");
    assert.equal(await press("Escape"), true);
    assert.equal(heading(), "more");
    // At the top there is nothing to go back to: the key stays the browser's.
    assert.equal(await press("Escape"), false);
    assert.deepEqual(left, ["home", "more", "accounts", "protection", "accounts"]);
});

test("the title and the keyboard follow", async () => {
    const { go } = await shell();
    assert.equal(document.title, "Sidekey");
    await go("protection");
    assert.equal(document.title, "Protection – Sidekey");
    assert.equal(document.activeElement.textContent, "protection");
    await go("home");
    assert.equal(document.title, "Sidekey");
});

test("what waits for a decision comes before every place, which is there again afterwards", async () => {
    const { go, become, screen, heading, left } = await shell();
    await go("protection");
    await become({ requests: [waiting] });
    assert.equal(heading(), "Request");
    assert.equal([...screen.shown()].some(({ tag }) => tag === "nav" && tag.hidden), false);
    assert.deepEqual(left, ["home", "protection"]);
    await go("receive");
    assert.equal(heading(), "Request");
    await become({ requests: [] });
    assert.equal(heading(), "receive");
});

test("another problem of the same kind takes the place of the one before", async () => {
    const { become, heading } = await shell({ ...ready, phase: "mismatch", update: "extension" });
    assert.equal(heading(), "This extension is too old");
    await become({ update: "agent" });
    assert.notEqual(heading(), "This extension is too old");
});

test("a problem comes before what waits", async () => {
    const { become, screen } = await shell();
    await become({ phase: "missing", vault: undefined, requests: [waiting] });
    assert.match(screen.textContent, /Sidekey's program isn't installed/);
});

test("a lock takes away what needs the session, and nothing that is being filled in", async () => {
    const { go, become, heading, drawn, screen } = await shell();
    await go("protection");
    await become({ vault: "locked" });
    assert.deepEqual([heading(), drawn], ["protection", ["home", "protection"]]);
    await go("accounts");
    assert.ok(screen.button("Unlock"));
    assert.deepEqual(drawn, ["home", "protection"]);
    await become({ vault: "unlocked" });
    assert.deepEqual(drawn, ["home", "protection", "accounts"]);
    await go("home");
    await become({ vault: "locked" });
    assert.deepEqual(drawn.slice(3), ["home", "home"]);
});

test("a view hears what it is to show, and the same place with another is another", async () => {
    const { go, drawn, back } = await shell();
    await go("send", "SOL");
    await go("send", "USDC");
    assert.deepEqual(drawn, ["home", "send SOL", "send USDC"]);
    back().click();
    await settle();
    assert.equal(drawn.at(-1), "send SOL");
});

test("a place that can't be drawn says why, and is tried again", async () => {
    const failure = { place: "receive", error: new WalletError(-32603, "storage", "the disk is full") };
    const { go, screen, heading } = await shell(ready, failure);
    await go("receive");
    assert.match(screen.textContent, /the disk is full/);
    failure.place = "";
    screen.button("Try again").click();
    await settle();
    assert.equal(heading(), "receive");
});

test("while the background looks for the wallet's program, what is read stays", async () => {
    const { become, heading } = await shell();
    await become({ phase: "connecting", listed: false });
    assert.equal(heading(), "home");
});

test("the other places are read once, while the user looks at the first", async () => {
    idle.length = 0;
    const { go, read, drawn } = await shell();
    assert.deepEqual([read, idle.length], [["home"], 1]);
    await idle[0]();
    assert.deepEqual(read, ["home", "home", "send", "receive", "accounts", "protection", "more"]);
    await go("receive");
    assert.deepEqual([drawn, idle.length], [["home", "receive"], 1]);
});

test("a place whose files can't be read says so, and is read again when the user asks", async () => {
    const failure = { unread: "receive" };
    const { go, screen, heading } = await shell(ready, failure);
    await idle.at(-1)();
    await go("receive");
    assert.match(screen.textContent, /It didn't work/);
    delete failure.unread;
    [...screen.shown()].find(({ tag, textContent }) => tag === "button" && textContent === "Try again").click();
    await settle();
    assert.equal(heading(), "receive");
});

test("a copy that the agent doesn't know says so above every place, and has no field for a passphrase", async () => {
    const unknown = await shell({ ...ready, vault: "locked" }, undefined, { extension: "unverified" });
    const notice = () => [...unknown.screen.shown()].find(({ attributes }) => attributes.get("class")?.includes("unknown-copy"));
    for (const place of ["home", "receive", "send"]) {
        await unknown.go(place);
        assert.match(notice().textContent, /doesn't know this copy.*sidekey extensions copies/s);
    }
    assert.equal(notice().attributes.get("role"), "alert");
    assert.equal(unknown.screen.querySelector("input"), null);
    assert.equal(unknown.screen.button("Unlock"), undefined);
    assert.ok(unknown.screen.button("Open Sidekey's window"));
    for (const extension of ["known", "trusted", "unchecked", undefined]) {
        const known = await shell({ ...ready, vault: "locked" }, undefined, { extension });
        await known.go("send");
        assert.equal([...known.screen.shown()].some(({ attributes }) => attributes.get("class")?.includes("unknown-copy")), false);
        assert.ok(known.screen.button("Unlock"));
    }
});
