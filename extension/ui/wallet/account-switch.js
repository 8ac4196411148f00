import { visible } from "../../lib/visible.js";
import { accountMark } from "../parts/account-mark.js";
import { copyButton } from "../parts/copy.js";
import { make, shortened, text } from "../parts/dom.js";
import { watchMark } from "../parts/names.js";
import { icon } from "../parts/icons.js";
import { AccountsStore, isWatched } from "../stores/accounts.js";

/**
 * The account that the screens show, and the way to another, a watch-only one too. The list opens in its place, so that it covers nothing below.
 *
 * @typedef {import("../../lib/protocol.js").KnownAccount | import("../../lib/protocol.js").WatchedAccount} ViewableAccount
 */
export class AccountSwitch {
    /** @type {AccountsStore} */
    #store;
    #isOpen = false;
    /** @type {Map<string, HTMLElement>} */
    #entries = new Map();
    /** @type {HTMLElement | undefined} */
    #current;
    element = make("section", { class: "switch", "aria-label": text("factAccount") });

    #isCopied;

    /** @param {import("../stores/client.js").BackgroundClient} client @param {boolean} isCopied true if its address can be copied here */
    constructor(client, isCopied = true) {
        this.#isCopied = isCopied;
        this.#store = AccountsStore.of(client);
        this.#store.subscribe(() => this.#fill());
        this.#fill();
    }

    #fill() {
        const { selected, viewable } = this.#store;
        if (!selected) return this.element.replaceChildren();
        const several = viewable.length > 1;
        this.#entries.clear();
        const list = make("ul", { class: "switch-list card", id: "switch-list", hidden: !this.#isOpen }, viewable.map((account) => this.#entry(account)));
        this.#current = make(several ? "button" : "div", {
            class: "switch-current",
            ...(several && { type: "button", "aria-expanded": String(this.#isOpen), "aria-controls": list.id, on: { click: () => this.#open(!this.#isOpen) } }),
        }, [accountMark(selected.publicKey), names(selected), several && icon("open")]);
        const copy = this.#isCopied ? [copyButton(selected.publicKey, text("copyAddress"))] : [];
        this.element.replaceChildren(make("div", { class: "switch-row" }, [this.#current, ...copy]), ...(several ? [list] : []));
    }

    /** @param {ViewableAccount} account */
    #entry(account) {
        const isCurrent = account.publicKey === this.#store.state.selected;
        const choose = () => {
            this.#open(false);
            this.#store.select(account.publicKey);
        };
        const entry = make("button", { type: "button", class: "switch-entry", "aria-current": isCurrent && "true", on: { click: choose } }, [
            accountMark(account.publicKey), names(account), isCurrent && icon("done"),
        ]);
        this.#entries.set(account.publicKey, entry);
        return make("li", {}, [entry]);
    }

    /** @param {boolean} isOpen */
    #open(isOpen) {
        this.#isOpen = isOpen;
        this.#fill();
        // The pressed button is drawn anew: the keyboard focus stays in its place.
        (isOpen ? this.#entries.get(this.#store.state.selected ?? "") : this.#current)?.focus();
    }
}

/** @param {ViewableAccount} account */
function names(account) {
    const { label, publicKey } = account;
    return make("span", { class: "names" }, [
        make("strong", {}, [make("bdi", { text: visible(label) }), isWatched(account) && watchMark()]),
        shortened(publicKey),
    ]);
}
