import { byteCount, strangerIn } from "./base58.js";

/**
 * The result of reading a typed or pasted address: the address, or its fault.
 *
 * | fault | meaning |
 * |---|---|
 * | `empty` | nothing but blanks |
 * | `character` | `character` isn't in base58; nor are 0, O, I and l |
 * | `short`, `long` | fewer or more than the 32 bytes of an address |
 * | `signature` | 64 bytes: a transaction's name, or a whole secret key |
 *
 * @typedef {{ address: string, fault?: undefined } | { address?: undefined, fault: "empty" | "character" | "short" | "long" | "signature", character?: string }} ReadAddress
 */

const ADDRESS_BYTES = 32;
const SIGNATURE_BYTES = 64;
/** The most characters that 64 bytes take; a longer text isn't counted. */
const LONGEST = 88;

/**
 * Reads every address that the user gives: base58 of 32 bytes. It drops blanks and line breaks around the address, and forgives nothing
 * else.
 *
 * @param {string} typed
 * @returns {ReadAddress}
 */
export function readAddress(typed) {
    const text = typed.trim();
    if (text === "") return { fault: "empty" };
    const character = strangerIn(text);
    if (character !== undefined) return { fault: "character", character };
    if (text.length > LONGEST) return { fault: "long" };
    const bytes = byteCount(text);
    if (bytes === SIGNATURE_BYTES) return { fault: "signature" };
    if (bytes !== ADDRESS_BYTES) return { fault: bytes < ADDRESS_BYTES ? "short" : "long" };
    return { address: text };
}
