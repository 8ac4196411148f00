import { ListStore } from "./list.js";

/**
 * The NFTs of one account, as its accounts show them and as the node says.
 *
 * @typedef {{ address: string, verified: boolean, name?: string }} Collection `verified`: true if the collection has confirmed it
 * @typedef {{
 *     address: string, kind: "token" | "token-2022" | "core" | "compressed", name?: string, symbol?: string, collection?: Collection,
 *     tokenAccount?: string, frozen?: boolean, more?: boolean, uri?: string, hidden?: "hidden" | "spam",
 * }} NFT `more`: true if its maker can make more of it; `uri`: the address that it names for its picture
 * @typedef {{ name: string, value: string }} Trait
 * @typedef {{ nft: NFT, attributes: Trait[], from?: "chain" | "node", picture?: { host?: string } }} Details `from`: who tells the traits; `picture`: its
 *     picture can be asked for, `host` first
 * @typedef {{ picture: string, width: number, height: number, hosts: string[], attributes: Trait[] }} Picture `picture`: a PNG, in base64
 * @extends {ListStore<NFT>}
 */
export class NFTsStore extends ListStore {
    /**
     * The owner's account; undefined for the first account that isn't hidden.
     *
     * @type {string | undefined}
     */
    account;

    /** @param {import("./store.js").BackgroundClient} client */
    constructor(client) {
        super(client, { method: "nfts.list", member: "nfts", identity: ({ address }) => address, whole: true, params: () => this.#owner() });
    }

    /** @param {string | undefined} account */
    async show(account) {
        if (account === this.account) return this.load();
        this.account = account;
        return this.restart();
    }

    /**
     * Asks the node for an NFT's traits.
     *
     * @param {string} address
     * @returns {Promise<Details>}
     */
    details(address) {
        return this.client.request("nfts.details", { ...this.#owner(), address });
    }

    /**
     * Fetches an NFT's picture from the servers that its maker chose.
     *
     * @param {string} address
     * @returns {Promise<Picture>}
     */
    picture(address) {
        return this.client.request("nfts.picture", { ...this.#owner(), address });
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
     * Burns an NFT by a transaction that waits in the queue like any signature.
     *
     * @param {string} mint
     * @returns {Promise<{ lamports: string }>}
     */
    burn(mint) {
        return this.client.request("transfer.burn", { ...this.#owner(), mint });
    }

    #owner() {
        return this.account === undefined ? {} : { account: this.account };
    }
}
