import { ListStore } from "./list.js";

/**
 * The requests to the wallet and its actions, the newest first: of all sites, or of one.
 *
 * @typedef {{
 *     sequence: number, time: number, kind: string, request?: string, origin?: string, method?: string, account?: string, detail?: string,
 *     signature?: string, cluster?: string,
 *     [member: string]: unknown,
 * }} ActivityEntry
 * @extends {ListStore<ActivityEntry>}
 */
export class ActivityStore extends ListStore {
    /**
     * The site of the entries; undefined for all.
     *
     * @type {string | undefined}
     */
    origin;

    /** @param {import("./store.js").BackgroundClient} client */
    constructor(client) {
        super(client, {
            method: "activity.list", member: "entries", identity: ({ sequence }) => String(sequence),
            params: () => (this.origin === undefined ? {} : { origin: this.origin }),
        });
    }

    /** @param {string | undefined} origin */
    async filter(origin) {
        if (origin === this.origin) return;
        this.origin = origin;
        await this.restart();
    }
}
