import { MOST_UNITS, SOL_DECIMALS } from "./amount.js";

/**
 * The user's rules for approvals, and the way to change them: a stricter rule takes effect at once, a looser one only outside the browser.
 *
 * Amounts are lamports in decimal digits, sessions are milliseconds. The tolerance of guards is the part of what arrives that may be missing, in
 * hundredths of a percent.
 *
 * @typedef {"popup" | "risky" | "native"} Setting
 * @typedef {{ approvals: Setting, allowance: string, pressAllowance?: string, session: number, perRequest: boolean, guards: { tolerance: number } }} Rules
 * @typedef {{
 *     id: number, action: "raise" | "refuse", account?: string, origin?: string, ceiling?: string, expired: boolean, expiry?: number, programs?: string[],
 *     spending?: { asset?: string, lamports?: string, amount?: string, period: number, left: string, symbol?: string, decimals?: number }, signatures?: { count: string, period: number, left: string },
 * }} Limit
 * What may be spent of one asset in 24 hours: "SOL" or a mint's address, in smallest units. Of an unknown mint nobody says how many decimals it has.
 *
 * @typedef {{ asset: string, amount: string }} Amount
 * @typedef {Amount & { left: string, symbol?: string, decimals?: number }} Spending
 * @typedef {{ origin: string, since?: number, spend: Spending[] }} Budget
 * @typedef {{ budgets?: { origin: string, spend: Amount[] }[], pressAmounts?: Amount[] }} SpendingParams
 * @typedef {Rules & {
 *     left: string, pressLeft?: string, trust: "unverified" | "intact" | "reset", recognitionSet?: boolean, limits?: Limit[], budgets?: Budget[], pressAmounts?: Spending[],
 * }} Policy
 * @typedef {{ tolerance?: number, off?: string[], on?: string[] }} GuardChange `off` and `on`: origins of sites
 * @typedef {Partial<Omit<Rules, "guards">> & { guards?: GuardChange }} RulesParams
 * @typedef {{ params: RulesParams, loosens: boolean }} RulesChange
 */

/** The settings, from the loosest to the strictest. */
export const SETTINGS = /** @type {const} */ (["popup", "risky", "native"]);

/** The bounds of a session's length, in seconds. */
export const SESSION_BOUNDS = /** @type {const} */ ({ least: 10, most: 28_800 });

/** The asset that no mint stands for. */
export const SOL = "SOL";

/** The highest tolerance of guards, in hundredths of a percent. */
const MOST_TOLERANCE = 1_000;

/**
 * Reads a percentage with at most two decimals, such as `0.5`.
 *
 * @param {string} percent
 * @returns {number | undefined} hundredths of a percent, 1,000 at most
 */
export function toleranceOf(percent) {
    const [, whole, fraction = ""] = /^(\d{1,2})(?:\.(\d{1,2}))?$/.exec(percent.trim()) ?? [];
    if (whole === undefined) return undefined;
    const hundredths = Number(whole + fraction.padEnd(2, "0"));
    return hundredths <= MOST_TOLERANCE ? hundredths : undefined;
}

/**
 * Reads an amount with at most as many decimals as its asset has, such as `0.1`: no sign, no exponent, no number that JavaScript would round.
 *
 * @param {string} typed
 * @param {number} decimals
 * @returns {string | undefined} the smallest units
 */
export function unitsOf(typed, decimals) {
    const [, whole, fraction = ""] = /^(\d{1,20})(?:\.(\d+))?$/.exec(typed.trim()) ?? [];
    if (whole === undefined || fraction.length > decimals) return undefined;
    const units = BigInt(whole + fraction.padEnd(decimals, "0"));
    return units <= MOST_UNITS ? String(units) : undefined;
}

/** @param {string} sol @returns {string | undefined} lamports */
export function lamportsOf(sol) {
    return unitsOf(sol, SOL_DECIMALS);
}

/**
 * Returns the difference between what may be spent and what is wanted, whole, with `loosens` true if any of it lets more through; undefined if
 * there is none. An amount of 0 takes its asset away.
 *
 * @param {Amount[]} present
 * @param {Amount[]} wanted
 * @returns {{ spend: Amount[], loosens: boolean } | undefined}
 */
export function spendingChange(present, wanted) {
    const before = new Map(present.map(({ asset, amount }) => [asset, BigInt(amount)]));
    const differs = wanted.filter(({ asset, amount }) => BigInt(amount) !== (before.get(asset) ?? 0n));
    if (differs.length === 0) return undefined;
    return {
        spend: wanted.map(({ asset, amount }) => ({ asset, amount })),
        loosens: differs.some(({ asset, amount }) => BigInt(amount) > (before.get(asset) ?? 0n)),
    };
}

/**
 * Returns the part of an allowance that is used up.
 *
 * @param {{ allowance: string, left: string }} amounts in lamports
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
    /** @type {RulesParams} */
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
    if (wanted.pressAllowance !== undefined && wanted.pressAllowance !== present.pressAllowance) {
        params.pressAllowance = wanted.pressAllowance;
        loosens ||= BigInt(wanted.pressAllowance) > BigInt(present.pressAllowance ?? "0");
    }
    if (wanted.session !== present.session) {
        params.session = wanted.session;
        loosens ||= wanted.session > present.session;
    }
    if (wanted.perRequest !== present.perRequest) {
        params.perRequest = wanted.perRequest;
        loosens ||= present.perRequest;
    }
    if (wanted.guards.tolerance !== present.guards.tolerance) {
        params.guards = { tolerance: wanted.guards.tolerance };
        loosens ||= wanted.guards.tolerance > present.guards.tolerance;
    }
    return Object.keys(params).length > 0 ? { params, loosens } : undefined;
}
