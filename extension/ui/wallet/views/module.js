import { WalletError } from "../../../lib/errors.js";
import { visible } from "../../../lib/visible.js";
import { button, make, text } from "../../parts/dom.js";
import { Field, textInput } from "../../parts/fields.js";
import { failureText } from "../../parts/texts.js";

/**
 * A screen that a module of another package brings: a page of facts and actions. No text of it is markup.
 *
 * @typedef {import("../../stores/modules.js").ModuleScreen} ModuleScreen
 * @typedef {import("../../stores/modules.js").ModulePage} ModulePage
 * @typedef {import("../../stores/modules.js").ModuleAction} ModuleAction
 */
export class ModuleSection {
    #store;
    #heading = make("h1", { tabindex: -1 });
    #problem = make("p", { class: "problem", role: "alert" });
    /** Which question is the newest: an older one's answer isn't drawn over it. */
    #turn = 0;
    element;

    /** @param {import("../../stores/modules.js").ModulesStore} store */
    constructor(store) {
        this.#store = store;
        this.element = make("section", { class: "view module" });
    }

    /** @param {ModuleScreen} screen */
    show(screen) {
        this.#heading.textContent = visible(screen.title);
        this.#fill(make("p", { class: "muted busy", role: "status", text: text("loading") }));
        void this.#draw(screen, this.#store.page(screen));
    }

    /** @param {ModuleScreen} screen @param {Promise<ModulePage>} answer */
    async #draw(screen, answer) {
        const turn = ++this.#turn;
        this.#problem.textContent = "";
        try {
            const { facts, actions } = await answer;
            if (turn !== this.#turn) return;
            this.#fill(
                make("dl", { class: "facts card" }, facts.flatMap(({ label, value }) => [make("dt", { text: visible(label) }), make("dd", { text: visible(value) })])),
                ...actions.map((action) => this.#form(screen, action)),
            );
        } catch (thrown) {
            if (turn !== this.#turn) return;
            this.element.querySelector(".busy")?.remove();
            this.#problem.textContent = failureText(WalletError.from(thrown));
        }
    }

    /** @param {...HTMLElement} parts */
    #fill(...parts) {
        this.element.replaceChildren(this.#heading, this.#problem, ...parts);
    }

    /** @param {ModuleScreen} screen @param {ModuleAction} action */
    #form(screen, { id, label, inputs }) {
        const fields = inputs.map((input) => ({ name: input.name, field: new Field(visible(input.label), textInput(() => {})) }));
        const act = () => void this.#draw(screen, this.#store.act(screen, id, Object.fromEntries(fields.map(({ name, field }) => [name, field.control.value]))));
        const submitted = (/** @type {Event} */ event) => {
            event.preventDefault();
            act();
        };
        return make("form", { class: "fields card", novalidate: true, on: { submit: submitted } }, [...fields.map(({ field }) => field.element), button(visible(label), act, "secondary")]);
    }
}
