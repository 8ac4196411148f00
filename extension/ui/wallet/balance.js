import { SOL_DECIMALS } from "../../lib/amount.js";
import { amount, button, make, text } from "../parts/dom.js";
import { language } from "../parts/language.js";
import { totalWorth } from "../parts/worth.js";
import { causeText, portfolioErrorText } from "../parts/portfolio-texts.js";

/**
 * The account's lamports as SOL, to the last digit, with their source and the worth of all that the account holds; a balance that isn't fresh has its age and the reason.
 *
 * @typedef {import("../stores/portfolio.js").PortfolioState} PortfolioState
 */
export class BalanceSection {
    #retry;
    element = make("section", { class: "balance", "aria-label": text("balance") });

    /** @param {() => void} retry */
    constructor(retry) {
        this.#retry = retry;
    }

    /** @param {PortfolioState} state @param {boolean} isUnverified true if the wallet hasn't been unlocked since its program started */
    show({ phase, balance, error, isReading }, isUnverified) {
        this.element.setAttribute("aria-busy", String(isReading));
        if (phase === "loading" && !balance) {
            // An empty bar holds the number's place; a dash would read as "nothing".
            return this.element.replaceChildren(make("div", { class: "amount reading", "aria-hidden": true }), make("p", { class: "muted", role: "status", text: text("balanceReading") }));
        }
        if (!balance) {
            return this.element.replaceChildren(
                make("p", { class: "amount unknown", text: text("balanceNone") }),
                make("p", { class: "note", role: "status", text: error ? portfolioErrorText(error, isUnverified) : "" }),
                this.#again(isReading),
            );
        }
        const { cluster, node, slot, age, cause, lamports, worth } = balance;
        const { digits, size, unit } = balanceTexts(lamports);
        this.element.replaceChildren(
            make("p", { class: size }, [make("span", { text: digits }), " ", make("span", { class: "unit", text: unit })]),
            ...totalWorth(worth, lamports),
            make("p", { class: "muted source", title: text("balanceSource", node, slot) }, [text(`network_${cluster.replace("solana:", "")}`)]),
            ...(phase !== "loading" ? [] : [
                make("p", { class: "note", role: "status", text: `${text("balanceSaved", language.ago(age))} ${text("balanceReading")}` }),
            ]),
            ...(cause === undefined ? [] : [
                make("p", { class: "note", role: "status", text: `${text("balanceSaved", language.ago(age))} ${causeText(cause, isUnverified)}` }),
                this.#again(isReading),
            ]),
        );
    }

    /** @param {boolean} isReading */
    #again(isReading) {
        const again = button(text("retry"), () => this.#retry(), "small");
        again.disabled = isReading;
        return again;
    }
}

/** @param {string} lamports */
export function balanceTexts(lamports) {
    const digits = amount(lamports, SOL_DECIMALS);
    return { digits, size: sizeOf(digits), unit: text("solUnit") };
}

/**
 * Returns a smaller size for a longer number, so that it fits on one line.
 *
 * @param {string} digits
 */
function sizeOf({ length }) {
    if (length > 17) return "amount longer";
    return length > 12 ? "amount long" : "amount";
}
