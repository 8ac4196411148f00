import { WalletError } from "../../../lib/errors.js";
import { tokenAmount, tokenName } from "../../parts/amounts.js";
import { amount as amountText, button, counted, make, text } from "../../parts/dom.js";
import { Listing } from "../../parts/listing.js";
import { AddressNames, wholeAddress } from "../../parts/names.js";
import { sendErrorText } from "../../parts/send-texts.js";
import { AccountsStore } from "../../stores/accounts.js";
import { PermissionsStore } from "../../stores/permissions.js";
import { AccountSwitch } from "../account-switch.js";

/**
 * The other parties that may take the user's tokens: delegates, which a site once got approved, and the parties that may close a token
 * account. A transaction, approved like any other, revokes a delegate's rights.
 *
 * @typedef {import("../../stores/portfolio.js").Token} Token
 */
export class PermissionsView {
    /** @type {PermissionsStore} */
    #store;
    /** @type {AccountsStore} */
    #accounts;
    #names;
    #listing;
    #busy = false;
    #said = make("p", { role: "status" });
    #problem = make("p", { class: "problem", role: "alert" });
    #all = button(text("revokeAll"), () => void this.#revoke(undefined), "secondary");
    element;

    /** @param {import("../../stores/client.js").BackgroundClient} client */
    constructor(client) {
        this.#store = PermissionsStore.of(client);
        this.#accounts = AccountsStore.of(client);
        this.#names = new AddressNames(client);
        this.#listing = new Listing(this.#store, { label: text("place_permissions"), empty: text("permissionsEmpty"), row: (token) => this.#row(token) });
        this.element = make("section", { class: "view permissions" }, [
            make("h1", { tabindex: -1, text: text("place_permissions") }),
            new AccountSwitch(client).element,
            make("p", { class: "muted", text: text("permissionsNote") }),
            this.#said,
            this.#problem,
            this.#listing.element,
            this.#all,
        ]);
        this.#accounts.subscribe(({ selected }) => {
            if (this.element.isConnected && selected !== this.#store.account) void this.#store.show(selected);
        });
        this.#store.subscribe(() => this.#offer());
        this.#offer();
    }

    async draw() {
        void this.#load();
        return this.element;
    }

    async #load() {
        await this.#names.load();
        await this.#store.show(this.#accounts.state.selected);
        this.#listing.show(true);
    }

    #offer() {
        this.#all.hidden = this.#accounts.isWatchOnly || this.#store.state.rows.filter(({ delegate }) => delegate !== undefined).length < 2;
        this.#all.disabled = this.#busy;
    }

    /** @param {Token} token */
    #row({ tokenAccount, mint, amount, decimals, claims, delegate, delegated = "0", closeAuthority }) {
        const may = decimals === undefined ? `${amountText(delegated)} ${text("smallestUnits")}` : amountText(delegated, decimals);
        /** @type {[string, Node | string][]} */
        const facts = [];
        if (delegate !== undefined) facts.push([text("permissionDelegate"), this.#names.whole(delegate)], [text("permissionMay"), may]);
        if (closeAuthority !== undefined) facts.push([text("permissionClose"), this.#names.whole(closeAuthority)]);
        facts.push([text("permissionAccount"), wholeAddress(tokenAccount)], [text("factMint"), wholeAddress(mint)]);
        return make("li", { class: "line card", "data-row": tokenAccount }, [
            make("strong", {}, [tokenAmount(amount, decimals, mint, claims)]),
            make("dl", { class: "facts" }, facts.flatMap(([name, value]) => [make("dt", { text: name }), make("dd", {}, [value])])),
            closeAuthority !== undefined && make("p", { class: "muted", text: text("permissionCloseNote") }),
            delegate !== undefined && !this.#accounts.isWatchOnly && make("div", { class: "actions" }, [
                make("button", {
                    type: "button", class: "small", text: text("revoke"), "aria-label": text("revokeNamed", tokenName(mint, claims)),
                    on: { click: () => void this.#revoke([tokenAccount]) },
                }),
            ]),
        ]);
    }

    /** @param {string[] | undefined} accounts */
    async #revoke(accounts) {
        if (this.#busy) return;
        this.#busy = true;
        this.#offer();
        this.#problem.textContent = "";
        this.#said.textContent = text("sendWaiting");
        try {
            const { revoked, left } = await this.#store.revoke(accounts);
            this.#said.textContent = counted("revoked", revoked.length) + (left > 0 ? ` ${counted("revokedLeft", left)}` : "");
        } catch (thrown) {
            this.#said.textContent = "";
            const error = WalletError.from(thrown);
            this.#problem.textContent = error.reason === "nothing-to-revoke" ? text("nothingToRevoke") : sendErrorText(error, true);
        }
        this.#busy = false;
        this.#offer();
    }
}
