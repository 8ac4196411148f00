// As much of a document as the screens ask for: elements with children, attributes, text and listeners. How it looks is
// tested in browsers.

import { FakeEvent, FakeStorage } from "./fakes.mjs";

class FakeElement {
    children = [];
    attributes = new Map();
    listeners = new Map();
    classList = { toggle: () => {} };
    hidden = false;
    disabled = false;
    value = "";
    isConnected = true;
    #text = "";

    constructor(tag) {
        this.tag = tag;
    }

    get textContent() {
        return this.#text + this.children.map((child) => child.textContent ?? child).join("");
    }

    set textContent(text) {
        this.children = [];
        this.#text = String(text);
    }

    set id(id) {
        this.attributes.set("id", id);
    }

    get id() {
        return this.attributes.get("id");
    }

    append(...children) {
        this.children.push(...children);
    }

    get childElementCount() {
        return this.children.filter((child) => typeof child !== "string").length;
    }

    replaceChildren(...children) {
        this.textContent = "";
        this.append(...children);
    }

    setAttribute(name, value) {
        this.attributes.set(name, value);
    }

    getAttribute(name) {
        return this.attributes.get(name) ?? null;
    }

    get localName() {
        return this.tag;
    }

    removeAttribute(name) {
        this.attributes.delete(name);
    }

    addEventListener(type, listener) {
        this.listeners.set(type, listener);
    }

    focus() {
        globalThis.document.activeElement = this;
    }

    /** The first element under this one with a tag; no other selector is known. */
    querySelector(tag) {
        return [...this.shown()].find((element) => element.tag === tag) ?? null;
    }

    /** All of them; several tags stand beside each other. */
    querySelectorAll(tags) {
        return [...this.shown()].filter((element) => tags.split(", ").includes(element.tag));
    }

    insertBefore(child, before) {
        this.removeChild(child);
        this.children.splice(before === null ? this.children.length : this.children.indexOf(before), 0, child);
    }

    removeChild(child) {
        this.children = this.children.filter((each) => each !== child);
    }

    /** A press as a user's mouse makes it. */
    click() {
        if (this.disabled) return;
        this.listeners.get("pointerdown")?.({ isTrusted: true });
        this.listeners.get("click")?.({ isTrusted: true, detail: 1 });
    }

    getBoundingClientRect() {
        return { left: 0, top: 0 };
    }

    /** Every element under this one that is shown. */
    *shown() {
        for (const child of this.children) {
            if (!(child instanceof FakeElement) || child.hidden) continue;
            yield child;
            yield* child.shown();
        }
    }

    /** The one button that is shown under this name. */
    button(name) {
        const found = [...this.shown()].filter(({ tag, textContent }) => tag === "button" && textContent === name);
        return found.length === 1 ? found[0] : undefined;
    }
}

/** Puts a document, English texts and still clocks where the screens look for them. */
export function install(messages) {
    const text = (key, values = []) => (messages[key]?.message ?? "").replace(/\$(\d)/g, (_, n) => values[n - 1]);
    globalThis.document = {
        documentElement: new FakeElement("html"), createElement: (tag) => new FakeElement(tag), createElementNS: (_, tag) => new FakeElement(tag),
        addEventListener: () => {}, removeEventListener: () => {},
    };
    globalThis.window = { addEventListener: () => {}, removeEventListener: () => {}, scrollTo: () => {} };
    const remembered = new Map();
    globalThis.sessionStorage = {
        getItem: (name) => remembered.get(name) ?? null, setItem: (name, value) => remembered.set(name, value), removeItem: (name) => remembered.delete(name),
    };
    globalThis.location = { pathname: "/ui/popup.html" };
    globalThis.browser = { i18n: { getMessage: text }, storage: { local: new FakeStorage(), onChanged: new FakeEvent() } };
    globalThis.setInterval = () => 0;
    globalThis.clearInterval = () => {};
}
