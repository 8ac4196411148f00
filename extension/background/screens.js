import { ErrorCode, WalletError } from "../lib/errors.js";
import { SCREEN_METHODS } from "../lib/methods.js";

/**
 * The wallet's own screens: the toolbar popup and the approval window. They may call the methods in SCREEN_METHODS, and a few that only the
 * background answers.
 *
 * A screen's request goes on when the screen is gone. The popup closes when Sidekey's own window takes the keyboard, and a question there
 * would end with the host.
 *
 * @typedef {{ port: WebExtension.Port, windowId: number | undefined, tabId: number | undefined }} Screen
 * @typedef {(params: any, screen: Screen) => Promise<any>} Handler
 * @typedef {{ request: (method: string, params: any, isOpen: () => boolean) => Promise<any> }} Asked `isOpen`: true while the screen can be told
 */
export class Screens {
    /** @type {Set<Screen>} */
    #open = new Set();
    #host;
    #handlers;
    #changed;
    #unanswered = 0;

    /**
     * @param {Asked} host
     * @param {{ [method: string]: Handler }} handlers the methods that the background answers itself
     * @param {() => void} changed called when a screen opens or closes
     */
    constructor(host, handlers, changed) {
        this.#host = host;
        this.#handlers = new Map(Object.entries(handlers));
        this.#changed = changed;
    }

    get count() {
        return this.#open.size;
    }

    /** True while a request from a screen has no answer yet, even if the screen is gone. */
    get isAsking() {
        return this.#unanswered > 0;
    }

    /** True if the toolbar popup is open: the one screen that is in no tab. */
    get popup() {
        return [...this.#open].some(({ tabId }) => tabId === undefined);
    }

    /** @param {WebExtension.Port} port @param {object} state */
    add(port, state) {
        const screen = { port, windowId: port.sender?.tab?.windowId, tabId: port.sender?.tab?.id };
        this.#open.add(screen);
        port.onMessage.addListener((message) => this.#receive(screen, message));
        port.onDisconnect.addListener(() => {
            this.#open.delete(screen);
            this.#changed();
        });
        port.postMessage({ state });
        this.#changed();
    }

    /** @param {{ state: object } | { ended: object } | { progress: object } | { notified: object }} message */
    show(message) {
        for (const { port } of this.#open) port.postMessage(message);
    }

    /** @param {Screen} screen @param {any} message */
    async #receive(screen, { id, method, params }) {
        let answer;
        this.#unanswered += 1;
        try {
            answer = { id, result: await this.#answer(screen, method, params ?? {}) };
        } catch (error) {
            answer = { id, error: WalletError.from(error).toJSON() };
        }
        this.#unanswered -= 1;
        if (this.#open.has(screen)) screen.port.postMessage(answer);
        else this.#changed();
    }

    /** @type {(screen: Screen, method: string, params: any) => Promise<any>} */
    async #answer(screen, method, params) {
        const handler = this.#handlers.get(method);
        if (handler) return handler(params, screen);
        if (SCREEN_METHODS.has(method)) return this.#host.request(method, params, () => this.#open.has(screen));
        throw new WalletError(ErrorCode.methodNotFound, "method-unknown", "no such method");
    }
}
