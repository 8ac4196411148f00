// The screens that modules of other packages bring: where the popup lists them, and how it draws their pages.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { WalletError } from "../../extension/lib/errors.js";
import { install } from "./support/document.mjs";
import { settle } from "./support/fakes.mjs";
import { extension } from "./support/realm.mjs";

install(JSON.parse(readFileSync(new URL("_locales/en/messages.json", extension), "utf8")));
const { ModulesStore } = await import("../../extension/ui/stores/modules.js");
const { ModuleSection } = await import("../../extension/ui/wallet/views/module.js");
const { MoreView } = await import("../../extension/ui/wallet/views/more.js");

const SCREEN = { module: "ping", screen: "ping", title: "Ping" };
const PAGE = { facts: [{ label: "Pings answered", value: "0" }], actions: [{ id: "say", label: "Say it", inputs: [{ name: "words", label: "Words" }, { name: "to", label: "To" }] }] };
const FAILURE = new WalletError(-32603, "it went away", { reason: "agent-unavailable" });
const HOSTILE = "a\u202eb<img src=x onerror=alert(1)>";
const SPELLED = "a\\u{202e}b<img src=x onerror=alert(1)>";

/** A client whose answers are given by hand, in the order of the questions. */
function client() {
    const asked = [];
    const request = (method, params) => new Promise((answer, refuse) => asked.push({ method, params, answer, refuse }));
    return { asked, request, on: () => {} };
}

async function section(page) {
    document.activeElement = undefined;
    const agent = client();
    const made = new ModuleSection(new ModulesStore(agent));
    made.show(SCREEN);
    if (page) agent.asked[0].answer(page);
    await settle();
    const shown = (tag) => [...made.element.shown()].filter((element) => element.tag === tag);
    const submit = () => shown("form")[0].listeners.get("submit")({ preventDefault: () => {} });
    const isBusy = () => made.element.children.find(({ attributes }) => attributes.get("role") === "status").textContent !== "";
    const alert = () => [...made.element.shown()].find(({ attributes }) => attributes.get("role") === "alert").textContent;
    return { made, agent, shown, submit, isBusy, alert };
}

async function more(...others) {
    const agent = client();
    const went = [];
    const view = new MoreView(agent, Object.assign((...where) => went.push(where), { others: () => others }));
    const element = await view.draw();
    while (agent.asked.length === 0) await settle();
    return { view, element, agent, went };
}

test("a page is drawn as facts and forms, and no text of it is markup or hides", async () => {
    const { made, agent, shown } = await section({
        facts: [{ label: HOSTILE, value: HOSTILE }], actions: [{ id: "a", label: HOSTILE, inputs: [{ name: "n", label: HOSTILE }] }],
    });
    assert.deepEqual([agent.asked[0].method, agent.asked[0].params], ["modules.page", { module: "ping", screen: "ping" }]);
    assert.equal(shown("h1")[0].textContent, "Ping");
    for (const tag of ["dt", "dd", "label", "button"]) assert.deepEqual(shown(tag).map(({ textContent }) => textContent), [SPELLED], tag);
    assert.deepEqual(shown("img"), []);
    assert.ok(!made.element.textContent.includes("\u202e"));
});

test("a page without facts has no empty card", async () => {
    const { shown } = await section({ ...PAGE, facts: [] });
    assert.deepEqual([shown("dl").length, shown("form").length], [0, 1]);
});

test("an action takes what was typed, is done once however often it is pressed, and its page is drawn", async () => {
    const { agent, shown, submit, isBusy } = await section(PAGE);
    assert.equal(isBusy(), false);
    const [words, to] = shown("input");
    [words.value, to.value] = ["hello", "you"];
    const heading = shown("h1")[0];
    submit();
    submit();
    assert.equal(agent.asked.length, 2);
    assert.deepEqual([agent.asked[1].method, agent.asked[1].params], ["modules.act", { module: "ping", screen: "ping", action: "say", values: { words: "hello", to: "you" } }]);
    assert.ok(isBusy() && shown("button")[0].disabled);
    agent.asked[1].answer({ ...PAGE, facts: [{ label: "Pings answered", value: "1" }] });
    await settle();
    assert.equal(shown("dd")[0].textContent, "1");
    assert.equal(isBusy(), false);
    assert.equal(shown("h1")[0], heading);
    assert.equal(document.activeElement, shown("button")[0]);
    assert.equal(shown("button")[0].attributes.get("type"), "submit");
});

test("an action that fails says why, keeps what was typed and can be pressed again", async () => {
    const { agent, shown, submit, isBusy, alert } = await section(PAGE);
    shown("input")[0].value = "hello";
    submit();
    agent.asked[1].refuse(FAILURE);
    await settle();
    assert.notEqual(alert(), "");
    assert.equal(isBusy(), false);
    assert.deepEqual([shown("input")[0].value, shown("button")[0].disabled, shown("dd")[0].textContent], ["hello", false, "0"]);
    submit();
    assert.equal(alert(), "");
    assert.equal(agent.asked.length, 3);
});

test("a page that can't be read says why, and is asked for again on request", async () => {
    const { made, agent, shown, isBusy, alert } = await section();
    assert.ok(isBusy());
    agent.asked[0].refuse(FAILURE);
    await settle();
    assert.notEqual(alert(), "");
    assert.equal(isBusy(), false);
    made.element.button("Try again").click();
    agent.asked[1].answer(PAGE);
    await settle();
    assert.deepEqual([alert(), shown("dd").length, shown("button").length], ["", 1, 1]);
});

test("an answer for a screen that was left isn't drawn over the next one", async () => {
    const { made, agent, shown } = await section();
    made.show({ module: "pong", screen: "pong", title: "Pong" });
    agent.asked[1].answer({ facts: [{ label: "Pongs", value: "2" }], actions: [] });
    await settle();
    agent.asked[0].answer(PAGE);
    await settle();
    assert.deepEqual([shown("h1")[0].textContent, shown("dt").map(({ textContent }) => textContent)], ["Pong", ["Pongs"]]);
});

test("the menu lists the screens of every page of modules, behind its own places", async () => {
    const { element, agent, went } = await more("contacts");
    const own = (id) => ({ id, extensionPoints: {} });
    const other = (id, title) => ({ id, extensionPoints: { screens: [{ id: "main", title }] } });
    assert.ok(element.button("Address book"));
    assert.equal(agent.asked[0].method, "modules.list");
    agent.asked[0].answer({ modules: [own("accounts"), other("one", HOSTILE)], cursor: "one" });
    await settle();
    agent.asked[1].answer({ modules: [other("two", "Two")] });
    await settle();
    assert.equal(agent.asked[1].params.cursor, "one");
    const buttons = [...element.shown()].filter(({ tag }) => tag === "button").map(({ textContent }) => textContent);
    assert.deepEqual(buttons.slice(0, 3), ["Address book", SPELLED, "Two"]);
    element.button("Two").click();
    assert.deepEqual(went, [["more", { module: "two", screen: "main", title: "Two" }]]);
});

test("a menu whose screens stayed the same isn't drawn again when they are read again", async () => {
    const { view, element, agent } = await more();
    const modules = [{ id: "ping", extensionPoints: { screens: [{ id: "ping", title: "Ping" }] } }];
    agent.asked[0].answer({ modules });
    await settle();
    const before = element.button("Ping");
    assert.ok(before);
    await view.draw();
    await settle();
    agent.asked[1].answer({ modules });
    await settle();
    assert.equal(element.button("Ping"), before);
});

test("modules that can't be listed leave the menu's own places", async () => {
    const { element, agent } = await more("contacts", "about");
    agent.asked[0].refuse(FAILURE);
    await settle();
    assert.ok(element.button("Address book") && element.button("About"));
});
