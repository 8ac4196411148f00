/**
 * The background's knowledge of the agent: the host's phase, the vault, and the requests that wait for a decision. The screens draw this
 * and nothing else; the agent's messages replace it at each change.
 *
 * @typedef {import("../lib/protocol.js").Summary} Summary
 * @typedef {{
 *     phase: import("./host.js").Phase, update?: string, reason?: string, version?: string, home?: string,
 *     wallet?: import("../lib/protocol.js").PresentWallet,
 *     vault?: import("../lib/protocol.js").Vault, unattended: boolean, listed: boolean, requests: Summary[], sealingKey?: string,
 * }} WalletState
 */
export class WalletView {
    /** @type {WalletState} */
    state = { phase: "idle", unattended: false, listed: false, requests: [] };
    #host;
    #changed;
    /** @type {Promise<void> | null} */
    #listing = null;
    #stale = false;
    #isSwitching = false;

    /**
     * @param {Pick<import("./host.js").HostConnection, "request" | "state">} host
     * @param {(state: WalletState) => void} changed
     */
    constructor(host, changed) {
        this.#host = host;
        this.#changed = changed;
    }

    /** Notes that the agent leaves for another wallet: the lost connection that follows is no problem, and the next one comes by itself. */
    switches() {
        this.#isSwitching = true;
    }

    /** @param {import("./host.js").HostState} host */
    hostChanged({ phase, update, reason, hello }) {
        if (phase === "lost" && this.#isSwitching) phase = "connecting";
        else if (phase !== "connecting") this.#isSwitching = false;
        if (hello) {
            const { version, vault, unattended, home, wallet, sealingKey } = hello;
            this.state = { ...this.state, phase, update, reason, version, vault, unattended, home, wallet, sealingKey, listed: false };
            this.list();
        } else {
            this.state = { ...this.state, phase, update, reason, vault: undefined, sealingKey: undefined, listed: false, requests: [] };
        }
        this.#changed(this.state);
    }

    /** @param {string} method @param {any} params */
    notified(method, params) {
        if (method === "vault.changed") {
            this.state = { ...this.state, vault: params.vault, unattended: params.unattended, wallet: params.wallet };
            this.#changed(this.state);
        }
        if (method === "com.wallet.request") this.#keep(params.id, params.summary);
        // It waits for a device now; where it is being signed by the vault's key, nothing is said.
        if (method === "com.wallet.approved" && params.summary) this.#keep(params.id, params.summary);
        if (method === "com.wallet.progress") this.#signed(params.id);
        if (method === "com.wallet.response") this.#keep(params.id);
    }

    /**
     * Notes that a request waits for no device any more: what was signed is on its way.
     *
     * @param {string} id
     */
    #signed(id) {
        const summary = this.state.requests.find((request) => request.id === id && request.awaits !== undefined);
        if (summary) this.#keep(id, { ...summary, awaits: undefined });
    }

    /**
     * Puts one request into the list or takes it out. If the list is being read, reads it once more instead.
     *
     * @param {string} id
     * @param {Summary} [summary] the waiting request; undefined if it has ended
     */
    #keep(id, summary) {
        if (this.#listing || !this.state.listed) return void this.list();
        const { requests } = this.state;
        const known = summary !== undefined && requests.some((request) => request.id === id);
        const kept = known ? requests.map((request) => (request.id === id ? summary : request)) : requests.filter((request) => request.id !== id);
        this.state = { ...this.state, requests: summary && !known ? [...kept, summary] : kept };
        this.#changed(this.state);
    }

    /**
     * Reads the waiting requests anew; a call during a reading causes one more.
     *
     * @returns {Promise<void>}
     */
    list() {
        this.#stale = true;
        this.#listing ??= this.#list().catch(() => {}).finally(() => (this.#listing = null));
        return this.#listing;
    }

    async #list() {
        while (this.#stale && this.#host.state.phase === "ready") {
            this.#stale = false;
            /** @type {Summary[]} */
            const requests = [];
            /** @type {string | undefined} */
            let cursor;
            do {
                /** @type {object} */
                const params = cursor === undefined ? { limit: 100 } : { limit: 100, cursor };
                /** @type {{ requests: Summary[], cursor?: string }} */
                const page = await this.#host.request("approvals.list", params);
                requests.push(...page.requests);
                cursor = page.cursor;
            } while (cursor !== undefined);
            if (this.#host.state.phase !== "ready") return;
            this.state = { ...this.state, requests, listed: true };
            this.#changed(this.state);
        }
    }
}
