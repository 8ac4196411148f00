import { SOL_DECIMALS } from "../../lib/amount.js";
import { SOL } from "../../lib/policy.js";
import { visible } from "../../lib/visible.js";
import { amount, make, text } from "../parts/dom.js";
import { language } from "../parts/language.js";
import { spendingText } from "../parts/spending.js";

/**
 * Draws the user's limits with the rest that each leaves. They are added and removed in Sidekey's own window.
 *
 * @typedef {import("../../lib/policy.js").Limit} Limit
 * @typedef {(label: string, ceremony: import("../parts/ceremony.js").Ceremony, look?: import("../parts/ceremony.js").Look) => HTMLElement} CeremonyButton
 * @param {Limit[]} limits
 * @param {CeremonyButton} ceremony
 */
export function limitsSection(limits, ceremony) {
    return make("section", { class: "limits", "data-part": "limits" }, [
        make("h2", { text: text("limits") }),
        make("p", { class: "muted", text: text("limitsMeaning") }),
        ...limits.map((limit) => limitCard(limit, ceremony)),
        ceremony(text("limitAdd"), { kind: "limit" }),
    ]);
}

/** @param {Limit} limit @param {CeremonyButton} ceremony */
function limitCard(limit, ceremony) {
    const { spending, signatures, programs } = limit;
    const list = make("dl", { class: "facts" });
    const add = (/** @type {string} */ name, /** @type {(Node | string)[]} */ ...value) => {
        list.append(make("dt", { text: name }), make("dd", {}, value));
    };
    const whole = (/** @type {string} */ name) => make("div", { class: "whole", text: visible(name) });
    add(text("factAccount"), limit.account === undefined ? text("limitAny") : whole(limit.account));
    add(text("limitSite"), limit.origin === undefined ? text("limitAny") : whole(limit.origin));
    if (limit.ceiling !== undefined) add(text("limitCeiling"), sol(limit.ceiling));
    if (spending) {
        const { asset = SOL, lamports, amount: tokens = lamports ?? "0", left } = spending;
        const each = { ...spending, asset, amount: tokens };
        add(text("limitSpending"), text("limitOfPeriod", spendingText(each, tokens), period(spending.period), spendingText(each, left)));
    }
    if (signatures) add(text("limitSignatures"), text("limitOfPeriod", amount(signatures.count), period(signatures.period), amount(signatures.left)));
    if (programs) add(text("limitPrograms"), ...programs.map(whole));
    if (limit.expiry !== undefined) {
        const date = language.moment(limit.expiry);
        add(text("limitExpiry"), limit.expired ? text("limitIsOver", date) : date);
    }
    return make("div", { class: "card limit" }, [
        make("h3", { text: text(`limit_${limit.action}`, String(limit.id)) }),
        list,
        ceremony(text("removeElsewhere"), { kind: "unlimit", limit: limit.id }, { style: "small", name: text("limitRemove", String(limit.id)) }),
    ]);
}

/** @param {string} lamports */
function sol(lamports) {
    return `${amount(lamports, SOL_DECIMALS)} SOL`;
}

/** Writes a period as the command does: `30m`, `24h` or `7d`. */
function period(/** @type {number} */ milliseconds) {
    const minutes = Math.round(milliseconds / 60_000);
    if (minutes % 1440 === 0) return `${minutes / 1440}d`;
    return minutes % 60 === 0 ? `${minutes / 60}h` : `${minutes}m`;
}
