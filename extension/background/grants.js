/**
 * Marks the origins that have a grant in this profile, so that the relay of any other page never wakes the background.
 *
 * A mark is a hint and decides nothing: the agent alone knows the grants. Each origin has an entry with the containers that hold a grant. A
 * second entry lists the containers in which the page has disconnected itself; it hears nothing there before it connects again.
 */
export class GrantMarks {
    #storage;
    /** The latest change. Reading and writing an entry isn't one step in extension storage, so changes run one after the other. */
    #last = Promise.resolve();

    /** @param {WebExtension.StorageArea} storage */
    constructor(storage) {
        this.#storage = storage;
    }

    /**
     * Records the agent's word on a grant. A page that has disconnected itself stays without a mark.
     *
     * @param {string} origin
     * @param {string} container
     * @param {boolean} granted
     */
    set(origin, container, granted) {
        return this.#inTurn(async () => {
            if (!granted) await this.#put(`left ${origin}`, container, false);
            else if (await this.#has(`left ${origin}`, container)) return;
            await this.#put(`granted ${origin}`, container, granted);
        });
    }

    /**
     * Records that a page received accounts, or has disconnected itself.
     *
     * @param {string} origin
     * @param {string} container
     * @param {boolean} connected
     */
    page(origin, container, connected) {
        return this.#inTurn(async () => {
            await this.#put(`left ${origin}`, container, !connected);
            await this.#put(`granted ${origin}`, container, connected);
        });
    }

    /** @param {() => Promise<void>} step */
    #inTurn(step) {
        this.#last = this.#last.then(step).catch(() => {});
        return this.#last;
    }

    /** @param {string} name @returns {Promise<Set<string>>} */
    async #containers(name) {
        const { [name]: stored } = await this.#storage.get(name);
        return new Set(Array.isArray(stored) ? stored : []);
    }

    /** @param {string} name @param {string} container */
    async #has(name, container) {
        return (await this.#containers(name)).has(container);
    }

    /** @param {string} name @param {string} container @param {boolean} held */
    async #put(name, container, held) {
        const containers = await this.#containers(name);
        if (containers.has(container) === held) return;
        if (held) containers.add(container);
        else containers.delete(container);
        if (containers.size > 0) await this.#storage.set({ [name]: [...containers] });
        else await this.#storage.remove(name);
    }
}
