import { isOwnOrigin } from "../../lib/protocol.js";
import { AccountChoice } from "../parts/choice.js";
import { button, clock, make, present, text } from "../parts/dom.js";
import { placeFacts } from "./facts.js";
import { Guard } from "./guard.js";
import { ExpiryLine } from "./expiry.js";
import { originHeading, originName } from "../parts/origin.js";
import { PassphraseField } from "../parts/passphrase.js";
import { stageText } from "../parts/progress.js";
import { claims, effects, factList, headline, itemList } from "./summary.js";
import { failureText, reasonTexts, recordsText } from "../parts/texts.js";

/**
 * One request, with its decision.
 *
 * A guard protects the deciding buttons from a click or key that was meant for something else. Enter triggers no focused element.
 *
 * @typedef {import("../../lib/protocol.js").Approval} Approval
 * @typedef {import("../../lib/errors.js").WalletError} WalletError
 * The data of an approval: the accounts that a `connect` shares.
 *
 * @typedef {{ accounts?: string[] }} Chosen
 * @typedef {{
 *     locked: boolean, trust: string, lost?: { cause: string, file: string }, perRequest: boolean, unlock: (passphrase: string) => Promise<any>,
 *     approve: (chosen: Chosen, passphrase: string | undefined) => Promise<any>,
 *     approveByPasskey?: (chosen: Chosen) => Promise<any>,
 *     decideOutside: () => Promise<any>, reject: () => Promise<any>, askAgain: () => Promise<any>, look: () => void,
 *     stop?: () => void, failed: (error: WalletError) => void,
 * }} Decision `stop` ends the wait for a device; `askAgain` makes the site ask anew for an expired request; `look` asks the agent for the time left
 */
/** The milliseconds from a presented request's arrival to its expiry; a request that no screen presents any more expires sooner. */
const LIFE = 300_000;
const UNPRESENTED = 30_000;
const SLACK = 5_000;

export class RequestCard {
    #decision;
    /** True if the wallet itself asks, for its user's own transfer. */
    #isOwn;
    /** True if a Ledger signs: the user confirms on it once this is approved. */
    #onLedger;
    #approvable;
    /**
     * The choice of the accounts that a site sees, if there are several.
     *
     * @type {AccountChoice | undefined}
     */
    #choice;
    /**
     * The accounts that an approval names as shared: the ones on the card, not the agent's default.
     *
     * @type {string[] | undefined}
     */
    #shared;
    /** True if a click isn't enough: an approval also takes the passphrase or a passkey. */
    #proven;
    /** True while facts from the network are awaited: nothing can be approved yet. */
    #waiting;
    #busy = false;
    /** True if the request was approved, here or elsewhere, and a device asks its user now. */
    #awaiting = false;
    #guard;
    #deadline = 0;
    #created;
    #heading;
    #unlocking;
    #passphrase = new PassphraseField(() => this.#enable(), () => this.#unlock());
    #unlockButton = button(text("unlock"), () => this.#unlock(), "secondary");
    #passkeyButton = make("button", { type: "button", class: "secondary", text: text("approveByPasskey") });
    #problem = make("p", { class: "problem", role: "alert" });
    #left = make("span", { class: "left", role: "timer" });
    /** The time until the content to send expires. */
    #expiry = new ExpiryLine();
    #progress = make("p", { class: "muted", role: "status" });
    /** What the user does on the Ledger now, and the way back. */
    #device = make("div", { class: "device" }, [
        make("p", { role: "status", text: text("ledgerConfirm") }),
        button(text("securityKeyCancel"), () => this.#decision.stop?.(), "small"),
    ]);
    /** The reason a press did nothing. */
    #refused = make("p", { class: "muted refused", role: "status" });
    #approveButton = make("button", { type: "button", class: "primary", text: text("approve") });
    #outsideButton = make("button", { type: "button", text: text("decideOutsideButton") });
    /** Why only Sidekey's window decides. */
    #outsideNote = make("div", { class: "warning" });
    #asking = make("p", { class: "muted", role: "status", text: text("askingOutside") });
    /** The button that replaces Approve once there is nothing left to approve. */
    #againButton = make("button", { type: "button", class: "primary", text: text("askSiteAgain") });
    #rejectButton = button(text("reject"), () => this.#decide(this.#decision.reject()), "secondary");
    /** The row of the decision, above the edge of the window. */
    #row;

    /**
     * @param {Approval} approval
     * @param {{ publicKey: string, label: string }[]} accounts the accounts that aren't hidden, and the one that would sign
     * @param {Decision} decision
     */
    constructor(approval, accounts, decision) {
        const { summary, review, shown } = approval;
        this.#decision = decision;
        this.#isOwn = isOwnOrigin(approval.summary.origin);
        this.#onLedger = summary.signer?.kind === "ledger";
        this.#created = summary.created;
        this.#unlocking = make("div", { class: "unlocking" }, [
            this.#passphrase.element,
            this.#unlockButton,
            decision.approveByPasskey !== undefined && this.#passkeyButton,
        ]);
        this.#waiting = approval.waiting !== undefined;
        this.#approvable = approval.decision === "popup";
        const isForbidden = approval.decision === "none";
        // A rule that forbids the request outranks every other reason.
        const isLimited = isForbidden && !approval.reasons.includes("forbidden");
        if (review.kind === "connect") this.#shared = accounts.slice(0, 1).map(({ publicKey }) => publicKey);
        if (this.#approvable && review.kind === "connect" && accounts.length > 1) {
            this.#choice = new AccountChoice(text("chooseAccounts"), accounts, [accounts[0].publicKey], () => this.#enable());
        }
        this.#proven = decision.perRequest || (approval.proof !== undefined && approval.proof !== "locked");
        this.#outsideButton.className = this.#approvable ? "small" : "primary";
        const device = deviceButton(approval.wallet.proofs ?? []);
        if (this.#approvable && device && (this.#proven || decision.locked)) this.#outsideButton.textContent = text(device);
        this.#heading = make("div", { class: "heading", tabindex: -1 }, [
            originHeading(summary.origin),
            ...claims(shown),
            headline(shown),
        ]);
        this.#outsideNote.append(text("decideOutside"), ...present(reasonList(approval.reasons, decision.trust) || null));
        this.#row = make("div", { class: "buttons" }, [this.#rejectButton, this.#approvable ? this.#approveButton : !isForbidden && this.#outsideButton, this.#againButton]);
        this.element = make("section", { class: "request", "aria-label": text("request") }, [
            make("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": text("requestText") }, [
                this.#heading,
                decision.trust === "reset" && make("p", { class: "warning", role: "alert", text: recordsText(decision.lost) }),
                ...effects(shown),
                factList([...(this.#choice ? [] : shown.shares), ...placeFacts(approval), ...shown.facts]),
                this.#choice?.element,
                itemList(shown.items),
            ]),
            make("footer", {}, [
                isForbidden && make("p", { class: "problem", role: "alert", text: text(isLimited ? "limitRefused" : "cannotApprove") }),
                isLimited && reasonList(approval.reasons, decision.trust),
                !this.#approvable && !isForbidden && this.#outsideNote,
                this.#approvable && approval.reasons.includes("locked") && make("p", { class: "muted", text: text("reason_locked") }),
                this.#approvable && approval.within && make("p", { class: "muted within", text: text(`within_${approval.within}`, originName(summary.origin)) }),
                this.#asking,
                this.#device,
                this.#progress,
                this.#approvable && proofText(approval.proof),
                this.#approvable && this.#unlocking,
                this.#problem,
                make("div", { class: "deciding" }, [
                    make("div", { class: "clocks" }, [
                        make("p", { class: "time muted" }, [make("span", { text: text("timeLeft") }), this.#left]),
                        this.#expiry.element,
                    ]),
                    // A prompt can't receive the choice of accounts.
                    this.#approvable && !this.#choice && this.#outsideButton,
                ]),
                this.#refused,
                this.#row,
            ]),
        ]);
        this.#asking.hidden = true;
        this.#device.hidden = true;
        this.#progress.hidden = true;
        if (approval.life) this.#expiry.show(approval.life);
        this.remain(summary.remaining);
        this.lock(decision.locked);
        this.#guard = new Guard({
            place: () => this.#place(),
            changed: () => this.#enable(),
            refused: () => (this.#refused.textContent = text("pressedTooSoon")),
        });
        this.#guard.watch(this.#approveButton, () => this.#approve());
        this.#guard.watch(this.#outsideButton, () => this.decideOutside());
        this.#guard.watch(this.#passkeyButton, () => this.#approveByPasskey());
        this.#guard.watch(this.#againButton, () => this.#askAgain());
    }

    /** Starts the clocks: call it once the card is in the document. */
    shown() {
        const stop = this.#guard.follow();
        this.#guard.close();
        this.#heading.focus();
        const tick = setInterval(() => {
            if (this.element.isConnected) return this.#tick();
            clearInterval(tick);
            stop();
        }, 250);
    }

    /** Rejects from the keyboard. Like an approval, this waits until the user has had time to see the request. */
    reject() {
        if (this.#guard.isOpen && !this.#busy) this.#decide(this.#decision.reject());
    }

    /**
     * Takes over what the user has typed and unfolded on the card that this one replaces.
     *
     * @param {RequestCard} before
     */
    take(before) {
        this.#passphrase.fill(before.#passphrase.take());
        const folded = [...before.element.querySelectorAll("details")];
        for (const [place, details] of this.element.querySelectorAll("details").entries()) details.open = folded[place]?.open ?? details.open;
        this.#enable();
    }

    /**
     * Shows that Sidekey's window asks about this request.
     *
     * @param {Promise<any>} answer
     */
    async await(answer) {
        this.#asking.hidden = false;
        await this.#decide(answer);
        this.#asking.hidden = true;
        this.#enable();
    }

    /**
     * Shows that the request was approved and waits for a device, whichever surface approved it: there is nothing left to decide here.
     *
     * @param {string | undefined} device the kind of the device
     */
    awaits(device) {
        if (this.#awaiting || device !== undefined) this.#device.hidden = device !== "ledger";
        this.#awaiting = device !== undefined;
        if (this.#awaiting) this.#asking.hidden = true;
        // It was decided.
        this.#outsideNote.hidden = this.#awaiting;
        this.#enable();
    }

    /** True if a decision is under way. */
    get busy() {
        return this.#busy;
    }

    /** @param {boolean} locked */
    lock(locked) {
        this.#unlocking.hidden = !locked && !this.#proven;
        // A passphrase for every request opens no session.
        this.#unlockButton.hidden = this.#decision.perRequest || !locked;
        this.#enable();
    }

    /**
     * Sets the request's remaining time by the agent. The sooner expiry without a heartbeat doesn't concern the user while this screen is
     * open: the whole time counts then.
     *
     * @param {number} milliseconds
     */
    remain(milliseconds) {
        const whole = this.#created + LIFE - Date.now();
        const left = milliseconds > UNPRESENTED - SLACK ? Math.max(milliseconds, Math.min(whole, LIFE)) : milliseconds;
        this.#deadline = performance.now() + left;
        this.#tick();
    }

    /** @param {import("../../lib/protocol.js").Expiry} expiry */
    expire(expiry) {
        this.#expiry.show(expiry);
        this.#enable();
    }

    /** @param {import("../../lib/protocol.js").Progress[]} stages */
    progress(stages) {
        this.#progress.hidden = false;
        this.#progress.textContent = stageText(stages);
    }

    /** @param {WalletError} error @param {boolean} locked */
    fail(error, locked) {
        this.lock(locked);
        this.#problem.textContent = failureText(error);
        if (error.reason === "wrong-passphrase") this.#passphrase.refuse();
    }

    /** @returns {Chosen} */
    get #chosen() {
        const accounts = this.#choice?.chosen ?? this.#shared;
        return { ...(accounts && { accounts }) };
    }

    /** Returns the place of the decision on the screen, which the guard watches. */
    #place() {
        const [row, unlocking] = [this.#row, this.#unlocking].map((each) => each.getBoundingClientRect());
        return [window.screenX, window.screenY, window.innerWidth, window.innerHeight, row.left, row.top, unlocking.top].map(Math.round).join();
    }

    #enable() {
        const needsPassphrase = !this.#unlocking.hidden && this.#passphrase.empty;
        const isBusy = this.#busy || this.#awaiting;
        this.#unlockButton.disabled = isBusy || needsPassphrase;
        const isOpen = this.#choice?.chosen.length === 0 || this.#expiry.expired;
        this.#approveButton.disabled = isBusy || needsPassphrase || isOpen || this.#waiting;
        this.#passkeyButton.disabled = isBusy || isOpen || this.#waiting;
        this.#choice?.enable(!isBusy);
        const isDead = this.#expiry.expired;
        // There is no site to ask: the user repeats here what they began here.
        this.#againButton.hidden = !isDead || this.#isOwn;
        this.#againButton.disabled = isBusy;
        this.#approveButton.hidden = isDead;
        this.#outsideButton.hidden = isDead;
        if (isDead) this.#unlocking.hidden = true;
        this.#outsideButton.disabled = isBusy || this.#expiry.expired;
        // Not disabled: a press that comes too soon gets an explanation, and the keyboard focus stays in its place.
        const closed = String(this.#guard?.isOpen !== true);
        for (const each of [this.#approveButton, this.#passkeyButton, this.#outsideButton, this.#againButton]) each.setAttribute("aria-disabled", closed);
        // While the user is asked outside, Reject is a way back that must stay.
        this.#rejectButton.disabled = this.#awaiting || (this.#busy && this.#asking.hidden);
        this.element.setAttribute("aria-busy", String(isBusy));
    }

    /** Approves; in a locked wallet, the passphrase in the field unlocks it in the same act. */
    #approve() {
        if (this.#approveButton.disabled || !this.#approvable) return;
        void this.#signed(this.#decision.approve(this.#chosen, this.#unlocking.hidden ? undefined : this.#passphrase.take()));
    }

    /** Makes the agent ask in a window of its own; the answer there is the decision. */
    async decideOutside() {
        if (this.#outsideButton.disabled) return;
        await this.await(this.#decision.decideOutside());
    }

    /** Tells the site the reason, so that it can ask anew, once nothing can be approved any more. */
    #askAgain() {
        if (this.#againButton.disabled || this.#againButton.hidden) return;
        this.#decide(this.#decision.askAgain());
    }

    /** Approves with a passkey, which signs this request; after a cancelled passkey the request stays as it is. */
    #approveByPasskey() {
        const { approveByPasskey } = this.#decision;
        if (this.#passkeyButton.disabled || !this.#approvable || !approveByPasskey) return;
        void this.#signed(approveByPasskey(this.#chosen));
    }

    /**
     * Waits for an approval, which a Ledger has to sign.
     *
     * @param {Promise<any>} answer
     */
    async #signed(answer) {
        this.#device.hidden = !this.#onLedger;
        await this.#decide(answer);
        this.#device.hidden = true;
    }

    /** Unlocks the wallet and decides nothing; Enter in the passphrase field comes here too. */
    async #unlock() {
        if (this.#unlockButton.disabled || this.#unlockButton.hidden) return;
        await this.#decide(this.#decision.unlock(this.#passphrase.take()));
        this.#busy = false;
        this.#enable();
    }

    /** @param {Promise<any>} answer */
    async #decide(answer) {
        this.#busy = true;
        this.#problem.textContent = this.#refused.textContent = "";
        this.#enable();
        try {
            await answer;
        } catch (error) {
            this.#busy = false;
            this.#decision.failed(/** @type {WalletError} */ (error));
            this.#enable();
        }
    }

    #tick() {
        const left = this.#deadline - performance.now();
        this.#left.textContent = clock(left);
        this.#left.classList.toggle("soon", left < 30_000);
        this.#expiry.tick();
        // Only the agent decides that it has expired, and answers now.
        if (this.#expiry.isDue) this.#decision.look();
    }
}

/**
 * Returns the reason a click isn't enough, without repeating the rest of the card.
 *
 * @param {string | undefined} proof
 */
function proofText(proof) {
    if (proof === undefined || proof === "locked") return undefined;
    return make("p", { class: "warning slim", text: text(`proof_${proof.replace("-", "_")}`) });
}

/**
 * Returns the label of the button that leads to Sidekey's window, where alone a key is touched and a PIN typed; none where no device would prove the
 * approval there.
 *
 * @param {string[]} proofs the factors that would
 */
function deviceButton(proofs) {
    const takesKey = proofs.some((factor) => factor.startsWith("security-key"));
    const takesPIN = proofs.includes("tpm-pin");
    if (takesKey) return takesPIN ? "useDevice" : "useSecurityKey";
    return takesPIN ? "usePIN" : undefined;
}

/**
 * Draws the reasons a request is decided outside the browser.
 *
 * @param {string[]} reasons
 * @param {string} trust the trust in the records; after a reset the user didn't choose the rules, as the card says above
 */
function reasonList(reasons, trust) {
    const texts = reasonTexts(reasons.filter((reason) => reason !== "setting" || trust !== "reset"));
    return texts.length > 0 && make("ul", { class: texts.length > 1 ? "reasons bullets" : "reasons" }, texts.map((reason) => make("li", { text: reason })));
}
