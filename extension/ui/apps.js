import { WalletError } from "../lib/errors.js";
import { visible } from "../lib/visible.js";
import { make, shortened, text } from "./dom.js";
import { language } from "./language.js";
import { AppsStore } from "./stores/apps.js";
import { failureText } from "./texts.js";

/**
 * The apps that ask the wallet by links, and disconnecting them.
 *
 * @typedef {import("./stores/apps.js").ConnectedApp} ConnectedApp
 */
export class ConnectedApps {
    /** @type {AppsStore} */
    #store;
    #rows = make("ul", { class: "rows" });
    #said = make("p", { class: "muted", role: "status" });
    #problem = make("p", { class: "problem", role: "alert" });
    #busy = false;
    element;

    /** @param {import("./client.js").BackgroundClient} client */
    constructor(client) {
        this.#store = AppsStore.of(client);
        this.element = make("section", { class: "other-extensions connected-apps", hidden: true, "aria-label": text("apps") }, [
            make("h2", { text: text("apps") }),
            make("p", { class: "muted", text: text("appsNote") }),
            this.#rows, this.#said, this.#problem,
        ]);
        this.#store.subscribe(() => this.#draw());
    }

    async load() {
        await this.#store.load();
    }

    #draw() {
        const { apps } = this.#store.state;
        this.element.hidden = apps.length === 0 && this.#said.textContent === "" && this.#problem.textContent === "";
        this.#rows.replaceChildren(...apps.map((each) => this.#row(each)));
    }

    /** @param {ConnectedApp} connected */
    #row({ app, url, redirect, account, expires }) {
        const name = visible(url);
        return make("li", { class: "line card", "data-row": app }, [
            make("strong", { class: "origin-line" }, [make("bdi", { text: text("originApp", visible(app)) })]),
            make("span", { class: "muted", text: text("appClaims", name) }),
            make("span", { class: "muted", text: text("appPlace", visible(redirect)) }),
            make("span", { class: "muted" }, [text("appUntil", language.moment(expires)), " · ", shortened(account)]),
            make("div", { class: "actions" }, [
                make("button", {
                    type: "button", class: "small", text: text("disconnect"), "aria-label": text("disconnectNamed", name),
                    on: { click: () => this.#revoke(app, text("siteRevoked", name)) },
                }),
            ]),
        ]);
    }

    /** @param {string} app @param {string} said what a screen reader hears when it was done */
    async #revoke(app, said) {
        if (this.#busy) return;
        this.#busy = true;
        this.#problem.textContent = this.#said.textContent = "";
        try {
            await this.#store.revoke(app);
            this.#said.textContent = said;
        } catch (thrown) {
            this.#problem.textContent = failureText(WalletError.from(thrown));
        }
        this.#busy = false;
        this.#draw();
    }
}
