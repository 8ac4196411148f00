import { WalletError } from "../lib/errors.js";
import { button, make, text } from "./dom.js";
import { failureText } from "./texts.js";

/**
 * Two buttons that start making or restoring a wallet outside the browser. No word of a phrase and no passphrase is typed
 * here: what comes back is how it ended.
 */
export class SetupSection {
    #background;
    #status = make("p", { class: "muted", role: "status" });
    #buttons = [
        button(text("createWallet"), () => this.#start("create"), "primary"),
        button(text("restoreWallet"), () => this.#start("restore"), "secondary"),
    ];

    /** @param {import("./client.js").BackgroundClient} background */
    constructor(background) {
        this.#background = background;
        this.element = make("div", { class: "setup" }, [make("div", { class: "buttons" }, this.#buttons), this.#status]);
    }

    /** @param {"create" | "restore"} kind */
    async #start(kind) {
        for (const each of this.#buttons) each.disabled = true;
        this.#status.textContent = text("setupOutside");
        try {
            const { outcome } = await this.#background.request("vault.setup", { kind });
            this.#status.textContent = outcome === "created" ? text("setupDone") : text("setupCancelled");
        } catch (thrown) {
            this.#status.textContent = failureText(WalletError.from(thrown));
        }
        for (const each of this.#buttons) each.disabled = false;
    }
}

/** The way back for somebody whose passphrase is lost: another wallet in the place of this one, from its words. */
export class ReplaceSection {
    #background;
    #status = make("p", { class: "muted", role: "status" });
    #button = button(text("forgotPassphrase"), () => this.#start(), "small");

    /** @param {import("./client.js").BackgroundClient} background */
    constructor(background) {
        this.#background = background;
        this.element = make("div", { class: "replace" }, [this.#button, this.#status]);
    }

    async #start() {
        this.#button.disabled = true;
        this.#status.textContent = text("setupOutside");
        try {
            const { outcome } = await this.#background.request("vault.setup", { kind: "restore", replace: true });
            this.#status.textContent = outcome === "created" ? text("setupDone") : text("replaceCancelled");
        } catch (thrown) {
            this.#status.textContent = failureText(WalletError.from(thrown));
        }
        this.#button.disabled = false;
    }
}
