import { AccountSwitch } from "../account-switch.js";
import { copyButton } from "../../parts/copy.js";
import { make, text } from "../../parts/dom.js";
import { isCodeOf, qrDrawing } from "../../parts/qr.js";
import { AccountsStore } from "../../stores/accounts.js";

/** The whole address of the shown account, to be copied or read from the screen by another device. */
export class ReceiveView {
    #client;
    /** @type {AccountsStore} */
    #accounts;
    #switch;
    #code = make("div", { class: "code" });
    #whole = make("div", { class: "receiving" });
    /**
     * The account whose address is shown.
     *
     * @type {string | undefined}
     */
    #address;
    element;

    /** @param {import("../../stores/client.js").BackgroundClient} client */
    constructor(client) {
        this.#client = client;
        this.#accounts = AccountsStore.of(client);
        this.#switch = new AccountSwitch(client, false);
        this.element = make("section", { class: "view receive" }, [
            make("h1", { tabindex: -1, text: text("place_receive") }),
            this.#switch.element,
            this.#code,
            this.#whole,
            make("p", { class: "muted", text: text("receiveNote") }),
        ]);
        this.#accounts.subscribe(() => this.element.isConnected && this.#fill());
    }

    async draw() {
        await this.#accounts.load();
        await this.#fill();
        return this.element;
    }

    async #fill() {
        const { selected: publicKey, error } = this.#accounts.state;
        if (publicKey === this.#address && publicKey !== undefined) return;
        this.#address = publicKey;
        if (publicKey === undefined) {
            this.#code.replaceChildren();
            return this.#whole.replaceChildren(make("p", { class: "problem", role: "alert", text: error ? text("accountsUnread") : text("noAccount") }));
        }
        this.#whole.replaceChildren(
            ...(this.#accounts.isWatchOnly ? [make("p", { class: "warning", text: text("receiveWatchOnly") })] : []),
            make("p", { class: "whole-address", "aria-label": text("addressOfAccount"), text: publicKey }),
            copyButton(publicKey, text("copyAddress"), true),
        );
        this.#code.replaceChildren(make("p", { class: "muted busy", role: "status", text: text("loading") }));
        const code = await this.#client.request("accounts.qr", { publicKey }).catch(() => undefined);
        if (this.#address !== publicKey) return;
        // A code with a different content would send funds meant for this account to another.
        const drawn = isCodeOf(code, publicKey) ? qrDrawing(code, text("qrOf", publicKey)) : make("p", { class: "muted note", role: "status", text: text("qrMissing") });
        this.#code.replaceChildren(drawn);
    }
}
