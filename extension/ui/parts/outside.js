import { make } from "./dom.js";

/**
 * The question in Sidekey's own window, for this screen or an earlier one, and its outcome. The toolbar popup closes as that window opens,
 * so the next popup shows the outcome.
 *
 * @typedef {import("../../background/outside.js").Asked} Asked
 */
export class OutsideNotice {
    #client;
    /** @type {Asked | undefined} */
    #shown;
    #phase = "";
    /** @type {string | undefined} */
    #vault;
    element = make("div", { class: "outside-place", role: "status" });

    /** @param {import("../stores/client.js").BackgroundClient} client */
    constructor(client) {
        this.#client = client;
        client.on("outside.changed", ({ last }) => this.#show(last));
        document.addEventListener("visibilitychange", () => this.#see());
    }

    /**
     * Requests the notice anew if the background or the host was replaced: a question that was open there ended with it.
     *
     * @param {import("../stores/client.js").WalletState} state
     */
    update({ phase, vault }) {
        // After an unlock, the user knows that there is a wallet.
        if (vault !== this.#vault && vault === "unlocked" && this.#shown?.method === "vault.setup") {
            this.#shown = undefined;
            this.element.replaceChildren();
        }
        this.#vault = vault;
        if (phase === this.#phase) return;
        this.#phase = phase;
        this.#client.request("outside.last").then(({ last }) => (last || this.#shown?.isRunning) && this.#show(last), () => {});
    }

    /** @param {Asked | undefined} last */
    async #show(last) {
        // The outcome of one stays while this screen is open, until the next begins.
        if (last === undefined && this.#shown?.isRunning === false) return;
        this.#shown = last;
        // If this screen has asked, the place of the question shows it.
        const isOwn = last?.isRunning === true && last.params.native === true && this.#client.isAskedOutside;
        if (last === undefined || isOwn) return this.element.replaceChildren();
        const { outsideParts } = await import("./outside-texts.js");
        if (this.#shown !== last) return;
        this.element.replaceChildren(...outsideParts(last));
        // The button that asked may stand far below, on a page that stays open.
        this.element.scrollIntoView?.({ block: "nearest" });
        this.#see();
    }

    /** Tells the background that the user saw the end; an end that couldn't be seen isn't reported. */
    #see() {
        if (this.#shown?.isRunning === false && document.visibilityState === "visible") void this.#client.request("outside.seen").catch(() => {});
    }
}
