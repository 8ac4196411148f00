import { browser } from "../../lib/browser.js";
import { WalletError } from "../../lib/errors.js";
import { passkeysSupported, usePasskey } from "../../lib/passkey.js";
import { button, make, text } from "../parts/dom.js";
import { language } from "../parts/language.js";
import { originName } from "../parts/origin.js";
import { isToolbarPopup } from "../parts/place.js";
import { RequestCard } from "./request.js";
import { heaviest, levelMark } from "./summary.js";
import { UnreadableCard } from "./unreadable.js";

/**
 * The waiting requests, one at a time: the part that the approval window and the toolbar popup share.
 *
 * A request stays in view until it is decided; later ones queue behind it. While it is on screen, the agent hears so every few seconds,
 * with every id held here, since a request that no screen presents expires.
 *
 * @typedef {import("../../lib/protocol.js").Summary} Summary
 * @typedef {import("../../lib/protocol.js").Approval} Approval
 * @typedef {import("./request.js").Chosen} Chosen
 * @typedef {import("../../background/wallet.js").WalletState} WalletState
 */
const HEARTBEAT = 5_000;

export class ApprovalQueue {
    element = make("div", { class: "queue" });
    #background;
    #shows;
    /** @type {Summary[]} */
    #requests = [];
    /** @type {RequestCard | UnreadableCard | null} */
    #card = null;
    /**
     * The id of the request in view, loaded or not.
     *
     * @type {string | null}
     */
    #current = null;
    #list = make("nav", { class: "waiting", "aria-label": text("queue") });
    #rejectAllButton = button(text("rejectAll"), () => this.#rejectAll(), "small");
    #locked = false;
    #held = "";
    /**
     * The requests for which Sidekey's window was opened from here: it opens by itself once, and then by the button.
     *
     * @type {Set<string>}
     */
    #opened = new Set();
    /**
     * The heaviest finding of each request that was read, for the list: a danger behind the request in view mustn't wait to be found. Undefined
     * for one without.
     *
     * @type {Map<string, import("../../lib/protocol.js").ShownFinding | undefined>}
     */
    #findings = new Map();
    #isWeighing = false;
    /**
     * The question about the request in view that is open in Sidekey's window.
     *
     * @type {{ id: string, answer: Promise<any> } | undefined}
     */
    #asked;
    /** True if the request in view was read before the wallet's first unlock, when its rules weren't known. */
    #unsettled = false;

    /**
     * @param {import("../stores/client.js").BackgroundClient} background
     * @param {(summary: Summary) => boolean} shows true if a waiting request belongs on this screen
     */
    constructor(background, shows = () => true) {
        this.#background = background;
        this.#shows = shows;
        setInterval(() => this.#present(), HEARTBEAT);
        background.on("com.wallet.review", ({ id }) => this.#reviewed(id));
    }

    get count() {
        return this.#requests.length;
    }

    /** @param {WalletState} state */
    update(state) {
        const unlocked = this.#locked && state.vault === "unlocked";
        this.#locked = state.vault === "locked";
        this.#card?.lock(this.#locked);
        if (unlocked && this.#unsettled && !this.#card?.busy) this.#show(this.#current);
        if (!state.listed) return;
        // After a reconnection a request belongs to no browser until its page has joined it again: it stays in view meanwhile.
        const before = new Set(this.#requests.map(({ id }) => id));
        this.#requests = state.requests.filter((summary) => this.#shows(summary) || before.has(summary.id));
        const held = this.#requests.map(({ id }) => id).join();
        if (held !== this.#held) {
            this.#held = held;
            this.#hold();
            // Reading a request presents it and the ones that the same browser queued behind it; the others don't wait for a first beat.
            if (this.#requests.length > 1) this.#present();
        }
        for (const id of this.#findings.keys()) if (!this.#requests.some((request) => request.id === id)) this.#findings.delete(id);
        if (!this.#requests.some(({ id }) => id === this.#current)) this.#show(this.#requests[0]?.id ?? null);
        this.#card?.awaits(this.#requests.find(({ id }) => id === this.#current)?.awaits);
        this.#drawList();
        void this.#weigh();
    }

    /** @param {string} id @param {import("../../lib/protocol.js").Progress[]} stages the progress of its transactions */
    progress(id, stages) {
        if (id === this.#current) this.#card?.progress(stages);
    }

    /**
     * Reads a request again whose review has become another one: what the network says has come, or it wasn't waited for any longer.
     *
     * @param {string} id
     */
    #reviewed(id) {
        if (id === this.#current) return void this.#show(id, true);
        if (this.#findings.delete(id)) void this.#weigh();
    }

    /** Rejects the request in view. */
    reject() {
        this.#card?.reject();
    }

    /** Rejects all requests that wait here, as one act. */
    async #rejectAll() {
        this.#rejectAllButton.disabled = true;
        try {
            await this.#background.request("approvals.rejectAll", { ids: this.#requests.map(({ id }) => id) });
        } catch (error) {
            if (this.#current !== null) this.#failed(this.#current, WalletError.from(error));
        }
        this.#rejectAllButton.disabled = false;
    }

    /**
     * @param {string | null} id
     * @param {boolean} [again] true if it is in view, and stays there until its new review is read
     */
    async #show(id, again = false) {
        this.#current = id;
        const before = again ? this.#card : null;
        this.#card = before;
        if (!before) this.element.replaceChildren();
        if (id === null) return;
        if (!before) this.element.append(make("h1", { class: "hidden", text: text("request") }), make("p", { class: "muted busy", role: "status", text: text("loading") }));
        try {
            const approval = await this.#load(id);
            // A later reading of the same request has the newer review.
            if (this.#current !== id || this.#card !== before) return;
            this.#findings.set(id, heaviest(approval.shown.findings));
            this.#unsettled = approval.reasons.includes("locked");
            const { accounts, trust, lost, perRequest, passkeys } = approval.wallet;
            const card = new RequestCard(approval, accounts, {
                locked: this.#locked,
                trust,
                lost,
                perRequest,
                unlock: (passphrase) => this.#unlock(passphrase),
                approve: (chosen, passphrase) => this.#approve(approval, chosen, passphrase),
                decideOutside: () => this.#decideOutside(approval),
                approveByPasskey: passkeys && canUsePasskeys() ? (chosen) => this.#approveByPasskey(approval, chosen) : undefined,
                reject: () => this.#background.request("approvals.reject", { id }),
                askAgain: () => this.#askAgain(approval.summary),
                look: () => void this.#present(),
                stop: () => void this.#background.request("ledger.cancel").catch(() => {}),
                failed: (error) => {
                    if (this.#card === card) this.#failed(id, error);
                },
            });
            if (before instanceof RequestCard) card.take(before);
            this.#place(card);
            card.shown();
            card.awaits(this.#requests.find((summary) => summary.id === id)?.awaits ?? approval.summary.awaits);
            if (this.#asked?.id === id) card.await(this.#asked.answer);
            // If only Sidekey's window decides, there is nothing to press here first.
            if (approval.decision === "native" && !this.#opened.has(id)) card.decideOutside();
        } catch (error) {
            this.#failed(id, WalletError.from(error));
        }
    }

    /** Reads the requests behind the one in view, one after the other, for their heaviest findings. */
    async #weigh() {
        if (this.#isWeighing || this.#requests.length < 2) return;
        this.#isWeighing = true;
        try {
            for (let next = this.#unweighed; next !== undefined; next = this.#unweighed) {
                /** @type {Approval} */
                const { shown } = await this.#background.request("approvals.get", { id: next, language: language.name });
                this.#findings.set(next, heaviest(shown.findings));
                this.#drawList();
            }
        } catch {
            // It is told when the request comes into view; the next change of the list tries again.
        }
        this.#isWeighing = false;
    }

    get #unweighed() {
        return this.#requests.find(({ id }) => id !== this.#current && !this.#findings.has(id))?.id;
    }

    /**
     * Reads the whole review: a long one comes in parts, and only all of them together may be approved.
     *
     * @param {string} id
     * @returns {Promise<Approval>}
     */
    async #load(id) {
        /** @type {Approval} */
        const approval = await this.#background.request("approvals.get", { id, language: language.name });
        for (let from = approval.next; from !== undefined; ) {
            const part = await this.#background.request("approvals.get", { id, from, language: language.name });
            if (part.reviewHash !== approval.reviewHash) return this.#load(id);
            approval.shown.items.push(...part.shown.items);
            from = part.next;
        }
        return approval;
    }

    /** @param {string} passphrase */
    async #unlock(passphrase) {
        const sealed = await this.#background.seal("vault.unlock", "passphrase", passphrase);
        return this.#background.request("vault.unlock", { passphrase: sealed });
    }

    /**
     * Approves with a passkey that signs the request's digest.
     *
     * @param {Approval} approval
     * @param {Chosen} chosen
     */
    async #approveByPasskey({ summary: { id, digest }, reviewHash }, chosen) {
        const challenge = await this.#background.request("passkey.challenge", { request: id });
        const passkey = await usePasskey(challenge, (parameter, output) =>
            this.#background.seal("approvals.approve", `unlock.passkey.${parameter}`, output),
        );
        return this.#background.request("approvals.approve", { id, digest, review: reviewHash, ...chosen, unlock: { passkey } });
    }

    /** @param {Approval} approval @param {Chosen} chosen @param {string | undefined} passphrase */
    async #approve({ summary: { id, digest }, reviewHash }, chosen, passphrase) {
        const params = { id, digest, review: reviewHash, ...chosen };
        if (passphrase === undefined) return this.#background.request("approvals.approve", params);
        const sealed = await this.#background.seal("approvals.approve", "unlock.passphrase", passphrase);
        return this.#background.request("approvals.approve", { ...params, unlock: { passphrase: sealed } });
    }

    /**
     * Tells the site that its request has expired, and shows its tab if the tab can be asked to request anew.
     *
     * @param {Summary} summary
     */
    async #askAgain({ id, tab, own }) {
        const answer = await this.#background.request("approvals.askAgain", { id });
        // A tab that is gone, or is in another browser, has nothing to show.
        if (!own) return answer;
        try {
            const { windowId } = await browser.tabs.update(tab, { active: true });
            if (windowId !== undefined) await browser.windows.update(windowId, { focused: true });
        } catch {
            // It is gone.
        }
        return answer;
    }

    /** @param {Approval} approval */
    #decideOutside(approval) {
        const { id } = approval.summary;
        const answer = this.#askOutside(approval);
        const asked = { id, answer };
        this.#asked = asked;
        const end = () => {
            if (this.#asked === asked) this.#asked = undefined;
        };
        answer.then(end, end);
        return answer;
    }

    /** @param {Approval} approval */
    async #askOutside({ summary: { id, digest }, reviewHash, waiting }) {
        const isFirst = !this.#opened.has(id);
        this.#opened.add(id);
        try {
            return await this.#background.request("approvals.native", { id, digest, review: reviewHash });
        } catch (error) {
            // The review that was read has become another one before the window opened: it opens with that one.
            if (waiting !== undefined && WalletError.from(error).reason === "review-mismatch") this.#opened.delete(id);
            // The window that another screen has opened for the same request is this one's too.
            if (!isFirst || WalletError.from(error).reason !== "too-many-pending") throw error;
        }
    }

    /**
     * Handles a failure of the request in view.
     *
     * @param {string} id
     * @param {WalletError} error
     */
    #failed(id, error) {
        if (this.#current !== id) return;
        if (error.reason === "review-mismatch" || error.reason === "digest-mismatch") return void this.#show(id);
        // The rules have changed since the request was read: it is read again, with its reasons.
        if (error.reason === "native-only" || error.reason === "extension-unverified" || (error.reason === "passphrase-required" && !this.#locked)) return void this.#show(id);
        if (error.reason === "locked" || error.reason === "passphrase-required") this.#locked = true;
        if (this.#card) return this.#card.fail(error, this.#locked);
        const retry = () => void this.#show(id);
        const reject = () => this.#background.request("approvals.reject", { id });
        this.#place(new UnreadableCard(this.#requests.find((summary) => summary.id === id)?.origin, { retry, reject }));
    }

    /** @param {RequestCard | UnreadableCard} card */
    #place(card) {
        this.#card = card;
        this.element.replaceChildren(this.#list, card.element);
        this.#drawList();
    }

    /** Draws the list of waiting requests, if there are more than the one in view. */
    #drawList() {
        const count = this.#requests.length;
        this.#list.hidden = count < 2;
        const position = this.#requests.findIndex(({ id }) => id === this.#current) + 1;
        const entries = this.#requests.map(({ id, origin, method, awaits }) => {
            const entry = make("button", { type: "button", class: "entry", "aria-current": id === this.#current && "true" }, [
                make("span", { class: "site", text: originName(origin) }),
                make("span", { class: "muted", text: text(awaits === "ledger" ? "requestOnLedger" : `short_${method}`) }),
                levelMark(this.#findings.get(id), id === this.#current),
            ]);
            entry.addEventListener("click", () => this.#show(id));
            return make("li", {}, [entry]);
        });
        this.#list.replaceChildren(
            make("div", { class: "position" }, [make("p", { class: "muted", text: text("position", position, count) }), this.#rejectAllButton]),
            make("ol", {}, entries),
        );
    }

    #hold() {
        const ids = this.#requests.map(({ id }) => id);
        this.#background.request("screen.holds", { ids }).catch(() => (this.#held = ""));
    }

    /** Sends the heartbeat, also from a window that lies behind another, since the user may be looking something up. */
    async #present() {
        const ids = this.#requests.map(({ id }) => id);
        if (ids.length === 0) return;
        try {
            const { requests } = await this.#background.request("approvals.present", { ids });
            for (const { id, remaining, life: expiry } of requests) {
                if (id !== this.#current) continue;
                this.#card?.remain(remaining);
                if (expiry) this.#card?.expire(expiry);
            }
        } catch {
            // The next beat, or the state, tells more.
        }
    }
}

/** Returns true if a passkey can be used here: not in the toolbar popup, which the authenticator's dialog would close. */
function canUsePasskeys() {
    return passkeysSupported() && !isToolbarPopup();
}
