import { WalletError } from "../../lib/errors.js";
import { EXPLORER_NAMES } from "../../lib/explorer.js";
import { Store } from "./store.js";

/**
 * The settings of the wallet's looks, the site that "Swap" opens (its origin, or empty), and whether Sidekey looks for updates once a day
 * (`off`, `daily`). A browser may change them, for no request depends on them: a hijacked extension could open any tab anyway.
 *
 * @typedef {{ language: string, theme: string, explorer: string, currency: string, swap: string, updates: string }} Settings
 * @typedef {{ phase: import("./store.js").Phase, error?: WalletError, settings: Settings }} SettingsState
 * @extends {Store<SettingsState>}
 */
export class SettingsStore extends Store {
    /** @param {import("./store.js").BackgroundClient} client */
    constructor(client) {
        super(client, { phase: "loading", settings: { language: "", theme: "system", explorer: EXPLORER_NAMES[0], currency: "USD", swap: "", updates: "off" } });
    }

    async load() {
        return this.#ask("settings.get", {});
    }

    /** @param {Partial<Settings>} change */
    async set(change) {
        return this.#ask("settings.set", change);
    }

    /** @param {string} method @param {object} params */
    async #ask(method, params) {
        try {
            const { settings } = await this.client.request(method, params);
            this.become({ phase: "ready", error: undefined, settings });
        } catch (thrown) {
            this.become({ phase: "error", error: WalletError.from(thrown) });
        }
        return this.state;
    }
}
