import { visible } from "../../lib/visible.js";
import { sol, tokenAmount } from "../parts/amounts.js";
import { button, make, text } from "../parts/dom.js";
import { AddressNames, claimedName, resolvedName, wholeAddress } from "../parts/names.js";
import { recipientText } from "../parts/send-texts.js";

/**
 * A preview of the transfer: amounts, costs and findings about the recipient, by one node's word. Every address appears in full.
 *
 * @typedef {import("../stores/transfer.js").TransferPlan} TransferPlan
 */
const WEIGHT = ["danger", "warning", "info"];

export class SendPreview {
    #store;
    #names;
    element = make("div", { class: "preview" });

    /** @param {import("../stores/client.js").BackgroundClient} client @param {import("../stores/transfer.js").TransferStore} store */
    constructor(client, store) {
        this.#store = store;
        this.#names = new AddressNames(client);
    }

    show() {
        const { plan, isBusy } = this.#store.state;
        if (!plan) return;
        const send = button(text("sendNow"), () => void this.#store.send(), "primary");
        send.disabled = isBusy;
        this.element.replaceChildren(
            ...this.#findings(plan),
            make("dl", { class: "facts card" }, this.#facts(plan).flatMap(([name, value]) => [make("dt", { text: name }), make("dd", {}, [value])])),
            make("p", { class: "muted", text: text("sendNext") }),
            make("div", { class: "buttons" }, [button(text("sendChange"), () => this.#store.change(), "secondary"), send]),
        );
    }

    /** @param {TransferPlan} plan */
    #findings({ findings }) {
        const told = findings
            .map((finding) => ({ level: finding.level, words: recipientText({ ...finding, address: this.#named(finding.address) }) }))
            .filter(({ words }) => words !== "")
            .sort((one, other) => WEIGHT.indexOf(one.level) - WEIGHT.indexOf(other.level));
        if (told.length === 0) return [];
        return [make("ul", { class: "findings", "aria-label": text("sendFindings") }, told.map(({ level, words }) =>
            make("li", { class: `finding ${level}` }, [level !== "info" && make("strong", { text: `${text(`level_${level}`)}: ` }), words]),
        ))];
    }

    /** Returns the address that the recipient could be mistaken for, with its name if it has one. */
    #named(/** @type {string | undefined} */ address) {
        const name = address === undefined ? undefined : this.#names.of(address);
        return name === undefined ? address : `${name.label} (${address})`;
    }

    /** @param {TransferPlan} plan @returns {[string, Node | string][]} */
    #facts(plan) {
        const { mint, amount, received, decimals, name, symbol, accountCost, priorityFee } = plan;
        const shown = (/** @type {string} */ units) => (mint === undefined ? sol(units) : tokenAmount(units, decimals, mint, { name, symbol }));
        /** @type {[string, Node | string, boolean?][]} */
        const facts = [
            [text("sendAmount"), make("strong", {}, [shown(amount)])],
            [text("sendArrives"), make("span", {}, [shown(received), ` ${text("sendFeeKept")}`]), received !== amount],
            [text("factMint"), wholeAddress(mint ?? ""), mint !== undefined],
            [text("sendFrom"), this.#names.whole(plan.account)],
            [text("sendTo"), this.#names.whole(plan.to)],
            [text("sendName"), resolvedName(plan.resolved), plan.resolved !== undefined],
            [text("sendClaimed"), claimedName(plan.claimed), plan.claimed !== undefined],
            [text("sendInto"), wholeAddress(plan.destination), mint !== undefined],
            [text("sendMemo"), make("bdi", { text: visible(plan.memo ?? "") }), plan.memo !== undefined],
            [text("factNetwork"), text(`network_${plan.cluster.replace("solana:", "")}`)],
            [text("sendFee"), priorityFee === "0" ? sol(plan.fee) : text("sendFeePriority", sol(plan.fee), sol(priorityFee))],
            [text("sendAccountCost"), sol(accountCost ?? "0"), accountCost !== undefined],
            [text("sendTotal"), text("sendTotalOf", sol(plan.total), sol(plan.balance))],
            [text("sendSays"), visible(plan.node)],
        ];
        return facts.flatMap(([name, value, isThere = true]) => (isThere ? [[name, value]] : []));
    }
}
