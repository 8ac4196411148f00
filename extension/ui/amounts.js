import { SOL_DECIMALS } from "../lib/amount.js";
import { visible } from "../lib/visible.js";
import { amount, make, shortened, text } from "./dom.js";

/**
 * Amounts with what they are of.
 *
 * @typedef {{ name?: string, symbol?: string }} Claims a token's own words for itself, which anybody may choose
 */

/** @param {string} lamports */
export function sol(lamports) {
    return text("amountSol", amount(lamports, SOL_DECIMALS));
}

/**
 * What a token calls itself, with nothing hidden in it; its mint's ends where it says nothing.
 *
 * @param {string} mint
 * @param {Claims | undefined} claims
 */
export function tokenName(mint, claims) {
    const claim = claims?.symbol || claims?.name;
    return claim ? visible(claim) : `${mint.slice(0, 4)}…${mint.slice(-4)}`;
}

/**
 * An amount of a token. A name is the token's own claim, so that the mint stands with it.
 *
 * @param {string} units
 * @param {number | undefined} decimals undefined where nobody could read the mint: the units are told then
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
