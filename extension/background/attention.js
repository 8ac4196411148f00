import { browser } from "../lib/browser.js";
import { Notice } from "./notice.js";
import { exists, focused, openWindow, placeBeside } from "./window.js";

/**
 * Brings a waiting request before the user: the number on the toolbar button, one window that opens by itself, and a notification where that
 * window stays behind others.
 *
 * Only a request that came through this browser opens a window, and only where no screen shows it already and the user has touched the page that asks:
 * what a page asks that was opened in the background, or shown by itself, is a number on the button. When the
 * user closes that window, what it showed is rejected. Which window it is and what it shows outlives the background, so
 * that a window closed while the background was away still rejects.
 *
 * @typedef {import("../lib/protocol.js").Summary} Summary
 * @typedef {{ id: number, holds: string[] }} ApprovalWindow
 */

export class Attention {
    #reject;
    #invited;
    /**
     * Requests whose window was closed, until the agent has said so too.
     *
     * @type {Set<string>}
     */
    #dismissed = new Set();
    /** @type {Promise<void>} */
    #last = Promise.resolve();
    /**
     * What this browser's pages wait for; while a request waits to be joined again, it still counts.
     *
     * @type {Set<string>}
     */
    #announced = new Set();
    /** Whether the toolbar popup was open when it was last said. */
    #popup = false;
    #notice = new Notice();

    /**
     * @param {(ids: string[]) => Promise<void>} reject
     * @param {(request: Summary) => boolean} invited whether the user has touched what asks
     */
    constructor(reject, invited = () => true) {
        this.#reject = reject;
        this.#invited = invited;
    }

    /**
     * @param {Summary[]} requests all that wait, whichever browser they came through
     * @param {boolean} popup whether the toolbar popup is open, which shows them too
     */
    update(requests, popup) {
        this.#popup = popup;
        browser.action.setBadgeText({ text: requests.length > 0 ? String(requests.length) : "" });
        const waiting = new Set(requests.map(({ id }) => id));
        for (const id of this.#dismissed) if (!waiting.has(id)) this.#dismissed.delete(id);
        const open = requests.filter((request) => {
            const { id, own } = request;
            return !this.#dismissed.has(id) && (this.#announced.has(id) || (own && this.#invited(request)));
        });
        const fresh = open.some(({ id }) => !this.#announced.has(id));
        this.#announced = new Set(open.map(({ id }) => id));
        if (open.length > 0) this.#inTurn(() => this.#raise(fresh));
        else this.#notice.withdraw();
    }

    /** The user pressed the notification: the window comes up again, or anew. */
    called() {
        this.#inTurn(() => this.#raise(true));
    }

    /**
     * A window came to the front.
     *
     * @param {number} windowId
     */
    seen(windowId) {
        this.#inTurn(async () => {
            if ((await this.#window())?.id === windowId) this.#notice.withdraw();
        });
    }

    /**
     * A request was queued, or joined by a new connection: one whose window was closed while it couldn't be decided is
     * rejected now.
     *
     * @param {string} id
     */
    queued(id) {
        if (this.#dismissed.has(id)) this.#inTurn(() => this.#reject([id]));
    }

    /**
     * The approval window says which requests it holds.
     *
     * @param {number} windowId
     * @param {string[]} holds
     */
    holds(windowId, holds) {
        this.#inTurn(async () => {
            const known = await this.#window();
            if (known?.id === windowId) await this.#remember({ id: windowId, holds });
        });
    }

    /** @param {number} windowId */
    closed(windowId) {
        this.#inTurn(async () => {
            const known = await this.#window();
            if (known?.id !== windowId) return;
            await this.#dismiss(known);
            // What came while it was closing was never in it.
            await this.#raise(false);
        });
    }

    /**
     * The user closed the window: that is a no to everything it showed.
     *
     * @param {ApprovalWindow} closed
     */
    async #dismiss({ holds }) {
        await this.#remember(undefined);
        if (holds.length === 0) return;
        for (const id of holds) this.#dismissed.add(id);
        await this.#reject(holds);
    }

    /**
     * Opens the window where there is none; one that is there comes to the front for a new request.
     *
     * @param {boolean} fresh
     */
    async #raise(fresh) {
        // Both are asked for at once: the user waits for the window.
        const place = placeBeside();
        const known = await this.#window();
        if (known && (await (fresh ? focused(known.id) : exists(known.id)))) {
            if (fresh) this.#notice.watch(known.id);
            return;
        }
        // The window's own port goes before the browser says that the window went.
        if (known) await this.#dismiss(known);
        const waiting = [...this.#announced].filter((id) => !this.#dismissed.has(id));
        if (this.#popup || waiting.length === 0) return;
        const opened = await openWindow(place);
        if (opened.id === undefined) return;
        await this.#remember({ id: opened.id, holds: [] });
        this.#notice.watch(opened.id);
    }

    /**
     * One step at a time: two requests that arrive together open one window.
     *
     * @param {() => Promise<void>} step
     */
    #inTurn(step) {
        this.#last = this.#last.then(step).catch((error) => console.error("approval window:", error.message));
    }

    /** @returns {Promise<ApprovalWindow | undefined>} */
    async #window() {
        const { approvalWindow } = await browser.storage.session.get("approvalWindow");
        return approvalWindow;
    }

    /** @param {ApprovalWindow | undefined} approvalWindow */
    async #remember(approvalWindow) {
        if (approvalWindow) await browser.storage.session.set({ approvalWindow });
        else await browser.storage.session.remove("approvalWindow");
    }
}
