import { make, text } from "../parts/dom.js";
import { language } from "../parts/language.js";

/**
 * What opens the wallet, as the agent lists it: each entry opens it without the others. Behind them stand the accounts whose key is on a device.
 *
 * @typedef {{ kind: string, id?: string, account?: string, name?: string, created?: number, last?: number, pin?: boolean }} Opening
 */
export class Openings {
    #entries;

    /** @param {Opening[]} entries */
    constructor(entries) {
        this.#entries = entries;
    }

    /**
     * @param {import("../stores/client.js").BackgroundClient} background
     * @returns {Promise<Openings>}
     */
    static async read(background) {
        // An agent from before there was such a list says nothing.
        const answer = await background.request("openings.list").catch(() => undefined);
        return new Openings(answer?.openings ?? []);
    }

    /** @param {string} kind */
    of(kind) {
        return this.#entries.filter((entry) => entry.kind === kind);
    }

    /**
     * Says when something opened the wallet last. Nothing is known of times from before uses were written down, so only of what has a day of its
     * own it is said that it was never used.
     *
     * @param {string} kind @param {string} [id]
     */
    last(kind, id) {
        const entry = this.of(kind).find((each) => each.id === id);
        return entry === undefined ? null : this.use(entry);
    }

    /**
     * Says when one of them was used last.
     *
     * @param {Opening} entry
     */
    use(entry) {
        // What was always there may have been used before uses were written down.
        const isDated = entry.created !== undefined || entry.account !== undefined;
        const words = entry.last !== undefined ? text("openingLast", language.moment(entry.last)) : isDated ? text("openingUnused") : undefined;
        return words === undefined ? null : make("span", { class: "muted last", text: words });
    }
}
