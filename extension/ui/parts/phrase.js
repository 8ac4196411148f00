import { make, text } from "./dom.js";

/** What a seed phrase is, for somebody who is about to make one or to type one in: what it opens, how it is kept, and who never asks for it. */
export function phraseSection() {
    return make("section", { class: "card phrase" }, [
        make("h2", { text: text("phraseTitle") }),
        make("ul", {}, [
            make("li", { text: text("phraseIs") }),
            make("li", { text: text("phraseKeep") }),
            make("li", { text: text("phrasePassphrase") }),
        ]),
        make("p", { class: "warning", text: text("phraseNever") }),
    ]);
}
