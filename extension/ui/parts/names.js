import { visible } from "../../lib/visible.js";
import { make, shortened, text } from "./dom.js";
import { AccountsStore } from "../stores/accounts.js";
import { ContactsStore } from "../stores/contacts.js";

/**
 * Who an address belongs to, as far as the user has said so: one of their accounts or a contact. Nothing else gives an address a name here.
 */
export class AddressNames {
    /** @type {AccountsStore} */
    #accounts;
    /** @type {ContactsStore} */
    #contacts;

    /** @param {import("../stores/client.js").BackgroundClient} client */
    constructor(client) {
        this.#accounts = AccountsStore.of(client);
        this.#contacts = ContactsStore.of(client);
    }

    /** Reads both; what can't be read leaves addresses without names. */
    async load() {
        await Promise.all([this.#accounts.load(), this.#contacts.load()]);
    }

    /** @param {string} address @returns {{ label: string, kind: "account" | "contact" } | undefined} */
    of(address) {
        const account = this.#accounts.state.accounts.find(({ publicKey }) => publicKey === address);
        if (account) return { label: visible(account.label), kind: "account" };
        const contact = this.#contacts.state.rows.find((contact) => contact.address === address);
        return contact && { label: visible(contact.label), kind: "contact" };
    }

    /** The name and the ends of an address, for a list. */
    short(/** @type {string} */ address) {
        const name = this.of(address);
        return make("span", { class: "party" }, [name && make("bdi", { text: name.label }), name && " ", shortened(address)]);
    }

    /** The name and the whole address, for what is decided on or looked into. */
    whole(/** @type {string} */ address) {
        const name = this.of(address);
        return make("span", { class: "party" }, [
            name && make("span", {}, [make("bdi", { text: name.label }), ` (${text(name.kind === "account" ? "nameOwn" : "nameContact")}) `]),
            wholeAddress(address),
        ]);
    }
}

/** An address or a signature with nothing left out, in groups for the eye that a copy leaves out. */
export function wholeAddress(/** @type {string} */ address) {
    return make("span", { class: "whole", translate: "no", text: visible(address) });
}
