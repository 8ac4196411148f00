/**
 * Carries requests from the provider in the page's world to the background, and answers back.
 *
 * It takes one MessagePort from its own window, the first that is handed over at document_start, and then stops listening. Everything on
 * that port may come from a hostile page: the relay checks shape and size, and the background decides which requests a page may make. The
 * relay connects to the background only when it has something to send, and connects again after the background has died. It sends
 * unfinished requests again under the same ids; they join the first ones in the agent.
 */
"use strict";
(() => {
    // A sandboxed document has an opaque origin, which the wallet never serves.
    if (self.origin === "null") return;

    /** The origin of the page around this one; "" if there is none. */
    const around = window === window.top ? "" : originAround();
    // The wallet isn't offered in another site's page, or deeper than one frame.
    if (around === undefined) return;

    /**
     * `touched`: true if the user had clicked or typed in this document when it asked.
     *
     * @typedef {{ id: string, method: string, params: { [name: string]: any }, touched: boolean }} Request
     */

    const api = globalThis.browser ?? globalThis.chrome;
    const MAXIMUM_BYTES = 1_048_576;
    const RETRIES = [50, 200, 500, 1000, 2000, 3000, 3500];
    const DISCONNECTED = 4900;

    /** @type {MessagePort | null} */
    let page = null;
    /** @type {WebExtension.Port | null} */
    let background = null;
    /** @type {Map<string, Request>} */
    const unfinished = new Map();
    /** True if the page holds accounts and wants to hear of changes. */
    let watching = false;
    let attempt = 0;
    let lookingAfter = false;
    /** True if a person has touched this document. */
    let touched = false;
    /** @type {{ code: number, message: string, data?: object } | null} */
    let refusal = null;

    // The page's side -------------------------------------------------------------------------------------------------

    /** @param {MessageEvent} event */
    function takeOver(event) {
        if (event.source !== window || event.data !== "sidekey:handover" || event.ports.length !== 1) return;
        window.removeEventListener("message", takeOver, true);
        // The page's first script may listen already, and would get the same port.
        event.stopImmediatePropagation();
        page = event.ports[0];
        page.onmessage = ({ data }) => ask(data);
        if (around !== "") return void stay();
        restore();
        offer();
    }

    /** @param {any} data */
    function ask(data) {
        if (data?.ping === true) return tell({ pong: true });
        const id = typeof data === "object" && data !== null ? data.id : undefined;
        if (typeof id !== "string" || id.length < 1 || id.length > 128) return;
        if (unfinished.has(id)) return;
        if (typeof data.method !== "string" || typeof data.params !== "object" || data.params === null) {
            return refuse(id, -32600, "not-a-request", "not a request");
        }
        const text = JSON.stringify({ id, method: data.method, params: data.params });
        if (new TextEncoder().encode(text).length > MAXIMUM_BYTES) {
            return refuse(id, -32600, "frame-too-large", `a request is at most ${MAXIMUM_BYTES} bytes`);
        }
        if (refusal) return tell({ id, error: refusal });
        const request = { ...JSON.parse(text), touched };
        unfinished.set(id, request);
        if (background) send(request);
        else link();
        if (!lookingAfter) lookAfter();
    }

    /** @param {object} message */
    function send(message) {
        try {
            background?.postMessage(message);
        } catch {
            // The port is dead, but no event has reported it yet.
            background = null;
            linkAgain();
        }
    }

    /** @param {object} message */
    function tell(message) {
        page?.postMessage(message);
    }

    /** @type {(id: string, code: number, reason: string, message: string) => void} */
    function refuse(id, code, reason, message) {
        tell({ id, error: { code, message, data: { reason } } });
    }

    /** @type {(code: number, reason: string, message: string) => void} */
    function refuseAll(code, reason, message) {
        for (const id of unfinished.keys()) refuse(id, code, reason, message);
        unfinished.clear();
    }

    // The background's side -------------------------------------------------------------------------------------------

    /** Opens the port to the background, which wakes it, and sends what is unfinished. */
    function link() {
        if (background || refusal) return;
        // A page that is loaded ahead of time isn't visible yet: it waits.
        const { prerendering } = /** @type {Document & { prerendering?: boolean }} */ (document);
        if (prerendering) {
            document.addEventListener("prerenderingchange", link, { once: true });
            return;
        }
        /** @type {WebExtension.Port} */
        let port;
        try {
            port = api.runtime.connect({ name: "page" });
        } catch {
            return orphan();
        }
        background = port;
        port.onMessage.addListener(deliver);
        port.onDisconnect.addListener(() => {
            void api.runtime.lastError;
            if (background !== port) return;
            background = null;
            linkAgain();
        });
        if (around === "") begin(port);
    }

    /**
     * Sends the pending messages to a background that serves this document.
     *
     * @param {WebExtension.Port} port
     */
    function begin(port) {
        if (watching) port.postMessage({ restore: true });
        for (const request of unfinished.values()) port.postMessage(request);
    }

    /** Tries again after the background has died, while any request waits for it. */
    function linkAgain() {
        if (unfinished.size === 0 && !watching && (around === "" || served)) return;
        if (attempt >= RETRIES.length) {
            watching = false;
            attempt = 0;
            return refuseAll(DISCONNECTED, "host-gone", "the wallet went away");
        }
        setTimeout(link, RETRIES[attempt]);
        attempt += 1;
    }

    /** Handles an update or removal of the extension under this page. */
    function orphan() {
        background = null;
        refuseAll(DISCONNECTED, "host-gone", "the wallet was reloaded; reload this page");
    }

    /** Checks that the extension still exists, while any request waits. Chromium can end an extension without telling its pages' ports. */
    function lookAfter() {
        if (unfinished.size > 0 && api.runtime?.id === undefined) orphan();
        lookingAfter = unfinished.size > 0;
        if (lookingAfter) setTimeout(lookAfter, 1000);
    }

    /** @param {any} message */
    function deliver(message) {
        attempt = 0;
        if (message.lists) return send({ lists: message.lists.number, listed: isListed(message.lists.origin) });
        // An unserved frame behaves as if there were no wallet.
        if (message.refused && around !== "") return void (background = null);
        if (message.event === "framed") return serveFrame();
        if (message.refused) {
            refusal = message.refused;
            for (const id of unfinished.keys()) tell({ id, error: refusal });
            return unfinished.clear();
        }
        if (message.event === "rest") return void (watching = false);
        if (message.event === "accounts") watching = message.accounts.length > 0;
        else if (!unfinished.delete(message.id)) return;
        tell(message);
    }

    /**
     * Fetches the accounts of a page that has a grant. The background leaves a mark in the local storage for each origin with one, so that
     * all other pages never wake it. A private window is never silent: it has to ask.
     */
    async function restore() {
        if (api.extension.inIncognitoContext) return;
        const name = around === "" || around === self.origin ? `granted ${self.origin}` : `granted ${self.origin} in ${around}`;
        try {
            const marks = await api.storage.local.get(name);
            if (marks[name] === undefined) return;
        } catch {
            return;
        }
        watching = true;
        if (background) send({ restore: true });
        else link();
    }

    /** Makes the provider `window.solana` too, if the user wants it. */
    async function offer() {
        try {
            const name = "window.solana";
            const settings = await api.storage.local.get(name);
            if (settings[name] === true) tell({ event: name });
        } catch {
            // The extension was updated or removed under this page.
        }
    }

    // Frames ----------------------------------------------------------------------------------------------------------

    /**
     * Returns the origin of the page directly around a frame, if it may be of the same site; the agent checks this for certain.
     *
     * @returns {string | undefined}
     */
    function originAround() {
        const { ancestorOrigins } = location;
        // A page that hides itself from its frames appears there as "null".
        if (ancestorOrigins?.length !== 1 || ancestorOrigins[0] === "null") return undefined;
        const site = (/** @type {URL} */ { protocol, hostname }) => protocol + hostname.split(".").slice(-2).join(".");
        return site(new URL(ancestorOrigins[0])) === site(new URL(self.origin)) ? ancestorOrigins[0] : undefined;
    }

    /** Connects a frame to the background only while the page around it is connected, as a mark shows. A private window has no mark. */
    async function stay() {
        if (api.extension.inIncognitoContext) return;
        const name = `granted ${around}`;
        api.storage.onChanged.addListener((changes, area) => {
            if (area === "local" && changes[name]?.newValue !== undefined) link();
        });
        try {
            if ((await api.storage.local.get(name))[name] !== undefined) link();
        } catch {
            // The extension was updated or removed under this page.
        }
    }

    let served = false;

    /** Makes the wallet visible to this frame's page from now on, since the background serves the frame. */
    function serveFrame() {
        if (background) begin(background);
        if (served) return;
        served = true;
        tell({ event: "frame" });
        restore();
    }

    /**
     * Returns true if this page lists an origin for frames of its own that may use the wallet:
     * `<meta name="sidekey-frames" content="https://pay.example.com">`.
     *
     * @param {string} origin
     */
    function isListed(origin) {
        const list = /** @type {HTMLMetaElement | null} */ (document.querySelector('meta[name="sidekey-frames"]'));
        return (list?.content ?? "").split(/\s+/).includes(origin);
    }

    // The person's side -----------------------------------------------------------------------------------------------

    /**
     * Notes a person's touch. The browser reports whether a person made an event, and a page can't forge that. `navigator.userActivation`
     * is different: in Chromium it survives if a page reloads itself or goes on to another of its site. This listener is before the page's
     * own, at the window, so that none can hide an event from it.
     *
     * @param {Event} event
     */
    function notice(event) {
        // Escape is a person's way to get rid of something.
        if (!event.isTrusted || /** @type {KeyboardEvent} */ (event).key === "Escape") return;
        for (const type of TOUCHES) removeEventListener(type, notice, true);
        touched = true;
        if (background && unfinished.size > 0) send({ touched });
        for (const request of unfinished.values()) request.touched = true;
    }
    const TOUCHES = ["pointerdown", "pointerup", "keydown", "touchend"];
    for (const type of TOUCHES) addEventListener(type, notice, { capture: true, passive: true });

    // The document's life ---------------------------------------------------------------------------------------------

    addEventListener("pagehide", () => {
        const port = background;
        background = null;
        port?.disconnect();
        refuseAll(-32000, "cancelled", "the page was left");
    });
    addEventListener("pageshow", (event) => {
        if (event.persisted && watching) link();
    });

    // The popup asks a tab to report itself: the background then knows its origin from the browser.
    api.runtime.onMessage.addListener((message, _sender, respond) => {
        if (message !== "report") return;
        link();
        respond({ served: refusal === null });
    });

    window.addEventListener("message", takeOver, true);
})();
