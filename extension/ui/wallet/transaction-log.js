import { visible } from "../../lib/visible.js";
import { sol, tokenAmount } from "../parts/amounts.js";
import { contactButton } from "../parts/contact-change.js";
import { copyButton } from "../parts/copy.js";
import { counted, make, text } from "../parts/dom.js";
import { choice, Field, fill } from "../parts/fields.js";
import { language } from "../parts/language.js";
import { Listing } from "../parts/listing.js";
import { AddressNames, wholeAddress } from "../parts/names.js";
import { explorerButton } from "../parts/open-explorer.js";
import { AccountsStore, isWatched } from "../stores/accounts.js";
import { HistoryStore } from "../stores/history.js";
import { SettingsStore } from "../stores/settings.js";

/**
 * The transactions of the shown account. Those that the account didn't sign and those that look like bait are folded. A folded one shows
 * neither its addresses nor its words, so that an address planted for copying isn't there to be copied.
 *
 * @typedef {import("../stores/history.js").Transaction} Transaction
 * @typedef {import("../stores/history.js").Movement} Movement
 */
export class TransactionLog {
    #client;
    #go;
    #names;
    /** @type {HistoryStore} */
    #store;
    /** @type {AccountsStore} */
    #accounts;
    #account = choice(() => void this.#choose());
    #field = new Field(text("factAccount"), this.#account);
    #listing;
    element;

    /** @param {import("../stores/client.js").BackgroundClient} client @param {(place: any, detail?: any) => void} go */
    constructor(client, go) {
        this.#client = client;
        this.#go = go;
        this.#names = new AddressNames(client);
        this.#store = HistoryStore.of(client);
        this.#accounts = AccountsStore.of(client);
        this.#listing = new Listing(this.#store, {
            label: text("activityTransactions"), empty: text("historyEmpty"), row: (entry) => this.#row(entry),
            missing: ({ whole }) => (whole === false ? text("historyMissing") : undefined),
        });
        this.element = make("div", { class: "panel" }, [this.#field.element, this.#listing.element]);
        client.on?.("portfolio.changed", ({ account }) => {
            if (account === this.#store.account && this.element.isConnected) void this.#store.load();
        });
    }

    async load() {
        await Promise.all([this.#names.load(), SettingsStore.of(this.#client).load()]);
        const { viewable, state } = this.#accounts;
        fill(this.#account, viewable.map((account) => [account.publicKey, isWatched(account) ? `${visible(account.label)} (${text("accountWatchOnly")})` : visible(account.label)]));
        this.#account.value = state.selected ?? this.#account.value;
        this.#field.element.hidden = viewable.length < 2;
        await this.#store.show(state.selected);
        this.#listing.show(true);
    }

    /** Shows another account everywhere, not only here. */
    async #choose() {
        await this.#accounts.select(this.#account.value);
        await this.#store.show(this.#accounts.state.selected);
    }

    /** @param {Transaction} transaction */
    #row(transaction) {
        const { signature, slot, time, status, signed, movements = [], marks = [], fee } = transaction;
        const isMarked = marks.length > 0;
        // Only recipients that the user has paid with their own signature: dust is sent to get into address books.
        const paid = signed && !isMarked ? movements.find(({ direction, to }) => direction === "out" && to !== undefined)?.to : undefined;
        const when = time === undefined
            ? make("span", { class: "muted", text: text("historySlot", slot) })
            : make("time", { class: "muted", datetime: new Date(time).toISOString(), text: language.moment(time) });
        const title = isMarked ? marks.map(markText).join(" · ") : "";
        return make("li", { class: isMarked ? "line marked" : "line", "data-row": signature }, [
            make("details", {}, [
                make("summary", {}, [
                    ...(isMarked ? [make("span", { class: "about", text: title })] : movements.map((movement) => this.#title(movement))),
                    !isMarked && movements.length === 0 && make("strong", { text: fee === undefined ? text("historyUnread") : text("historyNothingMoved") }),
                    status === "failed" && make("span", { class: "flag failed", text: text("historyFailed") }),
                    when,
                ]),
                isMarked && make("p", { class: "warning", text: text("historyBait") }),
                make("dl", { class: "facts" }, this.#facts(transaction)),
                make("div", { class: "actions" }, [
                    copyButton(signature, text("copySignature")),
                    explorerButton(this.#client, this.#store.state.said.cluster, signature),
                    paid !== undefined && contactButton(this.#names, paid, this.#go),
                ]),
            ]),
        ]);
    }

    /** Returns one line for a movement, with the other side's name or the ends of its address. */
    #title(/** @type {Movement} */ movement) {
        const { direction, from, to, others } = movement;
        const other = direction === "in" ? from : to;
        return make("span", { class: `movement ${direction}` }, [
            make("strong", {}, [text(direction === "in" ? "movementIn" : "movementOut"), " ", amountOf(movement)]),
            other !== undefined && make("span", { class: "other" }, [text(direction === "in" ? "movementFrom" : "movementTo"), " ", this.#names.short(other)]),
            others !== undefined && make("span", { class: "other", text: counted("movementOthers", others) }),
        ]);
    }

    /** @param {Transaction} transaction @returns {HTMLElement[]} what the row's title doesn't say already */
    #facts({ signature, slot, status, failure, fee, paysFee, movements = [], omitted, time, marks = [] }) {
        // The title has the amounts, but for bait; of several, each needs its own beside its address.
        const isTitled = marks.length === 0 && movements.length === 1;
        /** @type {[string, Node | string][]} */
        const facts = movements.flatMap((movement) => {
            const { direction, from, to } = movement;
            /** @type {[string, Node | string][]} */
            const lines = isTitled ? [] : [[text(direction === "in" ? "movementIn" : "movementOut"), amountOf(movement)]];
            if (direction === "in" && from !== undefined) lines.push([text("movementFrom"), this.#names.whole(from)]);
            if (direction === "out" && to !== undefined) lines.push([text("movementTo"), this.#names.whole(to)]);
            if (movement.currency !== "SOL") lines.push([text("factMint"), wholeAddress(movement.currency)]);
            return lines;
        });
        if (omitted) facts.push([text("historyMore"), counted("historyOmitted", omitted)]);
        if (status === "failed") facts.push([text("historyFailed"), visible(failure ?? "")]);
        if (fee !== undefined && paysFee) facts.push([text("sendFee"), sol(fee)]);
        if (time !== undefined) facts.push([text("historySlotName"), slot]);
        facts.push([text("member_signature"), wholeAddress(signature)]);
        return facts.flatMap(([name, value]) => [make("dt", { text: name }), make("dd", {}, [value])]);
    }
}

/** @param {Movement} movement */
function amountOf({ amount, decimals, currency, claims }) {
    if (currency === "SOL") return sol(amount);
    return tokenAmount(amount, decimals, currency, claims);
}

/** @param {string} mark */
function markText(mark) {
    const key = `mark_${mark.replace(/-/g, "_")}`;
    const words = text(key);
    return words === key ? visible(mark) : words;
}
