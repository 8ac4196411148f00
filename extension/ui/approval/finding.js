import { quoted } from "../../lib/visible.js";
import { sol, tokenText } from "../parts/amounts.js";
import { amount, make, text } from "../parts/dom.js";
import { language } from "../parts/language.js";
import { NameLabels } from "../parts/name-labels.js";

/**
 * The findings of the agent's rules, the heaviest first; `docs/rules.md` lists them. The agent made each value visible.
 *
 * @typedef {import("../../lib/protocol.js").Finding} Finding
 * @typedef {import("../../lib/protocol.js").Effect} Effect
 */
const LEVELS = ["forbidden", "danger", "warning", "info"];

/** The parameters of each rule's sentence, in its order. Values that appear elsewhere have no sentence here. */
const RULES = new Map([
    ["R01", ["account", "to"]],
    ["R02", ["role", "account", "to"]],
    ["R03", ["to", "amount", "account"]],
    ["R04", ["account", "to"]],
    ["R05", ["nonce", "authority"]],
    ["R08", ["to"]],
    ["R09", ["lamports"]],
    ["R10", ["account"]],
    ["R11", ["account"]],
    ["R12", ["amount", "account"]],
    ["R13", ["signer"]],
    ["R14", ["payer"]],
    ["R15", ["account"]],
    ["R16", ["account", "to"]],
    ["R17", ["signer"]],
    ["R30", ["reason"]],
    ["R31", ["reason"]],
    ["R32", ["accounts"]],
    ["R33", ["role", "account", "to"]],
    ["R34", ["account"]],
    ["R35", ["account", "amount"]],
    ["R36", ["to"]],
    ["R37", ["to", "like"]],
    ["R38", ["to", "kind"]],
    ["R39", ["to", "mint"]],
    ["R40", ["mint", "program"]],
    ["R41", ["mint", "basisPoints", "maximum"]],
    ["R42", ["mint"]],
    ["R43", ["mint"]],
    ["R44", ["mint", "types"]],
    ["R45", ["table"]],
    ["R46", ["table", "accounts"]],
    ["R47", ["account"]],
    ["R48", ["table"]],
    ["R49", ["account"]],
    ["R50", ["to", "like"]],
    ["M01", []],
    ["M02", ["count"]],
    ["M05", ["domain"]],
    ["M06", []],
    ["M07", ["field"]],
    ["M08", ["field"]],
    ["M09", ["domain", "origin"]],
    ["M10", ["address"]],
    ["M11", ["uri", "origin"]],
    ["M12", ["chain"]],
    ["M13", ["time"]],
    ["M14", ["field", "time"]],
    ["M15", ["time"]],
    ["M16", []],
    ["M17", ["kind"]],
    ["M18", []],
]);
/** The values that are counts: whole numbers, in the language's form. */
const NUMBERS = ["accounts", "basisPoints", "count", "maximum"];
/** The rules whose sentence counts something, which selects its form. */
const COUNTED = new Map([["R32", "accounts"], ["R46", "accounts"], ["M02", "count"]]);
/** The rules on lookup tables and unknown instructions, which the review shows in their own places. */
const TOLD_ELSEWHERE = ["R06", "R07"];

/**
 * @param {Finding[]} findings
 * @param {{ inHex?: boolean, effects?: Effect[], names?: NameLabels }} [of]
 *     `inHex`: true if a message is shown in hexadecimal, with a notice of its own; `effects`: the transaction's effects; `names`: the
 *     user's names for the addresses in it
 * @returns {HTMLElement | false}
 */
export function findingList(findings, of) {
    const inHex = of?.inHex ?? false;
    const effects = of?.effects ?? [];
    const labels = of?.names ?? new NameLabels();
    const told = findings.filter(({ id }) => !TOLD_ELSEWHERE.includes(id) && !(inHex && id === "M01"));
    if (told.length === 0) return false;
    const sorted = [...told].sort((one, other) => LEVELS.indexOf(one.level) - LEVELS.indexOf(other.level));
    return make("ul", { class: "findings" }, sorted.map((finding) => entry(finding, effects, labels)));
}

/** @param {Finding} finding @param {Effect[]} effects @param {NameLabels} labels */
function entry(finding, effects, labels) {
    return make("li", { class: `finding ${LEVELS.includes(finding.level) ? finding.level : "danger"}` }, [
        make("strong", { text: text(`level_${finding.level}`) }),
        " ",
        make("span", { text: sentence(finding, effects, labels) }),
    ]);
}

/** @param {Finding} finding @param {Effect[]} effects @param {NameLabels} labels */
function sentence({ id, parameters, sentence: own }, effects, labels) {
    // A module's own finding, which is in no catalogue.
    if (own !== undefined) return own;
    // Words that the page or a node chose are in quotation marks.
    const values = new Map(parameters.map(({ name, value, quoted: isQuoted }) => [name, isQuoted ? quoted(value) : value]));
    const said = (/** @type {string} */ name) => labels.named(values.get(name) ?? "?");
    const names = RULES.get(id);
    if (!names) return text("findingOther", id, [...values].map(([name, value]) => `${name}: ${value}`).join(", "));
    // An authority without a new holder has a sentence of its own.
    if (id === "R02" && !values.has("to")) return text("finding_R02_none", values.get("role") ?? "?", said("account"));
    if (values.has("lamports")) values.set("lamports", sol(values.get("lamports") ?? ""));
    if (names.includes("amount")) values.set("amount", amountOf(values, effects));
    const words = names.map((name) => (NUMBERS.includes(name) ? amount(values.get(name) ?? "?") : said(name)));
    const count = COUNTED.get(id);
    return count ? language.plural(`finding_${id}`, Number(values.get(count)), ...words) : text(`finding_${id}`, ...words);
}

/**
 * Returns the amount of a finding in the usual unit: by its own parameters, or by the effect of the finding.
 *
 * @param {Map<string, string>} values
 * @param {Effect[]} effects
 */
function amountOf(values, effects) {
    const units = values.get("amount") ?? "?";
    if (values.get("unit") === "lamports") return sol(units);
    if (values.has("unit")) {
        const decimals = values.get("decimals");
        return tokenText(units, { mint: values.get("mint"), decimals: decimals === undefined ? undefined : Number(decimals) });
    }
    return tokenText(units, effects.find(({ account, amount, mint }) => account === values.get("account") && amount === units && mint !== undefined));
}
