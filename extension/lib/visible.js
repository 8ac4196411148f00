/**
 * Text in which nothing is hidden from the eye, as the agent and the command line write it.
 *
 * Control, bidirectional and invisible characters and odd spaces become `\u{…}`: a name that the user or a hijacked extension gave must not look
 * like another one. The backslash of a `\u{` that stands in the text itself becomes `\u{5c}`, so that no text can pretend an escape.
 *
 * @param {string} text
 */
export function visible(text) {
    return text.replace(/\\(?=u\{)/g, "\\u{5c}").replace(HIDDEN, (hidden) => `\\u{${hidden.codePointAt(0)?.toString(16)}}`);
}

/** Hangul fillers and the empty braille pattern are letters and symbols by category, but draw nothing. */
const HIDDEN = /(?! )[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Zs}\p{DI}\u115f\u1160\u3164\uffa0\u2800]/gu;
