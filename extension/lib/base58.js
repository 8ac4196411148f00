const ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** Returns the first character of a text that isn't in base58; undefined if all are. */
export function strangerIn(/** @type {string} */ text) {
    return [...text].find((character) => !ALPHABET.includes(character));
}

/**
 * Returns the number of bytes that a base58 text stands for. Only the agent reads the bytes themselves.
 *
 * @param {string} text only base58 characters, at most a hundred: the work grows with the square of the length
 */
export function byteCount(text) {
    const zeros = /^1*/.exec(text)?.[0].length ?? 0;
    let number = 0n;
    for (const character of text) number = number * 58n + BigInt(ALPHABET.indexOf(character));
    const digits = number === 0n ? 0 : number.toString(16).length;
    return zeros + Math.ceil(digits / 2);
}
