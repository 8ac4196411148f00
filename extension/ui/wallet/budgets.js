import { WalletError } from "../../lib/errors.js";
import { spendingChange, unitsOf } from "../../lib/policy.js";
import { WALLET_ORIGIN } from "../../lib/protocol.js";
import { visible } from "../../lib/visible.js";
import { button, make, text } from "../parts/dom.js";
import { language } from "../parts/language.js";
import { newBudget } from "./new-budget.js";
import { assetName, decimalsOf, spendingText } from "../parts/spending.js";
import { failureText } from "../parts/texts.js";

/**
 * Draws what single sites may spend from the popup, and what presses in Sidekey's window may. Less takes effect at once; more is confirmed in
 * Sidekey's window.
 *
 * @typedef {import("../../lib/policy.js").Amount} Amount
 * @typedef {import("../../lib/policy.js").Policy} Policy
 * @typedef {import("../../lib/policy.js").Spending} Spending
 * @typedef {import("../../lib/policy.js").SpendingParams} Params
 * @typedef {import("./limits.js").CeremonyButton} CeremonyButton
 * @typedef {(params: Params) => Promise<unknown>} Tighten asks for stricter rules, and draws them
 * @param {Policy} policy
 * @param {CeremonyButton} ceremony
 * @param {Tighten} tighten
 * @param {() => Promise<string[]>} connected reads the origins of the connected sites
 */
export function budgetsSection({ budgets = [], pressAmounts = [] }, ceremony, tighten, connected) {
    const sites = budgets.map(({ origin, since, spend }) => {
        const name = origin === WALLET_ORIGIN ? text("originWallet") : visible(origin);
        return spendingCard(name, since === undefined ? undefined : text("budgetSince", language.date(since)), spend, text("budgetRemoveNamed", name), {
            params: (amounts) => ({ budgets: [{ origin, spend: amounts.filter(({ amount }) => amount !== "0") }] }),
            ceremony,
            tighten,
        });
    });
    const presses = pressAmounts.length > 0 && spendingCard(text("pressAmounts"), text("pressAmountsMeaning"), pressAmounts, text("pressAmountsRemove"), {
        params: (amounts) => ({ pressAmounts: amounts }),
        ceremony,
        tighten,
    });
    return make("section", { class: "limits budgets", "data-part": "budgets" }, [
        make("h2", { text: text("budgets") }),
        make("p", { class: "muted", text: text(budgets.length === 0 ? "budgetsNone" : "budgetsMeaning") }),
        ...sites,
        newBudget(budgets.map(({ origin }) => origin), ceremony, connected),
        presses,
    ]);
}

/**
 * Draws one card with a field for each asset.
 *
 * @param {string} name
 * @param {string | undefined} meaning
 * @param {Spending[]} spend
 * @param {string} removal the accessible name of the button that takes all of it away
 * @param {{ params: (amounts: Amount[]) => Params, ceremony: CeremonyButton, tighten: Tighten }} acts
 */
function spendingCard(name, meaning, spend, removal, { params, ceremony, tighten }) {
    const change = make("div", { class: "more" });
    /** @type {{ each: Spending, field: HTMLInputElement }[]} */
    const fields = spend.map((each) => ({ each, field: amountField(each, () => changed()) }));
    const changed = () => void change.replaceChildren(...offer());
    /** @param {Params} stricter */
    const apply = async (stricter) => {
        change.replaceChildren();
        try {
            await tighten(stricter);
        } catch (thrown) {
            change.replaceChildren(make("p", { class: "problem", role: "alert", text: failureText(WalletError.from(thrown)) }));
        }
    };
    /** @returns {Node[]} */
    const offer = () => {
        /** @type {Amount[]} */
        const wanted = [];
        for (const { each, field } of fields) {
            const units = unitsOf(language.read(field.value), decimalsOf(each));
            if (units === undefined) return [make("p", { class: "problem", role: "alert", text: text("budgetNoValue", assetName(each)) })];
            wanted.push({ asset: each.asset, amount: units });
        }
        const found = spendingChange(spend, wanted);
        if (!found) return [];
        if (!found.loosens) {
            return [make("p", { class: "muted", text: text("protectionTightens") }), button(text("protectionApply"), () => void apply(params(found.spend)), "primary")];
        }
        return [
            make("p", { class: "muted", text: text("protectionLoosens") }),
            ceremony(text("protectionConfirm"), { kind: "protection", ...params(found.spend) }, { style: "primary" }),
        ];
    };
    const none = spend.map(({ asset }) => ({ asset, amount: "0" }));
    return make("div", { class: "card limit budget" }, [
        make("h3", {}, [make("bdi", { text: name })]),
        meaning !== undefined && make("p", { class: "muted", text: meaning }),
        ...fields.map(({ each, field }) => make("div", { class: "field" }, [
            make("label", { for: field.id, text: text("budgetOfDay", assetName(each)) }),
            field,
            make("p", { class: "muted", text: text("budgetLeft", spendingText(each, each.left)) }),
        ])),
        change,
        make("button", { type: "button", class: "small", text: text("contactRemove"), "aria-label": removal, on: { click: () => void apply(params(none)) } }),
    ]);
}

/** @param {Spending} spending @param {() => void} changed */
function amountField(spending, changed) {
    const field = make("input", {
        id: `budget-${crypto.randomUUID()}`, type: "text", inputmode: "decimal", autocomplete: "off", spellcheck: "false", on: { input: changed },
    });
    field.value = language.typed(spending.amount, decimalsOf(spending));
    return field;
}
