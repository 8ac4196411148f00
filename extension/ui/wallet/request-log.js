import { WALLET_ORIGIN } from "../../lib/protocol.js";
import { visible } from "../../lib/visible.js";
import { copyButton } from "../parts/copy.js";
import { make, text } from "../parts/dom.js";
import { choice, Field, fill } from "../parts/fields.js";
import { language } from "../parts/language.js";
import { Listing } from "../parts/listing.js";
import { AddressNames, wholeAddress } from "../parts/names.js";
import { explorerButton } from "../parts/open-explorer.js";
import { originName } from "../parts/origin.js";
import { ActivityStore } from "../stores/activity.js";
import { SettingsStore } from "../stores/settings.js";
import { SitesStore } from "../stores/sites.js";

/**
 * The agent's record: every request with its decision and outcome. An unfolded entry shows everything in full.
 *
 * @typedef {import("../stores/activity.js").ActivityEntry} Entry
 */
export class RequestLog {
    #client;
    #names;
    /** @type {ActivityStore} */
    #store;
    /** @type {SitesStore} */
    #sites;
    #filter = choice(() => void this.#store.filter(this.#filter.value || undefined));
    #listing;
    #broken = make("p", { class: "warning", role: "alert", hidden: true });
    element;

    /** @param {import("../stores/client.js").BackgroundClient} client */
    constructor(client) {
        this.#client = client;
        this.#names = new AddressNames(client);
        this.#store = ActivityStore.of(client);
        this.#sites = SitesStore.of(client);
        this.#listing = new Listing(this.#store, {
            label: text("activityRequests"), empty: text("activityEmpty"), row: (entry) => this.#row(entry),
        });
        this.element = make("div", { class: "panel" }, [this.#broken, new Field(text("activityOf"), this.#filter).element, this.#listing.element]);
        this.#store.subscribe(() => this.#offer());
        this.#sites.subscribe(() => this.#offer());
        this.#offer();
    }

    async load() {
        await Promise.all([this.#names.load(), this.#sites.load(), this.#verify(), SettingsStore.of(this.#client).load(), this.#store.load()]);
        this.#listing.show(true);
    }

    /** Shows the place where the record isn't as it was written, as far as the agent has found it. */
    async #verify() {
        const { activityBreak } = await this.#client.request("vault.status").catch(() => ({}));
        this.#broken.hidden = activityBreak === undefined;
        this.#broken.textContent = activityBreak === undefined ? "" : text("activityBroken", String(activityBreak));
    }

    /** Offers the sites to choose from: the connected ones, and those with entries in view. */
    #offer() {
        const sites = new Set(this.#sites.state.rows.map(({ origin }) => origin));
        for (const { origin } of this.#store.state.rows) if (origin !== undefined) sites.add(origin);
        if (this.#store.origin !== undefined) sites.add(this.#store.origin);
        fill(this.#filter, [["", text("activityAll")], ...[...sites].sort().map((origin) => /** @type {[string, string]} */ ([origin, siteName(origin)]))]);
        this.#filter.value = this.#store.origin ?? "";
    }

    /** @param {Entry} entry */
    #row(entry) {
        const { sequence, time, kind, origin, method } = entry;
        const about = [origin !== undefined && siteName(origin), method !== undefined && methodName(method)].filter(Boolean).join(" · ");
        return make("li", { class: "line", "data-row": sequence }, [
            make("details", {}, [
                make("summary", {}, [
                    make("strong", { text: kindText(kind) }),
                    about !== "" && make("bdi", { class: "about", text: about }),
                    make("time", { class: "muted", datetime: new Date(time).toISOString(), text: language.moment(time) }),
                ]),
                make("dl", { class: "facts" }, this.#facts(entry)),
                make("div", { class: "actions" }, this.#actions(entry)),
            ]),
        ]);
    }

    /** @param {Entry} entry @returns {HTMLElement[]} every member in full; a member that is also shown in parts appears once */
    #facts(entry) {
        const { review, detail, ...members } = entry;
        const rest = entry.signature !== undefined || entry.surface !== undefined ? {} : { [review === undefined ? "detail" : "review"]: detail ?? review };
        return Object.entries({ ...members, ...rest }).flatMap(([name, value]) => {
            if (name === "kind" || name === "time" || value === undefined || value === null) return [];
            const shown = typeof value === "object" ? JSON.stringify(value) : String(value);
            const whole = name === "account" ? this.#names.whole(shown) : wholeAddress(shown);
            return [make("dt", { text: memberName(name) }), make("dd", {}, [whole])];
        });
    }

    /** @param {Entry} entry */
    #actions(entry) {
        const { signature, cluster } = entry;
        return signature === undefined ? [] : [copyButton(signature, text("copySignature")), explorerButton(this.#client, cluster, signature)];
    }
}

/** @param {string} origin */
function siteName(origin) {
    if (origin.startsWith("extension:") || origin.startsWith("app:")) return originName(origin);
    return origin === WALLET_ORIGIN ? text("originWallet") : visible(origin);
}

/** Returns the words for a kind, or the agent's own name for it if this extension has no words yet. */
function kindText(/** @type {string} */ kind) {
    return known(`kind_${kind.replace(/-/g, "_")}`) ?? visible(kind);
}

function methodName(/** @type {string} */ method) {
    return known(`short_${method}`) ?? visible(method);
}

function memberName(/** @type {string} */ name) {
    return known(`member_${name}`) ?? visible(words(name));
}

/** @param {string} key */
function known(key) {
    const found = /^\w+$/.test(key) ? text(key) : key;
    return found === key ? undefined : found;
}

/**
 * Returns a name of the protocol in words: `newAuthority` becomes "new authority".
 *
 * @param {string} name
 */
function words(name) {
    return name.replace(/([a-z0-9])([A-Z])/g, (_, before, after) => `${before} ${after.toLowerCase()}`);
}
