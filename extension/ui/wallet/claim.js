import { SOL_DECIMALS } from "../../lib/amount.js";
import { SOL } from "../../lib/policy.js";
import { amount, make, text } from "../parts/dom.js";
import { spendingText } from "../parts/spending.js";
import { recordsText } from "../parts/texts.js";

/**
 * Draws the amount that a hijacked extension could take under this policy.
 *
 * @param {import("../../lib/policy.js").Policy} policy
 * @param {{ cause: string, file: string }} [lost] the database that was set aside, if that is the reason the strictest rules hold
 */
export function claimCard({ approvals, trust, allowance, budgets = [] }, lost) {
    const kind = trust === "unverified" ? "unverified" : approvals;
    return make("div", { class: kind === "popup" || trust === "reset" ? "claim warning" : "claim card" }, [
        trust === "reset" && make("p", { role: "alert", text: recordsText(lost) }),
        make("p", { class: "sentence", text: text(`claim_${kind}`) }),
        kind === "risky" && make("p", { class: "muted", text: mostText(allowance, budgets) }),
    ]);
}

/**
 * Returns the sum of the allowance and of all budgets, asset by asset.
 *
 * @param {string} allowance
 * @param {import("../../lib/policy.js").Budget[]} budgets
 */
function mostText(allowance, budgets) {
    let sol = BigInt(allowance);
    /** @type {Map<string, import("../../lib/policy.js").Spending>} */
    const tokens = new Map();
    for (const each of budgets.flatMap(({ spend }) => spend)) {
        if (each.asset === SOL) sol += BigInt(each.amount);
        else tokens.set(each.asset, { ...each, amount: String(BigInt(each.amount) + BigInt(tokens.get(each.asset)?.amount ?? 0)) });
    }
    const whole = amount(String(sol), SOL_DECIMALS);
    if (tokens.size === 0) return text("claimRiskyMore", whole);
    return text("claimRiskyTokens", [`${whole} ${SOL}`, ...[...tokens.values()].map((each) => spendingText(each, each.amount))].join(", "));
}
