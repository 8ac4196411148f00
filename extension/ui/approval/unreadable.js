import { WalletError } from "../../lib/errors.js";
import { button, make, text } from "../parts/dom.js";
import { originHeading } from "../parts/origin.js";
import { failureText } from "../parts/texts.js";

/**
 * A card in the place of a request that couldn't be read or drawn. The user can't approve it unseen, but can reject it or read it once
 * more. To the queue it is a card like `RequestCard`.
 */
export class UnreadableCard {
    #reject;
    #problem = make("p", { class: "problem", role: "alert" });
    #buttons;

    /**
     * @param {string | undefined} origin
     * @param {{ retry: () => void, reject: () => Promise<any> }} decision
     */
    constructor(origin, { retry, reject }) {
        this.#reject = reject;
        this.#buttons = [button(text("reject"), () => this.reject(), "secondary"), button(text("retry"), retry, "secondary")];
        this.element = make("section", { class: "request", "aria-label": text("request") }, [
            make("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": text("requestText") }, [
                origin !== undefined && originHeading(origin),
                make("p", { class: "warning", role: "alert", text: text("requestUnreadable") }),
            ]),
            make("footer", {}, [this.#problem, make("div", { class: "buttons" }, this.#buttons)]),
        ]);
    }

    async reject() {
        if (this.#buttons.some(({ disabled }) => disabled)) return;
        this.#enable(false);
        this.#problem.textContent = "";
        try {
            await this.#reject();
        } catch (error) {
            this.fail(WalletError.from(error));
            this.#enable(true);
        }
    }

    /** @param {WalletError} error */
    fail(error) {
        this.#problem.textContent = failureText(error);
    }

    get busy() {
        return false;
    }

    /** Does nothing: neither the lock of the wallet nor the request's remaining time changes this card. */
    lock() {}

    remain() {}

    expire() {}

    progress() {}

    awaits() {}

    /** @param {boolean} enabled */
    #enable(enabled) {
        for (const each of this.#buttons) each.disabled = !enabled;
        this.element.setAttribute("aria-busy", String(!enabled));
    }
}
