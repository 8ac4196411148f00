import { ListStore } from "./list.js";

/**
 * The token accounts of one account that somebody else may take from or close.
 *
 * @typedef {import("./portfolio.js").Token} Token
 * @extends {ListStore<Token>}
 */
export class PermissionsStore extends ListStore {
    /**
     * Whose; the first account that isn't hidden where it is undefined.
     *
     * @type {string | undefined}
     */
    account;

    /** @param {import("./store.js").BackgroundClient} client */
    constructor(client) {
        super(client, {
            method: "portfolio.permissions", member: "permissions", identity: ({ tokenAccount }) => tokenAccount, whole: true,
            params: () => (this.account === undefined ? {} : { account: this.account }),
        });
    }

    /** @param {string | undefined} account */
    async show(account) {
        if (account === this.account) return this.load();
        this.account = account;
        return this.restart();
    }

    /**
     * Takes back what the delegates of token accounts may take. It waits in the queue as anything that is signed does, and answers once it was sent.
     *
     * @param {string[] | undefined} accounts all that have a delegate where it is undefined
     * @returns {Promise<{ revoked: { account: string }[], left: number, signature: string }>}
     */
    async revoke(accounts) {
        const of = this.account === undefined ? {} : { account: this.account };
        const done = await this.client.request("transfer.revoke", accounts === undefined ? of : { ...of, accounts });
        await this.load();
        return done;
    }
}
