/**
 * Measures of a screen; the tests put this in front of what they run in a document. Each function returns its
 * faults as sentences.
 */

const CONTROLS = "a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex='0']";

/** @param {Element} element */
function named(element) {
    const words = element.getAttribute("aria-label") || element.textContent || element.id;
    return `${element.localName}${element.className ? `.${element.className}` : ""} "${words.trim().replace(/\s+/g, " ").slice(0, 50)}"`;
}

/** What a control is called. */
function nameOf(element) {
    return element.getAttribute("aria-label") ?? element.innerText.trim();
}

/** Returns whether it is there for screen readers alone. */
function isUnseen(element) {
    for (let each = element; each; each = each.parentElement) if (getComputedStyle(each).clipPath === "inset(50%)") return true;
    return false;
}

function isDrawn(element) {
    return element.checkVisibility({ visibilityProperty: true }) && !isUnseen(element);
}

/** No text is cut or leaves its box, nothing has to be moved sideways, and what scrolls is high enough to read in. */
function layoutFaults() {
    const faults = [];
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth) faults.push(`the page is ${root.scrollWidth} px wide and the window ${root.clientWidth}`);
    for (const element of document.body.querySelectorAll("*")) {
        if (!isDrawn(element) || element.matches("input, textarea, select")) continue;
        const { overflowX, overflowY } = getComputedStyle(element);
        if (/auto|scroll/.test(overflowX) && element.scrollWidth > element.clientWidth + 1) faults.push(`${named(element)} scrolls sideways`);
        const scrolls = /auto|scroll/.test(overflowY) && element.scrollHeight > element.clientHeight + 1;
        if (scrolls && element.clientHeight < 80) faults.push(`${named(element)} shows ${element.clientHeight} px of ${element.scrollHeight}`);
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const fault = textFault(/** @type {Text} */ (texts.currentNode));
        if (fault) faults.push(fault);
    }
    return [...new Set(faults)];
}

/** @param {Text} node */
function textFault(node) {
    const parent = node.parentElement;
    if (node.data.trim() === "" || parent === null || !isDrawn(parent) || parent.closest("select")) return null;
    const range = document.createRange();
    range.selectNodeContents(node);
    const lines = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
    const column = Math.max(...lines.map(({ width }) => width));
    if (lines.length > 4 && column < document.documentElement.clientWidth / 4) return `text of ${named(parent)} is ${lines.length} lines in a column of ${Math.round(column)} px`;
    if (parent.closest(".bar") && lines.length > node.data.trim().split(/\s+/).length) return `text of ${named(parent)} is broken within a word`;
    let below = true;
    for (let box = parent; box && box !== document.documentElement; box = box.parentElement) {
        const style = getComputedStyle(box);
        if (/^inline$|contents/.test(style.display)) continue;
        const { left, right, bottom, top } = box.getBoundingClientRect();
        // Shortened on purpose: the whole of it is in the title.
        if (style.textOverflow === "ellipsis" && box.title.includes(node.data.trim())) return null;
        if (lines.some((line) => line.left < left - 1 || line.right > right + 1)) return `text of ${named(parent)} leaves ${named(box)}`;
        const clips = /hidden|clip/.test(style.overflowY);
        if (below && clips && lines.some((line) => line.bottom > bottom + 1 || line.top < top - 1)) return `text of ${named(parent)} is cut by ${named(box)}`;
        if (/auto|scroll/.test(style.overflowY) || /fixed|sticky/.test(style.position)) below = false;
    }
    return null;
}

/** No mark stands before what isn't read as a list, none before a list of one, and none outside its list's box. */
function listFaults() {
    return [...document.querySelectorAll("li")].filter(isDrawn).flatMap((entry) => {
        const { listStyleType, listStyleImage, display } = getComputedStyle(entry);
        if (display !== "list-item" || (listStyleType === "none" && listStyleImage === "none")) return [];
        const list = entry.parentElement;
        const place = `${named(entry)} in ${list.localName}.${list.className}`;
        if (!list.matches("ul.bullets, ol.numbers")) return [`${place} has a mark (${listStyleType})`];
        if (list.children.length < 2) return [`${place} has a mark and is the only one`];
        return parseFloat(getComputedStyle(list).paddingInlineStart) < 16 ? [`${place} has its mark outside`] : [];
    });
}

/** No dash stands for a word: it says neither that something is read nor why it isn't. */
function dashFaults() {
    const alone = [...document.body.querySelectorAll("*")].filter((element) => element.childElementCount === 0 && /^[-–—]$/.test(element.textContent.trim()));
    return alone.filter(isDrawn).map((element) => `${named(element)} is a dash`);
}

/** No row of the activity says the same thing three times. */
function echoFaults() {
    const faults = [];
    for (const row of document.querySelectorAll(".activity .line")) {
        if (!isDrawn(row)) continue;
        const said = new Map();
        const texts = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) {
            const parent = texts.currentNode.parentElement;
            const words = texts.currentNode.data.trim();
            // Short ones are units and words such as "from".
            if (words.length < 8 || parent.closest("button, dt") || !isDrawn(parent)) continue;
            said.set(words, (said.get(words) ?? 0) + 1);
        }
        for (const [words, count] of said) if (count > 2) faults.push(`a row says "${words}" ${count} times`);
    }
    return faults;
}

/** Somebody who asked for less motion sees none. */
function motionFaults() {
    return document.getAnimations().filter(({ playState }) => playState === "running").map(({ effect }) => `${named(effect.target)} moves`);
}

/** Where colours are the system's, a field still has an edge. */
function edgeFaults() {
    return [...document.querySelectorAll("select, textarea, input:not([type=checkbox], [type=radio])")]
        .filter((element) => isDrawn(element) && getComputedStyle(element).borderStyle === "none")
        .map((element) => `${named(element)} has no edge`);
}

/** The edge of a field is what shows where one can type: 3 to 1 (WCAG 1.4.11). */
function fieldFaults() {
    const faults = [];
    for (const element of document.querySelectorAll("input:enabled:not([type=checkbox], [type=radio]), select:enabled, textarea:enabled")) {
        if (!isDrawn(element)) continue;
        const ratio = contrast(pixel(getComputedStyle(element).borderTopColor), ground(element.parentElement));
        if (ratio < 3) faults.push(`the edge of ${named(element)} has a contrast of ${ratio.toFixed(2)}`);
    }
    return faults;
}

/** A colour, however it is spelled, as red, green, blue and opacity. */
function pixel(colour) {
    pixel.canvas ??= document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    pixel.canvas.clearRect(0, 0, 1, 1);
    pixel.canvas.fillStyle = colour;
    pixel.canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = pixel.canvas.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha];
}

/** The colour behind an element's content. */
function ground(element) {
    for (let each = element; each; each = each.parentElement) {
        const colour = pixel(getComputedStyle(each).backgroundColor);
        if (colour[3] === 255) return colour;
    }
    return [255, 255, 255, 255];
}

function luminance([red, green, blue]) {
    const [r, g, b] = [red, green, blue].map((value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one, other) {
    const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a);
    return (high + 0.05) / (low + 0.05);
}

/** Returns whether nothing of it can be seen (WCAG 2.4.11). */
function isBuried(element) {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return [0.1, 0.5, 0.9].every((part) => {
        const hit = document.elementFromPoint((left + right) / 2, top + (bottom - top) * part);
        return !hit || !(element.contains(hit) || hit.contains(element) || [...(element.labels ?? [])].includes(hit));
    });
}

/** What the Tab key has to reach, in order; of radio buttons of one name, one. */
function stops() {
    const all = [...document.querySelectorAll(CONTROLS)].filter((element) => isDrawn(element) && element.tabIndex >= 0);
    const groups = new Map();
    for (const each of all) if (each.type === "radio" && (each.checked || !groups.has(each.name))) groups.set(each.name, each);
    return all.filter((each) => each.type !== "radio" || groups.get(each.name) === each);
}

/** What is chosen among others, and looks as they do: colours that the system forces take grounds and shadows away. */
function choiceFaults() {
    const look = (element) => {
        const { backgroundColor, color, outlineStyle } = getComputedStyle(element);
        return [backgroundColor, color, outlineStyle].join();
    };
    const chosen = "[aria-current], [aria-selected=true]";
    return [...document.querySelectorAll(chosen)].filter(isDrawn).filter((element) => {
        const others = [...(element.parentElement?.children ?? [])].filter((other) => other.tagName === element.tagName && !other.matches(chosen));
        return others.some((other) => isDrawn(other) && look(other) === look(element));
    }).map((element) => `${named(element)} is chosen and looks as the others do`);
}

/** Where the focus is: its place among the stops (-1 elsewhere), and what is wrong with how that shows. */
async function focusPlace() {
    // How the focus shows is settled with the next frame.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const element = document.activeElement;
    const place = stops().indexOf(element);
    if (place < 0) return { place, name: element ? named(element) : "", faults: [] };
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
    const faults = [];
    const ratio = contrast(pixel(outlineColor), ground(element.parentElement));
    if (outlineStyle === "none" || parseFloat(outlineWidth) < 2) faults.push(`${named(element)} has the focus and an outline of ${outlineStyle} ${outlineWidth}`);
    else if (ratio < 3) faults.push(`the focus of ${named(element)} has a contrast of ${ratio.toFixed(2)}`);
    if (isBuried(element)) faults.push(`${named(element)} has the focus and lies under something else`);
    return { place, name: nameOf(element), faults };
}
