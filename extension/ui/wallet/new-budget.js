import { SOL_DECIMALS } from "../../lib/amount.js";
import { SOL, unitsOf } from "../../lib/policy.js";
import { WALLET_ORIGIN } from "../../lib/protocol.js";
import { visible } from "../../lib/visible.js";
import { make, text } from "../parts/dom.js";
import { choice, Field, fill, textInput } from "../parts/fields.js";
import { language } from "../parts/language.js";

/**
 * The form for the budget of a site that has none, in SOL. A budget lets more through, so Sidekey's window confirms it.
 *
 * @param {string[]} taken the origins that have a budget
 * @param {import("./limits.js").CeremonyButton} ceremony
 * @param {() => Promise<string[]>} connected reads the origins of the connected sites
 */
export function newBudget(taken, ceremony, connected) {
    const offer = make("div", { class: "more" });
    /** @type {Field<HTMLSelectElement>} */
    const site = new Field(text("limitSite"), choice(() => changed()));
    /** @type {Field<HTMLInputElement>} */
    const amount = new Field(text("budgetOfDay", SOL), textInput(() => changed(), { inputmode: "decimal" }));
    const changed = () => {
        const typed = amount.control.value.trim();
        const units = unitsOf(language.read(typed), SOL_DECIMALS);
        offer.replaceChildren();
        amount.note();
        if (typed === "") return;
        if (units === undefined || units === "0") return amount.refuse(text("budgetNoValue", SOL));
        const budgets = [{ origin: site.control.value, spend: [{ asset: SOL, amount: units }] }];
        offer.append(
            make("p", { class: "muted", text: text("protectionLoosens") }),
            ceremony(text("protectionConfirm"), { kind: "protection", budgets }, { style: "primary" }),
        );
    };
    // The sites are read when somebody wants one.
    let isRead = false;
    const opened = async () => {
        if (isRead) return;
        isRead = true;
        // A page in a frame has no budget; the wallet's own transfers can have one.
        const origins = [WALLET_ORIGIN, ...(await connected()).filter((origin) => !origin.includes(" "))].filter((origin) => !taken.includes(origin));
        fill(site.control, [...new Set(origins)].map((origin) => [origin, origin === WALLET_ORIGIN ? text("originWallet") : visible(origin)]));
        if (origins.length === 0) site.refuse(text("sitesEmpty"));
        amount.control.disabled = origins.length === 0;
    };
    return make("details", { class: "card", on: { toggle: () => void opened() } }, [
        make("summary", { text: text("budgetAdd") }),
        make("div", { class: "fields" }, [site.element, amount.element, offer]),
    ]);
}
