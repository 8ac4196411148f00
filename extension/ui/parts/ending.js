import { make } from "./dom.js";

/**
 * The end of the latest request, if no screen showed it: after the popup had closed, or in Sidekey's window.
 *
 * @typedef {import("../../background/endings.js").Ending} Ending
 */
export class EndingNotice {
    #client;
    /** @type {Ending | undefined} */
    #shown;
    #phase = "";
    element = make("div", { class: "outside-place", role: "status" });

    /** @param {import("../stores/client.js").BackgroundClient} client */
    constructor(client) {
        this.#client = client;
        client.on("ending.changed", ({ last }) => void this.#show(last));
        document.addEventListener("visibilitychange", () => this.#see());
    }

    /**
     * Requests the notice anew with another background, and makes room for what waits.
     *
     * @param {import("../stores/client.js").WalletState} state
     * @param {boolean} isWaiting true if a request is in view, whose dangers need the room
     */
    update({ phase }, isWaiting) {
        this.element.hidden = isWaiting;
        this.#see();
        if (phase === this.#phase) return;
        this.#phase = phase;
        this.#client.request("ending.last").then(({ last }) => last && this.#show(last), () => {});
    }

    /** @param {Ending} last */
    async #show(last) {
        if (last.id === this.#shown?.id) return;
        this.#shown = last;
        const { endingCard } = await import("./ending-texts.js");
        const card = await endingCard(this.#client, last);
        if (this.#shown !== last) return;
        this.element.replaceChildren(card);
        this.#see();
    }

    /** Tells the background that the user saw the end; an end that couldn't be seen stays for the next screen. */
    #see() {
        if (!this.#shown || this.element.hidden || this.element.childElementCount === 0 || document.visibilityState !== "visible") return;
        void this.#client.request("ending.seen", { id: this.#shown.id }).catch(() => {});
    }
}
