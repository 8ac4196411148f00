import { make, text } from "./dom.js";
import { SetupSection } from "./setup.js";

/**
 * What stands between the user and the wallet, and what to do about it; null when nothing does.
 *
 * @param {import("../background/wallet.js").WalletState} state
 * @param {import("./client.js").BackgroundClient} background
 * @returns {HTMLElement | null}
 */
export function problemSection(state, background) {
    const { phase, vault, update } = state;
    if (phase === "missing") return problem("problemMissing", "./install.sh");
    if (phase === "forbidden") return problem("problemForbidden", "./install.sh");
    if (phase === "failed") return problem("problemFailed", "sidekey doctor");
    if (phase === "lost") return problem("problemLost", "sidekey doctor");
    if (phase === "mismatch") {
        return update === "extension" ? problem("problemOldExtension") : problem("problemOldAgent", "./install.sh");
    }
    if (phase === "ready" && vault === "none") {
        const section = problem("problemNoWallet", "sidekey create");
        section.append(new SetupSection(background).element);
        return section;
    }
    if (phase === "ready" && vault === "damaged") return problem("problemDamaged", "sidekey doctor");
    return null;
}

/** @param {string} key @param {string} [command] what to type in a terminal */
function problem(key, command) {
    return make("section", { class: "notice", role: "status" }, [
        make("h1", { text: text(`${key}Title`) }),
        make("p", { text: text(`${key}Text`) }),
        command && make("pre", { class: "command", tabindex: 0, text: command, "aria-label": text("command") }),
    ]);
}
