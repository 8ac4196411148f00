import { ErrorCode, WalletError } from "../../lib/errors.js";
import { visible } from "../../lib/visible.js";
import { button, make, present, text } from "../parts/dom.js";
import { language } from "../parts/language.js";
import { failureText } from "../parts/texts.js";
import { Openings } from "./openings.js";

/**
 * The part of the settings about one way to open the wallet beside the passphrase. Its kinds say what they read and which buttons there are. What lets
 * more in is allowed in Sidekey's window, and never here.
 *
 * @typedef {import("../stores/client.js").BackgroundClient} BackgroundClient
 * @typedef {{ name: string, created: number }} Slot
 */
export class OpeningSection {
    #background;
    #kind;
    #title;
    #words;
    #method;
    /** @type {Openings | undefined} */
    #openings;
    #asking = make("p", { class: "muted", role: "status" });
    #problem = make("p", { class: "problem", role: "alert" });
    element;

    /**
     * @param {BackgroundClient} background
     * @param {{ kind: string, "data-part": string, title: string, words: string, method: string }} about the kind in `openings.list`, the part's name, the
     *   title, the first words, and the method that reads it
     */
    constructor(background, { kind, "data-part": part, title, words, method }) {
        this.#background = background;
        this.#kind = kind;
        this.#title = title;
        this.#words = words;
        this.#method = method;
        this.element = make("section", { class: "tab card", "data-part": part, "aria-label": this.#title });
    }

    /** @param {Openings} [openings] says when each was last used */
    draw(openings = this.#openings) {
        this.#problem.textContent = "";
        return this.#read(openings);
    }

    /** @param {Openings | undefined} openings */
    async #read(openings) {
        this.#openings = openings;
        let answer = {};
        try {
            answer = await this.#background.request(this.#method);
        } catch (thrown) {
            const error = WalletError.from(thrown);
            // An agent from before there was any.
            this.element.hidden = error.code === ErrorCode.methodNotFound;
            this.#problem.textContent = failureText(error);
        }
        this.element.replaceChildren(
            make("h2", { text: this.#title }),
            make("p", { class: "muted", text: this.#words }),
            make("p", { class: "muted", text: text(`openingMeans_${this.#kind.replaceAll("-", "_")}`) }),
            ...present(...this.parts(answer)),
            this.#asking,
            this.#problem,
        );
        return this.element;
    }

    /**
     * What stands below the words: what there is, and the buttons that change it.
     *
     * @protected
     * @param {any} _answer what was read, or nothing of it
     * @returns {(HTMLElement | null)[]}
     */
    parts(_answer) {
        return [];
    }

    /** @protected @param {string} [id] */
    last(id) {
        return this.#openings?.last(this.#kind, id) ?? null;
    }

    /**
     * What is there already, with the button that removes it.
     *
     * @protected
     * @param {Slot & { id?: string }} slot @param {HTMLElement} remove
     */
    entry({ id, name, created }, remove) {
        return make("li", { class: "card passkey" }, present(
            make("strong", {}, [make("bdi", { text: visible(name) })]),
            make("span", { class: "muted", text: language.date(created) }),
            this.last(id),
            remove,
        ));
    }

    /**
     * Why it can't be used here.
     *
     * @protected
     * @param {string} [reason]
     */
    reason(reason) {
        return !reason ? null : make("p", { class: "muted", text: failureText(new WalletError(ErrorCode.unauthorized, reason, reason)) });
    }

    /**
     * @protected
     * @param {string} label @param {() => [method: string, asking: string, params?: { [name: string]: string }]} change what it asks for, and the text that
     *   is shown meanwhile
     */
    changing(label, change) {
        return button(label, () => this.#change(...change()), "small");
    }

    /** @param {string} method @param {string} asking @param {{ [name: string]: string }} [params] */
    async #change(method, asking, params) {
        this.#problem.textContent = "";
        this.#asking.textContent = asking;
        try {
            await this.#background.request(method, params);
            this.changed();
        } catch (thrown) {
            this.#problem.textContent = failureText(WalletError.from(thrown));
        }
        this.#asking.textContent = "";
        // Not drawn anew: why it was refused still stands there.
        await this.#read(this.#openings && await Openings.read(this.#background));
    }

    /** Called after a change. @protected */
    changed() {}
}
