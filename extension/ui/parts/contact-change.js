import { WalletError } from "../../lib/errors.js";
import { quoted } from "../../lib/shell.js";
import { visible } from "../../lib/visible.js";
import { commandBlock } from "./command.js";
import { make, text } from "./dom.js";
import { nameSources, quotedName } from "./names.js";
import { recipientText, sendErrorText } from "./send-texts.js";
import { failureText } from "./texts.js";

/**
 * A change of the address book while the user is asked outside the browser: the pending question, and its outcome.
 *
 * @typedef {import("../stores/contacts.js").ContactChange} Change
 */
const ENDINGS = new Map([
    ["rejected", "failurePromptClosed"],
    ["cancelled", "failurePromptClosed"],
    ["expired", "contactExpired"],
    ["locked", "listLocked"],
    ["too-many-pending", "contactWindowOpen"],
    ["contact-exists", "contactExists"],
    ["contact-unknown", "contactUnknown"],
    ["too-many-contacts", "contactsFull"],
    ["param-value", "contactLabelInvalid"],
    ["name-unknown", "nameUnknown"],
    ["name-unresolved", "nameUnresolved"],
    ["name-disputed", "nameDisputed"],
    ["name-moved", "nameMoved"],
]);
/** The reasons no window can be shown, or not yet; a terminal does the same. */
const ELSEWHERE = new Set(["prompt-unavailable", "prompt-cooldown", "prompt-too-long"]);
const DONE = { add: "contactSaved", rename: "contactRenamed", remove: "contactRemoved" };

export class ContactChanges {
    #store;
    #changed;
    isBusy = false;
    #said = make("p", { class: "said", role: "status" });
    #problem = make("p", { class: "problem", role: "alert" });
    #command = make("div", {});
    element = make("div", { class: "listing-notice" }, [this.#said, this.#problem, this.#command]);

    /**
     * @param {import("../stores/contacts.js").ContactsStore} store
     * @param {() => void} changed called when a change begins and when it ends
     */
    constructor(store, changed) {
        this.#store = store;
        this.#changed = changed;
    }

    /** Clears the notice of the earlier change. */
    clear() {
        if (!this.isBusy) this.#say("");
    }

    /**
     * @param {Change} change
     * @param {string} name the contact's present or former name
     * @returns {Promise<boolean>} true if the change was made
     */
    async ask(change, name) {
        if (this.isBusy) return false;
        this.isBusy = true;
        this.#say(text("contactAsking"));
        this.#changed();
        this.element.scrollIntoView?.({ block: "nearest" });
        let isDone = false;
        try {
            const changed = await this.#store.change(change);
            this.#say([text(contactEnding(change), visible(name)), ...chosenTexts(changed)].join(" "));
            isDone = true;
        } catch (thrown) {
            this.#fail(WalletError.from(thrown), change);
        }
        this.isBusy = false;
        this.#changed();
        return isDone;
    }

    /**
     * Adds a contact by its address, or by a name, which nodes look up first.
     *
     * @param {{ address: string } | { name: string }} to
     * @param {string} label
     * @returns {Promise<boolean>} true if the change was made
     */
    async add(to, label) {
        if ("address" in to) return this.ask({ kind: "add", address: to.address, label }, label);
        if (this.isBusy) return false;
        this.isBusy = true;
        this.#changed();
        /** @type {string | undefined} */
        let address;
        try {
            address = (await this.#store.resolve(to.name)).address;
        } catch (thrown) {
            this.#say("", sendErrorText(WalletError.from(thrown), false));
        }
        this.isBusy = false;
        this.#changed();
        return address !== undefined && this.ask({ kind: "add", address, label, name: to.name }, label);
    }

    /** @param {string} said */
    #say(said, problem = "") {
        this.#said.textContent = said;
        this.#problem.textContent = problem;
        this.#command.replaceChildren();
    }

    /** @param {WalletError} error @param {Change} change */
    #fail(error, change) {
        const { words, command } = contactFailure(error, change);
        this.#say("", words);
        if (command) this.#command.replaceChildren(command);
    }
}

/**
 * Returns what is told of the name that a new contact's address chose for itself.
 *
 * @param {import("../stores/contacts.js").ChangedContact} changed
 */
function chosenTexts({ claimed, findings = [] }) {
    const told = findings.map((finding) => `${text(`level_${finding.level}`)}: ${recipientText(finding)}`);
    return claimed === undefined ? told : [text("contactClaims", quotedName(claimed.name), nameSources(claimed.nodes)), ...told];
}

/**
 * Returns the text for a change that was made.
 *
 * @param {Change} change
 */
export function contactEnding(change) {
    return DONE[change.kind];
}

/**
 * Returns the reason a change wasn't made, with a command for the same change in a terminal if no window can be shown.
 *
 * @param {WalletError} error
 * @param {Change} change
 */
export function contactFailure(error, change) {
    const { reason = "", data } = error;
    const key = ENDINGS.get(reason);
    // The command follows the sentence, to be copied.
    const words = key === undefined ? failureText(new WalletError(error.code, undefined, error.message, { ...data, command: "" })).trimEnd() : text(key);
    const isElsewhere = ELSEWHERE.has(reason);
    return { words: isElsewhere ? words : `${words} ${text("contactUnchanged")}`, command: isElsewhere ? commandBlock(contactCommand(change)) : undefined };
}

/**
 * Returns a button that begins a contact with a paid address; none if it has a name already.
 *
 * @param {import("./names.js").AddressNames} names
 * @param {string} address
 * @param {(place: any, detail?: any) => void} go
 */
export function contactButton(names, address, go) {
    if (names.of(address)) return undefined;
    const name = text("contactAddNamed", `${address.slice(0, 4)}…${address.slice(-4)}`);
    return make("button", { type: "button", class: "small", text: text("contactAddTo"), "aria-label": name, on: { click: () => go("contacts", { address }) } });
}

/**
 * Returns the command for the same change in a terminal.
 *
 * @param {Change} change
 */
export function contactCommand(change) {
    if (change.kind === "remove") return `sidekey contacts remove ${change.address}`;
    // A name that begins with a dash would be read as an option.
    const dash = change.label.startsWith("-") ? "-- " : "";
    return `sidekey contacts ${change.kind} ${dash}${change.name ?? change.address} ${quoted(change.label)}`;
}
