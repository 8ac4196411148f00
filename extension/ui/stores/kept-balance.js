import { browser } from "../../lib/browser.js";

/**
 * The balance that Home showed last, with its texts, for the first moment of the next popup: start.js draws it before any module is read. It
 * stays in the browser's memory, which neither pages nor content scripts can read, and goes with the browser.
 *
 * @typedef {import("./portfolio.js").Balance} Balance
 * @typedef {{ name: string, address: string, digits: string, size: string, unit: string, note: string, language: string }} Said `language`: the tag of its texts'
 * @typedef {{ wallet: string, account: string, balance: Balance, read: number, said: Said }} Kept `read`: the wall clock's time in milliseconds at which a node told it
 */

/** The name under which it is kept; start.js has it too. */
const KEPT = "balance";
/** As old as the agent lets a saved one be, in milliseconds. */
const OLDEST = 7 * 24 * 60 * 60 * 1000;

/** @param {string} wallet the id of the open one @param {string} account @param {Balance} balance @param {(read: number) => Said} said */
export async function keepBalance(wallet, account, balance, said) {
    const read = Date.now() - balance.age;
    await browser.storage.session.set({ [KEPT]: { wallet, account, balance, read, said: said(read) } });
}

export async function forgetBalance() {
    await browser.storage.session.remove(KEPT);
}

/** @param {string} wallet @param {string} account @returns {Promise<Balance | undefined>} undefined if none is kept, or one of another wallet, or one that is too old or from a time that hasn't come yet */
export async function keptBalance(wallet, account) {
    const { [KEPT]: kept } = /** @type {{ balance?: Kept }} */ (await browser.storage.session.get(KEPT));
    if (kept?.wallet !== wallet || kept.account !== account) return undefined;
    const age = Date.now() - kept.read;
    return age < 0 || age >= OLDEST ? undefined : { ...kept.balance, age };
}
