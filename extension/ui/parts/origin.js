import { OFFLINE_ORIGIN, WALLET_ORIGIN, isOwnOrigin } from "../../lib/protocol.js";
import { visible } from "../../lib/visible.js";
import { make, text } from "./dom.js";

/** The beginning of another extension's origin; its id follows. */
const EXTENSION = "extension:";
/** The beginning of an app's origin, for an app that asks by links; its key follows. */
const APP = "app:";
/** The origin of a link that names no key, such as one that asks for an address to be opened. */
const UNKNOWN_APP = "app:unknown";

/**
 * Returns a site's host and port, as a list names it.
 *
 * @param {string} origin
 */
export function originName(origin) {
    if (origin.startsWith(EXTENSION)) return extensionName(origin);
    if (isApp(origin)) return appName(origin);
    if (origin === WALLET_ORIGIN) return text("originWallet");
    if (origin === OFFLINE_ORIGIN) return text("originOfflineFile");
    const { page, top } = partsOf(origin);
    const { host } = new URL(page);
    return top === undefined ? host : text("originInFrame", host, new URL(top).host);
}

/**
 * Returns the page that asks, and the page around it if it is in a frame.
 *
 * @param {string} origin
 * @returns {{ page: string, top?: string }}
 */
function partsOf(origin) {
    const [page, top] = origin.split(" in ");
    return { page, top };
}

/**
 * Draws a site's origin, large and in full: the scheme, the host as it is (punycode stays punycode, so that a look-alike letter can't hide)
 * and the port.
 *
 * @param {string} origin
 */
export function originHeading(origin) {
    if (isOwnOrigin(origin)) {
        return make("div", { class: "site" }, [make("h1", { class: "origin" }, [make("span", { class: "host", text: originName(origin) })])]);
    }
    if (origin.startsWith(EXTENSION)) {
        return make("div", { class: "site" }, [make("h1", { class: "origin" }, [make("span", { class: "host", text: extensionName(origin) })])]);
    }
    if (isApp(origin)) {
        // Its key isn't a name: it is among the facts, and its own words about itself follow below as a claim.
        return make("div", { class: "site" }, [make("h1", { class: "origin" }, [make("span", { class: "host", text: text("originAnApp") })])]);
    }
    const { page, top } = partsOf(origin);
    const url = new URL(page);
    const heading = make("h1", { class: "origin" }, [
        make("span", { class: "scheme", text: `${url.protocol}//` }),
        make("span", { class: "host", text: url.hostname }),
        url.port && make("span", { class: "port", text: `:${url.port}` }),
    ]);
    return make("div", { class: "site" }, [
        heading,
        note(url),
        top !== undefined && make("p", { class: "around" }, [text("originAround"), " ", make("strong", { text: top })]),
        top !== undefined && note(new URL(top)),
    ]);
}

/** @param {URL} url */
function note(url) {
    if (url.protocol === "http:") return make("p", { class: "muted", text: text("originLocal") });
    return null;
}

/** @param {string} origin */
function extensionName(origin) {
    return text("originExtension", visible(origin.slice(EXTENSION.length)));
}

/**
 * Returns true if an app asks, by a link.
 *
 * @param {string} origin
 */
export function isApp(origin) {
    return origin.startsWith(APP);
}

/**
 * Returns the key that distinguishes an app from others; none if the link named no key.
 *
 * @param {string} origin
 */
export function appKey(origin) {
    return origin === UNKNOWN_APP ? undefined : visible(origin.slice(APP.length));
}

/** @param {string} origin */
function appName(origin) {
    const key = appKey(origin);
    return key === undefined ? text("originAnApp") : text("originApp", key);
}

/**
 * Reads a site as people type it: its name alone, or a whole address.
 *
 * @param {string} typed
 */
export function typedSite(typed) {
    const address = typed.trim();
    try {
        const url = new URL(/^https?:\/\//i.test(address) ? address : `https://${address}`);
        return /\.|^localhost$/.test(url.hostname) && url.username === "" ? url : undefined;
    } catch {
        return undefined;
    }
}
