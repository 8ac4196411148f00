/**
 * What a user has done in an element that is about to be drawn anew: the parts that are unfolded, and the control with the keyboard focus.
 * Something that happens elsewhere, such as a site's visit, must not fold them nor take the keyboard away.
 */
export class Kept {
    #unfolded;
    /** @type {{ tag: string, name: string, index: number } | undefined} */
    #focused;

    /** @param {Element} element */
    constructor(element) {
        this.#unfolded = [...element.querySelectorAll("details")].map(({ open }) => open);
        const all = controls(element);
        const index = all.findIndex((each) => each === document.activeElement);
        if (index >= 0) this.#focused = { ...nameOf(all[index]), index };
    }

    /**
     * Unfolds the same parts in the element that was drawn in its place, and moves the focus to the same control.
     *
     * @param {Element} element in the document by now
     */
    restore(element) {
        [...element.querySelectorAll("details")].forEach((each, index) => {
            if (this.#unfolded[index]) each.open = true;
        });
        const focused = this.#focused;
        if (!focused) return;
        const all = controls(element);
        const isSame = (/** @type {Control} */ each) => nameOf(each).tag === focused.tag && nameOf(each).name === focused.name;
        const before = all[focused.index];
        // A button that now does the opposite has another name and the same place.
        const found = (before && isSame(before) ? before : undefined) ?? (focused.tag === "input" ? undefined : all.find(isSame)) ?? before ?? all[0];
        (found?.disabled ? all.find((each) => !each.disabled) : found)?.focus({ preventScroll: true });
    }
}

/** @typedef {HTMLElement & { disabled?: boolean }} Control */

/** @param {Element} element @returns {Control[]} */
function controls(element) {
    return [...element.querySelectorAll("summary, button, input")].map((each) => /** @type {Control} */ (each));
}

/** @param {Control} control */
function nameOf(control) {
    return { tag: control.localName, name: control.getAttribute("aria-label") ?? control.textContent ?? "" };
}
