import { readAddress } from "../../lib/address.js";
import { WalletError } from "../../lib/errors.js";
import { readName } from "../../lib/solana-name.js";
import { visible } from "../../lib/visible.js";
import { make, shortened, text } from "../parts/dom.js";
import { Field, textInput } from "../parts/fields.js";
import { nameSources, watchMark, wholeAddress } from "../parts/names.js";
import { addressFault, recipientText, sendErrorText } from "../parts/send-texts.js";
import { failureText } from "../parts/texts.js";
import { AccountsStore } from "../stores/accounts.js";
import { ContactsStore } from "../stores/contacts.js";
import { LabelField, RenameForm } from "./contact-form.js";

/**
 * The watch-only accounts: bookmarks, which the user adds, names, hides and removes while the session is open.
 *
 * @typedef {import("../../lib/protocol.js").WatchedAccount} WatchedAccount
 */
export class WatchOnlySection {
    /** @type {AccountsStore} */
    #store;
    /** @type {ContactsStore} */
    #contacts;
    #list = make("ul", { class: "accounts", "aria-label": text("watchTitle") });
    #problem = make("p", { class: "problem", role: "alert" });
    #heading = make("h2", { tabindex: -1, text: text("watchTitle") });
    #form;
    #isBusy = false;
    element;

    /** @param {import("../stores/client.js").BackgroundClient} client */
    constructor(client) {
        this.#store = AccountsStore.of(client);
        this.#contacts = ContactsStore.of(client);
        this.#form = new WatchForm(
            () => this.#named, (name) => this.#contacts.resolve(name), (address, label) => void this.#add(address, label),
        );
        this.element = make("section", { class: "watch-only", "data-part": "watch" }, [
            this.#heading,
            make("p", { class: "muted", text: text("watchMeaning") }),
            this.#list,
            this.#problem,
            this.#form.element,
        ]);
        this.#store.subscribe(({ watched }) => this.#show(watched));
    }

    clear() {
        this.#problem.textContent = "";
    }

    /** Everything whose name is taken. */
    get #named() {
        const { accounts, watched } = this.#store.state;
        return [...[...accounts, ...watched].map(({ publicKey, label }) => ({ address: publicKey, label })), ...this.#contacts.state.rows];
    }

    /** @param {WatchedAccount[]} watched */
    #show(watched) {
        this.#list.hidden = watched.length === 0;
        this.#list.replaceChildren(...watched.map((account) => this.#entry(account)));
    }

    /** @param {WatchedAccount} account */
    #entry({ publicKey, label, hidden }) {
        const name = visible(label);
        const change = (/** @type {object} */ wanted) => void this.#act("accounts.update", { publicKey, ...wanted });
        const naming = new RenameForm({ address: publicKey, label }, () => this.#named, (wanted) => change({ label: wanted }), "accountExists");
        const action = (/** @type {string} */ key, /** @type {string} */ named, /** @type {() => void} */ act) =>
            make("button", { type: "button", class: "small", text: text(key), "aria-label": text(named, name), on: { click: act } });
        return make("li", { class: hidden ? "card account off" : "card account", "data-row": publicKey }, [
            make("strong", {}, [make("bdi", { text: name }), watchMark()]),
            shortened(publicKey),
            hidden && make("span", { class: "muted", text: text("accountHidden") }),
            make("div", { class: "actions" }, [
                action("rename", "renameAccount", () => naming.turn()),
                hidden ? action("show", "showAccount", () => change({ hidden: false })) : action("hide", "hideAccount", () => change({ hidden: true })),
                action("unwatch", "unwatchNamed", () => void this.#act("accounts.unwatch", { publicKey })),
            ]),
            naming.element,
        ]);
    }

    /** @param {string} address @param {string | undefined} label */
    async #add(address, label) {
        if (await this.#act("accounts.watch", { address, ...(label !== undefined && { label }) })) this.#form.clear();
    }

    /** @param {"accounts.update" | "accounts.watch" | "accounts.unwatch"} method @param {object} params */
    async #act(method, params) {
        if (this.#isBusy) return false;
        this.#isBusy = this.#form.isBusy = true;
        this.clear();
        let isDone = false;
        try {
            await this.#store.change(method, () => params);
            isDone = true;
        } catch (thrown) {
            const error = WalletError.from(thrown);
            this.#problem.textContent = error.reason === "param-value" ? text("contactLabelInvalid") : failureText(error);
        }
        this.#isBusy = this.#form.isBusy = false;
        // The pressed button was drawn anew.
        if (isDone && this.element.isConnected) this.#heading.focus();
        return isDone;
    }
}

/** The form for an address to watch. A name is looked up first, and its address is shown before it is added. */
class WatchForm {
    #resolve;
    #add;
    #address = new Field(text("watchAddress"), textInput(() => this.#readAddress()));
    #label;
    #button = make("button", { type: "submit", class: "secondary", text: text("watchButton") });
    element;

    /**
     * @param {() => import("./contact-form.js").Named[]} named
     * @param {(name: string) => Promise<import("../stores/contacts.js").FoundName>} resolve
     * @param {(address: string, label: string | undefined) => void} add
     */
    constructor(named, resolve, add) {
        this.#resolve = resolve;
        this.#add = add;
        // A contact that is watched may keep its name.
        const others = () => named().filter(({ address }) => address !== readAddress(this.#address.control.value).address);
        this.#label = new LabelField(text("accountName"), others, undefined, "accountExists");
        this.element = make("details", { class: "card" }, [
            make("summary", { text: text("watchAdd") }),
            make("form", { class: "fields", novalidate: true, on: { submit: (/** @type {Event} */ event) => void this.#submitted(event) } }, [
                this.#address.element, this.#label.field.element, this.#button,
            ]),
        ]);
    }

    set isBusy(/** @type {boolean} */ isBusy) {
        this.#button.disabled = isBusy;
    }

    clear() {
        for (const field of [this.#address, this.#label.field]) {
            field.control.value = "";
            field.note();
        }
        this.element.open = false;
    }

    /** @returns {{ address?: string, name?: string }} */
    #readAddress(isAsked = false) {
        const typed = this.#address.control.value;
        const named = readName(typed);
        if (named.name !== undefined) {
            this.#address.note();
            return { name: named.name };
        }
        const read = readAddress(typed);
        if (named.fault === "spelling") this.#address.refuse(text("nameWrong"));
        else if (read.address !== undefined) this.#address.note(wholeAddress(read.address));
        // Half an address isn't wrong while the user is typing.
        else if (isAsked || (read.fault !== "empty" && read.fault !== "short")) this.#address.refuse(addressFault(read));
        else this.#address.note();
        return named.fault === "spelling" || read.address === undefined ? {} : { address: read.address };
    }

    /** @param {string} name */
    async #lookUp(name) {
        this.isBusy = true;
        try {
            const { address, resolved, findings } = await this.#resolve(name);
            this.#address.control.value = address;
            const told = findings.map(recipientText).filter((words) => words !== "");
            this.#address.note(make("span", { text: text("watchNamed", visible(name), nameSources(resolved.nodes)) }), ...told.map((words) => make("p", { class: "warning", text: words })));
        } catch (thrown) {
            this.#address.refuse(sendErrorText(WalletError.from(thrown), false));
        }
        this.isBusy = false;
        this.#button.focus();
    }

    /** @param {Event} event */
    async #submitted(event) {
        event.preventDefault();
        if (this.#button.disabled) return;
        const { address, name } = this.#readAddress(true);
        if (name !== undefined) return this.#lookUp(name);
        if (address === undefined) return this.#address.control.focus();
        const label = this.#label.read();
        if (label === undefined && this.#label.field.control.value.trim() !== "") return this.#label.field.control.focus();
        this.#add(address, label);
    }
}
