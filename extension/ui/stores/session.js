import { WalletError } from "../../lib/errors.js";
import { Store } from "./store.js";

/**
 * The vault: its session with the time left, and the trust in its records.
 *
 * @typedef {{
 *     phase: import("./store.js").Phase, error?: WalletError, trust?: "unverified" | "intact" | "reset", lost?: { cause: string, file: string }, isUnlocked: boolean, deadline: number,
 *     isUnknownCopy: boolean,
 * }} SessionState `deadline` by performance.now(), of an open session; `isUnknownCopy` if the agent doesn't know this copy of the extension
 * @extends {Store<SessionState>}
 */
export class SessionStore extends Store {
    /** @param {import("./store.js").BackgroundClient} client */
    constructor(client) {
        super(client, { phase: "loading", isUnlocked: false, deadline: 0, isUnknownCopy: false });
    }

    async load() {
        try {
            const { vault, trust, lost, session, extension } = await this.client.request("vault.status");
            const deadline = performance.now() + (session?.remaining ?? 0);
            this.become({ phase: "ready", error: undefined, trust, lost, isUnlocked: vault === "unlocked", deadline, isUnknownCopy: extension === "unverified" });
        } catch (thrown) {
            this.become({ phase: "error", error: WalletError.from(thrown) });
        }
        return this.state;
    }

    /** Locks the wallet. If that fails, the wallet's state shows the truth. */
    async lock() {
        await this.client.request("vault.lock").catch(() => {});
    }
}
