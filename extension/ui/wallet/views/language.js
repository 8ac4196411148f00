import { browser } from "../../../lib/browser.js";
import { WalletError } from "../../../lib/errors.js";
import { LANGUAGE, LANGUAGES, ownName } from "../../../lib/language.js";
import { make, text } from "../../parts/dom.js";
import { remember } from "../../parts/place.js";
import { radios } from "../../parts/radios.js";
import { failureText } from "../../parts/texts.js";

/**
 * The language of the wallet: the browser's, or one of the translations, each by its own name. Every open screen follows at once.
 */
export class LanguageView {
    #client;
    #problem = make("p", { class: "problem", role: "alert" });
    element = make("section", { class: "view language" });

    /** @param {Pick<import("../../stores/client.js").BackgroundClient, "request">} client */
    constructor(client) {
        this.#client = client;
    }

    async draw() {
        const { [LANGUAGE]: chosen = "" } = await browser.storage.local.get(LANGUAGE);
        this.#problem.textContent = "";
        this.element.replaceChildren(
            make("h1", { tabindex: -1, text: text("place_language") }),
            radios("language", text("languageChoice"), [
                { value: "", shown: text("languageOfBrowser") },
                ...LANGUAGES.map((value) => ({ value, shown: ownName(value), lang: value.replace("_", "-") })),
            ], chosen, (value) => this.#choose(value)),
            make("p", { class: "muted", text: text("languageNote") }),
            this.#problem,
        );
        return this.element;
    }

    /** @param {string} language */
    async #choose(language) {
        remember("language");
        try {
            await this.#client.request("language.choose", { language });
        } catch (thrown) {
            this.#problem.textContent = failureText(WalletError.from(thrown));
        }
    }
}
