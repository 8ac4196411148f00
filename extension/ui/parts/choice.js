import { visible } from "../../lib/visible.js";
import { make, shortened } from "./dom.js";

/**
 * Which of the wallet's accounts a site sees: a box for each, at least one of them ticked.
 *
 * @typedef {import("../../lib/protocol.js").Account} Account
 */
export class AccountChoice {
    /** @type {{ box: HTMLInputElement, publicKey: string }[]} */
    #entries;

    /**
     * @param {string} question
     * @param {Account[]} accounts in the order in which the site will see them
     * @param {string[]} chosen public keys that are ticked to begin with
     * @param {() => void} changed
     */
    constructor(question, accounts, chosen, changed) {
        this.#entries = accounts.map(({ publicKey }) => {
            const id = `account-${crypto.randomUUID()}`;
            const box = make("input", { id, type: "checkbox", "aria-describedby": `${id}-address`, on: { change: changed } });
            box.checked = chosen.includes(publicKey);
            return { box, publicKey };
        });
        this.element = make("fieldset", { class: "choice" }, [
            make("legend", { text: question }),
            ...accounts.map(({ publicKey, label }, index) => {
                const { box } = this.#entries[index];
                const address = make("span", { id: `${box.id}-address` }, [shortened(publicKey)]);
                return make("div", { class: "card" }, [box, make("label", { for: box.id, text: visible(label) }), address]);
            }),
        ]);
    }

    /** The public keys that are ticked. */
    get chosen() {
        return this.#entries.filter(({ box }) => box.checked).map(({ publicKey }) => publicKey);
    }

    /** @param {boolean} enabled */
    enable(enabled) {
        for (const { box } of this.#entries) box.disabled = !enabled;
    }
}
