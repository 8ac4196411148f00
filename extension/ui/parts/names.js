import { visible } from "../../lib/visible.js";
import { make, shortened, text } from "./dom.js";
import { AccountsStore } from "../stores/accounts.js";
import { ContactsStore } from "../stores/contacts.js";

/**
 * The names that the user has given to addresses: their accounts and contacts. Nothing else gives an address a name here: a watch-only
 * account is added without the passphrase, so it makes no recipient known.
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

    /** @param {string} address @returns {{ label: string, kind: "account" | "contact", name?: string } | undefined} */
    of(address) {
        const account = this.#accounts.state.accounts.find(({ publicKey }) => publicKey === address);
        if (account) return { label: visible(account.label), kind: "account" };
        const contact = this.#contacts.state.rows.find((contact) => contact.address === address);
        return contact && { label: visible(contact.label), kind: "contact", ...(contact.name !== undefined && { name: visible(contact.name) }) };
    }

    /** Returns the name and the ends of an address, for a list. There alone a watch-only account has its name, with its mark. */
    short(/** @type {string} */ address) {
        const name = this.of(address);
        const watched = name ? undefined : this.#accounts.state.watched.find(({ publicKey }) => publicKey === address);
        const label = name?.label ?? (watched && visible(watched.label));
        return make("span", { class: "party" }, [label !== undefined && make("bdi", { text: label }), watched && watchMark(), label !== undefined && " ", shortened(address)]);
    }

    /** Returns the name and the whole address, for a decision or a closer look. */
    whole(/** @type {string} */ address) {
        const name = this.of(address);
        return make("span", { class: "party" }, [
            name && make("span", {}, [make("bdi", { text: name.label }), name.name !== undefined && ", ", name.name !== undefined && make("bdi", { text: name.name }), ` (${text(name.kind === "account" ? "nameOwn" : "nameContact")}) `]),
            wholeAddress(address),
        ]);
    }
}

/** Draws the mark of an account that the wallet shows and has no key for. */
export function watchMark() {
    return make("span", { class: "flag", text: text("accountWatchOnly") });
}

/**
 * Draws a `.sol` or `.sns` name, and the nodes by whose word it stands for the address beside it.
 *
 * @typedef {import("../stores/transfer.js").ResolvedName} ResolvedName
 * @param {ResolvedName} [resolved]
 */
export function resolvedName(resolved) {
    if (resolved === undefined) return "";
    return make("span", { class: "party" }, [make("strong", {}, [make("bdi", { text: visible(resolved.name) })]), " ", make("span", { class: "muted", text: nameSources(resolved.nodes) })]);
}

/**
 * Draws the name that an address chose for itself, in quotation marks: it is somebody else's word, and never the user's name for it.
 *
 * @param {ResolvedName} [claimed]
 */
export function claimedName(claimed) {
    if (claimed === undefined) return "";
    return make("span", { class: "party" }, [make("bdi", { text: quotedName(claimed.name) }), " ", make("span", { class: "muted", text: nameSources(claimed.nodes) })]);
}

/** Returns a name that somebody chose, in quotation marks. */
export function quotedName(/** @type {string} */ name) {
    return `\u201c${visible(name)}\u201d`;
}

/**
 * Returns by whose word a name stands for an address.
 *
 * @param {ResolvedName["nodes"]} nodes
 */
export function nameSources(nodes) {
    return nodes.length === 0 ? text("sendNameUnsaid") : text("sendNameSaid", nodes.map(({ node }) => visible(node)).join(", "));
}

/** Draws an address or a signature in full, with groups for the eye that a copy omits. */
export function wholeAddress(/** @type {string} */ address) {
    return make("span", { class: "whole", translate: "no", text: visible(address) });
}
