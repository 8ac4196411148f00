import assert from "node:assert/strict";
import { test } from "node:test";
import { FakePort, settle } from "./support/fakes.mjs";
import { relayRealm } from "./support/realm.mjs";

const ORIGIN = "https://dapp.example";
const plain = (value) => JSON.parse(JSON.stringify(value));

/** A relay that was handed its port, and the ports that it opened to the background. */
function handed(options = {}) {
    const ports = [];
    const connect = () => {
        if (options.broken) throw new Error("Extension context invalidated.");
        ports.push(new FakePort());
        return ports.at(-1);
    };
    const relay = relayRealm({ connect, ...options });
    relay.hand();
    return { ...relay, ports, options };
}

test("the first handover from its own window is taken, and then nobody is listened to", () => {
    const relay = relayRealm({ connect: () => new FakePort() });
    relay.hand({ source: {} });
    relay.hand({ data: "sidekey" });
    relay.hand({ ports: [] });
    assert.deepEqual([relay.listeners.has("message"), relay.page.hidden], [true, false]);
    relay.hand();
    assert.equal(relay.page.hidden, true, "the page's own listeners don't get the port");
    assert.equal(relay.listeners.has("message"), false);
});

test("a sandboxed document has no relay", () => {
    assert.equal(relayRealm({ origin: "null" }).listeners.size, 0);
});

test("a page without a grant never wakes the background", async () => {
    const { ports } = handed();
    await settle();
    assert.equal(ports.length, 0);
});

test("a page whose origin has a grant is given its accounts", async () => {
    const { ports, page } = handed({ marks: { [`granted ${ORIGIN}`]: ["default"] } });
    await settle();
    assert.deepEqual(ports[0].sent, [{ restore: true }]);
    const accounts = [{ publicKey: "A", label: "Account 1" }];
    ports[0].receive({ event: "accounts", accounts });
    assert.deepEqual(page.sent, [{ event: "accounts", accounts }]);
});

test("a private window is never silent", async () => {
    const { ports } = handed({ marks: { [`granted ${ORIGIN}`]: ["default"] }, incognito: true });
    await settle();
    assert.equal(ports.length, 0);
});

test("a request goes to the background and its answer comes back once", () => {
    const { ask, ports, page } = handed();
    ask({ id: "1", method: "connect", params: {}, origin: "https://evil.example" });
    assert.deepEqual(ports[0].sent, [{ id: "1", method: "connect", params: {}, touched: false }]);
    ports[0].receive({ id: "1", result: { accounts: [] } });
    ports[0].receive({ id: "1", result: { accounts: [] } });
    ports[0].receive({ id: "9", result: {} });
    assert.deepEqual(page.sent, [{ id: "1", result: { accounts: [] } }]);
});

test("a person's touch is what the browser says a person did in this document, and never what the page says", () => {
    for (const [type, event] of [["pointerdown", { isTrusted: false }], ["keydown", { key: "Escape" }], ["pointermove", {}]]) {
        const { ask, ports, happen } = handed();
        happen(type, event);
        ask({ id: "1", method: "connect", params: {}, touched: true });
        assert.equal(ports[0].sent[0].touched, false, type);
    }
    for (const [type, event] of [["pointerdown", {}], ["keydown", { key: "a" }], ["touchend", {}]]) {
        const { ask, ports, happen } = handed();
        happen(type, event);
        ask({ id: "1", method: "connect", params: {}, touched: false });
        assert.equal(ports[0].sent[0].touched, true, type);
    }
});

test("a touch while the page waits is said once, and holds when what is unfinished is sent again", () => {
    const { ask, ports, happen, tick } = handed();
    ask({ id: "1", method: "connect", params: {} });
    happen("pointerdown");
    happen("keydown", { key: "a" });
    assert.deepEqual(ports[0].sent.map(({ id, touched }) => [id, touched]), [["1", false], [undefined, true]]);
    ports[0].drop();
    tick();
    assert.deepEqual(ports[1].sent.map(({ id, touched }) => [id, touched]), [["1", true]]);
});

test("it says that it is there without waking the background", () => {
    const { ask, ports, page } = handed();
    ask({ ping: true });
    assert.deepEqual([page.sent, ports.length], [[{ pong: true }], 0]);
});

test("what isn't a request is refused here, or dropped where nobody could be answered", () => {
    const { ask, ports, page } = handed();
    for (const data of [null, 7, "connect", {}, { id: "" }, { id: 1 }, { id: "x".repeat(129) }]) ask(data);
    assert.equal(page.sent.length, 0);
    ask({ id: "1", method: 7, params: {} });
    ask({ id: "2", method: "connect" });
    assert.deepEqual(page.sent.map(({ error }) => error.data.reason), ["not-a-request", "not-a-request"]);
    assert.equal(ports.length, 0);
});

test("a request over 1 MiB is refused here, one of exactly 1 MiB isn't", () => {
    const { ask, ports, page } = handed();
    const empty = JSON.stringify({ id: "1", method: "signMessage", params: { message: "" } }).length;
    ask({ id: "1", method: "signMessage", params: { message: "A".repeat(1_048_576 - empty) } });
    assert.equal(ports[0].sent.length, 1);
    ask({ id: "2", method: "signMessage", params: { message: "A".repeat(1_048_577 - empty) } });
    ask({ id: "3", method: "signMessage", params: { message: "é".repeat(600_000) } });
    assert.deepEqual(page.sent.map(({ id, error }) => [id, error.code, error.data.reason]), [
        ["2", -32600, "frame-too-large"],
        ["3", -32600, "frame-too-large"],
    ]);
    assert.equal(ports[0].sent.length, 1);
});

test("when the background dies, unfinished requests are sent again under their ids", () => {
    const { ask, ports, tick, page } = handed();
    ask({ id: "1", method: "connect", params: {} });
    ask({ id: "2", method: "getAccounts", params: {} });
    ports[0].receive({ id: "2", result: { accounts: [] } });
    ports[0].drop();
    tick();
    assert.deepEqual(ports[1].sent, [{ id: "1", method: "connect", params: {}, touched: false }]);
    ports[1].receive({ id: "1", result: {} });
    assert.deepEqual(page.sent.map(({ id }) => id), ["2", "1"]);
});

test("a page that waits for nothing leaves a dead background alone", () => {
    const { ask, ports, tick } = handed();
    ask({ id: "1", method: "getAccounts", params: {} });
    ports[0].receive({ id: "1", result: { accounts: [] } });
    ports[0].drop();
    tick();
    assert.equal(ports.length, 1);
});

test("a page with accounts comes back to hear of changes, until it is told to rest", () => {
    const { ask, ports, tick } = handed();
    ask({ id: "1", method: "getAccounts", params: {} });
    ports[0].receive({ event: "accounts", accounts: [{ publicKey: "A", label: "Account 1" }] });
    ports[0].receive({ id: "1", result: {} });
    ports[0].drop();
    tick();
    assert.deepEqual(ports[1].sent, [{ restore: true }]);
    ports[1].receive({ event: "rest" });
    ports[1].drop();
    tick();
    assert.equal(ports.length, 2);
});

test("a background that dies each time is given up with 4900", () => {
    const { ask, ports, tick, page } = handed();
    ask({ id: "1", method: "connect", params: {} });
    for (let i = 0; i < 20; i++) {
        ports.at(-1).drop();
        tick();
    }
    assert.ok(ports.length < 10);
    assert.deepEqual(page.sent.map(({ id, error }) => [id, error.code]), [["1", 4900]]);
});

test("a page whose extension was reloaded is told, not left waiting", () => {
    const { ask, page } = handed({ broken: true });
    ask({ id: "1", method: "connect", params: {} });
    ask({ id: "2", method: "connect", params: {} });
    assert.deepEqual(page.sent.map(({ error }) => error.code), [4900, 4900]);
});

test("a page whose extension went without a word of it from the port is told too", () => {
    const { ask, page, ports, state, tick } = handed();
    ask({ id: "1", method: "connect", params: {} });
    tick();
    assert.deepEqual(page.sent, []);
    state.orphaned = true;
    tick();
    assert.deepEqual(page.sent.map(({ id, error }) => [id, error.code]), [["1", 4900]]);
    assert.equal(ports.length, 1);
});

test("an origin that the background refuses is told so, now and later", () => {
    const { ask, ports, page } = handed();
    ask({ id: "1", method: "connect", params: {} });
    const error = { code: -32000, message: "no", data: { reason: "origin-refused" } };
    ports[0].receive({ refused: error });
    ask({ id: "2", method: "connect", params: {} });
    assert.deepEqual(plain(page.sent), [{ id: "1", error }, { id: "2", error }]);
    assert.equal(ports.length, 1);
});

test("leaving the page closes the port and cancels what was unfinished", () => {
    const { ask, ports, page, listeners } = handed();
    ask({ id: "1", method: "connect", params: {} });
    listeners.get("pagehide")({});
    assert.equal(ports[0].open, false);
    assert.deepEqual(page.sent.map(({ error }) => [error.code, error.data.reason]), [[-32000, "cancelled"]]);
});

test("a page that is loaded ahead of time waits until it is shown", () => {
    const { ask, ports, state, documentListeners } = handed({ prerendering: true });
    ask({ id: "1", method: "connect", params: {} });
    assert.equal(ports.length, 0);
    state.prerendering = false;
    documentListeners.get("prerenderingchange")();
    assert.deepEqual(ports[0].sent.map(({ id }) => id), ["1"]);
});

test("asked by the popup, it reports itself to the background", () => {
    const { message, ports } = handed();
    assert.equal(message("something else"), undefined);
    assert.equal(ports.length, 0);
    assert.equal(message("report").served, true);
    assert.equal(ports.length, 1);
});

test("the provider is told to be window.solana only where the user has said so", async () => {
    for (const [marks, told] of [[{}, []], [{ "window.solana": "yes" }, []], [{ "window.solana": true }, [{ event: "window.solana" }]]]) {
        const { page, ports } = handed({ marks });
        await settle();
        assert.deepEqual([plain(page.sent), ports.length], [told, 0]);
    }
    const { page } = handed({ marks: { "window.solana": true }, incognito: true });
    await settle();
    assert.deepEqual(plain(page.sent), [{ event: "window.solana" }]);
});

const FRAME = { origin: "https://pay.dapp.example", around: [ORIGIN], marks: { [`granted ${ORIGIN}`]: ["default"] } };

test("a frame of the site's own asks the background once the page around it is connected, and says nothing before it is served", async () => {
    const { ports, page, ask, mark } = handed({ ...FRAME, marks: {} });
    await settle();
    assert.equal(ports.length, 0);
    mark("granted https://other.example");
    assert.equal(ports.length, 0);
    mark(`granted ${ORIGIN}`);
    assert.equal(ports.length, 1);
    ask({ id: "1", method: "connect", params: {} });
    assert.deepEqual(page.sent, []);
    ports[0].receive({ event: "framed" });
    assert.deepEqual(page.sent, [{ event: "frame" }]);
    assert.deepEqual(ports[0].sent.map(({ id }) => id), ["1", "1"], "what was said too soon is said again");
});

test("a frame that has a grant of its own in this page is given its accounts", async () => {
    const mark = `granted https://pay.dapp.example in ${ORIGIN}`;
    const { ports } = handed({ ...FRAME, marks: { ...FRAME.marks, [mark]: ["default"] } });
    await settle();
    ports[0].receive({ event: "framed" });
    await settle();
    assert.deepEqual(ports[0].sent, [{ restore: true }]);
});

test("a frame that isn't served is told nothing, and may be served later", async () => {
    const { ports, page, mark } = handed(FRAME);
    await settle();
    ports[0].receive({ refused: { code: -32000, message: "no" } });
    assert.deepEqual(page.sent, []);
    mark(`granted ${ORIGIN}`);
    assert.equal(ports.length, 2);
});

for (const [name, around, origin] of [
    ["another site's page", ["https://other.example"]], ["another scheme", ["http://dapp.example"]],
    ["two pages", [ORIGIN, ORIGIN]], ["no page that is known", ["null"]], ["nothing that the browser tells", undefined],
]) {
    test(`a frame in ${name} has no relay`, () => {
        const relay = relayRealm({ ...FRAME, around: around ?? [], ...(origin ? { origin } : {}), connect: () => new FakePort() });
        assert.equal(relay.listeners.size, 0);
    });
}

test("a frame in a private window never wakes the background", async () => {
    const { ports } = handed({ ...FRAME, incognito: true });
    await settle();
    assert.equal(ports.length, 0);
});

test("a page is asked which origins it lists for its frames", () => {
    for (const [listing, listed] of [
        ["https://pay.dapp.example", true], [" https://a.dapp.example\n https://pay.dapp.example ", true],
        ["https://pay.dapp.example.evil.example", false], ["*", false], ["", false], [undefined, false],
    ]) {
        const { ports, ask } = handed({ listing });
        ask({ id: "1", method: "connect", params: {} });
        ports[0].receive({ lists: { number: 4, origin: "https://pay.dapp.example" } });
        assert.deepEqual(ports[0].sent.at(-1), { lists: 4, listed });
    }
});
