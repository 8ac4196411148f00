import { readAddress } from "../../lib/address.js";
import { pointed, readAmount, SOL_DECIMALS } from "../../lib/amount.js";
import { readName } from "../../lib/solana-name.js";
import { visible } from "../../lib/visible.js";
import { tokenName } from "../parts/amounts.js";
import { contactButton } from "../parts/contact-change.js";
import { amount as amountText, make, text } from "../parts/dom.js";
import { choice, Field, fill, textInput, tick } from "../parts/fields.js";
import { language } from "../parts/language.js";
import { AddressNames, wholeAddress } from "../parts/names.js";
import { RecipientChoice } from "./recipients.js";
import { addressFault, amountFault, sendErrorText } from "../parts/send-texts.js";
import { AccountsStore } from "../stores/accounts.js";
import { ContactsStore } from "../stores/contacts.js";
import { PortfolioStore } from "../stores/portfolio.js";

/**
 * The form for the asset, its amount and the recipient.
 *
 * @typedef {{ mint?: string, decimals: number, units: string, name: string }} Asset
 */

/** The most pages of token accounts that are read; an asset beyond them is sent in a terminal. */
const MOST_PAGES = 20;
const SOL = "";

export class SendForm {
    #store;
    /** @type {AccountsStore} */
    #accounts;
    /** @type {PortfolioStore} */
    #portfolio;
    /** @type {ContactsStore} */
    #contacts;
    #names;
    /** @type {Asset[]} */
    #assets = [];
    #account = new Field(text("sendFrom"), choice(() => void this.#choose()));
    #to = new Field(text("sendTo"), textInput(() => this.#changedRecipient()));
    #asset = new Field(text("sendWhat"), choice(() => this.#changedAmount()));
    #amount = new Field(text("sendAmount"), textInput(() => this.#changedAmount(), { inputmode: "decimal" }));
    #all = tick(text("sendAll"), () => this.#changedAmount());
    #memo = new Field(text("sendMemo"), textInput(() => {}, { maxlength: 256 }));
    #priority = new Field(text("sendPriority"), choice(() => {}, [["normal", text("priority_normal")], ["none", text("priority_none")], ["high", text("priority_high")]]));
    #offCurve = tick(text("sendOffCurve"), () => {});
    #problem = make("p", { class: "problem", role: "alert" });
    #next = make("button", { type: "submit", class: "primary", text: text("sendPreview") });
    #known;
    #begun = 0;
    element;

    /**
     * @param {import("../stores/client.js").BackgroundClient} client
     * @param {import("../stores/transfer.js").TransferStore} store
     * @param {(place: any, detail?: any) => void} go
     */
    constructor(client, store, go) {
        this.#store = store;
        this.#accounts = AccountsStore.of(client);
        this.#portfolio = PortfolioStore.of(client);
        this.#contacts = ContactsStore.of(client);
        this.#names = new AddressNames(client);
        this.#known = new RecipientChoice(client, (address) => this.#fillRecipient(address), (address) => contactButton(this.#names, address, go));
        this.#portfolio.subscribe(() => this.#offerAssets());
        this.element = make("form", { class: "fields", novalidate: true, on: { submit: (/** @type {Event} */ event) => this.#submitted(event) } }, [
            this.#account.element,
            make("div", { class: "card fields" }, [this.#to.element, this.#known.element]),
            make("div", { class: "card fields" }, [this.#asset.element, this.#amount.element, this.#all.element]),
            make("details", { class: "card" }, [make("summary", { text: text("sendMore") }), this.#memo.element, this.#priority.element]),
            this.#offCurve.element,
            this.#problem,
            this.#next,
        ]);
        this.#offCurve.element.hidden = true;
        this.#offerAssets();
    }

    /** @param {{ to?: string, mint?: string }} [detail] */
    async load(detail) {
        await this.#names.load();
        this.#offerAccounts();
        if (detail?.to !== undefined) this.#fillRecipient(detail.to);
        const { selected } = this.#accounts.state;
        // The holdings of the account come when a node has answered; the rest of the form doesn't wait for them.
        void this.#portfolio.load(selected).then(() => this.#readTokens()).then(() => detail?.mint !== undefined && this.#chooseAsset(detail.mint));
    }

    show() {
        const { isBusy, error, transfer, begun } = this.#store.state;
        this.#next.disabled = isBusy || this.#accounts.isWatchOnly;
        this.#next.textContent = isBusy ? text("sendPreviewing") : text("sendPreview");
        this.element.setAttribute("aria-busy", String(isBusy));
        const words = error ? sendErrorText(error, transfer?.mint !== undefined) : "";
        if (words !== "" && words !== this.#problem.textContent) setTimeout(() => this.#problem.scrollIntoView?.({ block: "center" }));
        this.#problem.textContent = words;
        if (error?.reason === "recipient-refused" && error.data.finding === "off-curve") this.#offCurve.element.hidden = false;
        if (begun !== this.#begun) this.#clear();
        this.#begun = begun;
    }

    #clear() {
        for (const { control } of [this.#to, this.#amount, this.#memo]) control.value = "";
        for (const field of [this.#to, this.#amount]) field.note();
        this.#all.box.checked = this.#offCurve.box.checked = false;
        this.#offCurve.element.hidden = true;
        this.#readAmount();
    }

    #offerAccounts() {
        const { shown, selected, isWatchOnly } = this.#accounts;
        // Nothing is sent from one that the user is only looking at, nor from another that they didn't choose.
        const watched = isWatchOnly && selected ? [selected] : [];
        fill(this.#account.control, [...watched, ...shown].map(({ publicKey, label }) => [publicKey, visible(label)]));
        this.#account.control.value = selected?.publicKey ?? "";
        if (isWatchOnly) this.#account.refuse(text("watchOnlyRefused"));
        else this.#account.note(...(selected === undefined ? [] : [wholeAddress(selected.publicKey)]));
        this.#next.disabled = this.#store.state.isBusy || isWatchOnly;
    }

    async #choose() {
        await this.#accounts.select(this.#account.control.value);
        this.#offerAccounts();
        await this.#portfolio.load(this.#accounts.state.selected);
        await this.#readTokens();
    }

    async #readTokens() {
        for (let pages = 1; this.#portfolio.state.cursor !== undefined && pages < MOST_PAGES; pages++) await this.#portfolio.more();
    }

    /** Offers SOL and each token with a balance, all its accounts together. A hidden token isn't offered. */
    #offerAssets() {
        const { balance, tokens = [] } = this.#portfolio.state;
        /** @type {Map<string, Asset>} */
        const assets = new Map();
        for (const { mint, amount, decimals, claims, known, hidden, frozen } of tokens) {
            if (decimals === undefined || frozen || amount === "0" || hidden !== undefined) continue;
            const { units } = assets.get(mint) ?? { units: "0" };
            assets.set(mint, { mint, decimals, units: String(BigInt(units) + BigInt(amount)), name: tokenName(mint, claims, known) });
        }
        this.#assets = [{ decimals: SOL_DECIMALS, units: balance?.lamports ?? "", name: "SOL" }, ...assets.values()];
        fill(this.#asset.control, this.#assets.map(({ mint, name }) => [mint ?? SOL, mint === undefined ? name : text("assetToken", name, `${mint.slice(0, 4)}…${mint.slice(-4)}`)]));
        this.#readAmount();
    }

    #chooseAsset(/** @type {string} */ mint) {
        if (!this.#assets.some((asset) => asset.mint === mint)) return;
        this.#asset.control.value = mint;
        this.#readAmount();
    }

    get #chosen() {
        return this.#assets.find(({ mint }) => (mint ?? SOL) === this.#asset.control.value) ?? this.#assets[0];
    }

    #fillRecipient(/** @type {string} */ address) {
        this.#to.control.value = address;
        this.#changedRecipient();
    }

    /** Removes an error, which belongs to the earlier input. */
    #changed() {
        if (this.#store.state.error && !this.#store.state.isBusy) this.#store.change();
    }

    /** Withdraws the user's consent, which was for another address. */
    #changedRecipient() {
        this.#changed();
        this.#offCurve.element.hidden = true;
        this.#offCurve.box.checked = false;
        this.#readRecipient();
    }

    /** @returns {string | undefined} the recipient: the typed address, that of the named contact, or a name for the agent to look up */
    #readRecipient(isAsked = false) {
        const typed = this.#to.control.value;
        const wanted = typed.trim().toLowerCase();
        const contact = this.#contacts.state.rows.find(({ label }) => label.toLowerCase() === wanted);
        const named = contact ? undefined : readName(typed);
        if (named?.name !== undefined) {
            this.#to.note(text("sendNamed"));
            return named.name;
        }
        if (named?.fault === "spelling") {
            this.#to.refuse(text("nameWrong"));
            return undefined;
        }
        const read = readAddress(contact?.address ?? typed);
        if (read.address !== undefined) {
            const known = this.#names.of(read.address);
            this.#to.note(...(known ? [this.#names.whole(read.address)] : [text("sendStranger")]));
            return read.address;
        }
        // Half an address isn't wrong while the user is typing.
        if (isAsked || (read.fault !== "empty" && read.fault !== "short")) this.#to.refuse(addressFault(read));
        else this.#to.note();
        return undefined;
    }

    #changedAmount() {
        this.#changed();
        this.#readAmount();
    }

    /** @returns {{ amount: string } | { all: true } | undefined} */
    #readAmount(isAsked = false) {
        const { units, decimals, name, mint } = this.#chosen;
        this.#asset.note(...(mint === undefined ? [] : [wholeAddress(mint)]));
        const isAll = this.#all.box.checked;
        this.#amount.control.disabled = isAll;
        const there = units === "" ? "" : text("sendThere", amountText(units, decimals), name);
        if (isAll) {
            this.#amount.note(there);
            return { all: true };
        }
        const read = readAmount(language.read(this.#amount.control.value), decimals);
        if (read.units !== undefined) {
            this.#amount.note(there);
            return { amount: pointed(read.units, decimals) };
        }
        if (this.#amount.control.value !== "" || isAsked === true) this.#amount.refuse(amountFault(read, decimals));
        else this.#amount.note(there);
        return undefined;
    }

    #submitted(/** @type {Event} */ event) {
        event.preventDefault();
        this.#submit();
    }

    #submit() {
        const to = this.#readRecipient(true);
        const amount = this.#readAmount(true);
        if (this.#accounts.isWatchOnly) return this.#account.control.focus();
        if (to === undefined) return this.#to.control.focus();
        if (!amount) return this.#amount.control.focus();
        const memo = this.#memo.control.value;
        const { mint } = this.#chosen;
        void this.#store.preview({
            to, ...amount, account: this.#accounts.state.selected,
            priority: /** @type {"none" | "normal" | "high"} */ (this.#priority.control.value),
            ...(mint !== undefined && { mint }), ...(memo !== "" && { memo }), ...(this.#offCurve.box.checked && { allowOffCurve: true }),
        });
    }
}
