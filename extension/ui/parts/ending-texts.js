import { WalletError } from "../../lib/errors.js";
import { readName } from "../../lib/solana-name.js";
import { visible } from "../../lib/visible.js";
import { sendErrorText } from "./send-texts.js";
import { voteErrorText } from "./multisig-texts.js";
import { stakeErrorText } from "./stake-texts.js";
import { SettingsStore } from "../stores/settings.js";
import { sol, tokenText } from "./amounts.js";
import { copyButton } from "./copy.js";
import { button, counted, make, text } from "./dom.js";
import { wholeAddress } from "./names.js";
import { explorerButton } from "./open-explorer.js";
import { originName } from "./origin.js";
import { stageText } from "./progress.js";

/**
 * The end of a request in words: of what the user sent, and of what a site asked for.
 *
 * @typedef {import("../../background/endings.js").Ending} Ending
 * @typedef {import("../../background/endings.js").SendEnding} SendEnding
 * @typedef {import("../../background/endings.js").RequestEnding} RequestEnding
 */

/**
 * Draws an end, with a way to put it away.
 *
 * @param {import("../stores/client.js").BackgroundClient} client
 * @param {Ending} ending
 */
export async function endingCard(client, ending) {
    // It knows the explorer.
    await SettingsStore.of(client).load();
    const card = make("div", { class: "outside card ending" }, endingParts(client, ending));
    const read = button(text("hintRead"), () => card.remove(), "small");
    read.setAttribute("aria-label", text("hintReadNamed", ending.kind === "send" ? sendTitle(ending) : requestTitle(ending)));
    card.append(read);
    return card;
}

/**
 * @param {import("../stores/client.js").BackgroundClient} client
 * @param {Ending} ending
 * @returns {HTMLElement[]}
 */
export function endingParts(client, ending) {
    if (ending.kind === "request") {
        const { origin, method, state, cluster, stages } = ending;
        const words = stages.length > 0 ? stageText(stages) : endText(state);
        const known = text(`short_${method}`);
        return [
            make("p", {}, [make("strong", {}, [make("bdi", { text: requestTitle({ origin }) })]), " ", make("span", { class: "muted", text: known === `short_${method}` ? visible(method) : known })]),
            make("p", { text: words }),
            ...stages.slice(0, 1).flatMap(({ signature }) => proof(client, signature, cluster)),
        ];
    }
    const { method, result, error, params } = ending;
    const signature = result?.signature ?? error?.data?.signature;
    return [
        make("p", {}, [make("strong", { text: sendTitle(ending) })]),
        ...(error === undefined ? [] : [make("p", { class: "problem", text: sendProblem(method, WalletError.from(error), params.mint !== undefined) })]),
        ...(typeof signature === "string" ? proof(client, signature, result?.cluster) : []),
    ];
}

/** @param {string} method @param {WalletError} error @param {boolean} isToken */
function sendProblem(method, error, isToken) {
    if (method === "multisig.vote") return voteErrorText(error);
    return method.startsWith("stake.") ? stakeErrorText(error) : sendErrorText(error, method === "transfer.send" && isToken);
}

/** @param {SendEnding} ending */
function sendTitle({ method, params, result }) {
    if (method === "transfer.revoke") return result === undefined ? text("endedRevoke") : counted("revoked", result.revoked.length);
    if (method === "transfer.reclaim") return result === undefined ? text("endedReclaim") : counted("reclaimed", result.reclaimed.length, sol(result.lamports));
    if (method === "transfer.burn") return result === undefined ? text("endedBurn") : text("burnedBack", sol(result.lamports));
    if (method === "stake.delegate") return result === undefined ? text("endedStake") : text("stakeBegun", sol(result.amount));
    if (method === "stake.deactivate") return result === undefined ? text("endedUnstake") : text("stakeEnding", sol(result.amount));
    if (method === "stake.withdraw") return result === undefined ? text("endedStakeWithdraw") : text("stakeBack", sol(result.amount));
    if (method === "multisig.vote") return result === undefined ? text("endedVote") : text(`multisigDone_${result.vote}`, result.index);
    if (method === "outstanding.void") return text(result?.ended === true ? "outstandingVoided" : "outstandingVoiding");
    const { to, label, amount, decimals, mint, symbol, resolved } = result ?? params;
    // The name that the user typed, if there is no contact.
    const known = label ?? resolved?.name;
    const name = known === undefined ? shortName(String(to)) : visible(known);
    if (result === undefined) return text("endedSend", name);
    return text("endedSent", mint === undefined ? sol(amount) : tokenText(amount, { mint, decimals, symbol }), name);
}

/** Returns the name of a contact as it was typed, or the ends of an address. */
function shortName(/** @type {string} */ to) {
    return to.length < 32 || readName(to).name !== undefined ? visible(to) : `${to.slice(0, 4)}…${to.slice(-4)}`;
}

/** @param {Pick<RequestEnding, "origin">} ending */
function requestTitle({ origin }) {
    return visible(originName(origin));
}

/** @param {string} state */
function endText(state) {
    return text(state === "interrupted" ? "endedInterrupted" : `outcome_${state}`);
}

/** @param {import("../stores/client.js").BackgroundClient} client @param {string} signature @param {string | undefined} cluster */
function proof(client, signature, cluster) {
    const explorer = explorerButton(client, cluster, signature);
    return [
        make("dl", { class: "facts" }, [make("dt", { text: text("member_signature") }), make("dd", {}, [wholeAddress(signature)])]),
        make("div", { class: "actions" }, [copyButton(signature, text("copySignature")), explorer]),
    ];
}
