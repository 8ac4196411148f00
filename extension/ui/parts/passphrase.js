import { make, text } from "./dom.js";

/**
 * The field a passphrase is typed into. What is typed leaves it once, and the field is empty then. It is never offered to
 * the browser's password store, and no browser restores it with a session, for the page isn't kept in one.
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

    refuse() {
        this.#input.setAttribute("aria-invalid", "true");
        this.#input.focus();
    }

    focus() {
        this.#input.focus();
    }
}
