import { BackgroundClient } from "./client.js";
import { make, present, text } from "./dom.js";
import { homeSection, UnlockSection } from "./home.js";
import { brand, marks } from "./frame.js";
import { problemSection } from "./problem.js";
import { PasskeySection } from "./passkeys.js";
import { ApprovalQueue } from "./queue.js";
import { TabSection } from "./tab.js";

/** The toolbar popup: what is wrong, else what waits, else the wallet and this tab. */
const screen = /** @type {HTMLElement} */ (document.getElementById("screen"));
const background = new BackgroundClient(draw, () => {});
const queue = new ApprovalQueue(background);
const tab = new TabSection(background);
const unlock = new UnlockSection(background);
const passkeys = new PasskeySection(background);

let shown = "";

/** @param {import("./client.js").WalletState} state */
async function draw(state) {
    queue.update(state);
    const view = viewOf(state);
    // A retry in the background doesn't take away what the user reads.
    if (view === "waiting" && shown !== "") return;
    const redraw = view !== shown;
    shown = view;
    if (!redraw && (view === "queue" || view === "locked")) return;
    const parts = [brand(), marks(state), ...(await partsOf(view, state))];
    if (shown === view) screen.replaceChildren(...present(...parts));
    if (redraw && view === "locked") unlock.focus();
}

/** @param {import("./client.js").WalletState} state */
function viewOf(state) {
    if (problemSection(state, background)) return `problem ${state.phase} ${state.vault}`;
    if (state.phase !== "ready" || !state.listed) return "waiting";
    if (queue.count > 0) return "queue";
    return state.vault === "locked" ? "locked" : "home";
}

/** @param {string} view @param {import("./client.js").WalletState} state @returns {Promise<(HTMLElement | null)[]>} */
async function partsOf(view, state) {
    if (view === "waiting") return [make("p", { class: "muted busy", role: "status", text: text("loading") })];
    if (view === "queue") return [queue.element];
    if (view === "locked") return [unlock.element, await passkeys.draw(true), await tab.draw()];
    if (view === "home") return [await homeSection(background), await passkeys.draw(false), await tab.draw()];
    return [problemSection(state, background)];
}
