/** How many decimals a SOL has in lamports. */
export const SOL_DECIMALS = 9;

/**
 * An integer amount with its decimal point, exactly: no number that JavaScript would round.
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
