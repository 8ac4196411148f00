import { byteCount, strangerIn } from "./base58.js";

/**
 * Where a transaction is shown to everybody: pages of others, which learn what was looked at. The user chooses one; nothing is asked of it before
 * its button is pressed.
 *
 * @typedef {"explorer.solana.com" | "solscan.io" | "solana.fm"} Explorer
 */

/**
 * How each names the clusters in `?cluster=`; mainnet is what all of them show without it.
 *
 * @type {ReadonlyMap<string, ReadonlyMap<string, string>>}
 */
const EXPLORERS = new Map([
    ["explorer.solana.com", new Map([["solana:devnet", "devnet"], ["solana:testnet", "testnet"]])],
    ["solscan.io", new Map([["solana:devnet", "devnet"], ["solana:testnet", "testnet"]])],
    ["solana.fm", new Map([["solana:devnet", "devnet-solana"], ["solana:testnet", "testnet-solana"]])],
]);
const SIGNATURE_BYTES = 64;

/** The explorers there are, the first the usual one. */
export const EXPLORER_NAMES = [...EXPLORERS.keys()];

/**
 * A transaction's page, with the whole signature; undefined for what is no signature, for an explorer that isn't one of these, and for a cluster
 * that none of them shows, as a node on this computer.
 *
 * @param {string} explorer
 * @param {string | undefined} cluster
 * @param {string} signature
 */
export function transactionPage(explorer, cluster, signature) {
    const names = EXPLORERS.get(explorer);
    if (!names || signature.length > 88 || strangerIn(signature) !== undefined || byteCount(signature) !== SIGNATURE_BYTES) return undefined;
    const page = `https://${explorer}/tx/${signature}`;
    if (cluster === "solana:mainnet") return page;
    const name = names.get(cluster ?? "");
    return name === undefined ? undefined : `${page}?cluster=${name}`;
}
