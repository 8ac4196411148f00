import { make, text } from "./dom.js";

/**
 * The field for a passphrase. The passphrase leaves it once, and the field is empty then. The browser's password store never gets it, and
 * no browser restores it with a session, since sessions don't keep the page.
 */
export class PassphraseField {
    #input;

    /** @param {() => void} changed @param {() => void} submitted Enter in the field, when it isn't empty */
    constructor(changed, submitted) {
        this.#input = make("input", {
            id: `passphrase-${crypto.randomUUID()}`,
            type: "password",
            autocomplete: "off",
            spellcheck: "false",
            autocapitalize: "off",
            on: {
                input: () => {
                    this.#input.removeAttribute("aria-invalid");
                    changed();
                },
                keydown: (/** @type {KeyboardEvent} */ event) => {
                    if (event.key === "Enter" && !event.repeat && !event.isComposing && !this.empty) submitted();
                },
            },
        });
        this.element = make("div", { class: "passphrase" }, [
            make("label", { for: this.#input.id, text: text("passphrase") }),
            this.#input,
        ]);
    }

    get empty() {
        return this.#input.value === "";
    }

    take() {
        const { value } = this.#input;
        this.#input.value = "";
        return value;
    }

    /** @param {string} value what was typed into the field that this one replaces */
    fill(value) {
        this.#input.value = value;
    }

    refuse() {
        this.#input.setAttribute("aria-invalid", "true");
        this.#input.focus();
    }

    focus() {
        this.#input.focus();
    }
}
