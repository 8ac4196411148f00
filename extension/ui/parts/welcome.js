import { button, make, text } from "./dom.js";

const MARK = "#welcome";

/** Returns a greeting with the wallet's idea in two sentences, on the page that opens after the installation; null elsewhere. */
export function welcomeCard() {
    if (location.hash !== MARK) return null;
    const card = make("div", { class: "outside card welcome" }, [
        make("p", {}, [make("strong", { text: text("welcomeTitle") })]),
        make("p", { text: text("welcomeText") }),
    ]);
    const read = button(text("hintRead"), () => {
        card.remove();
        // The page that is read anew doesn't greet again.
        history.replaceState(null, "", location.pathname);
    }, "small");
    read.setAttribute("aria-label", text("hintReadNamed", text("welcomeTitle")));
    card.append(read);
    return card;
}
