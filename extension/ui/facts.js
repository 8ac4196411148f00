import { counted, make, shortened, text } from "./dom.js";

/** @typedef {import("../lib/protocol.js").Approval} Approval */

/** @param {Approval} approval @param {{ publicKey: string, label: string }[]} accounts */
export function factsList({ summary, review }, accounts) {
    const address = summary.account ?? accounts[0]?.publicKey;
    const label = accounts.find(({ publicKey }) => publicKey === address)?.label;
    const list = make("dl", { class: "facts card" });
    const add = (/** @type {string} */ name, /** @type {(Node | string | undefined | false)[]} */ value) => {
        list.append(make("dt", { text: name }), make("dd", {}, value));
    };
    if (address && review.kind === "connect") add(text("factSees"), [label, make("div", { class: "whole", text: address })]);
    else if (address) add(text("factAccount"), [label && `${label} `, shortened(address)]);
    if (review.kind !== "messages") add(text("factNetwork"), [networkText(summary.cluster)]);
    if (summary.private) add(text("factWindow"), [text("windowPrivate")]);
    if (summary.container !== "default") add(text("factContainer"), [summary.container]);
    if (!summary.own) add(text("factFrom"), [text("fromElsewhere")]);
    return list;
}

/** @param {string | undefined} cluster */
function networkText(cluster) {
    return cluster === undefined ? text("networkUnstated") : text(`network_${cluster.replace("solana:", "")}`);
}

/** @param {string} method @param {number} count */
export function methodText(method, count) {
    if (method === "connect") return text("methodConnect");
    return counted(method.endsWith("Message") || method.endsWith("Messages") ? "methodMessages" : "methodTransactions", count);
}
