import { text } from "./dom.js";
import { language } from "./language.js";
import { failureText } from "./texts.js";

/** The reasons a node's answer is missing, with the next step for each. */
const CAUSES = new Map([
    ["no-network", "causeNoNetwork"],
    ["node-unreachable", "causeUnreachable"],
    ["node-fault", "causeFault"],
    ["wrong-cluster", "causeWrongCluster"],
]);

/** @param {string} cause @param {boolean} isUnverified true before the first unlock, when the nodes to ask are unknown */
export function causeText(cause, isUnverified) {
    if (isUnverified && cause === "no-network") return text("causeUnverified");
    return text(CAUSES.get(cause) ?? "causeFault");
}

/** @param {import("../../lib/errors.js").WalletError} error @param {boolean} isUnverified */
export function portfolioErrorText(error, isUnverified) {
    const cause = typeof error.data.cause === "string" ? causeText(error.data.cause, isUnverified) : "";
    if (error.reason === "balance-unknown") return `${text("balanceUnknown")} ${cause}`;
    if (error.reason === "balance-too-old") return `${text("balanceTooOld", language.moment(Number(error.data.saved)))} ${cause}`;
    if (CAUSES.has(error.reason ?? "")) return causeText(String(error.reason), isUnverified);
    return failureText(error);
}
