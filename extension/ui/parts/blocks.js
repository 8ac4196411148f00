import { WalletError } from "../../lib/errors.js";
import { visible } from "../../lib/visible.js";
import { make, text } from "./dom.js";
import { Field, textInput } from "./fields.js";
import { language } from "./language.js";
import { typedSite } from "./origin.js";
import { BlocksStore } from "../stores/blocks.js";
import { failureText } from "./texts.js";

/**
 * The sites that may not ask. A site that was rejected three times waits for a minute, and can be blocked for good, as can any site by its
 * address. A site that is blocked for good can be unblocked.
 *
 * @typedef {import("../stores/blocks.js").Block} Block
 */
export class BlockedSites {
    /** @type {BlocksStore} */
    #store;
    #waitingOnly;
    #rows = make("ul", { class: "rows" });
    #said = make("p", { class: "muted", role: "status" });
    #problem = make("p", { class: "problem", role: "alert" });
    #busy = false;
    element;

    /** @param {import("../stores/client.js").BackgroundClient} client @param {boolean} [waitingOnly] true for an offer instead of a list */
    constructor(client, waitingOnly = false) {
        this.#store = BlocksStore.of(client);
        this.#waitingOnly = waitingOnly;
        this.element = make("section", { class: "blocked-sites", "data-part": "blocked", hidden: waitingOnly, "aria-label": text("blockedSites") }, [
            !waitingOnly && make("h2", { text: text("blockedSites") }), this.#rows, this.#said, this.#problem,
            !waitingOnly && this.#form(),
        ]);
        this.#store.subscribe(() => this.#draw());
    }

    /** True if there is no site to show. */
    get isEmpty() {
        return this.#shown.length === 0;
    }

    async load() {
        await this.#store.load();
    }

    get #shown() {
        return this.#waitingOnly ? this.#store.waiting : this.#store.state.blocks;
    }

    #draw() {
        this.element.hidden = this.#waitingOnly && this.isEmpty && this.#said.textContent === "" && this.#problem.textContent === "";
        this.#rows.replaceChildren(...this.#shown.map((block) => this.#row(block)));
    }

    /** @param {Block} block */
    #row({ site, since }) {
        const name = visible(site);
        const act = since === undefined
            ? this.#changing("blockForGood", "blockForGoodNamed", name, () => this.#store.block(site), text("siteBlocked", name))
            : this.#changing("unblock", "unblockNamed", name, () => this.#store.unblock(site), text("siteUnblocked", name));
        return make("li", { class: "line card", "data-row": site }, [
            make("strong", {}, [make("bdi", { text: name })]),
            make("span", { class: "muted", text: since === undefined ? text("siteWaits") : text("siteBlockedSince", language.moment(since)) }),
            make("div", { class: "actions" }, [act]),
        ]);
    }

    /** The form for any other site. */
    #form() {
        /** @type {Field<HTMLInputElement>} */
        const field = new Field(text("blockSite"), textInput(() => field.note(), { inputmode: "url" }));
        const submit = (/** @type {Event} */ event) => {
            event.preventDefault();
            const site = typedSite(field.control.value)?.hostname;
            if (site === undefined) {
                field.refuse(text("blockInvalid"));
                return field.control.focus();
            }
            field.control.value = "";
            void this.#act(() => this.#store.block(site), text("siteBlocked", visible(site)));
        };
        return make("details", { class: "card" }, [
            make("summary", { text: text("blockAdd") }),
            make("form", { class: "fields", novalidate: true, on: { submit } }, [
                field.element, make("button", { type: "submit", class: "small", text: text("blockForGood") }),
            ]),
        ]);
    }

    /** @type {(label: string, named: string, name: string, change: () => Promise<void>, said: string) => HTMLElement} */
    #changing(label, named, name, change, said) {
        return make("button", {
            type: "button", class: "small", text: text(label), "aria-label": text(named, name), on: { click: () => this.#act(change, said) },
        });
    }

    /** @param {() => Promise<void>} change @param {string} said */
    async #act(change, said) {
        if (this.#busy) return;
        this.#busy = true;
        this.#problem.textContent = this.#said.textContent = "";
        try {
            await change();
            this.#said.textContent = said;
        } catch (thrown) {
            this.#problem.textContent = failureText(WalletError.from(thrown));
        }
        this.#busy = false;
        this.#draw();
    }
}
