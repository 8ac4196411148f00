/** The number of decimals of SOL in lamports. */
export const SOL_DECIMALS = 9;

/**
 * Returns an integer amount with its decimal point, exactly, without a number that JavaScript would round.
 *
 * @param {string} amount decimal digits
 * @param {number} decimals 0 to 255
 */
export function pointed(amount, decimals) {
    const digits = amount.padStart(decimals + 1, "0");
    const whole = digits.slice(0, digits.length - decimals);
    const fraction = digits.slice(digits.length - decimals).replace(/0+$/, "");
    return fraction === "" ? whole : `${whole}.${fraction}`;
}

/** The largest amount that the chain counts. */
export const MOST_UNITS = 2n ** 64n - 1n;

/**
 * The result of reading a typed amount: the smallest units in decimal digits, or the fault.
 *
 * @typedef {{ units: string, fault?: undefined } | { units?: undefined, fault: "empty" | "comma" | "number" | "decimals" | "large" | "nothing" }} ReadAmount
 */

/**
 * Reads an amount digit by digit, as the agent does: no sign, no exponent, no grouping, and a point but no comma. So `1,500` can't be
 * mistaken for one and a half or for fifteen hundred.
 *
 * @param {string} typed
 * @param {number} decimals the number of digits behind the point in the smallest unit
 * @returns {ReadAmount}
 */
export function readAmount(typed, decimals) {
    const text = typed.trim();
    if (text === "") return { fault: "empty" };
    if (text.includes(",")) return { fault: "comma" };
    const [, whole, fraction = ""] = /^(\d{1,40})(?:\.(\d{1,300}))?$/.exec(text) ?? [];
    if (whole === undefined) return { fault: "number" };
    if (fraction.length > decimals) return { fault: "decimals" };
    const units = BigInt(whole + fraction.padEnd(decimals, "0"));
    if (units > MOST_UNITS) return { fault: "large" };
    return units === 0n ? { fault: "nothing" } : { units: String(units) };
}
