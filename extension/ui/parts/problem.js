import { browser } from "../../lib/browser.js";
import { visible } from "../../lib/visible.js";
import { commandBlock } from "./command.js";
import { make, text } from "./dom.js";
import { phraseSection } from "./phrase.js";
import { SetupSection } from "./setup.js";

/** The problems that the background checks again and again while a screen is open. */
const LOOKED_FOR = new Set(["problemMissing", "problemForbidden", "problemFailed", "problemDiskFull", "problemDiskReadOnly"]);

/**
 * Draws the obstacle between the user and the wallet, with the next step; null if there is none.
 *
 * @param {import("../../background/wallet.js").WalletState} state
 * @param {import("../stores/client.js").BackgroundClient} background
 * @returns {HTMLElement | null}
 */
export function problemSection(state, background) {
    const { phase, vault, update, reason } = state;
    if (phase === "missing") return missing();
    if (phase === "forbidden") return problem("problemForbidden", "./install.sh");
    if (phase === "failed" && reason === "disk-full") return problem("problemDiskFull", "sidekey doctor");
    if (phase === "failed" && reason === "disk-read-only") return problem("problemDiskReadOnly", "sidekey doctor");
    if (phase === "failed") return problem("problemFailed", "sidekey doctor");
    if (phase === "lost") return problem("problemLost", "sidekey doctor");
    if (phase === "mismatch") {
        return update === "extension" ? problem("problemOldExtension") : problem("problemOldAgent", "./install.sh");
    }
    if (phase === "ready" && vault === "none") {
        const section = problem("problemNoWallet");
        const { name = "", count = 1 } = state.wallet ?? {};
        if (count > 1) section.firstElementChild?.replaceChildren(text("walletEmpty", visible(name)));
        section.append(phraseSection(), new SetupSection(background).element, make("p", { class: "muted", text: text("setupTerminal") }), commandBlock("sidekey create"));
        return withOthers(section, state, background);
    }
    if (phase === "ready" && vault === "damaged") return withOthers(damaged(background), state, background);
    return null;
}

/**
 * Adds the way back to the user's other wallets, if there are any.
 *
 * @param {HTMLElement} section
 * @param {import("../../background/wallet.js").WalletState} state
 * @param {import("../stores/client.js").BackgroundClient} background
 */
function withOthers(section, { wallet }, background) {
    if ((wallet?.count ?? 1) < 2) return section;
    const place = make("div", {});
    // Few have several: the first screen doesn't wait for these files.
    import("./other-wallets.js").then(({ otherWallets }) => place.append(otherWallets(background)), () => {});
    section.append(place);
    return section;
}

/** Draws the notice of a file that the agent can't use. A file from a newer Sidekey is whole; the notice says so as soon as the agent does. */
function damaged(/** @type {import("../stores/client.js").BackgroundClient} */ background) {
    const section = problem("problemDamaged", "sidekey doctor");
    background.request("vault.status").then((/** @type {{ fault?: { cause: string } }} */ { fault }) => {
        if (fault?.cause !== "newer") return;
        const others = section.lastElementChild?.matches("div:not([class])") ? [section.lastElementChild] : [];
        section.replaceChildren(...problem("problemNewer", "sidekey doctor").children, ...others);
    }, () => {});
    return section;
}

/** Draws the way to install the program on this system; the browser names the system a moment later. */
function missing() {
    const section = problem("problemMissing", "./install.sh");
    section.append(make("p", { class: "muted", text: text("problemMissingMore") }), make("p", { class: "muted", text: text("problemMissingSandbox") }));
    browser.runtime.getPlatformInfo().then(({ os }) => {
        if (os === "linux") return;
        section.replaceChildren(make("h1", { text: text("problemMissingTitle") }), make("p", { text: text("problemMissingSystem") }));
    }, () => {});
    return section;
}

/** @param {string} key @param {string} [command] the command for a terminal */
function problem(key, command) {
    return make("section", { class: "notice", role: "status" }, [
        make("h1", { text: text(`${key}Title`) }),
        make("p", { text: text(`${key}Text`) }),
        command && commandBlock(command),
        LOOKED_FOR.has(key) && make("p", { class: "muted", text: text("problemLive") }),
    ]);
}
