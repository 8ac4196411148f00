import { make, text } from "../../parts/dom.js";
import { Tabs } from "../../parts/tabs.js";
import { OutstandingList } from "../outstanding-list.js";
import { RequestLog } from "../request-log.js";
import { TransactionLog } from "../transaction-log.js";

/**
 * The requests to the wallet with their decisions, and the movements on the chain. The two stay apart: the first is the agent's own record,
 * the second a node's word. Above both stands what was signed and can still be sent.
 */
export class ActivityView {
    #outstanding;
    #requests;
    #transactions;
    #tabs;
    element;

    /** @param {import("../../stores/client.js").BackgroundClient} client @param {(place: any, detail?: any) => void} go */
    constructor(client, go) {
        this.#outstanding = new OutstandingList(client);
        this.#requests = new RequestLog(client);
        this.#transactions = new TransactionLog(client, go);
        this.#tabs = new Tabs(text("place_activity"), [
            { name: text("activityTransactions"), panel: this.#transactions.element, shown: () => void this.#transactions.load() },
            { name: text("activityRequests"), panel: this.#requests.element, shown: () => void this.#requests.load() },
        ]);
        this.element = make("section", { class: "view activity" }, [
            make("h1", { text: text("place_activity") }),
            this.#outstanding.element,
            this.#tabs.element,
            this.#transactions.element,
            this.#requests.element,
        ]);
    }

    async draw() {
        const shown = this.#tabs.chosen === 0 ? this.#transactions : this.#requests;
        // The earlier rows show at once, while they are read anew.
        void shown.load();
        void this.#outstanding.load();
        return this.element;
    }
}
