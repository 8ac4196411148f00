import { browser } from "../../lib/browser.js";
import { WINDOW_SOLANA } from "../../lib/protocol.js";
import { make, text } from "../parts/dom.js";

/**
 * The offer of the wallet to older sites as `window.solana` too. It is off unless the user turns it on: if two wallets fight over the name,
 * chance decides which one a site asks.
 */
export class OlderSitesSection {
    #box = make("input", { id: "older-sites", type: "checkbox", on: { change: () => this.#settle() } });
    element = make("section", { class: "tab card", "data-part": "older" }, [
        make("h2", { text: text("olderSites") }),
        make("div", { class: "tick" }, [this.#box, make("label", { for: "older-sites", text: text("olderSitesOffer") })]),
        make("p", { class: "muted", text: text("olderSitesNote") }),
    ]);

    async draw() {
        const { [WINDOW_SOLANA]: offered } = await browser.storage.local.get(WINDOW_SOLANA);
        this.#box.checked = offered === true;
        return this.element;
    }

    async #settle() {
        if (this.#box.checked) await browser.storage.local.set({ [WINDOW_SOLANA]: true });
        else await browser.storage.local.remove(WINDOW_SOLANA);
    }
}
