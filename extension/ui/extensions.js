import { WalletError } from "../lib/errors.js";
import { visible } from "../lib/visible.js";
import { make, text } from "./dom.js";
import { language } from "./language.js";
import { ExtensionsStore } from "./stores/extensions.js";
import { failureText } from "./texts.js";

/**
 * The other extensions that may use the wallet, and taking that back. They are let in outside the browser alone.
 *
 * @typedef {import("./stores/extensions.js").Allowed} Allowed
 */
export class OtherExtensions {
    /** @type {ExtensionsStore} */
    #store;
    #rows = make("ul", { class: "rows" });
    #said = make("p", { class: "muted", role: "status" });
    #problem = make("p", { class: "problem", role: "alert" });
    #busy = false;
    element;

    /** @param {import("./client.js").BackgroundClient} client */
    constructor(client) {
        this.#store = ExtensionsStore.of(client);
        this.element = make("section", { class: "other-extensions", hidden: true, "aria-label": text("otherExtensions") }, [
            make("h2", { text: text("otherExtensions") }),
            make("p", { class: "muted", text: text("otherExtensionsNote") }),
            this.#rows, this.#said, this.#problem,
        ]);
        this.#store.subscribe(() => this.#draw());
    }

    async load() {
        await this.#store.load();
    }

    #draw() {
        const { extensions } = this.#store.state;
        this.element.hidden = extensions.length === 0 && this.#said.textContent === "" && this.#problem.textContent === "";
        this.#rows.replaceChildren(...extensions.map((each) => this.#row(each)));
    }

    /** @param {Allowed} allowed */
    #row({ extension, methods, accounts, granted }) {
        const name = visible(extension);
        return make("li", { class: "line card", "data-row": extension }, [
            make("strong", { class: "origin-line" }, [make("bdi", { text: name })]),
            make("span", { class: "muted", text: text("extensionAllowed", language.moment(granted)) }),
            make("ul", { class: "muted" }, [...methods, ...accounts].map((each) => make("li", {}, [make("bdi", { text: visible(each) })]))),
            make("div", { class: "actions" }, [
                make("button", {
                    type: "button", class: "small", text: text("extensionRevoke"), "aria-label": text("extensionRevokeNamed", name),
                    on: { click: () => this.#revoke(extension, text("extensionRevoked", name)) },
                }),
            ]),
        ]);
    }

    /** @param {string} extension @param {string} said what a screen reader hears when it was done */
    async #revoke(extension, said) {
        if (this.#busy) return;
        this.#busy = true;
        this.#problem.textContent = this.#said.textContent = "";
        try {
            await this.#store.revoke(extension);
            this.#said.textContent = said;
        } catch (thrown) {
            this.#problem.textContent = failureText(WalletError.from(thrown));
        }
        this.#busy = false;
        this.#draw();
    }
}
