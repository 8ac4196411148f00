import { SOL_DECIMALS } from "./amount.js";

/**
 * The user's rules for approvals, and the way to change them: a stricter rule takes effect at once, a looser one only outside the browser.
 *
 * Amounts are lamports in decimal digits, sessions are milliseconds.
 *
 * @typedef {"popup" | "risky" | "native"} Setting
 * @typedef {{ approvals: Setting, allowance: string, session: number, perRequest: boolean }} Rules
 * @typedef {{
 *     id: number, action: "raise" | "refuse", account?: string, origin?: string, ceiling?: string, expired: boolean, expiry?: number, programs?: string[],
 *     spending?: { lamports: string, period: number, left: string }, signatures?: { count: string, period: number, left: string },
 * }} Limit
 * @typedef {Rules & { left: string, trust: "unverified" | "intact" | "reset", recognitionSet?: boolean, limits?: Limit[] }} Policy
 * @typedef {{ params: Partial<Rules>, loosens: boolean }} RulesChange
 */

/** The settings, from the loosest to the strictest. */
export const SETTINGS = /** @type {const} */ (["popup", "risky", "native"]);

/** The bounds of a session's length, in seconds. */
export const SESSION_BOUNDS = /** @type {const} */ ({ least: 10, most: 28_800 });

const MOST_LAMPORTS = 2n ** 64n - 1n;

/**
 * Reads SOL with at most nine decimals, such as `0.1`: no sign, no exponent, no number that JavaScript would round.
 *
 * @param {string} sol
 * @returns {string | undefined} lamports
 */
export function lamportsOf(sol) {
    const [, whole, fraction = ""] = /^(\d{1,20})(?:\.(\d{1,9}))?$/.exec(sol.trim()) ?? [];
    if (whole === undefined) return undefined;
    const lamports = BigInt(whole + fraction.padEnd(SOL_DECIMALS, "0"));
    return lamports <= MOST_LAMPORTS ? String(lamports) : undefined;
}

/**
 * Returns the amount that browser approvals have let out since the last decision outside the browser, as far as it counts.
 *
 * @param {Policy} policy
 */
export function usedOf({ allowance, left }) {
    return String(BigInt(allowance) - BigInt(left));
}

/**
 * Returns the difference between two sets of rules, with `loosens` true if any of it lets more through; undefined if there is none.
 *
 * @param {Rules} present
 * @param {Rules} wanted
 * @returns {RulesChange | undefined}
 */
export function changeOf(present, wanted) {
    /** @type {Partial<Rules>} */
    const params = {};
    let loosens = false;
    if (wanted.approvals !== present.approvals) {
        params.approvals = wanted.approvals;
        loosens ||= SETTINGS.indexOf(wanted.approvals) < SETTINGS.indexOf(present.approvals);
    }
    if (wanted.allowance !== present.allowance) {
        params.allowance = wanted.allowance;
        loosens ||= BigInt(wanted.allowance) > BigInt(present.allowance);
    }
    if (wanted.session !== present.session) {
        params.session = wanted.session;
        loosens ||= wanted.session > present.session;
    }
    if (wanted.perRequest !== present.perRequest) {
        params.perRequest = wanted.perRequest;
        loosens ||= present.perRequest;
    }
    return Object.keys(params).length > 0 ? { params, loosens } : undefined;
}
