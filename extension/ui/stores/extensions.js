import { WalletError } from "../../lib/errors.js";
import { Store } from "./store.js";

/**
 * The other extensions that may use the wallet: the methods of each, its visible accounts, and the time of its grant.
 *
 * @typedef {{ extension: string, methods: string[], accounts: string[], granted: number }} Allowed
 * @typedef {{ phase: import("./store.js").Phase, error?: WalletError, extensions: Allowed[] }} ExtensionsState
 * @extends {Store<ExtensionsState>}
 */
export class ExtensionsStore extends Store {
    /** @param {import("./store.js").BackgroundClient} client */
    constructor(client) {
        super(client, { phase: "loading", extensions: [] });
    }

    async load() {
        try {
            const { extensions } = await this.client.request("permissions.list");
            this.become({ phase: "ready", error: undefined, extensions });
        } catch (thrown) {
            this.become({ phase: "error", error: WalletError.from(thrown), extensions: [] });
        }
        return this.state;
    }

    /** Revokes all rights of an extension. */
    async revoke(/** @type {string} */ extension) {
        await this.client.request("permissions.revoke", { extension });
        await this.load();
    }
}
