import { SOL_DECIMALS } from "../../lib/amount.js";
import { SOL } from "../../lib/policy.js";
import { visible } from "../../lib/visible.js";
import { amount } from "./dom.js";

/**
 * Returns the symbol of the list of tokens, else the whole address: a symbol that only the token itself claims isn't its name.
 *
 * @typedef {import("../../lib/policy.js").Spending} Spending
 * @param {Pick<Spending, "asset" | "symbol">} spending
 */
export function assetName({ asset, symbol }) {
    return asset === SOL ? SOL : visible(symbol ?? asset);
}

/**
 * Returns the decimals of an asset; an unknown one is counted in its smallest units.
 *
 * @param {Pick<Spending, "asset" | "decimals">} spending
 */
export function decimalsOf({ asset, decimals }) {
    return asset === SOL ? SOL_DECIMALS : (decimals ?? 0);
}

/** @param {Spending} spending @param {string} units */
export function spendingText(spending, units) {
    return `${amount(units, decimalsOf(spending))} ${assetName(spending)}`;
}
