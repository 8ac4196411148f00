import { WalletError } from "../../../lib/errors.js";
import { visible } from "../../../lib/visible.js";
import { button, make, text } from "../../parts/dom.js";
import { Field, textInput } from "../../parts/fields.js";
import { failureText } from "../../parts/texts.js";

/**
 * A screen that a module of another package brings: a page of facts and actions. None of its text is markup.
 *
 * @typedef {import("../../stores/modules.js").ModuleScreen} ModuleScreen
 * @typedef {import("../../stores/modules.js").ModulePage} ModulePage
 * @typedef {import("../../stores/modules.js").ModuleAction} ModuleAction
 */
export class ModuleSection {
    #store;
    #heading = make("h1", { tabindex: -1 });
    #asking = make("p", { class: "muted", role: "status" });
    #problem = make("p", { class: "problem", role: "alert" });
    /** @type {HTMLElement[]} */
    #parts = [];
    /** The number of the newest question: an older answer isn't drawn over a newer one. */
    #turn = 0;
    element;

    /** @param {import("../../stores/modules.js").ModulesStore} store */
    constructor(store) {
        this.#store = store;
        this.element = make("section", { class: "view module" }, [this.#heading, this.#asking, this.#problem]);
    }

    /** @param {ModuleScreen} screen */
    show(screen) {
        this.#heading.textContent = visible(screen.title);
        this.#place();
        const again = () => {
            this.show(screen);
            this.#heading.focus();
        };
        void this.#draw(screen, this.#store.page(screen), () => this.#place(button(text("retry"), again, "small")));
    }

    /**
     * @param {ModuleScreen} screen
     * @param {Promise<ModulePage>} answer
     * @param {() => void} failed
     * @param {string} [done] the requested action
     */
    async #draw(screen, answer, failed, done) {
        const turn = ++this.#turn;
        this.#problem.textContent = "";
        this.#asking.textContent = text("loading");
        try {
            const { facts, actions } = await answer;
            if (turn !== this.#turn) return;
            const forms = actions.map((action) => this.#form(screen, action));
            const rows = facts.flatMap(({ label, value }) => [make("dt", { text: visible(label) }), make("dd", { text: visible(value) })]);
            this.#place(...(rows.length > 0 ? [make("dl", { class: "facts card" }, rows)] : []), ...forms.map(({ element }) => element));
            if (done !== undefined) takeFocus(forms[actions.findIndex(({ id }) => id === done)]?.press ?? this.#heading);
        } catch (thrown) {
            if (turn !== this.#turn) return;
            this.#problem.textContent = failureText(WalletError.from(thrown));
            failed();
            this.#problem.scrollIntoView?.({ block: "center" });
        }
        this.#asking.textContent = "";
    }

    /**
     * Replaces only the module's own parts, because the heading may have the keyboard focus.
     *
     * @param {...HTMLElement} parts
     */
    #place(...parts) {
        for (const part of this.#parts) this.element.removeChild(part);
        this.#parts = parts;
        this.element.append(...parts);
    }

    /** @param {ModuleScreen} screen @param {ModuleAction} action */
    #form(screen, { id, label, inputs }) {
        const fields = inputs.map((input) => ({ name: input.name, field: new Field(visible(input.label), textInput(() => {})) }));
        const press = make("button", { type: "submit", class: "secondary", text: visible(label) });
        const failed = () => {
            press.disabled = false;
            takeFocus(press);
        };
        const submitted = (/** @type {Event} */ event) => {
            event.preventDefault();
            // One action at a time, and each press does it once.
            if (this.#asking.textContent !== "") return;
            press.disabled = true;
            const values = Object.fromEntries(fields.map(({ name, field }) => [name, field.control.value]));
            void this.#draw(screen, this.#store.act(screen, id, values), failed, id);
        };
        const element = make("form", { class: "fields card", novalidate: true, on: { submit: submitted } }, [...fields.map(({ field }) => field.element), press]);
        return { element, press };
    }
}

/**
 * Takes the keyboard focus if the element that had it is gone or disabled; a user who has moved on stays there.
 *
 * @param {HTMLElement} element
 */
function takeFocus(element) {
    const { activeElement: there, body } = document;
    if (!there || there === body) element.focus();
}
