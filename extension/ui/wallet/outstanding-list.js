import { WalletError } from "../../lib/errors.js";
import { effects } from "../approval/summary.js";
import { sol } from "../parts/amounts.js";
import { make, text } from "../parts/dom.js";
import { language } from "../parts/language.js";
import { Listing } from "../parts/listing.js";
import { AddressNames, wholeAddress } from "../parts/names.js";
import { sendErrorText } from "../parts/send-texts.js";
import { AccountsStore } from "../stores/accounts.js";
import { OutstandingStore } from "../stores/outstanding.js";

/**
 * What was signed and can still be sent, folded into one line that counts it. Unfolded, each transaction says what it does, until when it
 * can be sent, and whether it can be taken back; below stand the nonces and stakes that the user's key controls.
 *
 * @typedef {import("../stores/outstanding.js").Outstanding} Outstanding
 * @typedef {import("../stores/outstanding.js").Controlled} Controlled
 */
const POWERS = new Map([["nonce", "powerNonce"], ["staker", "powerStaker"], ["withdrawer", "powerWithdrawer"]]);

const SIGNS = { leaving: "−", arriving: "+", open: "?" };

export class OutstandingList {
    #store;
    #accounts;
    #names;
    #listing;
    #busy = false;
    #title = make("span");
    #changed = make("p", { class: "warning", role: "alert", hidden: true });
    #said = make("p", { role: "status" });
    #problem = make("p", { class: "problem", role: "alert" });
    #controlled = make("div", { class: "controlled" });
    element;

    /** @param {import("../stores/client.js").BackgroundClient} client */
    constructor(client) {
        this.#store = OutstandingStore.of(client);
        this.#store.language = language.name;
        this.#accounts = AccountsStore.of(client);
        this.#names = new AddressNames(client);
        this.#listing = new Listing(this.#store, { label: text("outstandingTitle"), empty: text("outstandingEmpty"), row: (entry) => this.#row(entry) });
        this.element = make("details", { class: "outstanding card", "data-part": "outstanding", on: { toggle: () => void this.#unfold() } }, [
            make("summary", {}, [this.#title]),
            make("p", { class: "muted", text: text("outstandingNote") }),
            this.#changed,
            this.#said,
            this.#problem,
            this.#listing.element,
            this.#controlled,
        ]);
        this.#store.subscribe(() => this.#count());
        this.#count();
    }

    async load() {
        await this.#names.load();
        await this.#store.load();
        this.#listing.show(true);
    }

    #count() {
        const { rows, phase, said } = this.#store.state;
        const isUnread = phase === "loading" || phase === "error" || (phase === "offline" && rows.length === 0);
        this.#title.textContent = rows.length > 0 ? text("outstandingCount", String(rows.length)) : text(isUnread ? "outstandingTitle" : "outstandingEmpty");
        this.element.classList.toggle("live", rows.length > 0);
        // The line above says already that there is none.
        this.#listing.element.hidden = rows.length === 0 && phase === "ready";
        const changed = Number(said.changed ?? 0);
        this.#changed.hidden = changed === 0;
        this.#changed.textContent = changed === 0 ? "" : text("outstandingChanged", String(changed));
    }

    /** @param {Outstanding} entry */
    #row(entry) {
        const { signature, account, time, shown } = entry;
        return make("li", { class: "line card", "data-row": signature }, [
            make("p", {}, [
                make("strong", {}, [make("bdi", { text: shown.asker.name })]), " ",
                make("time", { class: "muted", datetime: new Date(time).toISOString(), text: language.moment(time) }),
            ]),
            make("p", { class: "sentence", text: shown.sentence }),
            ...shown.changes.map(({ direction, text: amount }) => make("p", { class: "muted", text: `${SIGNS[direction]} ${amount}` })),
            ...effects({ ...shown, changes: [], consequences: [] }),
            make("p", { class: entry.void === "foreign" ? "warning" : "muted", text: `${shown.until}.` }),
            make("dl", { class: "facts" }, [
                make("dt", { text: text("factAccount") }), make("dd", {}, [this.#names.whole(account)]),
                make("dt", { text: text("member_signature") }), make("dd", {}, [wholeAddress(signature)]),
            ]),
            entry.void === "nonce" && make("div", { class: "actions" }, [
                make("button", { type: "button", class: "small", text: text("outstandingVoid"), on: { click: () => void this.#void(signature) } }),
            ]),
        ]);
    }

    /** @param {string} signature */
    async #void(signature) {
        if (this.#busy) return;
        this.#busy = true;
        this.#problem.textContent = "";
        this.#said.textContent = text("sendWaiting");
        try {
            const { ended } = await this.#store.void(signature);
            this.#said.textContent = text(ended ? "outstandingVoided" : "outstandingVoiding");
        } catch (thrown) {
            this.#said.textContent = "";
            const error = WalletError.from(thrown);
            this.#problem.textContent = error.reason === "void-refused" ? text("outstandingVoidRefused") : sendErrorText(error, false);
        }
        this.#busy = false;
    }

    /** Asks what the account controls only once somebody looks: it is a heavy question for a node. */
    async #unfold() {
        if (!this.element.open) return;
        this.#controlled.replaceChildren();
        try {
            const { nonces, stakes, omitted, refused } = await this.#store.controlled(this.#accounts.state.selected);
            const rows = [...nonces, ...stakes];
            const notes = [
                ...(rows.length === 0 && refused.length === 0 ? [text("controlledNone")] : []),
                ...(omitted > 0 ? [text("controlledMore", String(omitted))] : []),
                ...(refused.length > 0 ? [text("controlledRefused")] : []),
            ];
            this.#controlled.replaceChildren(
                make("h2", { text: text("controlledTitle") }),
                make("ul", { class: "lines", hidden: rows.length === 0, "aria-label": text("controlledTitle") }, rows.map((row) => this.#held(row))),
                ...notes.map((note) => make("p", { class: "muted", text: note })),
            );
        } catch (thrown) {
            this.#controlled.replaceChildren(make("p", { class: "muted", text: sendErrorText(WalletError.from(thrown), false) }));
        }
    }

    /** @param {Controlled} row */
    #held({ address, lamports, powers }) {
        const may = powers.map((power) => POWERS.get(power)).flatMap((key) => (key === undefined ? [] : [text(key)]));
        return make("li", { class: "line", "data-row": address }, [
            make("strong", { text: sol(lamports) }), make("p", { class: "muted", text: may.join(" · ") }), wholeAddress(address),
        ]);
    }
}
