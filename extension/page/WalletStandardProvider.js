/**
 * The wallet as a page sees it: a Wallet Standard wallet named Sidekey.
 *
 * This file runs in the page's own world, beside code that may be hostile, so it holds no secret and decides nothing.
 * It asks through one MessagePort, which the relay takes at document_start. Whatever built-in it needs later is taken
 * now, before the page's first script: a page (or a script injected into it) that replaces prototypes afterwards can't
 * change what is sent. Arguments are read once and encoded before anything can run in between.
 */
"use strict";
(() => {
    // A sandboxed document has an opaque origin: there is nobody to give an answer to.
    if (self.origin === "null") return;

    /** icons/sidekey.svg; a test keeps the two the same. */
    const ICON = "data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCAxMjggMTI4Ij48ZGVmcz48bGluZWFyR3JhZGllbnQgaWQ9ImEiIHgxPSIwIiB5MT0iMCIgeDI9IjEiIHkyPSIxIj48c3RvcCBvZmZzZXQ9IjAiIHN0b3AtY29sb3I9IiMxZjlkOGIiLz48c3RvcCBvZmZzZXQ9IjEiIHN0b3AtY29sb3I9IiMxYjNhNmIiLz48L2xpbmVhckdyYWRpZW50PjwvZGVmcz48cmVjdCB4PSI0IiB5PSI0IiB3aWR0aD0iMTIwIiBoZWlnaHQ9IjEyMCIgcng9IjMwIiBmaWxsPSJ1cmwoI2EpIi8+PGcgZmlsbD0ibm9uZSIgc3Ryb2tlPSIjZmZmIiBzdHJva2Utd2lkdGg9IjExIiBzdHJva2UtbGluZWNhcD0icm91bmQiIHN0cm9rZS1saW5lam9pbj0icm91bmQiPjxjaXJjbGUgY3g9IjQ2IiBjeT0iNjQiIHI9IjIwIi8+PHBhdGggZD0iTTY2IDY0aDQwdjE3TTg4IDY0djEzIi8+PC9nPjxjaXJjbGUgY3g9IjQ2IiBjeT0iNjQiIHI9IjYiIGZpbGw9IiNmZmQxNjYiLz48L3N2Zz4=";

    const { apply, defineProperty, getOwnPropertyDescriptor, getPrototypeOf } = Reflect;
    const { freeze } = Object;
    const { Error, Promise, Uint8Array } = globalThis;

    /** @type {(method: Function) => (self: any, ...args: any[]) => any} */
    const uncurry = (method) => (self, ...args) => apply(method, self, args);
    /** @type {(prototype: object, name: PropertyKey) => (self: any) => any} */
    const getter = (prototype, name) => uncurry(/** @type {any} */ (getOwnPropertyDescriptor(prototype, name)).get);

    const typedArray = /** @type {object} */ (getPrototypeOf(Uint8Array.prototype));
    const tagOf = getter(typedArray, Symbol.toStringTag);
    const lengthOf = getter(typedArray, "length");
    const dataOf = getter(MessageEvent.prototype, "data");
    const post = uncurry(MessagePort.prototype.postMessage);
    const charCodeAt = uncurry(String.prototype.charCodeAt);
    const indexOf = uncurry(String.prototype.indexOf);
    const hasOwn = uncurry(Object.prototype.hasOwnProperty);
    const soon = queueMicrotask;
    const later = setTimeout;

    /**
     * The member of an answer, never one that a changed `Object.prototype` lends it.
     *
     * @type {(of: any, name: string) => any}
     */
    const own = (of, name) => (typeof of === "object" && of !== null && hasOwn(of, name) ? of[name] : undefined);

    /**
     * Appends without `push` and without setters on `Array.prototype`.
     *
     * @type {(list: any[], value: any) => void}
     */
    const append = (list, value) => {
        defineProperty(list, list.length, /** @type {any} */ (
            { __proto__: null, value, writable: true, enumerable: true, configurable: true }
        ));
    };

    // Errors ----------------------------------------------------------------------------------------------------------

    /** @type {(code: number, message: string, data?: object) => Error} */
    const walletError = (code, message, data) => {
        const error = new Error(message);
        const set = (/** @type {string} */ name, /** @type {any} */ value) => {
            defineProperty(error, name, /** @type {any} */ ({ __proto__: null, value, configurable: true, writable: true }));
        };
        set("name", "WalletError");
        set("code", code);
        if (data !== undefined) set("data", data);
        return error;
    };

    /** @type {(name: string, message: string) => Error} */
    const invalid = (name, message) => walletError(-32602, message, { reason: "param-value", name });

    // Encodings -------------------------------------------------------------------------------------------------------

    const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

    /** @type {(bytes: any, name: string) => string} */
    const toBase64 = (bytes, name) => {
        if (tagOf(bytes) !== "Uint8Array") throw invalid(name, `${name} must be a Uint8Array`);
        let copy;
        try {
            copy = new Uint8Array(bytes);
        } catch {
            throw invalid(name, `${name} has lost its buffer`);
        }
        const count = lengthOf(copy);
        let text = "";
        for (let i = 0; i < count; i += 3) {
            const word = (copy[i] << 16) | ((i + 1 < count ? copy[i + 1] : 0) << 8) | (i + 2 < count ? copy[i + 2] : 0);
            text += BASE64[word >> 18] + BASE64[(word >> 12) & 63];
            text += i + 1 < count ? BASE64[(word >> 6) & 63] : "=";
            text += i + 2 < count ? BASE64[word & 63] : "=";
        }
        return text;
    };

    const values = new Uint8Array(128);
    for (let i = 0; i < 64; i++) values[charCodeAt(BASE64, i)] = i;

    /** @type {(text: any) => Uint8Array} */
    const fromBase64 = (text) => {
        if (typeof text !== "string" || text.length % 4 !== 0) throw walletError(-32603, "bad answer");
        const padding = text[text.length - 1] !== "=" ? 0 : text[text.length - 2] !== "=" ? 1 : 2;
        const bytes = new Uint8Array((text.length / 4) * 3 - padding);
        for (let i = 0, at = 0; i < text.length; i += 4) {
            let word = 0;
            for (let j = 0; j < 4; j++) word = (word << 6) | values[charCodeAt(text, i + j) & 127];
            bytes[at++] = word >> 16;
            bytes[at++] = word >> 8;
            bytes[at++] = word;
        }
        return bytes;
    };

    /**
     * The 32 bytes of a base58 address.
     *
     * @type {(address: string) => Uint8Array}
     */
    const publicKeyOf = (address) => {
        const bytes = new Uint8Array(32);
        for (let i = 0; i < address.length; i++) {
            let carry = indexOf(BASE58, address[i]);
            for (let j = 31; j >= 0; j--) {
                carry += bytes[j] * 58;
                bytes[j] = carry;
                carry >>= 8;
            }
        }
        return bytes;
    };

    // Requests --------------------------------------------------------------------------------------------------------

    const channel = new MessageChannel();
    const port = channel.port1;
    const pending = /** @type {{ [id: string]: any }} */ ({ __proto__: null });
    let counter = 0;

    /** How long the relay may stay silent: this many pings, one every PING milliseconds. */
    const MOST_UNANSWERED = 3;
    const PING = 2000;
    let unanswered = 0;
    let pinging = false;

    /**
     * Firefox ends a relay without a word when the extension is updated or removed. While anything waits, the relay is
     * asked whether it is there; where it isn't, whoever waits is told.
     */
    const ping = () => {
        let waiting = false;
        for (const id in pending) {
            if (unanswered < MOST_UNANSWERED) {
                waiting = true;
                break;
            }
            const { reject, settled } = pending[id];
            delete pending[id];
            settled();
            const gone = { reason: "host-gone" };
            reject(walletError(4900, "the wallet was reloaded or removed; reload this page", gone));
        }
        pinging = waiting;
        if (!waiting) return;
        unanswered += 1;
        post(port, { __proto__: null, ping: true });
        later(ping, PING);
    };

    /**
     * Sends at once, in the caller's turn, and settles when the answer comes.
     *
     * @type {(method: string, params: object, read: (result: any) => any, settled?: () => void) => Promise<any>}
     */
    const request = (method, params, read, settled = () => {}) =>
        new Promise((resolve, reject) => {
            counter += 1;
            const id = `${counter}`;
            pending[id] = { __proto__: null, resolve, reject, read, settled };
            post(port, { __proto__: null, id, method, params });
            if (pinging) return;
            pinging = true;
            unanswered = 0;
            later(ping, PING);
        });

    port.onmessage = (event) => {
        const answer = dataOf(event);
        unanswered = 0;
        if (own(answer, "event") === "accounts") return update(own(answer, "accounts"));
        const id = own(answer, "id");
        const entry = typeof id === "string" ? pending[id] : undefined;
        if (entry === undefined) return;
        delete pending[id];
        entry.settled();
        const error = own(answer, "error");
        try {
            if (error === undefined) entry.resolve(entry.read(own(answer, "result")));
            else entry.reject(walletError(own(error, "code"), own(error, "message"), own(error, "data")));
        } catch (failure) {
            entry.reject(failure);
        }
    };

    // Accounts --------------------------------------------------------------------------------------------------------

    const CHAINS = freeze(["solana:mainnet", "solana:devnet", "solana:testnet", "solana:localnet"]);
    const ACCOUNT_FEATURES = freeze(["solana:signMessage", "solana:signTransaction"]);

    /** @type {readonly any[]} */
    let accounts = freeze([]);
    /** @type {readonly { listener: Function }[]} */
    let subscriptions = [];

    /** @type {(address: string, label: string | undefined) => any} */
    const accountOf = (address, label) => {
        for (let i = 0; i < accounts.length; i++) {
            if (accounts[i].address === address && accounts[i].label === label) return accounts[i];
        }
        return freeze({ address, publicKey: publicKeyOf(address), chains: CHAINS, features: ACCOUNT_FEATURES, label });
    };

    /**
     * Apps tell accounts apart by identity: what stays the same stays the same object.
     *
     * @type {(list: any) => void}
     */
    const update = (list) => {
        /** @type {any[]} */
        const next = [];
        const count = typeof list === "object" && list !== null ? list.length : 0;
        let changed = count !== accounts.length;
        for (let i = 0; i < count; i++) {
            const account = accountOf(own(list[i], "publicKey"), own(list[i], "label"));
            if (!changed && account !== accounts[i]) changed = true;
            append(next, account);
        }
        if (!changed) return;
        accounts = freeze(next);
        const told = subscriptions;
        for (let i = 0; i < told.length; i++) {
            try {
                told[i].listener({ accounts });
            } catch (error) {
                soon(() => { throw error; });
            }
        }
    };

    // Features --------------------------------------------------------------------------------------------------------

    /** @type {Promise<any> | undefined} */
    let connecting;

    /** @type {(input?: any) => Promise<any>} */
    const connect = (input) => {
        const silent = input?.silent === true;
        // Two callers in one page (an adapter and the app itself) share one question to the user.
        if (!silent && connecting !== undefined) return connecting;
        const params = silent ? { __proto__: null, silent } : { __proto__: null };
        const answer = request("connect", params, (result) => {
            update(own(result, "accounts"));
            return { accounts };
        }, () => {
            if (answer === connecting) connecting = undefined;
        });
        if (!silent) connecting = answer;
        return answer;
    };

    const disconnect = () => request("disconnect", { __proto__: null }, () => update([]));

    /** @type {(event: string, listener: Function) => () => void} */
    const on = (event, listener) => {
        if (event !== "change" || typeof listener !== "function") return () => {};
        const subscription = { listener };
        const without = () => {
            /** @type {any[]} */
            const kept = [];
            for (let i = 0; i < subscriptions.length; i++) {
                if (subscriptions[i] !== subscription) append(kept, subscriptions[i]);
            }
            return kept;
        };
        const added = without();
        append(added, subscription);
        subscriptions = added;
        return () => { subscriptions = without(); };
    };

    /**
     * What the two signing features differ in. `one` and `many` are the methods of docs/protocol.md.
     *
     * @typedef {{
     *     name: string, one: string, many: string, item: string, items: string,
     *     signed: string, output: (signature: any, signed: any) => object,
     * }} Signing
     */

    /** @type {Signing} */
    const MESSAGE = {
        name: "message", one: "signMessage", many: "signAllMessages", item: "message", items: "messages",
        signed: "signedMessage",
        output: (signature, signed) => ({
            signedMessage: fromBase64(signed), signature: fromBase64(signature), signatureType: "ed25519",
        }),
    };

    /** @type {Signing} */
    const TRANSACTION = {
        name: "transaction", one: "signTransaction", many: "signAllTransactions", item: "tx", items: "transactions",
        signed: "signedTransaction",
        output: (_, signed) => ({ signedTransaction: fromBase64(signed) }),
    };

    /**
     * Reads the inputs, each member once, into the parameters of one request.
     *
     * @type {(kind: Signing, inputs: any[]) => any}
     */
    const paramsOf = (kind, inputs) => {
        const params = /** @type {any} */ ({ __proto__: null });
        /** @type {string[]} */
        const items = [];
        for (let i = 0; i < inputs.length; i++) {
            const input = inputs[i];
            const address = input?.account?.address;
            if (typeof address !== "string") throw invalid("account", "account must be an account of this wallet");
            const chain = kind === TRANSACTION ? input.chain : undefined;
            if (chain !== undefined && !isChain(chain)) throw invalid("chain", "chain isn't one that the wallet knows");
            if (i > 0 && (address !== params.account || chain !== params.cluster)) {
                throw invalid("inputs", "all inputs of one call must name the same account and the same chain");
            }
            params.account = address;
            if (chain !== undefined) params.cluster = chain;
            append(items, toBase64(input[kind.name], kind.name));
        }
        if (items.length === 1) params[kind.item] = items[0];
        else params[kind.items] = items;
        return params;
    };

    /** @type {(chain: unknown) => boolean} */
    const isChain = (chain) => {
        for (let i = 0; i < CHAINS.length; i++) if (CHAINS[i] === chain) return true;
        return false;
    };

    /** @type {(kind: Signing, inputs: any[]) => Promise<any>} */
    const sign = (kind, inputs) => {
        const count = inputs.length;
        if (count === 0) return new Promise((resolve) => resolve([]));
        let params;
        try {
            params = paramsOf(kind, inputs);
        } catch (error) {
            return new Promise((_, reject) => reject(error));
        }
        return request(count === 1 ? kind.one : kind.many, params, (result) => {
            if (count === 1) return [kind.output(own(result, "signature"), own(result, kind.signed))];
            const signatures = own(result, "signatures");
            const signed = own(result, `${kind.signed}s`);
            if (signatures?.length !== count || signed?.length !== count) throw walletError(-32603, "bad answer");
            /** @type {object[]} */
            const outputs = [];
            for (let i = 0; i < count; i++) append(outputs, kind.output(signatures[i], signed[i]));
            return outputs;
        });
    };

    // The wallet ------------------------------------------------------------------------------------------------------

    const features = freeze({
        "standard:connect": freeze({ version: "1.0.0", connect }),
        "standard:disconnect": freeze({ version: "1.0.0", disconnect }),
        "standard:events": freeze({ version: "1.0.0", on }),
        "solana:signMessage": freeze({
            version: "1.1.0",
            signMessage: (/** @type {any[]} */ ...inputs) => sign(MESSAGE, inputs),
        }),
        "solana:signTransaction": freeze({
            version: "1.0.0",
            supportedTransactionVersions: freeze(["legacy", 0, 1]),
            signTransaction: (/** @type {any[]} */ ...inputs) => sign(TRANSACTION, inputs),
        }),
    });

    const wallet = freeze({
        version: "1.0.0",
        name: "Sidekey",
        icon: ICON,
        chains: CHAINS,
        features,
        get accounts() { return accounts; },
    });

    /** @type {(app: any) => void} */
    const register = freeze((/** @type {any} */ app) => app.register(wallet));

    addEventListener("wallet-standard:app-ready", (/** @type {any} */ event) => register(event.detail));
    dispatchEvent(new CustomEvent("wallet-standard:register-wallet", {
        bubbles: false, cancelable: false, composed: false, detail: register,
    }));

    // The relay listens already: both scripts run before the page's first one, and the message is delivered after both.
    postMessage("sidekey:handover", self.origin, [channel.port2]);
})();
