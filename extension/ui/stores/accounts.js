import { browser } from "../../lib/browser.js";
import { WalletError } from "../../lib/errors.js";
import { Store } from "./store.js";

/**
 * The wallet's accounts, and the one that the screens show. The public key of the shown account is remembered, so that a renamed or moved
 * account stays in view. A hidden or removed one gives way to the first that isn't.
 *
 * @typedef {import("../../lib/protocol.js").KnownAccount} KnownAccount
 * @typedef {{ phase: import("./store.js").Phase, error?: WalletError, accounts: KnownAccount[], selected?: string }} AccountsState
 * @typedef {(accounts: KnownAccount[]) => object | undefined} ParamsOf the parameters by the state at that time; undefined for no request
 * @extends {Store<AccountsState>}
 */
export class AccountsStore extends Store {
    /** @param {import("./store.js").BackgroundClient} client */
    constructor(client) {
        super(client, { phase: "loading", accounts: [] });
    }

    /** The latest requested change, done or not. */
    #last = Promise.resolve();

    async load() {
        try {
            const [{ accounts }, { [REMEMBERED]: remembered }] = await Promise.all([
                this.client.request("accounts.list"),
                browser.storage.local.get(REMEMBERED),
            ]);
            this.#told(accounts, remembered);
        } catch (thrown) {
            this.become({ phase: "error", error: WalletError.from(thrown) });
        }
        return this.state;
    }

    /**
     * Requests a change after the earlier ones are done, so that no pending change causes another to be lost.
     *
     * @param {"accounts.add" | "accounts.update"} method
     * @param {ParamsOf} params
     */
    change(method, params) {
        const done = this.#last.then(async () => {
            const wanted = params(this.state.accounts);
            if (wanted !== undefined) this.#told((await this.client.request(method, wanted)).accounts);
        });
        this.#last = done.catch(() => {});
        return done;
    }

    /** @param {KnownAccount[]} accounts @param {string} [remembered] */
    #told(accounts, remembered) {
        const shown = shownOf(accounts);
        const wanted = this.state.selected ?? remembered;
        const selected = (shown.find(({ publicKey }) => publicKey === wanted) ?? shown[0])?.publicKey;
        this.become({ phase: "ready", error: undefined, accounts, selected });
    }

    /** The accounts to choose from. */
    get shown() {
        return shownOf(this.state.accounts);
    }

    /** @returns {KnownAccount | undefined} */
    get selected() {
        return this.state.accounts.find(({ publicKey }) => publicKey === this.state.selected);
    }

    /** @param {string} publicKey */
    async select(publicKey) {
        if (publicKey === this.state.selected || !this.shown.some((account) => account.publicKey === publicKey)) return;
        this.become({ selected: publicKey });
        await browser.storage.local.set({ [REMEMBERED]: publicKey });
    }
}

/** The name under which the local storage holds the shown account. */
const REMEMBERED = "account";

/**
 * Returns the accounts that aren't hidden, or all if all are hidden.
 *
 * @param {KnownAccount[]} accounts
 */
function shownOf(accounts) {
    const shown = accounts.filter(({ hidden }) => !hidden);
    return shown.length > 0 ? shown : accounts;
}
