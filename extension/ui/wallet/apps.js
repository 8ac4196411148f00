import { visible } from "../../lib/visible.js";
import { CallerSection } from "./callers.js";
import { make, shortened, text } from "../parts/dom.js";
import { language } from "../parts/language.js";
import { AppsStore } from "../stores/apps.js";

/**
 * The apps that ask the wallet by links, with a way to disconnect them.
 *
 * @typedef {import("../stores/apps.js").ConnectedApp} ConnectedApp
 */
export class ConnectedApps {
    /** @type {AppsStore} */
    #store;
    #section = new CallerSection("connected-apps", "apps", text("apps"), text("appsNote"));
    element = this.#section.element;

    /** @param {import("../stores/client.js").BackgroundClient} client */
    constructor(client) {
        this.#store = AppsStore.of(client);
        this.#store.subscribe(() => this.#section.show(this.#store.state.apps.map((each) => this.#row(each))));
    }

    async load() {
        await this.#store.load();
    }

    /** @param {ConnectedApp} connected */
    #row({ app, url, redirect, account, expires }) {
        const name = visible(url);
        const facts = [
            make("span", { class: "muted", text: text("appClaims", name) }),
            make("span", { class: "muted", text: text("appPlace", visible(redirect)) }),
            make("span", { class: "muted" }, [text("appUntil", language.moment(expires)), " · ", shortened(account)]),
        ];
        return this.#section.row(app, text("originApp", visible(app)), facts, {
            label: text("disconnect"), named: text("disconnectNamed", name), said: text("siteRevoked", name),
            act: () => this.#store.revoke(app),
        });
    }
}
