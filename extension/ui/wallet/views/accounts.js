import { WalletError } from "../../../lib/errors.js";
import { visible } from "../../../lib/visible.js";
import { ceremonyButton } from "../../parts/ceremony.js";
import { button, make, shortened, text } from "../../parts/dom.js";
import { AccountsStore } from "../../stores/accounts.js";
import { failureText } from "../../parts/texts.js";
import { LedgerSection } from "../ledger.js";
import { WatchOnlySection } from "../watch-only.js";

/**
 * The wallet's accounts. While the session is open, the user can add, name, hide and reorder them. Importing and removing happen in
 * Sidekey's own window, with the passphrase. Watch-only accounts stand below them.
 *
 * @typedef {import("../../../lib/protocol.js").KnownAccount} KnownAccount
 * @typedef {import("../../stores/accounts.js").ParamsOf} ParamsOf
 */
export class AccountsView {
    #client;
    /** @type {AccountsStore} */
    #store;
    #list = make("ol", { class: "accounts" });
    #problem = make("p", { class: "problem", role: "alert" });
    /** The notice of a question in Sidekey's own window; any clicks meanwhile wait for its end. */
    #asking = make("p", { class: "muted", role: "status" });
    #asked = 0;
    #add = button(text("addAccount"), () => void this.#addOne(), "secondary");
    /**
     * The drawn buttons, by account and action.
     *
     * @type {Map<string, HTMLButtonElement>}
     */
    #buttons = new Map();
    /**
     * The account that is being named; its typed name survives a change of another account.
     *
     * @type {{ publicKey: string, element: HTMLElement } | undefined}
     */
    #named;
    #ledger;
    #watchOnly;
    element;

    /** @param {import("../../stores/client.js").BackgroundClient} client */
    constructor(client) {
        this.#client = client;
        this.#store = AccountsStore.of(client);
        this.#ledger = new LedgerSection(client, () => this.#store.load());
        this.#watchOnly = new WatchOnlySection(client);
        this.element = make("section", { class: "view" }, [
            make("h1", { text: text("accounts") }),
            this.#list,
            this.#asking,
            this.#problem,
            make("div", { class: "buttons" }, [this.#add, this.#importing()]),
            make("p", { class: "muted", text: text("importMeaning") }),
            this.#ledger.element,
            this.#watchOnly.element,
        ]);
        this.#store.subscribe(({ accounts }) => this.#show(accounts));
    }

    async draw() {
        this.#named = undefined;
        this.#problem.textContent = "";
        this.#ledger.clear();
        this.#watchOnly.clear();
        const { error } = await this.#store.load();
        if (error) throw error;
        return this.element;
    }

    /** Draws everything anew; the element that had the keyboard focus keeps it. */
    #show(/** @type {KnownAccount[]} */ accounts) {
        const focused = [...this.#buttons].find(([, each]) => each === document.activeElement)?.[0];
        this.#buttons.clear();
        this.#list.replaceChildren(...accounts.map((account, index) => this.#entry(account, index)));
        if (focused !== undefined) this.#focus(focused);
    }

    /** Moves the keyboard focus to the name's button, because the first account can't be moved up any more. */
    #focus(/** @type {string} */ name) {
        (this.#buttons.get(name) ?? this.#buttons.get(`${name.split(" ")[0]} rename`))?.focus();
    }

    /** @param {KnownAccount} account @param {number} index */
    #entry(account, index) {
        const { publicKey, label, path, hidden, imported, signer, token } = account;
        // A token's key is derived from nothing: its label stands in the place of a path.
        const place = imported ? text("accountImported") : visible((signer === "hardware-token" ? token : path) ?? "");
        if (this.#named?.publicKey === publicKey) return this.#named.element;
        const name = visible(label);
        const entry = make("li", { class: hidden ? "card account off" : "card account" });
        const change = (/** @type {object} */ wanted) => void this.#act(() => ({ publicKey, ...wanted }));
        entry.append(
            make("strong", {}, [make("bdi", { text: name })]),
            shortened(publicKey),
            signer === "ledger" ? make("span", { class: "flag", text: text("accountOnLedger") }) : "",
            signer === "hardware-token" ? make("span", { class: "flag", text: text("accountOnHardwareToken") }) : "",
            make("span", { class: "muted", text: [place, hidden && text("accountHidden")].filter(Boolean).join(", ") }),
            make("div", { class: "actions" }, [
                this.#action(`${publicKey} rename`, text("rename"), text("renameAccount", name), () => this.#name(entry, account)),
                this.#action(`${publicKey} hide`, hidden ? text("show") : text("hide"), hidden ? text("showAccount", name) : text("hideAccount", name), () => change({ hidden: !hidden })),
                index > 0 && this.#action(`${publicKey} move`, "↑", text("moveAccount", name), () => void this.#act(higher(publicKey))),
                // A wallet keeps at least one.
                this.#store.state.accounts.length > 1 && this.#removal(publicKey, name),
            ]),
        );
        return entry;
    }

    /** @param {string} place @param {string} shown @param {string} name distinguishes one account's button from another's @param {() => void} act */
    #action(place, shown, name, act) {
        const made = make("button", { type: "button", class: "small", text: shown, "aria-label": name, title: name, on: { click: act } });
        this.#buttons.set(place, made);
        return made;
    }

    #importing() {
        const made = this.#ceremony(text("importAccount"), { kind: "import" }, { style: "secondary" });
        made.setAttribute("data-part", "import");
        return made;
    }

    /** @param {string} publicKey @param {string} name */
    #removal(publicKey, name) {
        const made = this.#ceremony(text("removeElsewhere"), { kind: "remove", account: publicKey }, { style: "small", name: text("removeAccount", name) });
        this.#buttons.set(`${publicKey} remove`, made);
        return made;
    }

    /** @param {string} label @param {import("../../parts/ceremony.js").Ceremony} ceremony @param {import("../../parts/ceremony.js").Look} look */
    #ceremony(label, ceremony, look) {
        return ceremonyButton(this.#client, label, ceremony, { ...look, done: () => this.#store.load() });
    }

    /** @param {HTMLElement} entry @param {KnownAccount} account */
    #name(entry, { publicKey, label }) {
        const id = `label-${crypto.randomUUID()}`;
        const save = async () => {
            const wanted = field.value.trim();
            if (wanted === "") return field.focus();
            this.#named = undefined;
            await this.#act(() => ({ publicKey, label: wanted }));
            this.#focus(`${publicKey} rename`);
        };
        const field = make("input", {
            id, type: "text", maxlength: 64, autocomplete: "off", spellcheck: "false",
            on: { keydown: (/** @type {KeyboardEvent} */ event) => event.key === "Enter" && !event.isComposing && void save() },
        });
        field.value = label;
        setTimeout(() => field.focus());
        this.#named = { publicKey, element: entry };
        entry.replaceChildren(make("div", { class: "field" }, [make("label", { for: id, text: text("accountName") }), field]), button(text("save"), () => void save(), "small"));
    }

    async #addOne() {
        this.#add.disabled = true;
        await this.#act(() => ({}), "accounts.add");
        this.#add.disabled = false;
    }

    /** @param {ParamsOf} params @param {"accounts.add" | "accounts.update"} [method] */
    async #act(params, method = "accounts.update") {
        this.#problem.textContent = "";
        const isAsked = /** @type {any} */ (params(this.#store.state.accounts))?.native === true;
        if (isAsked) this.#ask(1);
        try {
            await this.#store.change(method, params);
        } catch (thrown) {
            this.#problem.textContent = failureText(WalletError.from(thrown));
            // The entry that was being named is drawn as before.
            this.#show(this.#store.state.accounts);
        } finally {
            if (isAsked) this.#ask(-1);
        }
    }

    /** @param {1 | -1} more */
    #ask(more) {
        this.#asked += more;
        this.#asking.textContent = this.#asked > 0 ? text("askingOutside") : "";
    }
}

/**
 * Returns the parameters that move an account one place up from its place at that time. The user is asked outside the browser, since sites
 * get the first account.
 *
 * @param {string} publicKey
 * @returns {ParamsOf}
 */
function higher(publicKey) {
    return (accounts) => {
        const place = accounts.findIndex((account) => account.publicKey === publicKey);
        return place > 0 ? { publicKey, position: place - 1, native: true } : undefined;
    };
}
