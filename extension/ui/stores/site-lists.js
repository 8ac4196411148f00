import { WalletError } from "../../lib/errors.js";
import { Store } from "./store.js";

/**
 * The user's lists of scam sites. `signed` is in seconds, as text; `read` in milliseconds.
 *
 * @typedef {{ name: string, source: string, key: string, sites: number, skipped: number, signed: string, read: number, state: string, failure?: string }} SiteList
 * @typedef {{ phase: import("./store.js").Phase, error?: WalletError, lists: SiteList[] }} SiteListsState
 * @extends {Store<SiteListsState>}
 */
export class SiteListsStore extends Store {
    /** @param {import("./store.js").BackgroundClient} client */
    constructor(client) {
        super(client, { phase: "loading", lists: [] });
    }

    async load() {
        try {
            const { lists } = await this.client.request("sites.lists");
            this.become({ phase: "ready", error: undefined, lists });
        } catch (thrown) {
            this.become({ phase: "error", error: WalletError.from(thrown), lists: [] });
        }
        return this.state;
    }

    /** Has a list read again; the old one stays where that fails. */
    async update(/** @type {string} */ name) {
        try {
            await this.client.request("sites.update", { name });
        } finally {
            await this.load();
        }
    }
}
