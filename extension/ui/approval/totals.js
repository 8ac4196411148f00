import { sol, tokenText } from "../parts/amounts.js";
import { counted, make, shortened, text } from "../parts/dom.js";

/**
 * Draws the totals that move in the user's accounts, in all transactions together: small amounts in each may add up to a large one.
 * Unreadable parts can only add to them: then the known part appears as "at least", even if it is the fee alone.
 *
 * @typedef {import("../../lib/protocol.js").Totals} Totals
 * @typedef {import("../../lib/protocol.js").Flow} Flow
 * @param {Totals} totals
 * @param {import("../parts/name-labels.js").NameLabels} [names] the user's names for the accounts
 * @returns {HTMLElement | false} false if there is nothing to show
 */
export function totalsArticle({ transactions, complete, flows, moreFlows, warnings }, names) {
    if (transactions === 1 && flows.length === 0 && complete) return false;
    const heavy = warnings.filter(({ level }) => level !== "info");
    return make("article", { class: "item totals" }, [
        make("h2", { text: counted("totalsHeading", transactions) }),
        transactions > 1 && heavy.length > 0 && make("ul", { class: "findings" }, levels(heavy).map(([level, numbers]) =>
            make("li", { class: `finding ${level}` }, [
                make("strong", { text: text(`level_${level}`) }),
                " ",
                make("span", { text: text("totalsIn", numbers.join(", ")) }),
            ]),
        )),
        make("dl", { class: "facts" }, flows.flatMap((flow) => [make("dt", {}, [shortened(flow.account), names?.beside(flow.account)]), make("dd", { text: flowText(flow, complete) })])),
        !complete && flows.length === 0 && make("p", { class: "warning", text: text("totalsUnread") }),
        moreFlows > 0 && make("p", { class: "muted", text: counted("totalsMore", moreFlows) }),
    ]);
}

/**
 * Returns the transactions of each level, the heaviest first.
 *
 * @param {Totals["warnings"]} warnings
 * @returns {[string, number[]][]}
 */
function levels(warnings) {
    /** @type {Map<string, Set<number>>} */
    const found = new Map();
    for (const { level, transactions } of warnings) {
        const numbers = found.get(level) ?? new Set();
        for (const number of transactions) numbers.add(number);
        found.set(level, numbers);
    }
    return [...found].map(([level, numbers]) => [level, [...numbers].sort((one, other) => one - other)]);
}

/** @param {Flow} flow @param {boolean} complete */
function flowText(flow, complete) {
    const { asset, leaving, arriving, bounded } = flow;
    const written = (/** @type {string} */ number) => (asset === "lamports" ? sol(number) : tokenText(number, flow));
    const parts = [
        complete ? (leaving !== "0" || (arriving === "0" && bounded)) && text("totalsLeaving", written(leaving)) : text("totalsAtLeast", written(leaving)),
        arriving !== "0" && text("totalsArriving", written(arriving)),
        !bounded && text("totalsUnbounded"),
    ];
    return parts.filter(Boolean).join(", ");
}
