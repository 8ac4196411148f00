/**
 * The state that the views draw: one store for each subject, which alone talks to the background about it.
 *
 * A store's state is replaced and never changed in place, and every listening view hears of it. There is one store of each kind for a
 * client, so that two views never know different things.
 *
 * | phase | content to show |
 * |---|---|
 * | `loading` | nothing yet, or the saved content while a node is asked |
 * | `ready` | the latest answer |
 * | `stale` | the saved content, since a node's answer can't be relied on |
 * | `offline` | the saved content, since no node answers |
 * | `error` | nothing: `error` gives the reason |
 *
 * @typedef {"loading" | "ready" | "stale" | "offline" | "error"} Phase
 * @typedef {import("./client.js").BackgroundClient} BackgroundClient
 */

/** @type {WeakMap<object, Map<Function, any>>} */
const known = new WeakMap();

/** @template {{ phase: Phase }} State */
export class Store {
    /** @type {BackgroundClient} */
    client;
    /** @type {State} */
    state;
    /** @type {Set<(state: State) => void>} */
    #listeners = new Set();

    /** @param {BackgroundClient} client @param {State} state */
    constructor(client, state) {
        this.client = client;
        this.state = state;
    }

    /**
     * Returns the client's one store of this kind.
     *
     * @template Kind
     * @this {new (client: BackgroundClient) => Kind}
     * @param {BackgroundClient} client
     * @returns {Kind}
     */
    static of(client) {
        const stores = known.get(client) ?? new Map();
        known.set(client, stores);
        if (!stores.has(this)) stores.set(this, new this(client));
        return stores.get(this);
    }

    /**
     * Calls a listener at each change.
     *
     * @param {(state: State) => void} listener
     * @returns {() => void} ends it
     */
    subscribe(listener) {
        this.#listeners.add(listener);
        return () => this.#listeners.delete(listener);
    }

    /** @param {Partial<State>} change */
    become(change) {
        this.state = { ...this.state, ...change };
        for (const listener of [...this.#listeners]) listener(this.state);
    }
}
