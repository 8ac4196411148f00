import { ConnectionLost, ErrorCode, WalletError } from "../lib/errors.js";
import { granteeOf } from "../lib/sender.js";
import { checkedParams, unknownMethod } from "./params.js";

/**
 * The documents that talk to the wallet, each through its relay's port.
 *
 * A page wrote everything that arrives here. It may name a method of table A and that method's own parameters. The context that goes with
 * it came from the browser when the port was opened.
 *
 * @typedef {import("../lib/sender.js").PageContext} PageContext
 * @typedef {import("../lib/protocol.js").Account} Account
 * @typedef {{ port: WebExtension.Port, context: PageContext, requests: Map<string, string>, watching: boolean,
 *     restoring: boolean, gone: boolean, touched: boolean, left: boolean, onTouch: Set<() => void>,
 *     onListed: Map<number, (listed: boolean) => void> }} PageDocument
 *
 * `left`: true if the page has disconnected itself; it hears of no accounts until it connects again. The grant is the user's and stays.
 */

/**
 * The most unfinished requests of a page. The agent's own limit is lower; this one keeps a page from filling the background's memory while
 * there is no agent.
 */
const MOST_UNFINISHED = 32;
/** The milliseconds that an untouched page waits for a click before it is told to ask again. */
const TOUCH_LIMIT = 1_000;
/** The methods for a page that has disconnected itself. */
const TO_STRANGERS = ["connect", "disconnect", "getAccounts", "signIn"];
/** The milliseconds that a frame waits for the page around it, which reconnects on its own after the background was ended. */
const TOP_LIMIT = 3_000;
/** The most times that a request is sent, since one may end the host each time. */
const MOST_SENDINGS = 3;

export class Pages {
    /** @type {Set<PageDocument>} */
    #documents = new Set();
    #questions = 0;
    #host;
    #marks;
    #changed;
    #connected;

    /**
     * @param {import("./host.js").HostConnection} host
     * @param {import("./grants.js").GrantMarks} marks
     * @param {() => void} changed called when the pages' need for the host may have changed
     * @param {(tab: number, isConnected: boolean) => void} connected called when the visibility of accounts to a tab's page is known
     */
    constructor(host, marks, changed, connected = () => {}) {
        this.#host = host;
        this.#marks = marks;
        this.#changed = changed;
        this.#connected = connected;
    }

    /** True if any page waits for an answer or for news of its accounts. */
    get needHost() {
        for (const { requests, watching } of this.#documents) if (watching || requests.size > 0) return true;
        return false;
    }

    /** @param {WebExtension.Port} port @param {PageContext} context */
    add(port, context) {
        /** @type {PageDocument} */
        const document = {
            port, context, requests: new Map(), watching: false, restoring: false, gone: false, touched: false, left: false,
            onTouch: new Set(), onListed: new Map(),
        };
        this.#documents.add(document);
        port.onMessage.addListener((message) => this.#receive(document, message));
        port.onDisconnect.addListener(() => this.#left(document));
    }

    /**
     * Serves a frame if the page around it lists its origin. The agent checks that the two are of one site and that the page is connected.
     *
     * The frame's own word doesn't count: the browser gives its origin and its tab, and the page in that tab answers.
     *
     * @param {WebExtension.Port} port
     * @param {PageContext} context
     */
    async addFrame(port, context) {
        let isGone = false;
        port.onDisconnect.addListener(() => (isGone = true));
        const top = await this.#top(context.tab);
        const isListed = top !== undefined && !context.private && (await this.#lists(top, context.origin));
        if (isGone) return;
        if (!isListed || top.gone) {
            const error = new WalletError(ErrorCode.invalidInput, "origin-refused", "the page around this frame doesn't list it");
            return port.postMessage({ refused: error.toJSON() });
        }
        this.add(port, { ...context, top: top.context.origin });
        port.postMessage({ event: "framed" });
    }

    /**
     * @param {number} tab
     * @returns {Promise<PageDocument | undefined>}
     */
    async #top(tab) {
        for (let waited = 0; waited < TOP_LIMIT; waited += 100) {
            const found = this.#pageIn(tab);
            if (found) return found;
            await new Promise((resolve) => setTimeout(resolve, 100));
        }
        return undefined;
    }

    /**
     * Asks a page if it lists an origin for its frames.
     *
     * @param {PageDocument} page
     * @param {string} origin
     * @returns {Promise<boolean>}
     */
    #lists(page, origin) {
        return new Promise((resolve) => {
            const number = (this.#questions += 1);
            const timer = setTimeout(() => end(false), TOP_LIMIT);
            const end = (/** @type {boolean} */ listed) => {
                clearTimeout(timer);
                page.onListed.delete(number);
                resolve(listed);
            };
            page.onListed.set(number, end);
            this.#post(page, { lists: { number, origin } });
        });
    }

    /** @param {number} tab */
    #pageIn(tab) {
        let found;
        for (const document of this.#documents) {
            if (document.context.tab === tab && document.context.top === undefined) found = document;
        }
        return found;
    }

    /**
     * Returns the document in a tab's top frame, if it has reported itself.
     *
     * @param {number} tab
     */
    inTab(tab) {
        return this.#pageIn(tab)?.context;
    }

    /**
     * Returns true if the user has clicked or typed in the page that asks from a tab: an untouched page opens no window.
     *
     * @param {number} tab
     */
    isTouched(tab) {
        return [...this.#documents].some(({ context, touched }) => context.tab === tab && touched);
    }

    /**
     * Tells the pages of an origin and container their present accounts, and makes the frames in them look again. A private window hears
     * only of accounts that it has seen before.
     *
     * @param {string} origin for a frame, joined with that of the page around it (`granteeOf`)
     * @param {string} container
     * @param {Account[]} accounts
     */
    accountsChanged(origin, container, accounts) {
        this.#marks.set(origin, container, accounts.length > 0);
        for (const document of this.#documents) {
            const { context } = document;
            if ((context.container ?? "default") !== container) continue;
            if (context.top === origin && document.watching && granteeOf(context) !== origin) this.#restore(document);
            if (granteeOf(context) !== origin) continue;
            if ((context.private || document.left) && !document.watching) continue;
            this.#tellAccounts(document, accounts);
        }
        this.#changed();
    }

    /**
     * Takes its accounts from every page, since another wallet is open now. A page that is connected to that one too gets that one's: it asks
     * again as after every new connection.
     */
    leave() {
        for (const document of this.#documents) {
            if (!document.watching) continue;
            this.#tellAccounts(document, []);
            document.watching = true;
        }
    }

    /** Reads the changes that happened without a connection, after a new one. */
    refresh() {
        for (const document of this.#documents) if (document.watching) this.#restore(document);
    }

    /** @param {PageDocument} document @param {any} message */
    #receive(document, message) {
        if (message?.restore === true) return this.#restore(document);
        if (message?.lists !== undefined) return document.onListed.get(message.lists)?.(message.listed === true);
        const { id, method, params, touched } = message ?? {};
        // The relay has seen the click or the key itself.
        if (touched === true) this.#touch(document);
        if (typeof id !== "string" || document.requests.has(id)) return;
        this.#answer(document, id, method, params).then(
            (result) => this.#post(document, { id, result }),
            (error) => this.#post(document, { id, error: WalletError.from(error).toJSON() }),
        );
    }

    /** @type {(document: PageDocument, id: string, method: unknown, params: unknown) => Promise<any>} */
    async #answer(document, id, method, params) {
        const own = checkedParams(method, params);
        if (method === "cancel") return this.#cancel(document, own.id);
        if (document.requests.size >= MOST_UNFINISHED) {
            throw new WalletError(ErrorCode.tooManyPending, "too-many-pending", "too many unfinished requests");
        }
        if (document.left && !TO_STRANGERS.includes(String(method))) {
            throw new WalletError(ErrorCode.unauthorized, "not-connected", "this site is not connected");
        }
        document.requests.set(id, crypto.randomUUID());
        this.#changed();
        try {
            const result = method === "connect" && own.silent !== true
                ? await this.#connect(document, id, own)
                : await this.#send(document, id, String(method), own);
            this.#learn(document, String(method), result);
            return result;
        } finally {
            document.requests.delete(id);
            this.#changed();
        }
    }

    /**
     * Connects a page. An untouched page opens no window: it sees its earlier granted accounts, or is told to ask again when the user
     * clicks.
     *
     * @type {(document: PageDocument, id: string, params: object) => Promise<any>}
     */
    async #connect(document, id, params) {
        if (!document.touched) {
            const silent = await this.#send(document, id, "connect", { ...params, silent: true });
            if (silent.accounts?.length > 0) return silent;
            await this.#untilTouched(document);
            // The present request is a different one from the silent one.
            document.requests.set(id, crypto.randomUUID());
        }
        return this.#send(document, id, "connect", params);
    }

    /** @param {PageDocument} document */
    #touch(document) {
        document.touched = true;
        for (const go of document.onTouch) go();
    }

    /**
     * @param {PageDocument} document
     * @returns {Promise<void>} rejects if the user doesn't touch the page in time
     */
    #untilTouched(document) {
        return new Promise((resolve, reject) => {
            const end = () => {
                clearTimeout(timer);
                document.onTouch.delete(end);
                if (document.touched) return resolve();
                const text = "a page connects when the user clicks in it: call connect again then";
                reject(new WalletError(ErrorCode.unauthorized, "untouched", text));
            };
            const timer = setTimeout(end, TOUCH_LIMIT);
            document.onTouch.add(end);
            // The user touched the page while the agent was asked.
            if (document.touched) end();
        });
    }

    /** @type {(document: PageDocument, id: string, method: string, params: object) => Promise<any>} */
    async #send(document, id, method, params) {
        /** @type {string | undefined} */
        let wallet;
        for (let sending = 1; ; sending++) {
            // This waits for an agent that is being restarted or updated.
            await this.#host.recover();
            const present = this.#host.state.hello?.wallet?.id ?? "";
            wallet ??= present;
            // What was asked of one wallet is never asked of another.
            if (wallet !== present) throw new WalletError(ErrorCode.invalidInput, "cancelled", "the user switched to another wallet");
            if (!this.#host.state.hello?.pages.includes(method)) throw unknownMethod();
            // The agent recognises a repeated request by connection key, document and the page's id, not by this id.
            const request = document.requests.get(id) ?? crypto.randomUUID();
            try {
                return await this.#host.request(method, { ...params, ...document.context, request: id }, request);
            } catch (error) {
                if (!(error instanceof ConnectionLost) || document.gone || sending === MOST_SENDINGS) throw error;
            }
        }
    }

    /**
     * Reads a page's accounts from an answer.
     *
     * @type {(document: PageDocument, method: string, result: any) => void}
     */
    #learn(document, method, result) {
        if (method === "disconnect") {
            document.left = true;
            if (!document.context.private) this.#marks.page(granteeOf(document.context), containerOf(document), false);
            return this.#tellAccounts(document, []);
        }
        if (!["connect", "getAccounts", "signIn"].includes(method) || !Array.isArray(result?.accounts)) return;
        document.left = false;
        const [grantee, container, isConnected] = [granteeOf(document.context), containerOf(document), result.accounts.length > 0];
        if (!document.context.private) {
            if (isConnected) this.#marks.page(grantee, container, true);
            else this.#marks.set(grantee, container, false);
        }
        this.#tellAccounts(document, result.accounts);
    }

    /** @param {PageDocument} document */
    #restore(document) {
        if (document.restoring) return;
        document.restoring = document.watching = true;
        const request = `restore-${crypto.randomUUID()}`;
        this.#answer(document, request, "getAccounts", {}).catch(() => {
            // The page made no request, so it keeps its accounts. The relay rests until the page asks for something; otherwise it would
            // wake the background again and again while there is no host.
            document.watching = false;
            this.#post(document, { event: "rest" });
        }).finally(() => (document.restoring = false));
    }

    /** @param {PageDocument} document @param {Account[]} accounts */
    #tellAccounts(document, accounts) {
        document.watching = accounts.length > 0;
        if (!document.gone && document.context.top === undefined) this.#connected(document.context.tab, document.watching);
        this.#post(document, { event: "accounts", accounts });
    }

    /**
     * Withdraws one request of this document; the page names it by its own id.
     *
     * @type {(document: PageDocument, id: string) => Promise<{}>}
     */
    async #cancel(document, id) {
        const request = document.requests.get(id);
        if (request !== undefined && this.#host.state.phase === "ready") {
            await this.#host.request("cancel", { ...document.context, request: id, id: request });
        }
        return {};
    }

    /** @param {PageDocument} document */
    #left(document) {
        document.gone = true;
        document.watching = false;
        for (const id of document.requests.keys()) this.#cancel(document, id).catch(() => {});
        for (const end of document.onTouch) end();
        for (const end of document.onListed.values()) end(false);
        this.#documents.delete(document);
        this.#changed();
    }

    /** @param {PageDocument} document @param {object} message */
    #post(document, message) {
        if (!document.gone) document.port.postMessage(message);
    }
}

/** @param {PageDocument} document */
function containerOf(document) {
    return document.context.container ?? "default";
}
