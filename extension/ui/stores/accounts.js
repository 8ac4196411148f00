import { browser } from "../../lib/browser.js";
import { WalletError } from "../../lib/errors.js";
import { Store } from "./store.js";

/**
 * The wallet's accounts, and the one that the screens show. The public key of the shown account is remembered, so that a renamed or moved
 * account stays in view. A hidden or removed one gives way to the first that isn't.
 *
 * Watch-only accounts stand apart from the wallet's own: what signs, sends, connects or names an account as the user's reads `accounts`, and
 * never meets one.
 *
 * @typedef {import("../../lib/protocol.js").KnownAccount} KnownAccount
 * @typedef {import("../../lib/protocol.js").WatchedAccount} WatchedAccount
 * @typedef {{ phase: import("./store.js").Phase, error?: WalletError, accounts: KnownAccount[], watched: WatchedAccount[], selected?: string }} AccountsState
 * @typedef {(accounts: KnownAccount[]) => object | undefined} ParamsOf the parameters by the state at that time; undefined for no request
 * @extends {Store<AccountsState>}
 */
export class AccountsStore extends Store {
    /** @param {import("./store.js").BackgroundClient} client */
    constructor(client) {
        super(client, { phase: "loading", accounts: [], watched: [] });
    }

    /** The latest requested change, done or not. */
    #last = Promise.resolve();

    async load() {
        try {
            const [listed, { [REMEMBERED]: remembered }] = await Promise.all([
                this.client.request("accounts.list"),
                browser.storage.local.get(REMEMBERED),
            ]);
            this.#told(listed, remembered);
        } catch (thrown) {
            this.become({ phase: "error", error: WalletError.from(thrown) });
        }
        return this.state;
    }

    /**
     * Requests a change after the earlier ones are done, so that no pending change causes another to be lost.
     *
     * @param {"accounts.add" | "accounts.update" | "accounts.watch" | "accounts.unwatch"} method
     * @param {ParamsOf} params
     */
    change(method, params) {
        const done = this.#last.then(async () => {
            const wanted = params(this.state.accounts);
            if (wanted !== undefined) this.#told(await this.client.request(method, wanted));
        });
        this.#last = done.catch(() => {});
        return done;
    }

    /** @param {{ accounts: KnownAccount[], watched?: WatchedAccount[] }} listed @param {string} [remembered] */
    #told({ accounts, watched = [] }, remembered) {
        const viewable = viewableOf(accounts, watched);
        const wanted = this.state.selected ?? remembered;
        const selected = (viewable.find(({ publicKey }) => publicKey === wanted) ?? viewable[0])?.publicKey;
        this.become({ phase: "ready", error: undefined, accounts, watched, selected });
    }

    /** The wallet's own accounts to choose from. */
    get shown() {
        return shownOf(this.state.accounts);
    }

    /** The accounts to look at: the wallet's own, then the watch-only ones. */
    get viewable() {
        return viewableOf(this.state.accounts, this.state.watched);
    }

    /** @returns {KnownAccount | WatchedAccount | undefined} */
    get selected() {
        return [...this.state.accounts, ...this.state.watched].find(({ publicKey }) => publicKey === this.state.selected);
    }

    /** True if the screens show an account that the wallet has no key for. */
    get isWatchOnly() {
        return isWatched(this.selected);
    }

    /** @param {string} publicKey */
    async select(publicKey) {
        if (publicKey === this.state.selected || !this.viewable.some((account) => account.publicKey === publicKey)) return;
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

/** @param {KnownAccount[]} accounts @param {WatchedAccount[]} watched @returns {(KnownAccount | WatchedAccount)[]} */
function viewableOf(accounts, watched) {
    return [...shownOf(accounts), ...watched.filter(({ hidden }) => !hidden)];
}

/**
 * Returns true for a watch-only account.
 *
 * @param {KnownAccount | WatchedAccount | undefined} account
 * @returns {account is WatchedAccount}
 */
export function isWatched(account) {
    return account !== undefined && "watchOnly" in account;
}
