import { WalletError } from "../../lib/errors.js";
import { ceremonyButton } from "./ceremony.js";
import { button, make, text } from "./dom.js";
import { isToolbarPopup } from "./place.js";
import { failureText } from "./texts.js";

/**
 * Buttons that start the making or restoring of a wallet outside the browser. No word of a phrase and no passphrase is typed here. A notice
 * above all places shows the progress and the outcome: the popup closes as the first window opens, and a tab stays in its place.
 */
class Setup {
    #background;
    problem = make("p", { class: "problem", role: "alert" });
    /** @type {HTMLButtonElement[]} */
    buttons = [];

    /** @param {import("../stores/client.js").BackgroundClient} background */
    constructor(background) {
        this.#background = background;
    }

    /** @param {string} label @param {{ kind: "create" | "restore", replace?: boolean }} params @param {string} style */
    button(label, params, style) {
        const made = button(label, () => this.#start(params), style);
        this.buttons.push(made);
        return made;
    }

    /** @param {object} params */
    async #start(params) {
        for (const each of this.buttons) each.disabled = true;
        this.problem.textContent = "";
        try {
            await this.#background.request("setup.begin", params);
            if (isToolbarPopup()) window.close();
        } catch (thrown) {
            this.problem.textContent = failureText(WalletError.from(thrown));
        }
        for (const each of this.buttons) each.disabled = false;
    }
}

/** The setup for a user who has no wallet yet. */
export class SetupSection {
    /** @param {import("../stores/client.js").BackgroundClient} background */
    constructor(background) {
        const setup = new Setup(background);
        this.element = make("div", { class: "setup" }, [
            make("div", { class: "buttons" }, [
                setup.button(text("createWallet"), { kind: "create" }, "primary"),
                setup.button(text("restoreWallet"), { kind: "restore" }, "secondary"),
            ]),
            ceremonyButton(background, text("restoreBackup"), { kind: "restore" }),
            setup.problem,
        ]);
    }
}

/** The way back for a user who has lost the passphrase: another wallet in place of this one, from its words. */
export class ReplaceSection {
    /** @param {import("../stores/client.js").BackgroundClient} background */
    constructor(background) {
        const setup = new Setup(background);
        this.element = make("div", { class: "replace" }, [setup.button(text("forgotPassphrase"), { kind: "restore", replace: true }, "small"), setup.problem]);
    }
}
