import { WalletError } from "../../lib/errors.js";
import { make } from "../parts/dom.js";
import { failureText } from "../parts/texts.js";

/**
 * The callers beside sites that may ask the wallet, let in outside the browser: their rows, and a way to revoke each. The section is hidden
 * without any.
 */
export class CallerSection {
    #rows = make("ul", { class: "rows" });
    #said = make("p", { class: "muted", role: "status" });
    #problem = make("p", { class: "problem", role: "alert" });
    #busy = false;
    element;

    /** @param {string} name the name of the class, beside the common one @param {string} part @param {string} title @param {string} note */
    constructor(name, part, title, note) {
        this.element = make("section", { class: `callers ${name}`, "data-part": part, hidden: true, "aria-label": title }, [
            make("h2", { text: title }),
            make("p", { class: "muted", text: note }),
            this.#rows, this.#said, this.#problem,
        ]);
    }

    /** @param {Node[]} rows */
    show(rows) {
        this.#rows.replaceChildren(...rows);
        this.#appear();
    }

    /**
     * @param {string} id
     * @param {string} title
     * @param {Node[]} facts
     * @param {{ label: string, named: string, said: string, act: () => Promise<void> }} revocation `named`, `said`: for users who don't see the row
     */
    row(id, title, facts, { label, named, said, act }) {
        return make("li", { class: "line card", "data-row": id }, [
            make("strong", { class: "origin-line" }, [make("bdi", { text: title })]),
            ...facts,
            make("div", { class: "actions" }, [
                make("button", { type: "button", class: "small", text: label, "aria-label": named, on: { click: () => this.#revoke(act, said) } }),
            ]),
        ]);
    }

    /** @param {() => Promise<void>} act @param {string} said */
    async #revoke(act, said) {
        if (this.#busy) return;
        this.#busy = true;
        this.#problem.textContent = this.#said.textContent = "";
        try {
            await act();
            this.#said.textContent = said;
        } catch (thrown) {
            this.#problem.textContent = failureText(WalletError.from(thrown));
        }
        this.#busy = false;
        this.#appear();
    }

    #appear() {
        this.element.hidden = [this.#rows, this.#said, this.#problem].every((each) => each.textContent === "");
    }
}
