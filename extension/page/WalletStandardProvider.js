/**
 * The wallet in a page's view: a Wallet Standard wallet named Sidekey.
 *
 * This file runs in the page's own world, beside code that may be hostile, so it holds no secret and decides nothing. It asks through one
 * MessagePort, which the relay takes at document_start. It takes every built-in that it needs later now, before the page's first script. A
 * page (or a script injected into it) that replaces prototypes afterwards can't change what is sent. Arguments are read once and encoded
 * before other code can run.
 */
"use strict";
(() => {
    // A sandboxed document has an opaque origin, so no answer can reach it.
    if (self.origin === "null") return;
    const isFrame = window !== window.top;
    // The wallet serves no page inside another site's page, nor any deeper than one frame. The agent checks this for certain.
    if (isFrame && !isOfSite(location.ancestorOrigins)) return;

    /** icons/sidekey.svg; a test keeps the two the same. */
    const ICON = "data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCAxMjggMTI4Ij48ZGVmcz48bGluZWFyR3JhZGllbnQgaWQ9ImEiIHgxPSIwIiB5MT0iMCIgeDI9IjEiIHkyPSIxIj48c3RvcCBvZmZzZXQ9IjAiIHN0b3AtY29sb3I9IiMxZjlkOGIiLz48c3RvcCBvZmZzZXQ9IjEiIHN0b3AtY29sb3I9IiMxYjNhNmIiLz48L2xpbmVhckdyYWRpZW50PjwvZGVmcz48cmVjdCB4PSI0IiB5PSI0IiB3aWR0aD0iMTIwIiBoZWlnaHQ9IjEyMCIgcng9IjMwIiBmaWxsPSJ1cmwoI2EpIi8+PGcgZmlsbD0ibm9uZSIgc3Ryb2tlPSIjZmZmIiBzdHJva2Utd2lkdGg9IjExIiBzdHJva2UtbGluZWNhcD0icm91bmQiIHN0cm9rZS1saW5lam9pbj0icm91bmQiPjxjaXJjbGUgY3g9IjQ2IiBjeT0iNjQiIHI9IjIwIi8+PHBhdGggZD0iTTY2IDY0aDQwdjE3TTg4IDY0djEzIi8+PC9nPjxjaXJjbGUgY3g9IjQ2IiBjeT0iNjQiIHI9IjYiIGZpbGw9IiNmZmQxNjYiLz48L3N2Zz4=";

    const { apply, defineProperty, getOwnPropertyDescriptor, getPrototypeOf, has } = Reflect;
    const { freeze } = Object;
    const { Array, BigInt, CustomEvent, Error, Promise, TextDecoder, TextEncoder, Uint8Array } = globalThis;

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
    const then = uncurry(Promise.prototype.then);
    const encoder = new TextEncoder();
    const encode = uncurry(TextEncoder.prototype.encode);
    const hasOwn = uncurry(Object.prototype.hasOwnProperty);
    const soon = queueMicrotask;
    const later = setTimeout;
    const dispatch = dispatchEvent;
    const listenTo = addEventListener;

    /**
     * Returns the member of an answer, never one that a changed `Object.prototype` lends it.
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

    /** The exact words that dApps look for. */
    const REJECTED = "User rejected the request.";

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
     * Returns the bytes that a base58 text spells, however many; refuses a text that isn't base58.
     *
     * @type {(text: string, name: string) => Uint8Array}
     */
    const fromBase58 = (text, name) => {
        // 58 is less than 64: six bits for each digit are enough.
        const digits = new Uint8Array(((text.length * 3) >> 2) + 1);
        let count = 0;
        let zeros = 0;
        while (zeros < text.length && text[zeros] === "1") zeros += 1;
        for (let i = zeros; i < text.length; i++) {
            let carry = indexOf(BASE58, text[i]);
            if (carry < 0) throw invalid(name, `${name} isn't base58`);
            for (let j = 0; j < count || carry > 0; j++) {
                carry += j < count ? digits[j] * 58 : 0;
                digits[j] = carry;
                carry >>= 8;
                if (j === count) count += 1;
            }
        }
        const bytes = new Uint8Array(zeros + count);
        for (let i = 0; i < count; i++) bytes[zeros + i] = digits[count - 1 - i];
        return bytes;
    };

    /** @type {(bytes: Uint8Array) => string} */
    const toBase58 = (bytes) => {
        const count = lengthOf(bytes);
        const digits = new Uint8Array(count * 2);
        let length = 0;
        let zeros = 0;
        while (zeros < count && bytes[zeros] === 0) zeros += 1;
        for (let i = zeros; i < count; i++) {
            let carry = bytes[i];
            for (let j = 0; j < length || carry > 0; j++) {
                carry += j < length ? digits[j] << 8 : 0;
                digits[j] = carry % 58;
                carry = (carry / 58) | 0;
                if (j === length) length += 1;
            }
        }
        let text = "";
        for (let i = 0; i < zeros; i++) text += "1";
        for (let i = length - 1; i >= 0; i--) text += BASE58[digits[i]];
        return text;
    };

    // Requests --------------------------------------------------------------------------------------------------------

    const channel = new MessageChannel();
    const port = channel.port1;
    /** True if a newer wallet has taken this one's place. */
    let replaced = false;
    const RELOAD = "the wallet was reloaded or removed; reload this page";
    const pending = /** @type {{ [id: string]: any }} */ ({ __proto__: null });
    let counter = 0;

    /** The longest silence of the relay: this many pings, one every PING milliseconds. */
    const MOST_UNANSWERED = 3;
    const PING = 2000;
    let unanswered = 0;
    let pinging = false;

    /**
     * Asks the relay if it is still there while any request waits, and rejects the waiting requests if it isn't. Firefox ends a relay
     * without a word when the extension is updated or removed.
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
            reject(walletError(4900, RELOAD, { reason: "host-gone" }));
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
     * @type {(method: string, params: object, read: (result: any) => any, settled?: () => void, signal?: any) => Promise<any>}
     */
    const request = (method, params, read, settled = () => {}, signal = undefined) =>
        new Promise((resolve, reject) => {
            if (replaced) return reject(walletError(4900, RELOAD, { reason: "host-gone" }));
            if (signal?.aborted === true) return reject(signal.reason);
            counter += 1;
            const id = `${counter}`;
            pending[id] = { __proto__: null, resolve, reject, read, settled };
            post(port, { __proto__: null, id, method, params });
            // An abort gives up the answer: the request is withdrawn, and a late answer is dropped.
            signal?.addEventListener?.("abort", () => {
                if (pending[id] === undefined) return;
                delete pending[id];
                settled();
                counter += 1;
                post(port, { __proto__: null, id: `${counter}`, method: "cancel", params: { __proto__: null, id } });
                reject(signal.reason);
            }, { once: true });
            if (pinging) return;
            pinging = true;
            unanswered = 0;
            later(ping, PING);
        });

    port.onmessage = (event) => {
        const answer = dataOf(event);
        unanswered = 0;
        if (own(answer, "event") === "accounts") return update(own(answer, "accounts"));
        if (own(answer, "event") === "window.solana") return offerAsWindowSolana();
        if (own(answer, "event") === "frame") return appear();
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
    const ACCOUNT_FEATURES = freeze([
        "sidekey:guardedTransactions", "solana:signAndSendAllTransactions", "solana:signAndSendTransaction",
        "solana:signIn", "solana:signMessage", "solana:signOffchainMessage", "solana:signTransaction",
    ]);

    /** @type {readonly any[]} */
    let accounts = freeze([]);
    /** @type {readonly { listener: Function }[]} */
    let subscriptions = [];

    const firstAddress = () => (accounts.length > 0 ? accounts[0].address : undefined);

    /** @type {(address: string, label: string | undefined) => any} */
    const accountOf = (address, label) => {
        for (let i = 0; i < accounts.length; i++) {
            if (accounts[i].address === address && accounts[i].label === label) return accounts[i];
        }
        return freeze({ address, publicKey: fromBase58(address, "address"), chains: CHAINS, features: ACCOUNT_FEATURES, label });
    };

    /**
     * Replaces the accounts. Apps tell accounts apart by identity, so an unchanged account stays the same object.
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
        const before = firstAddress();
        accounts = freeze(next);
        tell(subscriptions, () => ({ accounts }));
        tellOlder(before);
    };

    /**
     * Calls every listener; one that throws doesn't affect the others.
     *
     * @type {(told: readonly { listener: Function }[], what: () => any) => void}
     */
    const tell = (told, what) => {
        for (let i = 0; i < told.length; i++) {
            try {
                const { listener } = told[i];
                listener(what());
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
     * The differences between the features that take items. `one` and `many` are the methods of docs/protocol.md.
     *
     * @typedef {{ [name: string]: any }} Params
     * @typedef {{
     *     one: string, many: string, item: string, items: string, signed: string,
     *     read: (input: any) => string, shared: (input: any) => Params, output: (signature: any, signed: any) => object,
     * }} Signing
     */

    /** @type {() => Params} */
    const nothing = () => ({ __proto__: null });

    /** @type {Signing} */
    const MESSAGE = {
        one: "signMessage", many: "signAllMessages", item: "message", items: "messages", signed: "signedMessage",
        read: (input) => toBase64(input.message, "message"),
        shared: nothing,
        output: (signature, signed) => ({
            signedMessage: fromBase64(signed), signature: fromBase64(signature), signatureType: "ed25519",
        }),
    };

    /** @type {Signing} */
    const TRANSACTION = {
        one: "signTransaction", many: "signAllTransactions", item: "tx", items: "transactions",
        signed: "signedTransaction",
        read: (input) => toBase64(input.transaction, "transaction"),
        shared: (input) => {
            const { chain, options } = input;
            if (chain !== undefined && !isChain(chain)) throw invalid("chain", "chain isn't one that the wallet knows");
            const { minContextSlot, preflightCommitment } = sendOptionsOf(options);
            const params = nothing();
            if (chain !== undefined) params.cluster = chain;
            if (minContextSlot !== undefined) params.minContextSlot = minContextSlot;
            if (preflightCommitment !== undefined) params.preflightCommitment = preflightCommitment;
            return params;
        },
        output: (_, signed) => ({ signedTransaction: fromBase64(signed) }),
    };

    /** @type {Signing} */
    const OFFCHAIN = {
        one: "signOffchainMessage", many: "signAllOffchainMessages", item: "message", items: "messages",
        signed: "signedMessage",
        read: ({ message }) => toBase64(typeof message === "string" ? encode(encoder, message) : message, "message"),
        shared: (input) => {
            if (input.messageVersion !== 1) throw invalid("messageVersion", "the wallet signs version 1");
            return { __proto__: null, signers: signersOf(input.requiredSigners) };
        },
        output: (signature, signed) => ({
            signedOffchainMessage: fromBase64(signed), signature: fromBase64(signature), signatureType: "ed25519",
        }),
    };

    /** @type {Signing} */
    const SENDING = {
        ...TRANSACTION, one: "sendTransaction", many: "sendAllTransactions",
        shared: (input) => {
            const { chain, options } = input;
            if (!isChain(chain)) throw invalid("chain", "chain must be one that the wallet knows");
            return { __proto__: null, cluster: chain, ...sendOptionsOf(options) };
        },
    };

    /** @type {(keys: any) => string[]} */
    const signersOf = (keys) => {
        /** @type {string[]} */
        const signers = [];
        const count = keys?.length;
        if (!(count > 0 && count < 256)) throw invalid("requiredSigners", "requiredSigners must be 1 to 255 public keys");
        for (let i = 0; i < count; i++) {
            // Through base64 and back: what is encoded is the copy that was checked.
            const bytes = fromBase64(toBase64(keys[i], "requiredSigners"));
            if (lengthOf(bytes) !== 32) throw invalid("requiredSigners", "a public key has 32 bytes");
            append(signers, toBase58(bytes));
        }
        return signers;
    };

    /**
     * Returns the options for sending, as far as they are given.
     *
     * @type {(options: any) => Params}
     */
    const sendOptionsOf = (options) => {
        const params = nothing();
        const texts = ["commitment", "preflightCommitment"];
        const numbers = ["minContextSlot", "maxRetries"];
        if (options === undefined || options === null) return params;
        for (let i = 0; i < texts.length; i++) {
            const value = options[texts[i]];
            if (value !== undefined && typeof value !== "string") throw invalid(texts[i], `${texts[i]} must be a string`);
            if (value !== undefined) params[texts[i]] = value;
        }
        for (let i = 0; i < numbers.length; i++) {
            const value = options[numbers[i]];
            if (value === undefined) continue;
            const whole = typeof value === "bigint" || (typeof value === "number" && value % 1 === 0 && value < 2 ** 53);
            if (!whole || value < 0) throw invalid(numbers[i], `${numbers[i]} must be a whole number`);
            params[numbers[i]] = `${value}`;
        }
        const { skipPreflight } = options;
        if (skipPreflight !== undefined) params.skipPreflight = skipPreflight === true;
        return params;
    };

    /** @type {(one: any, other: any) => boolean} */
    const isSame = (one, other) => {
        if (typeof one !== "object" || typeof other !== "object") return one === other;
        for (const name in one) if (!isSame(one[name], other[name])) return false;
        for (const name in other) if (one[name] === undefined) return false;
        return true;
    };

    /**
     * Inputs of one call that agree in everything but the content to sign: one request, and one question to the user.
     *
     * @typedef {{ shared: Params, items: string[], places: number[], signal: any }} Group
     */

    /**
     * Reads the inputs, each member once, into as few requests as they need; `places` gives the original place of each item.
     *
     * @type {(kind: Signing, inputs: any[]) => Group[]}
     */
    const groupsOf = (kind, inputs) => {
        /** @type {Group[]} */
        const groups = [];
        for (let i = 0; i < inputs.length; i++) {
            const input = inputs[i];
            const address = input?.account?.address;
            if (typeof address !== "string") throw invalid("account", "account must be an account of this wallet");
            const shared = kind.shared(input);
            shared.account = address;
            const signal = input.abortSignal ?? input.options?.abortSignal;
            let group;
            for (let j = 0; j < groups.length; j++) {
                if (groups[j].signal === signal && isSame(groups[j].shared, shared)) group = groups[j];
            }
            if (group === undefined) {
                group = { shared, items: [], places: [], signal };
                append(groups, group);
            }
            append(group.items, kind.read(input));
            append(group.places, i);
        }
        return groups;
    };

    /**
     * Sends a request for each group, all at once, and returns the read answers in the order of the inputs.
     *
     * @type {(kind: Signing, inputs: any[], mode: string | undefined, read: (result: any, count: number) => any[],
     *     failed: (error: any) => any) => Promise<any[]>} `failed` gives the value in place of an answer, or throws
     */
    const askEach = (kind, inputs, mode, read, failed) => promised(() => {
        const groups = groupsOf(kind, inputs);
        if (mode === "serial" && groups.length > 1) throw invalid("mode", "what is sent in series has one account, chain and options");
        /** @type {any[]} */
        const outputs = [];
        for (let i = 0; i < inputs.length; i++) append(outputs, undefined);
        if (groups.length === 0) return resolved(outputs);
        return new Promise((resolve, reject) => {
            let waiting = groups.length;
            for (let i = 0; i < groups.length; i++) {
                const { shared: params, items, places, signal } = groups[i];
                const count = items.length;
                if (count === 1) params[kind.item] = items[0];
                else {
                    params[kind.items] = items;
                    if (mode !== undefined) params.mode = mode;
                }
                const place = (/** @type {(j: number) => any} */ outputOf) => {
                    for (let j = 0; j < count; j++) outputs[places[j]] = outputOf(j);
                    waiting -= 1;
                    if (waiting === 0) resolve(outputs);
                };
                const answer = request(count === 1 ? kind.one : kind.many, params, (result) => read(result, count), undefined, signal);
                then(then(answer, (/** @type {any[]} */ read) => place((j) => read[j]), (/** @type {any} */ error) => {
                    const instead = failed(error);
                    place(() => instead);
                }), undefined, reject);
            }
        });
    });

    /** @type {(chain: unknown) => boolean} */
    const isChain = (chain) => {
        for (let i = 0; i < CHAINS.length; i++) if (CHAINS[i] === chain) return true;
        return false;
    };

    /** @type {(value: any) => Promise<any>} */
    const resolved = (value) => new Promise((resolve) => resolve(value));

    /**
     * Returns the promise that an act makes, or one that is rejected with the error that the act throws.
     *
     * @type {(act: () => Promise<any>) => Promise<any>}
     */
    const promised = (act) => {
        try {
            return act();
        } catch (error) {
            return new Promise((_, reject) => reject(error));
        }
    };

    /** @type {(kind: Signing, inputs: any[]) => Promise<any>} */
    const sign = (kind, inputs) => askEach(kind, inputs, undefined, (result, count) => {
        if (count === 1) return [kind.output(own(result, "signature"), own(result, kind.signed))];
        const signatures = own(result, "signatures");
        const signed = own(result, `${kind.signed}s`);
        if (signatures?.length !== count || signed?.length !== count) throw walletError(-32603, "bad answer");
        /** @type {object[]} */
        const outputs = [];
        for (let i = 0; i < count; i++) append(outputs, kind.output(signatures[i], signed[i]));
        return outputs;
    }, (error) => { throw error; });

    // Sending ---------------------------------------------------------------------------------------------------------

    /** @type {(error: any) => Error} */
    const errorOf = (error) => walletError(own(error, "code"), own(error, "message"), own(error, "data"));

    /**
     * The results of sending, one for each input: a signature or an error.
     *
     * @type {(inputs: any[], mode: any) => Promise<{ signature?: Uint8Array, error?: Error }[]>}
     */
    const sent = (inputs, mode) => askEach(SENDING, inputs, mode, (result, count) => {
        const results = count === 1 ? [result] : own(result, "results");
        if (results?.length !== count) throw walletError(-32603, "bad answer");
        /** @type {object[]} */
        const outputs = [];
        for (let i = 0; i < count; i++) {
            const error = own(results[i], "error");
            append(outputs, error === undefined
                ? { __proto__: null, signature: fromBase58(own(results[i], "signature"), "signature") }
                : { __proto__: null, error: errorOf(error) });
        }
        return outputs;
    }, (error) => {
        // An error in the inputs themselves rejects the call.
        if (error?.code === -32602) throw error;
        return { __proto__: null, error };
    });

    /** @type {(...inputs: any[]) => Promise<any>} */
    const signAndSendTransaction = (...inputs) => then(sent(inputs, undefined), (/** @type {any[]} */ results) => {
        /** @type {object[]} */
        const outputs = [];
        for (let i = 0; i < results.length; i++) {
            if (results[i].error !== undefined) throw results[i].error;
            append(outputs, { signature: results[i].signature });
        }
        return outputs;
    });

    /**
     * Returns settled results in the form of `Promise.allSettled`. An error in the inputs themselves rejects the whole call.
     *
     * @type {(inputs: any, options?: any) => Promise<any>}
     */
    const signAndSendAllTransactions = (inputs, options) => promised(() => {
        const given = copyOf(inputs, () => true);
        const mode = options?.mode;
        if (mode !== undefined && mode !== "parallel" && mode !== "serial") {
            throw invalid("mode", "mode must be parallel or serial");
        }
        const settle = (/** @type {any} */ result) => result.error === undefined
            ? { status: "fulfilled", value: { signature: result.signature } }
            : { status: "rejected", reason: result.error };
        const each = (/** @type {(i: number) => any} */ resultOf) => {
            /** @type {object[]} */
            const results = [];
            for (let i = 0; i < given.length; i++) append(results, settle(resultOf(i)));
            return results;
        };
        return then(sent(given, mode), (/** @type {any[]} */ results) => each((i) => results[i]));
    });

    // Signing in ------------------------------------------------------------------------------------------------------

    const SIGN_IN = freeze([
        "domain", "address", "statement", "uri", "version", "chainId", "nonce", "issuedAt", "expirationTime",
        "notBefore", "requestId",
    ]);

    /** @type {(input: any) => Params} */
    const signInParamsOf = (input) => {
        const params = nothing();
        for (let i = 0; i < SIGN_IN.length; i++) {
            const value = input?.[SIGN_IN[i]];
            if (value === undefined || value === null) continue;
            if (typeof value !== "string") throw invalid(SIGN_IN[i], `${SIGN_IN[i]} must be a string`);
            params[SIGN_IN[i]] = value;
        }
        const resources = input?.resources;
        if (resources === undefined || resources === null) return params;
        params.resources = [];
        const count = resources.length;
        for (let i = 0; i < count; i++) {
            const resource = resources[i];
            if (typeof resource !== "string") throw invalid("resources", "resources must be strings");
            append(params.resources, resource);
        }
        return params;
    };

    /** @type {(result: any) => object} */
    const signedIn = (result) => {
        update(own(result, "accounts"));
        const address = own(result, "publicKey");
        let account;
        for (let i = 0; i < accounts.length; i++) if (accounts[i].address === address) account = accounts[i];
        if (account === undefined) throw walletError(-32603, "bad answer");
        return {
            account, signedMessage: fromBase64(own(result, "signedMessage")),
            signature: fromBase64(own(result, "signature")), signatureType: "ed25519",
        };
    };

    /**
     * Requests several sign-ins one after the other, since the first may connect the page.
     *
     * @type {(...inputs: any[]) => Promise<any>}
     */
    const signIn = (...inputs) => promised(() => {
        /** @type {Params[]} */
        const asked = [];
        for (let i = 0; i < inputs.length; i++) append(asked, signInParamsOf(inputs[i]));
        if (asked.length === 0) append(asked, nothing());
        /** @type {object[]} */
        const outputs = [];
        return new Promise((resolve, reject) => {
            const next = () => {
                if (outputs.length === asked.length) return resolve(outputs);
                then(request("signIn", asked[outputs.length], signedIn), (/** @type {object} */ output) => {
                    append(outputs, output);
                    next();
                }, reject);
            };
            next();
        });
    });

    // Older dApps -----------------------------------------------------------------------------------------------------

    /** @type {{ [event: string]: readonly { listener: Function, original: Function }[] }} */
    const olderListeners = { __proto__: /** @type {any} */ (null), connect: [], disconnect: [], accountChanged: [] };

    /** The page's own `Buffer`, if its libraries provide one. */
    const bufferOf = () => /** @type {any} */ (globalThis).Buffer;

    /**
     * A number with as much of bn.js as web3.js uses for the `_bn` of a public key: bn.js accepts it as its own, in either direction.
     *
     * `words` holds 26 bits of the number each, the lowest first, without leading zeros.
     */
    class BigNumber {
        static wordSize = 26;
        negative = 0;
        red = null;

        /** @param {Uint8Array} bytes the highest first */
        constructor(bytes) {
            /** @type {number[]} */
            this.words = [];
            let word = 0;
            let bits = 0;
            for (let i = lengthOf(bytes) - 1; i >= 0; i--) {
                word |= (bytes[i] << bits) & 0x3ffffff;
                bits += 8;
                if (bits < 26) continue;
                append(this.words, word);
                bits -= 26;
                word = bytes[i] >> (8 - bits);
            }
            append(this.words, word);
            let length = this.words.length;
            while (length > 1 && this.words[length - 1] === 0) length -= 1;
            this.words.length = length;
            this.length = length;
        }

        /** @param {any} other @returns {-1 | 0 | 1} */
        cmp(other) {
            if (other.negative !== 0) return 1;
            if (this.length !== other.length) return this.length > other.length ? 1 : -1;
            for (let i = this.length - 1; i >= 0; i--) {
                if (this.words[i] !== other.words[i]) return this.words[i] > other.words[i] ? 1 : -1;
            }
            return 0;
        }

        /** @param {any} other */
        eq(other) { return this.cmp(other) === 0; }

        /** @param {any} other */
        ucmp(other) { return this.cmp(other); }

        isZero() { return this.length === 1 && this.words[0] === 0; }

        byteLength() {
            let top = this.words[this.length - 1];
            let bits = (this.length - 1) * 26;
            for (; top > 0; top >>= 1) bits += 1;
            return (bits + 7) >> 3;
        }

        /**
         * @param {any} Kind `Buffer` or an array's constructor
         * @param {string} [endian] `be` unless `le` is given
         * @param {number} [length] in bytes; as few as needed unless given
         */
        toArrayLike(Kind, endian, length) {
            const least = this.byteLength();
            const count = length || (least > 0 ? least : 1);
            if (least > count) throw new Error("byte array longer than desired length");
            const bytes = Kind.allocUnsafe ? Kind.allocUnsafe(count) : new Kind(count);
            for (let i = 0; i < count; i++) {
                const at = (i * 8 / 26) | 0;
                const within = i * 8 - at * 26;
                const low = (this.words[at] ?? 0) >> within;
                const high = within > 18 ? (this.words[at + 1] ?? 0) << (26 - within) : 0;
                bytes[endian === "le" ? i : count - 1 - i] = (low | high) & 255;
            }
            return bytes;
        }

        /** @param {string} [endian] @param {number} [length] */
        toArray(endian, length) { return this.toArrayLike(Array, endian, length); }

        /** @param {string} [endian] @param {number} [length] */
        toBuffer(endian, length) { return this.toArrayLike(bufferOf() ?? Uint8Array, endian, length); }

        clone() { return this; }

        /** @param {number | "hex"} [base] */
        toString(base) {
            const bytes = this.toArrayLike(Uint8Array);
            let value = 0n;
            for (let i = 0; i < bytes.length; i++) value = value * 256n + BigInt(bytes[i]);
            return value.toString(base === "hex" ? 16 : base);
        }

        toJSON() { return this.toString("hex"); }
    }

    /**
     * A public key for older dApps: usable wherever web3.js 1.x takes a `PublicKey`, without web3.js.
     *
     * web3.js copies a key by its `_bn`, compares keys by it, and asks each for `toBase58`, `toBytes` and `toBuffer`.
     */
    class PublicKey {
        #account;
        #bytes;

        /** @param {any} account */
        constructor(account) {
            this.#account = account;
            // The page's copy may be changed by the page.
            this.#bytes = fromBase58(account.address, "address");
            this._bn = freeze(new BigNumber(this.#bytes));
            freeze(this._bn.words);
            freeze(this);
        }

        toBase58() { return this.#account.address; }
        toString() { return this.#account.address; }
        toJSON() { return this.#account.address; }
        toBytes() { return new Uint8Array(this.#bytes); }

        /** Returns a `Buffer` if the page has one; otherwise bytes with the text forms of a Buffer. */
        toBuffer() {
            return bufferOf()?.from(this.toBytes()) ?? new KeyBytes(this.toBytes());
        }

        encode() { return this.toBuffer(); }

        /** @param {any} other */
        equals(other) { return other?.toBase58?.() === this.#account.address; }

        get [Symbol.toStringTag]() { return `PublicKey(${this.#account.address})`; }
    }

    /** The bytes of a key, with the members of a Buffer that callers use. */
    class KeyBytes extends Uint8Array {
        static get [Symbol.species]() { return Uint8Array; }

        /** @param {string} [encoding] */
        toString(encoding = "utf8") {
            if (encoding === "base64") return toBase64(new Uint8Array(this), "key");
            if (encoding !== "hex") return new TextDecoder().decode(this);
            let text = "";
            for (let i = 0; i < this.length; i++) text += HEX[this[i] >> 4] + HEX[this[i] & 15];
            return text;
        }

        toJSON() { return { type: "Buffer", data: Array.from(this) }; }

        /** @param {any} other */
        equals(other) {
            if (other?.length !== this.length) return false;
            for (let i = 0; i < this.length; i++) if (other[i] !== this[i]) return false;
            return true;
        }

        /** @param {any} target @param {number} [at] */
        copy(target, at = 0) {
            const count = this.length < target.length - at ? this.length : target.length - at;
            for (let i = 0; i < count; i++) target[at + i] = this[i];
            return count;
        }
    }
    const HEX = "0123456789abcdef";

    /** @type {(account: any) => any} */
    const publicKeyFor = (account) => {
        for (let i = 0; i < publicKeys.length; i++) if (publicKeys[i].account === account) return publicKeys[i].key;
        const key = new PublicKey(account);
        append(publicKeys, { __proto__: null, account, key });
        return key;
    };
    /** @type {{ account: any, key: any }[]} */
    const publicKeys = [];

    const firstKey = () => (accounts.length > 0 ? publicKeyFor(accounts[0]) : null);

    /** The number of `connect` events so far. */
    let connects = 0;

    const tellConnect = () => {
        connects += 1;
        tell(olderListeners.connect, firstKey);
    };

    /**
     * Tells older dApps that the accounts changed.
     *
     * @type {(before: string | undefined) => void}
     */
    const tellOlder = (before) => {
        const address = firstAddress();
        if (before === address) return;
        if (before === undefined) tellConnect();
        else if (address === undefined) tell(olderListeners.disconnect, () => undefined);
        else tell(olderListeners.accountChanged, firstKey);
    };

    /** @type {(event?: string) => any} */
    const unlistenAll = (event) => {
        for (const name in olderListeners) if (event === undefined || event === name) olderListeners[name] = [];
        return older;
    };

    /** @type {(event: string, original: Function, listener?: Function) => any} */
    const listen = (event, original, listener = original) => {
        if (olderListeners[event] === undefined || typeof original !== "function") return older;
        const added = copyOf(olderListeners[event], () => true);
        append(added, { __proto__: null, listener, original });
        olderListeners[event] = added;
        return older;
    };

    /** @type {(event: string, listener: Function) => any} */
    const unlisten = (event, listener) => {
        const known = olderListeners[event];
        if (known !== undefined) olderListeners[event] = copyOf(known, (one) => one.original !== listener);
        return older;
    };

    /** @type {(list: any, keeps: (one: any) => boolean) => any[]} */
    const copyOf = (list, keeps) => {
        /** @type {any[]} */
        const copy = [];
        for (let i = 0; i < list?.length; i++) if (keeps(list[i])) append(copy, list[i]);
        return copy;
    };

    /** @type {(event: string, listener: Function) => any} */
    const listenOnce = (event, listener) => listen(event, listener, (/** @type {any} */ what) => {
        unlisten(event, listener);
        listener(what);
    });

    /** @type {(input?: any) => Promise<any>} */
    const connectOlder = (input) => {
        const onlyIfTrusted = input?.onlyIfTrusted === true;
        const told = connects;
        return then(connect(onlyIfTrusted ? { __proto__: null, silent: true } : undefined), () => {
            const publicKey = firstKey();
            if (publicKey === null) throw walletError(4001, REJECTED, { reason: "rejected" });
            // A dApp waits for the event, even if the wallet was connected before the dApp listened.
            if (told === connects) tellConnect();
            return { publicKey };
        });
    };

    /** @type {() => Params} */
    const firstAccount = () =>
        accounts.length > 0 ? { __proto__: null, account: accounts[0].address } : nothing();

    /**
     * Returns the bytes that an older dApp gives: as they are, or as a text.
     *
     * @type {(message: any) => string}
     */
    const textOrBytes = (message) =>
        toBase64(typeof message === "string" ? encode(encoder, message) : message, "message");

    /** @type {(message: any) => Promise<any>} */
    const signMessageOlder = (message) => promised(() =>
        request("signMessage", { __proto__: null, ...firstAccount(), message: textOrBytes(message) }, (result) => ({
            signature: fromBase64(own(result, "signature")), publicKey: firstKey(),
        })));

    /**
     * Returns the bytes of a dApp's own transaction object. The dApp's code runs here, and its result is copied at once.
     *
     * @type {(transaction: any) => string}
     */
    const serialized = (transaction) => {
        if (typeof transaction?.serialize !== "function") return toBase64(transaction, "transaction");
        const bytes = transaction.serialize({ requireAllSignatures: false, verifySignatures: false });
        return toBase64(bytes, "transaction");
    };

    /**
     * Puts the signature into the dApp's own object, under the dApp's own key if it has one.
     *
     * The object keeps the class that the dApp handed in.
     *
     * @type {(transaction: any, signature: string, signed: string) => any}
     */
    const completed = (transaction, signature, signed) => {
        if (transaction instanceof Spelled) return { signature: toBase58(fromBase64(signature)), publicKey: firstAddress() };
        if (typeof transaction?.serialize !== "function") return fromBase64(signed);
        if (typeof transaction.addSignature !== "function") throw invalid("transaction", "transaction takes no signature");
        const key = firstKey();
        const keys = transaction.message?.staticAccountKeys ?? transaction.signatures;
        let found = key;
        for (let i = 0; i < keys?.length; i++) {
            const candidate = keys[i]?.publicKey ?? keys[i];
            if (candidate?.toBase58?.() === key?.toBase58()) found = candidate;
        }
        transaction.addSignature(found, fromBase64(signature));
        return transaction;
    };

    /** @type {(transaction: any) => Promise<any>} */
    const signTransactionOlder = (transaction) => promised(() =>
        request("signTransaction", { __proto__: null, ...firstAccount(), tx: serialized(transaction) }, (result) =>
            completed(transaction, own(result, "signature"), own(result, "signedTransaction"))));

    /** @type {(transactions: any) => Promise<any>} */
    const signAllTransactionsOlder = (transactions) => promised(() => {
        const given = copyOf(transactions, () => true);
        /** @type {string[]} */
        const items = [];
        for (let i = 0; i < given.length; i++) append(items, serialized(given[i]));
        if (items.length === 0) return resolved([]);
        const params = { __proto__: null, ...firstAccount(), transactions: items };
        return request("signAllTransactions", params, (result) => {
            const signatures = own(result, "signatures");
            const signed = own(result, "signedTransactions");
            if (signatures?.length !== given.length || signed?.length !== given.length) {
                throw walletError(-32603, "bad answer");
            }
            for (let i = 0; i < given.length; i++) given[i] = completed(given[i], signatures[i], signed[i]);
            return given;
        });
    });

    /**
     * Signs and sends for an older dApp, which names no chain: the agent uses the user's chosen one.
     *
     * @type {(transaction: any, options?: any) => Promise<any>}
     */
    const signAndSendOlder = (transaction, options) => promised(() => {
        const params = {
            __proto__: null, ...sendOptionsOf(options), ...firstAccount(), tx: serialized(transaction),
        };
        return request("sendTransaction", params, (result) => ({
            signature: own(result, "signature"), publicKey: firstKey(),
        }));
    });

    /**
     * Returns the signatures in the order of the transactions, as Phantom does. If one wasn't sent, it throws the first error;
     * `data.signatures` of that error holds the signatures, with null for each transaction that wasn't sent.
     *
     * @type {(transactions: any, options?: any) => Promise<any>}
     */
    const signAndSendAllOlder = (transactions, options) => promised(() => {
        const given = copyOf(transactions, () => true);
        if (given.length === 0) return resolved({ signatures: [], publicKey: firstKey() });
        /** @type {Params} */
        const params = { __proto__: null, ...sendOptionsOf(options), ...firstAccount() };
        const mode = options?.mode;
        /** @type {string[]} */
        const items = [];
        for (let i = 0; i < given.length; i++) append(items, serialized(given[i]));
        if (items.length === 1) params.tx = items[0];
        else params.transactions = items;
        if (items.length > 1 && mode !== undefined) params.mode = mode === "serial" ? "serial" : "parallel";
        return request(items.length === 1 ? SENDING.one : SENDING.many, params, (result) => {
            const results = items.length === 1 ? [result] : own(result, "results");
            if (results?.length !== items.length) throw walletError(-32603, "bad answer");
            /** @type {(string | null)[]} */
            const signatures = [];
            let failed;
            for (let i = 0; i < results.length; i++) {
                const error = own(results[i], "error");
                failed ??= error;
                append(signatures, error === undefined ? own(results[i], "signature") : null);
            }
            if (failed === undefined) return { signatures, publicKey: firstKey() };
            throw walletError(own(failed, "code"), own(failed, "message"), { ...own(failed, "data"), signatures });
        });
    });

    /** @type {(input?: any) => Promise<any>} */
    const signInOlder = (input) => then(signIn(input), (/** @type {any[]} */ outputs) => {
        const { account, signedMessage, signature } = outputs[0];
        return { address: account.address, publicKey: publicKeyFor(account), signedMessage, signature };
    });

    /**
     * Returns the transaction that a base58 text of `request()` spells. Phantom documents the message alone, but others hand over the whole
     * transaction.
     *
     * ```
     * transaction   count of signatures (1) | signatures (64 each) | message
     * message       version (0 or 1) | count of required signatures (1) | ...
     * ```
     *
     * @type {(text: string) => Uint8Array}
     */
    const transactionOf = (text) => {
        const bytes = fromBase58(text, "message");
        /** @type {(at: number) => number} the number of signatures that the message beginning there needs; 0 if none begins */
        const wanted = (at) => (bytes[at] > 127 ? bytes[at + 1] : bytes[at]) ?? 0;
        const count = bytes[0];
        if (count > 0 && count < 128 && wanted(1 + count * 64) === count) return bytes;
        const missing = wanted(0);
        if (missing === 0 || missing > 127) return bytes;
        const whole = new Uint8Array(1 + missing * 64 + lengthOf(bytes));
        whole[0] = missing;
        for (let i = 0; i < lengthOf(bytes); i++) whole[1 + missing * 64 + i] = bytes[i];
        return whole;
    };

    /** A transaction that was handed over as a text. Its answer is text too: the signature and the signer's address. */
    class Spelled {
        /** @param {string} text */
        constructor(text) { this.bytes = transactionOf(text); }
        serialize() { return this.bytes; }
    }

    /** @type {(value: any) => any} */
    const asked = (value) => (typeof value === "string" ? new Spelled(value) : value);

    /** @type {(values: any) => any[]} */
    const eachAsked = (values) => {
        /** @type {any[]} */
        const given = [];
        for (let i = 0; i < values?.length; i++) append(given, asked(values[i]));
        return given;
    };

    /** @type {(call: any) => Promise<any>} */
    const requestOlder = (call) => promised(() => {
        const method = call?.method;
        const params = call?.params;
        const one = params?.message ?? params?.transaction;
        const all = params?.transactions ?? params?.message;
        const options = params?.options ?? params?.sendOptions;
        switch (method) {
            case "connect": return connectOlder(params);
            case "disconnect": return disconnect();
            case "signMessage": return signMessageOlder(one);
            case "signTransaction": return signTransactionOlder(asked(one));
            case "signAllTransactions": return signAllTransactionsOlder(eachAsked(all));
            case "signAndSendTransaction": return signAndSendOlder(asked(one), options);
            case "signAndSendAllTransactions": return signAndSendAllOlder(eachAsked(all), options);
            case "signIn": return signInOlder(params);
            default: throw walletError(-32601, "no such method", { reason: "method-unknown" });
        }
    });

    const older = freeze({
        isSidekey: true,
        get publicKey() { return firstKey(); },
        get isConnected() { return accounts.length > 0; },
        connect: connectOlder, disconnect: () => disconnect(),
        signTransaction: signTransactionOlder, signAllTransactions: signAllTransactionsOlder,
        signAndSendTransaction: signAndSendOlder, signAndSendAllTransactions: signAndSendAllOlder, signMessage: signMessageOlder, signIn: signInOlder,
        request: requestOlder,
        on: (/** @type {string} */ event, /** @type {Function} */ listener) => listen(event, listener),
        addListener: (/** @type {string} */ event, /** @type {Function} */ listener) => listen(event, listener),
        once: listenOnce, off: unlisten, removeListener: unlisten, removeAllListeners: unlistenAll,
        listenerCount: (/** @type {string} */ event) => olderListeners[event]?.length ?? 0,
    });

    /** @type {(name: string, value: any) => void} */
    const define = (name, value) => {
        defineProperty(globalThis, name, /** @type {any} */ (
            { __proto__: null, value, writable: true, enumerable: true, configurable: true }
        ));
    };

    /** Makes the wallet `window.solana` too, as the user wants, if no other wallet has that name. */
    const offerAsWindowSolana = () => {
        if (has(globalThis, "solana")) return;
        define("solana", older);
        dispatch(new CustomEvent("solana#initialized"));
    };

    // The wallet ------------------------------------------------------------------------------------------------------

    const TRANSACTION_VERSIONS = freeze(["legacy", 0, 1]);

    const features = freeze({
        "standard:connect": freeze({ version: "1.0.0", connect }),
        "standard:disconnect": freeze({ version: "1.0.0", disconnect }),
        "standard:events": freeze({ version: "1.0.0", on }),
        // Nothing to call: it tells that a transaction may come back with guards at its end.
        "sidekey:guardedTransactions": freeze({ version: "1.0.0" }),
        "solana:signAndSendTransaction": freeze({
            version: "1.0.0", supportedTransactionVersions: TRANSACTION_VERSIONS, signAndSendTransaction,
        }),
        "solana:signAndSendAllTransactions": freeze({
            version: "1.0.0", supportedTransactionVersions: TRANSACTION_VERSIONS, signAndSendAllTransactions,
        }),
        "solana:signIn": freeze({ version: "1.0.0", signIn }),
        "solana:signOffchainMessage": freeze({
            version: "1.0.0", supportedMessageVersions: freeze([1]),
            signOffchainMessage: (/** @type {any[]} */ ...inputs) => sign(OFFCHAIN, inputs),
        }),
        "solana:signMessage": freeze({
            version: "1.1.0",
            signMessage: (/** @type {any[]} */ ...inputs) => sign(MESSAGE, inputs),
        }),
        "solana:signTransaction": freeze({
            version: "1.0.0",
            supportedTransactionVersions: TRANSACTION_VERSIONS,
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

    /**
     * The functions that take the wallet out of an app's list again.
     *
     * @type {any[]}
     */
    const registrations = [];

    /** @type {(app: any) => void} */
    const register = freeze((/** @type {any} */ app) => {
        if (!replaced) append(registrations, app.register(wallet));
    });

    /** The message of a newer wallet that takes this one's place: after an update under an open page (Firefox), this one's relay is gone. */
    const REPLACE = "sidekey:replace";
    const replace = () => {
        replaced = true;
        for (let i = 0; i < registrations.length; i++) {
            const unregister = registrations[i];
            if (typeof unregister === "function") unregister();
        }
    };

    /** Lets the page find the wallet: at once, and in a frame once the relay says that it is served. */
    const appear = () => {
        dispatch(new CustomEvent(REPLACE));
        listenTo(REPLACE, replace, { once: true });
        listenTo("wallet-standard:app-ready", (/** @type {any} */ event) => register(event.detail));
        dispatch(new CustomEvent("wallet-standard:register-wallet", {
            bubbles: false, cancelable: false, composed: false, detail: register,
        }));
        define("sidekey", freeze({ solana: older }));
    };
    if (!isFrame) appear();

    // The relay already listens: both scripts run before the page's first one, and the message is delivered after both.
    postMessage("sidekey:handover", self.origin, [channel.port2]);

    /**
     * Returns true if a frame is directly in a page that may be of its own site.
     *
     * @param {ArrayLike<string> | undefined} around
     */
    function isOfSite(around) {
        // A page that hides itself from its frames appears there as "null".
        if (around?.length !== 1 || around[0] === "null") return false;
        const site = (/** @type {URL} */ { protocol, hostname }) => protocol + hostname.split(".").slice(-2).join(".");
        return site(new URL(around[0])) === site(new URL(self.origin));
    }
})();
