import { browser } from "../../../lib/browser.js";
import { button, make, text } from "../../parts/dom.js";
import { Field, textInput } from "../../parts/fields.js";
import { typedSite } from "../../parts/origin.js";
import { isToolbarPopup } from "../../parts/place.js";
import { SettingsStore } from "../../stores/settings.js";
import { failureText } from "../../parts/texts.js";

/**
 * The site that the user swaps at. Sidekey swaps nothing itself: a wallet that names a price or a way takes a part in whether they are good,
 * and what a site asks to have signed is reviewed like everything else.
 */
export class SwapView {
    /** @type {SettingsStore} */
    #settings;
    #field = new Field(text("limitSite"), textInput(() => this.#read(), { inputmode: "url", maxlength: 260 }));
    #open = button(text("place_swap"), () => void open(this.#settings.state.settings.swap), "primary");
    #save = make("button", { type: "submit", class: "secondary", text: text("save") });
    #problem = make("p", { class: "problem", role: "alert" });
    element = make("section", { class: "view swap" }, [
        make("h1", { tabindex: -1, text: text("place_swap") }),
        make("p", { text: text("swapMeaning") }),
        this.#open,
        make("form", { on: { submit: (/** @type {Event} */ event) => void this.#submit(event) } }, [this.#field.element, this.#save]),
        make("p", { class: "muted", text: text("swapNote") }),
        this.#problem,
    ]);

    /** @param {import("../../stores/client.js").BackgroundClient} client */
    constructor(client) {
        this.#settings = SettingsStore.of(client);
    }

    async draw() {
        this.#problem.textContent = "";
        await this.#settings.load();
        this.#fill();
        return this.element;
    }

    #fill() {
        const { settings: { swap }, error } = this.#settings.state;
        this.#field.control.value = nameOf(swap);
        this.#open.textContent = text("openIn", nameOf(swap));
        this.#open.hidden = swap === "";
        this.#problem.textContent = error ? failureText(error) : "";
        this.#read();
    }

    #read() {
        const site = siteOf(this.#field.control.value);
        if (site === undefined) this.#field.refuse(text("swapSiteWrong"));
        else this.#field.note();
        this.#save.disabled = site === undefined || site === this.#settings.state.settings.swap;
    }

    /** @param {Event} event */
    async #submit(event) {
        event.preventDefault();
        const swap = siteOf(this.#field.control.value);
        if (swap === undefined) return;
        const { error } = await this.#settings.set({ swap });
        if (error) this.#problem.textContent = failureText(error);
        else this.#fill();
    }
}

/**
 * Opens the user's site; without one, the place where it is chosen.
 *
 * @param {import("../../stores/client.js").BackgroundClient} client @param {import("../places.js").Go} go
 */
export async function swap(client, go) {
    const { error, settings } = await SettingsStore.of(client).load();
    if (error || settings.swap === "") go("swap");
    else await open(settings.swap);
}

/** @param {string} site its origin */
async function open(site) {
    await browser.tabs.create({ url: `${site}/` });
    if (isToolbarPopup()) window.close();
}

/**
 * The name by which people know a site.
 *
 * @param {string} site its origin
 */
function nameOf(site) {
    return site.replace("https://", "");
}

/**
 * @param {string} written
 * @returns {string | undefined} a site's origin; empty for none
 */
function siteOf(written) {
    if (written.trim() === "") return "";
    const url = typedSite(written);
    return url?.protocol === "https:" ? url.origin : undefined;
}
