import { visible } from "../../../lib/visible.js";
import { ContactChanges } from "../../parts/contact-change.js";
import { ContactForm, RenameForm } from "../contact-form.js";
import { NameCheck } from "../name-check.js";
import { copyButton } from "../../parts/copy.js";
import { make, text } from "../../parts/dom.js";
import { language } from "../../parts/language.js";
import { Listing } from "../../parts/listing.js";
import { wholeAddress } from "../../parts/names.js";
import { ContactsStore } from "../../stores/contacts.js";

/**
 * The address book. The user confirms each change outside the browser with the passphrase: a hijacked extension that could add its own
 * address would remove the warning about it.
 *
 * @typedef {import("../../stores/contacts.js").Contact} Contact
 * @typedef {import("../../stores/contacts.js").ContactChange} Change
 */
export class ContactsView {
    /** @type {ContactsStore} */
    #store;
    #go;
    #changes;
    #form;
    #heading = make("h1", { tabindex: -1, text: text("place_contacts") });
    /** @type {unknown} */
    #detail;
    /**
     * The buttons that change a contact, by its address: disabled while a change is pending.
     *
     * @type {Map<string, HTMLButtonElement[]>}
     */
    #buttons = new Map();
    element;

    /** @param {import("../../stores/client.js").BackgroundClient} client @param {(place: any, detail?: any) => void} go */
    constructor(client, go) {
        this.#store = ContactsStore.of(client);
        this.#go = go;
        this.#changes = new ContactChanges(this.#store, () => this.#hold());
        this.#form = new ContactForm(() => this.#store.state.rows, (to, label) => void this.#add(to, label));
        const listing = new Listing(this.#store, { label: text("place_contacts"), empty: text("contactsEmpty"), row: (contact) => this.#row(contact) });
        this.element = make("section", { class: "view contacts" }, [this.#heading, this.#changes.element, this.#form.element, listing.element]);
    }

    /** @param {{ address: string }} [detail] the address to add */
    async draw(detail) {
        this.#changes.clear();
        if (detail !== undefined && detail !== this.#detail) this.#form.begin(detail.address);
        this.#detail = detail;
        void this.#store.load();
        return this.element;
    }

    /** Returns true if a form that was opened for an address keeps the keyboard focus. */
    focus() {
        return this.#detail !== undefined;
    }

    #hold() {
        this.#form.isBusy = this.#changes.isBusy;
        for (const each of [...this.#buttons.values()].flat()) each.disabled = this.#changes.isBusy;
    }

    /** @param {{ address: string } | { name: string }} to @param {string} label */
    async #add(to, label) {
        const isDone = await this.#changes.add(to, label);
        if (!isDone) return;
        this.#form.clear();
        if (this.element.isConnected) this.#heading.focus();
    }

    /** @param {Contact} contact */
    #row(contact) {
        const { address, label, added, onCurve } = contact;
        const name = visible(label);
        const naming = new RenameForm(contact, () => this.#store.state.rows, (wanted) => void this.#ask({ kind: "rename", address, label: wanted }, wanted, rename));
        const rename = this.#button(text("rename"), text("renameAccount", name), () => naming.turn());
        const remove = this.#button(text("contactRemove"), text("contactRemoveNamed", name), () => void this.#ask({ kind: "remove", address }, label, remove));
        const check = new NameCheck(this.#store, address, contact.name, name);
        this.#buttons.set(address, [rename, remove]);
        return make("li", { class: "line card", "data-row": address }, [
            make("strong", {}, [make("bdi", { text: name })]),
            contact.name !== undefined && make("span", {}, [make("bdi", { text: visible(contact.name) })]),
            wholeAddress(address),
            !onCurve && make("span", { class: "muted", text: text("contactNoKey") }),
            make("span", { class: "muted", text: text("contactAdded", language.moment(added)) }),
            make("div", { class: "actions" }, [
                copyButton(address, text("copyAddressOf", name)),
                make("button", { type: "button", class: "small", text: text("place_send"), "aria-label": text("sendToNamed", name), on: { click: () => this.#go("send", { to: address }) } }),
                check.button,
                rename,
                remove,
            ]),
            check.element,
            naming.element,
        ]);
    }

    /** @param {string} shown @param {string} name distinguishes it from the others @param {() => void} act */
    #button(shown, name, act) {
        const made = make("button", { type: "button", class: "small", text: shown, "aria-label": name, on: { click: act } });
        made.disabled = this.#changes.isBusy;
        return made;
    }

    /** @param {Change} change @param {string} name @param {HTMLElement} asked the element that gets the keyboard focus back */
    async #ask(change, name, asked) {
        await this.#changes.ask(change, name);
        if (this.element.isConnected) (asked.isConnected ? asked : this.#heading).focus();
    }
}
