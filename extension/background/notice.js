import { browser } from "../lib/browser.js";
import { chosenLanguage } from "../lib/language.js";

/**
 * Shows a desktop notification if a request waits in a window that didn't come to the front. Some desktops keep a window behind the user's
 * work, or on another workspace.
 *
 * It names no site, so that no page can put words on the desktop, and it decides nothing: a press brings the window to the front.
 */
const NAME = "request";
/** The time that a desktop may take to bring a window to the front, in milliseconds. */
const PATIENCE = 1_000;

export class Notice {
    /** @type {any} */
    #looking;

    /** @param {number} windowId a window that was just told to come to the front */
    watch(windowId) {
        clearTimeout(this.#looking);
        this.#looking = setTimeout(() => this.#look(windowId).catch((error) => console.error("notification:", error.message)), PATIENCE);
    }

    /** Withdraws the notification: the user has seen the window, or nothing waits any more. */
    withdraw() {
        clearTimeout(this.#looking);
        browser.notifications.clear(NAME).catch(() => {});
    }

    /** @param {number} windowId */
    async #look(windowId) {
        // A window that was closed meanwhile needs no notification.
        const window = await browser.windows.get(windowId).catch(() => undefined);
        if (!window || window.focused) return;
        const language = await chosenLanguage();
        await browser.notifications.create(NAME, {
            type: "basic", iconUrl: browser.runtime.getURL("icons/sidekey-128.png"), title: language.text("noticeTitle"), message: language.text("noticeText"),
        });
    }
}
