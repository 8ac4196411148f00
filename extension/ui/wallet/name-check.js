import { WalletError } from "../../lib/errors.js";
import { visible } from "../../lib/visible.js";
import { make, text } from "../parts/dom.js";
import { nameSources, quotedName } from "../parts/names.js";
import { recipientText, sendErrorText } from "../parts/send-texts.js";

/**
 * What a contact's name stands for now, and the name that its address chose for itself. Nodes are asked only when the user asks: else they would
 * learn the whole address book.
 *
 * @typedef {import("../stores/contacts.js").NameFinding} NameFinding
 */
export class NameCheck {
    #store;
    #address;
    #name;
    button;
    element = make("div", { role: "status" });

    /**
     * @param {import("../stores/contacts.js").ContactsStore} store
     * @param {string} address
     * @param {string | undefined} name the name by which the contact was added
     * @param {string} label
     */
    constructor(store, address, name, label) {
        this.#store = store;
        this.#address = address;
        this.#name = name;
        this.button = make("button", { type: "button", class: "small", text: text("contactCheckName"), "aria-label": text("contactCheckNamed", label), on: { click: () => void this.#check() } });
    }

    async #check() {
        this.button.disabled = true;
        const kept = this.#name === undefined ? [] : [this.#asked(this.#kept(this.#name))];
        const told = await Promise.all([...kept, this.#asked(this.#chosen())]);
        this.element.replaceChildren(...told.flat());
        this.button.disabled = false;
    }

    /** @param {Promise<HTMLElement[]>} told */
    async #asked(told) {
        try {
            return await told;
        } catch (thrown) {
            return [make("p", { class: "problem", text: sendErrorText(WalletError.from(thrown), false) })];
        }
    }

    /** Returns what the name stands for by which the contact was added. */
    async #kept(/** @type {string} */ name) {
        const { address, resolved, findings } = await this.#store.resolve(name);
        const isSame = address === this.#address;
        /** @type {NameFinding[]} */
        const changed = isSame ? [] : [{ name: "name-changed", level: "danger", address }];
        const said = make("p", { class: "muted", text: text("contactNameNow", visible(name), nameSources(resolved.nodes)) });
        return [...(isSame ? [said] : []), ...this.#list([...changed, ...findings.filter((finding) => finding.name !== "name-changed")])];
    }

    /** Returns the name that the address chose; nothing where it is the one that is kept. */
    async #chosen() {
        const { resolved, findings = [] } = await this.#store.reverse(this.#address);
        if (resolved === undefined) return this.#name === undefined ? [make("p", { class: "muted", text: text("contactNoName") })] : [];
        if (resolved.name === this.#name) return [];
        const likenesses = findings.filter(({ name }) => name === "name-like");
        if (likenesses.length > 0) return this.#list(likenesses);
        return [make("p", { class: "muted", text: text("contactClaims", quotedName(resolved.name), nameSources(resolved.nodes)) })];
    }

    /** @param {NameFinding[]} findings */
    #list(findings) {
        const told = findings.filter((finding) => recipientText(finding) !== "");
        if (told.length === 0) return [];
        return [make("ul", { class: "findings", "aria-label": text("sendFindings") }, told.map((finding) =>
            make("li", { class: `finding ${finding.level}` }, [finding.level !== "info" && make("strong", { text: `${text(`level_${finding.level}`)}: ` }), recipientText(finding)]),
        ))];
    }
}
