import { SOL_DECIMALS } from "../../../lib/amount.js";
import { WalletError } from "../../../lib/errors.js";
import { changeOf, lamportsOf, SESSION_BOUNDS, SETTINGS, toleranceOf, usedOf } from "../../../lib/policy.js";
import { budgetsSection } from "../budgets.js";
import { claimCard } from "../claim.js";
import { ceremonyButton } from "../../parts/ceremony.js";
import { amount, button, make, text } from "../../parts/dom.js";
import { language } from "../../parts/language.js";
import { limitsSection } from "../limits.js";
import { Kept } from "../../parts/redraw.js";
import { SitesStore } from "../../stores/sites.js";
import { failureText } from "../../parts/texts.js";

/**
 * The decisions that the browser may make, and the amount that a hijacked one could take. A stricter choice takes effect at once; a looser
 * one is confirmed in Sidekey's own window.
 *
 * @typedef {import("../../../lib/policy.js").Policy} Policy
 * @typedef {import("../../../lib/policy.js").Rules} Rules
 */
export class ProtectionView {
    #background;
    /** @type {Policy | undefined} */
    #policy;
    /** @type {{ setting: string, box: HTMLInputElement }[]} */
    #settings = [];
    #allowance = this.#field("text", "decimal");
    #press = this.#field("text", "decimal");
    #session = this.#field("text", "numeric");
    #tolerance = this.#field("text", "decimal");
    #perRequest = this.#field("checkbox");
    #change = make("div", { class: "more" });
    element = make("section", { class: "view protection" });

    /** @param {import("../../stores/client.js").BackgroundClient} background */
    constructor(background) {
        this.#background = background;
    }

    async draw() {
        /** @type {[Policy, { lost?: { cause: string, file: string } }]} */
        const [policy, { lost }] = await Promise.all([this.#background.request("policy.get"), this.#background.request("vault.status")]);
        this.#policy = policy;
        const isKnown = policy.trust !== "unverified";
        const kept = new Kept(this.element);
        this.element.replaceChildren(
            make("h1", { text: text("protection") }),
            claimCard(policy, lost),
            // The settings are unknown before the first unlock.
            ...(isKnown ? this.#form(policy) : []),
        );
        kept.restore(this.element);
        return this.element;
    }

    /** @param {Policy} policy @returns {Node[]} */
    #form(policy) {
        this.#settings = SETTINGS.map((setting) => ({ setting, box: this.#field("radio") }));
        for (const { setting, box } of this.#settings) {
            box.name = "approvals";
            box.checked = setting === policy.approvals;
        }
        this.#allowance.value = language.typed(policy.allowance, SOL_DECIMALS);
        this.#press.value = language.typed(policy.pressAllowance ?? "0", SOL_DECIMALS);
        this.#session.value = String(policy.session / 1000);
        this.#tolerance.value = language.typed(String(policy.guards.tolerance), 2);
        this.#perRequest.checked = policy.perRequest;
        this.#changed();
        return [
            make("fieldset", { class: "choice", "data-part": "where" }, [
                make("legend", { text: text("protectionWhere") }),
                make("p", { class: "muted", text: text("help_where") }),
                ...this.#settings.map(({ setting, box }) => row(box, text(`approvals_${setting}`))),
            ]),
            make("div", { class: "fields card" }, [
                explained("allowance", labelled(this.#allowance, text("protectionAllowance")), this.#allowance, text("help_allowance"), usedText(policy.allowance, policy.left)),
                // An agent from before there were any says nothing of presses.
                policy.pressAllowance !== undefined && explained(
                    "press", labelled(this.#press, text("protectionPress")), this.#press, text("help_press"), usedText(policy.pressAllowance, policy.pressLeft ?? policy.pressAllowance),
                ),
                explained("session", labelled(this.#session, text("protectionSession")), this.#session, text("help_session")),
                explained("guards", labelled(this.#tolerance, text("guardsTolerance")), this.#tolerance, text("help_guards")),
                explained("perRequest", row(this.#perRequest, text("protectionPerRequest")), this.#perRequest, text("help_perRequest")),
            ]),
            this.#change,
            make("div", { class: "more", "data-part": "recognition" }, [
                make("p", { class: "muted", text: policy.recognitionSet ? text("recognitionSet") : text("recognitionMissing") }),
                this.#ceremony(policy.recognitionSet ? text("recognitionChange") : text("recognitionChoose"), { kind: "recognition" }),
            ]),
            budgetsSection(policy, (...look) => this.#ceremony(...look), (params) => this.#tightenNow(params), () => this.#connected()),
            limitsSection(policy.limits ?? [], (...look) => this.#ceremony(...look)),
        ];
    }

    async #connected() {
        /** @type {SitesStore} */
        const store = SitesStore.of(this.#background);
        const { rows } = await store.load();
        return rows.map(({ origin }) => origin);
    }

    /** @param {string} type @param {string} [inputmode] */
    #field(type, inputmode) {
        const id = `protection-${crypto.randomUUID()}`;
        const changed = (/** @type {Event | undefined} */ event) => {
            this.#changed();
            // The offer stands below the setting that was changed last, where the user looks.
            /** @type {Element | null | undefined} */ (event?.target)?.closest("[data-part]")?.append(this.#change);
        };
        return make("input", { id, type, inputmode, autocomplete: "off", spellcheck: "false", on: { input: changed } });
    }

    /** @returns {Rules | undefined} the chosen rules; undefined if a field holds no value */
    get #wanted() {
        const approvals = SETTINGS.find((setting) => this.#settings.some((each) => each.setting === setting && each.box.checked));
        const allowance = lamportsOf(language.read(this.#allowance.value));
        const press = this.#policy?.pressAllowance === undefined ? undefined : lamportsOf(language.read(this.#press.value));
        const seconds = /^\d{1,4}$/.test(this.#session.value.trim()) ? Number(this.#session.value) : 0;
        const tolerance = toleranceOf(language.read(this.#tolerance.value));
        if (press === undefined && this.#policy?.pressAllowance !== undefined) return undefined;
        if (!approvals || allowance === undefined || tolerance === undefined || seconds < SESSION_BOUNDS.least || seconds > SESSION_BOUNDS.most) return undefined;
        return { approvals, allowance, pressAllowance: press, session: seconds * 1000, perRequest: this.#perRequest.checked, guards: { tolerance } };
    }

    #changed() {
        if (this.#policy) this.#change.replaceChildren(...this.#offer(this.#policy, this.#wanted));
    }

    /** @param {Policy} policy @param {Rules | undefined} wanted @returns {Node[]} */
    #offer(policy, wanted) {
        if (!wanted) return [make("p", { class: "problem", role: "alert", text: text("protectionNoValue") })];
        const change = changeOf(policy, wanted);
        if (!change) return [];
        if (change.loosens) {
            return [
                make("p", { class: "muted", text: text("protectionLoosens") }),
                this.#ceremony(text("protectionConfirm"), { kind: "protection", ...change.params }, { style: "primary" }),
            ];
        }
        return [
            make("p", { class: "muted", text: text("protectionTightens") }),
            button(text("protectionApply"), () => this.#tighten(change.params), "primary"),
        ];
    }

    /** @param {string} label @param {import("../../parts/ceremony.js").Ceremony} ceremony @param {import("../../parts/ceremony.js").Look} [look] */
    #ceremony(label, ceremony, look) {
        return ceremonyButton(this.#background, label, ceremony, { ...look, done: () => this.draw() });
    }

    /** @param {import("../../../lib/policy.js").RulesParams} params */
    async #tighten(params) {
        this.#change.replaceChildren();
        try {
            await this.#tightenNow(params);
        } catch (thrown) {
            const problem = make("p", { class: "problem", role: "alert", text: failureText(WalletError.from(thrown)) });
            this.#change.replaceChildren(problem);
        }
    }

    /** @param {import("../../../lib/policy.js").RulesParams | import("../../../lib/policy.js").SpendingParams} params */
    async #tightenNow(params) {
        await this.#background.request("policy.tighten", params);
        await this.draw();
    }
}

/** @param {HTMLInputElement} field @param {string} label */
function labelled(field, label) {
    return make("div", { class: "field" }, [make("label", { for: field.id, text: label }), field]);
}

/**
 * Puts an explanation below a setting, which a screen reader reads with its field.
 *
 * @param {string} part the setting's, by which it is found
 * @param {HTMLElement} setting
 * @param {HTMLInputElement} field
 * @param {...string} words
 */
function explained(part, setting, field, ...words) {
    const id = `${field.id}-help`;
    field.setAttribute("aria-describedby", id);
    return make("div", { class: "explained", "data-part": part }, [setting, make("div", { id }, words.map((each) => make("p", { class: "muted", text: each })))]);
}

/** @param {string} allowance @param {string} left */
function usedText(allowance, left) {
    return text("protectionUsed", amount(usedOf({ allowance, left }), SOL_DECIMALS), amount(left, SOL_DECIMALS));
}

/** @param {HTMLInputElement} box @param {string} label */
function row(box, label) {
    return make("div", { class: box.type === "radio" ? "card" : "tick" }, [box, make("label", { for: box.id, text: label })]);
}
