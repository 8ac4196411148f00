import { amount, make, text } from "./dom.js";
import { language } from "./language.js";

/**
 * What the agent's rules found, the heaviest first; `docs/rules.md` lists them. Each value was made visible by the agent.
 *
 * @typedef {import("../lib/protocol.js").Finding} Finding
 */
const LEVELS = ["forbidden", "danger", "warning", "info"];

/** The parameters of each rule's sentence, in its order. What stands elsewhere already has no sentence here. */
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
    ["R35", ["account", "amount", "unit"]],
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
]);
/** Values that are counts and amounts: whole numbers, to be written as the language writes them. */
const NUMBERS = ["accounts", "amount", "basisPoints", "count", "lamports", "maximum"];
/** Rules whose sentence counts something: its form goes by that. */
const COUNTED = new Map([["R32", "accounts"], ["R46", "accounts"], ["M02", "count"]]);
/** Lookup tables and unknown instructions: what is shown tells them where they stand. */
const TOLD_ELSEWHERE = ["R06", "R07"];

/**
 * @param {Finding[]} findings
 * @param {boolean} inHex whether a message stands in hexadecimal, which is told there
 * @returns {HTMLElement | false}
 */
export function findingList(findings, inHex = false) {
    const told = findings.filter(({ id }) => !TOLD_ELSEWHERE.includes(id) && !(inHex && id === "M01"));
    if (told.length === 0) return false;
    const sorted = [...told].sort((one, other) => LEVELS.indexOf(one.level) - LEVELS.indexOf(other.level));
    return make("ul", { class: "findings" }, sorted.map(entry));
}

/** @param {Finding} finding */
function entry(finding) {
    return make("li", { class: `finding ${LEVELS.includes(finding.level) ? finding.level : "danger"}` }, [
        make("strong", { text: text(`level_${finding.level}`) }),
        " ",
        make("span", { text: sentence(finding) }),
    ]);
}

/** @param {Finding} finding */
function sentence({ id, parameters }) {
    const values = new Map(parameters.map(({ name, value }) => [name, value]));
    const names = RULES.get(id);
    if (!names) return text("findingOther", id, parameters.map(({ name, value }) => `${name}: ${value}`).join(", "));
    // An authority that nobody has afterwards goes to nobody.
    if (id === "R02" && !values.has("to")) return text("finding_R02_none", values.get("role") ?? "?", values.get("account") ?? "?");
    const words = names.map((name) => (NUMBERS.includes(name) ? amount(values.get(name) ?? "?") : (values.get(name) ?? "?")));
    const count = COUNTED.get(id);
    return count ? language.plural(`finding_${id}`, Number(values.get(count)), ...words) : text(`finding_${id}`, ...words);
}
