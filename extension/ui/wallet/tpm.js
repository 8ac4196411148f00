import { make, text } from "../parts/dom.js";
import { OpeningSection } from "./opening-section.js";

/**
 * The PIN that this computer's TPM guards, and that unlocks the wallet in every browser. Setting and removing it take the passphrase, which Sidekey's
 * window asks for, as it asks for the PIN.
 *
 * @typedef {{ usable?: boolean, reason?: string, slot?: import("./opening-section.js").Slot }} TPMStatus
 */
export class TPMSection extends OpeningSection {
    /** @param {import("../stores/client.js").BackgroundClient} background */
    constructor(background) {
        super(background, { kind: "tpm", "data-part": "tpm", title: text("tpmTitle"), words: text("tpmText"), method: "tpm.status" });
    }

    /** @override @param {TPMStatus} status */
    parts({ slot, usable, reason }) {
        const remove = () => this.changing(text("removeTPM"), () => ["tpm.remove", text("askingOutside")]);
        return [
            slot ? make("ul", { class: "accounts" }, [this.entry(slot, remove())]) : null,
            this.reason(reason),
            slot || !usable ? null : this.changing(text("addTPM"), () => ["tpm.add", text("tpmAsking")]),
        ];
    }
}
