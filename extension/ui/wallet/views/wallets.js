import { WalletError } from "../../../lib/errors.js";
import { visible } from "../../../lib/visible.js";
import { ceremonyButton } from "../../parts/ceremony.js";
import { button, counted, make, text } from "../../parts/dom.js";
import { Field, textInput } from "../../parts/fields.js";
import { switchButton } from "../../parts/other-wallets.js";
import { failureText } from "../../parts/texts.js";
import { WalletsStore } from "../../stores/wallets.js";

/**
 * The wallets side by side: switching, adding and renaming happen here; one is removed in Sidekey's own window, with its passphrase.
 *
 * @typedef {import("../../stores/wallets.js").KnownWallet} KnownWallet
 */
const LONGEST_NAME = 64;

export class WalletsView {
    #client;
    /** @type {WalletsStore} */
    #store;
    #list = make("ul", { class: "accounts wallets" });
    #problem = make("p", { class: "problem", role: "alert" });
    /** The id of the wallet that is being renamed. */
    #named = "";
    /** @type {Field<HTMLInputElement>} */
    #name = new Field(text("accountName"), textInput(() => this.#name.note(), { maxlength: LONGEST_NAME }));
    #add = button(text("walletAdd"), () => void this.#addOne(), "secondary");
    element;

    /** @param {import("../../stores/client.js").BackgroundClient} client */
    constructor(client) {
        this.#client = client;
        this.#store = WalletsStore.of(client);
        this.element = make("section", { class: "view" }, [
            make("h1", { tabindex: -1, text: text("place_wallets") }),
            make("p", { class: "muted", text: text("walletsMeaning") }),
            this.#list,
            this.#problem,
            make("p", { class: "muted", text: text("walletSwitchMeaning") }),
            make("section", { class: "card", "data-part": "add" }, [
                make("h2", { text: text("walletAdd") }),
                make("p", { class: "muted", text: text("walletAddMeaning") }),
                make("form", { on: { submit: (/** @type {Event} */ event) => event.preventDefault() } }, [this.#name.element, this.#add]),
            ]),
        ]);
        this.#store.subscribe(({ wallets }) => this.#show(wallets));
    }

    async draw() {
        this.#named = "";
        this.#problem.textContent = "";
        const { error } = await this.#store.load();
        if (error) throw error;
        return this.element;
    }

    /** Reads the list again when another surface may have changed it. */
    changed() {
        if (this.#named === "") void this.#store.load();
    }

    /** @param {KnownWallet[]} wallets */
    #show(wallets) {
        this.#list.replaceChildren(...wallets.map((wallet) => this.#entry(wallet, wallets.length > 1)));
    }

    /** @param {KnownWallet} wallet @param {boolean} hasOthers */
    #entry(wallet, hasOthers) {
        const { id, current } = wallet;
        const name = visible(wallet.name);
        const entry = make("li", { class: "card account", "aria-current": current && "true" });
        const rename = make("button", { type: "button", class: "small", text: text("rename"), "aria-label": text("renameAccount", name), on: { click: () => this.#rename(entry, wallet) } });
        entry.append(
            make("strong", {}, [make("bdi", { text: name })]),
            make("span", { class: "muted", text: [current && text("walletCurrent"), state(wallet)].filter(Boolean).join(", ") }),
            make("div", { class: "actions" }, [
                !current && small(switchButton(this.#store, wallet, this.#problem, text("walletSwitch"))),
                rename,
                hasOthers && !current && wallet.vault !== "none" && ceremonyButton(
                    this.#client, text("removeElsewhere"), { kind: "wallet", wallet: id }, { style: "small", name: text("removeAccount", name), done: () => this.#store.load() },
                ),
            ]),
        );
        return entry;
    }

    /** @param {HTMLElement} entry @param {KnownWallet} wallet */
    #rename(entry, { id, name }) {
        this.#named = id;
        /** @type {Field<HTMLInputElement>} */
        const field = new Field(text("accountName"), textInput(() => field.note(), { maxlength: LONGEST_NAME }));
        const save = async () => {
            const wanted = this.#read(field, id);
            if (wanted === undefined) return;
            this.#named = "";
            await this.#store.rename(id, wanted);
            const { error } = this.#store.state;
            this.#problem.textContent = error ? failureText(error) : "";
            if (error) await this.#store.load();
        };
        field.control.value = name;
        field.control.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => event.key === "Enter" && !event.isComposing && void save());
        entry.replaceChildren(field.element, button(text("save"), () => void save(), "small"));
        field.control.focus();
    }

    async #addOne() {
        const name = this.#read(this.#name);
        if (name === undefined) return;
        this.#add.disabled = true;
        this.#problem.textContent = "";
        try {
            await this.#store.add(name);
            this.#add.textContent = text("walletSwitching");
        } catch (thrown) {
            this.#name.refuse(failureText(WalletError.from(thrown)));
            this.#add.disabled = false;
        }
    }

    /**
     * Reads a name, and says why it can't be one.
     *
     * @param {Field<HTMLInputElement>} field
     * @param {string} [own] the id of the wallet that has it
     */
    #read(field, own) {
        const name = field.control.value.trim();
        const isTaken = this.#store.state.wallets.some((wallet) => wallet.id !== own && wallet.name.toLowerCase() === name.toLowerCase());
        if (name === "") field.refuse(text("walletNameEmpty"));
        else if (visible(name) !== name || new TextEncoder().encode(name).length > LONGEST_NAME) field.refuse(text("contactLabelInvalid"));
        else if (isTaken) field.refuse(text("walletTaken"));
        else return name;
        field.control.focus();
        return undefined;
    }
}

/** @param {HTMLButtonElement} made */
function small(made) {
    made.className = "small";
    return made;
}

/** @param {KnownWallet} wallet what is known of it without opening it */
function state({ vault, accounts = 0 }) {
    if (vault === "none") return text("walletNotSetUp");
    return vault === "whole" ? counted("walletAccounts", accounts) : text("walletUnusable");
}
