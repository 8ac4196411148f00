import { WalletError } from "../../lib/errors.js";
import { button, make, present, text } from "../parts/dom.js";
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
    #key = button(text("unlockBySecurityKey"), () => this.#unlockByKey(), "secondary");
    #tpm = button(text("unlockByTPM"), () => this.#unlockByTPM(), "secondary");
    #finger = button(text("unlockByFingerprint"), () => this.#unlockByFinger(), "secondary");
    #cancel = button(text("securityKeyCancel"), () => void this.#background.request(this.#cancelling).catch(() => {}), "small");
    /** The method that ends the waiting under way. */
    #cancelling = "securitykey.cancel";
    #replace;

    /** @param {import("../stores/client.js").BackgroundClient} background */
    constructor(background) {
        this.#background = background;
        this.#replace = new ReplaceSection(background).element;
        this.element = make("section", { class: "unlock card", "aria-label": text("unlock") });
        this.#cancel.hidden = true;
        this.#enable();
    }

    async draw() {
        const { trust, lost, extension, securityKeys, tpm, fingerprint } = await this.#background.request("vault.status");
        // While a key is kept for a finger, the sensor may still be gone or in use by another session.
        const takesFinger = fingerprint === true && (await this.#background.request("fingerprint.status").catch(() => undefined))?.usable === true;
        this.#warning.textContent = recordsText(lost);
        this.#warning.hidden = trust !== "reset" && !lost;
        // Nobody should get used to typing a passphrase into a copy that isn't known; the agent would refuse it anyway.
        const isUnknownCopy = extension === "unverified";
        this.#outside.textContent = text(isUnknownCopy ? "decideOutsideButton" : "unlockOutside");
        this.#outside.className = isUnknownCopy ? "primary" : "secondary";
        this.element.replaceChildren(...present(
            make("h2", { text: text("lockedTitle") }),
            this.#note,
            this.#warning,
            isUnknownCopy ? null : this.#field.element,
            this.#problem,
            isUnknownCopy ? null : this.#button,
            !isUnknownCopy && securityKeys > 0 ? this.#key : null,
            !isUnknownCopy && tpm === true ? this.#tpm : null,
            !isUnknownCopy && takesFinger ? this.#finger : null,
            this.#outside,
            this.#asking,
            this.#cancel,
            this.#replace,
        ));
        return this.element;
    }

    focus() {
        if (this.#field.element.isConnected) this.#field.focus();
        // The notice above stays in view.
        else this.#outside.focus({ preventScroll: true });
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

    /** Unlocks by a touch. Where the key asks for its PIN, Sidekey's window does; the toolbar popup closes then, and the wallet unlocks all the same. */
    async #unlockByKey() {
        this.#key.disabled = true;
        this.#cancelling = "securitykey.cancel";
        this.#cancel.hidden = false;
        this.#problem.textContent = "";
        this.#asking.textContent = text("securityKeyTouch");
        try {
            await this.#background.request("vault.unlock", { securityKey: true });
        } catch (thrown) {
            this.#problem.textContent = failureText(WalletError.from(thrown));
        }
        this.#asking.textContent = "";
        this.#cancel.hidden = true;
        this.#key.disabled = false;
    }

    /** Unlocks by the PIN, which Sidekey's window asks for; the toolbar popup closes then, and the wallet unlocks all the same. */
    async #unlockByTPM() {
        this.#tpm.disabled = true;
        this.#problem.textContent = "";
        this.#asking.textContent = text("tpmPINAsking");
        try {
            await this.#background.request("vault.unlock", { tpm: true });
        } catch (thrown) {
            this.#problem.textContent = failureText(WalletError.from(thrown));
        }
        this.#asking.textContent = "";
        this.#tpm.disabled = false;
    }

    /**
     * Unlocks by a finger, which Sidekey's window asks for once its own button was pressed: a browser can't have the sensor wait. The toolbar popup
     * closes then, and the wallet unlocks all the same.
     */
    async #unlockByFinger() {
        this.#finger.disabled = true;
        this.#cancelling = "fingerprint.cancel";
        this.#cancel.hidden = false;
        this.#problem.textContent = "";
        this.#asking.textContent = text("fingerprintAsking");
        try {
            await this.#background.request("vault.unlock", { fingerprint: true });
        } catch (thrown) {
            this.#problem.textContent = failureText(WalletError.from(thrown));
            // After too many that didn't match, there is nothing to press any more.
            await this.draw();
        }
        this.#asking.textContent = "";
        this.#cancel.hidden = true;
        this.#finger.disabled = false;
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
