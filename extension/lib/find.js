/**
 * Finding entries by words that somebody types, in any language: case, accents and the two letters i of Turkish make no difference, and the
 * end of a word may differ, as it does in Greek and Turkish.
 */

/** The weights of the places where a word can be found: the title first, then what people call it, then its explanation. */
const WEIGHTS = /** @type {const} */ ({ title: 8, words: 4, help: 1 });

/** The most letters that an ending may add or change. */
const ENDING = 3;

/** The fewest letters of a word that stand for it without its ending. */
const STEM = 4;

/**
 * Returns a text in the form in which texts are compared: lower case, without accents, with one kind of i, one sigma and one apostrophe.
 *
 * @param {string} text
 */
export function folded(text) {
    // NFKD takes accents off letters, and the dot off what "İ" becomes. The dotless i is a letter of its own, which no form takes apart.
    return text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "").replace(/ı/g, "i").replace(/ς/g, "σ").replace(/[’ʼ]/g, "'");
}

/**
 * Returns the words of a text, folded. A dot or an apostrophe inside a word belongs to it: `window.solana`, `token’ları`.
 *
 * @param {string} text
 */
export function wordsOf(text) {
    return folded(text).match(/[\p{L}\p{N}]+(?:[.'-][\p{L}\p{N}]+)*/gu) ?? [];
}

/** @template Entry */
export class Finder {
    #entries;

    /**
     * @param {Entry[]} entries in the order in which equals are found
     * @param {(entry: Entry) => { [Place in keyof typeof WEIGHTS]: string }} textsOf
     */
    constructor(entries, textsOf) {
        this.#entries = entries.map((entry) => {
            const { title, words, help } = textsOf(entry);
            return { entry, title: wordsOf(title), words: wordsOf(words), help: wordsOf(help) };
        });
    }

    /**
     * Returns the entries in which each typed word begins a word, the best first. Only if there is none, words may end in another way.
     *
     * @param {string} typed
     * @returns {Entry[]} all of them if nothing was typed
     */
    find(typed) {
        const wanted = wordsOf(typed);
        if (wanted.length === 0) return this.#entries.map(({ entry }) => entry);
        const exact = this.#ranked(wanted, (word, start) => word.startsWith(start));
        return exact.length > 0 ? exact : this.#ranked(wanted, hasStem);
    }

    /** @param {string[]} wanted @param {(word: string, start: string) => boolean} matches */
    #ranked(wanted, matches) {
        const ranked = this.#entries.map(({ entry, ...places }) => {
            const each = wanted.map((start) => Math.max(...PLACES.map((place) => weight(places[place], start, WEIGHTS[place], matches))));
            return { entry, rank: each.includes(0) ? 0 : each.reduce((sum, one) => sum + one) };
        });
        // The sort is stable: equals stay in their order.
        return ranked.filter(({ rank }) => rank > 0).sort((one, other) => other.rank - one.rank).map(({ entry }) => entry);
    }
}

const PLACES = /** @type {(keyof typeof WEIGHTS)[]} */ (Object.keys(WEIGHTS));

/**
 * A whole word counts more than the beginning of one, and the first word more than a later one.
 *
 * @param {string[]} words @param {string} start @param {number} most @param {(word: string, start: string) => boolean} matches
 */
function weight(words, start, most, matches) {
    const found = words.findIndex((word) => matches(word, start));
    if (found < 0) return 0;
    return most + (words.includes(start) ? most / 4 : 0) + (found === 0 ? most / 8 : 0);
}

/** @param {string} word @param {string} typed */
function hasStem(word, typed) {
    const stem = typed.slice(0, Math.max(STEM, typed.length - ENDING));
    return stem.length >= STEM && word.startsWith(stem) && word.length <= typed.length + ENDING;
}
