import { isShown, make, text } from "../parts/dom.js";

/** The time that a place has to show the part that is sought, in milliseconds: it may have to ask the agent first. */
const LIMIT = 3_000;

/**
 * Shows the part of a place that the user came for, by its `data-part`: it is scrolled to, marked, and gets the keyboard. A place may draw it
 * later, or anew when its content comes; until the user acts, the mark follows.
 */
export class Sought {
    /** @type {() => void} */
    #end = () => {};

    /** @param {HTMLElement} place @param {string} part */
    show(place, part) {
        this.#end();
        const selector = `[data-part="${CSS.escape(part)}"]`;
        /** @type {Element | undefined} */
        let marked;
        const look = () => {
            if (marked?.isConnected) return;
            const found = place.querySelector(selector);
            if (!(found instanceof HTMLElement) || !isShown(found)) return;
            marked = found;
            mark(found);
        };
        const end = () => {
            observer.disconnect();
            clearTimeout(timer);
            for (const event of ["pointerdown", "keydown"]) removeEventListener(event, end, true);
        };
        const missed = () => {
            end();
            // A part that is there and hidden has nothing in it; one that isn't there waits for the wallet to be unlocked.
            const name = place.querySelector(selector)?.getAttribute("aria-label");
            if (marked || !name) return;
            place.querySelector("h1")?.after(make("p", { class: "muted nothing", role: "status", text: text("settingNothing", name) }));
        };
        const observer = new MutationObserver(look);
        const timer = setTimeout(missed, LIMIT);
        observer.observe(place, { childList: true, subtree: true, attributes: true, attributeFilter: ["hidden"] });
        for (const event of ["pointerdown", "keydown"]) addEventListener(event, end, true);
        this.#end = end;
        look();
    }

    /** Ends the search: the user has gone elsewhere. */
    leave() {
        this.#end();
        for (const each of document.querySelectorAll(".sought")) each.classList.remove("sought");
        for (const each of document.querySelectorAll(".nothing")) each.remove();
    }
}

/** @param {HTMLElement} part */
function mark(part) {
    part.classList.add("sought");
    part.scrollIntoView({ block: "center" });
    const control = part.matches("button") ? part : part.querySelector("input:not([type=radio]), input:checked, select, button, summary");
    if (control instanceof HTMLElement) return control.focus({ preventScroll: true });
    part.tabIndex = -1;
    part.focus({ preventScroll: true });
}
