import { browser } from "../../../lib/browser.js";
import { WalletError } from "../../../lib/errors.js";
import { visible } from "../../../lib/visible.js";
import { ConnectedApps } from "../apps.js";
import { BlockedSites } from "../../parts/blocks.js";
import { ceremonyButton } from "../../parts/ceremony.js";
import { make, text } from "../../parts/dom.js";
import { OtherExtensions } from "../extensions.js";
import { language } from "../../parts/language.js";
import { Listing } from "../../parts/listing.js";
import { OlderSitesSection } from "../older.js";
import { SiteAccounts } from "../site.js";
import { SiteListsSection } from "../site-lists.js";
import { AccountsStore } from "../../stores/accounts.js";
import { SitesStore } from "../../stores/sites.js";
import { failureText } from "../../parts/texts.js";

/**
 * The connected sites: their visible accounts, the time of the connection, and the time of the latest request.
 *
 * @typedef {import("../../stores/sites.js").Site} Site
 */
export class SitesView {
    /** @type {SitesStore} */
    #store;
    #client;
    /** @type {AccountsStore} */
    #accounts;
    #blocked;
    #lists;
    #extensions;
    #apps;
    #listing;
    #older = new OlderSitesSection();
    /**
     * The drawn accounts of each site, by its identity.
     *
     * @type {Map<string, SiteAccounts>}
     */
    #seen = new Map();
    #profile = "";
    #busy = false;
    #problem = make("p", { class: "problem", role: "alert" });
    #said = make("p", { class: "hidden", role: "status" });
    element;

    /** @param {import("../../stores/client.js").BackgroundClient} client */
    constructor(client) {
        this.#client = client;
        this.#store = SitesStore.of(client);
        this.#accounts = AccountsStore.of(client);
        this.#blocked = new BlockedSites(client);
        this.#lists = new SiteListsSection(client);
        this.#extensions = new OtherExtensions(client);
        this.#apps = new ConnectedApps(client);
        this.#listing = new Listing(this.#store, { label: text("place_sites"), empty: text("sitesEmpty"), row: (site) => this.#row(site) });
        this.element = make("section", { class: "view sites" }, [
            make("h1", { tabindex: -1, text: text("place_sites") }),
            make("p", { class: "muted", text: text("sitesNote") }),
            this.#problem,
            this.#said,
            this.#listing.element,
            this.#apps.element,
            this.#extensions.element,
            this.#older.element,
            this.#blocked.element,
            this.#lists.element,
        ]);
    }

    async draw() {
        this.#problem.textContent = this.#said.textContent = "";
        void this.#load();
        await this.#older.draw();
        return this.element;
    }

    async #load() {
        const { profile } = await browser.storage.local.get("profile");
        this.#profile = String(profile ?? "");
        await Promise.all([this.#accounts.load(), this.#store.load(), this.#blocked.load(), this.#lists.load(), this.#extensions.load(), this.#apps.load()]);
        this.#listing.show(true);
    }

    /** @param {Site} site */
    #row(site) {
        const { origin, profile, container, accounts, granted, used, guards } = site;
        const place = [profile !== this.#profile && text("siteOtherProfile"), container !== "default" && container !== "" && text("siteContainer", visible(container))].filter(Boolean).join(" · ");
        const known = this.#accounts.state.accounts;
        const narrow = (/** @type {string[]} */ chosen) => this.#act(() => this.#store.narrow(site, chosen), text("siteNarrowed"));
        const identity = this.#store.identity(site);
        const acts = { client: this.#client, save: narrow, done: () => this.#store.load() };
        const seen = new SiteAccounts({ origin, profile, container, accounts }, known, acts, this.#seen.get(identity));
        this.#seen.set(identity, seen);
        return make("li", { class: "line card site-entry", "data-row": origin }, [
            make("strong", { class: "origin-line" }, [make("bdi", { text: visible(origin) })]),
            place !== "" && make("span", { class: "muted", text: place }),
            make("span", { class: "muted" }, [
                text("siteGranted", language.moment(granted)), " · ", text("siteUsed", language.ago(Math.max(0, Date.now() - used))),
            ]),
            seen.element,
            !guards && make("span", { class: "muted", text: text("siteUnguarded") }),
            make("div", { class: "actions" }, [
                guards
                    ? ceremonyButton(this.#client, text("guardsOff"), { kind: "protection", guards: { off: [origin] } }, { style: "small", done: () => this.#store.load() })
                    : make("button", {
                        type: "button", class: "small", text: text("guardsOn"),
                        on: { click: () => this.#act(() => this.#store.guard(site), text("siteGuarded", visible(origin))) },
                    }),
                make("button", {
                    type: "button", class: "small", text: text("disconnect"), "aria-label": text("disconnectNamed", visible(origin)),
                    on: { click: () => this.#act(() => this.#store.revoke(site), text("siteRevoked", visible(origin))) },
                }),
            ]),
        ]);
    }

    /** @param {() => Promise<void>} change @param {string} said the text for a screen reader after the change */
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
    }
}
