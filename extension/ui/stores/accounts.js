import { browser } from "../../lib/browser.js";
import { WalletError } from "../../lib/errors.js";
import { Store } from "./store.js";

/**
 * The wallet's accounts, and which of them the screens show. That is remembered by public key, so that an account that is renamed or moved stays
 * the one that is shown; one that was hidden or removed gives way to the first that isn't.
 *
 * @typedef {import("../../lib/protocol.js").KnownAccount} KnownAccount
 * @typedef {{ phase: import("./store.js").Phase, error?: WalletError, accounts: KnownAccount[], selected?: string }} AccountsState
 * @typedef {(accounts: KnownAccount[]) => object | undefined} ParamsOf what is asked, by how things are by then; undefined for nothing
 * @extends {Store<AccountsState>}
 */
export class AccountsStore extends Store {
    /** @param {import("./store.js").BackgroundClient} client */
    constructor(client) {
        super(client, { phase: "loading", accounts: [] });
    }

    /** The change that was asked for last, done or not. */
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
     * Asks for a change once those before it were done: none is lost because another is on its way.
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

/** The name under which the local storage holds the account that is shown. */
const REMEMBERED = "account";

/**
 * Those that aren't hidden, or all where all are.
 *
 * @param {KnownAccount[]} accounts
 */
function shownOf(accounts) {
    const shown = accounts.filter(({ hidden }) => !hidden);
    return shown.length > 0 ? shown : accounts;
}
