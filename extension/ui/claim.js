import { SOL_DECIMALS } from "../lib/amount.js";
import { amount, make, text } from "./dom.js";

/**
 * What a hijacked extension could take under this policy.
 *
 * @param {import("../lib/policy.js").Policy} policy
 */
export function claimCard({ approvals, trust, allowance }) {
    const kind = trust === "unverified" ? "unverified" : approvals;
    return make("div", { class: kind === "popup" || trust === "reset" ? "claim warning" : "claim card" }, [
        trust === "reset" && make("p", { role: "alert", text: text("recordsReset") }),
        make("p", { class: "sentence", text: text(`claim_${kind}`) }),
        kind === "risky" && make("p", { class: "muted", text: text("claimRiskyMore", amount(allowance, SOL_DECIMALS)) }),
    ]);
}
