import { visible } from "../../lib/visible.js";
import { ceremonyButton } from "../parts/ceremony.js";
import { AccountChoice } from "../parts/choice.js";
import { button, make, shortened, text } from "../parts/dom.js";

/**
 * The accounts that a connected site sees. The user can reduce them here. Adding one takes Sidekey's own window and the passphrase:
 * otherwise a hijacked browser could show a site accounts that the user never chose.
 *
 * @typedef {import("../../lib/protocol.js").KnownAccount} KnownAccount
 * @typedef {{ origin: string, profile: string, container: string, accounts: string[] }} SiteGrant
 * @typedef {{ client: Parameters<typeof ceremonyButton>[0], save: (accounts: string[]) => void, done: () => unknown }} Acts
 *     `done`: draws anew what Sidekey's window has changed
 */
export class SiteAccounts {
    #grant;
    #known;
    #acts;
    /** @type {AccountChoice} */
    #choice;
    #saveButton;
    #more;
    #isTouched = false;

    /**
     * @param {SiteGrant} grant
     * @param {KnownAccount[]} known every account of the wallet, in its order
     * @param {Acts} acts
     * @param {SiteAccounts} [before] the part that this one replaces: what the user has ticked in it stays ticked
     */
    constructor(grant, known, acts, before) {
        this.#grant = grant;
        this.#known = known;
        this.#acts = acts;
        const shown = known.filter(({ publicKey, hidden }) => !hidden || grant.accounts.includes(publicKey));
        if (before) this.#isTouched = before.#isTouched;
        const ticked = before && this.#isTouched ? before.#choice.chosen : grant.accounts;
        this.#choice = new AccountChoice(text("chooseAccounts"), shown, ticked, () => {
            this.#isTouched = true;
            this.#changed();
        });
        this.#saveButton = button(text("saveAccounts"), () => acts.save(this.#choice.chosen), "small");
        this.#more = make("div", { class: "more" });
        this.element = make("div", { class: "site-accounts" }, [
            make("ul", { class: "seen" }, grant.accounts.map((address) => this.#entry(address))),
            shown.length > 1 && make("details", {}, [
                make("summary", { text: text("changeAccounts") }),
                this.#choice.element,
                this.#more,
                this.#saveButton,
            ]),
        ]);
        this.#changed();
    }

    /** @param {string} address */
    #entry(address) {
        const label = this.#known.find(({ publicKey }) => publicKey === address)?.label ?? "";
        return make("li", {}, [make("bdi", { text: visible(label) }), " ", shortened(address)]);
    }

    #changed() {
        const { chosen } = this.#choice;
        const { origin, profile, container, accounts } = this.#grant;
        const isMore = chosen.some((address) => !accounts.includes(address));
        const isSame = chosen.length === accounts.length;
        if (isSame && !isMore) this.#isTouched = false;
        this.#saveButton.disabled = isMore || chosen.length === 0 || isSame;
        this.#more.replaceChildren(...(isMore ? [
            make("p", { class: "muted", text: text("moreAccounts") }),
            ceremonyButton(this.#acts.client, text("protectionConfirm"), { kind: "site", origin, profile, container, accounts: chosen }, { style: "small", done: this.#acts.done }),
        ] : []));
    }
}
