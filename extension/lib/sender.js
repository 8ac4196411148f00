/**
 * The party at the other end of a runtime port, by the browser's word alone.
 *
 * A relay in a page has the same `sender.id` as the wallet's own screens, and the opener of a port chooses its name. So neither decides
 * anything here: `sender.origin` does.
 *
 * `top`: the origin of the page around a frame; a page has none.
 *
 * @typedef {{ origin: string, top?: string, tab: number, document: string, container?: string, private?: boolean }} PageContext
 * @typedef {{ kind: "page", context: PageContext } | { kind: "frame", context: PageContext } | { kind: "screen" } | { kind: "refused", reason: string }} Caller
 */

/** The wallet's own pages, and no other file of the extension. */
const SCREENS = ["popup.html", "wallet.html", "approval.html", "passkey.html"];

/** The pages that the wallet is offered to, as the manifest names them. */
export const SITES = { origins: ["https://*/*", "http://localhost/*", "http://127.0.0.1/*"] };

const LOOPBACK = new Set(["localhost", "127.0.0.1"]);

/**
 * Returns true if an origin, as a browser serialises it, may talk to the wallet: https anywhere, http on this computer.
 *
 * @param {unknown} origin
 * @returns {origin is string}
 */
export function isPageOrigin(origin) {
    if (typeof origin !== "string") return false;
    try {
        const url = new URL(origin);
        if (url.origin !== origin) return false;
        return url.protocol === "https:" || (url.protocol === "http:" && LOOPBACK.has(url.hostname));
    } catch {
        return false;
    }
}

/**
 * @param {WebExtension.MessageSender | undefined} sender
 * @param {{ id: string, base: string }} own the extension's id, and the address of its root (`runtime.getURL("")`)
 * @returns {Caller}
 */
export function classify(sender, own) {
    if (!sender || sender.id !== own.id) return refused("another extension");
    if (sender.origin === own.base.replace(/\/$/, "")) {
        const framed = sender.frameId !== undefined && sender.frameId !== 0;
        const inside = SCREENS.some((page) => sender.url?.split(/[?#]/)[0] === `${own.base}ui/${page}`);
        return inside && !framed ? { kind: "screen" } : refused("not a screen of the wallet");
    }
    if (!sender.tab || sender.tab.id === undefined) return refused("no tab");
    if (sender.frameId === undefined) return refused("no frame");
    if (!isPageOrigin(sender.origin)) return refused("an origin that the wallet doesn't serve");
    if (!sender.documentId) return refused("no document");
    if (sender.documentLifecycle === "prerender") return refused("a page that isn't shown yet");
    // A frame is served if the page around it says so, and under a different name from its own.
    const kind = sender.frameId === 0 ? "page" : "frame";
    return { kind, context: contextOf(sender.origin, sender.tab.id, sender.documentId, sender.tab) };
}

/**
 * Returns the holder of a grant: a page's origin, and in a frame both its own and that of the page around it.
 *
 * @param {PageContext} context
 */
export function granteeOf({ origin, top }) {
    return top === undefined || top === origin ? origin : `${origin} in ${top}`;
}

/**
 * @param {string} origin
 * @param {number} tab
 * @param {string} document
 * @param {WebExtension.Tab} details
 * @returns {PageContext}
 */
function contextOf(origin, tab, document, details) {
    /** @type {PageContext} */
    const context = { origin, tab, document };
    const container = containerOf(details);
    if (container !== "default") context.container = container;
    if (details.incognito) context.private = true;
    return context;
}

/**
 * Returns the Firefox container of a tab; `default` outside containers and in Chromium.
 *
 * @param {WebExtension.Tab} tab
 */
export function containerOf(tab) {
    const store = tab.cookieStoreId;
    return store === undefined || store === "firefox-default" ? "default" : store;
}

/** @param {string} reason @returns {Caller} */
function refused(reason) {
    return { kind: "refused", reason };
}
