import { WalletError } from "../../lib/errors.js";
import { Store } from "./store.js";

/**
 * The sites that may not ask. `since` belongs to a site that is blocked until the user unblocks it; `remaining` (milliseconds) to one that
 * waits after three rejections.
 *
 * @typedef {{ site: string, since?: number, remaining?: number }} Block
 * @typedef {{ phase: import("./store.js").Phase, error?: WalletError, blocks: Block[] }} BlocksState
 * @extends {Store<BlocksState>}
 */
export class BlocksStore extends Store {
    /** @param {import("./store.js").BackgroundClient} client */
    constructor(client) {
        super(client, { phase: "loading", blocks: [] });
    }

    /** The sites that wait and could be blocked for good. */
    get waiting() {
        return this.state.blocks.filter(({ remaining }) => remaining !== undefined);
    }

    async load() {
        try {
            const { blocks } = await this.client.request("origins.blocks");
            this.become({ phase: "ready", error: undefined, blocks });
        } catch (thrown) {
            this.become({ phase: "error", error: WalletError.from(thrown), blocks: [] });
        }
        return this.state;
    }

    /** @param {string} site */
    async block(site) {
        await this.client.request("origins.block", { site });
        await this.load();
    }

    /** @param {string} site */
    async unblock(site) {
        await this.client.request("origins.unblock", { site });
        await this.load();
    }
}
