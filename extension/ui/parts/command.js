import { copyButton } from "./copy.js";
import { make, text } from "./dom.js";

/**
 * Draws a command for a terminal in full, with a button that copies it.
 *
 * @param {string} words
 */
export function commandBlock(words) {
    return make("div", { class: "command-block" }, [
        make("pre", { class: "command", tabindex: 0, text: words, "aria-label": text("command") }),
        copyButton(words, text("copyCommand")),
    ]);
}
