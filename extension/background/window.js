import { browser } from "../lib/browser.js";

const WIDTH = 384;
const HEIGHT = 660;
const MARGIN = 16;

/**
 * Brings a window to the front; false if the window no longer exists.
 *
 * @param {number} id
 */
export async function focused(id) {
    try {
        await browser.windows.update(id, { focused: true });
        return true;
    } catch {
        return false;
    }
}

/** @param {number} id */
export async function exists(id) {
    try {
        await browser.windows.get(id);
        return true;
    } catch {
        return false;
    }
}

/**
 * Opens a window. Chromium refuses a place that isn't mostly on the screen: then it chooses one itself.
 *
 * @param {ReturnType<typeof placeBeside>} place
 */
export async function openWindow(place) {
    const url = browser.runtime.getURL("ui/approval.html");
    const details = /** @type {const} */ ({ type: "popup", url, width: WIDTH, height: HEIGHT });
    try {
        return await browser.windows.create({ ...details, ...(await place) });
    } catch {
        return browser.windows.create(details);
    }
}

/** Returns a place near the toolbar, at the top right of the most recent window. */
export async function placeBeside() {
    try {
        const { left, top, width } = await browser.windows.getLastFocused();
        if (left === undefined || top === undefined || width === undefined) return {};
        return { left: Math.max(0, left + width - WIDTH - MARGIN), top: Math.max(0, top + 5 * MARGIN) };
    } catch {
        return {};
    }
}
