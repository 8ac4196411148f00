import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { FakeStorage, settle } from "./support/fakes.mjs";

const api = {};
globalThis.browser = api;
api.i18n = { getMessage: (key) => (key.startsWith("notice") ? key : "") };
const { Attention } = await import("../../extension/background/attention.js");

/** A browser with windows, and an Attention in it. */
function desk({ session = new FakeStorage(), invited } = {}) {
    // What an earlier desk was about to do ends with it.
    mock.timers.reset();
    mock.timers.enable({ apis: ["setTimeout"] });
    const desk = { open: [], focused: [], badges: [], rejected: [], shown: [], behind: false, session, next: 1 };
    Object.assign(api, {
        action: { setBadgeText: ({ text }) => desk.badges.push(text) },
        storage: { session, local: new FakeStorage() },
        notifications: {
            create: async (name, { title }) => void desk.shown.push([name, title]),
            clear: async (name) => void (desk.shown = desk.shown.filter(([shown]) => shown !== name)),
        },
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
                return { id, focused: !desk.behind };
            },
            update: async (id) => {
                if (!desk.open.some((window) => window.id === id)) throw new Error("no window with this id");
                desk.focused.push(id);
            },
        },
    });
    desk.attention = new Attention(async (ids) => void desk.rejected.push(ids), invited);
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

test("what a page asks that nobody touched is counted, and opens and raises no window", async () => {
    const touched = new Set();
    const made = desk({ invited: ({ id }) => touched.has(id) });
    made.attention.update([request("a")], false);
    await settle();
    assert.deepEqual([made.open.length, made.badges.at(-1)], [0, "1"]);
    // Nor does it once the popup that showed it has gone.
    made.attention.update([request("a")], true);
    made.attention.update([request("a")], false);
    await settle();
    assert.equal(made.open.length, 0);
    touched.add("b");
    made.attention.update([request("a"), request("b")], false);
    await settle();
    assert.equal(made.open.length, 1);
    made.attention.update([request("a"), request("b"), request("c")], false);
    await settle();
    assert.deepEqual(made.focused, []);
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

test("no window opens for what Sidekey's own window decides, and one does if that can't", async () => {
    const { attention, open } = desk();
    const answers = [];
    const ask = () => new Promise((resolve, reject) => answers.push({ resolve, reject }));
    attention.update([request("a")], true);
    const decided = attention.decidedOutside("a", ask);
    attention.update([request("a")], false);
    await settle();
    assert.equal(open.length, 0);
    answers[0].resolve({ state: "answered" });
    assert.deepEqual(await decided, { state: "answered" });
    attention.update([], false);
    await settle();
    assert.equal(open.length, 0);

    attention.update([request("b")], true);
    const failed = attention.decidedOutside("b", ask);
    attention.update([request("b")], false);
    await settle();
    assert.equal(open.length, 0);
    answers[1].reject(new Error("no display"));
    await assert.rejects(failed, /no display/);
    await settle();
    assert.equal(open.length, 1);
});

test("what comes while Sidekey's own window decides something else opens a window", async () => {
    const { attention, open } = desk();
    attention.update([request("a")], true);
    void attention.decidedOutside("a", () => new Promise(() => {}));
    attention.update([request("a"), request("b")], false);
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

test("a request that arrives while the window closes by itself gets a window of its own", async () => {
    const made = desk();
    made.attention.update([request("a")], false);
    await settle();
    made.attention.holds(1, ["a"]);
    made.attention.holds(1, []);
    made.attention.update([], false);
    // The browser still knows the window, and brings it to the front.
    made.attention.update([request("b")], false);
    await settle();
    assert.deepEqual([made.focused, made.open.length], [[1], 1]);
    made.close(1);
    await settle();
    assert.deepEqual(made.open.map(({ id }) => id), [2]);
    assert.deepEqual(made.rejected, []);
});

test("what arrives while the user closes the window is shown in another, and not rejected", async () => {
    const made = desk();
    made.attention.update([request("a")], false);
    await settle();
    made.attention.holds(1, ["a"]);
    made.attention.update([request("a"), request("b")], false);
    made.close(1);
    await settle();
    assert.deepEqual(made.rejected, [["a"]]);
    assert.deepEqual(made.open.map(({ id }) => id), [2]);
    // While the toolbar popup shows what waits, it needs no window.
    made.attention.update([request("b")], true);
    made.close(2);
    await settle();
    assert.equal(made.open.length, 0);
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

/** As long as a desktop may take. */
async function wait(milliseconds = 1_000) {
    await settle();
    mock.timers.tick(milliseconds);
    await settle();
}

test("a window that stays behind others is told of by a notification, which brings it up and goes when it is seen", async () => {
    const made = desk();
    made.behind = true;
    made.attention.update([request("a")], false);
    await wait(999);
    assert.deepEqual(made.shown, []);
    await wait(1);
    assert.deepEqual(made.shown, [["request", "noticeTitle"]]);
    made.attention.called();
    await settle();
    assert.deepEqual(made.focused, [1]);
    made.attention.seen(7);
    await settle();
    assert.equal(made.shown.length, 1);
    made.attention.seen(1);
    await wait();
    assert.deepEqual(made.shown, []);
    // Another request, and again it doesn't come up; it is decided elsewhere.
    made.attention.update([request("a"), request("b")], false);
    await wait();
    assert.equal(made.shown.length, 1);
    made.attention.update([], false);
    assert.deepEqual(made.shown, []);
});

test("a window at the front, one that is closed at once and what nobody touched make no notification", async () => {
    const made = desk();
    made.attention.update([request("a")], false);
    await wait();
    made.behind = true;
    made.attention.update([request("a"), request("b")], false);
    made.attention.holds(1, ["a", "b"]);
    await settle();
    made.close(1);
    await wait();
    assert.deepEqual(made.shown, []);
    const untouched = desk({ invited: () => false });
    untouched.behind = true;
    untouched.attention.update([request("c")], false);
    await wait();
    assert.deepEqual(untouched.shown, []);
});

test("pressing a notification whose window is gone opens another while something waits", async () => {
    const made = desk();
    made.attention.called();
    await settle();
    assert.equal(made.open.length, 0);
    made.attention.update([request("a")], true);
    made.attention.update([request("a")], false);
    await settle();
    made.open = [];
    made.attention.called();
    await settle();
    assert.equal(made.open.length, 1);
});
