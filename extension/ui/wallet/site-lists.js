import { WalletError } from "../../lib/errors.js";
import { visible } from "../../lib/visible.js";
import { commandBlock } from "../parts/command.js";
import { counted, make, text } from "../parts/dom.js";
import { language } from "../parts/language.js";
import { failureText } from "../parts/texts.js";
import { SiteListsStore } from "../stores/site-lists.js";

const FAILURES = new Map([
    ["list-unread", "listUnread"],
    ["list-unverified", "listUnverified"],
    ["list-older", "listOlder"],
    ["list-unfit", "listUnfit"],
]);

/**
 * The user's lists of scam sites: how many sites each has, how old it is, and a way to read it again. They are added and removed in a terminal: a
 * hijacked extension must not take a warning away.
 *
 * @typedef {import("../stores/site-lists.js").SiteList} SiteList
 */
export class SiteListsSection {
    /** @type {SiteListsStore} */
    #store;
    #rows = make("ul", { class: "rows" });
    #none = make("p", { class: "muted", hidden: true, text: text("siteListsEmpty") });
    #said = make("p", { class: "muted", role: "status" });
    #problem = make("p", { class: "problem", role: "alert" });
    #busy = false;
    element;

    /** @param {import("../stores/client.js").BackgroundClient} client */
    constructor(client) {
        this.#store = SiteListsStore.of(client);
        this.element = make("section", { class: "callers site-lists", "data-part": "lists", "aria-label": text("siteLists") }, [
            make("h2", { text: text("siteLists") }),
            make("p", { class: "muted", text: text("siteListsNote") }),
            this.#rows, this.#none, this.#said, this.#problem,
            make("p", { class: "muted", text: text("listsTerminal") }),
            commandBlock("sidekey sites add https://ADDRESS --key KEY"),
        ]);
        this.#store.subscribe(() => this.#draw());
    }

    async load() {
        await this.#store.load();
    }

    #draw() {
        const { phase, lists } = this.#store.state;
        this.#none.hidden = phase !== "ready" || lists.length > 0;
        this.#rows.replaceChildren(...lists.map((list) => this.#row(list)));
    }

    /** @param {SiteList} list */
    #row({ name, source, sites, signed, read, state, failure }) {
        const shown = visible(name);
        return make("li", { class: "line card", "data-row": name }, [
            make("strong", {}, [make("bdi", { text: shown })]),
            make("span", { class: "muted" }, [make("bdi", { text: visible(source) })]),
            make("span", { class: "muted" }, [
                counted("listSites", sites), " · ", text("listSigned", language.moment(Number(signed) * 1000)), " · ",
                text("listRead", language.ago(Math.max(0, Date.now() - read))),
            ]),
            state !== "intact" && make("p", { class: "problem", text: text("listDamaged") }),
            failure !== undefined && make("p", { class: "muted", text: text(FAILURES.get(failure) ?? "listUnread") }),
            make("div", { class: "actions" }, [
                make("button", {
                    type: "button", class: "small", text: text("listUpdate"), "aria-label": text("listUpdateNamed", shown),
                    on: { click: () => this.#update(name) },
                }),
            ]),
        ]);
    }

    /** @param {string} name */
    async #update(name) {
        if (this.#busy) return;
        this.#busy = true;
        this.#problem.textContent = this.#said.textContent = "";
        try {
            await this.#store.update(name);
            this.#said.textContent = text("listUpdated", visible(name));
        } catch (thrown) {
            const error = WalletError.from(thrown);
            const key = FAILURES.get(error.reason ?? "");
            this.#problem.textContent = key ? text(key) : failureText(error);
        }
        this.#busy = false;
    }
}
