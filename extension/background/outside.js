/**
 * The question that a screen has opened in Sidekey's own window: its progress, and its outcome.
 *
 * The toolbar popup closes when that window takes the keyboard. So the question belongs to the background, which keeps the host. The
 * outcome stays in session storage until a screen has shown it; that storage survives the background but not the browser.
 *
 * @typedef {{ method: string, params: { [name: string]: any }, isRunning: boolean, result?: any, error?: import("../lib/errors.js").WireError }} Asked
 */
import { WalletError } from "../lib/errors.js";

const KEPT = "askedOutside";

/** Whole conversations in Sidekey's window. Each one's outcome stands above all places, since the place that it was started from may be gone. */
const CEREMONIES = new Set(["vault.setup", "vault.ceremony"]);

/**
 * Returns true if a request makes Sidekey's window ask the user. A request that waits for a decision isn't among them: its own state
 * reports its end.
 *
 * @param {string} method
 * @param {any} params
 */
export function isAskedOutside(method, params) {
    return CEREMONIES.has(method) || params?.native === true;
}

export class Outside {
    /** @type {Asked | undefined} */
    #last;
    #storage;
    #changed;
    #isRead = false;
    /**
     * The methods of the open questions: one can wait behind another's window.
     *
     * @type {Set<string>}
     */
    #running = new Set();
    /**
     * The outcome of a question that ended while a later one still ran, to be shown after that.
     *
     * @type {Asked | undefined}
     */
    #aside;

    /** @param {WebExtension.StorageArea} storage @param {(last: Asked | undefined) => void} changed */
    constructor(storage, changed) {
        this.#storage = storage;
        this.#changed = changed;
    }

    /** True while a question needs the host. */
    get isRunning() {
        return this.#running.size > 0;
    }

    /**
     * Asks, and keeps the outcome unless the caller is still there to show it.
     *
     * @template Answer
     * @param {string} method
     * @param {{ [name: string]: any }} params
     * @param {() => Promise<Answer>} ask
     * @param {() => boolean} isTold
     * @returns {Promise<Answer>}
     */
    async run(method, params, ask, isTold = () => false) {
        // The agent refuses a second question of a kind, which says nothing of the first.
        if (this.#running.has(method)) return ask();
        this.#running.add(method);
        const isShown = () => isTold() && !CEREMONIES.has(method);
        const asked = { method, params, isRunning: true };
        await this.#become(asked);
        try {
            const result = await ask();
            await this.#end(asked, isShown() || method === "vault.unlock" ? undefined : { method, params, isRunning: false, result });
            return result;
        } catch (thrown) {
            const error = WalletError.from(thrown).toJSON();
            await this.#end(asked, isShown() ? undefined : { method, params, isRunning: false, error });
            throw thrown;
        }
    }

    /**
     * @param {Asked} asked
     * @param {Asked | undefined} ended the outcome, if a screen has yet to show it
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

    /** Returns the open question, else the last one that ended and that no screen has shown. */
    async last() {
        if (!this.#isRead && this.#last === undefined) {
            const { [KEPT]: kept } = await this.#storage.get(KEPT);
            this.#last ??= kept;
        }
        this.#isRead = true;
        return this.#last;
    }

    /** Notes that a screen has shown the outcome. */
    async seen() {
        if (this.#last?.isRunning !== true) await this.#become(undefined);
    }

    /** @param {Asked | undefined} last */
    async #become(last) {
        this.#isRead = true;
        this.#last = last;
        this.#changed(last);
        // An open question ends with the background and its host.
        if (last && !last.isRunning) await this.#storage.set({ [KEPT]: last });
        else await this.#storage.remove(KEPT);
    }
}
