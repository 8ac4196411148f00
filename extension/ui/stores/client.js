import { browser } from "../../lib/browser.js";
import { ErrorCode, WalletError } from "../../lib/errors.js";
import { seal } from "../../lib/seal.js";

/**
 * A screen's connection to the background. It opens again after the background has died, and then rejects the waiting requests.
 *
 * @typedef {import("../../background/wallet.js").WalletState} WalletState
 * @typedef {{ id: string, state: string }} Ended
 * @typedef {import("../../lib/protocol.js").Progress & { id: string }} Progressed
 */
export class BackgroundClient {
    /** @type {WebExtension.Port | null} */
    #port = null;
    /** @type {Map<number, { resolve: (result: any) => void, reject: (error: WalletError) => void }>} */
    #waiting = new Map();
    #counter = 0;
    #outside = 0;
    /**
     * The background's latest state.
     *
     * @type {WalletState | undefined}
     */
    state;
    #shown;
    #ended;
    #progressed;
    /**
     * The listeners for the agent's notifications.
     *
     * @type {Map<string, Set<(params: any) => void>>}
     */
    #listeners = new Map();

    /**
     * @param {(state: WalletState) => void} shown called with the state at once and at each change
     * @param {(ended: Ended) => void} ended called when a request is decided, here or elsewhere
     * @param {(progressed: Progressed) => void} progressed called when an approved request makes progress
     */
    constructor(shown, ended, progressed = () => {}) {
        this.#shown = shown;
        this.#ended = ended;
        this.#progressed = progressed;
        this.#open();
    }

    /** True while a question from this screen is open in Sidekey's own window. */
    get isAskedOutside() {
        return this.#outside > 0;
    }

    /** @param {string} method @param {object} [params] @returns {Promise<any>} */
    request(method, params = {}) {
        if (!("native" in params)) return this.#request(method, params);
        this.#outside += 1;
        return this.#request(method, params).finally(() => (this.#outside -= 1));
    }

    /** @param {string} method @param {object} params @returns {Promise<any>} */
    #request(method, params) {
        this.#counter += 1;
        const id = this.#counter;
        return new Promise((resolve, reject) => {
            this.#waiting.set(id, { resolve, reject });
            if (this.#port) this.#port.postMessage({ id, method, params });
            else this.#refuseAll();
        });
    }

    /**
     * Calls a listener with each notification of this name that the background passes on: `portfolio.changed`, `accounts.changed`, `com.wallet.review`.
     *
     * @param {string} method
     * @param {(params: any) => void} listener
     */
    on(method, listener) {
        const listeners = this.#listeners.get(method) ?? new Set();
        this.#listeners.set(method, listeners.add(listener));
    }

    /**
     * Seals a secret as a parameter that only the agent can read. The background and everything between carry it.
     *
     * @param {string} method
     * @param {string} parameter a member of an object with the object's name before it
     * @param {string | Uint8Array} secret
     */
    async seal(method, parameter, secret) {
        const { sealingKey } = this.state ?? {};
        if (sealingKey === undefined) throw new WalletError(ErrorCode.disconnected, "host-gone", "the agent is gone");
        try {
            return await seal(sealingKey, method, parameter, secret);
        } catch {
            throw new WalletError(ErrorCode.invalidInput, "sealed-invalid", "the secret can't be sealed");
        }
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
    #receive({ id, result, error, state, ended, progress, notified }) {
        if (state) {
            this.state = state;
            return this.#shown(state);
        }
        if (ended) return this.#ended(ended);
        if (progress) return this.#progressed(progress);
        if (notified) {
            for (const listener of this.#listeners.get(notified.method) ?? []) listener(notified.params);
            return;
        }
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
