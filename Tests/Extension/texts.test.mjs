// The texts in every language: each key that is used is there, nothing is there in vain, and no text stands in code.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { extension } from "./support/realm.mjs";

const read = (path) => readFileSync(new URL(path, extension), "utf8");
const sources = (path) => readFileSync(new URL(`../../Sources/${path}`, import.meta.url), "utf8");
const folders = readdirSync(new URL("_locales/", extension));
const texts = Object.fromEntries(folders.map((name) => [name, JSON.parse(read(`_locales/${name}/messages.json`))]));
const english = texts.en;

function files(folder) {
    return readdirSync(new URL(folder, extension), { withFileTypes: true }).flatMap((entry) =>
        entry.isDirectory() ? files(`${folder}${entry.name}/`) : [`${folder}${entry.name}`],
    );
}

/** A script without its comments. */
const code = (path) => read(path).replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "$1");
const screens = files("ui/").filter((path) => path.endsWith(".js"));
const scripts = [...screens, ...files("lib/"), ...files("background/")].map(code).join("\n");
const every = function* () {
    for (const [name, messages] of Object.entries(texts)) for (const [key, { message }] of Object.entries(messages)) yield [name, key, message];
};

/** A key without its plural form, and the form. */
const parted = (key) => {
    const [, start, form] = /^(.*)_(zero|one|two|few|many|other)$/.exec(key) ?? [];
    return start !== undefined && `${start}_other` in english && `${start}_one` in english ? [start, form] : [key, undefined];
};
const bases = (messages) => new Set(Object.keys(messages).map((key) => parted(key)[0]));
const matches = (source, pattern) => [...source.matchAll(pattern)].map(([, found]) => found);
const union = (name) => matches(/** @type {any} */ (new RegExp(`${name}: ((?:"\\w+"(?: \\| )?)+)`).exec(read("lib/protocol.js")))[1], /"(\w+)"/g);

/** The names of an enumeration of the agent's, as keys have them. */
const cases = (path, name) => matches(
    new RegExp(`enum ${name}[^{]*\\{([\\s\\S]*?)\\n {4}\\}`).exec(sources(path))[1].replace(/case \w+ = /g, "case "), /case "?([\w-]+)"?/g,
).map((each) => each.replaceAll("-", "_"));
const REASONS = ["", "+Devices"].map((part) => sources(`JSONRPC/RPCReason${part}.swift`)).join("");
/** What the agent can say of a device, behind the device's name. */
const faults = (device) => matches(REASONS, new RegExp(`rawValue: "${device}-([\\w-]+)"`, "g")).map((each) => each.replaceAll("-", "_"));

// Keys that are made of a name that something else gives: what it can give has its text, and nothing else has.

const { PAGE_METHODS } = await import("../../extension/lib/methods.js");
const { SETTINGS } = await import("../../extension/lib/policy.js");
const { THEMES } = await import("../../extension/lib/theme.js");
const { GROUPS } = await import("../../extension/ui/wallet/settings.js");
const DEVICES = matches(/DEVICES = \[(.*)\]/.exec(read("ui/parts/texts.js"))[1], /"([\w-]+)"/g);
/** Where a request is answered, by the names that the agent's record has. */
const surfaces = matches(/enum ApprovalSurface[^{]*\{([\s\S]*?)\n\}/.exec(sources("ApprovalQueue/Approval.swift"))[1], /case (\w+(?: = "[\w ]+")?)/g)
    .map((each) => (/"(.*)"/.exec(each)?.[1] ?? each).replaceAll(" ", "_"));
/** What opens the wallet, by the same names. */
const openings = matches(sources("Wallet/Keys/WalletOpening.swift"), /case \.\w+(?:\([^)]*\))?: "([\w-]+)"/g).map((each) => each.replaceAll("-", "_"));
const settings = GROUPS.flatMap(({ settings }) => settings);
const FAMILIES = {
    level_: ["danger", "warning", "forbidden"],
    surface_: surfaces,
    opening_: openings,
    reason_: cases("ApprovalQueue/RequestRisk.swift", "Reason"),
    kind_: cases("WalletState/Database/ActivityEntry.swift", "Kind"),
    ...Object.fromEntries(DEVICES.map((device) => [`${device.replaceAll("-", "_")}_`, faults(device)])),
    short_: [...PAGE_METHODS.keys()].filter((method) => !["disconnect", "getAccounts", "cancel"].includes(method)),
    stage_: union("stage"),
    expiry_: matches(read("lib/protocol.js").split("\n").find((line) => line.includes("Expiry") && line.includes("kind:")) ?? "", /kind: "(\w+)"/g),
    network_: ["mainnet", "devnet", "testnet", "localnet"],
    approvals_: SETTINGS,
    place_: matches(/@typedef \{(.*)\} Place$/m.exec(read("ui/wallet/places.js"))[1], /"(\w+)"/g),
    theme_: ["system", ...THEMES],
    part_: matches(/name: ((?:"\w+"(?: \| )?)+), version/.exec(read("ui/stores/about.js"))[1], /"(\w+)"/g),
    check_: [
        ...matches(/\{((?:"\w+"(?: \| )?)+)\} CheckName/.exec(read("ui/stores/about.js"))[1], /"(\w+)"/g).flatMap((name) => [`${name}_good`, `${name}_bad`]),
        "records_unknown",
    ],
    claim_: [...SETTINGS, "unverified"],
    group_: GROUPS.filter(({ titleKey }) => titleKey === undefined).map(({ name }) => name),
    setting_: settings.filter(({ titleKey }) => titleKey === undefined).map(({ name }) => name),
    help_: settings.filter(({ helpKey }) => helpKey === undefined).map(({ name }) => name),
    words_: settings.map(({ name }) => name),
    passkey_: [...new Set(matches(read("lib/passkey.js"), /PasskeyFailure\("(\w+)"/g))],
};

test("the languages of the list are those that there are files for, and each says which it is", async () => {
    const { LANGUAGES } = await import("../../extension/lib/language.js");
    assert.deepEqual([...LANGUAGES].sort(), [...folders].sort());
    for (const name of folders) {
        const tag = texts[name].languageTag.message;
        assert.equal(Intl.getCanonicalLocales(tag)[0].replace("-", "_"), name);
        assert.match(texts[name].languageDirection.message, /^(ltr|rtl)$/);
    }
});

test("every text that is used exists", () => {
    for (const [start, members] of Object.entries(FAMILIES)) assert.ok(members.length > 1, start);
    const used = new Set([
        ...matches(scripts, /\btext\("(\w+)"/g), ...matches(JSON.stringify(JSON.parse(read("manifest.json"))), /__MSG_(\w+)__/g),
        ...matches(scripts, /\bproblem\("(\w+)"/g).flatMap((key) => [`${key}Title`, `${key}Text`]),
        ...Object.entries(FAMILIES).flatMap(([start, members]) => members.map((member) => start + member)),
    ]);
    const counted = matches(scripts, /\b(?:counted|plural)\("(\w+)"/g).map((key) => `${key}_other`);
    const there = bases(english);
    assert.deepEqual([...used].filter((key) => !there.has(key)), []);
    assert.deepEqual(counted.filter((key) => !(key in english)), []);
});

test("every text that exists is used", () => {
    const named = new Set([...matches(scripts, /["'](\w+)["']/g), ...matches(read("manifest.json"), /__MSG_(\w+)__/g)]);
    for (const key of matches(scripts, /\bproblem\("(\w+)"/g)) named.add(`${key}Title`).add(`${key}Text`);
    // A key that code makes of two names begins with one that code has.
    const starts = matches(scripts, /`([a-z]\w*_)\$\{/g);
    const idle = [...bases(english)].filter((key) => {
        const family = Object.keys(FAMILIES).find((start) => key.startsWith(start));
        if (family) return !FAMILIES[family].includes(key.slice(family.length));
        return !named.has(key) && !starts.some((start) => key.startsWith(start));
    });
    assert.deepEqual(idle, []);
});

test("every language has the same texts, no more and no less", () => {
    for (const name of folders) {
        assert.deepEqual([...bases(texts[name])].sort(), [...bases(english)].sort(), name);
    }
});

test("every text that counts has the forms that its language has, and no others", () => {
    for (const name of folders) {
        // In digits, no number takes the form of whole millions (`um milhão de`).
        const pluralCategories = new Intl.PluralRules(name.replace("_", "-")).resolvedOptions().pluralCategories.filter((each) => each !== "many");
        const forms = new Map();
        for (const key of Object.keys(texts[name])) {
            const [start, form] = parted(key);
            if (form) forms.set(start, [...(forms.get(start) ?? []), form]);
        }
        assert.ok(forms.size >= 4, name);
        for (const [start, found] of forms) assert.deepEqual(found.sort(), [...pluralCategories].sort(), `${name} ${start}`);
    }
});

test("values have the same places in every language", () => {
    const places = (message) => [...new Set(message.match(/\$\d/g) ?? [])].sort();
    for (const [name, key, message] of every()) {
        const [start, form] = parted(key);
        const wanted = places(english[form ? `${start}_other` : key].message);
        // One may be said in words.
        const isIn = places(message).every((place) => wanted.includes(place));
        if (form === "one") assert.ok(isIn, `${name} ${key}`);
        else assert.deepEqual(places(message), wanted, `${name} ${key}`);
    }
});

test("texts hide nothing, and have no blanks and no markup around or in them", () => {
    for (const [name, key, message] of every()) {
        assert.doesNotMatch(message, /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u034f\u115f\u1160\u3164\uffa0\u2800]/u, `${name} ${key}`);
        assert.doesNotMatch(message, /^\s|\s$|\s{2}|^$/, `${name} ${key}`);
        // Neither markup nor the patterns of ICU, nor a place beyond the nine that browsers fill.
        assert.doesNotMatch(message, /[<>{}]|&\w+;|\$(?![1-9](?!\d))/, `${name} ${key}`);
    }
});

test("a word's letters are of one script, so that none is another's look-alike", () => {
    const mixed = /\p{Script=Greek}\p{Script=Latin}|\p{Script=Latin}\p{Script=Greek}|\p{Script=Cyrillic}/u;
    for (const [name, key, message] of every()) assert.doesNotMatch(message.normalize("NFC"), mixed, `${name} ${key}`);
    for (const [name, key, message] of every()) assert.equal(message, message.normalize("NFC"), `${name} ${key}`);
});

test("nothing was left in English", () => {
    for (const [name, key, message] of every()) {
        const words = message.replace(/\$\d/g, "").match(/\p{L}+/gu) ?? [];
        if (name === "en" || words.length < 3) continue;
        assert.notEqual(message, english[key]?.message, `${name} ${key}`);
    }
});

// Texts in code -------------------------------------------------------------------------------------------------------

/** What a user types into a terminal has no language. */
const COMMAND = /^(?:sidekey |\.\/|\$\{)/;
const LITERAL = /"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g;
/** What a literal says for itself, without the values in it. */
const said = (literal) => literal.slice(1, -1).replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, "").replace(/\\./g, " ");

test("no property that the user reads is written in code", () => {
    const readable = /(?:(?:\b(?:text|title|alt|placeholder|label|ariaLabel)|"aria-(?:label|description|roledescription|valuetext|placeholder)"):|\.(?:textContent|innerText|title|placeholder|ariaLabel|alt) =|setAttribute\("(?:aria-label|aria-description|title|alt|placeholder)",) ?("(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`)/g;
    for (const path of screens) {
        for (const [, literal] of code(path).matchAll(readable)) {
            if (!COMMAND.test(literal.slice(1))) assert.doesNotMatch(said(literal), /\p{L}/u, `${path}: ${literal}`);
        }
        assert.doesNotMatch(code(path), /\bbutton\(["`]/, path);
    }
});

test("no sentence stands in code", () => {
    for (const path of screens) {
        for (const line of code(path).split("\n")) {
            if (/Error\(|\bclass(?:Name)?\b|import |selector|SELECTOR|console\./.test(line)) continue;
            for (const [literal] of line.matchAll(LITERAL)) {
                const words = said(literal);
                if (COMMAND.test(literal.slice(1))) continue;
                assert.doesNotMatch(words, /\p{L}+ \p{Ll}+ \p{Ll}+|\p{L}+ \p{Ll}+[.!?…]$/u, `${path}: ${literal}`);
            }
        }
    }
});

test("pages have no words of their own but the wallet's name", () => {
    for (const page of files("ui/").filter((path) => path.endsWith(".html"))) {
        const words = read(page).replace(/<!--[\s\S]*?-->/g, "").replace(/<[^>]*>/g, " ").match(/\S+/g);
        assert.deepEqual([...new Set(words)], ["Sidekey"], page);
        assert.doesNotMatch(read(page), /\s(?:alt|title|placeholder|aria-label)="[^"]/, page);
    }
});

test("the names that the browsers' tests click on", () => {
    assert.deepEqual(["approve", "reject", "unlock", "passphrase", "name"].map((key) => english[key].message), ["Approve", "Reject", "Unlock", "Passphrase", "Sidekey"]);
});
