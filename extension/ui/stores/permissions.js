import { ListStore } from "./list.js";

/**
 * The token accounts of one account that another party may take from or close.
 *
 * @typedef {import("./portfolio.js").Token} Token
 * @extends {ListStore<Token>}
 */
export class PermissionsStore extends ListStore {
    /**
     * The owner's account; undefined for the first account that isn't hidden.
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
     * Revokes the delegates' rights over token accounts. The request waits in the queue like any signature, and answers after it is sent.
     *
     * @param {string[] | undefined} accounts undefined for all that have a delegate
     * @returns {Promise<{ revoked: { account: string }[], left: number, signature: string }>}
     */
    async revoke(accounts) {
        const of = this.account === undefined ? {} : { account: this.account };
        const done = await this.client.request("transfer.revoke", accounts === undefined ? of : { ...of, accounts });
        await this.load();
        return done;
    }
}
