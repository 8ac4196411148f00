import { visible } from "../../lib/visible.js";
import { make, shortened, text } from "./dom.js";
import { AccountsStore } from "../stores/accounts.js";
import { ContactsStore } from "../stores/contacts.js";

/**
 * The names that the user has given to addresses: their accounts and contacts. Nothing else gives an address a name here.
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

    /** Reads both; if one can't be read, its addresses have no names. */
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

    /** Returns the name and the ends of an address, for a list. */
    short(/** @type {string} */ address) {
        const name = this.of(address);
        return make("span", { class: "party" }, [name && make("bdi", { text: name.label }), name && " ", shortened(address)]);
    }

    /** Returns the name and the whole address, for a decision or a closer look. */
    whole(/** @type {string} */ address) {
        const name = this.of(address);
        return make("span", { class: "party" }, [
            name && make("span", {}, [make("bdi", { text: name.label }), ` (${text(name.kind === "account" ? "nameOwn" : "nameContact")}) `]),
            wholeAddress(address),
        ]);
    }
}

/** Draws an address or a signature in full, with groups for the eye that a copy omits. */
export function wholeAddress(/** @type {string} */ address) {
    return make("span", { class: "whole", translate: "no", text: visible(address) });
}
