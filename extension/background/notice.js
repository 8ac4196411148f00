import { browser } from "../lib/browser.js";
import { chosenLanguage } from "../lib/language.js";

/**
 * Says by a notification of the desktop that something waits in a window which didn't come to the front: some desktops keep a window behind what
 * the user works in, or on another workspace.
 *
 * It names no site, so that no page puts words on the desktop, and decides nothing: pressing it brings the window up.
 */
const NAME = "request";
/** As long as a desktop may take to bring a window to the front. */
const PATIENCE = 1_000;

export class Notice {
    /** @type {any} */
    #looking;

    /** @param {number} windowId a window that was just asked to come to the front */
    watch(windowId) {
        clearTimeout(this.#looking);
        this.#looking = setTimeout(() => this.#look(windowId).catch((error) => console.error("notification:", error.message)), PATIENCE);
    }

    /** The window was seen, or nothing waits any more. */
    withdraw() {
        clearTimeout(this.#looking);
        browser.notifications.clear(NAME).catch(() => {});
    }

    /** @param {number} windowId */
    async #look(windowId) {
        // One that was closed meanwhile needs none.
        const window = await browser.windows.get(windowId).catch(() => undefined);
        if (!window || window.focused) return;
        const language = await chosenLanguage();
        await browser.notifications.create(NAME, {
            type: "basic", iconUrl: browser.runtime.getURL("icons/sidekey-128.png"), title: language.text("noticeTitle"), message: language.text("noticeText"),
        });
    }
}
