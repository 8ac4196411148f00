import { visible } from "../../lib/visible.js";
import { make, text } from "../parts/dom.js";
import { wholeAddress } from "../parts/names.js";
import { causeText, portfolioErrorText } from "../parts/portfolio-texts.js";
import { AccountsStore } from "../stores/accounts.js";
import { ContactsStore } from "../stores/contacts.js";
import { HistoryStore } from "../stores/history.js";

/** The number of earlier recipients that are offered. */
const MOST_RECENT = 8;

/**
 * The recipients that the user knows: the address book, their other accounts, and the addresses that they themselves sent something to.
 * Addresses that only sent something are never offered: the sender of dust hopes to be mistaken for another.
 */
export class RecipientChoice {
    /** @type {ContactsStore} */
    #contacts;
    /** @type {AccountsStore} */
    #accounts;
    /** @type {HistoryStore} */
    #history;
    #chosen;
    #more;
    #list = make("ul", { class: "recipients" });
    #isRead = false;
    element;

    /**
     * @param {import("../stores/client.js").BackgroundClient} client
     * @param {(address: string) => void} chosen
     * @param {(address: string) => HTMLElement | undefined} more the part beside an address without a name
     */
    constructor(client, chosen, more) {
        this.#contacts = ContactsStore.of(client);
        this.#accounts = AccountsStore.of(client);
        this.#history = HistoryStore.of(client);
        this.#chosen = chosen;
        this.#more = more;
        this.element = make("details", { on: { toggle: () => void this.#opened() } }, [make("summary", { text: text("sendKnown") }), this.#list]);
        for (const store of [this.#contacts, this.#accounts, this.#history]) store.subscribe(() => this.#show());
        this.#show();
    }

    /** Reads a history only when the user looks for a recipient in it; before that no node is asked. */
    async #opened() {
        const { error, said } = this.#history.state;
        const isThere = this.#isRead && !error && said.cause === undefined && this.#history.account === this.#accounts.state.selected;
        if (!this.element.open || isThere) return;
        this.#isRead = true;
        await this.#history.show(this.#accounts.state.selected);
    }

    #show() {
        const { selected, accounts } = this.#accounts.state;
        const known = new Set([selected]);
        const entries = [];
        for (const { address, label } of this.#contacts.state.rows) {
            known.add(address);
            entries.push(this.#entry(address, label, "nameContact"));
        }
        for (const { publicKey, label, hidden } of accounts) {
            if (hidden || known.has(publicKey)) continue;
            known.add(publicKey);
            entries.push(this.#entry(publicKey, label, "nameOwn"));
        }
        for (const address of this.#recent(known)) entries.push(this.#entry(address, "", "nameRecent"));
        const state = this.#reading();
        const none = make("li", { class: "muted", text: text("sendKnownNone") });
        this.#list.replaceChildren(...entries, ...(state ? [state] : entries.length === 0 ? [none] : []));
    }

    /** Returns the notice that earlier recipients are being read, or the reason some may be missing. */
    #reading() {
        const { isReading, rows, error, said } = this.#history.state;
        if (!this.#isRead) return undefined;
        if (isReading && rows.length === 0) return make("li", { class: "muted", role: "status", text: text("loading") });
        if (!error && said.cause === undefined) return undefined;
        const words = error ? portfolioErrorText(error, false) : causeText(String(said.cause), false);
        return make("li", { class: "warning", role: "status", text: text("sendKnownMissing", words) });
    }

    /** @param {Set<string | undefined>} known */
    #recent(known) {
        /** @type {Set<string>} */
        const found = new Set();
        if (this.#history.account !== this.#accounts.state.selected) return found;
        for (const { signed, marks = [], movements = [] } of this.#history.state.rows) {
            if (!signed || marks.length > 0) continue;
            for (const { direction, to } of movements) {
                if (direction === "out" && to !== undefined && !known.has(to) && found.size < MOST_RECENT) found.add(to);
            }
        }
        return found;
    }

    /** @param {string} address @param {string} label @param {string} kind */
    #entry(address, label, kind) {
        return make("li", {}, [
            make("button", { type: "button", class: "recipient", on: { click: () => this.#choose(address) } }, [
                make("span", {}, [label !== "" && make("strong", {}, [make("bdi", { text: visible(label) })]), label !== "" && " ", make("span", { class: "muted", text: text(kind) })]),
                wholeAddress(address),
            ]),
            label === "" && this.#more(address),
        ]);
    }

    #choose(/** @type {string} */ address) {
        this.element.open = false;
        this.#chosen(address);
    }
}
