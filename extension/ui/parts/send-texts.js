import { visible } from "../../lib/visible.js";
import { sol } from "./amounts.js";
import { counted, text } from "./dom.js";
import { language } from "./language.js";
import { portfolioErrorText } from "./portfolio-texts.js";

/**
 * The reasons for a failed transfer, with the next step for each.
 *
 * @typedef {import("../../lib/errors.js").WalletError} WalletError
 */

/** The texts for the ways in which a transfer's request can end. */
const ENDINGS = new Map([
    ["rejected", "sendRejected"],
    ["expired", "sendExpired"],
    ["cancelled", "sendCancelled"],
    ["interrupted", "sendCancelled"],
    ["blockhash-expired", "sendTooOld"],
    ["too-many-pending", "sendTooMany"],
    ["blocked-after-rejections", "sendTooMany"],
    ["simulation-missing", "sendUntried"],
    ["amount-invalid", "amountInvalid"],
    ["vault-missing", "sendNoWallet"],
    ["account-unknown", "sendNoWallet"],
    ["account-watch-only", "watchOnlyRefused"],
    ["unconfirmed", "sendUnconfirmed"],
    ["outcome-unknown", "sendUnknown"],
    ["transaction-failed", "sendFailed"],
    ["not-sent", "sendNotSent"],
    ["policy-refused", "limitRefused"],
    ["native-only", "failureNativeOnly"],
    ["name-invalid", "nameWrong"],
    ["name-unknown", "nameUnknown"],
    ["name-unresolved", "nameUnresolved"],
    ["name-disputed", "nameDisputed"],
    ["name-moved", "nameMoved"],
    // Once it is in the queue, nothing on this side can tell what the other side does after the connection has ended.
    ["host-gone", "sendLost"],
    ["host-missing", "sendLost"],
]);

/** An amount in the form in which it is typed. */
const EXAMPLE = language.typed("5", 1);
const ADDRESS_FAULTS = new Map([["character", "addressCharacter"], ["short", "addressShort"], ["long", "addressLong"], ["signature", "addressSignature"]]);
const AMOUNT_FAULTS = new Map([["comma", "amountInvalid"], ["number", "amountInvalid"], ["large", "amountLarge"], ["nothing", "amountNothing"]]);

/** @param {WalletError} error @param {boolean} isToken true if a token was to be sent */
export function sendErrorText(error, isToken) {
    const { data, reason = "" } = error;
    if (reason === "funds-missing") return fundsText(data, isToken);
    if (reason === "below-rent" && data.minimum !== undefined) {
        if (data.most === undefined) return text("sendBelowRentRecipient", sol(String(data.minimum)));
        return text("sendBelowRent", sol(String(data.most)));
    }
    if (reason === "recipient-refused") return family(`refused_${plain(data.finding)}`, data.finding, "sendRefused", String(data.address ?? ""));
    if (reason === "token-refused") return family(`token_${plain(data.fault)}`, data.fault, "sendTokenRefused");
    if (reason === "simulation-failed") return text("sendWouldFail", visible(String(data.error ?? "?")));
    if (reason === "node-rejected") return text("sendNodeRejected", visible(String(data.message ?? "?")));
    const key = ENDINGS.get(reason);
    return key === undefined ? portfolioErrorText(error, false) : text(key, EXAMPLE);
}

/** @param {{ [name: string]: any }} data @param {boolean} isToken */
function fundsText({ needed, available }, isToken) {
    if (isToken || needed === undefined || available === undefined) return text("sendFundsToken");
    return text("sendFunds", sol(String(needed)), sol(String(available)));
}

/** Returns one of the agent's names in the form of a key. */
function plain(/** @type {unknown} */ name) {
    return String(name).replace(/-/g, "_");
}

/**
 * Returns a text of a family by the agent's name; a general one if this extension has none for it.
 *
 * @param {string} key @param {unknown} name @param {string} otherwise @param {...string} values
 */
function family(key, name, otherwise, ...values) {
    const words = text(key, ...values.map(visible));
    return words === key ? text(otherwise, visible(String(name))) : words;
}

/**
 * Returns a finding about a recipient, in the user's words; empty if there is nothing to say.
 *
 * @param {import("../stores/transfer.js").RecipientFinding} finding
 */
export function recipientText({ name, level, address = "" }) {
    const key = `recipient_${plain(name)}`;
    const words = text(key, visible(address));
    if (words !== key) return words;
    return level === "info" ? "" : text("recipientOther", visible(name));
}

/**
 * Returns the error in a typed address.
 *
 * @param {{ fault?: string, character?: string }} read
 */
export function addressFault({ fault, character = "" }) {
    const key = ADDRESS_FAULTS.get(fault ?? "") ?? "addressEmpty";
    return text(key, visible(character));
}

/**
 * Returns the error in a typed amount.
 *
 * @param {{ fault?: string }} read @param {number} decimals
 */
export function amountFault({ fault }, decimals) {
    if (fault === "decimals") return counted("amountDecimals", decimals);
    return text(AMOUNT_FAULTS.get(fault ?? "") ?? "amountEmpty", EXAMPLE);
}
