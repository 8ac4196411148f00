import { make } from "./dom.js";

/**
 * The question in Sidekey's own window for this screen or for one that is gone, and how it ended: the toolbar popup closes as that window opens, and the
 * popup that is opened next says what became of it.
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
     * Asks for it anew where the background or the host was another: what went on there ended with it.
     *
     * @param {import("../stores/client.js").WalletState} state
     */
    update({ phase, vault }) {
        // Once it is unlocked, nobody has to be told that there is a wallet.
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
        // How one ended stays while this screen is open, until the next begins.
        if (last === undefined && this.#shown?.isRunning === false) return;
        this.#shown = last;
        // Where this screen has asked, the place of the asking says so.
        const isOwn = last?.isRunning === true && last.method !== "vault.setup" && this.#client.isAskedOutside;
        if (last === undefined || isOwn) return this.element.replaceChildren();
        const { outsideParts } = await import("./outside-texts.js");
        if (this.#shown !== last) return;
        this.element.replaceChildren(...outsideParts(last));
        this.#see();
    }

    /** Tells the background that the end was seen; what nobody could see isn't told. */
    #see() {
        if (this.#shown?.isRunning === false && document.visibilityState === "visible") void this.#client.request("outside.seen").catch(() => {});
    }
}
