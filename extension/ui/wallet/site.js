import { visible } from "../../lib/visible.js";
import { AccountChoice } from "../parts/choice.js";
import { button, make, shortened, text } from "../parts/dom.js";

/**
 * The accounts that a connected site sees. The user can reduce them here. Adding one takes a command and the passphrase: otherwise a
 * hijacked browser could show a site accounts that the user never chose.
 *
 * @typedef {import("../../lib/protocol.js").KnownAccount} KnownAccount
 * @typedef {{ origin: string, profile: string, container: string, accounts: string[], elsewhere: boolean }} SiteGrant `elsewhere`: true if
 *     the same site is connected in another profile or container too
 */
export class SiteAccounts {
    #grant;
    #known;
    #choice;
    #saveButton;
    #more;

    /**
     * @param {SiteGrant} grant
     * @param {KnownAccount[]} known every account of the wallet, in its order
     * @param {(accounts: string[]) => void} save
     */
    constructor(grant, known, save) {
        this.#grant = grant;
        this.#known = known;
        const shown = known.filter(({ publicKey, hidden }) => !hidden || grant.accounts.includes(publicKey));
        this.#choice = new AccountChoice(text("chooseAccounts"), shown, grant.accounts, () => this.#changed());
        this.#saveButton = button(text("saveAccounts"), () => save(this.#choice.chosen), "small");
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
        const { accounts } = this.#grant;
        const isMore = chosen.some((address) => !accounts.includes(address));
        this.#saveButton.disabled = isMore || chosen.length === 0 || chosen.length === accounts.length;
        this.#more.replaceChildren(...(isMore ? [
            make("p", { class: "muted", text: text("moreAccounts") }),
            make("pre", { class: "command", tabindex: 0, text: this.#command(chosen), "aria-label": text("command") }),
        ] : []));
    }

    /**
     * Returns the command that shows the site these accounts. It names this profile and container if there are others.
     *
     * @param {string[]} chosen
     */
    #command(chosen) {
        const { origin, profile, container, elsewhere } = this.#grant;
        const numbers = chosen.map((address) => this.#known.findIndex(({ publicKey }) => publicKey === address) + 1);
        const place = elsewhere ? ["--profile", profile, "--container", container] : [];
        return ["sidekey", "origins", "set", origin, ...numbers.flatMap((number) => ["--account", number]), ...place].join(" ");
    }
}
