import { draw } from "./icons.js";

/**
 * Draws a small picture of an account, by its public key: the same in every place and under every name. It helps the eye and proves
 * nothing.
 *
 * @param {string} publicKey
 * @param {string} [shape] a class of the picture
 */
export function accountMark(publicKey, shape = "") {
    const bits = spread(publicKey);
    const picture = draw("svg", { class: `mark hue-${hueOf(publicKey)} ${shape}`.trim(), viewBox: "-1 -1 7 7", "aria-hidden": "true", focusable: "false" });
    let path = "";
    for (let row = 0; row < 5; row++) {
        for (let column = 0; column < 3; column++) {
            if (((bits >>> (row * 3 + column)) & 1) === 0) continue;
            path += `M${column} ${row}h1v1h-1z`;
            if (column < 2) path += `M${4 - column} ${row}h1v1h-1z`;
        }
    }
    picture.append(draw("path", { d: path }));
    return picture;
}

/**
 * Returns the number of the colour in which an address is drawn.
 *
 * @param {string} address
 */
export function hueOf(address) {
    return (spread(address) >>> 16) % 6;
}

/**
 * Returns a number that two addresses are unlikely to share (FNV-1a, 32 bits).
 *
 * @param {string} text
 */
function spread(text) {
    let sum = 0x811c9dc5;
    for (const letter of text) sum = Math.imul(sum ^ letter.charCodeAt(0), 0x01000193);
    return sum >>> 0;
}
