import { ErrorCode, WalletError } from "../../lib/errors.js";
import { button, make, present, text } from "../parts/dom.js";
import { failureText } from "../parts/texts.js";
import { Openings } from "./openings.js";

/**
 * The fingerprint that unlocks the wallet again for 24 hours after a proof. Turning it on takes the passphrase, which Sidekey's window asks for; turning
 * it off takes a press.
 *
 * @typedef {{ usable: boolean, reason?: string, on?: boolean, remaining?: number, retries?: number }} FingerprintStatus
 */
export class FingerprintSection {
    #background;
    /** @type {import("./openings.js").Openings | undefined} */
    #openings;
    #asking = make("p", { class: "muted", role: "status" });
    #problem = make("p", { class: "problem", role: "alert" });
    element = make("section", { class: "tab card", "data-part": "fingerprint", "aria-label": text("fingerprintTitle") });

    /** @param {import("../stores/client.js").BackgroundClient} background */
    constructor(background) {
        this.#background = background;
    }

    /** @param {import("./openings.js").Openings} [openings] says when it was last used */
    async draw(openings = this.#openings) {
        this.#openings = openings;
        /** @type {FingerprintStatus} */
        let status = { usable: false };
        try {
            status = await this.#background.request("fingerprint.status");
        } catch (thrown) {
            const error = WalletError.from(thrown);
            // An agent from before there was any.
            this.element.hidden = error.code === ErrorCode.methodNotFound;
            this.#problem.textContent = failureText(error);
        }
        const { usable, reason, on } = status;
        this.element.replaceChildren(...present(
            make("h2", { text: text("fingerprintTitle") }),
            make("p", { class: "muted", text: text("fingerprintText") }),
            make("p", { class: "muted", text: text("openingMeans_fingerprint") }),
            on ? this.#openings?.last("fingerprint") ?? null : null,
            !reason ? null : make("p", { class: "muted", text: failureText(new WalletError(ErrorCode.unauthorized, reason, reason)) }),
            on === true ? button(text("fingerprintOff"), () => this.#change("fingerprint.off", ""), "small") : null,
            on === false && usable ? button(text("fingerprintOn"), () => this.#change("fingerprint.on", text("askingOutside")), "small") : null,
            this.#asking,
            this.#problem,
        ));
        return this.element;
    }

    /** @param {string} method @param {string} asking what is shown meanwhile */
    async #change(method, asking) {
        this.#problem.textContent = "";
        this.#asking.textContent = asking;
        try {
            await this.#background.request(method);
        } catch (thrown) {
            this.#problem.textContent = failureText(WalletError.from(thrown));
        }
        this.#asking.textContent = "";
        await this.draw(this.#openings && await Openings.read(this.#background));
    }
}
