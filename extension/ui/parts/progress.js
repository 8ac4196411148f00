import { text } from "./dom.js";

/**
 * The progress of an approved request, in the user's words.
 *
 * @typedef {import("../../lib/protocol.js").Progress} Progress
 */

/** The stages by weight: of several transactions, the screen tells of the one with the worst stage. */
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
