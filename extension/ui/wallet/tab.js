import { browser } from "../../lib/browser.js";
import { WalletError } from "../../lib/errors.js";
import { isPageOrigin, SITES } from "../../lib/sender.js";
import { button, make, text } from "../parts/dom.js";
import { Kept } from "../parts/redraw.js";
import { SiteAccounts } from "./site.js";
import { failureText } from "../parts/texts.js";

/**
 * The connection of the tab under the popup.
 *
 * The relay in the tab is asked to report itself to the background, which then has the origin from the browser. A tab without a relay was
 * open before the extension was installed, or shows a page that the wallet doesn't serve.
 */
export class TabSection {
    #background;
    /** @type {{ identity: string, accounts: SiteAccounts } | undefined} */
    #seen;
    /** @type {string | undefined} */
    #drawn;
    element = make("section", { class: "tab card", "aria-label": text("thisTab") });

    /** @param {import("../stores/client.js").BackgroundClient} background */
    constructor(background) {
        this.#background = background;
    }

    async draw() {
        const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
        const parts = await this.#parts(tab).catch(() => [make("p", { class: "muted", text: text("tabUnknown") })]);
        const permission = await this.#permission();
        // Against what stands there by now: another call may have drawn it meanwhile.
        const kept = this.#drawn === this.#seen?.identity ? new Kept(this.element) : undefined;
        this.#drawn = this.#seen?.identity;
        this.element.replaceChildren(make("h2", { text: text("thisTab") }), ...parts, ...permission);
        kept?.restore(this.element);
        return this.element;
    }

    /** @param {WebExtension.Tab | undefined} tab @returns {Promise<HTMLElement[]>} */
    async #parts(tab) {
        if (tab?.id === undefined) return [make("p", { class: "muted", text: text("tabUnserved") })];
        if (!(await reported(tab.id))) return this.#silent(tab);
        const status = await this.#background.request("tab.status", { tab: tab.id });
        const { origin, accounts = [] } = status;
        if (origin === undefined) return [make("p", { class: "muted", text: text("tabUnserved") })];
        const site = make("p", { class: "site", text: origin });
        if (accounts.length === 0) return [site, make("p", { class: "state off", text: await this.#unconnected() })];
        return [
            site,
            make("p", { class: "state on", text: text("tabConnected") }),
            await this.#accounts(tab, status),
            button(text("disconnect"), () => this.#disconnect(tab), "small"),
        ];
    }

    /** Returns the text for a site without accounts; before the first unlock its connection is unknown. */
    async #unconnected() {
        const { trust } = await this.#background.request("vault.status");
        return trust === "unverified" ? text("tabUnverified") : text("tabNotConnected");
    }

    /**
     * Draws the accounts that the site sees, for the user to change.
     *
     * @param {WebExtension.Tab} tab
     * @param {{ origin: string, profile: string, container: string, accounts: import("../../lib/protocol.js").Account[] }} status
     */
    async #accounts(tab, { origin, profile, container, accounts }) {
        const { accounts: known } = await this.#background.request("accounts.list");
        const grant = { origin, profile, container, accounts: accounts.map(({ publicKey }) => publicKey) };
        const acts = { client: this.#background, save: (/** @type {string[]} */ chosen) => void this.#change(tab, chosen), done: () => this.draw() };
        const identity = JSON.stringify([tab.id, origin, profile, container]);
        const seen = new SiteAccounts(grant, known, acts, this.#seen?.identity === identity ? this.#seen.accounts : undefined);
        this.#seen = { identity, accounts: seen };
        return seen.element;
    }

    /** @param {WebExtension.Tab} tab @param {string[]} accounts */
    async #change(tab, accounts) {
        try {
            await this.#background.request("tab.accounts", { tab: tab.id, accounts });
            await this.draw();
        } catch (thrown) {
            await this.draw();
            this.element.append(make("p", { class: "problem", role: "alert", text: failureText(WalletError.from(thrown)) }));
        }
    }

    /**
     * Offers the permission for sites. A user can revoke it; Firefox then lets the extension into a tab only after a press of its button.
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
        // If it fails, drawing anew shows the truth.
        await this.#background.request("tab.disconnect", { tab: tab.id }).catch(() => {});
        await this.draw();
    }

    /**
     * Draws a tab in which no relay answers.
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
