// The settings of the browser: that all of them are there, lead somewhere, and are found by what people call them.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { Finder, folded, wordsOf } from "../../extension/lib/find.js";
import { GROUPS, textsOf } from "../../extension/ui/wallet/settings.js";
import { extension } from "./support/realm.mjs";

const read = (path) => readFileSync(new URL(path, extension), "utf8");
const folders = readdirSync(new URL("_locales/", extension));
const texts = Object.fromEntries(folders.map((name) => [name, JSON.parse(read(`_locales/${name}/messages.json`))]));
const settings = GROUPS.flatMap(({ settings }) => settings);

/** What is found under a language's texts, by name. */
function finder(language) {
    const text = (key) => texts[language][key].message;
    const found = new Finder(settings, (setting) => {
        const { title, help, words } = textsOf(setting);
        return { title: text(title), help: text(help), words: `${text(words)} ${setting.command ?? ""}` };
    });
    return (typed) => found.find(typed).map(({ name }) => name);
}

const finders = Object.fromEntries(folders.map((name) => [name, finder(name)]));

test("case, accents, and the letters i of Turkish and sigma of Greek make no difference", () => {
    for (const word of ["İZİN", "izin", "ızın", "IZIN", "i̇zin"]) assert.equal(folded(word), "izin", word);
    for (const word of ["ΛΌΓΟΣ", "λόγος", "λογοσ", "ΛΟΓΟΣ"]) assert.equal(folded(word), "λογοσ", word);
    assert.equal(folded("Cópia de SEGURANÇA"), "copia de seguranca");
    assert.equal(folded("token’lar"), "token'lar");
    assert.deepEqual(wordsOf("  window.solana, (Sidekey's) 24 h – “x” "), ["window.solana", "sidekey's", "24", "h", "x"]);
    assert.deepEqual(wordsOf("… ⚙ –"), []);
});

test("each setting is found first by its own title, in every language", () => {
    for (const language of folders) {
        for (const setting of settings) {
            const title = texts[language][textsOf(setting).title].message;
            assert.equal(finders[language](title)[0], setting.name, `${language}: ${title}`);
            assert.equal(finders[language](folded(title).toUpperCase())[0], setting.name, `${language}: ${title} in capitals, without accents`);
        }
    }
});

test("a setting is found by what people call it", () => {
    const SOUGHT = {
        en: { password: "passphrase", "seed phr": "phrase", "dark mode": "theme", rpc: "nodes", slippage: "guards", timeout: "session", tax: "export", fingerprint: "fingerprint", webauthn: "passkeys", "policy allowance": "refill" },
        pt_BR: { "palavra-passe": "passphrase", semente: "phrase", escuro: "theme", lingua: "language", zebra: undefined, imposto: "export" },
        el: { συνθηματικο: "passphrase", "σκουρο": "theme", ΓΛΩΣΣΑ: "language", λογαριασμους: "accounts", εφορια: "export" },
        tr: { sifre: "passphrase", ŞİFRE: "passphrase", "koyu": "theme", DIL: "language", hesabımı: "accounts", "açık mod": "theme", acik: "theme" },
    };
    for (const [language, words] of Object.entries(SOUGHT)) {
        for (const [typed, name] of Object.entries(words)) assert.equal(finders[language](typed)[0], name, `${language}: ${typed}`);
    }
});

test("every typed word has to be found, and nothing typed finds all", () => {
    assert.deepEqual(finders.en("recovery zebra"), []);
    assert.ok(!finders.en("remove account").includes("theme"));
    assert.deepEqual(finders.en(" – "), settings.map(({ name }) => name));
    assert.ok(finders.en("e").length > 1);
    // What hasn't the beginning isn't found by its middle.
    assert.deepEqual(finders.en("ockchain"), []);
});

test("every setting has a place or a command, once, and each place exists and has the part that is sought", () => {
    const names = settings.map(({ name }) => name);
    assert.equal(new Set(names).size, names.length);
    const places = [...read("ui/wallet/places.js").matchAll(/^ {4}\["(\w+)", \{/gm)].map(([, name]) => name);
    const screens = ["ui/wallet/", "ui/wallet/views/", "ui/parts/"].flatMap((folder) => readdirSync(new URL(folder, extension)).filter((name) => name.endsWith(".js")).map((name) => read(folder + name))).join("\n");
    for (const { name, place, part, command } of settings) {
        assert.notEqual(place === undefined, command === undefined, name);
        if (place !== undefined) assert.ok(places.includes(place), `${name}: ${place}`);
        if (part === undefined) continue;
        // A part is named where it is drawn, or where it is handed to what draws it.
        const drawn = new RegExp(`(?:"data-part"(?:: |, )|card\\(|explained\\(\\s*|CallerSection\\("[\\w-]+", )"${part}"`);
        assert.match(screens, drawn, `${name}: nothing has the part ${part}`);
    }
});

test("each place of the menu is among the settings", () => {
    const menu = [...read("ui/wallet/places.js").matchAll(/^ {4}\["(\w+)", \{(?!.*isInBar)/gm)].map(([, name]) => name).filter((name) => name !== "settings");
    assert.ok(menu.length > 8);
    for (const place of menu) assert.ok(settings.some((setting) => setting.place === place), place);
});

test("every command is one that the command line has", () => {
    const commands = readFileSync(new URL("../../docs/command-line.md", import.meta.url), "utf8");
    for (const { name, command } of settings) {
        if (command === undefined) continue;
        const [, first, second = ""] = command.split(" ");
        const rows = commands.split("\n").filter((line) => line.startsWith("|") && line.includes(first));
        assert.ok(rows.some((row) => !/^[a-z]+$/.test(second) || row.includes(second)), `${name}: ${command}`);
    }
});
