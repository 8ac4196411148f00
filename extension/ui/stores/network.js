import { WalletError } from "../../lib/errors.js";
import { Store } from "./store.js";

/**
 * The nodes through which the wallet reaches each cluster, and their status. The user sets both outside the browser, since the wallet shows
 * the chain by a node's word.
 *
 * @typedef {{ cluster: string, off: boolean, endpoints: { [cluster: string]: string[] | null } }} NetworkRules
 * @typedef {{ node: string, state: "reached" | "unreachable" | "wrong-cluster", found?: string, version?: string, slot?: string }} NodeStatus
 * @typedef {{
 *     phase: import("./store.js").Phase, error?: WalletError, rules?: NetworkRules, trust?: string, cluster?: string, nodes?: NodeStatus[],
 *     isAsking: boolean, nodesError?: WalletError,
 * }} NetworkState `nodes`: those of the latest checked cluster
 * @extends {Store<NetworkState>}
 */
export class NetworkStore extends Store {
    #turn = 0;

    /** @param {import("./store.js").BackgroundClient} client */
    constructor(client) {
        super(client, { phase: "loading", isAsking: false });
    }

    /** Reads the settings; no node is asked. */
    async load() {
        try {
            const { network, trust } = await this.client.request("policy.get");
            this.become({ phase: "ready", error: undefined, rules: network, trust });
        } catch (thrown) {
            this.become({ phase: "error", error: WalletError.from(thrown) });
        }
        return this.state;
    }

    /**
     * Checks that a cluster's nodes answer.
     *
     * @param {string} cluster
     */
    async ask(cluster) {
        const turn = ++this.#turn;
        this.become({ cluster, nodes: undefined, nodesError: undefined, isAsking: true });
        try {
            const { nodes } = await this.client.request("network.status", { cluster });
            if (turn === this.#turn) this.become({ nodes, isAsking: false });
        } catch (thrown) {
            if (turn === this.#turn) this.become({ nodesError: WalletError.from(thrown), isAsking: false });
        }
    }
}
