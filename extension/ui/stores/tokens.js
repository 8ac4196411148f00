import { ListStore } from "./list.js";

/**
 * The token accounts of one account, to be hidden, burned and closed.
 *
 * @typedef {import("./portfolio.js").Token} Token
 * @typedef {{ account: string, mint: string, lamports: string, fault?: string }} EmptyAccount `fault`: the reason it stays open
 * @typedef {{ accounts: EmptyAccount[], omitted: number, count: number, lamports: string }} Reclaimable `count` and `lamports`: those that can be closed
 * @extends {ListStore<Token>}
 */
export class TokensStore extends ListStore {
    /**
     * The owner's account; undefined for the first account that isn't hidden.
     *
     * @type {string | undefined}
     */
    account;

    /** @param {import("./store.js").BackgroundClient} client */
    constructor(client) {
        super(client, {
            method: "portfolio.tokens", member: "tokens", identity: ({ tokenAccount }) => tokenAccount, whole: true, params: () => this.#owner(),
        });
    }

    /** @param {string | undefined} account */
    async show(account) {
        if (account === this.account) return this.load();
        this.account = account;
        return this.restart();
    }

    /** @returns {Promise<Reclaimable>} */
    reclaimable() {
        return this.client.request("transfer.reclaimable", this.#owner());
    }

    /** @param {string} mint @param {"hidden" | "spam"} mark */
    async hide(mint, mark) {
        await this.client.request("portfolio.hide", { mint, as: mark });
    }

    /** @param {string} mint */
    async unhide(mint) {
        await this.client.request("portfolio.show", { mint });
    }

    /**
     * Closes empty accounts. The request waits in the queue like any signature, and answers after it is sent.
     *
     * @returns {Promise<{ reclaimed: EmptyAccount[], left: number, lamports: string }>}
     */
    reclaim() {
        return this.client.request("transfer.reclaim", this.#owner());
    }

    /**
     * Burns all of a token, by the same way.
     *
     * @param {string} mint @param {boolean} isKnown true if the user was told that the token is a known one
     * @returns {Promise<{ lamports: string }>}
     */
    burn(mint, isKnown) {
        return this.client.request("transfer.burn", { ...this.#owner(), mint, ...(isKnown && { acceptKnown: true }) });
    }

    #owner() {
        return this.account === undefined ? {} : { account: this.account };
    }
}
