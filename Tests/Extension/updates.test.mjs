import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { install } from "./support/document.mjs";
import { settle } from "./support/fakes.mjs";
import { extension } from "./support/realm.mjs";

install(JSON.parse(readFileSync(new URL("_locales/en/messages.json", extension), "utf8")));
const { UpdateNotice, UpdatesSection } = await import("../../extension/ui/wallet/updates.js");

const NEWER = { version: "1.4.0", newer: true, urgent: false, date: "2026-12-01", notes: "https://a.example/news" };
const WHOLE = { version: "1.3.0", kind: "deb", command: "sudo apt install sidekey", named: true, updates: "off", looked: 1_800_000_000_000, release: NEWER };

/** @param {object} change what the agent says otherwise; null for an agent that doesn't know the question */
const client = (change, asked = []) => ({
    request: async (method, params) => {
        asked.push([method, params]);
        if (method === "settings.set") return { settings: params };
        if (change === null) throw new Error("-32601");
        return { ...WHOLE, ...change };
    },
    on: () => {},
});

const notice = async (change) => {
    const place = document.createElement("div");
    await UpdateNotice.draw(client(change), place);
    return place;
};

const named = (place, name) => [...place.shown()].find((each) => each.tag === "button" && each.textContent === name);

test("a newer version is told with its news, its command, and that nothing installs it", async () => {
    const place = await notice({});
    assert.match(place.textContent, /Sidekey 1\.4\.0 is out\./);
    for (const part of ["https://a.example/news", "sudo apt install sidekey", "never installs"]) assert.ok(place.textContent.includes(part), part);
    assert.equal([...place.shown()].some(({ tag }) => tag === "a"), false);
    assert.match((await notice({ release: { ...NEWER, urgent: true } })).textContent, /closes a security hole/);
    for (const kind of ["tarball", "source", "__proto__"]) assert.ok((await notice({ kind })).textContent.includes("never installs"), kind);
});

test("nothing is told of what isn't newer, isn't known, or is asked of an older agent", async () => {
    for (const change of [{ release: { ...NEWER, newer: false } }, { release: undefined }, null]) {
        assert.equal((await notice(change)).textContent, "");
    }
});

test("no button opens an address that isn't https, and no text of a list hides anything", async () => {
    for (const notes of ["http://a.example", "javascript:alert(1)", "", "HTTPS://a.example"]) {
        assert.equal(named(await notice({ release: { ...NEWER, notes } }), "Show what is new"), undefined, notes);
    }
    assert.ok(named(await notice({}), "Show what is new"));
    const place = await notice({ release: { ...NEWER, version: "1.4\u202e0" } });
    assert.equal(place.textContent.includes("\u202e"), false);
});

test("a version that was hidden stays hidden, and another is told", async () => {
    const place = await notice({});
    await named(place, "Hide this version").listeners.get("click")();
    await settle();
    assert.equal(place.textContent, "");
    assert.equal((await notice({})).textContent, "");
    assert.match((await notice({ release: { ...NEWER, version: "1.4.1" } })).textContent, /1\.4\.1 is out/);
});

test("the setting says who learns what, is off until it is set, and can't be set where no list is named", async () => {
    const asked = [];
    const section = new UpdatesSection(client({}, asked));
    await section.draw();
    assert.match(section.element.textContent, /learns your IP address/);
    const box = [...section.element.shown()].find(({ tag }) => tag === "input");
    assert.deepEqual([box.checked, box.disabled], [false, false]);
    box.checked = true;
    box.listeners.get("change")();
    await settle();
    assert.deepEqual(asked.at(-1), ["settings.set", { updates: "daily" }]);
    const unnamed = new UpdatesSection(client({ named: false, release: undefined, looked: undefined }));
    await unnamed.draw();
    assert.match(unnamed.element.textContent, /names no release list/);
    assert.equal([...unnamed.element.shown()].find(({ tag }) => tag === "input").disabled, true);
});

test("a look that failed is said in words", async () => {
    const section = new UpdatesSection(client({ failure: "release-older" }));
    await section.draw();
    assert.match(section.element.textContent, /The last look failed: The release list there is older/);
    const other = new UpdatesSection(client({ failure: "no-network" }));
    await other.draw();
    assert.match(other.element.textContent, /The last look failed: no-network/);
    const older = new UpdatesSection(client(null));
    await older.draw();
    assert.equal(older.element.hidden, true);
});
