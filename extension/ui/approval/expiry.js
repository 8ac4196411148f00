import { clock, make, text } from "../parts/dom.js";

/**
 * The time until the content to send expires. It counts down between two answers of the agent, which alone decides that it has expired.
 *
 * @typedef {import("../../lib/protocol.js").Expiry} Expiry
 */
export class ExpiryLine {
    expired = false;
    #deadline = Infinity;
    #asked = 0;
    #name = make("span", {});
    #left = make("span", { class: "left", role: "timer" });
    element = make("p", { class: "time expiry muted", hidden: true }, [this.#name, this.#left]);

    /** @param {Expiry} expiry */
    show(expiry) {
        this.element.hidden = false;
        this.expired = expiry.kind === "expired";
        this.#deadline = expiry.kind === "blocks" ? performance.now() + expiry.remaining : Infinity;
        this.#name.textContent = text(`expiry_${expiry.kind}`);
        this.element.classList.toggle("problem", this.expired);
        this.element.classList.toggle("muted", !this.expired);
        this.tick();
    }

    /** True if the clock says that the time has expired, about once a second until the agent has said so. */
    get isDue() {
        const now = performance.now();
        if (this.expired || now < this.#deadline || now - this.#asked < 1_000) return false;
        this.#asked = now;
        return true;
    }

    tick() {
        const left = this.#deadline - performance.now();
        this.#left.textContent = Number.isFinite(left) ? clock(left) : "";
        this.#left.classList.toggle("soon", left < 15_000);
    }
}
