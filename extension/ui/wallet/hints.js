import { browser } from "../../lib/browser.js";
import { button, make, text } from "../parts/dom.js";

/**
 * The hints for a new user: how to keep the wallet's button in sight, and what happens on the first site. Each hint disappears when it has
 * come true or was read; the browser remembers that.
 *
 * @typedef {"pin" | "connect"} Hint
 */
export class HintsSection {
    #client;
    element = make("div", { class: "tips", hidden: true });

    /** @param {Pick<import("../stores/client.js").BackgroundClient, "request">} client */
    constructor(client) {
        this.#client = client;
    }

    /** @param {boolean} isUnlocked true in an unlocked wallet, which alone knows the connected sites */
    async draw(isUnlocked) {
        const [pin, connect] = await Promise.all([this.#wants("pin", isOffToolbar), this.#wants("connect", async () => isUnlocked && (await this.#isAlone()))]);
        const pinning = "getBrowserInfo" in browser.runtime ? "hintPinFirefox" : "hintPinChromium";
        const cards = [];
        if (connect) cards.push(this.#card("connect", text("hintConnect"), [text("hintConnectSite"), text("hintConnectWindow"), text("hintConnectSign")]));
        if (pin) cards.push(this.#card("pin", text("hintPin"), [text(pinning)]));
        this.element.replaceChildren(...cards);
        this.element.hidden = cards.length === 0;
    }

    /** @param {Hint} hint @param {() => Promise<boolean>} isNew */
    async #wants(hint, isNew) {
        try {
            const { [keyOf(hint)]: isRead } = await browser.storage.local.get(keyOf(hint));
            return isRead !== true && (await isNew());
        } catch {
            // An unknown state is no reason to show a hint.
            return false;
        }
    }

    async #isAlone() {
        const { origins } = await this.#client.request("origins.list", { limit: 1 });
        return origins.length === 0;
    }

    /** @param {Hint} hint @param {string} title @param {string[]} steps */
    #card(hint, title, steps) {
        const card = make("section", { class: "card tip" }, [
            make("h2", { text: title }),
            steps.length === 1 ? make("p", { text: steps[0] }) : make("ol", { class: "numbers" }, steps.map((step) => make("li", { text: step }))),
        ]);
        const read = button(text("hintRead"), async () => {
            card.hidden = true;
            await browser.storage.local.set({ [keyOf(hint)]: true });
        }, "small");
        // Two of them may appear on one screen.
        read.setAttribute("aria-label", text("hintReadNamed", title));
        card.append(read);
        return card;
    }
}

/** @param {Hint} hint */
function keyOf(hint) {
    return `hint.${hint}`;
}

/** Returns true if the browser says that the wallet's button isn't in its toolbar. */
async function isOffToolbar() {
    return (await browser.action.getUserSettings?.())?.isOnToolbar === false;
}
