import { SOL_DECIMALS } from "../../lib/amount.js";
import { amount, make, text } from "../parts/dom.js";
import { recordsText } from "../parts/texts.js";

/**
 * Draws the amount that a hijacked extension could take under this policy.
 *
 * @param {import("../../lib/policy.js").Policy} policy
 * @param {{ cause: string, file: string }} [lost] the database that was set aside, if that is the reason the strictest rules hold
 */
export function claimCard({ approvals, trust, allowance }, lost) {
    const kind = trust === "unverified" ? "unverified" : approvals;
    return make("div", { class: kind === "popup" || trust === "reset" ? "claim warning" : "claim card" }, [
        trust === "reset" && make("p", { role: "alert", text: recordsText(lost) }),
        make("p", { class: "sentence", text: text(`claim_${kind}`) }),
        kind === "risky" && make("p", { class: "muted", text: text("claimRiskyMore", amount(allowance, SOL_DECIMALS)) }),
    ]);
}
