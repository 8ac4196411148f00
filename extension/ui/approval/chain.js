import { make, shortened, text } from "../parts/dom.js";

/**
 * Draws the nodes' statements about a transaction, each with its source and its slot, since no other party vouches for it.
 *
 * @typedef {import("../../lib/protocol.js").Chain} Chain
 * @param {Chain} chain
 * @returns {HTMLElement | false}
 */
export function chainList({ simulation, lookupTables }) {
    const lines = [];
    if (simulation) {
        const { outcome, reason = "?", node, slot } = simulation;
        lines.push(make("li", { text: text(`trial_${outcome}`, node, slot, reason) }));
    }
    for (const { account, node, slot, second } of lookupTables) {
        if (node === undefined || slot === undefined) continue;
        const said = second ? text("tableByTwo", node, slot, second.node, second.slot) : text("tableByOne", node, slot);
        lines.push(make("li", {}, [text("factLookupTable"), " ", shortened(account), " ", said]));
    }
    return lines.length > 0 && make("ul", { class: "chain muted" }, lines);
}
