import { language } from "./language.js";

/**
 * Makes an element. Text goes in as text: nothing here or elsewhere parses markup.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {{ [name: string]: any }} [properties] attributes; `class`, `text` and `on` (listeners) are special
 * @param {(Node | string | null | undefined | false)[]} [children]
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(tag, properties = {}, children = []) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(properties)) {
        if (value === undefined || value === null || value === false) continue;
        if (name === "text") element.textContent = value;
        else if (name === "on") {
            for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
        } else element.setAttribute(name, value === true ? "" : String(value));
    }
    for (const child of children) if (child) element.append(child);
    return element;
}

/**
 * Returns the text of a key in _locales, in the language of this screen. Numbers among the values take the language's form.
 *
 * @param {string} key
 * @param {...(string | number)} values
 */
export function text(key, ...values) {
    return language.text(key, ...values);
}

/**
 * Returns the form of a text that a count takes, such as `key_one` or `key_other`; the count is its first value.
 *
 * @param {string} key
 * @param {number} count
 * @param {...(string | number)} more
 */
export function counted(key, count, ...more) {
    return language.plural(key, count, count, ...more);
}

/**
 * Returns an integer amount in the language's form, exactly.
 *
 * @param {string} digits
 * @param {number} [decimals]
 */
export function amount(digits, decimals) {
    return language.amount(digits, decimals);
}

/**
 * @param {string} label the accessible name
 * @param {() => void} act
 * @param {string} [style]
 */
export function button(label, act, style = "plain") {
    return make("button", { type: "button", class: style, text: label, on: { click: act } });
}

/**
 * Draws a long name without its middle; the whole name stays reachable.
 *
 * @param {string} address
 */
export function shortened(address) {
    return make("span", { class: "address", title: address }, [
        make("span", { "aria-hidden": true, text: `${address.slice(0, 4)}…${address.slice(-4)}` }),
        make("span", { class: "hidden", text: address }),
    ]);
}

/**
 * Returns minutes and seconds.
 *
 * @param {number} milliseconds
 */
export function clock(milliseconds) {
    const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/**
 * Returns true if nothing around an element hides or folds it.
 *
 * @param {Element} element
 */
export function isShown(element) {
    return element.closest("[hidden], details:not([open]) > :not(summary)") === null;
}

/**
 * Returns the parts that exist.
 *
 * @param {...(HTMLElement | null)} parts
 */
export function present(...parts) {
    return parts.flatMap((part) => part ?? []);
}
