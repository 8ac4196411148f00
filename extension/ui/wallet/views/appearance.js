import { browser } from "../../../lib/browser.js";
import { WalletError } from "../../../lib/errors.js";
import { EXPLORER_NAMES } from "../../../lib/explorer.js";
import { THEME, THEMES } from "../../../lib/theme.js";
import { make, text } from "../../parts/dom.js";
import { radios } from "../../parts/radios.js";
import { CURRENCIES } from "../../parts/worth.js";
import { SettingsStore } from "../../stores/settings.js";
import { failureText } from "../../parts/texts.js";

/** The wallet's theme, the currency of worth, and the external site that shows a transaction on request. */
export class AppearanceView {
    #client;
    /** @type {SettingsStore} */
    #settings;
    #theme = make("div", { "data-part": "theme" });
    #explorer = make("div", { "data-part": "explorer" });
    #currency = make("div", { "data-part": "currency" });
    #problem = make("p", { class: "problem", role: "alert" });
    element = make("section", { class: "view appearance" }, [
        make("h1", { tabindex: -1, text: text("place_appearance") }),
        this.#theme,
        this.#currency,
        make("p", { class: "muted", text: text("currencyNote") }),
        this.#explorer,
        make("p", { class: "muted", text: text("explorerNote") }),
        this.#problem,
    ]);

    /** @param {import("../../stores/client.js").BackgroundClient} client */
    constructor(client) {
        this.#client = client;
        this.#settings = SettingsStore.of(client);
    }

    async draw() {
        this.#problem.textContent = "";
        const [{ [THEME]: chosen = "" }] = await Promise.all([browser.storage.local.get(THEME), this.#settings.load()]);
        const themes = [{ value: "", shown: text("theme_system") }, ...THEMES.map((value) => ({ value, shown: text(`theme_${value}`) }))];
        this.#theme.replaceChildren(radios("theme", text("themeChoice"), themes, chosen, (theme) => this.#choose(theme)));
        this.#drawSettings();
        return this.element;
    }

    #drawSettings() {
        const { settings, error } = this.#settings.state;
        const explorers = EXPLORER_NAMES.map((value) => ({ value, shown: value }));
        this.#explorer.replaceChildren(radios("explorer", text("explorerChoice"), explorers, settings.explorer, (explorer) => this.#set({ explorer })));
        const currencies = [...CURRENCIES.map((value) => ({ value, shown: value })), { value: "off", shown: text("currencyOff") }];
        this.#currency.replaceChildren(radios("currency", text("currencyChoice"), currencies, settings.currency, (currency) => this.#set({ currency })));
        if (error) this.#problem.textContent = failureText(error);
    }

    /** @param {string} theme */
    async #choose(theme) {
        this.#problem.textContent = "";
        try {
            await this.#client.request("theme.choose", { theme });
        } catch (thrown) {
            this.#problem.textContent = failureText(WalletError.from(thrown));
        }
    }

    /** @param {Partial<import("../../stores/settings.js").Settings>} change */
    async #set(change) {
        this.#problem.textContent = "";
        const { error } = await this.#settings.set(change);
        // A choice that wasn't saved isn't shown as chosen.
        if (error) this.#drawSettings();
    }
}
