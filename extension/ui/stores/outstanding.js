import { ListStore } from "./list.js";

/**
 * The signed transactions that may still be sent, whoever has them, and the accounts on the chain that the user's key controls.
 *
 * @typedef {{
 *     signature: string, account: string, cluster: string, origin: string, time: number, void: "nonce" | "foreign" | "waits" | "unknown",
 *     life: { kind: string, nonce?: string, authority?: string }, shown: import("../../lib/protocol.js").Shown & { until: string },
 * }} Outstanding
 * @typedef {{ address: string, lamports: string, powers: string[] }} Controlled
 * @typedef {{ nonces: Controlled[], stakes: Controlled[], omitted: number, refused: string[] }} ControlledAnswer
 * @extends {ListStore<Outstanding>}
 */
export class OutstandingStore extends ListStore {
    /** The language of the agent's sentences. */
    language = "";

    /** @param {import("./store.js").BackgroundClient} client */
    constructor(client) {
        super(client, {
            method: "outstanding.list", member: "entries", identity: ({ signature }) => signature, whole: true,
            params: () => ({ language: this.language }),
        });
    }

    /**
     * Advances the nonce that a transaction stands on. The request waits in the queue like any signature, and answers after it is sent.
     *
     * @param {string} signature
     * @returns {Promise<{ ended: boolean }>}
     */
    async void(signature) {
        const done = await this.client.request("outstanding.void", { signature });
        await this.load();
        return done;
    }

    /** @param {string | undefined} account @returns {Promise<ControlledAnswer>} */
    async controlled(account) {
        return this.client.request("outstanding.controlled", account === undefined ? {} : { account });
    }
}
