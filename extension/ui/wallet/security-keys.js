import { visible } from "../../lib/visible.js";
import { make, text } from "../parts/dom.js";
import { OpeningSection } from "./opening-section.js";

/**
 * The security keys that unlock the wallet, in every browser. Adding and removing one take the passphrase, which Sidekey's window asks for, as it
 * asks for the key's PIN.
 *
 * @typedef {{ id: string, name: string, created: number, pin: boolean }} SecurityKey
 */
export class SecurityKeySection extends OpeningSection {
    #field = make("input", { id: "security-key-name", type: "text", maxlength: 64, autocomplete: "off", spellcheck: "false" });

    /** @param {import("../stores/client.js").BackgroundClient} background */
    constructor(background) {
        super(background, {
            kind: "security-key", "data-part": "securityKeys", title: text("securityKeys"), words: text("securityKeysText"), method: "securitykey.list",
        });
    }

    /** @override @param {{ securityKeys?: SecurityKey[] }} answer */
    parts({ securityKeys: keys = [] }) {
        return [
            make("ul", { class: "accounts", hidden: keys.length === 0 }, keys.map((key) => this.#entry(key))),
            make("div", { class: "field" }, [make("label", { for: this.#field.id, text: text("securityKeyName") }), this.#field]),
            this.changing(text("addSecurityKey"), () => {
                const name = this.#field.value.trim() || text("securityKeyUnnamed");
                return ["securitykey.add", text("securityKeyAsking"), { name }];
            }),
        ];
    }

    /** @param {SecurityKey} key */
    #entry(key) {
        const label = text("contactRemoveNamed", visible(key.name));
        return this.entry(key, this.changing(label, () => ["securitykey.remove", text("askingOutside"), { id: key.id }]));
    }

    /** @override */
    changed() {
        this.#field.value = "";
    }
}
