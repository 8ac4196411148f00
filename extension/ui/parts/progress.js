import { text } from "./dom.js";

/**
 * How far what was approved has come, in the user's words.
 *
 * @typedef {import("../../lib/protocol.js").Progress} Progress
 */

/** What matters most comes first: of several transactions, the one that is worst off is told. */
const ORDER = ["unknown", "failed", "expired", "refused", "signed", "sent", "confirmed"];

/** @param {Progress[]} stages of one request's transactions */
export function stageText(stages) {
    const worst = ORDER.find((stage) => stages.some((one) => one.stage === stage));
    const told = stages.find(({ stage }) => stage === worst);
    if (!told) return "";
    const line = text(`stage_${told.stage}`, told.slot ?? "?");
    if (stages.length < 2) return line;
    return text("stageOfSeveral", stages.filter(({ stage }) => stage === told.stage).length, stages.length, line);
}
