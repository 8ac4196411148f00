import { visible } from "../../../lib/visible.js";
import { commandBlock } from "../../parts/command.js";
import { make, text } from "../../parts/dom.js";
import { AboutStore } from "../../stores/about.js";
import { failureText } from "../../parts/texts.js";
import { UpdatesSection } from "../updates.js";

/**
 * The parts of this Sidekey with their versions, their health, and the command that checks the rest.
 *
 * @typedef {import("../../stores/about.js").Part} Part
 * @typedef {import("../../stores/about.js").Check} Check
 */
export class AboutView {
    /** @type {AboutStore} */
    #store;
    #facts = make("dl", { class: "facts card" });
    #checks = make("ul", { class: "facts card checks" });
    #problem = make("p", { class: "problem", role: "alert" });
    #health;
    #updates;
    element;

    /** @param {import("../../stores/client.js").BackgroundClient} client */
    constructor(client) {
        this.#store = AboutStore.of(client);
        this.#health = make("section", { class: "panel" }, [make("h2", { text: text("aboutHealth") }), this.#checks]);
        this.#updates = new UpdatesSection(client);
        this.element = make("section", { class: "view about" }, [
            make("h1", { tabindex: -1, text: text("place_about") }),
            make("p", { text: text("description") }),
            this.#facts,
            this.#problem,
            this.#updates.element,
            this.#health,
            make("p", { class: "muted", text: text("aboutDoctor") }),
            commandBlock("sidekey doctor"),
            make("p", { class: "muted", text: text("aboutPrices") }),
        ]);
    }

    async draw() {
        const [{ parts, checks, home, unattended, error }] = await Promise.all([this.#store.load(), this.#updates.draw()]);
        /** @type {[string, string][]} */
        const facts = parts.map((part) => [text(`part_${part.name}`), versionText(part)]);
        if (home !== undefined) facts.push([text("aboutHome"), visible(String(home))]);
        if (unattended) facts.push([text("aboutWallet"), text("markUnattended")]);
        this.#facts.replaceChildren(...facts.flatMap(([name, value]) => [make("dt", { text: name }), make("dd", { text: value })]));
        // Problems come first.
        const order = ["bad", "unknown", "good"];
        const sorted = [...checks].sort((one, other) => order.indexOf(one.state) - order.indexOf(other.state));
        this.#checks.replaceChildren(...sorted.map((check) => make("li", { class: check.state, text: checkText(check) })));
        this.#health.hidden = checks.length === 0;
        this.#problem.textContent = error ? failureText(error) : "";
        return this.element;
    }
}

/** @param {Part} part */
function versionText({ version, protocol }) {
    return protocol === undefined ? visible(version) : text("aboutVersion", visible(version), String(protocol));
}

/** @param {Check} check */
function checkText({ name, state, value = "" }) {
    return text(`check_${name}_${state}`, value);
}
