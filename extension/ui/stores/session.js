import { WalletError } from "../../lib/errors.js";
import { Store } from "./store.js";

/**
 * The vault: whether it is open and for how long, and whether its records can be trusted.
 *
 * @typedef {{
 *     phase: import("./store.js").Phase, error?: WalletError, trust?: "unverified" | "intact" | "reset", lost?: { cause: string, file: string }, isUnlocked: boolean, deadline: number,
 * }} SessionState `deadline` by performance.now(), of an open session
 * @extends {Store<SessionState>}
 */
export class SessionStore extends Store {
    /** @param {import("./store.js").BackgroundClient} client */
    constructor(client) {
        super(client, { phase: "loading", isUnlocked: false, deadline: 0 });
    }

    async load() {
        try {
            const { vault, trust, lost, session } = await this.client.request("vault.status");
            const deadline = performance.now() + (session?.remaining ?? 0);
            this.become({ phase: "ready", error: undefined, trust, lost, isUnlocked: vault === "unlocked", deadline });
        } catch (thrown) {
            this.become({ phase: "error", error: WalletError.from(thrown) });
        }
        return this.state;
    }

    /** Where it fails, the wallet's state says what is true. */
    async lock() {
        await this.client.request("vault.lock").catch(() => {});
    }
}
