import { BackgroundClient } from "./client.js";
import { make, present, text } from "./dom.js";
import { brand, marks } from "./frame.js";
import { problemSection } from "./problem.js";
import { ApprovalQueue } from "./queue.js";

/**
 * The approval window: the requests that came through this browser. It closes by itself when the last is decided; when
 * the user closes it, the background rejects what it showed.
 */
const CLOSE_DELAY = 500;
const READ_DELAY = 2_500;

const screen = /** @type {HTMLElement} */ (document.getElementById("screen"));
const header = make("div", {});
const body = make("div", { class: "fill" });
screen.append(header, body);
document.title = text("windowTitle");

let outcome = "";
/** @type {any} */
let closing;
const background = new BackgroundClient(draw, ({ state }) => (outcome = state));
const queue = new ApprovalQueue(background, ({ own }) => own);

document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.repeat && !event.isComposing) queue.reject();
});

/** @param {import("./client.js").WalletState} state */
function draw(state) {
    clearTimeout(closing);
    header.replaceChildren(brand(), ...present(marks(state)));
    queue.update(state);
    const problem = state.phase === "connecting" ? null : problemSection(state, background);
    if (problem) return body.replaceChildren(problem);
    if (queue.count > 0 || !state.listed) return body.replaceChildren(queue.element);
    body.replaceChildren(make("p", { class: "outcome", role: "status", text: outcomeText() }));
    const decided = ["approved", "signed", "answered", "rejected"].includes(outcome);
    closing = setTimeout(() => window.close(), decided ? CLOSE_DELAY : READ_DELAY);
}

function outcomeText() {
    return text(`outcome_${["answered", "rejected", "expired", "cancelled"].includes(outcome) ? outcome : "none"}`);
}
