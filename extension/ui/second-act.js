import { make, text } from "./dom.js";

/**
 * The second act of an approval with a danger in it: a word to be typed, which the agent chose for this request. No click that
 * was meant for something else types it.
 */
export class SecondAct {
    #input;
    #word;

    /** @param {string} word @param {() => void} changed */
    constructor(word, changed) {
        this.#word = word;
        this.#input = make("input", {
            id: `second-act-${crypto.randomUUID()}`,
            type: "text",
            autocomplete: "off",
            spellcheck: "false",
            autocapitalize: "off",
            on: { input: changed },
        });
        this.element = make("div", { class: "second-act" }, [
            make("label", { for: this.#input.id, text: text("secondAct", word) }),
            this.#input,
        ]);
    }

    /** What was typed, as the agent compares it. */
    get typed() {
        return this.#input.value.trim().toLowerCase();
    }

    get done() {
        return this.typed === this.#word;
    }

    /** @param {boolean} enabled */
    enable(enabled) {
        this.#input.disabled = !enabled;
    }
}
