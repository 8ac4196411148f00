import { visible } from "../../lib/visible.js";
import { text } from "../parts/dom.js";
import { isApp } from "../parts/origin.js";

/**
 * Returns the facts that only this screen knows: where the request came from.
 *
 * @typedef {import("../../lib/protocol.js").Approval} Approval
 * @typedef {import("../../lib/protocol.js").Fact} Fact
 * @param {Approval} approval
 * @returns {Fact[]}
 */
export function placeFacts({ summary }) {
    /** @type {Fact[]} */
    const facts = [];
    if (summary.container !== "default") facts.push({ name: text("factContainer"), value: visible(summary.container), form: "text" });
    if (isApp(summary.origin)) facts.push({ name: text("factFrom"), value: text("fromLink"), form: "text" });
    else if (!summary.own) facts.push({ name: text("factFrom"), value: text("fromElsewhere"), form: "text" });
    return facts;
}
