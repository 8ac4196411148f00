import { visible } from "../../lib/visible.js";
import { sol } from "./amounts.js";
import { text } from "./dom.js";
import { language } from "./language.js";
import { sendErrorText } from "./send-texts.js";

/**
 * The words for stakes and for what can't be done with them.
 *
 * @typedef {import("../stores/stake.js").Lockup} Lockup
 */

/** @param {import("../../lib/errors.js").WalletError} error */
export function stakeErrorText(error) {
    const { data, reason } = error;
    if (reason === "stake-too-small") return text("stakeTooSmall", sol(String(data.minimum ?? "0")));
    if (reason === "validator-refused") return text(data.fault === "delinquent" ? "stakeBehind" : "stakeNoVote");
    if (reason !== "stake-refused") return sendErrorText(error, false);
    if (data.fault === "locked" && (data.time !== undefined || data.epoch !== undefined)) return lockupText(data);
    const key = `stake_${String(data.fault)}`;
    const words = text(key);
    return words === key ? text("stakeRefused", visible(String(data.fault ?? "?"))) : words;
}

/** @param {Lockup} lockup */
export function lockupText({ time, epoch }) {
    if (time === undefined) return text("stakeLockedEpoch", visible(String(epoch ?? "?")));
    const date = language.moment(time);
    return epoch === undefined ? text("stakeLockedDate", date) : text("stakeLockedBoth", date, visible(epoch));
}

/** @param {string} state */
export function stakeState(state) {
    const key = `stakeState_${state}`;
    const words = text(key);
    return words === key ? visible(state) : words;
}
