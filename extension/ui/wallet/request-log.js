import { isOwnOrigin } from "../../lib/protocol.js";
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
 * The agent's record: every request with its decision and outcome. The agent writes an entry for each step; here the entries of a request
 * are one row, which says how it ended. Unfolded, the row shows the steps and everything else in full.
 *
 * @typedef {import("../stores/activity.js").ActivityEntry} Entry
 * @typedef {Entry & { earlier?: Entry[] }} Row the newest entry of a request, with the others, the newest first
 */

/** The kinds that tell how a request ended, from the one that outweighs the others. A request without one is still open. */
const ENDS = ["failed", "outcome-unknown", "unconfirmed", "confirmed", "sent", "interrupted", "rejected", "expired", "cancelled", "granted", "approved"];

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
            together, identity: ({ request, sequence }) => request ?? String(sequence),
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

    /** @param {Row} row */
    #row(row) {
        const { earlier = [], ...newest } = row;
        const entries = [newest, ...earlier];
        const { sequence, time } = newest;
        const origin = entries.find((entry) => entry.origin !== undefined)?.origin;
        const method = entries.find((entry) => entry.method !== undefined)?.method;
        const about = [origin !== undefined && siteName(origin), method !== undefined && methodName(method)].filter(Boolean).join(" · ");
        return make("li", { class: "line", "data-row": sequence }, [
            make("details", {}, [
                make("summary", {}, [
                    make("strong", { text: kindText(endOf(entries)) }),
                    about !== "" && make("bdi", { class: "about", text: about }),
                    make("time", { class: "muted", datetime: new Date(time).toISOString(), text: language.moment(time) }),
                ]),
                make("dl", { class: "facts" }, [...steps(entries), ...this.#facts(entries)]),
                make("div", { class: "actions" }, this.#actions(entries)),
            ]),
        ]);
    }

    /** @param {Entry[]} entries @returns {HTMLElement[]} every member in full; what several entries say alike appears once */
    #facts(entries) {
        /** @type {Map<string, Set<string>>} */
        const facts = new Map();
        for (const { review, detail, ...members } of entries) {
            // A detail that is also shown in parts appears as those.
            const isShown = members.signature !== undefined || members.surface !== undefined || (detail !== undefined && members.by === detail);
            const rest = review !== undefined ? { review } : isShown ? {} : { detail };
            for (const [name, value] of Object.entries({ ...members, ...rest })) {
                if (name === "kind" || name === "time" || value === undefined || value === null) continue;
                facts.set(name, new Set([...(facts.get(name) ?? []), ...valueTexts(name, value)]));
            }
        }
        if (facts.has("sequence")) facts.set("sequence", new Set([[...facts.get("sequence") ?? []].reverse().join(", ")]));
        return [...facts].flatMap(([name, values]) => [
            make("dt", { text: memberName(name) }),
            ...[...values].map((value) => make("dd", {}, [name === "account" ? this.#names.whole(value) : isSaid(name) ? make("bdi", { text: visible(value) }) : wholeAddress(value)])),
        ]);
    }

    /** @param {Entry[]} entries */
    #actions(entries) {
        /** @type {Map<string, Entry>} */
        const signed = new Map();
        for (const entry of entries) if (entry.signature !== undefined) signed.set(entry.signature, entry);
        return [...signed].flatMap(([signature, { cluster }]) => [copyButton(signature, text("copySignature")), explorerButton(this.#client, cluster, signature)]);
    }
}

/**
 * Puts the entries of each request into one row, at the place of the newest.
 *
 * @param {Entry[]} entries
 * @returns {Row[]}
 */
function together(entries) {
    /** @type {Map<string, Row>} */
    const rows = new Map();
    /** @type {Entry & { name: string } | undefined} the entry before, which is a newer one, with the row that it is in */
    let newer;
    for (const entry of entries) {
        // A connection is written between the steps of the request that asked for it, and names none.
        /** @type {boolean} */
        const isWithin = entry.kind === "granted" && entry.request === undefined && newer?.origin === entry.origin && newer?.sequence === entry.sequence + 1;
        /** @type {string} */
        const name = isWithin && newer ? newer.name : (entry.request ?? `entry ${entry.sequence}`);
        newer = { ...entry, name };
        const row = rows.get(name);
        rows.set(name, row ? { ...row, earlier: [...(row.earlier ?? []), entry] } : entry);
    }
    return [...rows.values()];
}

/** Returns the kind that tells how a request ended, or its newest one. */
function endOf(/** @type {Entry[]} */ entries) {
    return ENDS.find((end) => entries.some(({ kind }) => kind === end)) ?? entries[0].kind;
}

/** Draws the steps of a request with their times of day, the first at the top; a single one is the row's own title. */
function steps(/** @type {Entry[]} */ entries) {
    if (entries.length < 2) return [];
    /** @type {Map<string, string[]>} */
    const steps = new Map();
    for (const { kind, time } of [...entries].reverse()) steps.set(language.time(time), [...(steps.get(language.time(time)) ?? []), kindText(kind)]);
    return [...steps].flatMap(([time, kinds]) => [make("dt", { text: kinds.join(", ") }), make("dd", { text: time })]);
}

/** @param {string} origin */
function siteName(origin) {
    return origin.startsWith("extension:") || origin.startsWith("app:") || isOwnOrigin(origin) ? originName(origin) : visible(origin);
}

/** Returns the words for a kind, or the agent's own name for it if this extension has no words yet. */
function kindText(/** @type {string} */ kind) {
    return known(`kind_${kind.replace(/-/g, "_")}`) ?? visible(kind);
}

/** The members whose values have words, and the beginnings of their texts' names. "With" says what opened the wallet, or proved an approval. */
const NAMED = { by: "opening_", surface: "surface_", cluster: "network_" };

/** Returns true for a member whose value is words, and not a number or a name of the protocol. */
function isSaid(/** @type {string} */ name) {
    return name === "review" || Object.hasOwn(NAMED, name);
}

/**
 * Returns a member's value in words, a line for each; one that has none as the agent wrote it.
 *
 * @param {string} name
 * @param {any} value
 */
function valueTexts(name, value) {
    if (name === "review" && typeof value === "object") return reviewTexts(value);
    const start = isSaid(name) ? NAMED[/** @type {keyof typeof NAMED} */ (name)] : undefined;
    const shown = typeof value === "object" ? JSON.stringify(value) : String(value);
    return [(start === undefined ? undefined : known(start + shown.replace(/^solana:/, "").replace(/[- ]/g, "_"))) ?? shown];
}

/** @param {{ level: string, complete: boolean, rules: string[] }} review */
function reviewTexts({ level, complete, rules }) {
    const said = level === "info" ? text("reviewNoWarning") : (known(`level_${level}`) ?? visible(level));
    return [said, ...(complete ? [] : [text("reviewIncomplete")]), ...(rules.length > 0 ? [text("reviewRules", visible(rules.join(", ")))] : [])];
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
