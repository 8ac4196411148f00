/**
 * Text in which nothing is hidden from the eye, as the agent and the command line write it.
 *
 * Control, bidirectional and invisible characters and odd spaces become `\u{…}`: a name that the user or a hijacked extension gave must not look
 * like another one. So do marks that are stacked on a letter beyond the third, which would be drawn over other lines. The backslash of a `\u{` that stands in the text itself becomes `\u{5c}`, so that no text can pretend an escape.
 *
 * @param {string} text
 */
export function visible(text) {
    return text.replace(/\\(?=u\{)/g, "\\u{5c}").replace(HIDDEN, spelled).replace(STACKED, spelled);
}

/**
 * Words that aren't ours within a line of ours, as the agent quotes them: between “ and ”, which they can't hold themselves, with one blank for each run of
 * blanks. Nothing hides in them already.
 *
 * @param {string} text
 * @param {number} [most] how many characters are shown
 */
export function quoted(text, most = 128) {
    const shown = [...text.replace(/[\u201c\u201d]/g, spelled).replace(/ {2,}/g, " ")];
    return `\u201c${shown.slice(0, most).join("")}${shown.length > most ? "…" : ""}\u201d`;
}

/** @param {string} character */
function spelled(character) {
    return `\\u{${character.codePointAt(0)?.toString(16)}}`;
}

/** A mark behind three others: those that hide are spelled out before. */
const STACKED = /(?<=[\p{Mn}\p{Me}]{3})[\p{Mn}\p{Me}]/gu;

/** Hangul fillers and the empty braille pattern are letters and symbols by category, but draw nothing. */
const HIDDEN = /(?! )[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Zs}\p{DI}\u115f\u1160\u3164\uffa0\u2800]/gu;
