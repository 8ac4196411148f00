import { make, text } from "./dom.js";
import { icon } from "./icons.js";

/** The time that a button says that it has copied, in milliseconds. */
const SAID = 2_500;

/**
 * Returns a button that copies a text and confirms it to the eye and to a screen reader.
 *
 * @param {string} value
 * @param {string} name
 * @param {boolean} [isWide] true if the name appears beside the icon
 */
export function copyButton(value, name, isWide = false) {
    const said = make("span", { class: "hidden", role: "status" });
    const label = make("span", { class: isWide ? "" : "hidden", text: name });
    const face = make("span", { class: "face" }, [icon("copy")]);
    /** @type {any} */
    let timer;
    const say = (/** @type {string} */ words, /** @type {import("./icons.js").IconName} */ shown) => {
        said.textContent = words;
        if (isWide) label.textContent = words || name;
        face.replaceChildren(icon(shown));
    };
    const copy = async () => {
        clearTimeout(timer);
        try {
            await navigator.clipboard.writeText(value);
            say(text("copied"), "done");
        } catch {
            say(text("copyFailed"), "copy");
        }
        timer = setTimeout(() => say("", "copy"), SAID);
    };
    const button = make("button", { type: "button", class: isWide ? "primary wide" : "plain icon-only", title: isWide ? undefined : name, on: { click: copy } }, [face, label]);
    return make("span", { class: "copy" }, [button, said]);
}
