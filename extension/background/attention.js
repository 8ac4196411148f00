import { browser } from "../lib/browser.js";
import { WalletError } from "../lib/errors.js";
import { Notice } from "./notice.js";
import { exists, focused, openWindow, placeBeside } from "./window.js";

/**
 * Shows a waiting request to the user: a number on the toolbar button, a window that opens on its own, and a notification if that
 * window stays behind others.
 *
 * Only a request through this browser opens a window, and only if no screen shows it already, Sidekey's own window doesn't decide it, and the
 * user has touched the page that asks.
 * For a page that was opened in the background, or that appeared on its own, the request is only a number on the button. When the user
 * closes that window, the requests in it are rejected. The window's id and its requests survive the background, so that a window closed
 * while the background was away still rejects them.
 *
 * @typedef {import("../lib/protocol.js").Summary} Summary
 * @typedef {{ id: number, holds: string[] }} ApprovalWindow
 */

export class Attention {
    #reject;
    #invited;
    /**
     * The requests whose window was closed, until the agent has reported their end too.
     *
     * @type {Set<string>}
     */
    #dismissed = new Set();
    /** @type {Promise<void>} */
    #last = Promise.resolve();
    /**
     * The requests that this browser's pages wait for; one that waits to be joined again still counts.
     *
     * @type {Set<string>}
     */
    #announced = new Set();
    /**
     * The requests that Sidekey's own window decides now: the toolbar popup closes under it, and another window would only cover it.
     *
     * @type {Set<string>}
     */
    #outside = new Set();
    /** True if the toolbar popup was open at the latest update. */
    #popup = false;
    #notice = new Notice();

    /**
     * @param {(ids: string[]) => Promise<void>} reject
     * @param {(request: Summary) => boolean} invited true if the user has touched the page that asks
     */
    constructor(reject, invited = () => true) {
        this.#reject = reject;
        this.#invited = invited;
    }

    /**
     * @param {Summary[]} requests all waiting requests, through any browser
     * @param {boolean} popup true if the toolbar popup is open, which shows them too
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

    /**
     * Has Sidekey's own window decide a request. Until that ends, no window opens for it here; one does if it ended without a decision.
     *
     * @template Answer
     * @param {string} id
     * @param {() => Promise<Answer>} ask
     * @returns {Promise<Answer>}
     */
    async decidedOutside(id, ask) {
        this.#outside.add(id);
        try {
            return await ask();
        } catch (error) {
            this.#outside.delete(id);
            // One that ended elsewhere meanwhile has nothing left to show.
            if (WalletError.from(error).reason !== "not-pending") this.#inTurn(() => this.#raise(false));
            throw error;
        } finally {
            this.#outside.delete(id);
        }
    }

    /** Brings the window to the front, or opens it anew, after a press on the notification. */
    called() {
        this.#inTurn(() => this.#raise(true));
    }

    /**
     * Notes that a window came to the front.
     *
     * @param {number} windowId
     */
    seen(windowId) {
        this.#inTurn(async () => {
            if ((await this.#window())?.id === windowId) this.#notice.withdraw();
        });
    }

    /**
     * Notes that a request was queued, or joined by a new connection. If its window was closed while it couldn't be decided, it is rejected
     * now.
     *
     * @param {string} id
     */
    queued(id) {
        if (this.#dismissed.has(id)) this.#inTurn(() => this.#reject([id]));
    }

    /**
     * Records the requests that the approval window holds.
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
            // A request that came while the window was closing was never in it.
            await this.#raise(false);
        });
    }

    /**
     * Rejects every request in the window that the user has closed.
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
     * Opens the window if there is none; an existing one comes to the front for a new request.
     *
     * @param {boolean} fresh
     */
    async #raise(fresh) {
        // Both start at once, since the user waits for the window.
        const place = placeBeside();
        const known = await this.#window();
        if (known && (await (fresh ? focused(known.id) : exists(known.id)))) {
            if (fresh) this.#notice.watch(known.id);
            return;
        }
        // The window's own port ends before the browser reports that the window is gone.
        if (known) await this.#dismiss(known);
        const waiting = [...this.#announced].filter((id) => !this.#dismissed.has(id) && !this.#outside.has(id));
        if (this.#popup || waiting.length === 0) return;
        const opened = await openWindow(place);
        if (opened.id === undefined) return;
        await this.#remember({ id: opened.id, holds: [] });
        this.#notice.watch(opened.id);
    }

    /**
     * Runs one step at a time: two requests that arrive together open one window.
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
