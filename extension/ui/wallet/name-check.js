import { WalletError } from "../../lib/errors.js";
import { visible } from "../../lib/visible.js";
import { make, text } from "../parts/dom.js";
import { nameSources } from "../parts/names.js";
import { recipientText, sendErrorText } from "../parts/send-texts.js";

/**
 * What a contact's name stands for now. Nodes are asked only when the user asks: else they would learn the whole address book.
 */
export class NameCheck {
    #store;
    #address;
    #name;
    button;
    element = make("div", { role: "status" });

    /**
     * @param {import("../stores/contacts.js").ContactsStore} store
     * @param {string} address
     * @param {string} name
     * @param {string} label
     */
    constructor(store, address, name, label) {
        this.#store = store;
        this.#address = address;
        this.#name = name;
        this.button = make("button", { type: "button", class: "small", text: text("contactCheckName"), "aria-label": text("contactCheckNamed", label), on: { click: () => void this.#check() } });
    }

    async #check() {
        this.button.disabled = true;
        try {
            this.element.replaceChildren(this.#told(await this.#store.resolve(this.#name)));
        } catch (thrown) {
            this.element.replaceChildren(make("p", { class: "problem", text: sendErrorText(WalletError.from(thrown), false) }));
        }
        this.button.disabled = false;
    }

    /** @param {import("../stores/contacts.js").FoundName} found */
    #told({ address, resolved, findings }) {
        const isSame = address === this.#address;
        /** @type {import("../stores/contacts.js").NameFinding[]} */
        const changed = isSame ? [] : [{ name: "name-changed", level: "danger", address }];
        const told = [...changed, ...findings.filter(({ name }) => name !== "name-changed")].filter((finding) => recipientText(finding) !== "");
        return make("div", {}, [
            isSame && make("p", { class: "muted", text: text("contactNameNow", visible(this.#name), nameSources(resolved.nodes)) }),
            told.length > 0 && make("ul", { class: "findings", "aria-label": text("sendFindings") }, told.map((finding) =>
                make("li", { class: `finding ${finding.level}` }, [finding.level !== "info" && make("strong", { text: `${text(`level_${finding.level}`)}: ` }), recipientText(finding)]),
            )),
        ]);
    }
}
