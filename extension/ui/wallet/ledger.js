import { WalletError } from "../../lib/errors.js";
import { visible } from "../../lib/visible.js";
import { button, make, shortened, text } from "../parts/dom.js";
import { failureText } from "../parts/texts.js";

/**
 * The accounts of the Ledger that is plugged in. Adding one has the device show its address until the user confirms it there, so this page can't
 * add another one than they compared.
 *
 * @typedef {{ path: string, publicKey: string, added: boolean }} LedgerAccount
 */
export class LedgerSection {
    #client;
    #added;
    /** @type {LedgerAccount[]} */
    #accounts = [];
    #next = 0;
    #isBusy = false;
    #list = make("ul", { class: "accounts", "aria-label": text("ledgerTitle") });
    #asking = make("p", { class: "muted", role: "status" });
    #problem = make("p", { class: "problem", role: "alert" });
    #show = button(text("ledgerShow"), () => void this.#read(), "secondary");
    #stop = button(text("securityKeyCancel"), () => void this.#client.request("ledger.cancel").catch(() => {}), "small");
    element;

    /**
     * @param {import("../stores/client.js").BackgroundClient} client
     * @param {() => Promise<any>} added called once an account was added
     */
    constructor(client, added) {
        this.#client = client;
        this.#added = added;
        this.#stop.hidden = true;
        this.element = make("section", { class: "ledger", "data-part": "ledger" }, [
            make("h2", { text: text("ledgerTitle") }),
            make("p", { class: "muted", text: text("ledgerText") }),
            this.#list,
            this.#asking,
            this.#problem,
            make("div", { class: "buttons" }, [this.#show, this.#stop]),
        ]);
        this.#draw();
    }

    clear() {
        this.#problem.textContent = "";
    }

    #draw() {
        this.#list.hidden = this.#accounts.length === 0;
        this.#list.replaceChildren(...this.#accounts.map((account) => this.#entry(account)));
        this.#show.textContent = text(this.#accounts.length === 0 ? "ledgerShow" : "ledgerMoreButton");
        this.#show.disabled = this.#isBusy;
        this.#stop.hidden = !this.#isBusy;
    }

    /** @param {LedgerAccount} account */
    #entry({ path, publicKey, added }) {
        const name = visible(path);
        return make("li", { class: "card account", "data-row": publicKey }, [
            make("strong", {}, [make("bdi", { text: name })]),
            shortened(publicKey),
            added
                ? make("span", { class: "muted", text: text("ledgerAdded") })
                : make("div", { class: "actions" }, [make("button", {
                      type: "button", class: "small", disabled: this.#isBusy, text: text("ledgerAdd"), "aria-label": text("ledgerAddNamed", name),
                      on: { click: () => void this.#add(path, publicKey) },
                  })]),
        ]);
    }

    #read() {
        return this.#act(text("ledgerReading"), async () => {
            const { accounts, next } = await this.#client.request("ledger.accounts", { from: this.#next });
            this.#accounts.push(...accounts);
            this.#next = next;
        });
    }

    /** @param {string} path @param {string} publicKey */
    #add(path, publicKey) {
        return this.#act(text("ledgerCompare", publicKey), async () => {
            await this.#client.request("ledger.add", { path, publicKey });
            this.#accounts = this.#accounts.map((each) => (each.publicKey === publicKey ? { ...each, added: true } : each));
            await this.#added();
        });
    }

    /** @param {string} asking what is shown meanwhile @param {() => Promise<void>} act */
    async #act(asking, act) {
        if (this.#isBusy) return;
        this.#isBusy = true;
        this.clear();
        this.#asking.textContent = asking;
        this.#draw();
        try {
            await act();
        } catch (thrown) {
            this.#problem.textContent = failureText(WalletError.from(thrown));
        }
        this.#isBusy = false;
        this.#asking.textContent = "";
        this.#draw();
    }
}
