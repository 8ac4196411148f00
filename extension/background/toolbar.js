import { browser } from "../lib/browser.js";
import { chosenLanguage } from "../lib/language.js";

/**
 * Marks the toolbar button of a tab with a dot and a name if the page in it is connected.
 *
 * The browser resets the button when the tab goes to another document.
 */
const SIZES = [16, 32, 48];

/** @param {number} tabId @param {boolean} isConnected */
export async function showConnected(tabId, isConnected) {
    const face = isConnected ? "sidekey-connected" : "sidekey";
    const language = await chosenLanguage();
    const title = isConnected ? language.text("toolbarConnected") : language.text("name");
    try {
        await browser.action.setIcon({ tabId, path: Object.fromEntries(SIZES.map((size) => [size, `/icons/${face}-${size}.png`])) });
        await browser.action.setTitle({ tabId, title });
    } catch {
        // The tab is gone.
    }
}
