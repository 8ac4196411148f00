import { browser } from "../../../lib/browser.js";
import { make, text } from "../../parts/dom.js";
import { icon } from "../../parts/icons.js";
import { isToolbarPopup } from "../../parts/place.js";

/** The ways to the places that have no button of their own at the bottom. */
export class MoreView {
    element;

    /** @param {import("../../stores/client.js").BackgroundClient} _client @param {import("../places.js").Go} go */
    constructor(_client, go) {
        this.element = make("section", { class: "view more-view" }, [
            make("h1", { tabindex: -1, text: text("place_more") }),
            make("ul", { class: "rows card menu" }, go.others().map((place) => make("li", {}, [entry(icon(place), text(`place_${place}`), () => go(place))]))),
            isToolbarPopup() && make("ul", { class: "rows card menu" }, [make("li", {}, [entry(icon("tab"), text("openInTab"), openInTab)])]),
        ]);
    }

    async draw() {
        return this.element;
    }
}

/** @param {Element} picture @param {string} name @param {() => void} act */
function entry(picture, name, act) {
    return make("button", { type: "button", class: "menu-entry", on: { click: act } }, [picture, make("span", { text: name }), icon("next")]);
}

/** The same wallet on a page of its own, for a larger screen. */
export async function openInTab() {
    await browser.tabs.create({ url: browser.runtime.getURL("ui/wallet.html") });
    window.close();
}
