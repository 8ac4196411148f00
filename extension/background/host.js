import { ConnectionLost, ErrorCode, WalletError } from "../lib/errors.js";
import { frameSize, isWellFormed, MAXIMUM_FRAME, PROTOCOL } from "../lib/protocol.js";

/**
 * The connection to `sidekey-host`, which is the wallet for the browser.
 *
 * | phase | meaning |
 * |---|---|
 * | `idle` | closed, because it isn't needed |
 * | `connecting` | the host was started and hasn't answered `hello` yet |
 * | `ready` | `hello` was answered |
 * | `missing` | the browser knows no such host: not installed, or (Firefox) not for this extension |
 * | `forbidden` | Chromium: the host is registered for another extension |
 * | `failed` | the host ended before it answered, or refused `hello` |
 * | `mismatch` | the two sides speak different protocol numbers; `update` names the older one |
 * | `lost` | a connection that was ready ended |
 *
 * @typedef {"idle" | "connecting" | "ready" | "missing" | "forbidden" | "failed" | "mismatch" | "lost"} Phase
 * @typedef {{ phase: Phase, hello?: import("../lib/protocol.js").Hello, update?: string, reason?: string }} HostState
 * @typedef {{ resolve: (result: any) => void, reject: (error: WalletError) => void, timer: any }} Waiting
 */

const HELLO_LIMIT = 20_000;
/** A time limit longer than any request stays in the agent, as a safety net against an impossible case. */
const REQUEST_LIMIT = 360_000;
/** The limit for whole conversations in Sidekey's window. Making a wallet takes as long as writing down its words. */
const SETUP_LIMIT = 1_900_000;
const CONVERSING = ["vault.setup", "vault.ceremony"];
/** The limit for requests that wait for sending after the decision, which has five minutes of its own. */
const SENDING_LIMIT = 720_000;
const SENDING = [
    "sendTransaction", "sendAllTransactions", "transfer.send", "transfer.revoke", "transfer.reclaim", "transfer.burn", "outstanding.void",
    "stake.delegate", "stake.deactivate", "stake.withdraw", "multisig.vote", "approvals.approve", "approvals.native",
];
/** The pauses between retries, ten seconds in all: an updated or restarted agent is there before. */
const RETRIES = [0, 200, 400, 800, 1600, 3000, 4000];

/** Returns the phase for the browser's text about a lost port. The texts are those of Chromium and Firefox. */
export function phaseAfter(/** @type {string} */ message, /** @type {boolean} */ wasReady) {
    if (/host not found|No such native application/i.test(message)) return "missing";
    if (/forbidden/i.test(message)) return "forbidden";
    return wasReady ? "lost" : "failed";
}

export class HostConnection {
    /** @type {HostState} */
    state = { phase: "idle" };
    /** @type {WebExtension.Port | null} */
    #port = null;
    /** @type {Map<string, Waiting>} */
    #waiting = new Map();
    /** @type {Promise<void> | null} */
    #connecting = null;
    /** @type {Promise<void> | null} */
    #recovering = null;
    #options;

    /**
     * @param {{
     *     open: () => WebExtension.Port,
     *     identity: () => Promise<{ profile: string, connectionKey: string }>,
     *     version: string,
     *     lastError: () => string,
     *     changed: (state: HostState) => void,
     *     notified: (method: string, params: any) => void,
     *     pause?: (ms: number) => Promise<void>,
     * }} options
     */
    constructor(options) {
        this.#options = options;
    }

    /** Resolves once `hello` is answered; connects if there is no connection. */
    ready() {
        if (this.state.phase === "ready") return Promise.resolve();
        this.#connecting ??= this.#connect().finally(() => (this.#connecting = null));
        return this.#connecting;
    }

    /** Does the same as `ready`, but tries again for some seconds, unless a retry can't help. Callers share one series. */
    recover() {
        this.#recovering ??= this.#recover().finally(() => (this.#recovering = null));
        return this.#recovering;
    }

    /**
     * Sends one request and waits for its answer.
     *
     * @param {string} method
     * @param {import("../lib/protocol.js").Params} params
     * @param {string} [id]
     * @returns {Promise<any>} rejects with ConnectionLost when the connection ends first
     */
    async request(method, params, id = crypto.randomUUID()) {
        await this.ready();
        const limit = CONVERSING.includes(method) ? SETUP_LIMIT : REQUEST_LIMIT;
        return this.#send(method, params, id, SENDING.includes(method) ? SENDING_LIMIT : limit);
    }

    /** Ends an unneeded connection. The host sees the end of its input and exits. */
    close() {
        const port = this.#port;
        this.#port = null;
        port?.disconnect();
        this.#rejectAll(new ConnectionLost());
        this.#become({ phase: "idle" });
    }

    async #connect() {
        this.#become({ phase: "connecting" });
        let params;
        /** @type {WebExtension.Port} */
        let port;
        try {
            params = { protocol: PROTOCOL, client: "extension", version: this.#options.version, ...(await this.#options.identity()) };
            port = this.#options.open();
        } catch {
            this.#become({ phase: "failed" });
            throw this.#unreachable();
        }
        this.#port = port;
        port.onMessage.addListener((message) => this.#port === port && this.#receive(message));
        port.onDisconnect.addListener(() => this.#lost(port, port.error?.message ?? this.#options.lastError()));
        try {
            const hello = await this.#send("hello", params, crypto.randomUUID(), HELLO_LIMIT);
            this.#become({ phase: "ready", hello });
        } catch (thrown) {
            // A port that was lost has reported so already, with a more exact phase.
            if (this.#port === port) {
                this.#port = null;
                port.disconnect();
                this.#refused(WalletError.from(thrown));
            }
            throw this.#unreachable();
        }
    }

    async #recover() {
        const pause = this.#options.pause ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms)));
        for (const wait of RETRIES) {
            await pause(wait);
            try {
                return await this.ready();
            } catch {
                if (["missing", "forbidden", "mismatch"].includes(this.state.phase)) break;
            }
        }
        throw this.#unreachable();
    }

    /** @type {(method: string, params: object, id: string, limit: number) => Promise<any>} */
    #send(method, params, id, limit) {
        const message = { jsonrpc: "2.0", id, method, params };
        if (!isWellFormed(message)) {
            const text = "a text in the request isn't well-formed Unicode";
            return Promise.reject(new WalletError(ErrorCode.parseError, "json-surrogate", text));
        }
        if (frameSize(message) > MAXIMUM_FRAME) {
            const text = `a request is at most ${MAXIMUM_FRAME} bytes`;
            return Promise.reject(new WalletError(ErrorCode.invalidRequest, "frame-too-large", text));
        }
        return new Promise((resolve, reject) => {
            const late = new WalletError(ErrorCode.disconnected, "host-gone", "the wallet didn't answer in time");
            const timer = setTimeout(() => this.#settle(id)?.reject(late), limit);
            this.#waiting.set(id, { resolve, reject, timer });
            try {
                if (!this.#port) throw new ConnectionLost();
                this.#port.postMessage(message);
            } catch {
                this.#settle(id)?.reject(new ConnectionLost());
            }
        });
    }

    /** @param {any} message */
    #receive(message) {
        if (typeof message?.method === "string" && message.id === undefined) {
            return this.#options.notified(message.method, message.params ?? {});
        }
        const waiting = typeof message?.id === "string" ? this.#settle(message.id) : undefined;
        if (!waiting) return;
        if (message.error !== undefined) waiting.reject(WalletError.from(message.error));
        else waiting.resolve(message.result);
    }

    /** @param {string} id */
    #settle(id) {
        const waiting = this.#waiting.get(id);
        this.#waiting.delete(id);
        clearTimeout(waiting?.timer);
        return waiting;
    }

    /** @param {WebExtension.Port} port @param {string} message */
    #lost(port, message) {
        if (this.#port !== port) return;
        this.#port = null;
        this.#become({ phase: phaseAfter(message, this.state.phase === "ready") });
        this.#rejectAll(new ConnectionLost());
    }

    /**
     * Handles an error in answer to `hello`.
     *
     * @param {WalletError} error
     */
    #refused(error) {
        if (error.reason !== "protocol-mismatch") return this.#become({ phase: "failed", reason: error.reason });
        this.#become({ phase: "mismatch", update: error.data.update === "extension" ? "extension" : "agent" });
    }

    /** Returns the error for callers while there is no connection. */
    #unreachable() {
        const { phase } = this.state;
        if (phase === "missing" || phase === "forbidden") {
            return new WalletError(ErrorCode.disconnected, "host-missing", "the wallet's program isn't installed");
        }
        const text = phase === "mismatch" ? "the wallet and its extension have different versions" : "the wallet can't be reached";
        return new WalletError(ErrorCode.disconnected, "host-gone", text);
    }

    /** @param {WalletError} error */
    #rejectAll(error) {
        const waiting = [...this.#waiting.keys()].map((id) => this.#settle(id));
        for (const entry of waiting) entry?.reject(error);
    }

    /** @param {HostState} state */
    #become(state) {
        this.state = state;
        this.#options.changed(state);
    }
}
