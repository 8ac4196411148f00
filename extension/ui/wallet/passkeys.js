import { browser } from "../../lib/browser.js";
import { WalletError } from "../../lib/errors.js";
import { passkeysSupported } from "../../lib/passkey.js";
import { visible } from "../../lib/visible.js";
import { button, make, present, text } from "../parts/dom.js";
import { failureText } from "../parts/texts.js";

/** The passkey part of the toolbar popup: the way to the tab that uses them, or a note that this browser has none. */
export class PasskeySection {
    #background;
    element = make("section", { class: "tab card", "data-part": "passkeys", "aria-label": text("passkeys") });

    /** @param {import("../stores/client.js").BackgroundClient} background */
    constructor(background) {
        this.#background = background;
    }

    /** @param {boolean} locked @param {import("./openings.js").Openings} [openings] lists the passkeys here, too */
    async draw(locked, openings) {
        const parts = await this.#parts(locked).catch((thrown) => [
            make("p", { class: "problem", role: "alert", text: failureText(WalletError.from(thrown)) }),
            button(text("retry"), () => void this.draw(locked, openings), "small"),
        ]);
        this.element.replaceChildren(make("h2", { text: text("passkeys") }), ...(openings ? this.#list(openings) : []), ...parts);
        return this.element;
    }

    /** @param {import("./openings.js").Openings} openings */
    #list(openings) {
        const entries = openings.of("passkey").map(({ id, name = "" }) =>
            make("li", { class: "card passkey" }, present(make("strong", {}, [make("bdi", { text: visible(name) })]), openings.last("passkey", id))));
        return [make("p", { class: "muted", text: text("openingMeans_passkey") }), make("ul", { class: "accounts", hidden: entries.length === 0 }, entries)];
    }

    /** @param {boolean} locked */
    async #parts(locked) {
        if (!passkeysSupported()) return [make("p", { class: "muted", text: text("passkeysUnsupported") })];
        const { passkeys } = await this.#background.request("passkey.list");
        const isUsed = locked && passkeys.length > 0;
        return [button(isUsed ? text("unlockByPasskey") : text("managePasskeys"), open, "small")];
    }
}

async function open() {
    await browser.tabs.create({ url: browser.runtime.getURL("ui/passkey.html") });
    window.close();
}
