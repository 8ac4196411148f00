// The texts keep to the words of docs/glossary.md.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { extension } from "./support/realm.mjs";

const folders = readdirSync(new URL("_locales/", extension));
/** Other words to find a setting by are typed by people who know no glossary, and nobody reads them. */
const isRead = ([key]) => !key.startsWith("words_");
const textsOf = (name) => JSON.parse(readFileSync(new URL(`_locales/${name}/messages.json`, extension), "utf8"));
const texts = Object.fromEntries(folders.map((name) => [name, Object.fromEntries(Object.entries(textsOf(name)).filter(isRead))]));
const glossary = readFileSync(new URL("../../docs/glossary.md", import.meta.url), "utf8");
const rows = (heading) =>
    glossary.slice(glossary.indexOf(heading)).split("\n\n")[0].trim().split("\n").slice(2).map((line) => line.split("|").slice(1, -1).map((cell) => cell.trim()));
const terms = rows("| en |");
const columns = /\| en \|.*/.exec(glossary)[0].split("|").slice(1, -1).map((cell) => cell.trim());
const unwanted = rows("| language | not |");

/** Upper and lower case are one, as each language has them; what stands around a word is no letter. */
const lower = (message, name) => message.toLocaleLowerCase(name.replace("_", "-"));
const pattern = (word) => new RegExp(`(?<!\\p{L})${word.replace(/-$/, "").replaceAll(" ", "\\s")}${word.endsWith("-") ? "" : "(?!\\p{L})"}`, "u");
const words = (cell, name) => cell.split(", ").map((word) => pattern(lower(word, name)));
const has = (message, name, patterns) => patterns.some((each) => each.test(lower(message, name)));
/** Another plural form of the same text, where a language has one that English hasn't. */
const inEnglish = (key) => texts.en[key] ?? texts.en[key.replace(/_(?:zero|two|few|many)$/, "_other")];

test("the glossary has every language, and each of its terms", () => {
    assert.deepEqual([...columns].sort(), [...folders].sort());
    assert.ok(terms.length > 30 && unwanted.length > 12);
    for (const row of terms) assert.equal(row.filter(Boolean).length, columns.length, row.join());
});

test("where the English has a term, every language has its own", () => {
    const astray = [];
    const longestFirst = terms.toSorted(([one], [other]) => Number(/ /.test(other.split(", ")[0])) - Number(/ /.test(one.split(", ")[0])));
    for (const [index, name] of columns.entries()) {
        if (name === "en") continue;
        for (const [key, { message }] of Object.entries(texts[name])) {
            const english = inEnglish(key)?.message ?? "";
            // Commands and values have no language.
            let said = lower(english, "en").replace(/sidekey [\w ]+$|\$\d/g, " ");
            for (const row of longestFirst) {
                const term = words(row[0], "en");
                if (!has(said, "en", term)) continue;
                // To sign in isn't to sign.
                if (/ /.test(row[0].split(", ")[0])) for (const each of term) said = said.replace(each, " ");
                if (!has(message, name, words(row[index], name))) astray.push(`${name} ${key}: ${row[0]} → ${row[index]} | ${message}`);
            }
        }
    }
    assert.deepEqual(astray, []);
});

test("no text has a word that says something else", () => {
    const found = [];
    for (const [name, cell] of unwanted) {
        for (const [key, { message }] of Object.entries(texts[name])) {
            if (has(message, name, words(cell, name))) found.push(`${name} ${key}: ${cell} | ${message}`);
        }
    }
    assert.deepEqual(found, []);
});

test("a term at the beginning, in capitals or with another ending is found, and a word that only contains it isn't", () => {
    assert.ok(has("Saldos: 3", "pt_BR", words("saldo-", "pt_BR")));
    assert.ok(has("ΥΠΌΛΟΙΠΟ", "el", words("υπόλοιπο", "el")));
    assert.ok(has("İSTEK", "tr", words("istek", "tr")));
    assert.equal(has("sinal", "pt_BR", words("al", "pt_BR")), false);
    assert.equal(has("contasse", "pt_BR", words("conta, contas", "pt_BR")), false);
});
