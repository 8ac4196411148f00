import { WalletError } from "../../lib/errors.js";
import { quoted } from "../../lib/shell.js";
import { visible } from "../../lib/visible.js";
import { commandBlock } from "./command.js";
import { make, text } from "./dom.js";
import { failureText } from "./texts.js";

/**
 * A change of the address book while it is asked outside the browser: that it is, and how it ended.
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
]);
/** Where no window can be shown, or not yet, a terminal does the same. */
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
     * @param {() => void} changed called when one begins and when it has ended
     */
    constructor(store, changed) {
        this.#store = store;
        this.#changed = changed;
    }

    /** Says nothing of what was before. */
    clear() {
        if (!this.isBusy) this.#say("");
    }

    /**
     * @param {Change} change
     * @param {string} name what it is called, or was
     * @returns {Promise<boolean>} whether it was done
     */
    async ask(change, name) {
        if (this.isBusy) return false;
        this.isBusy = true;
        this.#say(text("contactAsking"));
        this.#changed();
        this.element.scrollIntoView?.({ block: "nearest" });
        let isDone = false;
        try {
            await this.#store.change(change);
            this.#say(text(contactEnding(change), visible(name)));
            isDone = true;
        } catch (thrown) {
            this.#fail(WalletError.from(thrown), change);
        }
        this.isBusy = false;
        this.#changed();
        return isDone;
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
 * The text that says that a change was made.
 *
 * @param {Change} change
 */
export function contactEnding(change) {
    return DONE[change.kind];
}

/**
 * Why a change wasn't made, and what does the same in a terminal where no window can be shown.
 *
 * @param {WalletError} error
 * @param {Change} change
 */
export function contactFailure(error, change) {
    const { reason = "", data } = error;
    const key = ENDINGS.get(reason);
    // The command stands below the sentence, to be copied.
    const words = key === undefined ? failureText(new WalletError(error.code, undefined, error.message, { ...data, command: "" })).trimEnd() : text(key);
    const isElsewhere = ELSEWHERE.has(reason);
    return { words: isElsewhere ? words : `${words} ${text("contactUnchanged")}`, command: isElsewhere ? commandBlock(contactCommand(change)) : undefined };
}

/**
 * A button that begins a contact with an address that was paid; none where it has a name already.
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
 * What does the same in a terminal.
 *
 * @param {Change} change
 */
export function contactCommand(change) {
    if (change.kind === "remove") return `sidekey contacts remove ${change.address}`;
    // A name that begins with a dash would be read as an option.
    const dash = change.label.startsWith("-") ? "-- " : "";
    return `sidekey contacts ${change.kind} ${dash}${change.address} ${quoted(change.label)}`;
}
