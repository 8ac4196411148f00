import { browser } from "../lib/browser.js";
import { isPageOrigin } from "../lib/sender.js";
import { button, make, shortened, text } from "./dom.js";

/**
 * Whether the tab under the popup is connected.
 *
 * The relay in the tab is asked to report itself to the background, which then has the origin from the browser. A tab
 * without a relay was open before the extension came, or shows a page that the wallet doesn't serve.
 */
const SITES = { origins: ["https://*/*", "http://localhost/*", "http://127.0.0.1/*"] };

export class TabSection {
    #background;
    element = make("section", { class: "tab card", "aria-label": text("thisTab") });

    /** @param {import("./client.js").BackgroundClient} background */
    constructor(background) {
        this.#background = background;
    }

    async draw() {
        const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
        const parts = await this.#parts(tab).catch(() => [make("p", { class: "muted", text: text("tabUnknown") })]);
        this.element.replaceChildren(make("h2", { text: text("thisTab") }), ...parts, ...(await this.#permission()));
        return this.element;
    }

    /** @param {WebExtension.Tab | undefined} tab @returns {Promise<HTMLElement[]>} */
    async #parts(tab) {
        if (tab?.id === undefined) return [make("p", { class: "muted", text: text("tabUnserved") })];
        if (!(await reported(tab.id))) return this.#silent(tab);
        const { origin, accounts = [] } = await this.#background.request("tab.status", { tab: tab.id });
        if (origin === undefined) return [make("p", { class: "muted", text: text("tabUnserved") })];
        const site = make("p", { class: "site", text: origin });
        if (accounts.length === 0) return [site, make("p", { class: "state off", text: text("tabNotConnected") })];
        return [
            site,
            make("p", { class: "state on" }, [text("tabConnected"), " ", shortened(accounts[0].publicKey)]),
            button(text("disconnect"), () => this.#disconnect(tab), "small"),
        ];
    }

    /**
     * A user can take the sites away from the extension; Firefox then lets it into a tab only when its button is pressed.
     *
     * @returns {Promise<HTMLElement[]>}
     */
    async #permission() {
        if (await browser.permissions.contains(SITES)) return [];
        return [
            make("p", { class: "warning", text: text("tabForbidden") }),
            button(text("allowSites"), () => browser.permissions.request(SITES).then(() => this.draw(), () => {}), "small"),
        ];
    }

    /** @param {WebExtension.Tab} tab */
    async #disconnect(tab) {
        // Where it fails, drawing anew says what is true.
        await this.#background.request("tab.disconnect", { tab: tab.id }).catch(() => {});
        await this.draw();
    }

    /**
     * A tab where no relay answers.
     *
     * @param {WebExtension.Tab} tab
     * @returns {HTMLElement[]}
     */
    #silent(tab) {
        if (tab.url !== undefined && !isPageOrigin(new URL(tab.url).origin)) {
            return [make("p", { class: "muted", text: text("tabUnserved") })];
        }
        return [
            make("p", { text: tab.url === undefined ? text("tabSilent") : text("tabReload") }),
            button(text("reloadTab"), () => browser.tabs.reload(tab.id).then(() => window.close()), "small"),
        ];
    }
}

/** @param {number} tab */
async function reported(tab) {
    try {
        return Boolean((await browser.tabs.sendMessage(tab, "report", { frameId: 0 }))?.served);
    } catch {
        return false;
    }
}
