import { SOL_DECIMALS } from "../../lib/amount.js";
import { quoted, visible } from "../../lib/visible.js";
import { amount, make, shortened, text } from "./dom.js";

/**
 * Amounts with their units.
 *
 * @typedef {{ name?: string, symbol?: string }} Claims a token's own words for itself, which anyone may choose
 */

/** @param {string} lamports */
export function sol(lamports) {
    return text("amountSol", amount(lamports, SOL_DECIMALS));
}

/**
 * A token as far as a review knows it: its symbol is its own claim, so its mint appears with it.
 *
 * @typedef {{ mint?: string, decimals?: number, symbol?: string }} ReviewedToken
 *
 * Returns an amount of it, in the words of prompt and terminal (`AmountWording`): Tests/Support/amounts.json holds both to the same.
 *
 * @param {string} units
 * @param {ReviewedToken} [token]
 */
export function tokenText(units, token) {
    const { mint, decimals, symbol } = token ?? {};
    const ends = mint === undefined ? undefined : shortenedText(mint);
    if (decimals === undefined) return ends === undefined ? text("amountSmallestOfSome", amount(units)) : text("amountSmallest", amount(units), ends);
    const written = amount(units, decimals);
    if (ends === undefined) return text("amountOfSome", written);
    return symbol ? `${written} ${quoted(symbol, 16)} (${ends})` : text("amountOfToken", written, ends);
}

/** @param {string} address */
function shortenedText(address) {
    return address.length > 12 ? `${address.slice(0, 4)}…${address.slice(-4)}` : address;
}

/**
 * Returns a known token's symbol, or a token's own name with nothing hidden in it; the ends of its mint if it has none.
 *
 * @param {string} mint
 * @param {Claims | undefined} claims
 * @param {{ symbol: string }} [known]
 */
export function tokenName(mint, claims, known) {
    if (known !== undefined) return known.symbol;
    const claim = claims?.symbol || claims?.name;
    return claim ? visible(claim) : `${mint.slice(0, 4)}…${mint.slice(-4)}`;
}

/**
 * Draws an amount of a token. A name is the token's own claim, so the mint appears with it.
 *
 * @param {string} units
 * @param {number | undefined} decimals undefined if the mint couldn't be read: then the amount is in units
 * @param {string} mint
 * @param {Claims} [claims]
 */
export function tokenAmount(units, decimals, mint, claims) {
    const claim = claims?.symbol || claims?.name;
    return make("span", { class: "quantity" }, [
        decimals === undefined ? `${amount(units)} ${text("smallestUnits")}` : amount(units, decimals), " ",
        claim && make("q", {}, [make("bdi", { text: visible(claim) })]), claim && " ", shortened(mint),
    ]);
}
