// As much of a document as the screens ask for: elements with children, attributes, text and listeners. How it looks is
// tested in browsers.

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

    replaceChildren(...children) {
        this.textContent = "";
        this.append(...children);
    }

    setAttribute(name, value) {
        this.attributes.set(name, value);
    }

    removeAttribute(name) {
        this.attributes.delete(name);
    }

    addEventListener(type, listener) {
        this.listeners.set(type, listener);
    }

    focus() {}

    click() {
        if (!this.disabled) this.listeners.get("click")?.();
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
    globalThis.document = { createElement: (tag) => new FakeElement(tag), addEventListener: () => {}, removeEventListener: () => {} };
    globalThis.window = { addEventListener: () => {}, removeEventListener: () => {} };
    globalThis.browser = { i18n: { getMessage: text } };
    globalThis.setInterval = () => 0;
    globalThis.clearInterval = () => {};
}
