import { WalletError } from "../lib/errors.js";
import { visible } from "../lib/visible.js";
import { button, make, shortened, text } from "./dom.js";
import { failureText } from "./texts.js";

/**
 * The wallet's accounts, to be added, named, hidden and put in order while the session is open. A key comes in and an account goes out in a
 * terminal, with the passphrase.
 *
 * @typedef {import("../lib/protocol.js").KnownAccount} KnownAccount
 */
export class AccountsSection {
    #background;
    #list = make("ol", { class: "accounts" });
    #problem = make("p", { class: "problem", role: "alert" });
    #busy = false;
    element = make("section", { class: "home" }, [
        make("h1", { text: text("accounts") }),
        this.#list,
        this.#problem,
        button(text("addAccount"), () => this.#act("accounts.add", {}), "secondary"),
        make("p", { class: "muted", text: text("accountsElsewhere") }),
        make("pre", { class: "command", tabindex: 0, text: "sidekey account import\nsidekey account remove ACCOUNT", "aria-label": text("command") }),
    ]);

    /** @param {import("./client.js").BackgroundClient} background */
    constructor(background) {
        this.#background = background;
    }

    async draw() {
        const { accounts } = await this.#background.request("accounts.list");
        this.#problem.textContent = "";
        this.#show(accounts);
        return this.element;
    }

    /** @param {KnownAccount[]} accounts */
    #show(accounts) {
        this.#list.replaceChildren(...accounts.map((account, index) => this.#entry(account, index)));
    }

    /** @param {KnownAccount} account @param {number} index */
    #entry({ publicKey, label, path, hidden, imported }, index) {
        const name = visible(label);
        const entry = make("li", { class: hidden ? "card account off" : "card account" });
        const act = (/** @type {object} */ change) => this.#act("accounts.update", { publicKey, ...change });
        const rename = () => entry.replaceChildren(...this.#naming(label, act));
        entry.append(
            make("strong", {}, [make("bdi", { text: name })]),
            shortened(publicKey),
            make("span", { class: "muted", text: [imported ? text("accountImported") : path, hidden && text("accountHidden")].filter(Boolean).join(", ") }),
            make("div", { class: "actions" }, [
                action(text("rename"), text("renameAccount", name), rename),
                action(hidden ? text("show") : text("hide"), hidden ? text("showAccount", name) : text("hideAccount", name), () => act({ hidden: !hidden })),
                index > 0 && action("↑", text("moveAccount", name), () => act({ position: index - 1 })),
            ]),
        );
        return entry;
    }

    /** @param {string} label @param {(change: object) => void} act @returns {HTMLElement[]} */
    #naming(label, act) {
        const id = `label-${crypto.randomUUID()}`;
        const save = () => field.value.trim() !== "" && act({ label: field.value.trim() });
        const field = make("input", {
            id, type: "text", maxlength: 64, autocomplete: "off", spellcheck: "false",
            on: { keydown: (/** @type {KeyboardEvent} */ event) => event.key === "Enter" && !event.isComposing && save() },
        });
        field.value = label;
        setTimeout(() => field.focus());
        return [make("div", { class: "field" }, [make("label", { for: id, text: text("accountName") }), field]), button(text("save"), save, "small")];
    }

    /** @param {string} method @param {object} params */
    async #act(method, params) {
        if (this.#busy) return;
        this.#busy = true;
        this.#problem.textContent = "";
        try {
            const { accounts } = await this.#background.request(method, params);
            this.#show(accounts);
        } catch (thrown) {
            this.#problem.textContent = failureText(WalletError.from(thrown));
        }
        this.#busy = false;
    }
}

/** @param {string} shown @param {string} name the accessible name, which tells one account's button from another's @param {() => void} act */
function action(shown, name, act) {
    return make("button", { type: "button", class: "small", text: shown, "aria-label": name, title: name, on: { click: act } });
}
