/**
 * Marks which origins have a grant in this profile, so that the relay of any other page never wakes the background.
 *
 * A mark is a hint and decides nothing: the agent alone knows the grants. Each origin has an entry of its own, with the
 * containers that hold a grant.
 */
export class GrantMarks {
    #storage;
    /** Reading and writing an entry isn't one step in extension storage: changes go through one after the other. */
    #last = Promise.resolve();

    /** @param {WebExtension.StorageArea} storage */
    constructor(storage) {
        this.#storage = storage;
    }

    /** @param {string} origin @param {string} container @param {boolean} granted */
    set(origin, container, granted) {
        this.#last = this.#last.then(() => this.#set(origin, container, granted)).catch(() => {});
        return this.#last;
    }

    /** @param {string} origin @param {string} container @param {boolean} granted */
    async #set(origin, container, granted) {
        const name = `granted ${origin}`;
        const { [name]: stored } = await this.#storage.get(name);
        const containers = new Set(Array.isArray(stored) ? stored : []);
        if (containers.has(container) === granted) return;
        if (granted) containers.add(container);
        else containers.delete(container);
        if (containers.size > 0) await this.#storage.set({ [name]: [...containers] });
        else await this.#storage.remove(name);
    }
}
