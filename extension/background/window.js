import { browser } from "../lib/browser.js";

const WIDTH = 384;
const HEIGHT = 660;
const MARGIN = 16;

/**
 * Brings a window to the front; false where there is no such window any more.
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
 * Chromium refuses a place that isn't mostly on the screen: then it chooses one itself.
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

/** Where the toolbar is: at the top right of the window that was used last. */
export async function placeBeside() {
    try {
        const { left, top, width } = await browser.windows.getLastFocused();
        if (left === undefined || top === undefined || width === undefined) return {};
        return { left: Math.max(0, left + width - WIDTH - MARGIN), top: Math.max(0, top + 5 * MARGIN) };
    } catch {
        return {};
    }
}
