import { BlockedSites } from "../parts/blocks.js";
import { BackgroundClient } from "../stores/client.js";
import { make, present, text } from "../parts/dom.js";
import { brand, marks } from "../parts/frame.js";
import { problemSection } from "../parts/problem.js";
import { stageText } from "../parts/progress.js";
import { ApprovalQueue } from "./queue.js";
import "../parts/theme.js";

/**
 * The approval window: the requests that came through this browser. It closes on its own after the last decision; if the user closes it,
 * the background rejects the requests in it.
 */
const CLOSE_DELAY = 500;
const READ_DELAY = 2_500;
/** The milliseconds for which a failed transaction stays in view, so that the user can't miss it. */
const FAILURE_DELAY = 15_000;
/** The milliseconds in which the user can block a site here after repeated rejections. */
const OFFER_DELAY = 15_000;

const screen = /** @type {HTMLElement} */ (document.getElementById("screen"));
const header = make("header", {});
const body = make("main", { class: "fill" });
screen.replaceChildren(header, body);
document.title = text("windowTitle");

let outcome = "";
/** True once the window shows nothing any more: later requests aren't this window's, and its end doesn't answer them. */
let isLeaving = false;
/** @type {any} */
let closing;
/**
 * The progress of the transactions of the latest decided request, by their places.
 *
 * @type {Map<number, import("../../lib/protocol.js").Progress>}
 */
let stages = new Map();
let sending = "";
const background = new BackgroundClient(draw, ({ id, state }) => {
    outcome = state;
    if (id !== sending) stages = new Map();
}, (progress) => {
    if (progress.id !== sending) stages = new Map();
    sending = progress.id;
    stages.set(progress.item, progress);
    queue.progress(progress.id, [...stages.values()]);
});
const offer = new BlockedSites(background, true);
const queue = new ApprovalQueue(background, ({ own }) => own);

document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.repeat && !event.isComposing) queue.reject();
});

/** @param {import("../stores/client.js").WalletState} state */
function draw(state) {
    if (isLeaving) return;
    clearTimeout(closing);
    header.replaceChildren(brand(), ...present(marks(state)));
    queue.update(state);
    const problem = state.phase === "connecting" ? null : problemSection(state, background);
    if (problem) return body.replaceChildren(problem);
    if (queue.count > 0 || !state.listed) return body.replaceChildren(queue.element);
    body.replaceChildren(make("p", { class: "outcome", role: "status", text: outcomeText() }), offer.element);
    closing = setTimeout(leave, delay());
    if (outcome === "rejected") void propose();
    void tell();
}

/** Notes that the outcome was seen here; a window that is opened after the decision says what became of the request. */
async function tell() {
    const before = closing;
    const { last } = await background.request("ending.last").catch(() => ({ last: undefined }));
    if (!last || last.kind !== "request" || isLeaving || document.visibilityState !== "visible") return;
    if (outcome === "" && closing === before) {
        const { endingParts } = await import("../parts/ending-texts.js");
        clearTimeout(closing);
        body.replaceChildren(make("div", { class: "outcome", role: "status" }, endingParts(background, last)));
        closing = setTimeout(leave, FAILURE_DELAY);
    }
    await background.request("ending.seen", { id: last.id }).catch(() => {});
}

/** Offers to block a site for good; a third rejection makes the site wait. */
async function propose() {
    const before = closing;
    await offer.load();
    if (offer.isEmpty || closing !== before || isLeaving) return;
    clearTimeout(closing);
    closing = setTimeout(leave, OFFER_DELAY);
}

function leave() {
    isLeaving = true;
    window.close();
}

function delay() {
    if (stages.size > 0) return [...stages.values()].every(({ stage }) => stage === "confirmed") ? READ_DELAY : FAILURE_DELAY;
    return ["approved", "signed", "answered", "rejected"].includes(outcome) ? CLOSE_DELAY : READ_DELAY;
}

function outcomeText() {
    if (stages.size > 0) return stageText([...stages.values()]);
    return text(`outcome_${["answered", "rejected", "expired", "cancelled"].includes(outcome) ? outcome : "none"}`);
}
