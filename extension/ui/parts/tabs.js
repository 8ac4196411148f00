import { make } from "./dom.js";

/**
 * Parts of one view, one of them shown at a time, in the manner of WAI-ARIA tabs. They are one stop for the Tab key; arrows, Home and End
 * move between them.
 *
 * @typedef {{ name: string, panel: HTMLElement, shown?: () => void }} Part `shown` is called each time the part comes into view
 */
export class Tabs {
    #parts;
    /** @type {HTMLButtonElement[]} */
    #buttons;
    chosen = 0;

    /** @param {string} label @param {Part[]} parts */
    constructor(label, parts) {
        this.#parts = parts;
        this.#buttons = parts.map(({ name, panel }, index) => {
            const id = `tab-${crypto.randomUUID()}`;
            panel.setAttribute("role", "tabpanel");
            panel.setAttribute("aria-labelledby", id);
            return make("button", { id, type: "button", role: "tab", text: name, on: { click: () => this.choose(index) } });
        });
        const keydown = (/** @type {KeyboardEvent} */ event) => this.#key(event);
        this.element = make("div", { class: "tabs", role: "tablist", "aria-label": label, on: { keydown } }, this.#buttons);
        this.#mark();
    }

    /** @param {number} index */
    choose(index) {
        if (index === this.chosen) return;
        this.chosen = index;
        this.#mark();
        this.#parts[index].shown?.();
    }

    #mark() {
        this.#buttons.forEach((button, index) => {
            button.setAttribute("aria-selected", String(index === this.chosen));
            button.setAttribute("tabindex", index === this.chosen ? "0" : "-1");
            this.#parts[index].panel.hidden = index !== this.chosen;
        });
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
        const last = this.#buttons.length - 1;
        const to = { ArrowRight: this.chosen + 1, ArrowLeft: this.chosen - 1, Home: 0, End: last }[event.key];
        if (to === undefined) return;
        event.preventDefault();
        const index = (to + last + 1) % (last + 1);
        this.choose(index);
        this.#buttons[index].focus();
    }
}
