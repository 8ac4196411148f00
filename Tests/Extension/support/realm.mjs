// Runs the two content scripts as a browser does: as classic scripts, each in a realm of its own.

import { readFileSync } from "node:fs";
import vm from "node:vm";

export const extension = new URL("../../../extension/", import.meta.url);

const source = (path) => readFileSync(new URL(path, extension), "utf8");

// Made inside the realm, so that its prototypes are the realm's and a test can tamper with them.
const PAGE = `
globalThis.self = globalThis.window = globalThis;
globalThis.top = globalThis.around ? {} : globalThis;
globalThis.location = { ancestorOrigins: globalThis.around };
(() => {
    const { record, take, utf8, Uint8Array } = globalThis;
    globalThis.MessageEvent = class { #data; constructor(data) { this.#data = data; } get data() { return this.#data; } };
    globalThis.MessagePort = class { postMessage(message) { record(message); } };
    globalThis.MessageChannel = class {
        port1 = new MessagePort();
        port2 = new MessagePort();
        constructor() { take((data) => this.port1.onmessage(new MessageEvent(data))); }
    };
    globalThis.TextEncoder = class {
        encode(text) {
            const given = utf8(text);
            const bytes = new Uint8Array(given.length);
            for (let i = 0; i < given.length; i++) bytes[i] = given[i];
            return bytes;
        }
    };
    globalThis.CustomEvent = class { constructor(type, init) { Object.assign(this, init, { type }); } };
})();
`;

/**
 * A page's realm with the provider in it, and what it said.
 *
 * @param {string[]} [around] the origins of the pages around it, where it stands in a frame
 */
export function providerRealm(origin = "https://dapp.example", around = undefined) {
    const listeners = new Map();
    const dispatched = [];
    const posted = [];
    const sent = [];
    const timers = [];
    let deliver;
    const context = vm.createContext({
        record: (message) => sent.push(structuredClone(message)),
        take: (to) => (deliver = to),
        utf8: (text) => new TextEncoder().encode(text),
        queueMicrotask: () => {},
        setTimeout: (act) => timers.push(act),
        origin,
        around,
        URL,
        addEventListener: (type, listener) => listeners.set(type, listener),
        dispatchEvent: (event) => dispatched.push(event),
        postMessage: (message, target, ports) => posted.push({ message, target, ports }),
    });
    vm.runInContext(PAGE, context);
    vm.runInContext(source("page/WalletStandardProvider.js"), context);
    let wallet;
    const find = () => {
        dispatched.find(({ type }) => type === "wallet-standard:register-wallet")?.detail({ register: (registered) => (wallet = registered) });
        return wallet;
    };
    find();
    return {
        find,
        run: (code) => vm.runInContext(code, context),
        tick: () => timers.splice(0).forEach((act) => act()),
        answer: (message) => deliver(structuredClone(message)),
        wallet, listeners, dispatched, posted, sent,
    };
}

/** A relay in a document, its page port and what it opens towards the background. */
export function relayRealm({ marks = {}, incognito = false, prerendering = false, origin = "https://dapp.example", around, listing, connect } = {}) {
    const listeners = new Map();
    const documentListeners = new Map();
    const timers = [];
    const messages = [];
    const page = { sent: [], hidden: false, postMessage: (message) => page.sent.push(structuredClone(message)) };
    const state = { prerendering, orphaned: false };
    const changed = [];
    const window = {
        addEventListener: (type, listener) => listeners.set(type, listener),
        removeEventListener: (type, listener) => listeners.get(type) === listener && listeners.delete(type),
    };
    window.top = around ? {} : window;
    const context = vm.createContext({
        window,
        location: { ancestorOrigins: around },
        URL,
        addEventListener: window.addEventListener,
        removeEventListener: window.removeEventListener,
        origin,
        document: {
            get prerendering() {
                return state.prerendering;
            },
            addEventListener: (type, listener) => documentListeners.set(type, listener),
            querySelector: (selector) => (selector === 'meta[name="sidekey-frames"]' && listing !== undefined ? { content: listing } : null),
        },
        TextEncoder,
        setTimeout: (act) => timers.push(act),
        browser: {
            extension: { inIncognitoContext: incognito },
            storage: {
                local: { get: async (name) => (name in marks ? { [name]: marks[name] } : {}) },
                onChanged: { addListener: (listener) => changed.push(listener) },
            },
            runtime: {
                get id() {
                    return state.orphaned ? undefined : "wallet@sidekey.app";
                },
                connect,
                onMessage: { addListener: (listener) => messages.push(listener) },
            },
        },
    });
    vm.runInContext("globalThis.self = globalThis;", context);
    vm.runInContext(source("content/relay.js"), context);
    const hand = (over = {}) =>
        listeners.get("message")?.({
            source: window, data: "sidekey:handover", ports: [page], stopImmediatePropagation: () => (page.hidden = true), ...over,
        });
    return {
        page,
        window,
        listeners,
        documentListeners,
        hand,
        state,
        /** An entry of the local storage is written. */
        mark: (name) => changed.forEach((listener) => listener({ [name]: { newValue: ["default"] } }, "local")),
        /** Something happens in the document, by a person's act unless said otherwise. */
        happen: (type, event = {}) => listeners.get(type)?.({ type, isTrusted: true, ...event }),
        ask: (data) => page.onmessage({ data }),
        message: (message) => {
            let answer;
            for (const listener of messages) listener(message, {}, (value) => (answer = value));
            return answer;
        },
        tick: () => timers.splice(0).forEach((act) => act()),
    };
}
