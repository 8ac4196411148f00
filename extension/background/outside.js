/**
 * The question that a screen has had asked in Sidekey's own window: that it goes on, and how it ended.
 *
 * The toolbar popup closes when that window takes the keyboard. So what was asked belongs to the background: it keeps the host, and how it ended is
 * kept until a screen has shown it, in session storage, which outlives the background and not the browser.
 *
 * @typedef {{ method: string, params: { [name: string]: any }, isRunning: boolean, result?: any, error?: import("../lib/errors.js").WireError }} Asked
 */
import { WalletError } from "../lib/errors.js";

const KEPT = "askedOutside";

/**
 * Finds whether a request has the user asked in Sidekey's window. What waits for a decision isn't among them: its request says how it ended.
 *
 * @param {string} method
 * @param {any} params
 */
export function isAskedOutside(method, params) {
    return method === "vault.setup" || params?.native === true;
}

export class Outside {
    /** @type {Asked | undefined} */
    #last;
    #storage;
    #changed;
    #isRead = false;
    /**
     * The methods that the user is asked about now: one can wait behind another's window.
     *
     * @type {Set<string>}
     */
    #running = new Set();
    /**
     * How one ended while a later one still ran, to be shown after that.
     *
     * @type {Asked | undefined}
     */
    #aside;

    /** @param {WebExtension.StorageArea} storage @param {(last: Asked | undefined) => void} changed */
    constructor(storage, changed) {
        this.#storage = storage;
        this.#changed = changed;
    }

    /** True while the host is needed for it. */
    get isRunning() {
        return this.#running.size > 0;
    }

    /**
     * Asks, and keeps how it ended unless whoever asked is still there to be told.
     *
     * @template Answer
     * @param {string} method
     * @param {{ [name: string]: any }} params
     * @param {() => Promise<Answer>} ask
     * @param {() => boolean} isTold
     * @returns {Promise<Answer>}
     */
    async run(method, params, ask, isTold = () => false) {
        // The agent refuses a second one of a kind: it says nothing of the first.
        if (this.#running.has(method)) return ask();
        this.#running.add(method);
        const asked = { method, params, isRunning: true };
        await this.#become(asked);
        try {
            const result = await ask();
            await this.#end(asked, isTold() || method === "vault.unlock" ? undefined : { method, params, isRunning: false, result });
            return result;
        } catch (thrown) {
            const error = WalletError.from(thrown).toJSON();
            await this.#end(asked, isTold() ? undefined : { method, params, isRunning: false, error });
            throw thrown;
        }
    }

    /**
     * @param {Asked} asked
     * @param {Asked | undefined} ended how, where somebody has to be told
     */
    async #end(asked, ended) {
        this.#running.delete(asked.method);
        if (this.#last !== asked && this.#last?.isRunning) {
            this.#aside = ended ?? this.#aside;
            return this.#changed(this.#last);
        }
        const shown = ended ?? this.#aside;
        this.#aside = undefined;
        await this.#become(shown);
    }

    /** The question of now, else the last that ended and that nobody was told of. */
    async last() {
        if (!this.#isRead && this.#last === undefined) {
            const { [KEPT]: kept } = await this.#storage.get(KEPT);
            this.#last ??= kept;
        }
        this.#isRead = true;
        return this.#last;
    }

    /** A screen has shown how it ended. */
    async seen() {
        if (this.#last?.isRunning !== true) await this.#become(undefined);
    }

    /** @param {Asked | undefined} last */
    async #become(last) {
        this.#isRead = true;
        this.#last = last;
        this.#changed(last);
        // What goes on ends with the background, and its host.
        if (last && !last.isRunning) await this.#storage.set({ [KEPT]: last });
        else await this.#storage.remove(KEPT);
    }
}
