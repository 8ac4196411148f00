import { WalletError } from "../../lib/errors.js";
import { Store } from "./store.js";

/**
 * By which nodes the wallet reaches each cluster, and whether they answer. Both are the user's to settle outside the browser: a node's word is what
 * the wallet shows of the chain.
 *
 * @typedef {{ cluster: string, off: boolean, endpoints: { [cluster: string]: string[] | null } }} NetworkRules
 * @typedef {{ node: string, state: "reached" | "unreachable" | "wrong-cluster", found?: string, version?: string, slot?: string }} NodeStatus
 * @typedef {{
 *     phase: import("./store.js").Phase, error?: WalletError, rules?: NetworkRules, trust?: string, cluster?: string, nodes?: NodeStatus[],
 *     isAsking: boolean, nodesError?: WalletError,
 * }} NetworkState `nodes`: of the cluster that was asked last
 * @extends {Store<NetworkState>}
 */
export class NetworkStore extends Store {
    #turn = 0;

    /** @param {import("./store.js").BackgroundClient} client */
    constructor(client) {
        super(client, { phase: "loading", isAsking: false });
    }

    /** Reads what is settled; no node is asked. */
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
     * Asks a cluster's nodes whether they answer.
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
