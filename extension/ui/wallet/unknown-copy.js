import { commandBlock } from "../parts/command.js";
import { make, text } from "../parts/dom.js";

/**
 * The notice that the agent doesn't know this copy of the extension by its files, above every place and before anything is pressed. A copy
 * that somebody else has altered shows what it likes: the notice is for a copy that is out of step, half installed, or being developed.
 */
export class UnknownCopyNotice {
    element = make("section", { class: "warning unknown-copy", role: "alert" });
    #isShown = false;

    /** @param {import("../stores/session.js").SessionStore} session */
    constructor(session) {
        this.element.hidden = true;
        session.subscribe(({ isUnknownCopy }) => this.#show(isUnknownCopy));
    }

    /** @param {boolean} isUnknown */
    #show(isUnknown) {
        if (isUnknown === this.#isShown) return;
        this.#isShown = isUnknown;
        this.element.hidden = !isUnknown;
        this.element.replaceChildren(...(isUnknown ? [
            make("p", { class: "sentence", text: text("unknownCopy") }),
            make("p", { text: text("unknownCopyNext") }),
            commandBlock("sidekey extensions copies"),
        ] : []));
    }
}
