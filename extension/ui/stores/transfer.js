import { WalletError } from "../../lib/errors.js";
import { Store } from "./store.js";

/**
 * One transfer, from the typed form to its outcome.
 *
 * @typedef {{
 *     to: string, amount?: string, all?: true, mint?: string, account?: string, memo?: string, priority: "none" | "normal" | "high", allowOffCurve?: true,
 * }} Transfer
 * @typedef {{ name: string, nodes: { node: string, slot: string }[] }} ResolvedName what nodes say about a name; no nodes if none was asked
 * @typedef {{ name: string, level: "info" | "warning" | "danger", address?: string }} RecipientFinding
 * @typedef {{
 *     cluster: string, account: string, to: string, label?: string, destination: string, sources: string[], mint?: string, name?: string,
 *     symbol?: string, memo?: string, amount: string, received: string, decimals: number, fee: string, priorityFee: string, accountCost?: string,
 *     total: string, balance: string, findings: RecipientFinding[], node: string, slot: string,
 *     resolved?: ResolvedName, claimed?: ResolvedName,
 * }} TransferPlan `claimed`: the name that the recipient chose for itself
 * @typedef {"form" | "preview" | "sending" | "done"} Step
 * @typedef {{
 *     phase: import("./store.js").Phase, step: Step, transfer?: Transfer, plan?: TransferPlan, error?: WalletError, signature?: string, isBusy: boolean, begun: number,
 * }} TransferState `begun`: the number of empty forms begun so far
 * @extends {Store<TransferState>}
 */
export class TransferStore extends Store {
    #turn = 0;

    /** @param {import("./store.js").BackgroundClient} client */
    constructor(client) {
        super(client, { phase: "ready", step: "form", isBusy: false, begun: 0 });
    }

    /** Requests a preview of the transfer. This asks the user for no approval and signs nothing. */
    async preview(/** @type {Transfer} */ transfer) {
        if (this.state.isBusy) return;
        const turn = ++this.#turn;
        this.become({ isBusy: true, error: undefined, transfer });
        try {
            const plan = await this.client.request("transfer.preview", transfer);
            if (turn === this.#turn) this.become({ step: "preview", plan, isBusy: false });
        } catch (thrown) {
            if (turn === this.#turn) this.become({ error: WalletError.from(thrown), isBusy: false });
        }
    }

    /** Puts the transfer into the queue, once. The agent builds it anew from the form, and the queue shows it as it will be signed. */
    async send() {
        const { transfer, plan, isBusy, step } = this.state;
        if (isBusy || step !== "preview" || !transfer) return;
        // Nothing goes to another address than the one that was shown for a name.
        const shown = plan?.resolved === undefined ? {} : { address: plan.to };
        const turn = ++this.#turn;
        this.become({ isBusy: true, step: "sending", error: undefined, signature: undefined });
        try {
            const { signature } = await this.client.request("transfer.send", { ...transfer, ...shown });
            if (turn === this.#turn) this.become({ step: "done", signature, isBusy: false });
        } catch (thrown) {
            const error = WalletError.from(thrown);
            const { signature } = error.data;
            if (turn === this.#turn) this.become({ step: "done", error, signature: typeof signature === "string" ? signature : undefined, isBusy: false });
        }
    }

    /** Goes back to the form. */
    change() {
        if (this.state.step === "sending") return;
        this.#turn += 1;
        this.become({ step: "form", plan: undefined, error: undefined, signature: undefined, isBusy: false });
    }

    /** Begins another transfer. A pending one goes on, and the activity reports it. */
    restart() {
        this.#turn += 1;
        this.become({ step: "form", transfer: undefined, plan: undefined, error: undefined, signature: undefined, isBusy: false, begun: this.state.begun + 1 });
    }
}
