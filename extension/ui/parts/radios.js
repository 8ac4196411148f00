import { make } from "./dom.js";

/**
 * Draws a choice of one value: a row with a radio button for each.
 *
 * @param {string} name the group's, which begins the ids of its rows
 * @param {string} legend
 * @param {{ value: string, shown: string, lang?: string }[]} rows
 * @param {string} chosen the value that is marked
 * @param {(value: string) => void} choose
 */
export function radios(name, legend, rows, chosen, choose) {
    return make("fieldset", { class: "choice" }, [
        make("legend", { text: legend }),
        ...rows.map(({ value, shown, lang }) => {
            const id = `${name}-${value || "browser"}`;
            const box = make("input", { id, type: "radio", name, on: { change: () => choose(value) } });
            box.checked = value === chosen;
            return make("div", { class: "card" }, [box, make("label", { for: id }, [make("span", { lang, text: shown })])]);
        }),
    ]);
}
