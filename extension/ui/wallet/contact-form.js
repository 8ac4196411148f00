import { readAddress } from "../../lib/address.js";
import { readName } from "../../lib/solana-name.js";
import { visible } from "../../lib/visible.js";
import { button, make, text } from "../parts/dom.js";
import { Field, textInput } from "../parts/fields.js";
import { wholeAddress } from "../parts/names.js";
import { addressFault } from "../parts/send-texts.js";

/**
 * The form for a new contact: its address and its name.
 *
 * @typedef {import("../stores/contacts.js").Contact} Contact
 */
const LONGEST_LABEL = 64;

/**
 * A field for a name, which gives the reason a name can't be used.
 *
 * @typedef {{ address: string, label: string }} Named
 */
export class LabelField {
    #contacts;
    #own;
    #takenKey;
    field;

    /**
     * @param {string} name
     * @param {() => Named[]} contacts the contacts, whose names are taken
     * @param {string} [own] the address of the contact to rename
     * @param {string} [takenKey] the text for a name that is taken
     */
    constructor(name, contacts, own, takenKey = "contactExists") {
        this.#contacts = contacts;
        this.#own = own;
        this.#takenKey = takenKey;
        this.field = new Field(name, textInput(() => this.read(), { maxlength: LONGEST_LABEL }));
    }

    /**
     * @param {boolean} [isAsked] true if an empty field is an error
     * @returns {string | undefined}
     */
    read(isAsked = false) {
        const label = this.field.control.value.trim();
        const isTaken = this.#contacts().some((contact) => contact.address !== this.#own && contact.label.toLowerCase() === label.toLowerCase());
        const isAddress = readAddress(label).address !== undefined || readName(label).fault !== "none";
        if (visible(label) !== label || isAddress || new TextEncoder().encode(label).length > LONGEST_LABEL) this.field.refuse(text("contactLabelInvalid"));
        else if (isTaken) this.field.refuse(text(this.#takenKey));
        else if (label === "" && isAsked) this.field.refuse(text("contactLabelEmpty"));
        else {
            this.field.note();
            return label === "" ? undefined : label;
        }
        return undefined;
    }
}

/** A form to rename a contact or a watch-only account; folded until the user opens it. */
export class RenameForm {
    #label;
    #present;
    element = make("form", { class: "fields", novalidate: true, on: { submit: (/** @type {Event} */ event) => this.#submitted(event) } });

    /** @param {Named} contact @param {() => Named[]} contacts @param {(label: string) => void} rename @param {string} [takenKey] */
    constructor({ address, label }, contacts, rename, takenKey) {
        this.#present = label;
        this.#label = new LabelField(text("contactNewLabel"), contacts, address, takenKey);
        this.rename = rename;
        this.element.hidden = true;
        this.element.append(this.#label.field.element, button(text("save"), () => this.#save(), "small"));
    }

    /** Unfolds the form, or folds it again. */
    turn() {
        this.element.hidden = !this.element.hidden;
        if (this.element.hidden) return;
        this.#label.field.control.value = this.#present;
        this.#label.field.note();
        this.#label.field.control.focus();
    }

    #save() {
        const label = this.#label.read(true);
        if (label === undefined) return this.#label.field.control.focus();
        this.element.hidden = true;
        if (label !== this.#present) this.rename(label);
    }

    /** @param {Event} event */
    #submitted(event) {
        event.preventDefault();
        this.#save();
    }
}

export class ContactForm {
    #contacts;
    #add;
    #address = new Field(text("contactAddress"), textInput(() => this.#readAddress()));
    #label;
    #button = make("button", { type: "submit", class: "primary", text: text("contactAddTo") });
    element;

    /** @param {() => Contact[]} contacts @param {(to: { address: string } | { name: string }, label: string) => void} add */
    constructor(contacts, add) {
        this.#contacts = contacts;
        this.#add = add;
        this.#label = new LabelField(text("contactLabel"), contacts);
        const form = make("form", { class: "fields", novalidate: true, on: { submit: (/** @type {Event} */ event) => this.#submitted(event) } }, [
            this.#address.element, this.#label.field.element, make("p", { class: "muted", text: text("contactAddNote") }), this.#button,
        ]);
        this.element = make("details", { class: "card" }, [make("summary", { text: text("contactAdd") }), form]);
    }

    set isBusy(/** @type {boolean} */ isBusy) {
        this.#button.disabled = isBusy;
    }

    /** Opens the form with an address from another place, to be named. */
    begin(/** @type {string} */ address) {
        this.element.open = true;
        this.#address.control.value = address;
        this.#label.field.control.value = "";
        this.#readAddress();
        setTimeout(() => this.#label.field.control.focus());
    }

    clear() {
        for (const field of [this.#address, this.#label.field]) {
            field.control.value = "";
            field.note();
        }
        this.element.open = false;
    }

    /** @returns {{ address: string } | { name: string } | undefined} */
    #readAddress(isAsked = false) {
        const named = readName(this.#address.control.value);
        if (named.name !== undefined) {
            this.#address.note();
            return { name: named.name };
        }
        if (named.fault === "spelling") {
            this.#address.refuse(text("nameWrong"));
            return undefined;
        }
        const read = readAddress(this.#address.control.value);
        const known = this.#contacts().find(({ address }) => address === read.address);
        if (known) this.#address.refuse(text("contactKnown", visible(known.label)));
        else if (read.address !== undefined) this.#address.note(wholeAddress(read.address));
        // Half an address isn't wrong while the user is typing.
        else if (isAsked || (read.fault !== "empty" && read.fault !== "short")) this.#address.refuse(addressFault(read));
        else this.#address.note();
        return known || read.address === undefined ? undefined : { address: read.address };
    }

    /** @param {Event} event */
    #submitted(event) {
        event.preventDefault();
        if (this.#button.disabled) return;
        const address = this.#readAddress(true);
        const label = this.#label.read(true);
        if (address === undefined) return this.#address.control.focus();
        if (label === undefined) return this.#label.field.control.focus();
        this.#add(address, label);
    }
}
