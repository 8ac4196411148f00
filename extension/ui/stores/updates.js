import { Store } from "./store.js";

/**
 * What is known of a newer version. `looked` is in milliseconds since 1970; `command` installs it, in a terminal.
 *
 * @typedef {{ version: string, newer: boolean, urgent: boolean, date: string, notes: string }} Release
 * @typedef {{ version: string, kind: string, command: string, named: boolean, updates: string, looked?: number, failure?: string, release?: Release }} Updates
 * @typedef {{ phase: import("./store.js").Phase, updates?: Updates }} UpdatesState
 * @extends {Store<UpdatesState>}
 */
export class UpdatesStore extends Store {
    /** @param {import("./store.js").BackgroundClient} client */
    constructor(client) {
        super(client, { phase: "loading" });
    }

    async load() {
        try {
            this.become({ phase: "ready", updates: await this.client.request("updates.status") });
        } catch {
            // An agent from before there was a list of releases doesn't know the question.
            this.become({ phase: "error", updates: undefined });
        }
        return this.state;
    }
}
