import { make, text } from "./dom.js";

/** The bar at the top of every screen. */
export function brand() {
    return make("div", { class: "brand" }, [
        make("img", { src: "../icons/sidekey-48.png", alt: "" }),
        make("span", { text: text("name") }),
    ]);
}

/**
 * Draws the marks that every screen shows for a wallet that isn't an ordinary one.
 *
 * @param {import("../../background/wallet.js").WalletState} state
 */
export function marks({ unattended, home }) {
    if (!unattended && home === undefined) return null;
    return make("ul", { class: "marks" }, [
        unattended && make("li", { text: text("markUnattended") }),
        home !== undefined && make("li", { title: home, text: text("markHome") }),
    ]);
}
