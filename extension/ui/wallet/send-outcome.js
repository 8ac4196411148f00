import { contactButton } from "../parts/contact-change.js";
import { copyButton } from "../parts/copy.js";
import { button, make, text } from "../parts/dom.js";
import { AddressNames, wholeAddress } from "../parts/names.js";
import { explorerButton } from "../parts/open-explorer.js";
import { sendErrorText } from "../parts/send-texts.js";
import { SettingsStore } from "../stores/settings.js";

/** The outcome of a transfer: waiting for approval or the network, sent, or failed with the reason. */
export class SendOutcome {
    #client;
    #store;
    /** @type {SettingsStore} */
    #settings;
    #go;
    #names;
    element = make("div", { class: "preview" });

    /**
     * @param {import("../stores/client.js").BackgroundClient} client
     * @param {import("../stores/transfer.js").TransferStore} store
     * @param {(place: any, detail?: any) => void} go
     */
    constructor(client, store, go) {
        this.#client = client;
        this.#store = store;
        this.#settings = SettingsStore.of(client);
        this.#settings.subscribe(() => this.show());
        this.#go = go;
        this.#names = new AddressNames(client);
    }

    show() {
        const { step, error, signature, plan, transfer } = this.#store.state;
        if (step === "sending") {
            if (this.#settings.state.phase === "loading") void this.#settings.load();
            return this.element.replaceChildren(make("p", { class: "muted busy", role: "status", text: text("sendWaiting") }));
        }
        if (step !== "done") return;
        this.element.replaceChildren(
            error
                ? make("p", { class: "problem", role: "alert", text: sendErrorText(error, transfer?.mint !== undefined) })
                : make("p", { class: "outcome", role: "status", text: text("sendDone") }),
            ...(signature === undefined ? [] : this.#proof(signature, plan)),
            make("div", { class: "buttons" }, [
                error ? button(text("sendChange"), () => this.#store.change(), "secondary") : button(text("sendAnother"), () => this.#store.restart(), "secondary"),
                button(text("place_activity"), () => this.#go("activity"), "secondary"),
            ]),
        );
    }

    /** @param {string} signature @param {import("../stores/transfer.js").TransferPlan | undefined} plan */
    #proof(signature, plan) {
        return [
            make("dl", { class: "facts card" }, [make("dt", { text: text("member_signature") }), make("dd", {}, [wholeAddress(signature)])]),
            make("div", { class: "actions" }, [
                copyButton(signature, text("copySignature")),
                explorerButton(this.#client, plan?.cluster, signature),
                plan && contactButton(this.#names, plan.to, this.#go),
            ]),
        ];
    }
}
