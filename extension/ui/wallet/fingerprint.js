import { text } from "../parts/dom.js";
import { OpeningSection } from "./opening-section.js";

/**
 * The fingerprint that unlocks the wallet again for 24 hours after a proof. Turning it on takes the passphrase, which Sidekey's window asks for; turning
 * it off takes a press.
 *
 * @typedef {{ usable?: boolean, reason?: string, on?: boolean, remaining?: number, retries?: number }} FingerprintStatus
 */
export class FingerprintSection extends OpeningSection {
    /** @param {import("../stores/client.js").BackgroundClient} background */
    constructor(background) {
        super(background, {
            kind: "fingerprint", "data-part": "fingerprint", title: text("fingerprintTitle"), words: text("fingerprintText"), method: "fingerprint.status",
        });
    }

    /** @override @param {FingerprintStatus} status */
    parts({ usable, reason, on }) {
        return [
            on ? this.last() : null,
            this.reason(reason),
            on === true ? this.changing(text("fingerprintOff"), () => ["fingerprint.off", ""]) : null,
            on === false && usable ? this.changing(text("fingerprintOn"), () => ["fingerprint.on", text("askingOutside")]) : null,
        ];
    }
}
