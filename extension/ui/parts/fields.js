import { make } from "./dom.js";

/**
 * A field with its label, and with a line below it for the read value or an error.
 *
 * @template {HTMLInputElement | HTMLSelectElement} Control
 */
export class Field {
    #note = make("p", { class: "hint", role: "status" });

    /**
     * @param {string} label
     * @param {Control} control
     */
    constructor(label, control) {
        this.control = control;
        control.id = `field-${crypto.randomUUID()}`;
        this.#note.id = `${control.id}-note`;
        control.setAttribute("aria-describedby", this.#note.id);
        this.element = make("div", { class: "field" }, [make("label", { for: control.id, text: label }), control, this.#note]);
    }

    /** @param {...(Node | string)} parts the read value; none for no note */
    note(...parts) {
        this.control.removeAttribute("aria-invalid");
        this.#note.setAttribute("class", "hint");
        this.#note.replaceChildren(...parts);
    }

    /** @param {string} words the error and the next step */
    refuse(words) {
        this.control.setAttribute("aria-invalid", "true");
        this.#note.setAttribute("class", "hint problem");
        this.#note.replaceChildren(words);
    }
}

/**
 * @param {() => void} changed
 * @param {{ [name: string]: any }} [attributes]
 */
export function textInput(changed, attributes = {}) {
    return make("input", { type: "text", autocomplete: "off", spellcheck: "false", autocapitalize: "off", ...attributes, on: { input: changed } });
}

/**
 * @param {() => void} changed
 * @param {[value: string, name: string][]} options
 */
export function choice(changed, options = []) {
    const select = make("select", { on: { change: changed } });
    fill(select, options);
    return select;
}

/** Puts other options into a choice; the chosen one stays if it is still offered. */
export function fill(/** @type {HTMLSelectElement} */ select, /** @type {[value: string, name: string][]} */ options) {
    const { value } = select;
    select.replaceChildren(...options.map(([value, name]) => make("option", { value, text: name })));
    select.value = options.some(([offered]) => offered === value) ? value : (options[0]?.[0] ?? "");
}

/**
 * Draws a box to tick.
 *
 * @param {string} label
 * @param {() => void} changed
 */
export function tick(label, changed) {
    const box = make("input", { id: `field-${crypto.randomUUID()}`, type: "checkbox", on: { change: changed } });
    return { box, element: make("div", { class: "tick" }, [box, make("label", { for: box.id, text: label })]) };
}
