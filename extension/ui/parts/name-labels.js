import { quoted, visible } from "../../lib/visible.js";
import { make, text } from "./dom.js";

/**
 * The user's names for addresses in a request: their accounts and contacts. The agent returns them with the request.
 *
 * @typedef {import("../../lib/protocol.js").AddressName} AddressName
 */
export class NameLabels {
    /** @type {Map<string, AddressName>} */
    #names;

    /** @param {AddressName[]} [names] */
    constructor(names = []) {
        this.#names = new Map(names.map((name) => [name.address, name]));
    }

    /**
     * Returns an address for a sentence, with its name if it has one.
     *
     * @param {string} address
     */
    named(address) {
        const name = this.#names.get(address);
        return name === undefined ? address : `${address} ${quoted(visible(name.label), 64)} (${kindText(name)})`;
    }

    /**
     * Returns the name of an address, to stand beside it; false if it has none.
     *
     * @param {string} address
     */
    beside(address) {
        const name = this.#names.get(address);
        // Isolated: letters that run from right to left must not carry the address with them.
        return name !== undefined && make("span", { class: "party" }, [
            " ", make("q", {}, [make("bdi", { text: visible(name.label) })]), ` (${kindText(name)})`,
        ]);
    }
}

/** @param {AddressName} name */
function kindText({ kind }) {
    return text(kind === "account" ? "nameOwn" : "nameContact");
}
