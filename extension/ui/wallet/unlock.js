import { WalletError } from "../../lib/errors.js";
import { button, make, text } from "../parts/dom.js";
import { PassphraseField } from "../parts/passphrase.js";
import { ReplaceSection } from "../parts/setup.js";
import { failureText, recordsText } from "../parts/texts.js";

/** The section for the passphrase of a locked wallet, typed here or outside the browser. */
export class UnlockSection {
    #background;
    #field = new PassphraseField(() => this.#enable(), () => this.#unlock());
    #problem = make("p", { class: "problem", role: "alert" });
    #note = make("p", { class: "muted", text: text("lockedText") });
    #warning = make("p", { class: "warning", role: "alert" });
    #button = button(text("unlock"), () => this.#unlock(), "primary");
    #asking = make("p", { class: "muted", role: "status" });
    #outside = button(text("unlockOutside"), () => this.#unlockOutside(), "secondary");

    /** @param {import("../stores/client.js").BackgroundClient} background */
    constructor(background) {
        this.#background = background;
        this.element = make("section", { class: "unlock card", "aria-label": text("unlock") }, [
            make("h2", { text: text("lockedTitle") }),
            this.#note,
            this.#warning,
            this.#field.element,
            this.#problem,
            this.#button,
            this.#outside,
            this.#asking,
            new ReplaceSection(background).element,
        ]);
        this.#enable();
    }

    async draw() {
        const { trust, lost } = await this.#background.request("vault.status");
        this.#warning.textContent = recordsText(lost);
        this.#warning.hidden = trust !== "reset" && !lost;
        return this.element;
    }

    focus() {
        this.#field.focus();
    }

    #enable() {
        this.#button.disabled = this.#field.empty;
    }

    /**
     * Unlocks outside the browser. The toolbar popup closes as soon as the prompt takes the keyboard; the wallet unlocks all the same.
     * After a failure the next popup says so.
     */
    async #unlockOutside() {
        this.#outside.disabled = true;
        this.#problem.textContent = "";
        this.#asking.textContent = text("askingOutside");
        try {
            await this.#background.request("vault.unlock", { native: true });
        } catch (thrown) {
            this.#problem.textContent = failureText(WalletError.from(thrown));
        }
        this.#asking.textContent = "";
        this.#outside.disabled = false;
    }

    async #unlock() {
        const passphrase = this.#field.take();
        this.#button.disabled = true;
        this.#problem.textContent = "";
        try {
            const sealed = await this.#background.seal("vault.unlock", "passphrase", passphrase);
            await this.#background.request("vault.unlock", { passphrase: sealed });
        } catch (thrown) {
            const error = WalletError.from(thrown);
            this.#problem.textContent = failureText(error);
            if (error.reason === "wrong-passphrase") this.#field.refuse();
        }
        this.#enable();
    }
}
