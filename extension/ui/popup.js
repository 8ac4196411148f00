import { BackgroundClient } from "./client.js";
import { AccountsSection } from "./accounts.js";
import { button, make, present, text } from "./dom.js";
import { homeSection, UnlockSection } from "./home.js";
import { brand, marks } from "./frame.js";
import { problemSection } from "./problem.js";
import { PasskeySection } from "./passkeys.js";
import { ProtectionSection } from "./protection.js";
import { ApprovalQueue } from "./queue.js";
import { TabSection } from "./tab.js";

/** The toolbar popup: what is wrong, else what waits, else the wallet and this tab. */
const screen = /** @type {HTMLElement} */ (document.getElementById("screen"));
const background = new BackgroundClient(draw, () => {});
const queue = new ApprovalQueue(background);
const tab = new TabSection(background);
const unlock = new UnlockSection(background);
const passkeys = new PasskeySection(background);
const protection = new ProtectionSection(background);
const accounts = new AccountsSection(background);

let shown = "";
/**
 * Where the user has gone to; what waits for a decision comes before it.
 *
 * @typedef {"home" | "protection" | "accounts"} Place
 * @type {Place}
 */
let place = "home";

/** @param {import("./client.js").WalletState} state */
async function draw(state) {
    queue.update(state);
    const view = viewOf(state);
    // A retry in the background doesn't take away what the user reads.
    if (view === "waiting" && shown !== "") return;
    const redraw = view !== shown;
    shown = view;
    // What is being filled in isn't drawn anew under the user's hands.
    if (!redraw && ["queue", "locked", "protection", "accounts"].includes(view)) return;
    const parts = [brand(), marks(state), ...(await partsOf(view, state))];
    if (shown === view) screen.replaceChildren(...present(...parts));
    if (redraw) window.scrollTo(0, 0);
    if (redraw && view === "locked") unlock.focus();
}

/** @param {import("./client.js").WalletState} state */
function viewOf(state) {
    if (problemSection(state, background)) return `problem ${state.phase} ${state.vault}`;
    if (state.phase !== "ready" || !state.listed) return "waiting";
    if (queue.count > 0) return "queue";
    if (place === "protection") return place;
    return state.vault === "locked" ? "locked" : place;
}

/** @param {Place} wanted */
function go(wanted) {
    place = wanted;
    if (background.state) draw(background.state);
}

/** The ways from the first screen to the others. */
function ways(/** @type {boolean} */ locked) {
    return make("nav", { class: "ways" }, [
        !locked && button(text("accounts"), () => go("accounts"), "small"),
        button(text("protection"), () => go("protection"), "small"),
    ]);
}

function back() {
    return make("nav", { class: "ways" }, [button(text("back"), () => go("home"), "small")]);
}

/** @param {string} view @param {import("./client.js").WalletState} state @returns {Promise<(HTMLElement | null)[]>} */
async function partsOf(view, state) {
    if (view === "waiting") return [make("p", { class: "muted busy", role: "status", text: text("loading") })];
    if (view === "queue") return [queue.element];
    if (view === "locked") return [await unlock.draw(), ways(true), await passkeys.draw(true), await tab.draw()];
    if (view === "home") return [await homeSection(background), ways(false), await passkeys.draw(false), await tab.draw()];
    if (view === "protection") return [back(), await protection.draw()];
    if (view === "accounts") return [back(), await accounts.draw()];
    return [problemSection(state, background)];
}
