import { browser } from "../../lib/browser.js";
import { visible } from "../../lib/visible.js";
import { commandBlock } from "../parts/command.js";
import { button, make, text } from "../parts/dom.js";
import { language } from "../parts/language.js";
import { failureText } from "../parts/texts.js";
import { SettingsStore } from "../stores/settings.js";
import { UpdatesStore } from "../stores/updates.js";

/**
 * The notice of a newer version: its number, where it says what is new, and how it is installed. Nothing installs it from here. The user can
 * hide it until there is another version; the browser remembers that.
 *
 * @typedef {import("../stores/updates.js").Updates} Updates
 */

const HIDDEN = "update.hidden";
const FAILURES = new Set(["release-unnamed", "release-unread", "release-unverified", "release-unfit", "release-older", "release-changed"]);

export class UpdateNotice {
    /**
     * Draws the notice in its place, or nothing where there is none.
     *
     * @param {import("../stores/client.js").BackgroundClient} client
     * @param {HTMLElement} place
     */
    static async draw(client, place) {
        const { updates } = await UpdatesStore.of(client).load();
        const version = updates?.release?.newer === true ? updates.release.version : undefined;
        const isShown = updates !== undefined && version !== undefined && (await hiddenVersion()) !== version;
        place.replaceChildren(...(isShown ? [card(updates, version, place)] : []));
    }
}

/** @param {Updates} updates @param {string} version @param {HTMLElement} place */
function card(updates, version, place) {
    const hide = button(text("updateDismiss"), async () => {
        place.replaceChildren();
        await browser.storage.local.set({ [HIDDEN]: version });
    }, "small");
    return make("section", { class: "card tip", role: "status", "data-row": "update" }, [
        make("h2", { text: headline(updates) }), ...installation(updates), make("div", { class: "actions" }, [notesButton(updates), hide]),
    ]);
}

/** Updates in "About": the setting, the last look, and a newer version where there is one. */
export class UpdatesSection {
    /** @type {UpdatesStore} */
    #store;
    /** @type {SettingsStore} */
    #settings;
    #box = make("input", { id: "updates-daily", type: "checkbox", on: { change: () => this.#set() } });
    #state = make("div", {});
    #problem = make("p", { class: "problem", role: "alert" });
    element = make("section", { class: "panel", "data-part": "updates", hidden: true }, [
        make("h2", { text: text("setting_updates") }),
        make("p", { class: "muted", text: text("help_updates") }),
        make("div", { class: "tick" }, [this.#box, make("label", { for: "updates-daily", text: text("updatesDaily") })]),
        this.#problem,
        this.#state,
    ]);

    /** @param {import("../stores/client.js").BackgroundClient} client */
    constructor(client) {
        this.#store = UpdatesStore.of(client);
        this.#settings = SettingsStore.of(client);
    }

    async draw() {
        const { updates } = await this.#store.load();
        this.element.hidden = updates === undefined;
        if (updates === undefined) return;
        this.#box.checked = updates.updates === "daily";
        this.#box.disabled = !updates.named;
        const { release, looked, failure, named, version } = updates;
        const lines = [release === undefined ? text(named ? "updateNever" : "release_unnamed") : release.newer ? headline(updates) : text("updateCurrent", visible(version))];
        if (looked !== undefined) lines.push(text("updateLooked", language.moment(looked)));
        if (failure !== undefined) lines.push(text("updateFailed", FAILURES.has(failure) ? text(`release_${failure.slice("release-".length)}`) : visible(failure)));
        this.#state.replaceChildren(
            ...lines.map((line) => make("p", { text: line })),
            ...(release?.newer ? [...installation(updates), make("div", { class: "actions" }, [notesButton(updates)])] : [make("p", { class: "muted", text: text("updateByHand") }), commandBlock(named ? "sidekey update --check" : "sidekey update")]),
        );
    }

    async #set() {
        this.#problem.textContent = "";
        const { error } = await this.#settings.set({ updates: this.#box.checked ? "daily" : "off" });
        if (error) {
            this.#problem.textContent = failureText(error);
            this.#box.checked = !this.#box.checked;
        }
    }
}

/** @param {Updates} updates */
function headline({ release }) {
    return text(release?.urgent ? "updateUrgent" : "updateNewer", visible(release?.version ?? ""));
}

/**
 * How a newer version is installed, and where it says what is new. The address is text: only the button opens it.
 *
 * @param {Updates} updates
 */
function installation({ kind, command, release }) {
    const how = ["deb", "rpm", "tarball", "source"].includes(kind) ? text(`updateHow_${kind}`) : text("updateByHand");
    return [
        make("p", { class: "muted", text: text("updateNotesAt") }),
        make("p", { class: "address" }, [make("bdi", { text: visible(release?.notes ?? "") })]),
        make("p", { text: how }),
        commandBlock(visible(command)),
        make("p", { class: "muted", text: text("updateByHand") }),
    ];
}

/** @param {Updates} updates */
function notesButton({ release }) {
    const url = release?.notes ?? "";
    // The list was signed, and still no other kind of address is opened.
    return url.startsWith("https://") && button(text("updateNotesOpen"), () => void browser.tabs.create({ url }), "small");
}

async function hiddenVersion() {
    try {
        return (await browser.storage.local.get(HIDDEN))[HIDDEN];
    } catch {
        return undefined;
    }
}
