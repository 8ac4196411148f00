import { WalletError } from "../../lib/errors.js";
import { visible } from "../../lib/visible.js";
import { contactEnding, contactFailure } from "./contact-change.js";
import { make, present, text } from "./dom.js";
import { failureText } from "./texts.js";

/**
 * @typedef {import("./outside.js").Asked} Asked
 * @type {{ [method: string]: import("../stores/contacts.js").ContactChange["kind"] }}
 */
const CHANGES = { "contacts.add": "add", "contacts.update": "rename", "contacts.remove": "remove" };

/**
 * Returns the words of a screen for a question in Sidekey's own window.
 *
 * @param {Asked} asked
 * @returns {HTMLElement[]}
 */
export function outsideParts(asked) {
    const { method, params, isRunning, result, error } = asked;
    if (isRunning) return [said(text(method === "vault.setup" ? "setupOutside" : "askingOutside"))];
    const kind = CHANGES[method];
    if (kind !== undefined) {
        const change = /** @type {import("../stores/contacts.js").ContactChange} */ ({ kind, address: String(params.address), label: String(params.label), ...(params.name !== undefined && { name: String(params.name) }) });
        // A removed contact has no name any more.
        const name = params.label ?? `${change.address.slice(0, 4)}…${change.address.slice(-4)}`;
        if (error === undefined) return [said(text(contactEnding(change), visible(String(name))))];
        const { words, command } = contactFailure(WalletError.from(error), change);
        return present(problem(words), command ?? null);
    }
    if (error !== undefined) return [problem(failureText(WalletError.from(error)))];
    if (method === "vault.ceremony") return ceremonyParts(params.kind, result?.outcome);
    if (method !== "vault.setup") return [];
    if (result?.outcome === "created") return [said(text("setupDone"))];
    return [said(text(params.replace === true ? "replaceCancelled" : "setupCancelled"))];
}

/** @type {{ [kind: string]: string }} */
const DONE = {
    passphrase: "ceremonyPassphrase",
    phrase: "ceremonyPhrase",
    words: "ceremonyWords",
    import: "ceremonyImport",
    remove: "ceremonyRemove",
    protection: "ceremonyProtection",
    recognition: "ceremonyRecognition",
    limit: "ceremonyLimit",
    unlimit: "ceremonyUnlimit",
    network: "ceremonyNetwork",
    site: "ceremonySite",
    backup: "ceremonyBackup",
    restore: "ceremonyRestore",
    wallet: "ceremonyWallet",
};

/** The kinds that change nothing, with the words for those that ended early. */
const GIVEN_UP = new Map([
    ["phrase", "ceremonyPhraseCancelled"],
    ["words", "ceremonyWordsCancelled"],
    ["backup", "ceremonyBackupCancelled"],
]);

/** @param {string} kind @param {unknown} outcome */
function ceremonyParts(kind, outcome) {
    if (outcome !== "done") return [said(text(GIVEN_UP.get(kind) ?? "replaceCancelled"))];
    const key = DONE[kind];
    return key === undefined ? [] : [said(text(key))];
}

/** @param {string} words */
const said = (words) => make("p", { class: "outside card", text: words });
/** @param {string} words */
const problem = (words) => make("p", { class: "outside card problem", text: words });
