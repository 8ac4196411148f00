import { WalletError } from "../../lib/errors.js";
import { Store } from "./store.js";

/**
 * The user's wallets side by side, one of which is open. A switch makes the agent leave; the next one opens the other wallet, and the screen
 * is then loaded anew (shell.js), so that nothing of the one is shown under the other's name.
 *
 * @typedef {{ id: string, name: string, current: boolean, vault: string, accounts?: number, used?: number }} KnownWallet
 * @typedef {{ phase: import("./store.js").Phase, error?: WalletError, wallets: KnownWallet[] }} WalletsState
 * @extends {Store<WalletsState>}
 */
export class WalletsStore extends Store {
    /** @param {import("./store.js").BackgroundClient} client */
    constructor(client) {
        super(client, { phase: "loading", wallets: [] });
    }

    async load() {
        return this.#told(this.client.request("wallets.list"));
    }

    /** @param {string} wallet @param {string} name */
    async rename(wallet, name) {
        return this.#told(this.client.request("wallets.rename", { wallet, name }));
    }

    /**
     * Opens another wallet.
     *
     * @param {string} wallet
     */
    async open(wallet) {
        await this.client.request("wallets.switch", { wallet });
    }

    /**
     * Adds a wallet, which is then open and not set up.
     *
     * @param {string} name
     */
    async add(name) {
        await this.client.request("wallets.add", { name });
    }

    /** @param {Promise<{ wallets: KnownWallet[] }>} asked */
    async #told(asked) {
        try {
            this.become({ phase: "ready", error: undefined, wallets: (await asked).wallets });
        } catch (thrown) {
            this.become({ phase: "error", error: WalletError.from(thrown) });
        }
        return this.state;
    }
}
