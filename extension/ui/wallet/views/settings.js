import { Finder } from "../../../lib/find.js";
import { commandBlock } from "../../parts/command.js";
import { isShown, make, text } from "../../parts/dom.js";
import { icon } from "../../parts/icons.js";
import { isToolbarPopup } from "../../parts/place.js";
import { GROUPS, groupTitle, textsOf } from "../settings.js";

/**
 * Everything that can be set, in groups, with an explanation beside each and a field that finds it. An entry leads to its place, or shows its
 * command.
 *
 * @typedef {import("../settings.js").Group} Group
 * @typedef {import("../settings.js").Setting} Setting
 */
export class SettingsView {
    #go;
    /** @type {Finder<Setting>} */
    #finder;
    /** @type {HTMLElement | undefined} the entry that the user has gone to last */
    #last;
    #field;
    #said = make("p", { class: "hidden", role: "status" });
    #groups;
    #found = make("ul", { class: "rows card setting-rows", hidden: true });
    #none = make("p", { class: "muted", hidden: true });
    element;

    /** @param {unknown} _ @param {import("../places.js").Go} go */
    constructor(_, go) {
        this.#go = go;
        const all = GROUPS.flatMap(({ settings }) => settings);
        this.#finder = new Finder(all, (setting) => {
            const { title, help, words } = textsOf(setting);
            return { title: text(title), help: text(help), words: `${text(words)} ${setting.command ?? ""}` };
        });
        this.#field = make("input", {
            id: "settings-search", type: "text", inputmode: "search", enterkeyhint: "search", autocomplete: "off", spellcheck: "false", autocapitalize: "off",
            on: { input: () => this.#search(), keydown: (/** @type {KeyboardEvent} */ event) => this.#typed(event) },
        });
        this.#groups = make("div", { class: "setting-groups" }, GROUPS.map((group) => this.#group(group)));
        this.element = make("section", { class: "view settings", on: { keydown: (/** @type {KeyboardEvent} */ event) => this.#moved(event) } }, [
            make("h1", { tabindex: -1, text: text("place_settings") }),
            make("div", { class: "field", role: "search" }, [make("label", { for: this.#field.id, text: text("settingsSearch") }), this.#field]),
            this.#said,
            this.#none,
            this.#found,
            this.#groups,
        ]);
    }

    async draw() {
        return this.element;
    }

    /** Puts the keyboard back on the entry that the user comes from, else in the field. */
    focus() {
        if (this.#last && isShown(this.#last)) {
            this.#last.focus();
        } else {
            this.#field.focus();
            this.#field.select();
        }
        this.#last = undefined;
        return true;
    }

    /** @param {Group} group */
    #group(group) {
        // A page has room for all of them.
        return make("details", { class: "card setting-group", open: !isToolbarPopup() }, [
            make("summary", {}, [icon(group.icon), make("h2", { text: text(groupTitle(group)) })]),
            make("ul", { class: "setting-rows" }, group.settings.map((setting) => this.#row(setting))),
        ]);
    }

    /** @param {Setting} setting @param {Group} [group] whose name stands with it, where it stands alone */
    #row(setting, group) {
        const { title, help } = textsOf(setting);
        const { name, place, part, command } = setting;
        const explanation = make("p", { id: `help-${crypto.randomUUID()}`, class: "muted", text: text(help) });
        const within = group && make("span", { class: "muted within", text: text(groupTitle(group)) });
        if (place === undefined) {
            return make("li", { class: "setting", "data-setting": name }, [
                make("strong", { text: text(title) }), within, explanation,
                // Where the explanation doesn't end with it already.
                help !== "aboutDoctor" && make("p", { class: "muted", text: text("settingTerminal") }),
                command !== undefined && commandBlock(command),
            ]);
        }
        const entry = make("button", { type: "button", class: "menu-entry", "aria-describedby": explanation.id, on: { click: () => this.#open(entry, place, part) } }, [
            make("span", { text: text(title) }), icon("next"),
        ]);
        return make("li", { class: "setting", "data-setting": name }, [entry, within, explanation]);
    }

    /** @param {HTMLElement} entry @param {import("../places.js").Place} place @param {string} [part] */
    #open(entry, place, part) {
        this.#last = entry;
        // Also where nothing is marked: the way back leads here.
        this.#go(place, part === undefined ? undefined : { part });
    }

    #search() {
        const typed = this.#field.value.trim();
        const isSearching = typed !== "";
        const found = isSearching ? this.#finder.find(typed) : [];
        this.#groups.hidden = isSearching;
        this.#found.hidden = found.length === 0;
        this.#none.hidden = !isSearching || found.length > 0;
        this.#found.replaceChildren(...found.map((setting) => this.#row(setting, GROUPS.find(({ settings }) => settings.includes(setting)))));
        this.#none.textContent = isSearching ? text("settingsNoneFound", typed) : "";
        this.#said.textContent = !isSearching ? "" : found.length > 0 ? text("settingsFound", found.length) : this.#none.textContent;
    }

    /** @param {KeyboardEvent} event a key in the field */
    #typed(event) {
        if (event.isComposing) return;
        if (event.key === "Escape" && this.#field.value !== "") {
            // The next Escape leads back.
            event.preventDefault();
            this.#field.value = "";
            this.#search();
        } else if (event.key === "Enter" && this.#field.value.trim() !== "") {
            const [first] = this.#stops();
            if (first?.classList.contains("menu-entry")) first.click();
            else first?.focus();
        }
    }

    /** @param {KeyboardEvent} event an arrow moves among the entries, and up to the field */
    #moved(event) {
        const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
        if (step === 0 || event.defaultPrevented) return;
        const stops = [this.#field, ...this.#stops()];
        const place = stops.findIndex((each) => each === document.activeElement);
        const next = place < 0 ? undefined : stops[place + step];
        if (!next) return;
        event.preventDefault();
        next.focus();
    }

    /** The shown entries, and the names of the groups. @returns {HTMLElement[]} */
    #stops() {
        const all = this.element.querySelectorAll("summary, .menu-entry, .command-block button");
        return [...all].map((each) => /** @type {HTMLElement} */ (each)).filter(isShown);
    }
}
