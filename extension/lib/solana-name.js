/**
 * Reading a typed `.sol` or `.sns` name. Only the agent says what it stands for.
 *
 * A name has one spelling: small letters, digits, `-` and `_`, with an ending, 64 bytes at most. Anything else is refused and not put right: a
 * letter that looks like another one is another name.
 */
const ENDING = /\.(sol|sns)$/i;
const SPELLING = /^(?=.{1,64}$)(?:[a-z0-9_-]+\.sol|(?:[a-z0-9_-]+\.){1,2}sns)$/;

/**
 * @param {string} typed
 * @returns {{ name: string, fault?: undefined } | { name?: undefined, fault: "none" | "spelling" }} `none`: no name is meant
 */
export function readName(typed) {
    const text = typed.trim();
    if (!ENDING.test(text)) return { fault: "none" };
    return SPELLING.test(text) ? { name: text } : { fault: "spelling" };
}
