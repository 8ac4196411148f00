import { make, text } from "./dom.js";

/** Explains a recovery phrase to a user who is about to make or type one: what it opens, how to keep it, and who never asks for it. */
export function phraseSection() {
    return make("section", { class: "card phrase" }, [
        make("h2", { text: text("phraseTitle") }),
        make("ul", { class: "bullets" }, [
            make("li", { text: text("phraseIs") }),
            make("li", { text: text("phraseKeep") }),
            make("li", { text: text("phrasePassphrase") }),
        ]),
        make("p", { class: "warning", text: text("phraseNever") }),
    ]);
}
