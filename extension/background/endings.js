/**
 * The end of the latest request, until a screen has shown it.
 *
 * The toolbar popup closes as soon as Sidekey's window takes the keyboard, so the answer to what the user sent from it comes when nobody
 * is there to read it. The outcome stays in session storage, which survives the background but not the browser. Where no screen is open at
 * that moment, a notification of the desktop tells of it. Like the one for a waiting request, it names no site and no amount.
 *
 * @typedef {import("../lib/protocol.js").Summary} Summary
 * @typedef {import("../lib/protocol.js").Progress} Progress
 * @typedef {{ id: string, kind: "send", method: string, params: { [name: string]: any }, result?: any, error?: import("../lib/errors.js").WireError }} SendEnding
 * @typedef {{ id: string, kind: "request", origin: string, method: string, state: string, cluster?: string, stages: Progress[] }} RequestEnding
 * @typedef {SendEnding | RequestEnding} Ending
 */
import { browser } from "../lib/browser.js";
import { WalletError } from "../lib/errors.js";
import { chosenLanguage } from "../lib/language.js";
import { isOwnOrigin } from "../lib/protocol.js";

const KEPT = "ended";
const SENDS = new Set(["transfer.send", "transfer.revoke", "transfer.reclaim", "transfer.burn", "outstanding.void", "stake.delegate", "stake.deactivate", "stake.withdraw", "multisig.vote"]);
/** The ends to tell; what a site itself withdrew tells the user nothing. */
const TOLD = new Set(["answered", "rejected", "expired", "interrupted"]);
/** The ends of a transfer that the user made themselves, by a press, and knows. */
const KNOWN = new Set(["rejected", "cancelled"]);

/** The name of the notification. */
export const ENDED = "ended";

/**
 * Returns true if a method sends something of the user's own, once they have approved it.
 *
 * @param {string} method
 */
export function isOwnSend(method) {
    return SENDS.has(method);
}

export class Endings {
    /** @type {Ending | undefined} */
    #last;
    #isRead = false;
    #storage;
    #changed;
    #isShown;
    /**
     * The progress of each request's transactions, by their places.
     *
     * @type {Map<string, Map<number, Progress>>}
     */
    #stages = new Map();

    /**
     * @param {WebExtension.StorageArea} storage
     * @param {(last: Ending | undefined) => void} changed
     * @param {() => boolean} isShown true if a screen is open, which shows the outcome
     */
    constructor(storage, changed, isShown) {
        this.#storage = storage;
        this.#changed = changed;
        this.#isShown = isShown;
    }

    /**
     * Sends, and keeps the outcome unless the caller is still there to be told.
     *
     * @template Answer
     * @param {string} method
     * @param {{ [name: string]: any }} params
     * @param {() => Promise<Answer>} ask
     * @param {() => boolean} isTold
     * @returns {Promise<Answer>}
     */
    async send(method, params, ask, isTold) {
        const sent = { id: crypto.randomUUID(), kind: /** @type {const} */ ("send"), method, params };
        try {
            const result = await ask();
            if (!isTold()) await this.#keep({ ...sent, result }, true);
            return result;
        } catch (thrown) {
            const error = WalletError.from(thrown).toJSON();
            if (!isTold()) await this.#keep({ ...sent, error }, !KNOWN.has(String(error.data?.reason)));
            throw thrown;
        }
    }

    /** @param {Progress & { id: string }} progress */
    progressed({ id, ...progress }) {
        const stages = this.#stages.get(id) ?? new Map();
        this.#stages.set(id, stages.set(progress.item, progress));
    }

    /**
     * Notes the end of a request that a site made.
     *
     * @param {string} id
     * @param {string} state
     * @param {Summary | undefined} summary the request; undefined if it never was this browser's to show
     */
    async ended(id, state, summary) {
        const stages = [...(this.#stages.get(id)?.values() ?? [])];
        this.#stages.delete(id);
        // The wallet's own are told with the answer to what sent them.
        if (!summary || isOwnOrigin(summary.origin) || !TOLD.has(state)) return;
        const { origin, method, cluster } = summary;
        // An end that the user didn't approve costs nothing: no site puts anything on the desktop by it.
        await this.#keep({ id, kind: "request", origin, method, state, cluster, stages }, state === "answered");
    }

    /** Forgets it, since another wallet is open now. */
    async forget() {
        [this.#last, this.#isRead] = [undefined, true];
        await this.#storage.remove(KEPT);
        this.#changed(undefined);
    }

    /** Returns the latest end that no screen has shown. */
    async last() {
        if (!this.#isRead) {
            const { [KEPT]: kept } = await this.#storage.get(KEPT);
            if (!this.#isRead) this.#last = kept;
            this.#isRead = true;
        }
        return this.#last;
    }

    /**
     * Notes that a screen has shown an end.
     *
     * @param {string} id
     */
    async seen(id) {
        if ((await this.last())?.id !== id) return;
        this.#last = undefined;
        await this.#storage.remove(KEPT);
        browser.notifications.clear(ENDED).catch(() => {});
    }

    /** @param {Ending} ending @param {boolean} isNews true if the user may not know it yet */
    async #keep(ending, isNews) {
        this.#isRead = true;
        this.#last = ending;
        await this.#storage.set({ [KEPT]: ending });
        this.#changed(ending);
        if (isNews && !this.#isShown()) await notify(isGood(ending)).catch((error) => console.error("notification:", error.message));
    }
}

/** @param {Ending} ending */
function isGood(ending) {
    if (ending.kind === "send") return ending.error === undefined;
    return ending.stages.every(({ stage }) => stage === "confirmed" || stage === "signed");
}

/** @param {boolean} isDone */
async function notify(isDone) {
    const language = await chosenLanguage();
    await browser.notifications.create(ENDED, {
        type: "basic", iconUrl: browser.runtime.getURL("icons/sidekey-128.png"),
        title: language.text(isDone ? "endedNoticeDone" : "endedNoticeFailed"), message: language.text("endedNoticeText"),
    });
}
