import { make, text } from "../../parts/dom.js";
import { SendForm } from "../send-form.js";
import { SendPreview } from "../send-preview.js";
import { SendOutcome } from "../send-outcome.js";
import { TransferStore } from "../../stores/transfer.js";

/**
 * Sending in three steps: the asset and the recipient; the costs and the findings about the recipient; the outcome. Between the second and
 * the third, the wallet asks for approval as it does for any site.
 */
export class SendView {
    /** @type {TransferStore} */
    #store;
    #form;
    #preview;
    #outcome;
    /** @type {unknown} */
    #detail;
    #heading = make("h1", { tabindex: -1, text: text("place_send") });
    element = make("section", { class: "view send" });

    /** @param {import("../../stores/client.js").BackgroundClient} client @param {(place: any, detail?: any) => void} go */
    constructor(client, go) {
        this.#store = TransferStore.of(client);
        this.#form = new SendForm(client, this.#store, go);
        this.#preview = new SendPreview(client, this.#store);
        this.#outcome = new SendOutcome(client, this.#store, go);
        this.#store.subscribe(({ step }) => this.#show(step));
    }

    /** @param {{ to?: string, mint?: string }} [detail] a recipient or a token to start with */
    async draw(detail) {
        if (detail !== this.#detail && detail !== undefined) this.#store.restart();
        const isNew = detail !== this.#detail;
        this.#detail = detail;
        this.#show(this.#store.state.step);
        if (this.#store.state.step === "form") await this.#form.load(isNew ? detail : undefined);
        return this.element;
    }

    /** @param {import("../../stores/transfer.js").Step} step */
    #show(step) {
        const part = { form: this.#form, preview: this.#preview, sending: this.#outcome, done: this.#outcome }[step];
        part.show();
        if (this.element.children[1] === part.element) return;
        this.element.replaceChildren(this.#heading, part.element);
        // A step that replaces another starts at its beginning, for the eye and for a screen reader.
        if (step !== "form" && this.element.isConnected) this.#heading.focus();
    }
}
