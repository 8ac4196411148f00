import { ListStore } from "./list.js";

/**
 * The transactions of one account, the newest first, as nodes report them.
 *
 * @typedef {{
 *     direction: "in" | "out", amount: string, decimals: number, currency: string, claims?: { name?: string, symbol?: string }, from?: string,
 *     to?: string, others?: number,
 * }} Movement
 * @typedef {{
 *     signature: string, slot: string, time?: number, status: "succeeded" | "failed", failure?: string, fee?: string, paysFee?: boolean,
 *     signed?: boolean, movements?: Movement[], omitted?: number, marks?: string[],
 * }} Transaction
 * @extends {ListStore<Transaction>}
 */
export class HistoryStore extends ListStore {
    /**
     * The account; undefined for the first account that isn't hidden.
     *
     * @type {string | undefined}
     */
    account;

    /** @param {import("./store.js").BackgroundClient} client */
    constructor(client) {
        super(client, {
            method: "portfolio.history", member: "entries", identity: ({ signature }) => signature,
            params: () => (this.account === undefined ? {} : { account: this.account }),
        });
    }

    /** @param {string | undefined} account */
    async show(account) {
        if (account === this.account) return this.load();
        this.account = account;
        return this.restart();
    }
}
