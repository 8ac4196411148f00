import { browser } from "../../lib/browser.js";
import { WalletError } from "../../lib/errors.js";
import { PROTOCOL } from "../../lib/protocol.js";
import { SITES } from "../../lib/sender.js";
import { Store } from "./store.js";

/**
 * The parts of this Sidekey and their health, as far as the extension and the agent can see. `sidekey doctor` alone checks the rest.
 *
 * @typedef {{ name: "extension" | "host" | "agent" | "sodium" | "sqlite", version: string, protocol?: number }} Part
 * @typedef {"versions" | "memory" | "desktop" | "prompt" | "records" | "activity" | "sites"} CheckName
 * @typedef {{ name: CheckName, state: "good" | "bad" | "unknown", value?: string }} Check
 * @typedef {{
 *     phase: import("./store.js").Phase, error?: WalletError, parts: Part[], checks: Check[], home?: string, unattended: boolean,
 * }} AboutState
 * @extends {Store<AboutState>}
 */
export class AboutStore extends Store {
    /** @param {import("./store.js").BackgroundClient} client */
    constructor(client) {
        super(client, { phase: "loading", parts: [ownPart()], checks: [], unattended: false });
    }

    async load() {
        try {
            const [status, about, isOnSites] = await Promise.all([
                this.client.request("vault.status"),
                // An agent that doesn't know the question is an old one, and still gives its version.
                this.client.request("agent.about").catch(() => undefined),
                browser.permissions.contains(SITES),
            ]);
            const parts = partsOf(status, about);
            const checks = [versions(parts), ...(about ? machine(about) : []), ...records(status), check("sites", isOnSites)];
            this.become({ phase: "ready", error: undefined, parts, checks, home: status.home, unattended: status.unattended });
        } catch (thrown) {
            this.become({ phase: "error", error: WalletError.from(thrown), parts: [ownPart()], checks: [], home: undefined, unattended: false });
        }
        return this.state;
    }
}

/** @returns {Part} */
function ownPart() {
    return { name: "extension", version: browser.runtime.getManifest().version, protocol: PROTOCOL };
}

/** @param {any} status @param {any} about @returns {Part[]} */
function partsOf({ version, protocol }, about) {
    const { host, sodium, sqlite } = about ?? {};
    /** @type {Part[]} */
    const parts = [ownPart()];
    if (host !== undefined) parts.push({ name: "host", version: String(host) });
    parts.push({ name: "agent", version: String(version), protocol });
    if (sodium !== undefined) parts.push({ name: "sodium", version: String(sodium) });
    if (sqlite !== undefined) parts.push({ name: "sqlite", version: String(sqlite) });
    return parts;
}

/** @param {CheckName} name @param {boolean} isGood @returns {Check} */
function check(name, isGood) {
    return { name, state: isGood ? "good" : "bad" };
}

/**
 * Checks the versions: the parts are installed together, but an older one may still run.
 *
 * @param {Part[]} parts
 */
function versions(parts) {
    const own = parts.filter(({ name }) => ["extension", "host", "agent"].includes(name));
    return check("versions", new Set(own.map(({ version }) => version)).size === 1);
}

/** @param {{ memoryLocked: boolean, desktopWatched: boolean, promptWindow: boolean }} about */
function machine({ memoryLocked, desktopWatched, promptWindow }) {
    return [check("memory", memoryLocked), check("desktop", desktopWatched), check("prompt", promptWindow)];
}

/**
 * Checks the wallet's records. Before the first unlock nothing can tell if they are unchanged.
 *
 * @param {{ trust: string, activityBreak?: number }} status
 * @returns {Check[]}
 */
function records({ trust, activityBreak }) {
    if (trust === "unverified") return [{ name: "records", state: "unknown" }];
    const activity = check("activity", activityBreak === undefined);
    return [check("records", trust !== "reset"), activityBreak === undefined ? activity : { ...activity, value: String(activityBreak) }];
}
