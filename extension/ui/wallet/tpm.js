import { ErrorCode, WalletError } from "../../lib/errors.js";
import { visible } from "../../lib/visible.js";
import { button, make, present, text } from "../parts/dom.js";
import { language } from "../parts/language.js";
import { failureText } from "../parts/texts.js";
import { Openings } from "./openings.js";

/**
 * The PIN that this computer's TPM guards, and that unlocks the wallet in every browser. Setting and removing it take the passphrase, which Sidekey's
 * window asks for, as it asks for the PIN.
 *
 * @typedef {{ usable: boolean, reason?: string, slot?: { name: string, created: number } }} TPMStatus
 */
export class TPMSection {
    #background;
    /** @type {import("./openings.js").Openings | undefined} */
    #openings;
    #asking = make("p", { class: "muted", role: "status" });
    #problem = make("p", { class: "problem", role: "alert" });
    element = make("section", { class: "tab card", "data-part": "tpm", "aria-label": text("tpmTitle") });

    /** @param {import("../stores/client.js").BackgroundClient} background */
    constructor(background) {
        this.#background = background;
    }

    /** @param {import("./openings.js").Openings} [openings] says when it was last used */
    async draw(openings = this.#openings) {
        this.#openings = openings;
        /** @type {TPMStatus} */
        let status = { usable: false };
        try {
            status = await this.#background.request("tpm.status");
        } catch (thrown) {
            const error = WalletError.from(thrown);
            // An agent from before there was any.
            this.element.hidden = error.code === ErrorCode.methodNotFound;
            this.#problem.textContent = failureText(error);
        }
        const { slot, usable, reason } = status;
        this.element.replaceChildren(...present(
            make("h2", { text: text("tpmTitle") }),
            make("p", { class: "muted", text: text("tpmText") }),
            make("p", { class: "muted", text: text("openingMeans_tpm") }),
            !slot ? null : make("ul", { class: "accounts" }, [make("li", { class: "card passkey" }, [
                make("strong", {}, [make("bdi", { text: visible(slot.name) })]),
                make("span", { class: "muted", text: language.date(slot.created) }),
                ...present(this.#openings?.last("tpm") ?? null),
                button(text("removeTPM"), () => this.#change("tpm.remove", "askingOutside"), "small"),
            ])]),
            !reason ? null : make("p", { class: "muted", text: failureText(new WalletError(ErrorCode.unauthorized, reason, reason)) }),
            slot || !usable ? null : button(text("addTPM"), () => this.#change("tpm.add", "tpmAsking"), "small"),
            this.#asking,
            this.#problem,
        ));
        return this.element;
    }

    /** @param {string} method @param {string} asking the key of the text that is shown meanwhile */
    async #change(method, asking) {
        this.#problem.textContent = "";
        this.#asking.textContent = text(asking);
        try {
            await this.#background.request(method);
        } catch (thrown) {
            this.#problem.textContent = failureText(WalletError.from(thrown));
        }
        this.#asking.textContent = "";
        await this.draw(this.#openings && await Openings.read(this.#background));
    }
}
