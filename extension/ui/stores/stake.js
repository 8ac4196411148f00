import { ListStore } from "./list.js";

/**
 * The stakes that one account may delegate or withdraw, and the validators.
 *
 * @typedef {{ time?: number, epoch?: string, custodian?: string }} Lockup
 * @typedef {{
 *     address: string, lamports: string, powers: string[], state: string, active: string, activating: string, deactivating: string, deposit: string,
 *     withdrawable: string, closes: boolean, vote?: string, delegated?: string, validator?: { commission: number, delinquent: boolean },
 *     lockup?: Lockup, reward?: { epoch: string, lamports: string, commission?: number },
 * }} Stake `closes`: withdrawing all that can be closes the account
 * @typedef {{
 *     vote: string, identity: string, commission: number, stake: string, delinquent: boolean, lastVote: string,
 *     history: { epoch: string, credits: string, share?: number }[],
 * }} Validator `share`: in hundredths of what the best validator earned
 * @typedef {{ validators: Validator[], count: number, minimum: string, deposit: string }} Validators
 * @typedef {{ address: string, name: string, publisher: string, site: string }} LiquidProgram
 * @extends {ListStore<Stake>}
 */
export class StakeStore extends ListStore {
    /**
     * The owner's account; undefined for the first account that isn't hidden.
     *
     * @type {string | undefined}
     */
    account;

    /** @param {import("./store.js").BackgroundClient} client */
    constructor(client) {
        super(client, { method: "stake.list", member: "stakes", identity: ({ address }) => address, whole: true, params: () => this.#owner() });
    }

    /** @param {string | undefined} account */
    async show(account) {
        if (account === this.account) return this.load();
        this.account = account;
        return this.restart();
    }

    /**
     * Asks for one validator, or for the first of all.
     *
     * @param {string} [vote]
     * @returns {Promise<Validators>}
     */
    validators(vote) {
        return this.client.request("stake.validators", vote === undefined ? { limit: 10 } : { vote });
    }

    /** @returns {Promise<{ programs: LiquidProgram[] }>} */
    liquid() {
        return this.client.request("stake.liquid", {});
    }

    /**
     * Stakes SOL. The request waits in the queue like any signature, and answers after it is sent.
     *
     * @param {string} amount @param {string} vote @param {boolean} isTold true if the user was told that the validator is behind
     * @returns {Promise<{ stake: string, amount: string }>}
     */
    delegate(amount, vote, isTold) {
        return this.client.request("stake.delegate", { ...this.#owner(), amount, vote, ...(isTold && { acceptDelinquent: true }) });
    }

    /** @param {string} stake @returns {Promise<{ amount: string }>} */
    deactivate(stake) {
        return this.client.request("stake.deactivate", { stake });
    }

    /**
     * Withdraws all that can be.
     *
     * @param {string} stake
     * @returns {Promise<{ amount: string, closed: boolean }>}
     */
    withdraw(stake) {
        return this.client.request("stake.withdraw", { stake, all: true });
    }

    #owner() {
        return this.account === undefined ? {} : { account: this.account };
    }
}
