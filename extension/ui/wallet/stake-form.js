import { readAddress } from "../../lib/address.js";
import { readAmount, SOL_DECIMALS } from "../../lib/amount.js";
import { WalletError } from "../../lib/errors.js";
import { sol } from "../parts/amounts.js";
import { amount as amountText, button, make, shortened, text } from "../parts/dom.js";
import { Field, textInput } from "../parts/fields.js";
import { wholeAddress } from "../parts/names.js";
import { addressFault, amountFault } from "../parts/send-texts.js";
import { stakeErrorText } from "../parts/stake-texts.js";

/**
 * The form for a new stake. The validator is checked first: its commission and its last epochs stand above the amount, so that nobody stakes
 * with one unseen.
 *
 * @typedef {import("../stores/stake.js").StakeStore} StakeStore
 * @typedef {import("../stores/stake.js").Validator} Validator
 */
export class StakeForm {
    #store;
    #stake;
    #vote = new Field(text("stakeVote"), textInput(() => this.#changed()));
    #amount = new Field(text("stakeAmount"), textInput(() => this.#typed(), { inputmode: "decimal" }));
    #shown = make("div", { class: "validator", role: "status" });
    #choices = make("div", { class: "validators" });
    #problem = make("p", { class: "problem", role: "alert" });
    #check = button(text("stakeCheck"), () => void this.#ask(), "secondary");
    #choose = button(text("stakeChoose"), () => void this.#list(), "small");
    #next = make("button", { type: "submit", class: "primary", text: text("stakeNow") });
    /**
     * The validator that was looked at, and the fewest lamports.
     *
     * @type {{ validator: Validator, minimum: string } | undefined}
     */
    #checked;
    /** The number of the newest question. */
    #turn = 0;
    element;

    /**
     * @param {StakeStore} store
     * @param {(amount: string, vote: string, isTold: boolean) => Promise<boolean>} stake returns true if it was staked
     */
    constructor(store, stake) {
        this.#store = store;
        this.#stake = stake;
        this.element = make("form", { class: "fields card stake-form", novalidate: true, on: { submit: (/** @type {Event} */ event) => this.#submitted(event) } }, [
            make("h2", { text: text("stakeValidator") }),
            this.#vote.element,
            make("div", { class: "actions" }, [this.#check, this.#choose]),
            this.#choices,
            this.#problem,
            this.#shown,
            this.#amount.element,
            this.#next,
        ]);
        this.#changed();
    }

    /** Nothing is known of another validator. */
    #changed() {
        this.#turn++;
        this.#checked = undefined;
        this.#vote.note();
        this.#problem.textContent = "";
        this.#shown.replaceChildren();
        this.#amount.element.hidden = this.#next.hidden = true;
        this.#next.textContent = text("stakeNow");
    }

    #typed() {
        this.#amount.note();
    }

    async #ask() {
        this.#changed();
        const turn = this.#turn;
        const read = readAddress(this.#vote.control.value);
        if (read.address === undefined) return this.#vote.refuse(addressFault(read));
        this.#shown.replaceChildren(make("p", { class: "muted busy", text: text("loading") }));
        try {
            const { validators, minimum, deposit } = await this.#store.validators(read.address);
            if (turn !== this.#turn) return;
            const [validator] = validators;
            if (validator === undefined) throw new WalletError(-32000, "validator-refused", "", { fault: "unknown" });
            this.#checked = { validator, minimum };
            this.#shown.replaceChildren(...told(validator), make("p", { class: "muted", text: text("stakeLeast", amountText(minimum, SOL_DECIMALS), amountText(deposit, SOL_DECIMALS)) }));
            this.#next.textContent = text(validator.delinquent ? "stakeAnyway" : "stakeNow");
            this.#amount.element.hidden = this.#next.hidden = false;
        } catch (thrown) {
            if (turn !== this.#turn) return;
            this.#shown.replaceChildren();
            this.#problem.textContent = stakeErrorText(WalletError.from(thrown));
        }
    }

    async #list() {
        this.#choose.disabled = true;
        try {
            const { validators } = await this.#store.validators();
            this.#choices.replaceChildren(
                make("p", { class: "muted", text: text("stakeChooseNote") }),
                make("ul", { class: "rows card menu" }, validators.map(({ vote, commission, delinquent }) => make("li", {}, [
                    make("button", { type: "button", class: "menu-entry", "aria-label": text("stakeTake", vote), on: { click: () => this.#take(vote) } }, [
                        shortened(vote), make("span", { class: "muted", text: `${text("stakeCommission", commission)}${delinquent ? `, ${text("stakeDelinquent")}` : ""}` }),
                    ]),
                ]))),
            );
        } catch (thrown) {
            this.#problem.textContent = stakeErrorText(WalletError.from(thrown));
        }
        this.#choose.disabled = false;
    }

    /** @param {string} vote */
    #take(vote) {
        this.#choices.replaceChildren();
        this.#vote.control.value = vote;
        void this.#ask();
    }

    /** @param {Event} event */
    async #submitted(event) {
        event.preventDefault();
        if (this.#checked === undefined) return this.#ask();
        const { validator: { vote, delinquent }, minimum } = this.#checked;
        const typed = this.#amount.control.value.trim();
        const read = readAmount(typed, SOL_DECIMALS);
        if (read.units === undefined) return this.#amount.refuse(amountFault(read, SOL_DECIMALS));
        if (BigInt(read.units) < BigInt(minimum)) return this.#amount.refuse(text("stakeTooSmall", sol(minimum)));
        this.#amount.note();
        this.#next.disabled = true;
        if (await this.#stake(typed, vote, delinquent)) {
            this.#vote.control.value = this.#amount.control.value = "";
            this.#changed();
        }
        this.#next.disabled = false;
    }
}

/**
 * Draws what is known of a validator.
 *
 * @param {Validator} validator
 */
function told({ vote, commission, stake, delinquent, history }) {
    return [
        wholeAddress(vote),
        ...(delinquent ? [make("p", { class: "warning", role: "alert", text: text("stakeBehind") })] : []),
        make("p", {}, [make("strong", { text: text("stakeCommission", commission) }), " ", make("span", { class: "muted", text: text("stakeCommissionNote") })]),
        make("p", { class: "muted", text: text("stakeWith", sol(stake)) }),
        ...(history.length === 0 ? [] : [
            make("h3", { text: text("stakeHistory") }),
            make("ul", { class: "lines epochs", "aria-label": text("stakeHistory") }, history.map(({ epoch, credits, share }) => make("li", { class: "line" }, [
                text("stakeEpoch", epoch, amountText(credits)), share !== undefined && make("span", { class: "muted", text: `, ${text("stakeShare", share)}` }),
            ]))),
        ]),
    ];
}
