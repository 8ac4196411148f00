import { ErrorCode, WalletError } from "../../lib/errors.js";
import { visible } from "../../lib/visible.js";
import { button, make, present, text } from "../parts/dom.js";
import { language } from "../parts/language.js";
import { failureText } from "../parts/texts.js";
import { Openings } from "./openings.js";

/**
 * The security keys that unlock the wallet, in every browser. Adding and removing one take the passphrase, which Sidekey's window asks for, as it
 * asks for the key's PIN.
 *
 * @typedef {{ id: string, name: string, created: number, pin: boolean }} SecurityKey
 */
export class SecurityKeySection {
    #background;
    /** @type {import("./openings.js").Openings | undefined} */
    #openings;
    #asking = make("p", { class: "muted", role: "status" });
    #problem = make("p", { class: "problem", role: "alert" });
    #field = make("input", { id: "security-key-name", type: "text", maxlength: 64, autocomplete: "off", spellcheck: "false" });
    element = make("section", { class: "tab card", "data-part": "securityKeys", "aria-label": text("securityKeys") });

    /** @param {import("../stores/client.js").BackgroundClient} background */
    constructor(background) {
        this.#background = background;
    }

    /** @param {import("./openings.js").Openings} [openings] says when each was last used */
    async draw(openings = this.#openings) {
        this.#openings = openings;
        /** @type {SecurityKey[]} */
        let keys = [];
        try {
            ({ securityKeys: keys } = await this.#background.request("securitykey.list"));
        } catch (thrown) {
            const error = WalletError.from(thrown);
            // An agent from before there were any.
            this.element.hidden = error.code === ErrorCode.methodNotFound;
            this.#problem.textContent = failureText(error);
        }
        this.element.replaceChildren(
            make("h2", { text: text("securityKeys") }),
            make("p", { class: "muted", text: text("securityKeysText") }),
            make("p", { class: "muted", text: text("openingMeans_security_key") }),
            make("ul", { class: "accounts", hidden: keys.length === 0 }, keys.map((key) => this.#entry(key))),
            make("div", { class: "field" }, [make("label", { for: this.#field.id, text: text("securityKeyName") }), this.#field]),
            button(text("addSecurityKey"), () => this.#add(), "small"),
            this.#asking,
            this.#problem,
        );
        return this.element;
    }

    /** @param {SecurityKey} key */
    #entry({ id, name: given, created }) {
        const name = visible(given);
        return make("li", { class: "card passkey" }, present(
            make("strong", {}, [make("bdi", { text: name })]),
            make("span", { class: "muted", text: language.date(created) }),
            this.#openings?.last("security-key", id) ?? null,
            button(text("contactRemoveNamed", name), () => this.#change("securitykey.remove", { id }, "askingOutside"), "small"),
        ));
    }

    #add() {
        const name = this.#field.value.trim() || text("securityKeyUnnamed");
        return this.#change("securitykey.add", { name }, "securityKeyAsking");
    }

    /** @param {string} method @param {{ [name: string]: string }} params @param {string} asking the key of the text that is shown meanwhile */
    async #change(method, params, asking) {
        this.#problem.textContent = "";
        this.#asking.textContent = text(asking);
        try {
            await this.#background.request(method, params);
            this.#field.value = "";
        } catch (thrown) {
            this.#problem.textContent = failureText(WalletError.from(thrown));
        }
        this.#asking.textContent = "";
        await this.draw(this.#openings && await Openings.read(this.#background));
    }
}
