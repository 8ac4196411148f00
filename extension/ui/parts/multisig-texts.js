import { visible } from "../../lib/visible.js";
import { text } from "./dom.js";
import { sendErrorText } from "./send-texts.js";

/**
 * The words for a multisig, for its proposals and for votes that can't be given.
 *
 * @typedef {import("../stores/multisig.js").Multisig} Multisig
 * @typedef {import("../stores/multisig.js").MultisigProposal} MultisigProposal
 */
const FAULTS = new Map([["foreign", "multisigForeign"], ["stale", "multisigStale"]]);

/** @param {import("../../lib/errors.js").WalletError} error */
export function voteErrorText(error) {
    if (error.reason !== "vote-refused") return sendErrorText(error, false);
    const fault = String(error.data.fault ?? "?");
    return named(FAULTS.get(fault) ?? `vote_${fault.replaceAll("-", "_")}`, error.message);
}

/** Returns what a member has to know of the multisig itself. */
export function multisigLines(/** @type {Multisig} */ { members, threshold, permissions, timeLock }) {
    const rights = permissions.map((right) => named(`multisigMay_${right}`, right)).join(", ");
    const minutes = Math.ceil(timeLock / 60);
    return [
        text("multisigNeeds", members, threshold),
        rights === "" ? text("multisigForeign") : text("multisigMay", rights),
        ...(timeLock > 0 ? [text("multisigWaits", Math.floor(minutes / 60), minutes % 60)] : []),
    ];
}

/** @param {string} status */
export function proposalStatus(status) {
    return named(`multisigStatus_${status}`, status);
}

/** Returns what stands above what a proposal would do: its votes, the account's own, and what is special about it. */
export function proposalLines(/** @type {MultisigProposal} */ { approved, rejected, cancelled, vote, kind }) {
    return [
        text("multisigCount", approved, rejected, cancelled),
        ...(vote === undefined ? [] : [named(`multisigVoted_${vote}`, vote)]),
        ...(kind === "config" ? [text("multisigKind_config")] : []),
    ];
}

/** Returns the warnings about a proposal. */
export function proposalWarnings(/** @type {MultisigProposal} */ { stale, status, kind }) {
    return [
        ...(stale ? [text(status === "approved" ? "multisigStaleApproved" : "multisigStale")] : []),
        ...(kind === "batch" ? [text("multisigKind_batch")] : []),
    ];
}

/**
 * Returns the text of a key that has the agent's word in it, or that word.
 *
 * @param {string} key @param {string} otherwise
 */
function named(key, otherwise) {
    const words = text(key);
    return words === key ? visible(otherwise) : words;
}
