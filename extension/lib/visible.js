/**
 * Returns a text with nothing hidden from the eye, in the form of the agent and the command line.
 *
 * Control, bidirectional and invisible characters and odd spaces become `\u{…}`: a name from the user or a hijacked extension must not look
 * like another one. So do stacked marks on a letter beyond the third, which would cover other lines. The backslash of a `\u{` in the text
 * itself becomes `\u{5c}`, so that no text can imitate an escape.
 *
 * @param {string} text
 */
export function visible(text) {
    return spellingOut(text.replace(/\\(?=u\{)/g, "\\u{5c}"));
}

/**
 * Returns words in which the agent has spelled out what they hide, with nothing hidden in them even so. Its escapes stay as they are.
 *
 * @param {string} text
 */
export function spellingOut(text) {
    return text.replace(HIDDEN, spelled).replace(STACKED, spelled);
}

/**
 * Returns a third party's words for one of our lines, in the quotes that the agent uses: between “ and ”, which the words can't hold
 * themselves. Each run of blanks becomes one blank. The words must hide nothing already.
 *
 * @param {string} text
 * @param {number} [most] the most characters that are shown
 */
export function quoted(text, most = 128) {
    const shown = [...text.replace(/[\u201c\u201d]/g, spelled).replace(/ {2,}/g, " ")];
    return `\u201c${shown.slice(0, most).join("")}${shown.length > most ? "…" : ""}\u201d`;
}

/** @param {string} character */
function spelled(character) {
    return `\\u{${character.codePointAt(0)?.toString(16)}}`;
}

/** A mark behind three others; hidden ones are spelled out before. */
const STACKED = /(?<=[\p{Mn}\p{Me}]{3})[\p{Mn}\p{Me}]/gu;

/** The characters to spell out. Hangul fillers and the empty braille pattern are letters and symbols by category, but draw nothing. */
const HIDDEN = /(?! )[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Zs}\p{DI}\u115f\u1160\u3164\uffa0\u2800]/gu;
