import { visible } from "../../lib/visible.js";
import { text } from "../parts/dom.js";
import { isApp } from "../parts/origin.js";

/**
 * Returns the facts that this screen knows better than the agent: the account that a connection shares, and where the request came from.
 *
 * @typedef {import("../../lib/protocol.js").Approval} Approval
 * @typedef {import("../../lib/protocol.js").Fact} Fact
 * @param {Approval} approval
 * @param {{ publicKey: string, label: string }[]} accounts
 * @param {boolean} chosen true if the choice of the site's accounts follows below
 * @returns {Fact[]}
 */
export function placeFacts({ summary, review }, accounts, chosen) {
    /** @type {Fact[]} */
    const facts = [];
    const [account] = accounts;
    if (account && review.kind === "connect" && !chosen) facts.push({ name: text("factSees"), value: `${account.publicKey} ${visible(account.label)}`, form: "address" });
    if (summary.container !== "default") facts.push({ name: text("factContainer"), value: visible(summary.container), form: "text" });
    if (isApp(summary.origin)) facts.push({ name: text("factFrom"), value: text("fromLink"), form: "text" });
    else if (!summary.own) facts.push({ name: text("factFrom"), value: text("fromElsewhere"), form: "text" });
    return facts;
}
