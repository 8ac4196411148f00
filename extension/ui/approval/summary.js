import { make, text } from "../parts/dom.js";

/**
 * Draws what a request does, from the agent's summary: its sentence, the changes in the user's accounts, the warnings, the facts, and
 * everything else folded. Window, terminal and prompt show the same texts in the same order. Control, bidirectional and invisible
 * characters arrive as escapes.
 *
 * @typedef {import("../../lib/protocol.js").Shown} Shown
 * @typedef {import("../../lib/protocol.js").ShownItem} ShownItem
 * @typedef {import("../../lib/protocol.js").Detail} Detail
 * @typedef {import("../../lib/protocol.js").Fact} Fact
 */
const LEVELS = ["forbidden", "danger", "warning", "info"];
const ADDRESS = /[1-9A-HJ-NP-Za-km-z]{32,44}/g;
const SIGNS = { leaving: "−", arriving: "+", open: "?" };

/** @param {Shown} shown */
export function claims({ asker }) {
    return asker.notes.map((note) => make("p", { class: "warning note", text: note }));
}

/** @param {Shown} shown */
export function headline({ sentence }) {
    return make("p", { class: "does", text: sentence });
}

/**
 * Draws the changes, the warnings and what a connection allows: what a decision needs, above the rest.
 *
 * @param {Shown} shown
 */
export function effects({ changes, waiting, findings, consequences }) {
    return [
        changes.length > 0 && make("ul", { class: "changes", "aria-label": text("balanceChanges") }, changes.map(({ direction, text: amount, account }) =>
            make("li", { class: `change ${direction}` }, [
                make("span", { class: "sign", text: `${SIGNS[direction]} ` }),
                make("span", { class: "amount", text: amount }),
                account !== undefined && make("span", { class: "muted whole", text: account }),
            ]),
        )),
        waiting !== undefined && make("p", { class: "muted awaited", role: "status", text: waiting }),
        findingList(findings),
        consequences.length > 0 && make("article", { class: "item" }, [
            make("ul", { class: "facts" }, consequences.map(({ allowed, text: what }) => make("li", { class: allowed ? "may" : "not", text: what }))),
        ]),
    ];
}

/** @param {Fact[]} facts */
export function factList(facts) {
    return facts.length > 0 && make("dl", { class: "facts card" }, facts.flatMap(pair));
}

/** @param {ShownItem[]} items */
export function itemList(items) {
    return items.length > 0 && make("section", { class: "review" }, items.map((item) => make("article", { class: "item" }, [item.title === undefined && item.open ? body(item) : folded(item)])));
}

/**
 * Returns the finding that matters most to the decision; undefined if there are only notes.
 *
 * @param {Shown["findings"]} findings
 */
export function heaviest(findings) {
    return LEVELS.flatMap((level) => findings.filter((finding) => level !== "info" && finding.level === level))[0];
}

/**
 * Draws a finding for a row of the list: its level, and of a danger behind the request in view also what it says, with short addresses.
 *
 * @param {Shown["findings"][number] | undefined} finding
 * @param {boolean} isInView true if the finding stands below in full
 */
export function levelMark(finding, isInView) {
    if (finding === undefined) return null;
    const { level, name, text: what } = finding;
    if (isInView || level === "warning") return make("strong", { class: `level ${level}`, text: name });
    const short = what.replace(ADDRESS, (address) => `${address.slice(0, 4)}…${address.slice(-4)}`);
    return make("span", { class: `level whole-line ${level}`, title: `${name}: ${short}` }, [make("strong", { text: `${name}:` }), " ", short]);
}

/** @param {ShownItem} item */
function folded(item) {
    const { title, sentence, findings, open } = item;
    const worst = heaviest(findings);
    return make("details", { open }, [
        make("summary", {}, [
            make(title === undefined ? "span" : "h2", { text: title ?? text("transactionDetails") }),
            worst !== undefined && make("strong", { class: `level ${worst.level}`, text: worst.name }),
            sentence !== undefined && make("p", { class: "sentence", text: sentence }),
        ]),
        body(item),
    ]);
}

/** @param {ShownItem} item */
function body({ findings, details }) {
    return make("div", {}, [findingList(findings), ...detailList(details)]);
}

/** @param {Shown["findings"]} findings */
function findingList(findings) {
    return findings.length > 0 && make("ul", { class: "findings" }, findings.map(({ level, name, text: what }) =>
        make("li", { class: `finding ${LEVELS.includes(level) ? level : "danger"}` }, [make("strong", { text: `${name}:` }), " ", make("span", { text: what })]),
    ));
}

/**
 * Draws details, with neighbouring facts in one list and neighbouring instructions in another.
 *
 * @param {Detail[]} details
 * @returns {HTMLElement[]}
 */
export function detailList(details) {
    /** @type {HTMLElement[]} */
    const parts = [];
    let before = "";
    const list = (/** @type {"dl" | "ol"} */ tag, /** @type {string} */ style) => {
        if (before !== style) parts.push(make(tag, { class: style }));
        before = style;
        return parts[parts.length - 1];
    };
    for (const detail of details) {
        if (detail.kind !== "fact" && detail.kind !== "group") before = "";
        if (detail.kind === "fact") list("dl", "facts").append(...pair(detail));
        else if (detail.kind === "group") list("ol", "instructions").append(make("li", { class: "instruction", "data-number": detail.number }, [make("p", { class: "sentence", text: detail.title }), ...detailList(detail.details)]));
        else if (detail.kind !== "text") parts.push(make("pre", { class: detail.kind === "hex" ? "message hex" : "message", dir: "auto", tabindex: 0, text: detail.text, "aria-label": text("messageText") }));
        else parts.push(make("p", { class: "muted", text: detail.text }));
    }
    return parts;
}

/** @param {Fact} fact */
function pair({ name, value, form }) {
    const words = form === "quoted" ? make("q", {}, [make("bdi", { text: value })]) : make("bdi", { text: value });
    return [make("dt", { text: name }), make("dd", { class: form === "address" && "whole" }, [words])];
}
