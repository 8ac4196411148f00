import { make, text } from "./dom.js";
import { language } from "./language.js";

/**
 * The worth of amounts, as the agent tells it: decimal texts, which no number of JavaScript's ever holds.
 *
 * @typedef {import("../stores/portfolio.js").Sum} Sum
 * @typedef {import("../stores/portfolio.js").Worth} Worth
 */

/** The currencies in which worth can be shown, as the agent lists them; all have hundredths. */
export const CURRENCIES = ["USD", "EUR", "GBP", "CHF", "BRL", "TRY"];

/**
 * Returns a sum with everything that has to be said beside it.
 *
 * @param {Sum} sum
 * @param {string} currency
 * @param {boolean} isSome true if it is the worth of something, which is never worth nothing at all
 */
export function sumText({ value, asOf, about }, currency, isSome) {
    let said = `${language.decimal(value)} ${currency}`;
    if (isSome && value === "0.00") said = text("worthLess", `${language.decimal("0.01")} ${currency}`);
    if (about) said = text("worthAbout", said);
    return asOf === undefined ? said : text("worthAsOf", said, language.hour(asOf));
}

/**
 * Draws the worth of one asset, with the price of one.
 *
 * @param {Sum} sum
 * @param {string} currency
 * @param {string} held the amount, in any unit
 */
export function assetWorth(sum, currency, held) {
    return [
        make("span", { class: "worth", text: sumText(sum, currency, held !== "0") }),
        sum.price !== undefined && make("span", { class: "worth muted", text: text("worthEach", `${language.decimal(sum.price)} ${currency}`) }),
    ];
}

/**
 * Draws the worth of all that an account holds; nothing if worth isn't shown.
 *
 * @param {Worth | undefined} worth
 * @param {string} lamports
 */
export function totalWorth(worth, lamports) {
    if (worth === undefined) return [];
    const { currency, instead, unpriced, total, sol } = worth;
    return [
        make("p", { class: "worth", text: total ? text("worthTotal", sumText(total, currency, lamports !== "0")) : text("worthUnknown") }),
        ...(sol?.price === undefined ? [] : [make("p", { class: "muted", text: text("worthSol", `${language.decimal(sol.price)} ${currency}`) })]),
        ...(total && unpriced > 0 ? [make("p", { class: "muted", text: language.plural("worthUnpriced", unpriced, unpriced) })] : []),
        ...(instead === undefined ? [] : [make("p", { class: "muted", text: text("worthInstead", instead) })]),
    ];
}
