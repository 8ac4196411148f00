import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { install } from "./support/document.mjs";
import { FakeEvent, FakeStorage, settle } from "./support/fakes.mjs";
import { extension } from "./support/realm.mjs";

const texts = (name) => JSON.parse(readFileSync(new URL(`_locales/${name}/messages.json`, extension), "utf8"));
install(texts("en"));
const { chosenLanguage, Language, LANGUAGES, ownName } = await import("../../extension/lib/language.js");
const { ChosenSetting } = await import("../../extension/background/chosen.js");
const { LanguageView } = await import("../../extension/ui/wallet/views/language.js");
const { lamportsOf } = await import("../../extension/lib/policy.js");

const local = browser.storage.local;
browser.runtime = { getURL: (path) => new URL(path, extension).href };
globalThis.fetch = async (url) => ({ json: async () => JSON.parse(readFileSync(new URL(url), "utf8")) });

const MOST = "18446744073709551615";
const tagged = (tag, messages = {}) => new Language((key) => ({ languageTag: tag, ...messages })[key] ?? "");

test("amounts have the language's groups and sign, to the last digit", () => {
    const written = LANGUAGES.map((name) => tagged(name.replace("_", "-")).amount(MOST, 9));
    assert.deepEqual(written, ["18,446,744,073.709551615", "18.446.744.073,709551615", "18.446.744.073,709551615", "18.446.744.073,709551615"]);
    assert.equal(tagged("el").amount("1000", 0), "1.000");
    assert.equal(tagged("el").amount("1"), "1");
    assert.equal(tagged("tr").amount("5", 20), `0,${"0".repeat(19)}5`);
});

test("digits are those of the command line in a language that has others", () => {
    assert.match(tagged("ar-EG").amount("1234567", 2), /^[\d\D]*12[^\d]345[^\d]67$/);
    assert.match(tagged("fa").date(0), /1348|1970/);
});

test("what isn't digits is never made a number", () => {
    for (const odd of ["", "-1", "1e9", "0x10", "?", "١"]) assert.equal(tagged("en").amount(odd, 9), odd);
});

test("what a field shows is read back as the same amount", () => {
    for (const name of LANGUAGES) {
        const language = tagged(name.replace("_", "-"));
        for (const lamports of ["0", "1", "100000000", "1000000000", "1234567890123456789", MOST]) {
            assert.equal(lamportsOf(language.read(language.typed(lamports, 9))), lamports, name);
        }
    }
});

test("another language's point is refused, and never read as a thousand times less or more", () => {
    assert.equal(lamportsOf(tagged("en").read("1,000")), undefined);
    assert.equal(lamportsOf(tagged("en").read("1,5")), undefined);
    for (const tag of ["pt-BR", "el", "tr"]) {
        assert.equal(lamportsOf(tagged(tag).read("1.000")), undefined, tag);
        assert.equal(lamportsOf(tagged(tag).read("0.5")), undefined, tag);
        assert.equal(lamportsOf(tagged(tag).read(" 0,5 ")), "500000000", tag);
    }
});

test("a count takes the form that the language has for it", () => {
    const forms = Object.fromEntries(["one", "few", "many", "other"].map((form) => [`thing_${form}`, form]));
    const of = (tag, ...counts) => counts.map((count) => tagged(tag, forms).plural("thing", count, count));
    assert.deepEqual(of("en", 0, 1, 2), ["other", "one", "other"]);
    assert.deepEqual(of("pt-BR", 0, 1, 2, 1_000_000), ["one", "one", "other", "many"]);
    assert.deepEqual(of("ru", 1, 2, 5), ["one", "few", "many"]);
});

test("a form that isn't there is told by the other", () => {
    assert.equal(tagged("ru", { thing_other: "all" }).plural("thing", 2), "all");
});

test("numbers among the values are written, strings stay as they are", () => {
    const language = new Language((key, values) => (key === "said" ? values.join(" ") : key === "languageTag" ? "tr" : ""));
    assert.equal(language.text("said", 1234567, "1234567", "0.5"), "1.234.567 1234567 0.5");
});

test("dates and ages are the language's", () => {
    assert.equal(tagged("en").date(Date.UTC(2026, 10, 22, 12)), "Nov 22, 2026");
    assert.equal(tagged("el").date(Date.UTC(2026, 10, 22, 12)), "22 Νοε 2026");
    assert.equal(tagged("tr").ago(3 * 3_600_000 + 5), "3 saat önce");
    assert.equal(tagged("pt-BR").ago(59_999), "há 59 segundos");
    assert.equal(tagged("en").ago(-5), "0 seconds ago");
    assert.equal(tagged("en").ago(49 * 3_600_000), "2 days ago");
});

test("the user's choice goes before the browser's, and what isn't a language is left to the browser", async () => {
    assert.equal((await chosenLanguage()).tag, "en");
    await local.set({ language: "el" });
    const greek = await chosenLanguage();
    assert.deepEqual([greek.tag, greek.text("approve")], ["el", texts("el").approve.message]);
    for (const odd of ["../en", "de", "__proto__", 7, ""]) {
        await local.set({ language: odd });
        assert.equal((await chosenLanguage()).tag, "en", String(odd));
    }
    await local.remove("language");
});

test("where the browser has no texts for a page, they come from the files", async () => {
    const { i18n } = browser;
    for (const [tag, name] of [["el-GR", "el"], ["pt-PT", "pt_BR"], ["de", "en"]]) {
        browser.i18n = { getMessage: () => "", getUILanguage: () => tag };
        const language = await chosenLanguage();
        assert.deepEqual([language.text("approve"), language.name], [texts(name).approve.message, name], tag);
    }
    browser.i18n = i18n;
});

test("values go in as the browser puts them in: once, whatever they contain", async () => {
    await local.set({ language: "tr" });
    const language = await chosenLanguage();
    assert.equal(language.text("amountSol", "$1 $2 $& $$"), "$1 $2 $& $$ SOL");
    assert.equal(language.text("constructor"), "constructor");
    await local.remove("language");
});

test("a storage or a file that can't be read leaves the browser's language", async () => {
    const { get } = local;
    local.get = () => Promise.reject(new Error("corrupt"));
    assert.equal((await chosenLanguage()).tag, "en");
    local.get = get;
    await local.set({ language: "tr" });
    const { fetch } = globalThis;
    globalThis.fetch = () => Promise.reject(new TypeError("no file"));
    assert.equal((await chosenLanguage()).tag, "en");
    globalThis.fetch = fetch;
    await local.remove("language");
});

test("a language that is chosen while a page reads its own is followed, and one that the page speaks already changes nothing", async () => {
    const { onChanged } = browser.storage;
    const { querySelector } = document;
    const { get } = local;
    const choose = async (/** @type {string} */ name) => {
        await local.set({ language: name });
        browser.storage.onChanged.emit({ language: { newValue: name } }, "local");
        await settle();
    };
    let [loads, isBusy] = [0, true];
    browser.storage.onChanged = new FakeEvent();
    document.querySelector = () => (isBusy ? {} : null);
    globalThis.location = { ...location, reload: () => (loads += 1) };
    // The page gets what was stored before the choice, and only after it.
    let release = () => {};
    const asked = new Promise((tell) => {
        local.get = async (names) => {
            const found = await get.call(local, names);
            tell(undefined);
            await new Promise((resolve) => (release = resolve));
            return found;
        };
    });
    const page = import("../../extension/ui/parts/language.js?read-before-a-choice");
    await asked;
    local.get = get;
    await choose("el");
    release();
    assert.equal((await page).language.tag, "en");
    await settle();
    // Not before a decision is over.
    assert.equal(loads, 0);
    isBusy = false;
    await new Promise((resolve) => setTimeout(resolve, 150));
    assert.equal(loads, 1);
    await choose("en");
    assert.equal(loads, 1);
    await choose("tr");
    assert.equal(loads, 2);
    await local.remove("language");
    Object.assign(browser.storage, { onChanged });
    document.querySelector = querySelector;
});

test("languages are named in themselves", () => {
    assert.deepEqual(LANGUAGES.map(ownName), ["English", "Português (Brasil)", "Ελληνικά", "Türkçe"]);
});

const SETTING = { name: "language", values: LANGUAGES, unset: "" };

const keeper = async (items, agent, setting = SETTING) => {
    const storage = new FakeStorage();
    await storage.set(items);
    const asked = [];
    const request = async (method, params) => {
        asked.push([method, params]);
        if (agent === undefined) throw new Error("gone");
        if (method === "settings.set") Object.assign(agent, params);
        return { settings: { ...agent } };
    };
    const chosen = new ChosenSetting(storage, request, setting);
    return { storage, asked, chosen };
};

test("what was chosen holds here at once, and the agent is told", async () => {
    const agent = { language: "" };
    const { storage, chosen } = await keeper({}, agent);
    await chosen.choose("tr");
    assert.deepEqual([storage.items.get("language"), agent.language, storage.items.has("language.untold")], ["tr", "tr", false]);
    await chosen.choose("");
    assert.deepEqual([storage.items.has("language"), agent.language], [false, ""]);
    await chosen.choose("<script>");
    assert.deepEqual([storage.items.has("language"), agent.language], [false, ""]);
});

test("an agent that was away is told later, and its old word doesn't undo the choice", async () => {
    const { storage, chosen } = await keeper({}, undefined);
    await chosen.choose("el");
    assert.deepEqual([storage.items.get("language"), storage.items.get("language.untold")], ["el", true]);
    const agent = { language: "en" };
    const later = await keeper(Object.fromEntries(storage.items), agent);
    await later.chosen.meet();
    assert.deepEqual([later.storage.items.get("language"), agent.language, later.storage.items.has("language.untold")], ["el", "el", false]);
});

/** A keeper whose agent answers when it is told to. */
const slowly = async (items, agent) => {
    const storage = new FakeStorage();
    await storage.set(items);
    const waiting = [];
    const request = (method, params) => new Promise((resolve) => {
        const settings = { ...Object.assign(agent, method === "settings.set" && params) };
        waiting.push(() => resolve({ settings }));
    });
    const answer = async () => {
        await settle();
        waiting.shift()();
        await settle();
    };
    return { storage, chosen: new ChosenSetting(storage, request, SETTING), answer };
};

test("what the agent said before a choice doesn't undo it", async () => {
    const agent = { language: "el" };
    const { storage, chosen, answer } = await slowly({ language: "el" }, agent);
    agent.language = "";
    const meeting = chosen.meet();
    await settle();
    const choosing = chosen.choose("pt_BR");
    await answer();
    assert.deepEqual([storage.items.get("language"), storage.items.get("language.untold")], ["pt_BR", true]);
    await answer();
    await Promise.all([meeting, choosing]);
    assert.deepEqual([storage.items.get("language"), agent.language, storage.items.has("language.untold")], ["pt_BR", "pt_BR", false]);
});

test("an agent that heard of the choice before the last hears of the last, too", async () => {
    const agent = { language: "" };
    const { storage, chosen, answer } = await slowly({}, agent);
    const first = chosen.choose("el");
    await settle();
    const second = chosen.choose("tr");
    await answer();
    assert.deepEqual([storage.items.get("language"), storage.items.get("language.untold")], ["tr", true]);
    await answer();
    await Promise.all([first, second]);
    assert.deepEqual([storage.items.get("language"), agent.language, storage.items.has("language.untold")], ["tr", "tr", false]);
});

test("what was chosen elsewhere is taken over", async () => {
    const { storage, chosen } = await keeper({ language: "el" }, { language: "pt_BR" });
    await chosen.meet();
    assert.equal(storage.items.get("language"), "pt_BR");
    const odd = await keeper({ language: "el" }, { language: "xx" });
    await odd.chosen.meet();
    assert.equal(odd.storage.items.has("language"), false);
});

test("the theme is kept apart from the language, and the agent has a word for none", async () => {
    const agent = { language: "tr", theme: "system" };
    const { storage, chosen } = await keeper({ language: "tr" }, agent, { name: "theme", values: ["light", "dark"], unset: "system" });
    await chosen.meet();
    assert.equal(storage.items.has("theme"), false);
    await chosen.choose("dark");
    assert.deepEqual([storage.items.get("theme"), agent], ["dark", { language: "tr", theme: "dark" }]);
    await chosen.choose("system");
    assert.deepEqual([...storage.items], [["language", "tr"]]);
    assert.equal(agent.theme, "system");
});

test("the list of languages shows what holds, and asks the background", async () => {
    await local.set({ language: "tr" });
    const asked = [];
    const view = new LanguageView({ request: async (...given) => asked.push(given) }, () => {});
    const element = await view.draw();
    const boxes = [...element.shown()].filter(({ tag }) => tag === "input");
    assert.deepEqual(boxes.map(({ checked }) => checked), [false, false, false, false, true]);
    boxes[3].listeners.get("change")();
    boxes[0].listeners.get("change")();
    await settle();
    assert.equal(sessionStorage.getItem("place"), "language");
    assert.deepEqual(asked, [["language.choose", { language: "el" }], ["language.choose", { language: "" }]]);
    await local.remove("language");
});
