import { visible } from "../../lib/visible.js";
import { addAppFacts } from "./app-claim.js";
import { counted, make, shortened, text } from "../parts/dom.js";
import { isApp } from "../parts/origin.js";

/** @typedef {import("../../lib/protocol.js").Approval} Approval */

/**
 * @param {Approval} approval
 * @param {{ publicKey: string, label: string }[]} accounts
 * @param {boolean} chosen true if the choice of the site's accounts follows below
 */
export function factsList(approval, accounts, chosen) {
    const { summary, review } = approval;
    const address = summary.account ?? accounts[0]?.publicKey;
    const found = accounts.find(({ publicKey }) => publicKey === address);
    // Isolated: letters that run from right to left must not carry the address with them.
    const label = found && make("bdi", { text: visible(found.label) });
    const list = make("dl", { class: "facts card" });
    const add = (/** @type {string} */ name, /** @type {(Node | string | undefined | false)[]} */ value) => {
        list.append(make("dt", { text: name }), make("dd", {}, value));
    };
    if (address && review.kind === "connect" && !chosen) add(text("factSees"), [label, make("div", { class: "whole", text: address })]);
    else if (address && review.kind !== "connect" && review.kind !== "browse") add(text("factAccount"), [label, " ", shortened(address)]);
    if (review.kind === "connect" || review.kind === "transactions") add(text("factNetwork"), [networkText(summary.cluster)]);
    if (summary.private) add(text("factWindow"), [text("windowPrivate")]);
    if (summary.container !== "default") add(text("factContainer"), [summary.container]);
    if (isApp(summary.origin)) addAppFacts(approval, add);
    else if (!summary.own) add(text("factFrom"), [text("fromElsewhere")]);
    return list;
}

/** @param {string | undefined} cluster */
function networkText(cluster) {
    return cluster === undefined ? text("networkUnstated") : text(`network_${cluster.replace("solana:", "")}`);
}

/** @param {string} method @param {number} count */
export function methodText(method, count) {
    if (method === "connect") return text("methodConnect");
    if (method === "browse") return text("methodBrowse");
    if (method === "signIn") return text("methodSignIn");
    if (method.startsWith("send")) return counted("methodSend", count);
    return counted(method.endsWith("Message") || method.endsWith("Messages") ? "methodMessages" : "methodTransactions", count);
}
