const ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** The first character of a text that base58 hasn't; undefined where all are its own. */
export function strangerIn(/** @type {string} */ text) {
    return [...text].find((character) => !ALPHABET.includes(character));
}

/**
 * How many bytes a base58 text stands for. The bytes themselves are the agent's to read.
 *
 * @param {string} text of base58's characters alone, at most a hundred of them: the work grows with the square of the length
 */
export function byteCount(text) {
    const zeros = /^1*/.exec(text)?.[0].length ?? 0;
    let number = 0n;
    for (const character of text) number = number * 58n + BigInt(ALPHABET.indexOf(character));
    const digits = number === 0n ? 0 : number.toString(16).length;
    return zeros + Math.ceil(digits / 2);
}
