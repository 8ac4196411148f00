import { WalletError } from "../../../lib/errors.js";
import { visible } from "../../../lib/visible.js";
import { sol, tokenName } from "../../parts/amounts.js";
import { amount as amountText, button, counted, make, text } from "../../parts/dom.js";
import { Listing } from "../../parts/listing.js";
import { wholeAddress } from "../../parts/names.js";
import { sendErrorText } from "../../parts/send-texts.js";
import { tokenMark, tokenTitle } from "../../parts/token-mark.js";
import { AccountsStore } from "../../stores/accounts.js";
import { TokensStore } from "../../stores/tokens.js";
import { AccountSwitch } from "../account-switch.js";

/**
 * The place for what a user doesn't want to keep: tokens are hidden, marked as spam or burned, and empty accounts give their rent deposits
 * back. Burning and closing are transactions, approved like any other.
 *
 * @typedef {import("../../stores/portfolio.js").Token} Token
 * @typedef {import("../../stores/tokens.js").Reclaimable} Reclaimable
 */

const WRAPPED_SOL = "So11111111111111111111111111111111111111112";
const PROBLEMS = new Map([["nothing-to-reclaim", "reclaimNothing"], ["nothing-to-burn", "burnNothing"], ["too-many-hidden", "hiddenMany"]]);

export class TokensView {
    /** @type {TokensStore} */
    #store;
    /** @type {AccountsStore} */
    #accounts;
    #listing;
    #busy = false;
    /**
     * The mints of tokens that the agent called known.
     *
     * @type {Set<string>}
     */
    #warned = new Set();
    #said = make("p", { role: "status" });
    #problem = make("p", { class: "problem", role: "alert" });
    #reclaim = make("div", { class: "card reclaim", hidden: true });
    element;

    /** @param {import("../../stores/client.js").BackgroundClient} client */
    constructor(client) {
        this.#store = TokensStore.of(client);
        this.#accounts = AccountsStore.of(client);
        this.#listing = new Listing(this.#store, {
            label: text("tokens"), empty: text("noTokens"), row: (token) => this.#row(token), together: (rows) => rows.filter(({ amount }) => amount !== "0"),
        });
        this.element = make("section", { class: "view manage-tokens" }, [
            make("h1", { tabindex: -1, text: text("place_tokens") }),
            new AccountSwitch(client).element,
            this.#said,
            this.#problem,
            this.#reclaim,
            make("p", { class: "muted", text: text("tokensNote") }),
            this.#listing.element,
        ]);
        this.#accounts.subscribe(({ selected }) => {
            if (this.element.isConnected && selected !== this.#store.account) void this.#load();
        });
    }

    async draw() {
        void this.#load();
        return this.element;
    }

    async #load() {
        if (this.#accounts.state.selected === undefined) await this.#accounts.load();
        const account = this.#accounts.state.selected;
        if (account !== this.#store.account) this.#offer(undefined);
        await this.#store.show(account);
        const hasEmpty = this.#store.state.rows.some(({ amount }) => amount === "0");
        // Without an empty account nobody is asked for one, and what is only watched can't be closed.
        const found = hasEmpty && !this.#accounts.isWatchOnly ? await this.#store.reclaimable().catch(() => undefined) : undefined;
        if (account === this.#store.account) this.#offer(found);
    }

    /** @param {Reclaimable | undefined} found */
    #offer(found) {
        const open = (found?.accounts ?? []).filter(({ fault }) => fault !== undefined);
        this.#reclaim.hidden = found === undefined || (found.count === 0 && open.length === 0);
        if (found === undefined) return this.#reclaim.replaceChildren();
        this.#reclaim.replaceChildren(...[
            make("p", { class: "muted", text: text("reclaimNote") }),
            ...(found.count > 0 ? [button(counted("reclaimOffer", found.count, sol(found.lamports)), () => void this.#close(), "primary")] : []),
            ...(open.length > 0 ? [make("details", {}, [
                make("summary", { text: counted("reclaimStays", open.length) }),
                make("ul", { class: "lines" }, open.map(({ account, lamports, fault }) => make("li", { class: "line" }, [
                    wholeAddress(account), make("p", { class: "muted", text: `${sol(lamports)}: ${reasonText(String(fault))}` }),
                ]))),
            ])] : []),
        ]);
    }

    /** @param {Token} token */
    #row(token) {
        const { tokenAccount, mint, amount, decimals, claims, known, hidden, frozen } = token;
        const name = tokenName(mint, claims, known);
        const confirm = make("div", { class: "confirm", hidden: true });
        const act = (/** @type {string} */ key, /** @type {string} */ named, /** @type {() => void} */ work) =>
            make("button", { type: "button", class: "small", text: text(key), "aria-label": text(named, name), on: { click: work } });
        return make("li", { class: "line card", "data-row": tokenAccount }, [
            make("div", { class: "token" }, [
                tokenMark(token),
                tokenTitle(token),
                make("span", { class: "sum", text: decimals === undefined ? `${amountText(amount)} ${text("smallestUnits")}` : amountText(amount, decimals) }),
            ]),
            hidden !== undefined && make("span", { class: "flag", text: text(hidden === "spam" ? "tokenSpam" : "tokenHidden") }),
            wholeAddress(mint),
            make("div", { class: "actions" }, [
                hidden === undefined
                    ? act("hideToken", "hideTokenNamed", () => void this.#act(() => this.#store.hide(mint, "hidden")))
                    : act("showToken", "showTokenNamed", () => void this.#act(() => this.#store.unhide(mint))),
                hidden !== "spam" && act("spamToken", "spamTokenNamed", () => void this.#act(() => this.#store.hide(mint, "spam"))),
                !frozen && mint !== WRAPPED_SOL && !this.#accounts.isWatchOnly && act("burnToken", "burnTokenNamed", () => this.#ask(confirm, token)),
            ]),
            confirm,
        ]);
    }

    /**
     * Asks whether a token is to be burned; the review asks once more.
     *
     * @param {HTMLElement} place
     * @param {Token} token
     */
    #ask(place, { mint, claims, known }) {
        const isKnown = known !== undefined || this.#warned.has(mint);
        place.hidden = false;
        place.replaceChildren(...[
            make("p", { text: text("burnAsk", tokenName(mint, claims, known)) }),
            ...(known ? [make("p", { class: "warning", role: "alert", text: text("burnKnown", known.symbol) })] : []),
            make("div", { class: "actions" }, [
                button(text("burnNow"), () => {
                    place.hidden = true;
                    void this.#burn(mint, isKnown);
                }, "small"),
                button(text("burnKeep"), () => (place.hidden = true), "small"),
            ]),
        ]);
    }

    /** @param {string} mint @param {boolean} isKnown */
    async #burn(mint, isKnown) {
        await this.#act(async () => {
            this.#said.textContent = text("sendWaiting");
            const { lamports } = await this.#store.burn(mint, isKnown);
            return text("burnedBack", sol(lamports));
        }, (error) => {
            if (error.reason !== "token-known") return undefined;
            this.#warned.add(mint);
            return text("burnKnown", visible(String(error.data.symbol ?? "?")));
        });
    }

    async #close() {
        await this.#act(async () => {
            this.#said.textContent = text("sendWaiting");
            const { reclaimed, left, lamports } = await this.#store.reclaim();
            return counted("reclaimed", reclaimed.length, sol(lamports)) + (left > 0 ? ` ${counted("reclaimLeft", left)}` : "");
        });
    }

    /**
     * Does one thing at a time, says how it ended, and reads the list anew.
     *
     * @param {() => Promise<string | void>} work
     * @param {(error: WalletError) => string | undefined} [meaning] the words for an error that only this work has
     */
    async #act(work, meaning) {
        if (this.#busy) return;
        this.#busy = true;
        this.#problem.textContent = "";
        try {
            this.#said.textContent = (await work()) ?? "";
        } catch (thrown) {
            const error = WalletError.from(thrown);
            const key = PROBLEMS.get(error.reason ?? "");
            this.#said.textContent = "";
            this.#problem.textContent = meaning?.(error) ?? (key ? text(key) : sendErrorText(error, false));
        }
        this.#busy = false;
        await this.#load();
    }
}

/** Returns the reason an account stays open, in the user's words. */
function reasonText(/** @type {string} */ fault) {
    const key = `closing_${fault.replace(/-/g, "_")}`;
    const words = text(key);
    return words === key ? visible(fault) : words;
}
