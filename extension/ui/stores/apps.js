import { WalletError } from "../../lib/errors.js";
import { Store } from "./store.js";

/**
 * The apps that ask by links: each app's claim of its identity, the place of its answers, its rights, and its expiry.
 *
 * @typedef {{ app: string, url: string, redirect: string, cluster: string, account: string, granted: number, used: number, expires: number }} ConnectedApp
 * @typedef {{ phase: import("./store.js").Phase, error?: WalletError, apps: ConnectedApp[] }} AppsState
 * @extends {Store<AppsState>}
 */
export class AppsStore extends Store {
    /** @param {import("./store.js").BackgroundClient} client */
    constructor(client) {
        super(client, { phase: "loading", apps: [] });
    }

    async load() {
        try {
            const { apps } = await this.client.request("deeplinks.list");
            this.become({ phase: "ready", error: undefined, apps });
        } catch (thrown) {
            this.become({ phase: "error", error: WalletError.from(thrown), apps: [] });
        }
        return this.state;
    }

    /** Ends an app's session. */
    async revoke(/** @type {string} */ app) {
        await this.client.request("deeplinks.revoke", { app });
        await this.load();
    }
}
