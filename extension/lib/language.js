import { pointed } from "./amount.js";
import { browser } from "./browser.js";

/**
 * The languages of the extension, by the names of their folders in `_locales`. A new one needs its file there and its name here.
 */
export const LANGUAGES = ["en", "pt_BR", "el", "tr"];

/** The name under which the local storage holds the user's chosen language; the entry is missing or empty if the browser's applies. */
export const LANGUAGE = "language";

/**
 * A language's texts, and its form of numbers and times.
 *
 * Amounts are strings of digits and never become numbers of JavaScript, which would round them: `Intl` provides only the signs between the
 * digits.
 */
export class Language {
    #message;
    /** The language with the digits of the command line and of prompts, even if it has its own. */
    #locale;
    #plurals;
    #numbers;
    #point;

    /** @param {(key: string, values: string[]) => string} message returns a key's text with its values; empty if there is none */
    constructor(message) {
        this.#message = message;
        this.tag = message("languageTag", []) || "en";
        this.direction = message("languageDirection", []) || "ltr";
        this.#locale = `${this.tag}-u-nu-latn`;
        this.#plurals = new Intl.PluralRules(this.tag);
        this.#numbers = new Intl.NumberFormat(this.#locale);
        this.#point = this.#numbers.formatToParts(0.5).find(({ type }) => type === "decimal")?.value ?? ".";
    }

    /** Its name in `LANGUAGES`, as the agent knows it. */
    get name() {
        return LANGUAGES.find((name) => name.slice(0, 2) === this.tag.slice(0, 2)) ?? LANGUAGES[0];
    }

    /**
     * Returns a key's text. Numbers among the values take the language's form; strings stay as they are.
     *
     * @param {string} key
     * @param {...(string | number)} values
     */
    text(key, ...values) {
        const written = values.map((value) => (typeof value === "number" ? this.#numbers.format(value) : value));
        return this.#message(key, written) || browser.i18n.getMessage(key, written) || key;
    }

    /**
     * Returns the form of a text that a count takes: `key_one`, `key_few`, `key_many` or `key_other`, as the language has them.
     *
     * @param {string} key
     * @param {number} count
     * @param {...(string | number)} values
     */
    plural(key, count, ...values) {
        const form = `${key}_${this.#plurals.select(count)}`;
        const words = this.text(form, ...values);
        return words === form ? this.text(`${key}_other`, ...values) : words;
    }

    /**
     * Returns an integer amount with its groups and its decimal sign, exactly. A text other than digits stays as it is.
     *
     * @param {string} amount decimal digits
     * @param {number} [decimals] 0 to 255
     */
    amount(amount, decimals = 0) {
        if (!/^\d+$/.test(amount)) return amount;
        const [whole, fraction] = pointed(amount, decimals).split(".");
        return this.#numbers.format(BigInt(whole)) + (fraction === undefined ? "" : this.#point + fraction);
    }

    /**
     * Returns a decimal text with its groups and its decimal sign, and with all of its digits. Any other text stays as it is.
     *
     * @param {string} decimal digits, a point, digits
     */
    decimal(decimal) {
        const [, whole, fraction] = /^(\d+)\.(\d+)$/.exec(decimal) ?? [];
        return whole === undefined ? decimal : this.#numbers.format(BigInt(whole)) + this.#point + fraction;
    }

    /**
     * Returns an amount for an editable field: without groups.
     *
     * @param {string} amount decimal digits
     * @param {number} decimals 0 to 255
     */
    typed(amount, decimals) {
        return pointed(amount, decimals).replace(".", this.#point);
    }

    /**
     * Returns the text of a field with a point for the language's decimal sign. The point of another language becomes a comma, which no
     * reader of amounts accepts: a thousands sign of one language must not be read as a decimal sign.
     *
     * @param {string} typed
     */
    read(typed) {
        return typed.trim().replace(/[.,]/g, (sign) => (sign === this.#point ? "." : ","));
    }

    /** @param {number} time milliseconds since 1970 */
    date(time) {
        return new Intl.DateTimeFormat(this.#locale, { dateStyle: "medium" }).format(time);
    }

    /**
     * Returns date and time of day.
     *
     * @param {number} time milliseconds since 1970
     */
    moment(time) {
        return new Intl.DateTimeFormat(this.#locale, { dateStyle: "medium", timeStyle: "short" }).format(time);
    }

    /**
     * Returns the time of day, to the minute.
     *
     * @param {number} time milliseconds since 1970
     */
    hour(time) {
        return new Intl.DateTimeFormat(this.#locale, { timeStyle: "short" }).format(time);
    }

    /**
     * Returns the time of day, to the second.
     *
     * @param {number} time milliseconds since 1970
     */
    time(time) {
        return new Intl.DateTimeFormat(this.#locale, { timeStyle: "medium" }).format(time);
    }

    /**
     * Returns the time since an event, in the largest unit that it fills.
     *
     * @param {number} age milliseconds
     */
    ago(age) {
        const seconds = Math.max(0, Math.floor(age / 1000));
        const [unit, length] = UNITS.find(([, length]) => seconds >= length) ?? UNITS[UNITS.length - 1];
        return new Intl.RelativeTimeFormat(this.#locale).format(-Math.floor(seconds / length), unit);
    }
}

/** @type {[Intl.RelativeTimeFormatUnit, number][]} seconds in each */
const UNITS = [["day", 86_400], ["hour", 3600], ["minute", 60], ["second", 1]];

/** Returns the user's chosen language, else the one that the browser found for its own. */
export async function chosenLanguage() {
    try {
        const { [LANGUAGE]: chosen } = await browser.storage.local.get(LANGUAGE);
        if (LANGUAGES.includes(chosen)) return new Language(await textsOf(chosen));
        // Under load, Chromium now and then gives a new page no texts at all, and the page would show their keys. The files are there.
        if (!browser.i18n.getMessage("languageTag")) return new Language(await textsOf(languageOfBrowser()));
    } catch {
        // An unreadable storage or file must not block the screen.
    }
    return new Language((key, values) => browser.i18n.getMessage(key, values));
}

/** Returns the language of LANGUAGES that is nearest to the browser's. */
function languageOfBrowser() {
    const tag = browser.i18n.getUILanguage();
    return LANGUAGES.find((name) => name.slice(0, 2) === tag.slice(0, 2)) ?? LANGUAGES[0];
}

/**
 * Returns the texts of one language, because the browser's own function can't change its language. Values are inserted in the browser's
 * way.
 *
 * @param {string} name
 * @returns {Promise<(key: string, values: string[]) => string>}
 */
async function textsOf(name) {
    const file = await fetch(browser.runtime.getURL(`_locales/${name}/messages.json`));
    /** @type {{ [key: string]: { message: string } }} */
    const texts = await file.json();
    return (key, values) => {
        const message = Object.hasOwn(texts, key) ? texts[key].message : "";
        return message.replace(/\$([1-9$])/g, (_, place) => (place === "$" ? "$" : (values[Number(place) - 1] ?? "")));
    };
}

/**
 * Returns a language's name in itself.
 *
 * @param {string} language a name of LANGUAGES
 */
export function ownName(language) {
    const tag = language.replace("_", "-");
    const name = new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
    return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}
