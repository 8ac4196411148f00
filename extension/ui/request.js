import { AccountChoice } from "./choice.js";
import { button, clock, make, text } from "./dom.js";
import { factsList, methodText } from "./facts.js";
import { originHeading } from "./origin.js";
import { PassphraseField } from "./passphrase.js";
import { reviewSection } from "./review.js";
import { failureText, reasonTexts } from "./texts.js";

/**
 * One request, with its decision.
 *
 * Approve does nothing for the first half second, nor right after the window got the focus back: a click or key that was
 * meant for the page under it decides nothing. No element has the focus that Enter would press.
 *
 * @typedef {import("../lib/protocol.js").Approval} Approval
 * @typedef {import("../lib/errors.js").WalletError} WalletError
 * @typedef {{
 *     locked: boolean, trust: string, perRequest: boolean, unlock: (passphrase: string) => Promise<any>,
 *     approve: (passphrase: string | undefined, accounts: string[] | undefined) => Promise<any>,
 *     approveByPasskey?: (accounts: string[] | undefined) => Promise<any>,
 *     decideOutside: () => Promise<any>, reject: () => Promise<any>, failed: (error: WalletError) => void,
 * }} Decision
 */
const GUARD = 500;
/** A presented request lives this long from its arrival; one that nobody presents any more ends sooner. */
const LIFE = 300_000;
const UNPRESENTED = 30_000;
const SLACK = 5_000;

export class RequestCard {
    #decision;
    #approvable;
    /**
     * Which accounts a site is shown, where there are several to choose from.
     *
     * @type {AccountChoice | undefined}
     */
    #choice;
    /**
     * What an approval names as shared: what stands on the card, and not what the agent would take by default.
     *
     * @type {string[] | undefined}
     */
    #shared;
    #armed = false;
    #busy = false;
    /** @type {any} */
    #guard;
    #deadline = 0;
    #created;
    #heading;
    #unlocking;
    #passphrase = new PassphraseField(() => this.#enable(), () => this.#unlock());
    #unlockButton = button(text("unlock"), () => this.#unlock(), "secondary");
    #passkeyButton = button(text("approveByPasskey"), () => this.#approveByPasskey(), "secondary");
    #problem = make("p", { class: "problem", role: "alert" });
    #left = make("span", { class: "left", role: "timer" });
    #approveButton = button(text("approve"), () => this.#approve(), "primary");
    #outsideButton = button(text("decideOutsideButton"), () => this.#decideOutside());
    #asking = make("p", { class: "muted", role: "status", text: text("askingOutside") });
    #rejectButton = button(text("reject"), () => this.#decide(this.#decision.reject()), "secondary");

    /**
     * @param {Approval} approval
     * @param {{ publicKey: string, label: string }[]} accounts those that the user hasn't hidden, and the one that would sign
     * @param {Decision} decision
     */
    constructor(approval, accounts, decision) {
        const { summary, review } = approval;
        this.#decision = decision;
        this.#created = summary.created;
        this.#unlocking = make("div", { class: "unlocking" }, [
            this.#passphrase.element,
            this.#unlockButton,
            decision.approveByPasskey !== undefined && this.#passkeyButton,
        ]);
        this.#approvable = approval.decision === "popup";
        if (review.kind === "connect") this.#shared = accounts.slice(0, 1).map(({ publicKey }) => publicKey);
        if (this.#approvable && review.kind === "connect" && accounts.length > 1) {
            this.#choice = new AccountChoice(text("chooseAccounts"), accounts, [accounts[0].publicKey], () => this.#enable());
        }
        this.#outsideButton.className = this.#approvable ? "small" : "primary";
        this.#heading = make("div", { class: "heading", tabindex: -1 }, [
            originHeading(summary.origin),
            make("p", { class: "method", text: methodText(summary.method, review.items.length) }),
        ]);
        this.element = make("section", { class: "request", "aria-label": text("request") }, [
            make("div", { class: "scroll" }, [
                this.#heading,
                decision.trust === "reset" && make("p", { class: "warning", role: "alert", text: text("recordsReset") }),
                factsList(approval, accounts, this.#choice !== undefined),
                this.#choice?.element,
                reviewSection(review, this.#choice !== undefined),
            ]),
            make("footer", {}, [
                !this.#approvable && make("div", { class: "warning" }, [text("decideOutside"), reasonList(approval.reasons, decision.trust)]),
                this.#approvable && approval.reasons.includes("locked") && make("p", { class: "muted", text: text("reason_locked") }),
                // A prompt can't be told which accounts were chosen.
                this.#approvable && !this.#choice && this.#outsideButton,
                this.#asking,
                this.#approvable && this.#unlocking,
                this.#problem,
                make("p", { class: "time muted" }, [make("span", { text: text("timeLeft") }), this.#left]),
                make("div", { class: "buttons" }, [this.#rejectButton, this.#approvable ? this.#approveButton : this.#outsideButton]),
            ]),
        ]);
        this.#asking.hidden = true;
        this.remain(summary.remaining);
        this.lock(decision.locked);
        this.#arm();
    }

    /** Starts the clocks: to be called once the card stands in the document. */
    shown() {
        this.#arm();
        this.#heading.focus();
        const arm = () => (this.element.isConnected ? this.#arm() : stop());
        const tick = setInterval(() => (this.element.isConnected ? this.#tick() : stop()), 250);
        const stop = () => {
            clearInterval(tick);
            window.removeEventListener("focus", arm);
            document.removeEventListener("visibilitychange", arm);
        };
        window.addEventListener("focus", arm);
        document.addEventListener("visibilitychange", arm);
    }

    /** A no from the keyboard; as Approve, it waits until the user can have seen what it answers. */
    reject() {
        if (this.#armed && !this.#busy) this.#decide(this.#decision.reject());
    }

    /** Whether a decision is under way. */
    get busy() {
        return this.#busy;
    }

    /** @param {boolean} locked */
    lock(locked) {
        const { perRequest } = this.#decision;
        this.#unlocking.hidden = !locked && !perRequest;
        // A passphrase for every request opens no session.
        this.#unlockButton.hidden = perRequest;
        this.#enable();
    }

    /**
     * How long the agent gives it. That it would end for want of a heartbeat isn't the user's affair while this screen is
     * open: what counts then is the whole life.
     *
     * @param {number} milliseconds
     */
    remain(milliseconds) {
        const whole = this.#created + LIFE - Date.now();
        const left = milliseconds > UNPRESENTED - SLACK ? Math.max(milliseconds, Math.min(whole, LIFE)) : milliseconds;
        this.#deadline = performance.now() + left;
        this.#tick();
    }

    /** @param {WalletError} error @param {boolean} locked */
    fail(error, locked) {
        this.lock(locked);
        this.#problem.textContent = failureText(error);
        if (error.reason === "wrong-passphrase") this.#passphrase.refuse();
    }

    get #accounts() {
        return this.#choice?.chosen ?? this.#shared;
    }

    #arm() {
        this.#armed = false;
        clearTimeout(this.#guard);
        this.#guard = setTimeout(() => {
            this.#armed = true;
            this.#enable();
        }, GUARD);
        this.#enable();
    }

    #enable() {
        const needsPassphrase = !this.#unlocking.hidden && this.#passphrase.empty;
        this.#unlockButton.disabled = this.#busy || needsPassphrase;
        const sharesNothing = this.#choice?.chosen.length === 0;
        this.#approveButton.disabled = !this.#armed || this.#busy || needsPassphrase || sharesNothing;
        this.#passkeyButton.disabled = !this.#armed || this.#busy || sharesNothing;
        this.#choice?.enable(!this.#busy);
        this.#outsideButton.disabled = !this.#armed || this.#busy;
        // While the user is asked outside, No is a way back that must stay.
        this.#rejectButton.disabled = this.#busy && this.#asking.hidden;
        this.element.setAttribute("aria-busy", String(this.#busy));
    }

    /** Approves; in a locked wallet the passphrase in the field unlocks it in the same act. */
    #approve() {
        if (this.#approveButton.disabled || !this.#approvable) return;
        this.#decide(this.#decision.approve(this.#unlocking.hidden ? undefined : this.#passphrase.take(), this.#accounts));
    }

    /** Has the agent ask in a window of its own; the answer there is the decision. */
    async #decideOutside() {
        if (this.#outsideButton.disabled) return;
        this.#asking.hidden = false;
        await this.#decide(this.#decision.decideOutside());
        this.#asking.hidden = true;
        this.#enable();
    }

    /** Approves by a passkey, which signs this request; a no to it leaves the request as it is. */
    #approveByPasskey() {
        const { approveByPasskey } = this.#decision;
        if (this.#passkeyButton.disabled || !this.#approvable || !approveByPasskey) return;
        this.#decide(approveByPasskey(this.#accounts));
    }

    /** Enter in the passphrase field comes here too: it opens the wallet and decides nothing. */
    async #unlock() {
        if (this.#unlockButton.disabled || this.#unlockButton.hidden) return;
        await this.#decide(this.#decision.unlock(this.#passphrase.take()));
        this.#busy = false;
        this.#enable();
    }

    /** @param {Promise<any>} answer */
    async #decide(answer) {
        this.#busy = true;
        this.#problem.textContent = "";
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
    }
}

/**
 * Why a request is decided outside the browser.
 *
 * @param {string[]} reasons
 * @param {string} trust where the rules were dropped, nobody chose what holds; that is said above
 */
function reasonList(reasons, trust) {
    const texts = reasonTexts(reasons.filter((reason) => reason !== "setting" || trust !== "reset"));
    return texts.length > 0 && make("ul", { class: "reasons" }, texts.map((reason) => make("li", { text: reason })));
}
