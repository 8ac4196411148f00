import { byteCount, strangerIn } from "./base58.js";

/**
 * The public sites that show a transaction; they are run by others and learn which transactions are viewed. The user chooses one; the
 * wallet sends it nothing before a press of its button.
 *
 * @typedef {"explorer.solana.com" | "solscan.io" | "solana.fm"} Explorer
 */

/**
 * The names of the clusters in each one's `?cluster=`; without it, all of them show mainnet.
 *
 * @type {ReadonlyMap<string, ReadonlyMap<string, string>>}
 */
const EXPLORERS = new Map([
    ["explorer.solana.com", new Map([["solana:devnet", "devnet"], ["solana:testnet", "testnet"]])],
    ["solscan.io", new Map([["solana:devnet", "devnet"], ["solana:testnet", "testnet"]])],
    ["solana.fm", new Map([["solana:devnet", "devnet-solana"], ["solana:testnet", "testnet-solana"]])],
]);
const SIGNATURE_BYTES = 64;

/** The available explorers, the usual one first. */
export const EXPLORER_NAMES = [...EXPLORERS.keys()];

/**
 * Returns a transaction's page, with the whole signature. Undefined for an invalid signature, for an unknown explorer, and for a cluster
 * that the explorer doesn't show, such as a node on this computer.
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
