import { visible } from "../../lib/visible.js";
import { make, text } from "../parts/dom.js";
import { appKey } from "../parts/origin.js";

/**
 * The facts about an app that asks by a link: its unchecked claim of its identity, and the place of its answers.
 *
 * @typedef {import("../../lib/protocol.js").Approval} Approval
 */

/**
 * Draws the app's claim of its identity: from the review if that has it, else as the user saw it at the connection.
 *
 * @param {Approval} approval
 */
export function claimLine(approval) {
    const url = appItem(approval.review)?.url ?? addressItem(approval.review)?.ref ?? approval.summary.app?.url;
    return url === undefined ? null : make("p", { class: "warning", text: text("appClaims", visible(url)) });
}

/**
 * Adds the key that distinguishes the app from others, and the place of its answers.
 *
 * @param {Approval} approval
 * @param {(name: string, value: (Node | string)[]) => void} add
 */
export function addAppFacts(approval, add) {
    const redirect = appItem(approval.review)?.redirect ?? approval.summary.app?.redirect;
    if (redirect !== undefined) add(text("factAnswers"), [visible(redirect)]);
    const key = appKey(approval.summary.origin);
    if (key !== undefined) add(text("factAppKey"), [make("div", { class: "whole", text: key })]);
    add(text("factFrom"), [text("fromLink")]);
}

/**
 * Returns the link's claims about its app, in the review of a `connect`.
 *
 * @param {Approval["review"]} review
 */
export function appItem({ items }) {
    return items.flatMap((item) => (item.kind === "app" ? [item] : []))[0];
}

/** @param {Approval["review"]} review */
function addressItem({ items }) {
    return items.flatMap((item) => (item.kind === "address" ? [item] : []))[0];
}
