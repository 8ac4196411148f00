/**
 * Returns a word for a shell's command line that means just itself. A text for a terminal may hold a name that a third party gave: in
 * single quotes no shell reads anything into it.
 *
 * @param {string} word without control characters
 */
export function quoted(word) {
    return /^[A-Za-z0-9_@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
