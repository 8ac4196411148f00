import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { HostConnection, phaseAfter } from "../../extension/background/host.js";
import { ConnectionLost } from "../../extension/lib/errors.js";
import { FakePort, settle } from "./support/fakes.mjs";

const HELLO = { protocol: 1, version: "0.1.0", vault: "locked", unattended: false, pages: ["connect"] };

function connection({ broken = false } = {}) {
    const ports = [];
    const phases = [];
    const notified = [];
    const host = new HostConnection({
        open: () => {
            if (broken) throw new Error("no such permission");
            ports.push(new FakePort());
            return ports.at(-1);
        },
        identity: async () => ({ profile: "p", connectionKey: "k" }),
        version: "0.1.0",
        lastError: () => "",
        changed: ({ phase }) => phases.push(phase),
        notified: (method, params) => notified.push([method, params]),
        pause: async () => {},
    });
    return { host, ports, phases, notified };
}

async function ready(made = connection()) {
    const answer = made.host.ready();
    await settle();
    const port = made.ports.at(-1);
    port.receive({ jsonrpc: "2.0", id: port.sent[0].id, result: HELLO });
    await answer;
    return { ...made, port };
}

test("hello comes first and says who is there", async () => {
    const { port, phases } = await ready();
    const { method, params } = port.sent[0];
    assert.equal(method, "hello");
    assert.deepEqual(params, { protocol: 1, client: "extension", version: "0.1.0", profile: "p", connectionKey: "k" });
    assert.deepEqual(phases, ["connecting", "ready"]);
});

test("callers that come at once share one connection", async () => {
    const made = connection();
    const answers = [made.host.ready(), made.host.ready(), made.host.request("vault.status", {})];
    await settle();
    assert.equal(made.ports.length, 1);
    made.ports[0].receive({ jsonrpc: "2.0", id: made.ports[0].sent[0].id, result: HELLO });
    await settle();
    const { id } = made.ports[0].sent[1];
    made.ports[0].receive({ jsonrpc: "2.0", id, result: { vault: "locked" } });
    assert.deepEqual((await Promise.all(answers))[2], { vault: "locked" });
});

test("answers find their requests in any order, and strangers are ignored", async () => {
    const { host, port } = await ready();
    const answers = [host.request("one", {}, "a"), host.request("two", {}, "b")];
    await settle();
    port.receive({ jsonrpc: "2.0", id: "zzz", result: 0 });
    port.receive({ jsonrpc: "2.0", id: null, error: { code: -32600, message: "x" } });
    port.receive({ jsonrpc: "2.0", id: "b", error: { code: 4100, message: "no", data: { reason: "not-connected" } } });
    port.receive({ jsonrpc: "2.0", id: "a", result: 1 });
    assert.equal(await answers[0], 1);
    await assert.rejects(answers[1], { code: 4100, reason: "not-connected" });
});

test("a ceremony in Sidekey's window has half an hour, where another request is given up after minutes", async () => {
    const { host, port } = await ready();
    mock.timers.enable({ apis: ["setTimeout"] });
    try {
        const ended = [];
        for (const method of ["vault.status", "vault.setup", "vault.ceremony"]) host.request(method, {}, method).catch(() => ended.push(method));
        await settle();
        assert.equal(port.sent.length, 4);
        mock.timers.tick(360_001);
        await settle();
        assert.deepEqual(ended, ["vault.status"]);
        mock.timers.tick(30 * 60_000);
        await settle();
        assert.deepEqual(ended, ["vault.status", "vault.setup", "vault.ceremony"]);
    } finally {
        mock.timers.reset();
    }
});

test("notifications are handed on", async () => {
    const { port, notified } = await ready();
    port.receive({ jsonrpc: "2.0", method: "vault.changed", params: { vault: "unlocked" } });
    assert.deepEqual(notified, [["vault.changed", { vault: "unlocked" }]]);
});

for (const [message, phase] of [
    ["Specified native messaging host not found.", "missing"],
    ["No such native application app.sidekey.host", "missing"],
    ["Access to the specified native messaging host is forbidden.", "forbidden"],
    ["Native host has exited.", "failed"],
    ["An unexpected error occurred", "failed"],
    [undefined, "failed"],
]) {
    test(`a port that ends before hello with "${message}" means ${phase}`, async () => {
        const made = connection();
        const answer = made.host.ready();
        await settle();
        made.ports[0].drop(message);
        const reason = phase === "failed" ? "host-gone" : "host-missing";
        await assert.rejects(answer, { code: 4900, reason });
        assert.equal(made.host.state.phase, phase);
    });
}

test("a connection that was ready and ended is lost, and says so to everyone who waited", async () => {
    const { host, port } = await ready();
    const answer = host.request("connect", {});
    await settle();
    port.drop();
    await assert.rejects(answer, (error) => error instanceof ConnectionLost && error.code === 4900);
    assert.equal(host.state.phase, "lost");
    assert.equal(phaseAfter("Native host has exited.", true), "lost");
});

test("another protocol number is a mismatch that names the older side", async () => {
    const made = connection();
    const answer = made.host.ready();
    await settle();
    const data = { reason: "protocol-mismatch", update: "extension", protocol: 2 };
    made.ports[0].receive({ id: made.ports[0].sent[0].id, error: { code: -32600, message: "no", data } });
    await assert.rejects(answer, { code: 4900 });
    assert.deepEqual([made.host.state.phase, made.host.state.update], ["mismatch", "extension"]);
    assert.equal(made.ports[0].open, false);
});

test("a refused hello and a browser without native messaging are failures, not hangs", async () => {
    const made = connection();
    const answer = made.host.ready();
    await settle();
    const error = { code: -32600, message: "no", data: { reason: "caller-refused" } };
    made.ports[0].receive({ id: made.ports[0].sent[0].id, error });
    await assert.rejects(answer, { code: 4900 });
    assert.deepEqual([made.host.state.phase, made.host.state.reason], ["failed", "caller-refused"]);
    await assert.rejects(connection({ broken: true }).host.ready(), { code: 4900 });
});

test("recovering tries again, and stops at once where trying can't help", async () => {
    const made = connection();
    const answer = made.host.recover();
    for (let i = 0; i < 2; i++) {
        await settle();
        made.ports.at(-1).drop("Native host has exited.");
    }
    await settle();
    made.ports.at(-1).receive({ id: made.ports.at(-1).sent[0].id, result: HELLO });
    await answer;
    assert.equal(made.ports.length, 3);

    const hopeless = connection();
    const refused = hopeless.host.recover();
    await settle();
    hopeless.ports[0].drop("Specified native messaging host not found.");
    await assert.rejects(refused, { reason: "host-missing" });
    assert.equal(hopeless.ports.length, 1);
});

test("recovering gives up in the end", async () => {
    const made = connection();
    const answer = made.host.recover();
    answer.catch(() => {});
    for (let i = 0; i < 10; i++) {
        await settle();
        made.ports.at(-1).drop();
    }
    await assert.rejects(answer, { code: 4900, reason: "host-gone" });
});

test("a message over 1 MiB isn't sent", async () => {
    const { host, port } = await ready();
    const answer = host.request("signMessage", { message: "A".repeat(1_048_576) });
    await assert.rejects(answer, { code: -32600, reason: "frame-too-large" });
    assert.equal(port.sent.length, 1);
});

test("a text that is half a surrogate pair is refused here, where its sender can be told", async () => {
    const { host, port } = await ready();
    for (const params of [{ account: "\ud800" }, { account: "a\udc00b" }, { messages: ["\udbff"] }, { "\ud800": "a" }]) {
        await assert.rejects(host.request("signMessage", params), { code: -32700, reason: "json-surrogate" });
    }
    assert.equal(port.sent.length, 1);
    const answer = host.request("signMessage", { message: "\ud83d\udd11" }, "a");
    await settle();
    port.receive({ id: "a", result: {} });
    await answer;
});

test("closing is silent and the next request connects anew", async () => {
    const made = await ready();
    made.host.close();
    assert.deepEqual([made.port.open, made.host.state.phase], [false, "idle"]);
    made.port.drop();
    assert.equal(made.host.state.phase, "idle");
    const again = made.host.ready();
    await settle();
    assert.equal(made.ports.length, 2);
    made.ports[1].drop();
    await assert.rejects(again);
});
