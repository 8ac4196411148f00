import { byteCount, strangerIn } from "./base58.js";

/**
 * What was typed or pasted as an address, read: the address, or what is wrong with it.
 *
 * | fault | meaning |
 * |---|---|
 * | `empty` | nothing but blanks |
 * | `character` | `character` isn't one of base58's; 0, O, I and l are none |
 * | `short`, `long` | fewer or more than the 32 bytes of an address |
 * | `signature` | 64 bytes: a transaction's name, or a whole secret key |
 *
 * @typedef {{ address: string, fault?: undefined } | { address?: undefined, fault: "empty" | "character" | "short" | "long" | "signature", character?: string }} ReadAddress
 */

const ADDRESS_BYTES = 32;
const SIGNATURE_BYTES = 64;
/** 64 bytes take 88 characters at most; what is longer isn't counted. */
const LONGEST = 88;

/**
 * The one reader of every address that the user gives: base58 of 32 bytes, with blanks and line breaks around it left out and nothing else forgiven.
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
