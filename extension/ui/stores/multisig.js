import { ListStore } from "./list.js";

/**
 * The Squads multisigs of one account, and the open proposals of one of them.
 *
 * @typedef {"approve" | "reject" | "cancel"} Vote
 * @typedef {{
 *     address: string, threshold: number, members: number, timeLock: number, permissions: string[], index: string, staleIndex: string,
 *     authority?: string,
 * }} Multisig `timeLock`: in seconds; `authority`: who changes the members without a vote
 * @typedef {{
 *     index: string, address: string, transaction: string, kind?: string, status: string, time: number, stale: boolean, approved: number,
 *     rejected: number, cancelled: number, vote?: Vote, votes: Vote[], shown: import("../../lib/protocol.js").Detail[],
 * }} MultisigProposal `vote`: the account's last one; `votes`: those that it may give now
 * @extends {ListStore<Multisig>}
 */
export class MultisigStore extends ListStore {
    /**
     * The member's account; undefined for the first account that isn't hidden.
     *
     * @type {string | undefined}
     */
    account;
    /**
     * The one multisig to show; undefined to search for all.
     *
     * @type {string | undefined}
     */
    #sought;

    /** @param {import("./store.js").BackgroundClient} client */
    constructor(client) {
        super(client, {
            method: "multisig.list", member: "multisigs", identity: ({ address }) => address, whole: true,
            params: () => ({ ...(this.account !== undefined && { account: this.account }), ...(this.#sought !== undefined && { multisig: this.#sought }) }),
        });
    }

    /** @param {string | undefined} account @param {string} [multisig] the one to show, at its address */
    async show(account, multisig) {
        if (account === this.account && multisig === this.#sought) return this.load();
        this.account = account;
        this.#sought = multisig;
        return this.restart();
    }

    /**
     * Votes on a proposal. The request waits in the queue like any signature, and answers after it is sent.
     *
     * @param {string} multisig @param {string} index @param {Vote} vote
     * @returns {Promise<{ signature: string }>}
     */
    vote(multisig, index, vote) {
        return this.client.request("multisig.vote", { ...(this.account !== undefined && { account: this.account }), multisig, index, vote });
    }
}

/**
 * The open proposals of a multisig, the newest first.
 *
 * @extends {ListStore<MultisigProposal>}
 */
export class ProposalStore extends ListStore {
    /** @type {string | undefined} */
    account;
    /** @type {string} */
    multisig = "";
    #language = "";

    /** @param {import("./store.js").BackgroundClient} client */
    constructor(client) {
        super(client, {
            method: "multisig.proposals", member: "proposals", identity: ({ index }) => index,
            params: () => ({ multisig: this.multisig, language: this.#language, ...(this.account !== undefined && { account: this.account }) }),
        });
    }

    /** @param {string | undefined} account @param {string} multisig @param {string} language the one in which the agent tells what they do */
    async show(account, multisig, language) {
        this.#language = language;
        this.account = account;
        this.multisig = multisig;
        return this.restart();
    }
}
