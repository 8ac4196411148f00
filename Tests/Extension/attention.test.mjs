import assert from "node:assert/strict";
import { test } from "node:test";
import { FakeStorage, settle } from "./support/fakes.mjs";

const api = {};
globalThis.browser = api;
const { Attention } = await import("../../extension/background/attention.js");

/** A browser with windows, and an Attention in it. */
function desk({ session = new FakeStorage() } = {}) {
    const desk = { open: [], focused: [], badges: [], rejected: [], session, next: 1 };
    Object.assign(api, {
        action: { setBadgeText: ({ text }) => desk.badges.push(text) },
        storage: { session },
        runtime: { getURL: (path) => `ext://${path}` },
        windows: {
            getLastFocused: async () => ({ left: 0, top: 0, width: 1200 }),
            create: async (details) => {
                const id = desk.next++;
                desk.open.push({ id, ...details });
                return { id };
            },
            get: async (id) => {
                if (!desk.open.some((window) => window.id === id)) throw new Error("no window with this id");
                return { id };
            },
            update: async (id) => {
                if (!desk.open.some((window) => window.id === id)) throw new Error("no window with this id");
                desk.focused.push(id);
            },
        },
    });
    desk.attention = new Attention(async (ids) => void desk.rejected.push(ids));
    desk.close = (id) => {
        desk.open = desk.open.filter((window) => window.id !== id);
        desk.attention.closed(id);
    };
    return desk;
}

const request = (id, own = true) => ({ id, own });

test("two requests that arrive together open one window, and the badge counts both", async () => {
    const { attention, open, badges } = desk();
    attention.update([request("a")], false);
    attention.update([request("a"), request("b")], false);
    await settle();
    assert.equal(open.length, 1);
    assert.deepEqual([open[0].type, open[0].url], ["popup", "ext://ui/approval.html"]);
    assert.deepEqual(badges, ["1", "2"]);
});

test("another browser's request is counted and opens nothing", async () => {
    const { attention, open, badges } = desk();
    attention.update([request("a", false)], false);
    await settle();
    assert.deepEqual([open.length, badges.at(-1)], [0, "1"]);
    attention.update([], false);
    assert.equal(badges.at(-1), "");
});

test("no window opens while the popup shows what waits, and one does when that has gone", async () => {
    const { attention, open } = desk();
    attention.update([request("a")], true);
    await settle();
    assert.equal(open.length, 0);
    attention.update([request("a")], false);
    await settle();
    assert.equal(open.length, 1);
});

test("closing the window rejects everything it held, once", async () => {
    const made = desk();
    made.attention.update([request("a"), request("b")], false);
    await settle();
    made.attention.holds(1, ["a", "b"]);
    made.close(1);
    made.close(1);
    made.attention.update([request("a"), request("b")], false);
    await settle();
    assert.deepEqual(made.rejected, [["a", "b"]]);
    assert.equal(made.open.length, 0);
});

test("a window that is gone before the browser says so was closed all the same", async () => {
    const made = desk();
    made.attention.update([request("a")], false);
    await settle();
    made.attention.holds(1, ["a"]);
    await settle();
    made.open = [];
    made.attention.update([request("a")], false);
    await settle();
    made.attention.closed(1);
    await settle();
    assert.deepEqual(made.rejected, [["a"]]);
    assert.equal(made.open.length, 0);
});

test("a window closed while the background was away still rejects", async () => {
    const before = desk();
    before.attention.update([request("a")], false);
    await settle();
    before.attention.holds(1, ["a"]);
    await settle();
    const after = desk({ session: before.session });
    after.attention.closed(1);
    await settle();
    assert.deepEqual(after.rejected, [["a"]]);
    after.attention.queued("a");
    after.attention.queued("b");
    await settle();
    assert.deepEqual(after.rejected, [["a"], ["a"]]);
});

test("a background that comes back finds its window and opens no second", async () => {
    const before = desk();
    before.attention.update([request("a")], false);
    await settle();
    const after = desk({ session: before.session });
    after.open.push({ id: 1 });
    after.attention.update([request("a")], false);
    await settle();
    assert.equal(after.open.length, 1);
    assert.deepEqual(after.focused, [1]);
});

test("a window that shows nothing any more rejects nothing", async () => {
    const made = desk();
    made.attention.update([request("a")], false);
    await settle();
    made.attention.holds(1, ["a"]);
    made.attention.holds(1, []);
    made.close(1);
    await settle();
    assert.deepEqual(made.rejected, []);
});

test("what another window claims to hold isn't believed", async () => {
    const made = desk();
    made.attention.update([request("a")], false);
    await settle();
    made.attention.holds(1, ["a"]);
    made.attention.holds(99, ["x"]);
    made.close(99);
    await settle();
    assert.deepEqual(made.rejected, []);
});

test("only a new request brings the window to the front again", async () => {
    const { attention, focused } = desk();
    attention.update([request("a")], false);
    await settle();
    attention.update([request("a")], true);
    await settle();
    assert.deepEqual(focused, []);
    attention.update([request("a"), request("b")], true);
    await settle();
    assert.deepEqual(focused, [1]);
    // A request that waits to be joined after a reconnection isn't new when it is.
    attention.update([request("a", false), request("b", false)], true);
    attention.update([request("a"), request("b")], true);
    await settle();
    assert.deepEqual(focused, [1]);
});

test("a place that the browser refuses is left to the browser", async () => {
    const made = desk();
    const { create } = api.windows;
    api.windows.create = (details) => ("left" in details ? Promise.reject(new Error("invalid bounds")) : create(details));
    made.attention.update([request("a")], false);
    await settle();
    assert.equal(made.open.length, 1);
});
