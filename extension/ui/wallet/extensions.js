import { visible } from "../../lib/visible.js";
import { CallerSection } from "./callers.js";
import { make, text } from "../parts/dom.js";
import { language } from "../parts/language.js";
import { ExtensionsStore } from "../stores/extensions.js";

/**
 * The other extensions that may use the wallet, with a way to revoke each. They are let in only outside the browser.
 *
 * @typedef {import("../stores/extensions.js").Allowed} Allowed
 */
export class OtherExtensions {
    /** @type {ExtensionsStore} */
    #store;
    #section = new CallerSection("other-extensions", "extensions", text("otherExtensions"), text("otherExtensionsNote"));
    element = this.#section.element;

    /** @param {import("../stores/client.js").BackgroundClient} client */
    constructor(client) {
        this.#store = ExtensionsStore.of(client);
        this.#store.subscribe(() => this.#section.show(this.#store.state.extensions.map((each) => this.#row(each))));
    }

    async load() {
        await this.#store.load();
    }

    /** @param {Allowed} allowed */
    #row({ extension, methods, accounts, granted }) {
        const name = visible(extension);
        const facts = [
            make("span", { class: "muted", text: text("extensionAllowed", language.moment(granted)) }),
            make("ul", { class: "muted" }, [...methods, ...accounts].map((each) => make("li", {}, [make("bdi", { text: visible(each) })]))),
        ];
        return this.#section.row(extension, name, facts, {
            label: text("extensionRevoke"), named: text("extensionRevokeNamed", name), said: text("extensionRevoked", name),
            act: () => this.#store.revoke(extension),
        });
    }
}
