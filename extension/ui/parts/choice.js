import { visible } from "../../lib/visible.js";
import { make, shortened } from "./dom.js";

/**
 * The choice of the accounts that a site sees: a box for each, with at least one ticked.
 *
 * @typedef {import("../../lib/protocol.js").Account} Account
 */
export class AccountChoice {
    /** @type {{ box: HTMLInputElement, publicKey: string }[]} */
    #entries;

    /**
     * @param {string} question
     * @param {Account[]} accounts in the site's order
     * @param {string[]} chosen the public keys that are ticked at first
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

    /** The ticked public keys. */
    get chosen() {
        return this.#entries.filter(({ box }) => box.checked).map(({ publicKey }) => publicKey);
    }

    /** @param {boolean} enabled */
    enable(enabled) {
        for (const { box } of this.#entries) box.disabled = !enabled;
    }
}
