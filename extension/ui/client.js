import { browser } from "../lib/browser.js";
import { ErrorCode, WalletError } from "../lib/errors.js";

/**
 * A screen's connection to the background. It is opened again when the background died, and says so to whoever waited.
 *
 * @typedef {import("../background/wallet.js").WalletState} WalletState
 * @typedef {{ id: string, state: string }} Ended
 */
export class BackgroundClient {
    /** @type {WebExtension.Port | null} */
    #port = null;
    /** @type {Map<number, { resolve: (result: any) => void, reject: (error: WalletError) => void }>} */
    #waiting = new Map();
    #counter = 0;
    #shown;
    #ended;

    /**
     * @param {(state: WalletState) => void} shown called with the state at once and whenever it changes
     * @param {(ended: Ended) => void} ended called when a request was decided, here or elsewhere
     */
    constructor(shown, ended) {
        this.#shown = shown;
        this.#ended = ended;
        this.#open();
    }

    /** @param {string} method @param {object} [params] @returns {Promise<any>} */
    request(method, params = {}) {
        this.#counter += 1;
        const id = this.#counter;
        return new Promise((resolve, reject) => {
            this.#waiting.set(id, { resolve, reject });
            if (this.#port) this.#port.postMessage({ id, method, params });
            else this.#refuseAll();
        });
    }

    #open() {
        const port = browser.runtime.connect({ name: "screen" });
        this.#port = port;
        port.onMessage.addListener((message) => this.#receive(message));
        port.onDisconnect.addListener(() => {
            void browser.runtime.lastError;
            this.#port = null;
            this.#refuseAll();
            setTimeout(() => this.#open(), 150);
        });
    }

    /** @param {any} message */
    #receive({ id, result, error, state, ended }) {
        if (state) return this.#shown(state);
        if (ended) return this.#ended(ended);
        const waiting = this.#waiting.get(id);
        this.#waiting.delete(id);
        if (error) waiting?.reject(WalletError.from(error));
        else waiting?.resolve(result);
    }

    #refuseAll() {
        const waiting = [...this.#waiting.values()];
        this.#waiting.clear();
        for (const { reject } of waiting) reject(new WalletError(ErrorCode.disconnected, "host-gone", "the background stopped"));
    }
}
