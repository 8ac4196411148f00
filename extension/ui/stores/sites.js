import { ListStore } from "./list.js";

/**
 * The connected sites, each in one browser profile and container.
 *
 * @typedef {{ origin: string, profile: string, container: string, accounts: string[], granted: number, used: number, guards: boolean }} Site
 * @extends {ListStore<Site>}
 */
export class SitesStore extends ListStore {
    /** @param {import("./store.js").BackgroundClient} client */
    constructor(client) {
        super(client, {
            method: "origins.list", member: "origins", identity: ({ origin, profile, container }) => JSON.stringify([origin, profile, container]),
            whole: true,
        });
    }

    /** Ends a connection; the site is told at once. */
    async revoke(/** @type {Site} */ { origin, profile, container }) {
        await this.client.request("origins.revoke", { origin, profile, container });
        await this.load();
    }

    /** Turns guards on again for a site, in every profile and container. */
    async guard(/** @type {Site} */ { origin }) {
        await this.client.request("policy.tighten", { guards: { on: [origin] } });
        await this.load();
    }

    /** Shows a site fewer accounts. */
    async narrow(/** @type {Site} */ { origin, profile, container }, /** @type {string[]} */ accounts) {
        await this.client.request("origins.set", { origin, profile, container, accounts });
        await this.load();
    }
}
